"""Which attacker gets which gang: a dynamic program over how many blockers of each kind are used.

The attackers are taken one after the other. After each, the table holds for every number of used
blockers of each kind the least that the attacking side can be held to: first as many requirements
as can be met (509.1c), then the objectives in order. All entries are packed into one integer each
that compares like the vector (`optimizer.parts.vectors`), so a gang moves the whole table at once.

With a total to stay below (damage that would be lethal), the table has one more axis: the damage
that the attacking side can deal at most, everything beyond the total counted as the total.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimizer.declaring.gangs import Counts, Gang
from optimizer.parts.vectors import Vector, packing

Table = NDArray[Any]

_FITS = 2**61


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
    """

    gangs: tuple[Gang, ...]
    vector: Vector


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
    tables = _Tables(offers, sizes, total)
    return tables.best()


class _Tables:
    def __init__(self, offers: Sequence[Sequence[Offer]], sizes: Counts, total: int | None) -> None:
        self.offers = offers
        self.total = total
        self.shape = tuple(size + 1 for size in sizes) + ((total + 1,) if total is not None else ())
        length = 1 + max((len(o.gang.vector) for own in offers for o in own), default=0)
        largest = sum(
            max(max(map(abs, (o.gang.met, *o.gang.vector))) for o in own) for own in offers
        )
        self.pack = packing(largest)
        fits = (2 * largest + 1) ** length < _FITS
        self.kind: Any = np.int64 if fits else object
        self.never = (2 * largest + 1) ** length
        first = np.full(self.shape, self.never, dtype=self.kind)
        first[(0,) * len(self.shape)] = 0
        self.tables: list[Table] = [first]
        for own in offers:
            self.tables.append(self._with(self.tables[-1], own))

    def _value(self, offer: Offer) -> int:
        return self.pack((-offer.gang.met, *offer.gang.vector))

    def _with(self, table: Table, own: Sequence[Offer]) -> Table:
        """Return the table after one more attacker."""
        found = np.full(self.shape, self.never, dtype=self.kind)
        for offer in own:
            counts, value = offer.gang.counts, self._value(offer)
            here: tuple[Any, ...] = tuple(slice(n, None) for n in counts)
            there: tuple[Any, ...] = tuple(
                slice(0, size - n) for size, n in zip(self.shape, counts, strict=False)
            )
            moved = table[there]
            moved = np.where(moved == self.never, self.never, moved + value)
            if self.total is None:
                np.minimum(found[here], moved, out=found[here])
                continue
            more = min(offer.damage, self.total)
            below = moved[..., : self.total + 1 - more]
            target = found[(*here, slice(more, None))]
            np.minimum(target, below, out=target)
            if more:  # what goes beyond the total counts as the total
                beyond = moved[..., self.total + 1 - more :].min(axis=-1)
                target = found[(*here, self.total)]
                np.minimum(target, beyond, out=target)
        return found

    def best(self) -> Chosen | None:
        """Return the best way through the tables."""
        last = self.tables[-1] if self.total is None else self.tables[-1][..., : self.total]
        if last.size == 0 or last.min() == self.never:
            return None
        place = [int(n) for n in np.unravel_index(int(last.argmin()), last.shape)]
        gangs: list[Gang] = []
        for number in range(len(self.offers) - 1, -1, -1):
            offer, place = self._step(number, place)
            gangs.append(offer.gang)
        gangs.reverse()
        length = len(gangs[0].vector) if gangs else 0
        vector = tuple(sum(gang.vector[k] for gang in gangs) for k in range(length))
        return Chosen(tuple(gangs), vector)

    def _step(self, number: int, place: list[int]) -> tuple[Offer, list[int]]:
        """Return which gang of an attacker led to a place, and from where."""
        wanted = self.tables[number + 1][tuple(place)]
        kinds = len(self.shape) - (self.total is not None)
        for offer in self.offers[number]:
            before = [n - used for n, used in zip(place[:kinds], offer.gang.counts, strict=True)]
            if min(before, default=0) < 0:
                continue
            if self.total is not None:
                if place[-1] < offer.damage:
                    continue  # a place below the total was reached without going beyond it
                before.append(place[-1] - offer.damage)
            found = self.tables[number][tuple(before)]
            if found != self.never and found + self._value(offer) == wanted:
                return offer, before
        raise AssertionError("a table without a way to it")
