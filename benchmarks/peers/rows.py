"""A mixed-integer model for HiGHS, written row by row and solved objective by objective."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Stage:
    """What HiGHS says of one objective.

    Attributes
    ----------
    proven
        The value is the best.
    value
        Of the best solution found; None if there is none.
    bound
        No solution is better.
    columns
        The values of all variables.
    """

    proven: bool
    value: int | None
    bound: float
    columns: list[float]


@dataclass
class Rows:
    """Columns with bounds, all integer, and rows between them."""

    lower: list[int] = field(default_factory=list)
    upper: list[int] = field(default_factory=list)
    row_lower: list[float] = field(default_factory=list)
    row_upper: list[float] = field(default_factory=list)
    starts: list[int] = field(default_factory=lambda: [0])
    indices: list[int] = field(default_factory=list)
    factors: list[float] = field(default_factory=list)

    def column(self, upper: int) -> int:
        """Add an integer variable from 0 to `upper` and return its number."""
        self.lower.append(0)
        self.upper.append(upper)
        return len(self.lower) - 1

    def row(self, terms: Mapping[int, float], *, low: float | None, high: float | None) -> None:
        """Add a row: low <= sum of terms <= high."""
        self.indices += terms
        self.factors += terms.values()
        self.starts.append(len(self.indices))
        self.row_lower.append(-float("inf") if low is None else low)
        self.row_upper.append(float("inf") if high is None else high)

    def at_most(self, terms: Mapping[int, float], bound: float) -> None:
        """Add a row: sum of terms <= bound."""
        self.row(terms, low=None, high=bound)


class Staged:
    """A model loaded into HiGHS."""

    def __init__(self, rows: Rows) -> None:
        self.library: Any = import_module("highspy")
        self.highs: Any = self.library.Highs()
        self.highs.setOptionValue("output_flag", False)
        self.highs.setOptionValue("mip_rel_gap", 0.0)
        self.highs.setOptionValue("mip_abs_gap", 0.99)  # every objective is a whole number
        self.columns = len(rows.lower)
        self.highs.passModel(self._program(rows))

    def _program(self, rows: Rows) -> Any:
        program = self.library.HighsLp()
        program.num_col_ = self.columns
        program.num_row_ = len(rows.row_lower)
        program.col_cost_ = np.zeros(self.columns)
        program.col_lower_ = np.array(rows.lower, dtype=float)
        program.col_upper_ = np.array(rows.upper, dtype=float)
        program.row_lower_ = np.array(rows.row_lower)
        program.row_upper_ = np.array(rows.row_upper)
        program.a_matrix_.format_ = self.library.MatrixFormat.kRowwise
        program.a_matrix_.start_ = np.array(rows.starts)
        program.a_matrix_.index_ = np.array(rows.indices)
        program.a_matrix_.value_ = np.array(rows.factors, dtype=float)
        program.integrality_ = [self.library.HighsVarType.kInteger] * self.columns
        program.sense_ = self.library.ObjSense.kMaximize
        return program

    def maximize(self, weights: Mapping[int, int], seconds: float) -> Stage:
        """Solve for one objective, from nothing.

        Given the solution of the stage before as a start, HiGHS 1.16 has been seen to hand that one
        back as the answer, with the new objective's value.
        """
        if not self.columns:
            return Stage(True, 0, 0.0, [])
        costs = np.zeros(self.columns)
        costs[list(weights)] = list(weights.values())
        self.highs.changeColsCost(self.columns, np.arange(self.columns, dtype=np.int32), costs)
        self.highs.setOptionValue("time_limit", seconds)
        self.highs.clearSolver()
        self.highs.run()
        statuses = self.library.HighsModelStatus
        status = self.highs.getModelStatus()
        if status == statuses.kInfeasible:
            raise RuntimeError("HiGHS: the model is infeasible")
        information = self.highs.getInfo()
        if (
            information.primal_solution_status
            != self.library.SolutionStatus.kSolutionStatusFeasible
        ):
            return Stage(False, None, float("inf"), [])
        columns = list(self.highs.getSolution().col_value)
        value = round(information.objective_function_value)
        bound = information.mip_dual_bound
        return Stage(status == statuses.kOptimal, value, bound, columns)

    def fix(self, weights: Mapping[int, int], value: int) -> None:
        """Keep an objective at its proven value."""
        indices: Sequence[int] = list(weights)
        if indices:
            factors = np.array(list(weights.values()), dtype=float)
            numbers = np.array(indices, dtype=np.int32)
            self.highs.addRow(value, value, len(indices), numbers, factors)
