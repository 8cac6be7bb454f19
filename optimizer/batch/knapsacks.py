"""The divisions of many attackers, each among its own blockers, by NumPy: all subsets at once.

`optimizer.parts.single` says what is asked and solves one; here the sets of blockers that can get
lethal damage (702.19b) are enumerated for all attackers with as many blockers together. The
vectors of worth are packed into 64-bit integers that compare like the vectors; what does not fit,
or has too many blockers, goes to `closed_form.divide`.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from optimizer.parts.single import Blockers, Division, divide
from optimizer.parts.vectors import Vector

MOST_BLOCKERS = 6
"""So many blockers are enumerated: up to 64 sets for each attacker."""

_FITS = 2**62

Numbers = NDArray[np.int64]


def divide_all(shapes: Sequence[Blockers]) -> list[Division]:
    """Return the best division of each shape, each one for which `closed_form.is_small` holds.

    Which of several best divisions it is depends on the shape alone.
    """
    found: list[Division | None] = [None] * len(shapes)
    groups: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for place, shape in enumerate(shapes):
        base = _base(shape)
        if len(shape.costs) > MOST_BLOCKERS or base is None or _minds_deaths(shape):
            found[place] = divide(shape)
        else:
            key = (len(shape.costs), len(shape.point))
            groups.setdefault(key, []).append((place, base))
    for (blockers, _), members in groups.items():
        rows = _Rows([shapes[place] for place, _ in members], [base for _, base in members])
        for (place, _), division in zip(members, rows.divide(blockers), strict=True):
            found[place] = division
    return [division for division in found if division is not None]


def _minds_deaths(shape: Blockers) -> bool:
    """Say whether a death is unwelcome; then it matters where the rest of the damage lies."""
    none = (0,) * len(shape.point)
    return any(worth < none for worth in shape.worths)


def _base(shape: Blockers) -> int | None:
    """Return the base in which the shape's vectors can be packed, or None if it is too large."""
    most = sum(abs(entry) for worth in shape.worths for entry in worth)
    most += sum(map(abs, shape.point)) * shape.amount
    most += sum(map(abs, (*shape.first, *shape.emptied)))
    base = 2 * most + 1
    largest = max(base ** len(shape.point), shape.amount + sum(shape.costs), shape.counters)
    return base if largest < _FITS else None


class _Rows:
    """Shapes with as many blockers and objectives, one a row."""

    def __init__(self, shapes: Sequence[Blockers], bases: Sequence[int]) -> None:
        self.amount = np.array([shape.amount for shape in shapes], dtype=np.int64)
        self.costs = _matrix([shape.costs for shape in shapes])
        self.counters = np.array([shape.counters for shape in shapes], dtype=np.int64)
        self.passes = np.array([shape.goes_through for shape in shapes])
        self.worths = np.array([shape.worths for shape in shapes], dtype=np.int64)
        self.worths = self.worths.reshape(*self.costs.shape, len(shapes[0].point))
        self.point = _matrix([shape.point for shape in shapes])
        self.first = _matrix([shape.first for shape in shapes])
        self.emptied = _matrix([shape.emptied for shape in shapes])
        digits = np.arange(len(shapes[0].point))[::-1]
        self.scale: Numbers = np.array(bases, dtype=np.int64)[:, None] ** digits

    def _pack(self, vectors: Numbers) -> Numbers:
        scale = self.scale if vectors.ndim == 2 else self.scale[:, None]
        return np.asarray((vectors * scale).sum(axis=-1), dtype=np.int64)

    def divide(self, blockers: int) -> list[Division]:
        """Return the best division of each row."""
        sets = (np.arange(2**blockers)[:, None] >> np.arange(blockers)) & 1
        packed = self._pack(self.worths)
        costs, worths = self.costs @ sets.T, packed @ sets.T
        among = np.where(costs <= self.amount[:, None], worths, np.int64(-_FITS))
        if not blockers:  # all of it goes through
            among[:] = -_FITS
        chosen = sets[among.argmax(axis=1)]
        through, gained = self._through(blockers)
        goes = gained + worths[:, -1] > among.max(axis=1)
        chosen[goes] = 1
        through[~goes] = 0
        amounts = self.costs * chosen
        rest = self.amount - amounts.sum(axis=1) - through
        values = (self.worths * chosen[:, :, None]).sum(axis=1) + self._passing(through)
        if blockers:
            sink = np.where(goes, 0, (amounts > 0).argmax(axis=1))
            amounts[np.arange(len(amounts)), sink] += rest
        return [
            Division(tuple(one), passing, tuple(value))
            for one, passing, value in zip(
                amounts.tolist(), through.tolist(), values.tolist(), strict=True
            )
        ]

    def _through(self, blockers: int) -> tuple[Numbers, Numbers]:
        """Return for each row how much is best to go through, and what that is worth, packed.

        All blockers have lethal damage then. The worth is a line with a step at 1 and another where
        the target is emptied, so it is best next to a step or at an end.
        """
        left = self.amount - self.costs.sum(axis=1)
        ends = np.zeros_like(left)
        steps = [ends, ends + 1, self.counters - 1, self.counters, left] if blockers else [left]
        tried = np.stack(steps, axis=1)
        point, first, emptied = map(self._pack, (self.point, self.first, self.emptied))
        gained = tried * point[:, None] + (tried > 0) * first[:, None]
        is_emptied = (self.counters[:, None] > 0) & (tried >= self.counters[:, None])
        gained += is_emptied * emptied[:, None]
        possible = (tried >= 0) & (tried <= left[:, None]) & self.passes[:, None]
        gained = np.where(possible, gained, np.int64(-2 * _FITS + 1))
        best = gained.argmax(axis=1)
        rows = np.arange(len(best))
        return tried[rows, best], gained[rows, best]

    def _passing(self, through: Numbers) -> Numbers:
        """Return what it is worth that so much goes through, as vectors."""
        is_emptied = (self.counters > 0) & (through >= self.counters)
        value = self.point * through[:, None] + self.first * (through > 0)[:, None]
        return np.asarray(value + self.emptied * is_emptied[:, None], dtype=np.int64)


def _matrix(rows: Sequence[Vector]) -> Numbers:
    return np.array(rows, dtype=np.int64).reshape(len(rows), -1)
