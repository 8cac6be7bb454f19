"""How many requirements a declaration can meet at once (508.1d, 509.1c), where it is easy to say.

The rules fall apart into parts that have no creature, limit or requirement in common. In each part
a depth-first search over the creatures decides, within a budget; what is larger is handed to the
caller's solver.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations

from engine.declarations.rules import DeclarationRules, Limit, Pair

_BUDGET = 20_000
"""How many nodes the search of one part may visit: some hundredths of a second."""

_MOST_PAIRS = 10
"""How many pairs of one creature the search tries in every combination."""


def most_met(rules: DeclarationRules, otherwise: Callable[[DeclarationRules], int]) -> int:
    """Return the highest number of requirements that a declaration within the limits meets.

    Parameters
    ----------
    rules
        The rules of a declaration.
    otherwise
        Finds the highest number for a part that is too large for a search.
    """
    total = 0
    for part in parts(rules):
        found = search(part)
        total += otherwise(part) if found is None else found
    return total


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
    limits = [_within(limit, kept) for limit in rules.limits]
    found: dict[str, DeclarationRules] = {}
    for root in dict.fromkeys(tied.root(r.met_by[0][0]) for r in requirements):
        found[root] = DeclarationRules(
            rules.step,
            tuple(pair for pair in pairs if tied.root(pair[0]) == root),
            tuple(lim for lim in limits if lim.choices and tied.root(lim.choices[0][0][0]) == root),
            tuple(r for r in requirements if tied.root(r.met_by[0][0]) == root),
        )
    return list(found.values())


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


def search(rules: DeclarationRules) -> int | None:
    """Return the highest number of requirements that can be met, or None if it is not easy."""
    choosing: dict[str, list[Pair]] = {}
    for pair in rules.pairs:
        choosing.setdefault(pair[0], []).append(pair)
    if any(len(pairs) > _MOST_PAIRS for pairs in choosing.values()):
        return None
    return _Search(rules, list(choosing.values())).best()


class _Search:
    """A depth-first search over the creatures, each of which chooses some of its pairs."""

    def __init__(self, rules: DeclarationRules, choosing: list[list[Pair]]) -> None:
        self.rules = rules
        own = [limit for limit in rules.limits if limit.choices[0][0][0] == limit.subject]
        self.shared = [limit for limit in rules.limits if limit not in own]
        by_subject = {limit.subject: limit for limit in own}
        self.options = [self._options(pairs, by_subject.get(pairs[0][0])) for pairs in choosing]
        # What those after the first k creatures can meet, and how often they can be counted.
        self.meets_later = [0]
        self.counts_later = [[0] * len(self.shared)]
        for options in reversed(self.options):
            meets, counts = self.meets_later[-1], list(self.counts_later[-1])
            for met, _ in options:
                meets |= met
            for k in range(len(self.shared)):
                counts[k] += max(counted[k] for _, counted in options)
            self.meets_later.append(meets)
            self.counts_later.append(counts)
        self.meets_later.reverse()
        self.counts_later.reverse()
        self.left = _BUDGET
        self.found = 0

    def _options(self, pairs: list[Pair], limit: Limit | None) -> list[tuple[int, tuple[int, ...]]]:
        """Return what each choice of a creature meets, as bits, and counts for each limit."""
        found: dict[tuple[int, tuple[int, ...]], None] = {}
        for size in range(len(pairs) + 1):
            for chosen in combinations(pairs, size):
                if limit is None or limit.allows(limit.made(chosen)):
                    met = sum(
                        1 << k for k, r in enumerate(self.rules.requirements) if r.is_met(chosen)
                    )
                    found[met, tuple(limit.made(chosen) for limit in self.shared)] = None
        return list(found)

    def best(self) -> int | None:
        """Return the highest number of requirements that are met, None if the budget is spent."""
        self._descend(0, 0, (0,) * len(self.shared))
        return self.found if self.left > 0 else None

    def _descend(self, depth: int, met: int, counts: tuple[int, ...]) -> None:
        self.left -= 1
        if self.left <= 0 or (met | self.meets_later[depth]).bit_count() <= self.found:
            return
        for limit, count, later in zip(self.shared, counts, self.counts_later[depth], strict=True):
            if limit.most is not None and count > limit.most:
                return
            if count > 0 and count + later < limit.fewest:
                return
        if depth == len(self.options):
            self.found = met.bit_count()
            return
        options = sorted(self.options[depth], key=lambda option: -(option[0] & ~met).bit_count())
        for more, counted in options:
            after = tuple(map(int.__add__, counts, counted))
            self._descend(depth + 1, met | more, after)
