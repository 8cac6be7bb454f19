"""Plans for goals about a player's whole total (is it lethal?), part by part.

The damage that a player takes in all parts together decides who loses; nothing else ties them. So
every part says, for each set of cards, which pairs of life lost and worth of the rest it can reach,
and the dynamic program over the parts keeps those of which none is better in both. This is for one
damage step and one defending player who loses by life alone. A defending player's own cards are
chosen so that it survives; where it cannot, the whole combat has to be looked at.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.combat import Combat
from engine.keywords import Keyword
from optimizer.goals import Goal, ObjectiveGoal
from optimizer.objectives import Objective
from optimizer.parts.rising import TOTALS
from optimizer.parts.vectors import Vector, add
from optimizer.position import Position
from optimizer.search import Found, Search
from optimizer.tricks.apart import FAR
from optimizer.tricks.choosing import Items, Row
from optimizer.tricks.hand import Hand
from optimizer.tricks.losing import brings_two_steps
from optimizer.tricks.parting import Parts
from optimizer.tricks.table import Part
from optimizer.tricks.worth import Asked, TimeUpError, damage_position
from optimizer.wishes import Comparison, WishesGoal

_DAMAGE = Objective("player_damage", 1, {"player_damage": 1})


class Point(NamedTuple):
    """Something that parts can reach.

    Attributes
    ----------
    lost
        The life that the defending player loses, less what its blockers gain; for a defending
        player's cards, the most that the active side can make of it, negative.
    worth
        Of all goals without who loses, to the player.
    burnt
        How much of the life is lost before damage: with all of it, no damage would be dealt.
    """

    lost: int
    worth: Vector
    burnt: int = 0
    rows: tuple[Row, ...] = ()


class Best(NamedTuple):
    """What is best: its worth, how many cards it takes, the rows, and the wide use, if any."""

    worth: Vector
    size: int
    rows: tuple[Row, ...]
    wide: int | None


Points = dict[Items, list[Point]]


@dataclass(frozen=True)
class Totals:
    """A combat in parts, and the life of the defending player.

    Attributes
    ----------
    asked
        What is asked of it.
    rest
        The same without who loses.
    """

    combat: Combat
    hand: Hand
    parts: Parts
    asked: Asked
    rest: Asked
    player: str
    life: int

    @classmethod
    def of(cls, combat: Combat, hand: Hand, asked: Asked) -> "Totals | None":
        """Return the combat in parts, or None if this is not for it."""
        weights = [
            o.sense * weight
            for o in asked.objectives
            for name, weight in o.weights.items()
            if name.partition(":")[0] in TOTALS
        ]
        if asked.wishes or not weights or min(weights) < 0 or len(combat.defending_players) > 1:
            return None
        (player,) = combat.defending_players
        if not _by_life_alone(combat, hand, player):
            return None
        rest = replace(asked, objectives=tuple(map(_without, asked.objectives)), died=())
        parts = Parts.of(combat, hand, rest, counts_life=True)
        if parts is None or parts.may_tie:
            return None
        if not asked.by_active and _without(asked.objectives[0]).weights:
            return None  # who loses has to come first
        return cls(combat, hand, parts, asked, rest, player, combat.players[player].life)

    def best(self) -> Best | None:
        """Return the best, or None if the whole combat has to be looked at.

        Raises
        ------
        TimeUpError
            If the deadline passes.
        """
        both = [self._points(part) for part in self.parts.parts]
        kinds = [[points for points, _ in both]]
        if self.asked.by_active:
            kinds.append([burns for _, burns in both])
        found = [
            best
            for is_before, tables in enumerate(kinds)
            for wide in (None, *sorted(self.parts.wide))
            for best in self._with(wide, tables, is_before=bool(is_before))
        ]
        return max(found, key=lambda one: (one.worth, -one.size)) if found else None

    def _with(
        self, wide: int | None, tables: Sequence[Points], *, is_before: bool
    ) -> Iterator[Best]:
        """Yield what all parts together make of each set of cards, with one wide use or none.

        Parameters
        ----------
        is_before
            The defending player is to be lost before damage.
        """
        own = frozenset[int]() if wide is None else frozenset({wide})
        whole: Points = {frozenset(): [Point(0, (0,) * len(self.asked.objectives))]}
        every = [[p.lost for points in table.values() for p in points] for table in tables]
        enough = self.life + sum(max(0, -min(lost)) for lost in every)  # whatever is gained later
        for table in tables:
            part = {
                items - own: points
                for items, points in table.items()
                if items & self.parts.wide == own
            }
            whole = self._together(whole, part, own, enough)
        for items, points in whole.items():
            for point in points:
                is_lost = point.lost >= self.life
                if is_lost if is_before else self.asked.by_active or -point.lost < self.life:
                    yield Best(self._worth(point), len(items | own), point.rows, wide)

    def _worth(self, point: Point) -> Vector:
        """Return what a point is worth with who loses; a defending player has been saved."""
        if not self.asked.by_active or point.lost < self.life:
            return point.worth
        more = tuple(
            o.sense * sum(w for n, w in o.weights.items() if n.partition(":")[0] in TOTALS)
            for o in self.asked.objectives
        )
        return add(point.worth, more)

    def _together(self, whole: Points, part: Points, own: Items, enough: int) -> Points:
        found: Points = {}
        for items, points in whole.items():
            for more, others in part.items():
                both = items | more
                if items & more or not self.hand.is_payable(both | own):
                    continue
                kept = found.setdefault(both, [])
                for one in points:
                    for other in others:
                        burnt = one.burnt + other.burnt
                        if burnt >= self.life:
                            continue
                        lost = min(enough, one.lost + other.lost)
                        worth = add(one.worth, other.worth)
                        _keep(kept, Point(lost, worth, burnt, (*one.rows, *other.rows)))
        return _without_waste(found)

    def _points(self, part: Part) -> tuple[Points, Points]:
        """Return what a part can reach with each set of cards: with damage, and before it."""
        found: Points = {}
        burns: Points = {}
        for line in part.lines():
            position, died = damage_position(line.state)
            before = self.rest.before(part.combat, died)
            for lost, values, outcome in self._reached(position):
                worth = part.turned(add(values, before))
                row = Row(line.items, line.uses, (), outcome.outcome)
                burnt = FAR - line.state.life[self.player] if self.asked.by_active else 0
                sign = 1 if self.asked.by_active else -1
                _keep(found.setdefault(line.items, []), Point(sign * lost, worth, burnt, (row,)))
                burn = Point(burnt, part.turned(before), 0, (row,))
                _keep(burns.setdefault(line.items, []), burn)
        return found, burns

    def _reached(self, position: Position) -> Iterator[tuple[int, Vector, Found]]:
        """Yield pairs of life lost and values of the rest of which none is better in both."""
        goals = (*self.rest.objectives, _DAMAGE)
        asked = replace(self.rest, objectives=goals, died=())
        found = asked.found(position, ())
        lost = FAR - found.outcome.final.life[self.player]
        most = replace(asked, objectives=(_DAMAGE,)).found(position, ())
        highest = FAR - most.outcome.final.life[self.player]
        if not self.asked.by_active:
            yield highest, found.values[:-1], found
            return
        yield lost, found.values[:-1], found
        while lost < highest:
            wish = Comparison("more damage", None, FAR - lost - 1, {}, "life", self.player)
            wanted: list[Goal] = [WishesGoal((wish,)), *map(ObjectiveGoal, goals)]
            if self.asked.is_late:
                raise TimeUpError
            found = Search(position, wanted, None).run()
            lost = FAR - found.outcome.final.life[self.player]
            yield lost, found.values[1:-1], found


def _without(objective: Objective) -> Objective:
    """Return an objective without who loses."""
    kept = {n: w for n, w in objective.weights.items() if n.partition(":")[0] not in TOTALS}
    return replace(objective, weights=kept)


def _by_life_alone(combat: Combat, hand: Hand, player: str) -> bool:
    """Say whether one damage step takes life only, and nobody else can lose or gain any in it."""
    if len(combat.steps) > 1 or brings_two_steps(hand):
        return False
    if any(Keyword.INFECT in words or "toxic" in str(words) for words in _keywords(combat, hand)):
        return False
    if any(creature.commander for creature in combat.creatures.values()):
        return False
    # Where a blocker divides its damage, the life that it gains by it might be a choice.
    dividing = [n for n, attackers in combat.blocks.items() if len(attackers) > 1]
    gives = any(Keyword.LIFELINK in e.keywords for u in hand.every() for e in hand.effects(u))
    links = any(gives or combat.creatures[name].has(Keyword.LIFELINK) for name in dividing)
    return not links and not combat.players[player].poison


def _keywords(combat: Combat, hand: Hand) -> Iterable[tuple[str, ...]]:
    yield from (creature.keywords for creature in combat.creatures.values())
    for use in hand.every():
        yield from (effect.keywords for effect in hand.effects(use))
        yield from (e.creature.keywords for e in hand.effects(use) if e.creature is not None)


def _keep(points: list[Point], new: Point) -> None:
    """Keep a point unless another one is as good in both."""
    if any(_is_as_good(one, new) for one in points):
        return
    points[:] = [point for point in points if not _is_as_good(new, point)]
    points.append(new)


def _is_as_good(one: Point, other: Point) -> bool:
    return one.lost >= other.lost and one.worth >= other.worth and one.burnt <= other.burnt


def _without_waste(found: Points) -> Points:
    """Leave out what fewer cards reach as well."""
    kept: Points = {}
    for items in sorted(found, key=len):
        left = [
            point
            for point in found[items]
            if not any(
                less < items and any(_is_as_good(one, point) for one in own)
                for less, own in kept.items()
            )
        ]
        if left:
            kept[items] = left
    return kept
