"""Every legal declaration, one by one, for boards where creatures depend on each other."""

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, pairwise
from time import perf_counter
from typing import TypeVar

from engine.combat import Combat
from engine.declarations import DeclarationRules
from engine.declarations.rules import Pair
from optimizer.declaring.gangs import OutOfTimeError, nature


def declarations(
    rules: DeclarationRules, most: int, combat: Combat | None = None, end: float | None = None
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
    end
        The value of `time.perf_counter` at which to stop, or None.

    Raises
    ------
    OutOfTimeError
        If that time has come.
    """
    search = _Declarations(rules, most, combat, end)
    blockers = list(search.possible)
    for pairs in search.extend(0, set()):
        if not rules.broken_limits(pairs) and rules.met(pairs) == most:
            yield as_blocks(pairs, blockers)


class _Declarations:
    """What blockers may be declared, one blocker after the other.

    Left out is what cannot become legal any more: too many requirements not met, or an attacker
    that has too few blockers or too many.
    """

    def __init__(
        self,
        rules: DeclarationRules,
        most: int,
        combat: Combat | None = None,
        end: float | None = None,
    ) -> None:
        self.end = end
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

    def _kind(self, combat: Combat | None, name: str) -> Hashable:
        """Return the same for blockers of which it makes no odds which is which."""
        is_named = any(name == blocker for r in self.rules.requirements for blocker, _ in r.met_by)
        if combat is None or is_named:
            return name
        return nature(combat, combat.creatures[name]), tuple(self.possible[name])

    def extend(self, number: int, pairs: set[Pair], before: int = 0) -> Iterator[set[Pair]]:
        """Yield what begins with the pairs of so many blockers.

        Parameters
        ----------
        before
            Which choice the last of them has made; one that is like it makes none before that.
        """
        if self.end is not None and perf_counter() > self.end:
            raise OutOfTimeError
        if not self._can_be_legal(number, pairs):
            return
        if number == len(self.blockers):
            yield pairs
            return
        blocker = self.blockers[number]
        limit = self.own.get(blocker)
        first = before if self.is_as_before[number] else 0
        for place, more in enumerate(self._choices(blocker)):
            if place >= first and (limit is None or limit.allows(limit.made(more))):
                yield from self.extend(number + 1, pairs | more, place)

    def _choices(self, blocker: str) -> Iterator[set[Pair]]:
        """Yield all that a blocker may block, few first."""
        names, limit = self.possible[blocker], self.own.get(blocker)
        largest = len(names)
        if limit is not None and limit.most is not None:  # a band is one choice
            sizes = sorted(map(len, limit.choices), reverse=True)
            largest = min(largest, sum(sizes[: limit.most]))
        for size in range(largest + 1):
            for chosen in combinations(names, size):
                yield {(blocker, name) for name in chosen}

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


def as_blocks(pairs: Collection[Pair], blockers: Sequence[str]) -> dict[str, tuple[str, ...]]:
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

Choice = TypeVar("Choice")


def _combined(
    options: Sequence[Callable[[], Iterator[Choice]]],
    may_go_on: Callable[[Sequence[Choice]], bool],
    end: float | None,
) -> Iterator[Sequence[Choice]]:
    """Yield every combination of one choice each, the last one changing first.

    Parameters
    ----------
    may_go_on
        Says whether the first choices are to be continued.
    """
    made: list[Choice] = []
    if not options:
        yield made
        return
    left = [options[0]()]
    while left:
        for choice in left[-1]:
            if end is not None and perf_counter() > end:
                raise OutOfTimeError
            made.append(choice)
            if not may_go_on(made):
                made.pop()
            elif len(made) < len(options):
                left.append(options[len(made)]())
                break
            else:
                yield made
                made.pop()
        else:
            left.pop()
            if made:
                made.pop()


def every_attack(
    combat: Combat, rules: DeclarationRules, end: float | None = None
) -> Iterator[Attacks]:
    """Yield every legal attack, but of those that differ by identical creatures only one.

    Nothing limits how many attack, so that every requirement that anything meets is met (508.1d).

    Parameters
    ----------
    rules
        What may be declared.
    end
        The value of `time.perf_counter` at which to stop, or None.

    Raises
    ------
    OutOfTimeError
        If that time has come.
    """
    said = _Said(combat)
    allowed = _allowed(rules)
    kinds: dict[object, list[str]] = {}
    for name, own in allowed.items():
        key = nature(combat, combat.creatures[name]), tuple(own), said.of(name)
        kinds.setdefault(key, []).append(name)
    groups = list(kinds.values())
    options = [
        lambda names=names: combinations_with_replacement(allowed[names[0]], len(names))
        for names in groups
    ]
    for chosen in _combined(options, lambda _: True, end):
        yield {
            name: target
            for names, own in zip(groups, chosen, strict=True)
            for name, target in zip(names, own, strict=True)
            if target is not None
        }


def _allowed(rules: DeclarationRules) -> dict[str, list[str | None]]:
    """Return what each creature may attack, or None for nothing, and what it must."""
    found: dict[str, list[str | None]] = {n: [None, *own] for n, own in rules.possible.items()}
    for requirement in rules.requirements:
        name = requirement.subject
        found[name] = [target for target in found[name] if (name, target) in requirement.met_by]
    return found


class _Said:
    """What others' restrictions and requirements, and players' pasts, say of each creature."""

    def __init__(self, combat: Combat) -> None:
        self._combat = combat
        lists = [
            given
            for creature in combat.creatures.values()
            for given in (creature.must_block, creature.cant_block)
            if not isinstance(given, bool)
        ]
        self._lists = [{copy for name in given for copy in combat.copies[name]} for given in lists]
        self._damage = [
            {copy: amount for name, amount in damage.items() for copy in combat.copies[name]}
            for player in combat.players.values()
            if (damage := player.commander_damage)
        ]

    def of(self, name: str) -> tuple[object, ...]:
        """Return the same for creatures of which the same is said."""
        return (
            self._combat.creatures[name].must_be_blocked,
            *(name in given for given in self._lists),
            *(damage.get(name, 0) for damage in self._damage),
        )
