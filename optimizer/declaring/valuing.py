"""What gangs of one attacker are worth, from its division among all who may block it.

With one damage step, and nothing that changes damage, an attacker's damage is one division among
its blockers (`optimizer.parts.shapes.Row`). That of a gang is the same with the other blockers left
out, so no board is needed for it. The attacker itself dies of what the gang's power adds up to.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.combat import Combat
from engine.divisions import Division
from engine.state_actions import Fate, fate
from optimizer.goals import ObjectiveGoal
from optimizer.objectives import Objective
from optimizer.parts.grouping import adds_up
from optimizer.parts.shapes import Row, Shapes
from optimizer.parts.single import divide, is_small
from optimizer.parts.vectors import Vector, add
from optimizer.parts.worths import Worths, wanted
from optimizer.position import Position


@dataclass(frozen=True)
class Blow:
    """What one blocker does to the attacker.

    Attributes
    ----------
    amount
        Of damage.
    counters
        It is dealt as -1/-1 counters (120.3d).
    """

    amount: int
    deathtouch: bool
    counters: bool


@dataclass(frozen=True)
class GangValues:
    """What every gang of an attacker is worth to the attacking side.

    Attributes
    ----------
    row
        The attacker among all who may block it.
    places
        The place of each of them in the row.
    death
        What the attacker's own death is worth.
    """

    row: Row
    places: dict[str, int]
    blows: dict[str, Blow]
    fate: Fate
    death: Vector

    @classmethod
    def of(
        cls, alone: Combat, attacker: str, objectives: tuple[Objective, ...]
    ) -> "GangValues | None":
        """Return the values, or None if a gang needs its own board.

        Parameters
        ----------
        alone
            The attacker, blocked by all who may block it, and nobody else.
        objectives
            In order of importance; they add up.
        """
        goals = wanted(list(map(ObjectiveGoal, objectives)))
        worths = Worths(()) if not objectives else None if goals is None else goals.worths
        if worths is None or len(alone.steps) > 1 or alone.has_modifiers:
            return None
        position = Position.beginning(alone)
        if position.step is None or not adds_up(position):
            return None
        own, others = position.divisions(active=True), position.divisions(active=False)
        if len(own) != 1 or own[0].up_to:
            return None
        if not all(division.is_forced and not division.up_to for division in others):
            return None
        row = Shapes(position, worths).shape(own)
        if not isinstance(row, Row) or not is_small(row.shape):
            return None
        creature = position.state.creatures[attacker]
        death = tuple(
            o.sense
            * (o.weights.get("own_losses", 0) + o.weights.get("own_loss_value", 0) * creature.value)
            for o in objectives
        )
        names = row.names[: len(row.shape.costs)]
        return cls(
            row,
            {name: place for place, name in enumerate(names)},
            {division.source: _blow(position, division) for division in others},
            fate(position.state, attacker),
            death,
        )

    def vector(self, members: Iterable[str]) -> Vector:
        """Return what a gang is worth: of at least one, or of none if nobody may block."""
        names = list(members)
        whole, places = self.row.shape, [self.places[name] for name in names]
        shape = whole._replace(
            costs=tuple([whole.costs[place] for place in places]),
            worths=tuple([whole.worths[place] for place in places]),
        )
        value = divide(shape).value
        if self.row.always is not None:
            value = add(value, self.row.always)
        return add(value, self.death) if self._dies(names) else value

    def _dies(self, members: Iterable[str]) -> bool:
        total = counters = 0
        is_touched = False
        for name in members:
            blow = self.blows.get(name)
            if blow is not None:
                total += blow.amount
                counters += blow.amount if blow.counters else 0
                is_touched = is_touched or blow.deathtouch
        end = self.fate
        if end.by_damage is not None and total >= end.by_damage:
            return True
        return (end.by_deathtouch and is_touched) or counters >= end.by_counters


def _blow(position: Position, division: Division) -> Blow:
    source = position.state.creatures[division.source]
    return Blow(division.amount, division.deathtouch, source.deals_counters)
