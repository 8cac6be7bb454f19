"""Every legal declaration, one by one, for boards where creatures depend on each other."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, combinations, combinations_with_replacement, product
from time import perf_counter
from typing import TypeVar

from engine.combat import Combat
from engine.declarations import DeclarationRules
from engine.declarations.rules import Pair
from optimizer.declaring.gangs import OutOfTimeError, nature

Blocks = Mapping[str, tuple[str, ...]]

Attacks = dict[str, str]
"""For each attacker what it attacks."""

Choice = TypeVar("Choice")


def declarations(
    rules: DeclarationRules, obedient: Collection[Pair], end: float | None = None
) -> Iterator[dict[str, tuple[str, ...]]]:
    """Yield every legal declaration of blockers, and first of all one that is known.

    Parameters
    ----------
    rules
        What may be declared.
    obedient
        Blocks that meet as many requirements as have to be met (`optimizer.requirements`).
    end
        The value of `time.perf_counter` at which to stop, or None.

    Raises
    ------
    OutOfTimeError
        If that time has come, after the first.
    """
    possible = rules.possible
    blockers = list(possible)
    own = {limit.subject: limit for limit in rules.limits}
    known = frozenset(obedient)
    most = rules.met(known)
    yield as_blocks(known, blockers)

    def choices(blocker: str) -> Iterator[tuple[Pair, ...]]:
        limit = own.get(blocker)
        units = limit.choices if limit else [((blocker, name),) for name in possible[blocker]]
        most = len(units) if limit is None or limit.most is None else limit.most
        for size in range(most + 1):
            for chosen in combinations(units, size):
                for parts in product(*map(_some, chosen)):
                    yield tuple(chain.from_iterable(parts))

    asked = _Asked(rules, blockers)
    options = [lambda blocker=blocker: choices(blocker) for blocker in blockers]
    for chosen in _combined(options, lambda made: asked.may_meet(made, most), end):
        pairs = set(chain.from_iterable(chosen))
        if pairs != known and not rules.broken_limits(pairs) and rules.met(pairs) == most:
            yield as_blocks(pairs, blockers)


def _some(unit: Sequence[Pair]) -> list[tuple[Pair, ...]]:
    """Return the ways to name an attacker: a band by any of its members, or several (702.22h)."""
    return [own for size in range(1, len(unit) + 1) for own in combinations(unit, size)]


class _Asked:
    """Which requirements creatures may still meet, one after the other."""

    def __init__(self, rules: DeclarationRules, order: Sequence[str]) -> None:
        self._met: dict[Pair, int] = {}
        places = {name: k for k, name in enumerate(order)}
        last = [0] * len(rules.requirements)
        for number, requirement in enumerate(rules.requirements):
            for pair in requirement.met_by:
                self._met[pair] = self._met.get(pair, 0) | 1 << number
                last[number] = max(last[number], places[pair[0]])
        self._later = [
            sum(1 << number for number, place in enumerate(last) if place >= k)
            for k in range(len(order) + 1)
        ]

    def may_meet(self, made: Sequence[tuple[Pair, ...]], most: int) -> bool:
        """Say whether the first creatures' choices leave room for so many requirements."""
        met = self._later[len(made)]
        for pair in chain.from_iterable(made):
            met |= self._met.get(pair, 0)
        return met.bit_count() >= most


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


def as_blocks(pairs: Collection[Pair], blockers: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return pairs as the attackers of each blocker."""
    found: dict[str, list[str]] = {}
    for blocker, attacker in sorted(pairs):
        found.setdefault(blocker, []).append(attacker)
    return {name: tuple(found[name]) for name in blockers if name in found}


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
