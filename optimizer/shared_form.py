"""The best division of a few attackers that share blockers or what they attack, without a solver.

Which thresholds are met decides everything else: which gates are open (702.19b-c), what dies, and
where each attacker's surplus is worth the most. So the sets of thresholds are tried, the most
promising first. For each, the damage that the thresholds take is a flow from attackers to
recipients. What a set of attackers can contribute to it is a polymatroid, so the cheapest way to
raise it is greedy: whose surplus is worth the least gives first, as much as it can (Edmonds 1970).
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from optimizer.closed_form import Vector

MOST_THRESHOLDS = 8
"""So many thresholds are tried in all their sets."""
MOST_WAYS = 64
"""So many ways to use deathtouch are tried for one set."""


class Place(NamedTuple):
    """Where an attacker's damage may go.

    Attributes
    ----------
    recipient
        The number of its threshold in `Shared.needed`, or -1 if it has none (a player).
    behind
        The thresholds that must be met first, as bits.
    point
        What each point there is worth.
    """

    recipient: int
    behind: int
    point: Vector


class Attacker(NamedTuple):
    """One attacker: its damage, whether one point of it is lethal, and where it may go."""

    amount: int
    deathtouch: bool
    places: tuple[Place, ...]


class Shared(NamedTuple):
    """Attackers that have to be decided together, by shape: no names.

    Attributes
    ----------
    attackers
        Each with its places.
    needed
        What meets each threshold.
    touchable
        Whether a point of deathtouch meets it as well (702.2c); not so for loyalty and defense.
    worths
        What it is worth that each is met, never less than nothing.
    """

    attackers: tuple[Attacker, ...]
    needed: tuple[int, ...]
    touchable: tuple[bool, ...]
    worths: tuple[Vector, ...]


class Divided(NamedTuple):
    """What each attacker assigns to each of its places, and what all of it is worth."""

    amounts: tuple[tuple[int, ...], ...]
    value: Vector


@lru_cache(maxsize=16_384)
def divide_shared(shape: Shared) -> Divided | None:
    """Return the best division, or None if it is not for this method.

    It is not if there are too many thresholds, or if what a point is worth that an attacker gives
    to a threshold depends on which one it is.
    """
    if len(shape.needed) > MOST_THRESHOLDS:
        return None
    packed = Packed(shape)
    best: tuple[int, _Met] | None = None
    for most, chosen in packed.promising():
        if best is not None and most <= best[0]:
            break
        for ways, touches in enumerate(packed.touches(chosen)):
            if ways == MOST_WAYS:
                return None
            met = packed.meet(chosen, touches)
            if met is None:
                continue
            if met.is_mixed:
                return None
            if best is None or met.value > best[0]:
                best = (met.value, met)
    if best is None:
        return None
    return packed.divided(best[1])


class _Met(NamedTuple):
    """A way to meet a set of thresholds: what goes where, and what it is worth."""

    value: int
    amounts: list[list[int]]
    met: int
    is_mixed: bool


class Packed:
    """A shape with its vectors packed into integers that compare and add like them."""

    def __init__(self, shape: Shared) -> None:
        self.shape = shape
        largest = 0
        for worth in shape.worths:
            largest += sum(map(abs, worth))
        for attacker in shape.attackers:
            points = [sum(map(abs, place.point)) for place in attacker.places]
            largest += attacker.amount * max(points, default=0)
        self.base = 2 * largest + 1
        self.worths = [self._pack(worth) for worth in shape.worths]
        self.points = [[self._pack(p.point) for p in a.places] for a in shape.attackers]

    def _pack(self, vector: Vector) -> int:
        packed = 0
        for entry in vector:
            packed = packed * self.base + entry
        return packed

    def promising(self) -> list[tuple[int, int]]:
        """Return the sets of thresholds that might be met, with what they are worth at most.

        A threshold that opens no gate and is worth nothing need not be aimed at.
        """
        shape = self.shape
        power = sum(attacker.amount for attacker in shape.attackers)
        gates = 0
        for attacker in shape.attackers:
            for place in attacker.places:
                gates |= place.behind
        aims = [k for k, worth in enumerate(self.worths) if worth > 0 or gates >> k & 1]
        has_touch = any(attacker.deathtouch for attacker in shape.attackers)
        found = []
        for bits in range(1 << len(aims)):
            chosen, worth, least = 0, 0, 0
            for bit, k in enumerate(aims):
                if bits >> bit & 1:
                    chosen |= 1 << k
                    worth += self.worths[k]
                    needed = shape.needed[k]
                    least += min(1, needed) if has_touch and shape.touchable[k] else needed
            if least <= power:
                found.append((worth + self._surplus(chosen), chosen))
        found.sort(key=lambda one: (-one[0], one[1]))
        return found

    def _surplus(self, chosen: int) -> int:
        """Return what all damage is worth at most, with these thresholds met."""
        return sum(
            attacker.amount
            * max([point for place, point in zip(attacker.places, points, strict=True)
                   if place.behind & ~chosen == 0], default=0)
            for attacker, points in zip(self.shape.attackers, self.points, strict=True)
        )  # fmt: skip

    def touches(self, chosen: int) -> Iterator[dict[int, int]]:
        """Yield the ways to meet some of the thresholds by a touch: of which attacker."""
        ways: list[list[tuple[int, int] | None]] = []
        for k, needed in enumerate(self.shape.needed):
            if chosen >> k & 1 and needed > 1 and self.shape.touchable[k]:
                by: list[tuple[int, int] | None] = [
                    (k, number)
                    for number, attacker in enumerate(self.shape.attackers)
                    if attacker.deathtouch
                    and any(p.recipient == k and p.behind & ~chosen == 0 for p in attacker.places)
                ]
                if by:
                    ways.append([None, *by])
        for touched in product(*ways):
            yield dict(one for one in touched if one is not None)

    def meet(self, chosen: int, touches: dict[int, int]) -> _Met | None:
        """Return the cheapest way to meet these thresholds, or None if there is none."""
        attackers = self.shape.attackers
        flow = _Flow(self.shape, chosen, touches)
        value = sum([self.worths[k] for k in range(len(self.worths)) if chosen >> k & 1])
        order: list[tuple[int, int]] = []
        best: list[int] = []
        is_mixed = False
        for number, attacker in enumerate(attackers):
            points = self.points[number]
            top, losses = -1, set[int]()
            for place, (_, behind, _) in enumerate(attacker.places):
                if behind & ~chosen == 0 and (top < 0 or points[place] > points[top]):
                    top = place
            if top < 0:
                return None
            for place in flow.useful(number):
                losses.add(points[top] - points[place])
            is_mixed = is_mixed or len(losses) > 1
            best.append(top)
            order.append((max(losses, default=0), number))
        if not flow.touch():
            return None
        order.sort()
        for _, number in order:
            flow.give(number)
        if any(flow.missing):
            return None
        for number, attacker in enumerate(attackers):
            amounts = flow.amounts[number]
            amounts[best[number]] += flow.left[number]
            points = self.points[number]
            value += sum([points[k] * n for k, n in enumerate(amounts) if n])
            assert sum(amounts) == attacker.amount
        return _Met(value, flow.amounts, chosen, is_mixed)

    def divided(self, met: _Met) -> Divided:
        """Return a way to meet thresholds with its value as a vector."""
        shape = self.shape
        total = [0] * len(shape.attackers[0].places[0].point)
        for k, worth in enumerate(shape.worths):
            if met.met >> k & 1:
                total = [a + b for a, b in zip(total, worth, strict=True)]
        for attacker, amounts in zip(shape.attackers, met.amounts, strict=True):
            for place, amount in zip(attacker.places, amounts, strict=True):
                if amount:
                    total = [a + amount * b for a, b in zip(total, place.point, strict=True)]
        return Divided(tuple(map(tuple, met.amounts)), tuple(total))


class _Move(NamedTuple):
    """Who gives more at which of its places, and at which place less instead.

    The first on a path takes from what it has left.
    """

    giver: int
    place: int
    recipient: int
    source: int


class _Flow:
    """Damage from attackers to the thresholds that are to be met."""

    def __init__(self, shape: Shared, chosen: int, touches: dict[int, int]) -> None:
        self.shape, self.chosen, self.touches = shape, chosen, touches
        self.left = [attacker.amount for attacker in shape.attackers]
        self.amounts = [[0] * len(attacker.places) for attacker in shape.attackers]
        self.missing = [
            needed if chosen >> k & 1 and k not in touches else 0
            for k, needed in enumerate(shape.needed)
        ]
        self.by_recipient: list[list[tuple[int, int]]] = [[] for _ in shape.needed]
        for number, attacker in enumerate(shape.attackers):
            for k, place in enumerate(attacker.places):
                if self._is_open(place):
                    self.by_recipient[place.recipient].append((number, k))

    def _is_open(self, place: Place) -> bool:
        return (
            place.recipient >= 0
            and self.chosen >> place.recipient & 1 == 1
            and place.behind & ~self.chosen == 0
        )

    def useful(self, number: int) -> Iterator[int]:
        """Yield the places of an attacker that can help to meet a threshold."""
        for k, place in enumerate(self.shape.attackers[number].places):
            if self._is_open(place) and (
                self.missing[place.recipient] > 0 or self.touches.get(place.recipient) == number
            ):
                yield k

    def touch(self) -> bool:
        """Let each touch take a point; say whether all of them have one."""
        for recipient, number in self.touches.items():
            places = self.shape.attackers[number].places
            k = next(k for k, place in enumerate(places) if place.recipient == recipient)
            self.left[number] -= 1
            self.amounts[number][k] += 1
            if self.left[number] < 0:
                return False
        return True

    def give(self, number: int) -> None:
        """Let an attacker give as much as it can, others making room by giving elsewhere."""
        while self.left[number] > 0:
            path = self._path(number, set())
            if path is None:
                return
            target = path[-1].recipient
            room = min(self.left[number], self.missing[target])
            for move in path[1:]:
                room = min(room, self.amounts[move.giver][move.source])
            self.left[number] -= room
            self.missing[target] -= room
            for k, move in enumerate(path):
                self.amounts[move.giver][move.place] += room
                if k:
                    self.amounts[move.giver][move.source] -= room

    def _path(self, number: int, seen: set[int]) -> list[_Move] | None:
        """Return how the next points of an attacker find a threshold that misses some."""
        places = self.shape.attackers[number].places
        for k, place in enumerate(places):
            if self._is_open(place) and self.missing[place.recipient] > 0:
                return [_Move(number, k, place.recipient, -1)]
        for k, place in enumerate(places):
            recipient = place.recipient
            if not self._is_open(place) or recipient in seen or recipient in self.touches:
                continue
            seen.add(recipient)
            for other, source in self.by_recipient[recipient]:
                if other != number and self.amounts[other][source] > 0:
                    rest = self._path(other, seen)
                    if rest is not None:
                        moved = rest[0]._replace(source=source)
                        return [_Move(number, k, recipient, -1), moved, *rest[1:]]
        return None
