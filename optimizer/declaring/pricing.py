"""The best choice of gangs where the dynamic program over all of them has no room: by prices.

Let every blocker have a price. What each attacker's cheapest gang costs with its members' prices,
less the prices of all blockers, is a bound below every choice: each blocker is in one gang at most.
Where damage has to stay below a total, each point of it has a price in the same way. The linear
program of choosing gangs finds the prices with the highest bound; the gangs that it needs are added
as they turn out to be cheap (column generation). Prices are rounded, so that the bound is exact.

Then only gangs matter that cost little more than the cheapest. Choices are put together attacker by
attacker, and dropped as soon as they cost more than a limit in all. The limit begins near the bound
and grows: the best choice within the first that leaves one is the best of all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from optimizer.declaring.gang_tables import Table, counts_of, summed, without_spare
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


@dataclass(frozen=True)
class Ceiling:
    """Damage that all attackers together may deal at most, and what each gang lets through.

    Gangs that gain life let through less than nothing; the slack is the most that they gain in all.
    """

    most: int
    tables: tuple[Table, ...]
    slack: int = 0


def load() -> None:
    """Load the solver of linear programs, so that no deadline has to wait for it."""
    import ortools.linear_solver.pywraplp  # noqa: F401


def best_by_prices(
    tables: Sequence[Table],
    sizes: Counts,
    known: Sequence[int],
    end: float | None,
    ceiling: Ceiling | None = None,
) -> Priced:
    """Return the best choice of gangs.

    Parameters
    ----------
    tables
        What every gang is worth, for each attacker (`gang_tables`).
    sizes
        How many blockers there are of each kind.
    known
        A choice, within the ceiling.
    end
        The value of `time.perf_counter` at which to stop, or None.
    ceiling
        Of damage, if there is one.
    """
    if ceiling is None:
        nothing: Table = np.zeros(len(tables[0]), dtype=np.int64)
        ceiling = Ceiling(0, (nothing,) * len(tables))
    return _Search(tables, sizes, known, end, ceiling).run()


class _Search:
    def __init__(
        self,
        tables: Sequence[Table],
        sizes: Counts,
        known: Sequence[int],
        end: float | None,
        ceiling: Ceiling,
    ) -> None:
        self.tables = tables
        self.ceiling = ceiling
        lean: dict[int, Table] = {}  # attackers that are alike share a table
        for table, damage in zip(tables, ceiling.tables, strict=True):
            if id(table) not in lean:
                lean[id(table)] = without_spare(table, damage, sizes)
        self.lean = [lean[id(table)] for table in tables]
        self.sizes = sizes
        self.end = end
        self.places = tuple(known)
        self.value = sum(int(table[place]) for table, place in zip(tables, known, strict=True))
        self.prices = [0] * len(sizes)
        self.toll = 0
        self.bound = self._floor(*self._priced(self.prices, 0))

    def run(self) -> Priced:
        """Find prices, then put choices together."""
        self._find_prices()
        self._put_together()
        return Priced(self.places, self.value, min(self.bound, self.value))

    def _is_late(self) -> bool:
        return self.end is not None and perf_counter() > self.end

    # --- prices ---------------------------------------------------------------------------------

    def _priced(self, prices: Sequence[int], toll: int) -> tuple[list[Table], int]:
        """Return what gangs cost with their prices, and the prices of all there is."""
        priced = summed(self.sizes, prices)
        known: dict[int, Table] = {}
        for table, damage in zip(self.lean, self.ceiling.tables, strict=True):
            if id(table) not in known:
                known[id(table)] = table + priced + toll * damage
        whole = sum(p * n for p, n in zip(prices, self.sizes, strict=True))
        return [known[id(table)] for table in self.lean], whole + toll * self.ceiling.most

    def _floor(self, costs: Sequence[Table], whole: int) -> int:
        return sum(int(cost.min()) for cost in costs) - whole

    def _find_prices(self) -> None:
        """Raise the bound by column generation."""
        from ortools.linear_solver import pywraplp

        solver = pywraplp.Solver.CreateSolver("GLOP")
        infinity = solver.infinity()
        one_each = [solver.Constraint(1.0, 1.0) for _ in self.tables]
        used = [solver.Constraint(-infinity, float(size)) for size in self.sizes]
        dealt = solver.Constraint(-infinity, float(self.ceiling.most))
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
            dealt.SetCoefficient(column, float(self.ceiling.tables[attacker][place]))
            return True

        for attacker, place in enumerate(self.places):
            add(attacker, place)
            add(attacker, 0)
        for _ in range(_MOST_ROUNDS):
            if self._is_late() or solver.Solve() != pywraplp.Solver.OPTIMAL:
                return
            prices = [max(0, round(-row.dual_value())) for row in used]
            toll = max(0, round(-dealt.dual_value()))
            costs, whole = self._priced(prices, toll)
            places = [int(cost.argmin()) for cost in costs]
            bound = sum(int(c[place]) for c, place in zip(costs, places, strict=True)) - whole
            if bound > self.bound:
                self.bound, self.prices, self.toll = bound, prices, toll
            is_new = sum(add(attacker, place) for attacker, place in enumerate(places)) > 0
            if not is_new or self.bound >= self.value:
                return

    # --- putting choices together ---------------------------------------------------------------

    def _put_together(self) -> None:
        """Find the best choice within limits that grow, and raise the bound as there is none."""
        costs, whole = self._priced(self.prices, self.toll)
        floor = self._floor(costs, whole)
        beyond = [cost - cost.min() for cost in costs]
        room = max(1, (self.value - floor) // 64)
        while self.bound < self.value and not self._is_late():
            most = min(room, self.value - floor - 1)
            found = self._within(beyond, most, floor, whole)
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
        self, beyond: Sequence[Table], most: int, floor: int, whole: int
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
        digits, ceiling = _Digits(self.sizes), self.ceiling
        span = max(0, ceiling.most) + 2 * ceiling.slack + 1
        states: NDArray[np.int64] = np.zeros(1, dtype=np.int64)
        dealt: NDArray[np.int64] = np.zeros(1, dtype=np.int64)
        costs: NDArray[np.int64] = np.zeros(1, dtype=np.int64)
        steps: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
        for attacker in order:
            parts = []
            number = 0
            for place in columns[attacker]:
                cost = costs + beyond[attacker][place]
                now = dealt + ceiling.tables[attacker][place]
                can = (cost <= most) & (now <= ceiling.most + ceiling.slack)
                fits = np.flatnonzero(can & digits.fit(states, int(place)))
                number += len(fits)
                if number > 4 * _MOST_STATES or self._is_late():
                    return None
                taken = np.full(len(fits), place)
                parts.append((states[fits] + place, now[fits], cost[fits], fits, taken))
            states, dealt, costs, came, taken = map(np.concatenate, zip(*parts, strict=True))
            key = states * span + dealt + ceiling.slack
            best = np.lexsort((costs, key))
            first = np.ones(len(best), dtype=bool)
            first[1:] = key[best][1:] != key[best][:-1]
            kept = best[first]
            if len(kept) > _MOST_STATES:
                return None
            if not len(kept):
                return None, 0
            states, dealt, costs = states[kept], dealt[kept], costs[kept]
            steps.append((came[kept], taken[kept]))
        paid = summed(self.sizes, self.prices)[states] + self.toll * dealt
        values = floor + costs + whole - paid
        within = np.flatnonzero((values <= floor + most) & (dealt <= ceiling.most))
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
