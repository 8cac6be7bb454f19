"""Which attacker gets which gang: a dynamic program over how many blockers of each kind are used.

The attackers are taken one after the other. After each, a table holds for every number of used
blockers of each kind the least that the attacking side can be held to: first as many requirements
as can be met (509.1c), then the objectives in order. All entries are packed into one integer each
that compares like the vector, so that a whole table is moved at once: along each kind, every pair
of "used before" and "in this gang" is laid out, and the least of those with the same sum is taken.

With a total to stay below (damage that would be lethal), there is one table for each amount of
damage below it that the attacking side can deal. Gangs that gain life deal less than nothing: as
much as is gained in all, the damage may be above the total in between.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimizer.declaring.gangs import Counts, Gang
from optimizer.parts.vectors import Packing, Vector

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


class Chooser:
    """The dynamic program for attackers of which some or all attack.

    Parameters
    ----------
    every
        The offers of all attackers that will be asked about, each as often as it may be used.
    slack
        The most that gangs gain in all.
    """

    def __init__(
        self,
        every: Iterable[Sequence[Offer]],
        sizes: Counts,
        total: int | None = None,
        slack: int = 0,
    ) -> None:
        self.sizes = sizes
        self.total = total
        self.slack = slack
        lists = list(every)
        times = Counter(map(id, lists))  # attackers that are alike share a list
        differ = {id(own): own for own in lists}.values()
        self._pack = Packing(
            [[(-o.gang.met, *o.gang.vector) for o in own] for own in differ], list(times.values())
        )
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
                if self.total is not None and damage >= self.total + self.slack:
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

    def below(self, level: Level) -> Level:
        """Return those of the last tables whose damage is below the total."""
        return {d: table for d, table in level.items() if self.total is None or d < self.total}

    def least(self, level: Level) -> int | None:
        """Return the least value in the last tables, or None if there is none."""
        best = min((int(table.min()) for table in self.below(level).values()), default=self.never)
        return None if best >= self.never else best
