"""A thin layer over CP-SAT's model: sums that know their bounds, and the conditions the rules need.

A value that is known is a plain integer and a condition that is known is 0 or 1, so that a rule is
written once, whether its parts are decided or not. Conditional rows are linear, with the tightest
constant that the bounds allow: such a row is part of the linear relaxation.
"""

from collections.abc import Iterable
from time import perf_counter
from typing import Any, TypeAlias

from ortools.sat.python import cp_model

Value: TypeAlias = Any
"""An `IntVar` of the model, or the integer that it is known to be (ortools has no type stubs)."""


class Sum:
    """A linear expression with integer weights that knows its lowest and highest value."""

    __slots__ = ("constant", "high", "low", "terms")

    def __init__(self, constant: int = 0) -> None:
        self.terms: list[tuple[Value, int]] = []
        self.constant = self.low = self.high = constant

    @property
    def is_constant(self) -> bool:
        """Whether it has a single value."""
        return not self.terms


class TimeUpError(Exception):
    """The time was up before the model was complete."""


class Variables:
    """The variables of one model and the conditions between them.

    Parameters
    ----------
    deadline
        The value of `time.perf_counter` at which to give up, or None.
    """

    def __init__(self, deadline: float | None = None) -> None:
        self.deadline = deadline
        self.model = cp_model.CpModel()
        self._bounds: dict[int, tuple[int, int]] = {}

    def integer(self, low: int, high: int, name: str) -> Value:
        """Return a new integer variable, or the integer if there is only one value.

        Raises
        ------
        TimeUpError
            If the deadline has passed.
        """
        if low == high:
            return low
        variable = self.model.new_int_var(low, high, name)
        # Looking at the clock for each variable would take longer than making it.
        if self.deadline and variable.index % 256 == 0 and perf_counter() > self.deadline:
            raise TimeUpError
        self._bounds[variable.index] = (low, high)
        return variable

    def literal(self, name: str) -> Value:
        """Return a new 0-1 variable."""
        return self.integer(0, 1, name)

    def sum(self, *parts: "tuple[Value | Sum, int] | Value | Sum") -> Sum:
        """Return the sum of the parts, each a value or a sum, or a pair of one and its weight."""
        total = Sum()
        for part in parts:
            value, weight = part if isinstance(part, tuple) else (part, 1)
            self.add(total, value, weight)
        return total

    def add(self, total: Sum, value: "Value | Sum", weight: int = 1) -> None:
        """Add a weighted value to a sum."""
        if isinstance(value, Sum):
            total.terms += [(term, factor * weight) for term, factor in value.terms]
            total.constant += value.constant * weight
            ends = (value.low * weight, value.high * weight)
        elif isinstance(value, int):
            total.constant += value * weight
            ends = (value * weight, value * weight)
        else:
            total.terms.append((value, weight))
            low, high = self._bounds[value.index]
            ends = (low * weight, high * weight)
        total.low += min(ends)
        total.high += max(ends)

    def expression(self, total: Sum) -> Any:
        """Return a sum as CP-SAT's own expression."""
        variables, weights = [v for v, _ in total.terms], [w for _, w in total.terms]
        return cp_model.LinearExpr.weighted_sum(variables, weights) + total.constant

    def bounds(self, value: Value) -> tuple[int, int]:
        """Return the lowest and highest value of a value."""
        return (value, value) if isinstance(value, int) else self._bounds[value.index]

    # --- rows ----------------------------------------------------------------------------------

    def at_least(self, total: Sum, bound: int, when: Value = 1) -> None:
        """Require total >= bound if `when` holds."""
        if isinstance(when, int):
            if when and total.low < bound:
                self._row(total, bound, None)
        elif total.high < bound:
            self.model.add(when == 0)
        elif total.low < bound:
            self._row(self.sum(total, (when, total.low - bound)), total.low, None)

    def at_most(self, total: Sum, bound: int, when: Value = 1) -> None:
        """Require total <= bound if `when` holds."""
        self.at_least(self.sum((total, -1)), -bound, when)

    def equal(self, total: Sum, bound: int) -> None:
        """Require total == bound."""
        self._row(total, bound, bound)

    def _row(self, total: Sum, low: int | None, high: int | None) -> None:
        if total.is_constant:
            if (low is not None and total.constant < low) or (
                high is not None and total.constant > high
            ):
                self.model.add_bool_or([])  # cannot hold
            return
        expression = self.expression(total)
        if low == high:
            self.model.add(expression == low)
        elif low is not None:
            self.model.add(expression >= low)

    # --- conditions ----------------------------------------------------------------------------

    def reaches(self, total: Sum, bound: int, name: str) -> Value:
        """Return the condition that holds exactly if total >= bound."""
        if total.low >= bound:
            return 1
        if total.high < bound:
            return 0
        if len(total.terms) == 1 and total.low < bound <= total.high:
            (term, weight), ends = total.terms[0], self.bounds(total.terms[0][0])
            if ends == (0, 1) and weight > 0:  # then it is the term itself
                return term
        met = self.literal(name)
        self.at_least(total, bound, met)
        self.at_most(total, bound - 1, self.opposite(met))
        return met

    def opposite(self, condition: Value) -> Value:
        """Return the condition that holds exactly if this one does not."""
        if isinstance(condition, int):
            return 1 - condition
        opposite = self.literal(f"not {condition.name}")
        self.model.add(opposite + condition == 1)
        return opposite

    def any_of(self, conditions: Iterable[Value], name: str) -> Value:
        """Return the condition that holds exactly if one of these does."""
        return self.reaches(self.sum(*conditions), 1, name)

    def all_of(self, conditions: Iterable[Value], name: str) -> Value:
        """Return the condition that holds exactly if all of these do."""
        conditions = list(conditions)
        return self.reaches(self.sum(*conditions), len(conditions), name)

    def product(self, condition: Value, total: Sum, name: str) -> Sum:
        """Return the total where a condition holds, else 0; the total is never negative."""
        if isinstance(condition, int):
            return total if condition else Sum()
        if total.is_constant:
            return self.sum((condition, total.constant))
        found = self.sum(self.integer(0, total.high, name))
        self.at_most(self.sum(found, (condition, -total.high)), 0)
        self.at_most(self.sum(found, (total, -1)), 0)
        self.at_most(self.sum(total, (found, -1), (condition, total.high)), total.high)
        return found

    def capped(self, total: Sum, cap: int, name: str) -> Sum:
        """Return min(total, cap)."""
        if total.high <= cap:
            return total
        return self.sum(total, (self.excess(self.sum(total, -cap), name), -1))

    def excess(self, total: Sum, name: str) -> Sum:
        """Return max(0, total)."""
        if total.low >= 0:
            return total
        if total.high <= 0:
            return Sum()
        above = self.integer(0, total.high, name)
        self.model.add_max_equality(above, [0, self.expression(total)])
        return self.sum(above)


class Reading:
    """The values that sums and conditions have in a solution.

    Parameters
    ----------
    variables
        Those of the model.
    solver
        A solver that has found the solution.
    """

    def __init__(self, variables: Variables, solver: Any) -> None:
        self.variables = variables
        self.solver = solver

    def number(self, total: Sum) -> int:
        """Return the value of a sum."""
        return int(self.solver.value(self.variables.expression(total)))

    def truth(self, condition: Value) -> bool:
        """Return whether a condition holds."""
        known = isinstance(condition, int)
        return bool(condition if known else self.solver.value(condition))
