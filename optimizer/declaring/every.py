"""Every legal declaration, one by one, for boards where creatures depend on each other."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, pairwise, product

from engine.combat import Combat
from engine.declarations import DeclarationRules
from engine.declarations.rules import Pair
from optimizer.declaring.gangs import nature
from optimizer.requirements import declared_by_solver

_MOST_NODES = 2_000
"""How far a first declaration is looked for before the solver finds it."""


def declarations(
    rules: DeclarationRules, most: int, combat: Combat | None = None
) -> Iterator[dict[str, tuple[str, ...]]]:
    """Yield every legal declaration of blockers.

    Parameters
    ----------
    rules
        What may be declared.
    most
        How many requirements have to be met.
    combat
        If it is given, only one of those that differ by identical blockers.
    """
    search = _Declarations(rules, most, combat)
    blockers = list(search.possible)
    for pairs in search.extend(0, set(), search.every_choice):
        if not rules.broken_limits(pairs) and rules.met(pairs) == most:
            yield as_blocks(pairs, blockers)


def first_declaration(rules: DeclarationRules, most: int) -> dict[str, tuple[str, ...]]:
    """Return a legal declaration with few blocks.

    Parameters
    ----------
    rules
        What may be declared.
    most
        How many requirements have to be met.
    """
    if most == 0:
        return {}
    search = _Declarations(rules, most)
    for pairs in search.extend(0, set(), search.useful_choices):
        if not rules.broken_limits(pairs) and rules.met(pairs) == most:
            return as_blocks(pairs, list(search.possible))
    return as_blocks(declared_by_solver(rules), list(search.possible))


class _Declarations:
    """What blockers may be declared, one blocker after the other.

    Left out is what cannot become legal any more: too many requirements not met, or an attacker
    that has too few blockers or too many.
    """

    def __init__(self, rules: DeclarationRules, most: int, combat: Combat | None = None) -> None:
        self.rules = rules
        self.most = most
        self.possible = rules.possible
        kinds = {name: self._kind(combat, name) for name in self.possible}
        numbers = {kind: number for number, kind in enumerate(dict.fromkeys(kinds.values()))}
        self.blockers = sorted(self.possible, key=lambda name: numbers[kinds[name]])
        following = pairwise(self.blockers)
        self.is_as_before = [False, *(kinds[one] == kinds[other] for one, other in following)]
        self.own = {
            limit.subject: limit for limit in rules.limits if limit.subject in self.possible
        }
        self.shared = [limit for limit in rules.limits if limit.subject not in self.possible]
        place = {name: number for number, name in enumerate(self.blockers)}
        self.last = [max(place[blocker] for blocker, _ in r.met_by) for r in rules.requirements]
        self.able = [{place[b] for pairs in lim.choices for b, _ in pairs} for lim in self.shared]
        self.nodes = 0

    def _kind(self, combat: Combat | None, name: str) -> Hashable:
        """Return the same for blockers of which it makes no odds which is which."""
        is_named = any(name == blocker for r in self.rules.requirements for blocker, _ in r.met_by)
        if combat is None or is_named:
            return name
        return nature(combat, combat.creatures[name]), tuple(self.possible[name])

    def extend(
        self,
        number: int,
        pairs: set[Pair],
        choices: Callable[[str, set[Pair]], Iterable[set[Pair]]],
        before: int = 0,
    ) -> Iterator[set[Pair]]:
        """Yield what begins with the pairs of so many blockers.

        Parameters
        ----------
        before
            Which choice the last of them has made; one that is like it makes none before that.
        """
        self.nodes += 1
        if not self._can_be_legal(number, pairs):
            return
        if number == len(self.blockers):
            yield pairs
            return
        blocker = self.blockers[number]
        limit = self.own.get(blocker)
        first = before if self.is_as_before[number] else 0
        for place, more in enumerate(choices(blocker, pairs)):
            if place >= first and (limit is None or limit.allows(limit.made(more))):
                yield from self.extend(number + 1, pairs | more, choices, place)

    def every_choice(self, blocker: str, pairs: set[Pair]) -> Iterator[set[Pair]]:
        """Yield all that a blocker may block, few first."""
        names, limit = self.possible[blocker], self.own.get(blocker)
        largest = len(names)
        if limit is not None and limit.most is not None:  # a band is one choice
            sizes = sorted(map(len, limit.choices), reverse=True)
            largest = min(largest, sum(sizes[: limit.most]))
        for size in range(largest + 1):
            for chosen in combinations(names, size):
                yield {(blocker, name) for name in chosen}

    def useful_choices(self, blocker: str, pairs: set[Pair]) -> list[set[Pair]]:
        """Return one attacker that meets most, or that others have begun to block, or nobody."""
        if self.nodes > _MOST_NODES:
            return []
        useful: Counter[Pair] = Counter()
        for requirement in self.rules.requirements:
            if not requirement.is_met(pairs):
                useful.update(pair for pair in requirement.met_by if pair[0] == blocker)
        for limit in self.shared:
            if 0 < limit.made(pairs) < limit.fewest:
                useful.update(p for own in limit.choices for p in own if p[0] == blocker)
        return [*({pair} for pair, _ in useful.most_common()), set()]

    def _can_be_legal(self, number: int, pairs: set[Pair]) -> bool:
        """Say whether the blockers from a number on can still make it legal."""
        hopes = zip(self.rules.requirements, self.last, strict=True)
        if sum(at >= number or required.is_met(pairs) for required, at in hopes) < self.most:
            return False
        for limit, others in zip(self.shared, self.able, strict=True):
            made = limit.made(pairs)
            if limit.most is not None and made > limit.most:
                return False
            if 0 < made < limit.fewest and made + sum(n >= number for n in others) < limit.fewest:
                return False
        return True


def as_blocks(pairs: set[Pair], blockers: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return pairs as the attackers of each blocker."""
    found: dict[str, list[str]] = {}
    for blocker, attacker in sorted(pairs):
        found.setdefault(blocker, []).append(attacker)
    return {name: tuple(found[name]) for name in blockers if name in found}


