"""Parts of a position as shapes: what the closed forms look at, without names.

A part whose damage is not dealt as it is assigned, or where more than lethal damage matters, has no
shape.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from engine.assignment import Assigned
from engine.divisions import Division, Option, thresholds
from engine.keywords import Keyword
from engine.modifiers import modifier
from engine.objects import Creature
from engine.state_actions import fate
from optimizer.parts.shared import Attacker, Place, Shared, divide_shared
from optimizer.parts.single import Blockers, divide, is_small
from optimizer.parts.single import Division as Divided
from optimizer.parts.vectors import Vector, add
from optimizer.parts.worths import Worths
from optimizer.position import Position


class Row(NamedTuple):
    """One attacker among its own blockers.

    Attributes
    ----------
    names
        The blockers, and behind them what it attacks if damage may go there.
    shape
        The same as numbers.
    always
        What it is worth that all of the damage is dealt (lifelink), if anything.
    """

    source: str
    names: tuple[str, ...]
    shape: Blockers
    always: Vector | None


class Choice(NamedTuple):
    """One attacker with several ways to assign its damage (510.1c), of which it picks one."""

    rows: tuple[Row, ...]


class Knot(NamedTuple):
    """Some attackers that share recipients."""

    sources: tuple[str, ...]
    names: tuple[tuple[str, ...], ...]
    shape: Shared
    always: Vector | None


Shape: TypeAlias = Row | Choice | Knot


class Target(NamedTuple):
    """What damage to what is attacked is worth: per point, once, and for emptying it."""

    point: Vector
    first: Vector
    counters: int
    emptied: Vector


class Solved(NamedTuple):
    """What a part assigns, and what that is worth."""

    assigned: list[Assigned]
    value: Vector


class Shapes:
    """Makes the shapes of a position.

    Parameters
    ----------
    position
        Before its last step, with nothing that ties its parts (`optimizer.parts.adds_up`).
    worths
        What changes of measures are worth.
    """

    def __init__(self, position: Position, worths: Worths) -> None:
        self.position = position
        self.state = position.state
        self.worths = worths
        self.limits = thresholds(self.state)
        self.has_modifiers = position.combat.has_modifiers

    def shape(self, part: Sequence[Division]) -> Shape | None:
        """Return the shape of a part, or None if it has none."""
        if len(part) > 1:
            return self._knot(part)
        division = part[0]
        if len(division.options) == 1:  # past a planeswalker there are two gates: no row
            return self._row(division, division.options[0]) or self._knot(part)
        rows = [self._row(division, option) for option in division.options]
        found = tuple([row for row in rows if row is not None])
        return Choice(found) if len(found) == len(rows) else None

    def plain_hit(self, division: Division) -> tuple[str, Vector] | None:
        """Return the player whom a creature without abilities must hit, and what a point is worth.

        That is what most attackers do, so it is not made a shape.
        """
        if not division.is_forced or self.has_modifiers:
            return None
        source = self.state.creatures[division.source]
        if source.keywords or source.commander:
            return None
        for recipient in division.options[0].recipients:
            if recipient.id in self.position.combat.players:
                return recipient.id, self._target(division, recipient.id).point
        return None

    def _row(self, division: Division, option: Option) -> Row | None:
        creatures, worths = self.state.creatures, self.worths
        costs: list[int] = []
        kills: list[Vector] = []
        names: list[str] = []
        target = None
        if not option.in_combat:
            return None
        for recipient in option.recipients:
            name = recipient.id
            names.append(name)
            if target is not None:
                return None
            if name not in creatures:
                target = name
                continue
            worth = self._death(division, creatures[name])
            if recipient.behind or worth is None:
                return None
            needed = self.limits[name].needed
            costs.append(min(1, needed) if division.deathtouch else needed)
            kills.append(worth)
        none = worths.none
        hit = Target(none, none, 0, none)
        if target is not None:
            if self.has_modifiers and not self._is_unchanged(division, target):
                return None
            hit = self._target(division, target)
        goes = target is not None
        shape = Blockers(division.amount, tuple(costs), tuple(kills), goes, *hit)
        always = self._always(division) if names else None
        return Row(division.source, tuple(names), shape, always)

    def _death(self, division: Division, blocker: Creature) -> Vector | None:
        """Return what a blocker's lethal damage is worth; None if more than that matters."""
        if self.has_modifiers and not self._is_unchanged(division, blocker.id):
            return None
        if blocker.keywords and fate(self.state, blocker.id).by_damage is None:
            is_shrunk = self.state.creatures[division.source].deals_counters
            return None if is_shrunk else self.worths.none
        return self.worths.kill(blocker.controller, blocker.value)

    def _is_unchanged(self, division: Division, name: str) -> bool:
        return modifier(self.state, division.source, name).changes_nothing

    def _always(self, division: Division) -> Vector | None:
        if self.state.creatures[division.source].has(Keyword.LIFELINK):
            return self.worths.of("", ("life_gained", division.amount))
        return None

    def _target(self, division: Division, target: str) -> Target:
        combat, source = self.position.combat, self.state.creatures[division.source]
        of, none = self.worths.of, self.worths.none
        if target in combat.players:
            if not (source.keywords or source.commander):
                return Target(of(target, ("player_damage", 1)), none, 0, none)
            infects, toxic = int(source.has(Keyword.INFECT)), source.toxic
            commander = int(source.commander)
            changes = ("player_damage", 1), ("poison", infects), ("commander_damage", commander)
            mates = combat.team(target)
            first = of(target, ("poison", toxic), mates=mates) if toxic else none
            return Target(of(target, *changes, mates=mates), first, 0, none)
        if target in combat.planeswalkers:
            player = combat.planeswalkers[target].controller
            point = of(player, ("planeswalker_damage", 1))
            emptied = of(player, ("planeswalkers_killed", 1))
            return Target(point, none, self.state.loyalty[target], emptied)
        player = combat.battles[target].protector
        point, emptied = of(player, ("battle_damage", 1)), of(player, ("battles_defeated", 1))
        return Target(point, none, self.state.defense[target], emptied)

    # --- attackers that share ------------------------------------------------------------------

    def _knot(self, part: Sequence[Division]) -> Knot | None:
        tied = _Tied(self)
        always: Vector | None = None
        for division in part:
            if not tied.add(division):
                return None
            gain = self._always(division) if division.options[0].recipients else None
            if gain is not None:
                always = gain if always is None else add(always, gain)
        return Knot(tuple(tied.sources), tuple(tied.names), tied.shape(), always)

    def hit(self, division: Division, name: str) -> Target | None:
        """Return what damage to a recipient is worth, or None if more than that matters.

        Lethal damage is to a creature what emptying it is to a planeswalker.
        """
        if name in self.state.creatures:
            worth = self._death(division, self.state.creatures[name])
            if worth is None:
                return None
            return Target(self.worths.none, self.worths.none, self.limits[name].needed, worth)
        if self.has_modifiers and not self._is_unchanged(division, name):
            return None
        return self._target(division, name)


