"""The best choice of gangs where the dynamic program over all of them has no room: by prices.

Let every blocker have a price. What each attacker's cheapest gang costs with its members' prices,
less the prices of all blockers, is a bound below every choice: each blocker is in one gang at most.
The linear program of choosing gangs finds the prices with the highest bound; the gangs that it
needs are added as they turn out to be cheap (column generation). Prices are rounded, so that the
bound is exact.

Then only gangs matter that cost little more than the cheapest. Choices are put together attacker by
attacker, and dropped as soon as they cost more than a limit in all. The limit begins near the bound
and grows: the best choice within the first that leaves one is the best of all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from optimizer.declaring.gang_tables import Table, counts_of, summed
from optimizer.declaring.gangs import Counts

_MOST_STATES = 2_000_000
_MOST_COLUMNS = 3_000
_MOST_ROUNDS = 400


@dataclass(frozen=True)
class Priced:
    """The best choice that was found, as a place in each attacker's table, and its bound."""

    places: tuple[int, ...]
    value: int
    bound: int

    @property
    def proven(self) -> bool:
        """Nothing is better."""
        return self.bound >= self.value


def best_by_prices(
    tables: Sequence[Table], sizes: Counts, known: Sequence[int], end: float | None
) -> Priced:
    """Return the best choice of gangs.

    Parameters
    ----------
    tables
        What every gang is worth, for each attacker (`gang_tables`).
    sizes
        How many blockers there are of each kind.
    known
        A choice.
    end
        The value of `time.perf_counter` at which to stop, or None.
    """
    return _Search(tables, sizes, known, end).run()


