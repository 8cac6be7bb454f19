"""The model of one question: which orders the parts, adds plans, and solves stage by stage."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import count
from time import perf_counter

from ortools.sat.python import cp_model

from engine.assignment import StepAssignment
from engine.measures import measure
from engine.steps import Outcome
from optimizer.encoding.board import Board
from optimizer.encoding.objective import Measures, own_loss
from optimizer.encoding.problem import Problem
from optimizer.encoding.replies import Plan, Replies
from optimizer.encoding.variables import Sum, Value
from optimizer.objectives import OWN_LOSS_MEASURES, Objective

# What has happened before the model begins is added to these; the others look at the end.
_FLOWS = frozenset(
    [
        "player_damage",
        "planeswalker_damage",
        "battle_damage",
        "poison",
        "commander_damage",
        "life_gained",
        "overkill",
    ]
)

SIXTY_TWO_BITS = 2**62


class Proof(Enum):
    """What a stage's search has shown."""

    OPTIMAL = auto()
    FEASIBLE = auto()
    NOTHING = auto()
    """The time was up before anything was found."""
    INFEASIBLE = auto()


@dataclass(frozen=True)
class Stage:
    """The answer of one stage.

    Attributes
    ----------
    proof
        What has been shown.
    value, bound
        The objective's value in the solution found and the best that is possible, both to be
        maximised; the value is None if nothing was found.
    assignment
        The active side's assignment.
    """

    proof: Proof
    value: int | None
    bound: int
    assignment: tuple[StepAssignment, ...] = ()


def monotone(objectives: Sequence[Objective]) -> bool:
    """Say whether no objective can lose by damage that a creature would not need to be dealt."""
    for objective in objectives:
        for name, weight in objective.weights.items():
            if name in ("kills", "kill_value") and weight * objective.sense < 0:
                return False
            if name in ("overkill", "life_gained") and weight:
                return False
    return True


