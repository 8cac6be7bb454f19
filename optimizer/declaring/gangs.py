"""Boards where each attacker's damage question stands alone: what each gang of blockers is worth.

Where every blocker blocks one attacker at most and no two attackers share a threshold, a
declaration of blockers is a gang for each attacker, and what it is worth is the sum over the
attackers (see `optimizer.parts.grouping`). So each gang is valued once: by the attacker's division
among it where that is enough (`valuing`), else by `optimizer.damage` on the board that has that
attacker and its gang alone. Identical creatures are interchangeable: a gang is how many of each
kind block.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from time import perf_counter
from types import MappingProxyType

from engine.combat import Combat, Step
from engine.declarations import DeclarationRules
from engine.declarations.rules import Limit
from engine.objects import Creature
from optimizer.damage import solve_damage
from optimizer.declaring.valuing import GangValues
from optimizer.objectives import Objective, turned

Counts = tuple[int, ...]
"""How many blockers of each kind."""


class OutOfTimeError(Exception):
    """The deadline passed before all gangs were valued."""


_LIFE = 10**6
"""So much life that nobody loses where an attacker is alone."""


@dataclass(frozen=True)
class Gang:
    """Some blockers of one attacker.

    Attributes
    ----------
    met
        How many requirements this gang meets (509.1c).
    vector
        What is best for the attacking side, objective by objective.
    """

    counts: Counts
    met: int
    vector: tuple[int, ...]


@dataclass(frozen=True)
class Memory:
    """What gangs are worth, remembered between boards that differ by who attacks.

    Attributes
    ----------
    vectors
        By objectives, the attacker's number, and the blockers' numbers with how many there are.
    values
        By objectives, the attacker's number, and the blockers' ids: what gangs of them are
        worth, or None if each needs its own board.
    numbers
        One for each nature of a creature.
    """

    vectors: dict[Hashable, tuple[int, ...]] = field(default_factory=dict)
    values: dict[Hashable, GangValues | None] = field(default_factory=dict)
    numbers: dict[Hashable, int] = field(default_factory=dict)


class Gangs:
    """The kinds of blockers on a board, and the gangs of its attackers.

    Parameters
    ----------
    combat
        Without blocks.
    objectives
        In order of importance; they add up.
    texts
        The same as `optimizer.damage` takes them.
    rules
        What may be declared.
    memory
        Of this and other boards.
    gains
        For each blocker what its blocking takes off the first objective.
    """

    def __init__(
        self,
        combat: Combat,
        objectives: Sequence[Objective],
        texts: Sequence[str],
        rules: DeclarationRules,
        memory: Memory,
        gains: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self.combat = combat
        self.objectives = objectives
        self.texts = tuple(texts)
        self.rules = rules
        self.memory = memory
        self.gains = gains
        self._known_numbers: dict[str, int] = {}
        self.kinds = self._kinds()
        self.attackers = [creature.id for creature in combat.attackers]
        self._able: dict[str, set[str]] = {}
        for blocker, attacker in rules.pairs:
            self._able.setdefault(attacker, set()).add(blocker)
        self._limits: dict[str, list[Limit]] = {}
        for limit in rules.limits:
            self._limits.setdefault(limit.subject, []).append(limit)
        self._likeness: dict[str, Hashable] = {}
        self._numbers = [self._number(names[0]) for names in self.kinds]
        self._listed: dict[Hashable, list[Gang]] = {}

    def _kinds(self) -> list[list[str]]:
        """Return the blockers by kind: alike, able to block the same, named by the same rules."""
        named: dict[str, list[tuple[int, str]]] = {}
        for number, requirement in enumerate(self.rules.requirements):
            for blocker, attacker in requirement.met_by:
                named.setdefault(blocker, []).append((number, attacker))
        found: dict[Hashable, list[str]] = {}
        for blocker, attackers in self.rules.possible.items():
            creature = self.combat.creatures[blocker]
            own = tuple(named.get(blocker, ()))
            alone = any(len({b for b, _ in self.rules.requirements[n].met_by}) == 1 for n, _ in own)
            key = (nature(self.combat, creature), tuple(attackers), own, blocker if alone else "")
            found.setdefault(key, []).append(blocker)
        return list(found.values())

    @property
    def sizes(self) -> Counts:
        """How many blockers there are of each kind."""
        return tuple(map(len, self.kinds))

    @property
    def number(self) -> int:
        """How many gangs there are at most, over all attackers that differ."""
        differ = {self._number(name) for name in self.attackers}
        return len(differ) * prod(size + 1 for size in self.sizes)

    def most(self, attacker: str) -> Counts:
        """Return how many of each kind are able to block an attacker."""
        able = self._able.get(attacker, ())
        return tuple([len(names) if names[0] in able else 0 for names in self.kinds])

    def of(self, attacker: str, end: float | None = None, largest: int | None = None) -> list[Gang]:
        """Return the gangs that may block an attacker, the empty one first (509.1b).

        Attackers that are alike, and named by no requirement, share one list.

        Parameters
        ----------
        end
            The value of `time.perf_counter` at which to stop, or None.
        largest
            The most members of a gang; None for any number.

        Raises
        ------
        OutOfTimeError
            If that time has come.
        """
        most = self.most(attacker)
        limits = self.limits(attacker)
        key = (self.likeness(attacker), largest)
        if key not in self._listed:
            found: list[Gang] = []
            for counts in _all_counts(most, largest):
                size = sum(counts)
                if all(limit.allows(size) for limit in limits):
                    found.append(self.gang(attacker, counts))
                    if end is not None and perf_counter() > end:
                        raise OutOfTimeError
            self._listed[key] = found
        return self._listed[key]

    def likeness(self, attacker: str) -> Hashable:
        """Return the same for attackers that are alike, whom the same gangs may block."""
        if attacker not in self._likeness:
            bounds = tuple([(limit.fewest, limit.most) for limit in self.limits(attacker)])
            named = attacker if self.rules.requirements else ""
            key = self._number(attacker), self.most(attacker), bounds, named
            self._likeness[attacker] = key
        return self._likeness[attacker]

    def limits(self, attacker: str) -> list[Limit]:
        """Return how many may block an attacker."""
        return self._limits.get(attacker, [])

    def that_matter(self) -> list[str]:
        """Return the attackers, but of those that are alike no more than can be blocked at once."""
        left: dict[Hashable, int] = {}
        found = []
        for name in self.attackers:
            key = self.likeness(name)
            if key not in left:
                fewest = [limit.fewest for limit in self.limits(name)]
                left[key] = sum(self.most(name)) // max([1, *fewest])
            if left[key] > 0:
                left[key] -= 1
                found.append(name)
        return found

    def gang(self, attacker: str, counts: Counts) -> Gang:
        """Return a gang with what it is worth."""
        members = self.members(counts)
        vector = self._vector(attacker, counts, members)
        if self.gains:
            gained = sum(self.gains.get(name, 0) for name in members)
            vector = (vector[0] - gained, *vector[1:])
        return Gang(counts, self._met(attacker, members), vector)

    def members(self, counts: Counts) -> list[str]:
        """Return the first blockers of each kind."""
        pairs = zip(self.kinds, counts, strict=True)
        return [name for names, number in pairs for name in names[:number]]

    def _met(self, attacker: str, members: Sequence[str]) -> int:
        """Count the requirements that a gang meets; which members of a kind it is makes no odds."""
        return sum(
            any((name, attacker) in requirement.met_by for name in members)
            for requirement in self.rules.requirements
        )

    def _vector(self, attacker: str, counts: Counts, members: Sequence[str]) -> tuple[int, ...]:
        own = self._number(attacker)
        kinds = tuple([
            (kind, number) for kind, number in zip(self._numbers, counts, strict=True) if number
        ])  # fmt: skip
        key = (self.texts, own, kinds)
        known = self.memory.vectors
        if key not in known:
            values = self.values(attacker) if members else self._values(attacker, ())
            if values is not None:
                known[key] = values.vector(members)
            else:
                solved = solve_damage(self.alone(attacker, members), self.texts)
                known[key] = turned(self.objectives, solved.values)
        return known[key]

    def values(self, attacker: str) -> GangValues | None:
        """Return what gangs of at least one are worth, if no board is needed for that."""
        return self._values(attacker, tuple(self.members(self.most(attacker))))

    def _values(self, attacker: str, names: tuple[str, ...]) -> GangValues | None:
        key = (self.texts, self._number(attacker), names)
        known = self.memory.values
        if key not in known:
            alone = self.alone(attacker, names)
            known[key] = GangValues.of(alone, attacker, tuple(self.objectives))
        return known[key]

    def _number(self, name: str) -> int:
        """Return a number for a creature's nature, the same for all that are alike."""
        if name not in self._known_numbers:
            kind = nature(self.combat, self.combat.creatures[name])
            number = self.memory.numbers.setdefault(kind, len(self.memory.numbers))
            self._known_numbers[name] = number
        return self._known_numbers[name]

    def alone(self, attacker: str, members: Sequence[str]) -> Combat:
        """Return the board that has one attacker with its gang only."""
        combat = self.combat
        creatures = [combat.creatures[attacker]]
        creatures += [combat.creatures[name].changed(blocking=(attacker,)) for name in members]
        names = {creature.id for creature in creatures}
        target = creatures[0].attacking
        alone = replace(
            combat,
            groups=tuple(creatures),
            players={
                name: replace(player, life=_LIFE, poison=0, commander_damage=MappingProxyType({}))
                for name, player in combat.players.items()
            },
            planeswalkers={n: w for n, w in combat.planeswalkers.items() if n == target},
            battles={n: b for n, b in combat.battles.items() if n == target},
            after_first_strike={},
        )
        changes = {name: c for name, c in combat.changes.items() if name in names}
        if changes and Step.FIRST_STRIKE in alone.steps:
            return replace(alone, after_first_strike=changes)
        return alone


def _all_counts(most: Counts, largest: int | None) -> Iterator[Counts]:
    """Yield how many of each kind may be in a gang, the smallest numbers first."""
    if largest is None:
        yield from product(*(range(number + 1) for number in most))
        return
    if not most:
        yield ()
        return
    for number in range(min(most[0], largest) + 1):
        for others in _all_counts(most[1:], largest - number):
            yield (number, *others)


_LEFT_OUT = frozenset(("id", "blocking", "blocked", "must_block", "must_be_blocked"))
"""Names, roles, and what the rules of a declaration say."""


def nature(combat: Combat, creature: Creature) -> Hashable:
    """Return all that is said of a creature, whatever it is called."""
    return (
        tuple([value for name, value in vars(creature).items() if name not in _LEFT_OUT]),
        combat.changes.get(creature.id),
        tuple(
            select is not None and select.ids is not None and creature.id in select.ids
            for effect in combat.effects
            for select in (effect.sources, effect.targets)
        ),
    )
