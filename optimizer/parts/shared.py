"""The best division of a few attackers that share blockers or what they attack, without a solver.

Which thresholds are met decides everything else: which gates are open (702.19b-c), what dies, and
where each attacker's surplus is worth the most. So the sets of thresholds are tried, the most
promising first. For each, the damage that the thresholds take is a flow from attackers to
recipients. What a set of attackers can contribute to it is a polymatroid, so the cheapest way to
raise it is greedy: whose surplus is worth the least gives first, as much as it can (Edmonds 1970).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from optimizer.parts.flow import cheapest
from optimizer.parts.vectors import Vector, add, packing

MOST_THRESHOLDS = 10
"""So many thresholds are tried in all their sets."""
MOST_TRIED = 96
"""So many flows are tried before the solver, which learns from failures, is the better choice."""


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

    It is not if there are too many thresholds or ways to meet them, or if what a point is worth
    that an attacker gives to a threshold depends on which one it is.
    """
    if len(shape.needed) > MOST_THRESHOLDS:
        return None
    packed = Packed(shape)
    best: tuple[int, _Met] | None = None
    tried = 0
    for most, chosen in packed.promising():
        if best is not None and most <= best[0]:
            break
        for touches in packed.touches(chosen):
            tried += 1
            if tried > MOST_TRIED:
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
        largest = sum([abs(entry) for worth in shape.worths for entry in worth])
        for attacker in shape.attackers:
            points = [sum(map(abs, place.point)) for place in attacker.places]
            largest += attacker.amount * max(points, default=0)
        pack = packing(largest)
        self.worths = [pack(worth) for worth in shape.worths]
        self.points = [[pack(p.point) for p in a.places] for a in shape.attackers]

    def promising(self) -> list[tuple[int, int]]:
        """Return the sets of thresholds that might be met, with what they are worth at most.

        A threshold that opens no gate and is worth nothing need not be aimed at.
        """
        shape = self.shape
        power = sum([attacker.amount for attacker in shape.attackers])
        gates = 0
        for attacker in shape.attackers:
            for place in attacker.places:
                gates |= place.behind
        has_touch = any(attacker.deathtouch for attacker in shape.attackers)
        sets = [(0, 0, 0)]  # the set as bits, its worth, the least damage that it takes
        for k, worth in enumerate(self.worths):
            if worth > 0 or gates >> k & 1:
                needed = shape.needed[k]
                least = min(1, needed) if has_touch and shape.touchable[k] else needed
                sets += [
                    (bits | 1 << k, total + worth, taken + least)
                    for bits, total, taken in sets
                    if taken + least <= power
                ]
        always, gated = self._surplus()
        found = []
        for bits, total, _ in sets:
            most = total + always
            for ways in gated:
                for behind, gain in ways:
                    if behind & ~bits == 0:
                        most += gain
                        break
            found.append((most, bits))
        found.sort(key=lambda one: (-one[0], one[1]))
        return found

    def _surplus(self) -> tuple[int, list[list[tuple[int, int]]]]:
        """Return what all damage is worth at most.

        Returns
        -------
        tuple
            What that is without any gate, and for each attacker that stands before gates: the
            thresholds in front, as bits, and how much more it is worth behind them, best first.
        """
        always, gated = 0, []
        for attacker, points in zip(self.shape.attackers, self.points, strict=True):
            free = max([g for g, place in zip(points, attacker.places, strict=True)
                        if not place.behind], default=0)  # fmt: skip
            always += attacker.amount * free
            ways = [
                (place.behind, attacker.amount * (point - free))
                for point, place in zip(points, attacker.places, strict=True)
                if place.behind and point > free
            ]
            if ways:
                gated.append(sorted(ways, key=lambda way: -way[1]))
        return always, gated

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
        """Return the cheapest way to meet these thresholds, or None if there is none.

        Parameters
        ----------
        chosen
            The thresholds, as bits.
        touches
            Which of them are met by a point of deathtouch, and of which attacker.
        """
        shape = self.shape
        demands = [
            needed if chosen >> k & 1 and k not in touches else 0
            for k, needed in enumerate(shape.needed)
        ]
        order: list[tuple[int, int]] = []
        sinks: list[int] = []
        is_mixed = False
        for number, attacker in enumerate(shape.attackers):
            points, top, losses = self.points[number], -1, set[int]()
            for k, (_, behind, _) in enumerate(attacker.places):
                if behind & ~chosen == 0 and (top < 0 or points[k] > points[top]):
                    top = k
            if top < 0:
                return None
            for k, (recipient, behind, _) in enumerate(attacker.places):
                if recipient < 0 or behind & ~chosen:
                    continue
                if demands[recipient] or touches.get(recipient) == number:
                    losses.add(points[top] - points[k])
            is_mixed = is_mixed or len(losses) > 1
            sinks.append(top)
            order.append((max(losses, default=0), number))
        left = [attacker.amount for attacker in shape.attackers]
        for number in touches.values():
            left[number] -= 1
        if min(left) < 0:
            return None
        by_loss = [number for _, number in sorted(order)]
        reach = [self._reach(number, chosen, touches) for number in by_loss]
        flow, missing = cheapest([left[number] for number in by_loss], demands, reach)
        if missing:
            return None
        given = dict(zip(by_loss, flow, strict=True))
        amounts = [
            self._amounts(number, given[number], touches, sinks[number])
            for number in range(len(shape.attackers))
        ]
        value = sum([worth for k, worth in enumerate(self.worths) if chosen >> k & 1])
        for points, row in zip(self.points, amounts, strict=True):
            value += sum([point * n for point, n in zip(points, row, strict=True) if n])
        return _Met(value, amounts, chosen, is_mixed)

    def _reach(self, number: int, chosen: int, touches: dict[int, int]) -> list[bool]:
        """Return to which thresholds an attacker may give something that they need."""
        reach = [False] * len(self.shape.needed)
        for recipient, behind, _ in self.shape.attackers[number].places:
            if recipient >= 0 and behind & ~chosen == 0 and recipient not in touches:
                reach[recipient] = True
        return reach

    def _amounts(
        self, number: int, given: Sequence[int], touches: dict[int, int], sink: int
    ) -> list[int]:
        """Return what an attacker assigns to its places: what is needed, touches, the surplus."""
        attacker = self.shape.attackers[number]
        amounts = [
            0
            if place.recipient < 0
            else given[place.recipient] + (touches.get(place.recipient) == number)
            for place in attacker.places
        ]
        amounts[sink] += attacker.amount - sum(amounts)
        return amounts

    def divided(self, met: _Met) -> Divided:
        """Return a way to meet thresholds with its value as a vector."""
        shape = self.shape
        total = tuple([0] * len(shape.attackers[0].places[0].point))
        for k, worth in enumerate(shape.worths):
            if met.met >> k & 1:
                total = add(total, worth)
        for attacker, amounts in zip(shape.attackers, met.amounts, strict=True):
            for place, amount in zip(attacker.places, amounts, strict=True):
                if amount:
                    total = add(total, tuple([amount * entry for entry in place.point]))
        return Divided(tuple(map(tuple, met.amounts)), total)
