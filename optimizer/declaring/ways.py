"""Reading choices of gangs off the tables of `choosing`: the best, the next best, and so on.

Each place of a table is reached from places of the table before, one for each gang of the last
attacker. Its best way comes through one of these; the next one is the next best way to that place,
or the best way to another: so they are found one after the other, as far as they are asked for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import product

import numpy as np

from optimizer.declaring.choosing import Chooser, Level, Offer
from optimizer.declaring.gangs import Counts, Gang
from optimizer.parts.vectors import Vector


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


def ways(
    chooser: Chooser,
    tables: Sequence[Level],
    offers: Sequence[Sequence[Offer]],
    *,
    are_distinct: bool = True,
) -> Iterator[Chosen]:
    """Yield choices, the best for the defending side first.

    Parameters
    ----------
    tables, offers
        The tables, and the offers that they were made of.
    are_distinct
        Only one of those that are worth the same.
    """
    found = _Ways(chooser, tables, offers, are_distinct=are_distinct)
    rank = 0
    while (gangs := found.nth(rank)) is not None:
        length = len(gangs[0].vector) if gangs else 0
        vector = tuple(sum(gang.vector[k] for gang in gangs) for k in range(length))
        yield Chosen(gangs, vector, sum(gang.met for gang in gangs))
        rank += 1


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
        for damage, table in self.chooser.below(self.tables[-1]).items():
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
            for damage, table in self.chooser.below(self.tables[-1]).items():
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
