"""What every gang of an attacker is worth, all gangs at once.

For boards with too many gangs to value them one by one. Every gang has a place, its numbers of each
kind as digits (the last kind changes fastest); a table has what the gang is worth at its place, as
one integer that compares like the vector. The tables are written one kind after the other: what is
said of all gangs of the kinds so far is said again for each number of the next one.
"""

from collections import Counter
from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimizer.declaring.gangs import Counts, Gangs
from optimizer.declaring.valuing import GangValues
from optimizer.parts.vectors import Packing, Vector

Table = NDArray[np.int64]

NEVER = 2**60
"""What no gang is worth; it stands where a gang may not block."""


def packing_for(gangs: Gangs) -> Packing | None:
    """Return a packing that holds whatever gangs are worth together, or None if it is too large."""
    times = Counter(map(gangs.likeness, gangs.attackers))
    names = {gangs.likeness(name): name for name in gangs.attackers}
    reaches = []
    for name in names.values():
        values = gangs.values(name)
        if values is None:
            return None
        reaches.append([_reach(values, gangs.gang(name, (0,) * len(gangs.kinds)).vector)])
    pack = Packing(reaches, [times[key] for key in names])
    return pack if pack.size < 2**53 else None


def _reach(values: GangValues, unblocked: Vector) -> Vector:
    """Return more than any gang of an attacker is worth, entry by entry."""
    shape = values.row.shape
    always = values.row.always or (0,) * len(shape.point)
    parts = [*shape.worths, shape.first, shape.emptied, always, values.death]
    return tuple(
        abs(unblocked[k]) + shape.amount * abs(shape.point[k]) + sum(abs(part[k]) for part in parts)
        for k in range(len(shape.point))
    )


def gang_table(gangs: Gangs, attacker: str, pack: Packing) -> Table | None:
    """Return what every gang of an attacker is worth; None if that is not simple.

    It is simple where no damage is worth less than nothing, so that lethal damage is a knapsack,
    and the more goes through, the better.
    """
    values = gangs.values(attacker)
    if values is None:
        return None
    shape, most = values.row.shape, gangs.most(attacker)
    none = pack(gangs.gang(attacker, (0,) * len(most)).vector)
    if not any(most):
        alone = np.full(prod(size + 1 for size in gangs.sizes), NEVER, dtype=np.int64)
        alone[0] = none
        return alone
    worths = [pack(worth) for worth in shape.worths]
    point, first, emptied = pack(shape.point), pack(shape.first), pack(shape.emptied)
    if min([*worths, point, first, emptied]) < 0:
        return None
    members = [values.places.get(names[0], 0) for names in gangs.kinds]
    costs = [shape.costs[place] for place in members]
    table = _killed(gangs.sizes, costs, [worths[place] for place in members], shape.amount)
    if shape.goes_through:
        left = shape.amount - summed(gangs.sizes, costs)
        through = summed(gangs.sizes, [worths[place] for place in members]) + point * left
        through += np.where(left > 0, first, 0)
        if shape.counters:
            through += np.where(left >= shape.counters, emptied, 0)
        table = np.where(left >= 0, np.maximum(table, through), table)
    if values.row.always is not None:
        table += pack(values.row.always)
    table += np.where(_dies(gangs, values), pack(values.death), 0)
    table[0] = none
    return np.where(_may_block(gangs, attacker), table, NEVER)


def damage_table(dealt: Gangs, attacker: str) -> Table:
    """Return the most damage that goes through every gang, less what the gang gains.

    Parameters
    ----------
    dealt
        Gangs valued for the damage to the player first.
    attacker
        One for which there is a `gang_table`.
    """
    values = dealt.values(attacker)
    assert values is not None
    shape = values.row.shape
    found: Table = np.zeros(prod(size + 1 for size in dealt.sizes), dtype=np.int64)
    if shape.goes_through and any(dealt.most(attacker)):
        members = [values.places.get(names[0], 0) for names in dealt.kinds]
        left = shape.amount - summed(dealt.sizes, [shape.costs[place] for place in members])
        found = np.maximum(left, 0) * shape.point[0]
    if dealt.gains:
        gained = [dealt.gains.get(names[0], 0) for names in dealt.kinds]
        found = found - summed(dealt.sizes, gained)
    found[0] = dealt.gang(attacker, (0,) * len(dealt.kinds)).vector[0]
    return found