Blocks = Mapping[str, tuple[str, ...]]


def neighbours(
    rules: DeclarationRules, most: int, blocks: Blocks, pair: Pair
) -> Iterator[dict[str, tuple[str, ...]]]:
    """Yield the legal declarations in which one pair is other than it was.

    The blocker blocks that attacker as well, or no other one, or not any more.
    """
    blocker = pair[0]
    pairs = {(name, other) for name, others in blocks.items() for other in others}
    without = {(name, other) for name, other in pairs if name != blocker}
    own = pairs - without
    changes = [own - {pair}] if pair in own else [own | {pair}, {pair}] if own else [{pair}]
    for more in changes:
        changed = without | more
        if changed != pairs and not rules.broken_limits(changed) and rules.met(changed) == most:
            yield as_blocks(changed, list(rules.possible))


Attacks = dict[str, str]
"""For each attacker what it attacks."""


def every_attack(combat: Combat, rules: DeclarationRules, most: int) -> Iterator[Attacks]:
    """Yield every legal attack, but of those that differ by identical creatures only one.

    Parameters
    ----------
    rules
        What may be declared.
    most
        How many requirements have to be met.
    """
    targets = rules.possible
    kinds: dict[object, list[str]] = {}
    for name, own in targets.items():
        creature = combat.creatures[name]
        kinds.setdefault((nature(combat, creature), tuple(own)), []).append(name)
    ways = [
        list(
            combinations_with_replacement(_meeting(rules, names[0], targets[names[0]]), len(names))
        )
        for names in kinds.values()
    ]
    for chosen in product(*ways):
        attacks = {
            name: target
            for names, own in zip(kinds.values(), chosen, strict=True)
            for name, target in zip(names, own, strict=True)
            if target is not None
        }
        if rules.met(set(attacks.items())) == most:
            yield attacks


def _meeting(rules: DeclarationRules, name: str, targets: Sequence[str]) -> list[str | None]:
    """Return what a creature may attack: what meets most of its own requirements (508.1d)."""
    own = [requirement for requirement in rules.requirements if requirement.subject == name]
    choices = [None, *targets]
    met = [sum((name, target) in required.met_by for required in own) for target in choices]
    return [target for target, number in zip(choices, met, strict=True) if number == max(met)]