class _Search:
    def __init__(
        self, tables: Sequence[Table], sizes: Counts, known: Sequence[int], end: float | None
    ) -> None:
        self.tables = tables
        self.sizes = sizes
        self.end = end
        self.places = tuple(known)
        self.value = sum(int(table[place]) for table, place in zip(tables, known, strict=True))
        self.prices = [0] * len(sizes)
        self.bound = self._bound(self.prices)

    def run(self) -> Priced:
        """Find prices, then put choices together."""
        self._find_prices()
        self._put_together()
        return Priced(self.places, self.value, min(self.bound, self.value))

    def _is_late(self) -> bool:
        return self.end is not None and perf_counter() > self.end

    # --- prices ---------------------------------------------------------------------------------

    def _bound(self, prices: Sequence[int]) -> int:
        priced = summed(self.sizes, prices)
        cheapest = sum(int((table + priced).min()) for table in self.tables)
        return cheapest - sum(p * n for p, n in zip(prices, self.sizes, strict=True))

    def _find_prices(self) -> None:
        """Raise the bound by column generation."""
        from ortools.linear_solver import pywraplp

        solver = pywraplp.Solver.CreateSolver("GLOP")
        infinity = solver.infinity()
        one_each = [solver.Constraint(1.0, 1.0) for _ in self.tables]
        used = [solver.Constraint(-infinity, float(size)) for size in self.sizes]
        objective = solver.Objective()
        objective.SetMinimization()
        added: set[tuple[int, int]] = set()

        def add(attacker: int, place: int) -> bool:
            if (attacker, place) in added:
                return False
            added.add((attacker, place))
            column = solver.NumVar(0.0, infinity, "")
            objective.SetCoefficient(column, float(self.tables[attacker][place]))
            one_each[attacker].SetCoefficient(column, 1.0)
            for row, number in zip(used, counts_of(self.sizes, place), strict=True):
                if number:
                    row.SetCoefficient(column, float(number))
            return True

        for attacker, place in enumerate(self.places):
            add(attacker, place)
            add(attacker, 0)
        for _ in range(_MOST_ROUNDS):
            if self._is_late() or solver.Solve() != pywraplp.Solver.OPTIMAL:
                return
            prices = [max(0, round(-row.dual_value())) for row in used]
            priced = summed(self.sizes, prices)
            bound = -sum(p * n for p, n in zip(prices, self.sizes, strict=True))
            is_new = False
            for attacker, table in enumerate(self.tables):
                cost = table + priced
                place = int(cost.argmin())
                bound += int(cost[place])
                is_new = add(attacker, place) or is_new
            if bound > self.bound:
                self.bound, self.prices = bound, prices
            if not is_new or self.bound >= self.value:
                return

    # --- putting choices together ---------------------------------------------------------------

    def _put_together(self) -> None:
        """Find the best choice within limits that grow, and raise the bound as there is none."""
        priced = summed(self.sizes, self.prices)
        beyond = [table + priced for table in self.tables]
        floor = -sum(p * n for p, n in zip(self.prices, self.sizes, strict=True))
        for cost in beyond:
            least = int(cost.min())
            floor += least
            cost -= least
        room = max(1, (self.value - floor) // 64)
        while self.bound < self.value and not self._is_late():
            most = min(room, self.value - floor - 1)
            found = self._within(beyond, most, floor)
            if found is None:
                return  # too many
            places, value = found
            if places is not None:
                self.places, self.value = places, value
                self.bound = value
                return
            self.bound = max(self.bound, floor + most + 1)
            room *= 2

    def _within(
        self, beyond: Sequence[Table], most: int, floor: int
    ) -> tuple[tuple[int, ...] | None, int] | None:
        """Return the best choice that costs at most so much beyond the floor, if there is one.

        Returns
        -------
        tuple or None
            None if there are too many to look at.
        """
        columns = [np.flatnonzero(cost <= most) for cost in beyond]
        if max(map(len, columns)) > _MOST_COLUMNS:
            return None
        order = sorted(range(len(columns)), key=lambda attacker: len(columns[attacker]))
        digits = _Digits(self.sizes)
        states: NDArray[np.int64] = np.zeros(1, dtype=np.int64)
        costs: NDArray[np.int64] = np.zeros(1, dtype=np.int64)
        steps: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
        for attacker in order:
            parts = []
            number = 0
            for place in columns[attacker]:
                cost = costs + beyond[attacker][place]
                fits = np.flatnonzero((cost <= most) & digits.fit(states, int(place)))
                number += len(fits)
                if number > 4 * _MOST_STATES or self._is_late():
                    return None
                parts.append((states[fits] + place, cost[fits], fits, np.full(len(fits), place)))
            together, cost, came, taken = map(np.concatenate, zip(*parts, strict=True))
            best = np.lexsort((cost, together))
            first = np.ones(len(best), dtype=bool)
            first[1:] = together[best][1:] != together[best][:-1]
            kept = best[first]
            if len(kept) > _MOST_STATES:
                return None
            if not len(kept):
                return None, 0
            states, costs = together[kept], cost[kept]
            steps.append((came[kept], taken[kept]))
        every = sum(p * n for p, n in zip(self.prices, self.sizes, strict=True))
        values = floor + costs + every - summed(self.sizes, self.prices)[states]
        within = np.flatnonzero(values <= floor + most)
        if not len(within):
            return None, 0
        end = int(within[values[within].argmin()])
        value, places = int(values[end]), [0] * len(order)
        for attacker, (came, taken) in zip(reversed(order), reversed(steps), strict=True):
            places[attacker] = int(taken[end])
            end = int(came[end])
        return tuple(places), value


class _Digits:
    """Whether numbers of each kind, as digits of a place, fit together."""

    def __init__(self, sizes: Counts) -> None:
        self.sizes = sizes
        self.units = [1] * len(sizes)
        for k in range(len(sizes) - 2, -1, -1):
            self.units[k] = self.units[k + 1] * (sizes[k + 1] + 1)

    def fit(self, states: NDArray[np.int64], place: int) -> NDArray[np.bool_]:
        """Say for each state whether a gang can be added to it."""
        found = np.ones(len(states), dtype=bool)
        for size, unit, number in zip(
            self.sizes, self.units, counts_of(self.sizes, place), strict=True
        ):
            if number:
                found &= (states // unit) % (size + 1) + number <= size
        return found
