"""The best division of one attacker among its own blockers, without a solver.

Where a blocker faces one attacker only, the attacker's best assignment is a small knapsack: which
blockers get lethal damage (702.19b), and with trample, once all of them have, how much goes
through. Values are vectors, one entry an objective in order of importance; the lexicographic order
does not change when the same is added on both sides, so the knapsack may compare such vectors like
numbers (each is packed into one integer).
"""

from functools import lru_cache
from typing import NamedTuple

from optimizer.parts.vectors import Vector, add, packing


class Blockers(NamedTuple):
    """One attacker with its own blockers, by shape: no names.

    Attributes
    ----------
    amount
        The damage that is to be assigned.
    costs
        What is lethal to each blocker from this attacker; 0 if it has lethal damage already.
    worths
        What it is worth, objective by objective, that each blocker is assigned lethal damage.
    goes_through
        The attacked thing may be assigned damage once all blockers have lethal damage.
    point
        What each point that goes through is worth.
    first
        What it is worth besides that any goes through (toxic, 120.3g).
    counters, emptied
        How many points empty what it attacks (0: it is a player), and what that is worth.
    """

    amount: int
    costs: tuple[int, ...]
    worths: tuple[Vector, ...]
    goes_through: bool
    point: Vector
    first: Vector
    counters: int
    emptied: Vector


class Division(NamedTuple):
    """How the damage is divided: what each blocker gets, and what goes through."""

    amounts: tuple[int, ...]
    through: int
    value: Vector


MOST_STATES = 20_000
"""The largest knapsack (blockers times damage) that is solved here."""


def is_small(shape: Blockers) -> bool:
    """Say whether the knapsack is small enough."""
    return min(shape.amount, sum(shape.costs)) * len(shape.costs) <= MOST_STATES


def spares_all(shape: Blockers) -> bool:
    """Say whether the damage can be assigned so that no blocker has lethal damage from it.

    Each takes one point less than that; one that has lethal damage already takes any amount.
    """
    return 0 in shape.costs or shape.amount <= sum(shape.costs) - len(shape.costs)


@lru_cache(maxsize=65_536)
def divide(shape: Blockers) -> Division:
    """Return the best division.

    Parameters
    ----------
    shape
        One for which `is_small` holds.
    """
    if not shape.costs:
        return _through(shape)
    if len(shape.costs) == 1 and not shape.goes_through:  # what most blocked attackers are
        is_met = shape.costs[0] <= shape.amount
        value = shape.worths[0] if is_met else (0,) * len(shape.point)
        return Division((shape.amount,), 0, value)
    best = _among_blockers(shape)
    if shape.goes_through and sum(shape.costs) <= shape.amount:
        best = max(best, _through(shape), key=lambda division: division.value)
    return best


def _among_blockers(shape: Blockers) -> Division:
    """Return the best set of blockers to give lethal damage, with nothing going through."""
    pack = packing(sum([abs(entry) for worth in shape.worths for entry in worth]))
    none = (0,) * len(shape.point)
    worths = [pack(worth) for worth in shape.worths]
    room = min(shape.amount, sum(shape.costs))
    best = [0] * (room + 1)
    taken: list[list[bool]] = []
    for cost, worth in zip(shape.costs, worths, strict=True):
        row = [False] * (room + 1)
        if worth > 0:
            for size in range(room, cost - 1, -1):
                if best[size - cost] + worth > best[size]:
                    best[size] = best[size - cost] + worth
                    row[size] = True
        taken.append(row)
    amounts, size, value = [0] * len(worths), room, none
    for k in range(len(worths) - 1, -1, -1):
        if taken[k][size]:
            size -= shape.costs[k]
            amounts[k] = shape.costs[k]
            value = add(value, shape.worths[k])
    # The rest goes on a blocker that has enough already, if there is one.
    rest = shape.amount - sum(amounts)
    sink = next((k for k, amount in enumerate(amounts) if amount >= shape.costs[k]), None)
    if sink is None and min(worths) < 0 and spares_all(shape):
        for k, cost in enumerate(shape.costs):
            amounts[k] = min(rest, cost - 1)
            rest -= amounts[k]
        return Division(tuple(amounts), 0, value)
    if sink is None and min(worths) < 0:  # one has to die, and there is enough for any of them
        sink = max(range(len(worths)), key=worths.__getitem__)
        value = shape.worths[sink]
    amounts[sink or 0] += rest
    return Division(tuple(amounts), 0, value)


def _through(shape: Blockers) -> Division:
    """Return the best with lethal damage on every blocker, and the rest free."""
    left = shape.amount - sum(shape.costs)
    killed = (0,) * len(shape.point)
    for worth in shape.worths:
        killed = add(killed, worth)
    amounts = list(shape.costs)
    # What goes through is worth a line with a step at 1 and one where it empties the target.
    steps = {0, 1, shape.counters - 1, shape.counters, left} if amounts else {left}
    best: tuple[Vector, int] | None = None
    for through in sorted(step for step in steps if 0 <= step <= left):
        value = tuple(point * through for point in shape.point)
        if through:
            value = add(value, shape.first)
        if shape.counters and through >= shape.counters:
            value = add(value, shape.emptied)
        if best is None or value > best[0]:
            best = (value, through)
    assert best is not None
    if amounts:
        amounts[0] += left - best[1]
    return Division(tuple(amounts), best[1], add(killed, best[0]))