def without_spare(table: Table, damage: Table, sizes: Counts) -> Table:
    """Return a table without gangs of which one may stay away at no cost."""
    spare = np.zeros(len(table), dtype=bool)
    inner = len(table)
    for size in sizes:
        inner //= size + 1
        shape = (-1, size + 1, inner)
        costs, dealt = table.reshape(shape), damage.reshape(shape)
        fewer = (costs[:, :-1] <= costs[:, 1:]) & (dealt[:, :-1] <= dealt[:, 1:])
        spare.reshape(shape)[:, 1:] |= fewer
    return np.where(spare, NEVER, table)


def summed(sizes: Counts, each: Sequence[int]) -> Table:
    """Return for every gang the sum over its members, given what one of each kind adds."""
    found: Table = np.zeros(1, dtype=np.int64)
    for size, one in zip(sizes, each, strict=True):
        found = (found[:, None] + np.arange(size + 1, dtype=np.int64) * one).ravel()
    return found


def counts_of(sizes: Counts, place: int) -> Counts:
    """Return how many of each kind the gang at a place has."""
    found = []
    for size in reversed(sizes):
        place, number = divmod(place, size + 1)
        found.append(number)
    return tuple(reversed(found))


def place_of(sizes: Counts, counts: Counts) -> int:
    """Return the place of a gang."""
    place = 0
    for size, number in zip(sizes, counts, strict=True):
        place = place * (size + 1) + number
    return place


def _killed(sizes: Counts, costs: Sequence[int], worths: Sequence[int], amount: int) -> Table:
    """Return the most that lethal damage to some members is worth, with so much to assign."""
    found: NDArray[Any] = np.zeros((1, amount + 1), dtype=np.int64)  # by what may be spent
    for size, cost, worth in zip(sizes, costs, worths, strict=True):
        rows = [found]
        for _ in range(size):
            before = rows[-1]
            row = before.copy()
            if cost <= amount and worth > 0:
                kept = before[:, : amount + 1 - cost] + worth
                np.maximum(row[:, cost:], kept, out=row[:, cost:])
            rows.append(row)
        found = np.stack(rows, axis=1).reshape(-1, amount + 1)
    return found[:, amount].copy()


def _dies(gangs: Gangs, values: GangValues) -> NDArray[np.bool_]:
    blows = [values.blows.get(names[0]) for names in gangs.kinds]
    end = values.fate
    total = summed(gangs.sizes, [0 if blow is None else blow.amount for blow in blows])
    counters = summed(
        gangs.sizes, [blow.amount if blow is not None and blow.counters else 0 for blow in blows]
    )
    touched = summed(gangs.sizes, [int(blow is not None and blow.deathtouch) for blow in blows])
    dies: NDArray[np.bool_] = counters >= end.by_counters
    if end.by_damage is not None:
        dies |= total >= end.by_damage
    if end.by_deathtouch:
        dies |= touched > 0
    return dies


def _may_block(gangs: Gangs, attacker: str) -> NDArray[np.bool_]:
    most, sizes = gangs.most(attacker), gangs.sizes
    number = summed(sizes, [1] * len(sizes))
    able: NDArray[np.bool_] = summed(sizes, [int(n > 0) for n in most]) == number
    for limit in gangs.limits(attacker):
        at_most = len(number) if limit.most is None else limit.most
        able &= (number == 0) | ((number >= limit.fewest) & (number <= at_most))
    return able
