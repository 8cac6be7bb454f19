"""Solving objectives in order of importance, against what the other side may still do.

Stage by stage: an objective is maximised, its proven integer value is fixed, and the next follows.
A *leaf* is one way for the other side to go on; where it has a choice, each objective becomes a
variable, and the vector of these variables is at most that of every leaf, compared in order of
importance. So the model's answer is never worse than the truth, and with every leaf that matters in
it, it is the truth.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from time import perf_counter
from typing import Any

from ortools.sat.python import cp_model

from optimizer.encoding.variables import Sum, Value, Variables
from optimizer.objectives import LARGEST


class Proof(Enum):
    """What a stage's search has shown."""

    OPTIMAL = auto()
    FEASIBLE = auto()
    NOTHING = auto()
    """The time was up before anything was found."""


@dataclass(frozen=True)
class Stage:
    """The answer of one stage.

    Attributes
    ----------
    value, bound
        The objective's value in the solution found and the best that is possible, both to be
        maximised; the value is None if nothing was found.
    solver
        Has the values of the variables.
    """

    proof: Proof
    value: int | None
    bound: int
    solver: Any


class Lexicographic:
    """The objectives of one model.

    Parameters
    ----------
    varies
        For each objective, whether the other side may still change it.
    bounds
        For each objective, the lowest and highest value that it can have at all.
    """

    def __init__(
        self, variables: Variables, varies: Sequence[bool], bounds: Sequence[tuple[int, int]]
    ) -> None:
        self.variables = variables
        self.varies = varies
        self.bounds = bounds
        self.totals: list[Sum] = []
        self._leaves = 0

    def add_leaf(self, values: Sequence[Sum], valid: Value = 1) -> None:
        """Require that the objectives are no better than at this leaf.

        Parameters
        ----------
        values
            Each objective's value at the leaf, to be maximised.
        valid
            The condition that the other side can go this way.
        """
        variables = self.variables
        self._leaves += 1
        if not self.totals:
            for k, value in enumerate(values):
                low, high = self.bounds[k]
                if max(abs(value.low), abs(value.high), abs(low), abs(high)) > LARGEST:
                    raise OverflowError("an objective can get too large to compute")
                total = value
                if self.varies[k]:
                    total = variables.sum(variables.integer(low, high, f"objective {k}"))
                self.totals.append(total)
        equal = valid
        last = max((k for k, varies in enumerate(self.varies) if varies), default=-1)
        for k, value in enumerate(values):
            if not self.varies[k]:
                continue
            gap = variables.sum(value, (self.totals[k], -1))
            variables.at_least(gap, 0, equal)
            if k < last:
                still = variables.literal(f"leaf {self._leaves} equal up to {k}")
                variables.at_least(variables.sum(equal, (still, -1)), 0)
                worse = variables.all_of(
                    [equal, variables.opposite(still)], f"leaf {self._leaves} worse in {k}"
                )
                variables.at_least(gap, 1, worse)
                equal = still

    def maximize(self, k: int, deadline: float | None) -> Stage:
        """Solve one stage: the k-th objective, with the earlier ones as they have been fixed.

        Parameters
        ----------
        deadline
            The value of `time.perf_counter` at which to stop, or None.

        Raises
        ------
        RuntimeError
            If the model is invalid or holds that nothing is possible.
        """
        total, model = self.totals[k], self.variables.model
        expression = self.variables.expression(total)
        model.maximize(expression)
        solver = new_solver(deadline)
        status = solver.solve(model)
        if status == cp_model.UNKNOWN:
            return Stage(Proof.NOTHING, None, total.high, solver)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise RuntimeError(f"{solver.status_name(status)} model {model.validate()}")
        value = int(solver.value(expression))
        if deadline is not None:  # a hint makes nothing faster, but leaves no stage without answer
            self.hint(solver)
        if status == cp_model.OPTIMAL:
            return Stage(Proof.OPTIMAL, value, value, solver)
        bound = min(total.high, int(solver.best_objective_bound + 1e-6))
        return Stage(Proof.FEASIBLE, value, max(value, bound), solver)

    def fix(self, k: int, value: int) -> None:
        """Keep an objective at the value that has been proven for it."""
        self.variables.equal(self.totals[k], value)

    def hint(self, solver: Any) -> None:
        """Hint every variable with its value in a solution."""
        model: Any = self.variables.model
        model.clear_hints()
        values = solver.response_proto.solution
        model.proto.solution_hint.vars.extend(range(len(values)))
        model.proto.solution_hint.values.extend(values)

    def suggest(self, pin: Callable[[Any], None], deadline: float | None) -> bool:
        """Give the solver a complete hint: a known answer, with all that follows from it.

        The values of the other variables are found by the model itself, with the answer pinned; so
        the hint is complete, and an answer that the model does not allow is noticed.

        Parameters
        ----------
        pin
            Adds the rows that pin the answer to a copy of the model.

        Returns
        -------
        bool
            False if the model holds that the answer is impossible.
        """
        probe: Any = self.variables.model.clone()
        pin(probe)
        probe.clear_objective()
        if self.totals:
            probe.maximize(self.variables.expression(self.totals[0]))
        solver = new_solver(deadline)
        status = solver.solve(probe)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            self.hint(solver)
        return bool(status != cp_model.INFEASIBLE)


def new_solver(deadline: float | None) -> Any:
    """Return a solver with the parameters for models of this size.

    One worker; no presolve, which undoes the strong rows and has been seen to call a wrong answer
    optimal; the linear relaxation in full.
    """
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = 1
    parameters.cp_model_presolve = False
    parameters.linearization_level = 2
    parameters.catch_sigint_signal = False
    parameters.random_seed = 0
    if deadline is not None:
        parameters.max_time_in_seconds = max(0.0, deadline - perf_counter())
    return solver
