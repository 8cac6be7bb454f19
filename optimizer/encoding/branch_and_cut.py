"""Branch and cut by HiGHS, for the stages of a part's model that are too large for CP-SAT.

HiGHS comes with ortools. It computes with floating-point numbers, so only two things are taken from
it: a bound, rounded down to an integer as every objective is one, and which conditions hold in its
best solution. CP-SAT then finds integers for the rest, with these conditions fixed; so a solution
is exact, and whether it reaches the bound is seen from the exact value.
"""

from collections.abc import Collection, Sequence
from datetime import timedelta
from math import floor, inf
from time import perf_counter
from typing import Any

from ortools.sat.python import cp_model

from optimizer.encoding.lexicographic import Proof, Stage, new_solver
from optimizer.encoding.variables import Sum

_PARAMETERS: dict[str, dict[str, Any]] = {
    "bool_options": {"mip_allow_restart": False, "mip_detect_symmetry": False},
    "double_options": {"mip_heuristic_effort": 0.05},
    "int_options": {"mip_pscost_minreliable": 2, "threads": 1},
}
"""Little is to be gained by restarts and symmetry here, and much time lost by trying branches."""

_TOLERANCE = 1e-3
"""A bound this close below an integer counts as reaching it."""

_SHARE = 0.98
"""The share of the time for HiGHS, which stops a little late; the rest is for what follows."""

_UNBOUNDED = 2**60


def maximize(
    model: Any,
    total: Sum,
    conditions: Collection[int],
    known: Sequence[int],
    deadline: float | None,
) -> Stage:
    """Solve a model of linear rows.

    Parameters
    ----------
    model
        CP-SAT's.
    total
        What is to be maximised.
    conditions
        The indices of the variables that have to be integers; given these, the others can be.
    known
        The values of all variables in a solution to begin with, or nothing.
    deadline
        The value of `time.perf_counter` at which to stop, or None.
    """
    found, bound = _solve(model.proto, total, conditions, known, deadline)
    value, solver = None, None
    if found:
        # As a rule all of it is in integers already.
        for kept in (range(len(found)), conditions):
            solver = _exact(model, {index: found[index] for index in kept})
            if solver is not None:
                value = total.constant + sum(w * int(solver.value(v)) for v, w in total.terms)
                break
    most = (
        total.high if bound == inf else min(total.high, floor(bound + total.constant + _TOLERANCE))
    )
    if value is None:
        return Stage(Proof.NOTHING, None, most, None)
    is_proven = value >= most
    return Stage(Proof.OPTIMAL if is_proven else Proof.FEASIBLE, value, most, solver)


def _exact(model: Any, fixed: dict[int, int]) -> Any | None:
    """Solve a model exactly with these variables fixed; return the solver, or None if it cannot."""
    copy = model.clone()
    for index, number in fixed.items():
        domain = copy.proto.variables[index].domain
        domain[0], domain[1] = number, number
    solver = new_solver(None)
    return solver if solver.solve(copy) in (cp_model.OPTIMAL, cp_model.FEASIBLE) else None


def _solve(
    proto: Any,
    total: Sum,
    conditions: Collection[int],
    known: Sequence[int],
    deadline: float | None,
) -> tuple[list[int], float]:
    """Return the best solution found, rounded, or nothing; and the bound without constant."""
    from ortools.math_opt.python import mathopt
    from ortools.math_opt.solvers import highs_pb2

    model = mathopt.Model()
    integers = set(conditions)
    variables = [
        model.add_variable(lb=v.domain[0], ub=v.domain[1], is_integer=k in integers)
        for k, v in enumerate(proto.variables)
    ]
    for constraint in proto.constraints:
        row = constraint.linear
        low, high = row.domain[0], row.domain[1]
        added = model.add_linear_constraint(
            lb=low if low > -_UNBOUNDED else -inf, ub=high if high < _UNBOUNDED else inf
        )
        for index, factor in zip(row.vars, row.coeffs, strict=True):
            added.set_coefficient(variables[index], factor)
    model.objective.is_maximize = True
    for variable, weight in total.terms:
        model.objective.set_linear_coefficient(variables[variable.index], weight)
    left = None if deadline is None else max(0.0, deadline - perf_counter()) * _SHARE
    parameters = mathopt.SolveParameters(
        time_limit=None if left is None else timedelta(seconds=left),
        absolute_gap_tolerance=0.9,
        relative_gap_tolerance=0.0,
        highs=highs_pb2.HighsOptionsProto(**_PARAMETERS),
    )
    hints = mathopt.ModelSolveParameters()
    if known:
        values = dict(zip(variables, map(float, known), strict=True))
        hints.solution_hints.append(mathopt.SolutionHint(variable_values=values))
    result = mathopt.solve(model, mathopt.SolverType.HIGHS, params=parameters, model_params=hints)
    bound = result.best_objective_bound()
    if not result.has_primal_feasible_solution():
        return [], bound
    return [round(value) for value in result.variable_values(variables)], bound
