"""Which attacker gets which gang: a dynamic program over how many blockers of each kind are used.

The attackers are taken one after the other. After each, a table holds for every number of used
blockers of each kind the least that the attacking side can be held to: first as many requirements
as can be met (509.1c), then the objectives in order. All entries are packed into one integer each
that compares like the vector, so that a whole table is moved at once: along each kind, every pair
of "used before" and "in this gang" is laid out, and the least of those with the same sum is taken.

With a total to stay below (damage that would be lethal), there is one table for each amount of
damage below it that the attacking side can deal.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import product
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimizer.declaring.gangs import Counts, Gang
from optimizer.vectors import Vector

Table = NDArray[Any]
Level = dict[int, Table]
"""For each amount of damage that can be dealt a table; without a total only for 0."""

NEVER = 2**61
"""More than any packed value."""
_FITS = 2**59
_MOST_ENTRIES = 20_000_000
"""So many pairs of entries are laid out at once."""


@dataclass(frozen=True)
class Offer:
    """A gang of one attacker, and the damage that the attacker can deal to the player at most."""

    gang: Gang
    damage: int = 0


@dataclass(frozen=True)
class Chosen:
    """A gang for each attacker.

    Attributes
    ----------
    vector
        What all of it is worth to the attacking side, objective by objective.
    met
        How many requirements it meets.
    """

    gangs: tuple[Gang, ...]
    vector: Vector
    met: int


def choose(
    offers: Sequence[Sequence[Offer]], sizes: Counts, total: int | None = None
) -> Chosen | None:
    """Return the gangs that hold the attacking side to the least.

    Parameters
    ----------
    offers
        For each attacker the gangs that may block it.
    sizes
        How many blockers there are of each kind.
    total
        If given, the damage of all attackers together stays below it.

    Returns
    -------
    Chosen or None
        None if no choice stays below the total.
    """
    chooser = Chooser(offers, sizes, total)
    return next(chooser.ways(chooser.tables(offers), offers), None)


class Chooser:
    """The dynamic program for attackers of which some or all attack.

    Parameters
    ----------
    every
        The offers of all attackers that will be asked about, each as often as it may be used.
    """

    def __init__(
        self, every: Iterable[Sequence[Offer]], sizes: Counts, total: int | None = None
    ) -> None:
        self.sizes = sizes
        self.total = total
        self._pack = _Packing([[(-o.gang.met, *o.gang.vector) for o in own] for own in every])
        self.kind: Any = np.int64 if self._pack.size < _FITS else object
        self.never: Any = NEVER if self._pack.size < _FITS else 4 * self._pack.size
        pairs = [[(t - i, i) for t in range(size + 1) for i in range(t + 1)] for size in sizes]
        self._before = [np.array([one for one, _ in own]) for own in pairs]
        self._more = [np.array([other for _, other in own]) for own in pairs]
        self._starts = [
            np.array([t * (t + 1) // 2 for t in range(size + 1)], dtype=np.intp) for size in sizes
        ]
        self._laid_out = prod(map(len, pairs))
        self._places: dict[int, dict[tuple[int, Counts], int]] = {}
        self._prepared: dict[int, tuple[object, dict[int, list[Offer]], Level]] = {}

    def value(self, offer: Offer) -> int:
        """Return what an offer is worth as one integer, requirements first."""
        return self._pack((-offer.gang.met, *offer.gang.vector))

    def unpacked(self, value: int) -> Vector:
        """Return the vector of a value."""
        return self._pack.unpacked(value)[1:]

    def first(self) -> Level:
        """Return the tables before any attacker."""
        table = self._empty()
        table[(0,) * len(self.sizes)] = 0
        return {0: table}

    def tables(self, offers: Iterable[Sequence[Offer]]) -> list[Level]:
        """Return the tables before, between and after some attackers."""
        found = [self.first()]
        for own in offers:
            found.append(self.after(found[-1], own))
        return found

    def after(self, before: Level, own: Sequence[Offer]) -> Level:
        """Return the tables after one more attacker."""
        sparse, dense = self._parts(own)
        found: Level = {}
        for dealt, table in before.items():
            for more, gangs in dense.items():
                damage = dealt + more
                if self.total is not None and damage >= self.total:
                    continue
                if self._is_dense(len(sparse[more])):
                    added = self._all_at_once(table, gangs)
                else:
                    added = self._one_by_one(table, sparse[more])
                known = found.get(damage)
                found[damage] = added if known is None else np.minimum(known, added)
        return found

    def _is_dense(self, number: int) -> bool:
        if self._laid_out > _MOST_ENTRIES:
            return False
        return self._laid_out < 3 * number * prod(size + 1 for size in self.sizes)

    def _parts(self, own: Sequence[Offer]) -> tuple[dict[int, list[Offer]], Level]:
        """Return an attacker's offers by the damage they let through, as lists and as tables."""
        known = self._prepared.get(id(own))
        if known is None:
            lists: dict[int, list[Offer]] = {}
            for offer in own:
                lists.setdefault(0 if self.total is None else offer.damage, []).append(offer)
            level: Level = {}
            for damage, offers in lists.items():
                table = level[damage] = self._empty()
                for offer in offers:
                    table[offer.gang.counts] = self.value(offer)
            known = self._prepared[id(own)] = (own, lists, level)  # keeps what the id stands for
        return known[1], known[2]

    def looked_up(self, own: Sequence[Offer]) -> tuple[dict[tuple[int, Counts], int], Level]:
        """Return the place of each offer in its list by damage and counts, and their tables."""
        _, level = self._parts(own)
        if id(own) not in self._places:
            has_total = self.total is not None
            self._places[id(own)] = {
                (offer.damage * has_total, offer.gang.counts): k for k, offer in enumerate(own)
            }
        return self._places[id(own)], level

    def _empty(self) -> Table:
        return np.full([size + 1 for size in self.sizes], self.never, dtype=self.kind)

    def _all_at_once(self, table: Table, gangs: Table) -> Table:
        for axis in range(len(self.sizes)):
            table = table.take(self._before[axis], axis)
            gangs = gangs.take(self._more[axis], axis)
        whole = table + gangs
        for axis in range(len(self.sizes)):
            whole = np.minimum.reduceat(whole, self._starts[axis], axis=axis)
        return self._settled(whole)

    def _one_by_one(self, table: Table, offers: Sequence[Offer]) -> Table:
        found = self._empty()
        for offer in offers:
            counts = offer.gang.counts
            here = tuple(slice(number, None) for number in counts)
            there = tuple(
                slice(0, size + 1 - number) for size, number in zip(self.sizes, counts, strict=True)
            )
            np.minimum(found[here], table[there] + self.value(offer), out=found[here])
        return self._settled(found)

    def _settled(self, table: Table) -> Table:
        """Let no sum with something that cannot be look like something that can."""
        return np.where(table > self.never // 2, self.never, table)

    # --- reading the tables ---------------------------------------------------------------------

    def least(self, level: Level) -> int | None:
        """Return the least value in the last tables, or None if there is none."""
        best = min((int(table.min()) for table in level.values()), default=self.never)
        return None if best >= self.never else best

    def ways(
        self,
        tables: Sequence[Level],
        offers: Sequence[Sequence[Offer]],
        *,
        are_distinct: bool = True,
    ) -> Iterator[Chosen]:
        """Yield choices, the best for the defending side first.

        Parameters
        ----------
        are_distinct
            Only one of those that are worth the same.
        """
        ways = _Ways(self, tables, offers, are_distinct=are_distinct)
        rank = 0
        while (found := ways.nth(rank)) is not None:
            gangs = found
            length = len(gangs[0].vector) if gangs else 0
            vector = tuple(sum(gang.vector[k] for gang in gangs) for k in range(length))
            yield Chosen(gangs, vector, sum(gang.met for gang in gangs))
            rank += 1


class _Packing:
    """Packs vectors into integers that compare like them, each entry in a base of its own."""

    def __init__(self, every: Sequence[Sequence[Vector]]) -> None:
        length = max((len(vector) for own in every for vector in own), default=1)
        self.reaches = [
            sum(max(abs(vector[k]) for vector in own) for own in every) for k in range(length)
        ]
        self.size = prod(2 * reach + 1 for reach in self.reaches)

    def __call__(self, vector: Vector) -> int:
        packed = 0
        for entry, reach in zip(vector, self.reaches, strict=True):
            packed = packed * (2 * reach + 1) + entry
        return packed

    def unpacked(self, value: int) -> Vector:
        """Return the vector that was packed."""
        found = []
        for reach in reversed(self.reaches):
            base = 2 * reach + 1
            entry = (value + reach) % base - reach
            found.append(entry)
            value = (value - entry) // base
        return tuple(reversed(found))


Place = tuple[int, int, Counts]
"""How many attackers have been taken, the damage dealt, and how many of each kind are used."""
Step = tuple[int, int, Place | None, int]
"""A value, the offer that was taken last, where from, and with which of the ways there."""


class _Ways:
    """The ways to each place of the tables, found one after the other as they are asked for."""

    def __init__(
        self,
        chooser: Chooser,
        tables: Sequence[Level],
        offers: Sequence[Sequence[Offer]],
        *,
        are_distinct: bool,
    ) -> None:
        self.chooser = chooser
        self.tables = tables
        self.offers = offers
        self.are_distinct = are_distinct
        self.found: dict[Place, list[Step]] = {}
        self.open: dict[Place, list[Step]] = {}
        self.bests: dict[Place, Step | None] = {}
        self.end: Place = (len(offers) + 1, 0, ())

    def nth(self, rank: int) -> tuple[Gang, ...] | None:
        """Return the gangs of the whole choice of this rank, counted from 0."""
        step = self._step(self.end, rank)
        if step is None:
            return None
        gangs: list[Gang] = []
        _, _, place, rank = step
        while place is not None and place[0] > 0:
            step = self._step(place, rank)
            assert step is not None
            gangs.append(self.offers[place[0] - 1][step[1]].gang)
            _, _, place, rank = step
        gangs.reverse()
        return tuple(gangs)

    def _step(self, place: Place, rank: int) -> Step | None:
        if place[0] == 0:
            return (0, 0, None, 0) if rank == 0 else None
        if rank == 0 and place not in self.found:
            return self._best(place)
        if place not in self.found:
            self.found[place], self.open[place] = [], self._beginning(place)
        found, heap = self.found[place], self.open[place]
        while len(found) <= rank and heap:
            step = heappop(heap)
            value, number, before, used = step
            assert before is not None
            following = self._step(before, used + 1)
            if following is not None:
                first = self._step(before, used)
                assert first is not None
                heappush(heap, (value - first[0] + following[0], number, before, used + 1))
            if not (self.are_distinct and found and found[-1][0] == value):
                found.append(step)
        return found[rank] if rank < len(found) else None

    def _best(self, place: Place) -> Step | None:
        """Return the best way to a place, without looking at the others."""
        if place not in self.bests:
            ends = self._last() if place == self.end else self._through_offers(place)
            self.bests[place] = min(ends, default=None)
        return self.bests[place]

    def _last(self) -> Iterator[Step]:
        """Yield the best end of the last tables for each damage."""
        for damage, table in self.tables[-1].items():
            used = np.unravel_index(int(table.argmin()), table.shape)
            counts = tuple(map(int, used))
            if table[counts] < self.chooser.never:
                yield int(table[counts]), 0, (len(self.offers), damage, counts), 0

    def _through_offers(self, place: Place) -> Iterator[Step]:
        """Yield the best way to a place for each damage that the last attacker deals."""
        number, dealt, counts = place
        own = self.offers[number - 1]
        numbers, gangs = self.chooser.looked_up(own)
        within = tuple(slice(0, count + 1) for count in counts)
        for damage, offered in gangs.items():
            table = self.tables[number - 1].get(dealt - damage)
            if table is None:
                continue
            backwards = tuple(slice(None, None, -1) for _ in counts)
            whole = offered[within] + table[within][backwards]
            used = tuple(map(int, np.unravel_index(int(whole.argmin()), whole.shape)))
            if whole[used] < self.chooser.never // 2:
                before = tuple([n - m for n, m in zip(counts, used, strict=True)])
                came = (number - 1, dealt - damage, before)
                yield int(whole[used]), numbers[damage, used], came, 0

    def _beginning(self, place: Place) -> list[Step]:
        """Return the best way to a place through each offer."""
        number, dealt, counts = place
        never = self.chooser.never
        heap: list[Step] = []
        if place == self.end:
            for damage, table in self.tables[-1].items():
                for used in product(*(range(size) for size in table.shape)):
                    value = int(table[used])
                    if value < never:
                        heap.append((value, 0, (number - 1, damage, used), 0))
        else:
            has_total = self.chooser.total is not None
            for k, offer in enumerate(self.offers[number - 1]):
                table_before = self.tables[number - 1].get(dealt - offer.damage * has_total)
                before = tuple([n - m for n, m in zip(counts, offer.gang.counts, strict=True)])
                if table_before is None or min(before, default=0) < 0:
                    continue
                value = int(table_before[before])
                if value < never:
                    came = (number - 1, dealt - offer.damage * has_total, before)
                    heap.append((value + self.chooser.value(offer), k, came, 0))
        heapify(heap)
        return heap