class DamageModel:
    """The active side's decision, the defending side's plans, and the objectives.

    Parameters
    ----------
    problem
        What is to be decided; its `first` is not None.
    objectives
        In order of importance.
    before
        The steps that are already played.
    """

    def __init__(self, problem: Problem, objectives: Sequence[Objective], before: Outcome) -> None:
        assert problem.first is not None
        self.problem = problem
        self.objectives = objectives
        self.board = Board(
            problem.state,
            problem.first,
            problem.now,
            problem.second if problem.has_two_steps else None,
            problem.gained_in_answer,
            is_exact=not monotone(objectives),
        )
        self.variables = self.board.variables
        self.model = self.variables.model
        self.replies = Replies(self.board, problem.between, problem.replies)
        measures = Measures(self.board, self.replies)
        self.totals: list[Sum] = []
        self._left_to_defender: list[tuple[int, Sum]] = []
        self._plans = count(1)
        for k, objective in enumerate(objectives):
            total = self.variables.sum(
                measures.objective(objective), self._constant(objective, before)
            )
            if OWN_LOSS_MEASURES.intersection(objective.weights):
                total = self.variables.sum(total, self._worst_case(k, objective))
            if max(abs(total.low), abs(total.high)) >= SIXTY_TWO_BITS:
                raise OverflowError(f"the objective {objective.name} can get too large to compute")
            self.totals.append(total)

    def _constant(self, objective: Objective, before: Outcome) -> int:
        """Return what the steps already played have contributed."""
        return sum(
            weight * objective.sense * measure(before, name)
            for name, weight in objective.weights.items()
            if name.partition(":")[0] in _FLOWS
        )

    # --- the defending side --------------------------------------------------------------------

    def _worst_case(self, k: int, objective: Objective) -> Sum:
        """Return a variable for what the worst of all plans leaves of an objective."""
        weights = self._weights(objective)
        negative, positive = (sum(pick(0, w) for w in weights) for pick in (min, max))
        worst = self.variables.sum(
            self.variables.integer(negative, positive, f"own losses in objective {k}")
        )
        self._left_to_defender.append((k, worst))
        return worst

    def _weights(self, objective: Objective) -> list[int]:
        combat = self.problem.combat
        return [
            own_loss(self.replies, objective, {creature.id: 1}).constant
            for creature in combat.creatures.values()
            if creature.controller in combat.active_side
        ]

    def add_plan(self, plan: Plan) -> None:
        """Require that what is left to the defending side is no better than under this plan.

        Compared in order of importance: where the first objectives are equal, the next counts.
        """
        if not self._left_to_defender:
            return
        number = next(self._plans)
        deaths = self.replies.deaths(plan, f"plan {number}")
        equal: Value = 1
        for position, (k, worst) in enumerate(self._left_to_defender):
            planned = own_loss(self.replies, self.objectives[k], deaths)
            gap = self.variables.sum(planned, (worst, -1))
            self.variables.at_least(gap, 0, equal)
            if position + 1 < len(self._left_to_defender):
                still = self.variables.literal(f"plan {number} equal up to objective {k}")
                self.variables.at_least(self.variables.sum(equal, (still, -1)), 0)
                strictly = self.variables.all_of(
                    [equal, self.variables.opposite(still)], f"plan {number} worse in {k}"
                )
                self.variables.at_least(gap, 1, strictly)
                equal = still

    # --- solving -------------------------------------------------------------------------------

    def maximize(self, k: int, deadline: float | None) -> Stage:
        """Solve one stage: the k-th objective, with the earlier ones as they have been fixed.

        Parameters
        ----------
        deadline
            The value of `time.perf_counter` at which to stop, or None.
        """
        total = self.totals[k]
        self.model.maximize(self.variables.expression(total))
        solver = new_solver(deadline)
        status = solver.solve(self.model)
        if status == cp_model.MODEL_INVALID:
            raise RuntimeError(f"invalid model: {self.model.validate()}\n{self.problem.combat!r}")
        if status == cp_model.INFEASIBLE:
            return Stage(Proof.INFEASIBLE, None, total.high)
        if status == cp_model.UNKNOWN:
            return Stage(Proof.NOTHING, None, total.high)
        value = int(solver.value(self.variables.expression(total)))
        assignment = self.board.read(solver)
        self._hint(solver)
        if status == cp_model.OPTIMAL:
            return Stage(Proof.OPTIMAL, value, value, assignment)
        bound = min(total.high, int(solver.best_objective_bound + 1e-6))
        return Stage(Proof.FEASIBLE, value, max(value, bound), assignment)

    def fix(self, k: int, value: int) -> None:
        """Keep an objective at the value that has been proven for it."""
        self.variables.equal(self.totals[k], value)

    def suggest(self, assignment: Sequence[StepAssignment], deadline: float | None) -> None:
        """Give the solver a complete hint: a legal assignment, with all that follows from it.

        The values of the auxiliary variables are found by the model itself, with the assignment
        fixed; so a hint is complete, and an assignment that the model does not allow is noticed.

        Raises
        ------
        RuntimeError
            If the model holds that this assignment is impossible.
        """
        probe = self.model.clone()
        probe.clear_objective()
        given = {
            s.step: {(a.source, a.target): a.amount for a in s.assignments} for s in assignment
        }
        for name, step in zip(self.board.step_names, self.board.steps, strict=True):
            sums: dict[tuple[str, str], list[object]] = {}
            exact: dict[tuple[str, str], bool] = {}
            for cell in step.cells:
                key = (cell.division.source, cell.recipient.id)
                sums.setdefault(key, []).append(self.variables.expression(cell.amount))
                exact[key] = cell.useful is None or self.board.is_exact or self.board.has_two_steps
            for key, parts in sums.items():
                amount = given.get(name, {}).get(key, 0)
                expression = cp_model.LinearExpr.sum(parts)
                probe.add(expression == amount if exact[key] else expression <= amount)
        if self.totals:
            probe.maximize(self.variables.expression(self.totals[0]))
        solver = new_solver(deadline)
        status = solver.solve(probe)
        if status == cp_model.INFEASIBLE:
            raise RuntimeError(
                f"the model refuses a legal assignment: {assignment}\n{self.problem.combat!r}"
            )
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            self._hint(solver)

    def _hint(self, solver: cp_model.CpSolver) -> None:
        self.model.clear_hints()
        for index in range(len(self.model.proto.variables)):
            variable = self.model.get_int_var_from_proto_index(index)
            self.model.add_hint(variable, solver.value(variable))


def new_solver(deadline: float | None) -> cp_model.CpSolver:
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