class _Tied:
    """Collects attackers that share recipients."""

    def __init__(self, shapes: Shapes) -> None:
        self.shapes = shapes
        self.sources: list[str] = []
        self.names: list[tuple[str, ...]] = []
        self._numbers: dict[str, int] = {}
        self._hits: list[Target] = []
        self._attackers: list[tuple[Division, list[Vector]]] = []

    def add(self, division: Division) -> bool:
        """Add an attacker; say whether that is possible."""
        option, none = division.options[0], self.shapes.worths.none
        if len(division.options) > 1 or not option.in_combat or division.up_to:
            return False
        points = []
        for recipient in option.recipients:
            hit = self.shapes.hit(division, recipient.id)
            if hit is None or hit.first != none or hit.emptied < none:
                return False
            if recipient.id not in self.shapes.position.combat.players:
                number = self._numbers.setdefault(recipient.id, len(self._hits))
                if number == len(self._hits):
                    self._hits.append(hit)
                elif hit.emptied != self._hits[number].emptied:
                    return False
            points.append(hit.point)
        if points:
            self.sources.append(division.source)
            self.names.append(tuple([recipient.id for recipient in option.recipients]))
            self._attackers.append((division, points))
        return True

    def _bits(self, names: Iterable[str]) -> int:
        return sum({1 << self._numbers[name] for name in names})

    def shape(self) -> Shared:
        """Return all of them as numbers."""
        numbers, creatures = self._numbers, self.shapes.state.creatures
        attackers = [
            Attacker(
                division.amount,
                division.deathtouch,
                tuple([
                    Place(numbers.get(r.id, -1), self._bits(r.behind), point)
                    for r, point in zip(division.options[0].recipients, points, strict=True)
                ]),
            )
            for division, points in self._attackers
        ]  # fmt: skip
        return Shared(
            tuple(attackers),
            tuple([hit.counters for hit in self._hits]),
            tuple([name in creatures for name in numbers]),
            tuple([hit.emptied for hit in self._hits]),
        )


def solved_row(row: Row, best: Divided) -> Solved:
    """Return a row's division with its creatures' names."""
    amounts = (*best.amounts, best.through)  # nothing goes through where nothing is attacked
    assigned = [
        Assigned(row.source, name, amount)
        for name, amount in zip(row.names, amounts, strict=False)
        if amount
    ]
    return Solved(assigned, best.value if row.always is None else add(best.value, row.always))


def solve(shape: Shape) -> Solved | None:
    """Return the best of a shape, or None if the closed forms are not for it."""
    if isinstance(shape, Row):
        return solved_row(shape, divide(shape.shape)) if is_small(shape.shape) else None
    if isinstance(shape, Choice):
        found = [solve(row) for row in shape.rows]
        solved = [one for one in found if one is not None]
        return max(solved, key=lambda one: one.value) if len(solved) == len(found) else None
    best = divide_shared(shape.shape)
    if best is None:
        return None
    assigned = [
        Assigned(source, name, amount)
        for source, names, amounts in zip(shape.sources, shape.names, best.amounts, strict=True)
        for name, amount in zip(names, amounts, strict=True)
        if amount
    ]
    return Solved(assigned, best.value if shape.always is None else add(best.value, shape.always))
