"""What a part of a board may send through to a player, and what its other choices are worth then.

An objective over a player's whole total (is it lethal?) ties the parts that damage that player. So
such a part hands up its frontier instead of one answer: for every number of points that may go
through, the most that the rest is worth. All points of a part are worth the same, so it is enough
to say which deaths go together with which numbers of points: few spans, however large the numbers.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from engine.assignment import Assigned
from optimizer.parts.shapes import Choice, Knot, Row, Shape, solved_row
from optimizer.parts.shared import Packed, Shared
from optimizer.parts.single import divide, is_small
from optimizer.parts.vectors import Vector, add

MOST_THRESHOLDS = 8
"""All sets of so many thresholds are looked at."""
MOST_WAYS = 64
"""So many ways to use deathtouch are tried for one set."""


class Passing(NamedTuple):
    """What an attacker sends through to a player, and where it could go instead."""

    source: str
    player: str
    amount: int
    instead: str


class Span(NamedTuple):
    """The numbers of points that may go through while the same is killed.

    Attributes
    ----------
    low, high
        The least and the most; everything between is possible as well.
    worth
        What all but the points is worth.
    kept
        What is assigned whatever goes through.
    passing
        What goes through where it is the most.
    """

    low: int
    high: int
    worth: Vector
    kept: tuple[Assigned, ...]
    passing: tuple[Passing, ...]

    def at(self, through: int) -> list[Assigned]:
        """Return the assignment with that many points going through."""
        amounts = {(a.source, a.target): a.amount for a in self.kept}
        back = self.high - through
        for source, player, amount, instead in self.passing:
            less = min(back, amount)
            back -= less
            for name, part in ((player, amount - less), (instead, less)):
                if part:
                    amounts[source, name] = amounts.get((source, name), 0) + part
        return [Assigned(*pair, amount) for pair, amount in amounts.items()]


class PartFrontier(NamedTuple):
    """The spans of a part, and what each point that goes through is worth."""

    point: Vector
    spans: tuple[Span, ...]


def part_frontier(shape: Shape, players: Iterable[str]) -> PartFrontier | None:
    """Return the frontier of a part, or None if it is not known.

    Parameters
    ----------
    shape
        A part that may damage no other players than these.
    """
    if isinstance(shape, Knot):
        return _of_knot(shape, frozenset(players))
    rows = shape.rows if isinstance(shape, Choice) else (shape,)
    found = [_of_row(row) for row in rows]
    point = None
    spans: list[Span] = []
    for row, one in zip(rows, found, strict=True):
        if one is None:
            return None
        spans += one
        if row.shape.goes_through:
            if point not in (None, row.shape.point):
                return None
            point = row.shape.point
    return None if point is None else PartFrontier(point, tuple(spans))


def _of_row(row: Row) -> list[Span] | None:
    shape, source = row.shape, row.source
    none = (0,) * len(shape.point)
    if any(shape.first) or shape.counters or not is_small(shape):
        return None
    always = none if row.always is None else row.always
    if not shape.costs:
        if not shape.goes_through:
            return [Span(0, 0, always, (), ())]
        passing = Passing(source, row.names[0], shape.amount, "")
        return [Span(shape.amount, shape.amount, always, (), (passing,))]
    stopped = solved_row(row, divide(shape._replace(goes_through=False)))
    spans = [Span(0, 0, stopped.value, tuple(stopped.assigned), ())]
    left = shape.amount - sum(shape.costs)
    if shape.goes_through and left > 0:
        worth = always
        for death in shape.worths:
            worth = add(worth, death)
        pairs = zip(row.names[:-1], shape.costs, strict=True)
        kept = tuple([Assigned(source, name, cost) for name, cost in pairs if cost])
        passing = Passing(source, row.names[-1], left, row.names[0])
        spans.append(Span(1, left, worth, kept, (passing,)))
    return spans


# --- attackers that share ------------------------------------------------------------------------


class _Met(NamedTuple):
    """A set of thresholds: the least and the most that goes through beside it, and how."""

    low: int
    high: int
    worth: Vector
    amounts: tuple[tuple[int, ...], ...]


def _of_knot(knot: Knot, players: frozenset[str]) -> PartFrontier | None:
    points = set()
    none = (0,) * len(knot.shape.worths[0]) if knot.shape.worths else ()
    instead: list[str] = []
    for attacker, names in zip(knot.shape.attackers, knot.names, strict=True):
        sink = ""
        for place, name in zip(attacker.places, names, strict=True):
            if name in players:
                points.add(place.point)
            elif place.recipient < 0 or place.point != none:
                return None
            elif not place.behind and not sink:
                sink = name
        if not sink:
            return None
        instead.append(sink)
    if len(points) != 1:
        return None
    met = _sets(knot.shape)
    if met is None:
        return None
    spans = []
    for low, high, worth, amounts in met:
        kept: list[Assigned] = []
        passing: list[Passing] = []
        for source, names, row, sink in zip(
            knot.sources, knot.names, amounts, instead, strict=True
        ):
            for name, amount in zip(names, row, strict=True):
                if amount and name in players:
                    passing.append(Passing(source, name, amount, sink))
                elif amount:
                    kept.append(Assigned(source, name, amount))
        worth = worth if knot.always is None else add(worth, knot.always)
        spans.append(Span(low, high, worth, tuple(kept), tuple(passing)))
    return PartFrontier(points.pop(), tuple(spans))


@lru_cache(maxsize=16_384)
def _sets(shape: Shared) -> tuple[_Met, ...] | None:
    """Return the sets of thresholds that allow the most points, each with what dearer ones do not.

    Whatever may go through beside a set may as well go to a blocker, so a set that is worth no more
    than another is of use for more points only. None if there are too many.
    """
    if len(shape.needed) > MOST_THRESHOLDS:
        return None
    # The points come first, and the worths only say which thresholds are aimed at.
    tilted = shape._replace(
        attackers=tuple([
            attacker._replace(places=tuple([
                place._replace(point=(int(place.recipient < 0), *(0 for _ in place.point)))
                for place in attacker.places
            ]))
            for attacker in shape.attackers
        ]),
        worths=tuple([(0, *worth) for worth in shape.worths]),
    )  # fmt: skip
    packed = Packed(tilted)
    sets: list[tuple[Vector, int, int]] = []
    for _, chosen in packed.promising():
        worth = (0,) * len(shape.attackers[0].places[0].point)
        for k, death in enumerate(shape.worths):
            if chosen >> k & 1:
                worth = add(worth, death)
        sets.append((worth, _most(shape, chosen), chosen))
    sets.sort(reverse=True)
    found: list[_Met] = []
    reached = -1
    for worth, most, chosen in sets:
        best: tuple[int, list[list[int]]] | None = None
        for ways, touches in enumerate(packed.touches(chosen) if most > reached else ()):
            if ways == MOST_WAYS:
                return None
            met = packed.meet(chosen, touches)
            if met is not None:
                through = _through(shape, met.amounts)
                if best is None or through > best[0]:
                    best = (through, met.amounts)
                if through == most:
                    break
        if best is not None and best[0] > reached:
            found.append(_Met(reached + 1, best[0], worth, tuple(map(tuple, best[1]))))
            reached = best[0]
    return tuple(found)


def _most(shape: Shared, chosen: int) -> int:
    """Return the damage of all attackers that may send some through when these are met."""
    return sum([
        attacker.amount for attacker in shape.attackers
        if any(p.recipient < 0 and p.behind & ~chosen == 0 for p in attacker.places)
    ])  # fmt: skip


def _through(shape: Shared, amounts: list[list[int]]) -> int:
    return sum([
        amount
        for attacker, row in zip(shape.attackers, amounts, strict=True)
        for place, amount in zip(attacker.places, row, strict=True)
        if place.recipient < 0
    ])  # fmt: skip
