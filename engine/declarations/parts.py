"""The independent parts of what may be declared, as far as something is required (509.1c)."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from engine.declarations.rules import DeclarationRules, Limit, Pair, Requirement


def parts(rules: DeclarationRules) -> list[DeclarationRules]:
    """Return the independent parts in which something is required.

    A part has only pairs that may serve to meet one of its requirements: those that meet it, and
    those with an attacker of which it is met only if enough creatures block it. What is left out
    can be left out of any declaration without breaking a limit or a requirement.
    """
    if not rules.requirements:
        return []
    meeting = {pair for requirement in rules.requirements for pair in requirement.met_by}
    targets = {target for _, target in meeting}
    numbers = {limit.subject: limit.fewest for limit in rules.limits if limit.fewest > 1}
    impossible = {
        limit.subject
        for limit in rules.limits
        if max(limit.fewest, numbers.get(limit.subject, 1)) > len(limit.choices)
        or (limit.most is not None and numbers.get(limit.subject, 1) > limit.most)
    }
    pairs = [
        pair
        for pair in rules.pairs
        if (pair in meeting or (pair[1] in targets and pair[1] in numbers))
        and pair[1] not in impossible
    ]
    kept = set(pairs)
    tied = _Ties()
    limited = {limit.subject for limit in rules.limits}
    for pair in pairs:
        tied.tie([pair[0], *([pair[1]] if pair[1] in limited else [])])
    requirements = []
    for requirement in rules.requirements:
        met_by = tuple(pair for pair in requirement.met_by if pair in kept)
        if met_by:
            requirements.append(replace(requirement, met_by=met_by))
            tied.tie(blocker for blocker, _ in met_by)
    found: dict[str, _Part] = {tied.root(r.met_by[0][0]): _Part() for r in requirements}
    for requirement in requirements:
        found[tied.root(requirement.met_by[0][0])].requirements.append(requirement)
    for pair in pairs:
        if tied.root(pair[0]) in found:
            found[tied.root(pair[0])].pairs.append(pair)
    for limit in rules.limits:
        limit = _within(limit, kept)
        if limit.choices and tied.root(limit.choices[0][0][0]) in found:
            found[tied.root(limit.choices[0][0][0])].limits.append(limit)
    return [
        DeclarationRules(
            rules.step, tuple(part.pairs), tuple(part.limits), tuple(part.requirements)
        )
        for part in found.values()
    ]


@dataclass
class _Part:
    """What a part has, as it is found."""

    pairs: list[Pair] = field(default_factory=list)
    limits: list[Limit] = field(default_factory=list)
    requirements: list[Requirement] = field(default_factory=list)


def _within(limit: Limit, pairs: set[Pair]) -> Limit:
    choices = (tuple(pair for pair in choice if pair in pairs) for choice in limit.choices)
    return replace(limit, choices=tuple(choice for choice in choices if choice))


class _Ties:
    """Which names belong together (union-find)."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}

    def root(self, name: str) -> str:
        """Return the name that stands for all that belong together with this one."""
        above = self._above
        while (upper := above.setdefault(name, name)) != name:
            above[name] = name = above[upper]
        return name

    def tie(self, names: Iterable[str]) -> None:
        """Have all names belong together."""
        first, *others = (self.root(name) for name in names)
        for other in others:
            self._above[self.root(other)] = self.root(first)
