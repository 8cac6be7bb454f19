"""All plays of the active side that are worth as much, as the solutions of one model.

The model holds the rules and, for each known reply of the other side, that the play is worth enough
against it. Where `is_determined`, a play is one solution and CP-SAT lists them (one worker, no
objective); else plays are asked for one by one, each excluded once it is known.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from itertools import pairwise
from typing import Any

from ortools.sat.python import cp_model

from engine.assignment import Assigned, StepAssignment
from engine.divisions import conditional_divisions
from engine.steps import change
from optimizer.choices import is_of_side
from optimizer.encoding.events import Event, make_event
from optimizer.encoding.leaf import Leaf
from optimizer.encoding.lexicographic import new_solver
from optimizer.encoding.node import Hit
from optimizer.encoding.plain import PlainNode
from optimizer.encoding.plans import Plan, PlanWriter, own_split, smaller, split_by_plan
from optimizer.encoding.standing import Standing
from optimizer.encoding.variables import Sum, Value, Variables
from optimizer.goals import Goal
from optimizer.identical import Identical, Play
from optimizer.objectives import LARGEST
from optimizer.position import Position

Values = tuple[int, ...]


class End(Enum):
    """Why a search for plays has ended."""

    ALL = auto()
    """There are no more."""
    STOPPED = auto()
    """Whoever takes them has enough."""
    TIME = auto()
    """The time was up."""


@dataclass(frozen=True)
class Best:
    """The play that a model holds to be the best, and what it holds it to be worth."""

    play: Play
    values: Values


@dataclass
class _Branch:
    standing: Standing
    node: PlainNode
    event: Event


class PlainGame:
    """The active side's plays in a position as one model.

    Parameters
    ----------
    position
        Before a step in which the active side may choose.
    goals
        In order of importance.
    first_only
        A play is what is assigned in the first of two steps, as the second depends on the reply.
    """

    def __init__(self, position: Position, goals: Sequence[Goal], *, first_only: bool) -> None:
        self.position = position
        self.goals = goals
        self.first_only = first_only
        self.variables = Variables()
        state = position.state
        self.standing = Standing.of(self.variables, state, "now")
        self.others = position.divisions(active=False)
        self.node = PlainNode(self.standing, position.divisions(active=True), self.others)
        self.is_determined = not first_only
        self._branches: dict[object, _Branch] = {}
        self._leaves = 0
        self._reached: dict[tuple[object, int], Value] = {}
        self._moves = [self.node.amounts()]
        if position.following and not first_only:
            self._moves.append(self._branch(Plan(), "the second step").node.amounts())

    # --- replies -------------------------------------------------------------------------------

    def worth(self, replies: Sequence[StepAssignment]) -> tuple[list[Sum], Value]:
        """Return what a play is worth against a reply, and the condition that it is possible.

        Parameters
        ----------
        replies
            What the other side assigns and prevents in each step; the second may be missing if it
            did not take place.
        """
        self._leaves += 1
        label = f"leaf {self._leaves}"
        plans = [Plan.of(step.assignments, step.prevented) for step in replies]
        before = self._before_last(plans[0] if plans and self.first_only else Plan(), label)
        plan = plans[len(before)] if len(plans) > len(before) else Plan()
        node = before[-1].node if before else self.node
        standing = before[-1].standing if before else self.standing
        writer = PlanWriter(standing, node.others)
        hits = writer.hits(plan, label)
        valid = writer.valid(hits, node.hits() + hits, label)
        return self._values(before, node.hits() + hits, plan, label), valid

    def worth_against_any(self) -> list[Sum]:
        """Return what a play is worth against a reply that is a part of the solution."""
        label = "any reply"
        before = self._before_last(Plan(), label)
        node = before[-1].node if before else self.node
        standing = before[-1].standing if before else self.standing
        other = PlainNode(standing, node.others, node.own, node.hits())
        return self._values(before, node.hits() + other.hits(), None, label)

    def _before_last(self, plan: Plan, label: str) -> list[_Branch]:
        """Return what comes before the last step: nothing, or the first of two."""
        return [self._branch(plan, label)] if self.position.following else []

    def _branch(self, plan: Plan, label: str) -> _Branch:
        """Return the game after the first of two steps; without a choice any plan will do."""
        key = repr(plan)
        if key not in self._branches:
            position = self.position
            hits = PlanWriter(self.standing, self.others).hits(plan, label)
            event = self._event(self.standing, self.node.hits() + hits, plan, label)
            later = change(position.state)
            standing = self.standing.after(event, {}, later)
            standing.label = f"then {label}"
            assert position.following is not None
            second = conditional_divisions(later, position.following)
            own, others = (
                [d for d in second if (d.divider in position.combat.active_side) is active]
                for active in (True, False)
            )
            self._branches[key] = _Branch(standing, PlainNode(standing, own, others), event)
        return self._branches[key]

    def _values(
        self, before: Sequence[_Branch], hits: Sequence[Hit], plan: Plan | None, label: str
    ) -> list[Sum]:
        standing = before[-1].standing if before else self.standing
        event = self._event(standing, hits, plan, label)
        final = standing.after(event, {}, standing.state)
        final.label = f"end of {label}"
        standings = [self.standing, *(branch.standing for branch in before), final]
        events = [*(branch.event for branch in before), event]
        leaf = Leaf(self.position.outcome, standings, events)
        values = [goal.expression(leaf) for goal in self.goals]
        if any(max(abs(value.low), abs(value.high)) > LARGEST for value in values):
            raise OverflowError("an objective can get too large to compute")
        return values

    def _event(
        self, standing: Standing, hits: Sequence[Hit], plan: Plan | None, label: str
    ) -> Event:
        def split(target: str, pairs: Sequence[tuple[str, Sum]], shield: Sum) -> list[Sum]:
            name = f"{target} {label}"
            if len(pairs) == 1:
                return [smaller(self.variables, pairs[0][1], shield, f"{name} shield")]
            if plan is None or is_of_side(self.position.state, target, active=True):
                self.is_determined = False
                return list(own_split(self.variables, target, pairs, shield, label).values())
            order = plan.splits.get(target, ())
            return split_by_plan(self.variables, order, pairs, shield, name)

        return make_event(
            self.variables, standing.state, hits, standing.shields, standing.shield_counters,
            split, label,
        )  # fmt: skip

    # --- rows ----------------------------------------------------------------------------------

    def require(self, replies: Sequence[StepAssignment], least: Values) -> None:
        """Require that a play is worth at least this much against a reply, if that is possible."""
        values, valid = self.worth(replies)
        label = f"leaf {self._leaves}"
        gaps = [self.variables.sum(v, -least[k]) for k, v in enumerate(values)]
        enough = self.no_less(gaps, label)
        self.variables.at_least(self.variables.sum(enough, self.variables.opposite(valid)), 1)

    def no_less(self, gaps: Sequence[Sum], label: str) -> Value:
        """Return the condition that the first gap that is not 0, if any, is above 0."""
        variables = self.variables
        enough: Value = 1
        for k, gap in reversed(list(enumerate(gaps))):
            level = variables.reaches(gap, 0, f"{label} no less in {k}")
            more = variables.reaches(gap, 1, f"{label} more in {k}")
            still = variables.all_of([level, enough], f"{label} level in {k}")
            enough = variables.any_of([more, still], f"{label} enough from {k}")
        return enough

    def order(self, identical: Identical) -> None:
        """Let identical creatures stand in the order of what they assign, as far as that goes.

        Of plays that differ by the names of identical creatures at least one is left.
        """
        steps = self._moves
        rows = [name for names in identical.attackers for name in names]
        columns = [name for names in identical.others for name in names]
        known = {*rows, *columns}
        elsewhere = sorted({t for amounts in steps for _, t in amounts if t not in known})

        def pair(row: str, column: str) -> list[Sum]:
            keys = ((row, column), (column, row))
            return [amounts.get(key, Sum()) for amounts in steps for key in keys]

        def line(row: str) -> list[Sum]:
            first = [amounts.get((row, t), Sum()) for amounts in steps for t in elsewhere]
            return first + [total for column in columns for total in pair(row, column)]

        def column_line(column: str) -> list[Sum]:
            return [total for row in rows for total in pair(row, column)]

        for classes, numbers in ((identical.attackers, line), (identical.others, column_line)):
            for names in classes:
                for one, other in pairwise(names):
                    gaps = [
                        self.variables.sum(a, (b, -1))
                        for a, b in zip(numbers(one), numbers(other), strict=True)
                        if a.terms or b.terms or a.constant != b.constant
                    ]
                    self.variables.at_least(
                        self.variables.sum(self.no_less(gaps, f"{one} before {other}")), 1
                    )

    def exclude(self, play: Play) -> None:
        """Exclude one play."""
        differs: list[Value] = []
        for k, (amounts, step) in enumerate(zip(self._moves, play, strict=True)):
            given = {(a.source, a.target): a.amount for a in step}
            for key, total in amounts.items():
                amount = given.get(key, 0)
                differs.append(self._reaches((k, key), total, amount + 1))
                differs.append(self.variables.opposite(self._reaches((k, key), total, amount)))
        self.variables.at_least(self.variables.sum(*differs), 1)

    def _reaches(self, key: object, total: Sum, bound: int) -> Value:
        if (key, bound) not in self._reached:
            self._reached[key, bound] = self.variables.reaches(total, bound, f"{key} >= {bound}")
        return self._reached[key, bound]

    # --- solutions -----------------------------------------------------------------------------

    def read(self, value: Callable[[Any], int]) -> Play:
        """Read the play of a solution.

        Parameters
        ----------
        value
            The value of an expression in the solution.
        """
        found = []
        for outputs in self._outputs:
            amounts = [(pair, value(total)) for pair, total in outputs]
            found.append(tuple(Assigned(*pair, amount) for pair, amount in amounts if amount))
        return tuple(found)

    @cached_property
    def _outputs(self) -> list[list[tuple[tuple[str, str], Any]]]:
        return [
            [(pair, self.variables.expression(amounts[pair])) for pair in sorted(amounts)]
            for amounts in self._moves
        ]

    def plays(self, take: Callable[[Play], bool], deadline: float | None) -> End:
        """Hand over all plays, some of them more than once, until `take` says that it is enough.

        Parameters
        ----------
        deadline
            The value of `time.perf_counter` at which to stop, or None.
        """
        if not self.is_determined:
            return self._one_by_one(take, deadline)
        solver = new_solver(deadline)
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.linearization_level = 0  # measured: many times faster, 8 tokens against 8
        callback = _Callback(self, take)
        status = solver.solve(self.variables.model, callback)
        if callback.error is not None:
            raise callback.error
        if callback.is_stopped:
            return End.STOPPED
        self._judge(solver, status)
        return End.ALL if status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) else End.TIME

    def _one_by_one(self, take: Callable[[Play], bool], deadline: float | None) -> End:
        while True:
            solver = new_solver(deadline)
            status = solver.solve(self.variables.model)
            self._judge(solver, status)
            if status == cp_model.INFEASIBLE:
                return End.ALL
            if status == cp_model.UNKNOWN:
                return End.TIME
            play = self.read(_reader(solver))
            self.exclude(play)
            if take(play):
                return End.STOPPED

    def best(
        self, totals: Sequence[Sum], rows: Iterable[tuple[Sum, int, int]], deadline: float | None
    ) -> Best | None:
        """Return the play for which the totals are largest, the first the most important.

        Parameters
        ----------
        rows
            Sums that must lie between two bounds, in this question only.
        deadline
            The value of `time.perf_counter` at which to stop, or None.

        Returns
        -------
        Best or None
            None if there is no play.

        Raises
        ------
        TimeoutError
            If the deadline passed.
        """
        variables = self.variables
        model: Any = variables.model.clone()
        for total, low, high in rows:
            if low > high or (total.is_constant and not low <= total.constant <= high):
                return None
            if not total.is_constant:
                model.add_linear_constraint(variables.expression(total), low, high)
        found: list[int] = []
        play: Play = ()
        for total in totals:
            expression = variables.expression(total)
            model.clear_objective()
            if total.terms:
                model.maximize(expression)
            elif play:
                found.append(total.constant)
                continue
            solver = new_solver(deadline)
            status = solver.solve(model)
            self._judge(solver, status)
            if status == cp_model.INFEASIBLE:
                return None
            if status != cp_model.OPTIMAL:
                raise TimeoutError
            found.append(int(solver.value(expression)) if total.terms else total.constant)
            play = self.read(_reader(solver))
            if total.terms:
                model.add(expression == found[-1])
        return Best(play, tuple(found))

    def _judge(self, solver: Any, status: Any) -> None:
        if status == cp_model.MODEL_INVALID:
            raise RuntimeError(f"{solver.status_name(status)} {self.variables.model.validate()}")


class _Callback(cp_model.CpSolverSolutionCallback):
    """Hands over each solution's play."""

    def __init__(self, game: PlainGame, take: Callable[[Play], bool]) -> None:
        super().__init__()
        self.game = game
        self.take = take
        self.is_stopped = False
        self.error: Exception | None = None

    def on_solution_callback(self) -> None:
        """Take a solution."""
        if self.is_stopped:
            return
        try:
            self.is_stopped = self.take(self.game.read(_reader(self)))
        except Exception as error:  # it would be lost in the solver
            self.error, self.is_stopped = error, True
        if self.is_stopped:
            self.stop_search()


def _reader(solved: Any) -> Callable[[Any], int]:
    return lambda expression: int(solved.value(expression))
