"""The plain CP-SAT encoding with default parameters.

One integer for each creature and recipient, `sum == amount`, a reified `sum >= n` for each
threshold, gates by implication. Objectives one after the other.
"""

from collections.abc import Sequence
from typing import Any

from ortools.sat.python import cp_model

from benchmarks.peers.answer import Answer, Clock, played_out
from benchmarks.peers.problem import Problem, Weights, read_problem
from engine.assignment import Assigned
from engine.combat import Combat
from engine.divisions import Division


class PlainCpSat:
    """The plain encoding, over one or two steps."""

    name = "plain-cpsat"
    parameters = "ortools defaults"

    def solve(self, combat: Combat, objectives: Sequence[str], seconds: float) -> Answer:
        """Answer a question, objective by objective."""
        clock = Clock(seconds)
        problem = read_problem(combat, objectives)
        model = _Model(problem)
        build, solve = clock.lap(), 0.0
        best: list[dict[tuple[str, str], int]] | None = None
        claimed: list[int] = []
        gap: float | None = None
        for weights, sense in zip(problem.objectives, problem.senses, strict=True):
            expression = model.expression(weights)
            model.model.maximize(expression)
            build += clock.lap()
            solver = cp_model.CpSolver()
            solver.parameters.max_time_in_seconds = clock.left
            status = solver.solve(model.model)
            solve += clock.lap()
            if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                best = model.read(solver)
            if status != cp_model.OPTIMAL:
                if status == cp_model.FEASIBLE:
                    bound = solver.best_objective_bound
                    gap = abs(bound - solver.objective_value) / max(1.0, abs(bound))
                break
            value = int(solver.value(expression))
            claimed.append(sense * value)
            model.model.add(expression == value)
            model.hint(solver)
            build += clock.lap()
        outcome = None
        if best is not None:
            found = best
            outcome = played_out(
                combat, lambda _, step: (Assigned(*pair, n) for pair, n in found[step].items())
            )
            solve += clock.lap()
        proven = len(claimed) == len(problem.objectives)
        return Answer(outcome, tuple(claimed), proven, build, solve, gap)


class _Model:
    """The variables and rows of one question."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.model = cp_model.CpModel()
        self.amounts: list[dict[tuple[str, str], Any]] = []
        self.ended: dict[str, Any] = {}
        for step in problem.steps:
            self._step(step)

    def _step(self, due: Sequence[Division]) -> None:
        model, gone = self.model, self.ended
        amounts: dict[tuple[str, str], Any] = {}
        for division in due:
            self._divide(division, amounts, gone)
        self.amounts.append(amounts)
        touched = self._touched(due, amounts)
        met = {name: self._met(name, touched.get(name), gone) for name in self._limited()}
        for division in due:
            for recipient in division.options[0].recipients:
                if recipient.behind:
                    is_open = model.new_bool_var(f"{division.source} opens {recipient.id}")
                    amount = amounts[division.source, recipient.id]
                    model.add(amount == 0).only_enforce_if(~is_open)
                    for name in recipient.behind:
                        model.add_implication(is_open, met[name])
        self.ended = {name: self._ends(name, met[name]) for name in self._limited()}

    def _limited(self) -> list[str]:
        return [name for name in self.problem.recipients if name in self.problem.limits]

    def _divide(
        self, division: Division, amounts: dict[tuple[str, str], Any], gone: dict[str, Any]
    ) -> None:
        """Assign all of the damage, to what is still there (510.1a)."""
        model, own = self.model, []
        names = [recipient.id for recipient in division.options[0].recipients]
        for name in names:
            amount = model.new_int_var(0, division.amount, f"{division.source}->{name}")
            amounts[division.source, name] = amount
            own.append(amount)
            if name in gone:
                model.add(amount == 0).only_enforce_if(gone[name])
        total = cp_model.LinearExpr.sum(own)
        if not gone or any(name not in gone for name in names):
            model.add(total == division.amount)
            return
        somebody = model.new_bool_var(f"{division.source} meets somebody")
        model.add_bool_or([~somebody, *(~gone[name] for name in names)])
        for name in names:
            model.add_implication(~gone[name], somebody)
        model.add(total == division.amount).only_enforce_if(somebody)

    def _touched(
        self, due: Sequence[Division], amounts: dict[tuple[str, str], Any]
    ) -> dict[str, Any]:
        """Say for each creature whether a source with deathtouch is assigned to it (702.2c)."""
        sources: dict[str, list[Any]] = {}
        for division in due:
            for recipient in division.options[0].recipients:
                limit = self.problem.limits.get(recipient.id)
                if division.deathtouch and limit is not None and limit.deathtouch:
                    amount = amounts[division.source, recipient.id]
                    sources.setdefault(recipient.id, []).append(amount)
        return {
            name: self._reaches(cp_model.LinearExpr.sum(parts), 1, f"{name} touched")
            for name, parts in sources.items()
        }

    def _met(self, name: str, touched: Any, gone: dict[str, Any]) -> Any:
        """Say whether a threshold is met in this step, or its recipient is no obstacle."""
        parts = [
            amount
            for step in self.amounts
            for (_, recipient), amount in step.items()
            if recipient == name
        ]
        total = cp_model.LinearExpr.sum(parts)
        reached = self._reaches(total, self.problem.limits[name].needed, f"{name} reached")
        return self._any([reached, touched, gone.get(name)], f"{name} met")

    def _ends(self, name: str, met: Any) -> Any:
        """Say whether state-based actions remove a recipient by the end of this step."""
        return self.model.new_constant(0) if name in self.problem.lasting else met

    def _reaches(self, total: Any, bound: int, name: str) -> Any:
        literal = self.model.new_bool_var(name)
        self.model.add(total >= bound).only_enforce_if(literal)
        self.model.add(total < bound).only_enforce_if(~literal)
        return literal

    def _any(self, conditions: Sequence[Any], name: str) -> Any:
        known = [condition for condition in conditions if condition is not None]
        if len(known) == 1:
            return known[0]
        literal = self.model.new_bool_var(name)
        self.model.add_bool_or([*known, ~literal])
        for condition in known:
            self.model.add_implication(condition, literal)
        return literal

    def expression(self, weights: Weights) -> Any:
        """Return an objective."""
        terms, factors = [], []
        for step in self.amounts:
            for (_, recipient), amount in step.items():
                if weights.dealt.get(recipient):
                    terms.append(amount)
                    factors.append(weights.dealt[recipient])
        for name, ended in self.ended.items():
            if weights.ended.get(name):
                terms.append(ended)
                factors.append(weights.ended[name])
        return cp_model.LinearExpr.weighted_sum(terms, factors)

    def hint(self, solver: Any) -> None:
        """Hint the next stage with the solution of this one."""
        model: Any = self.model
        model.clear_hints()
        for step in self.amounts:
            for amount in step.values():
                model.add_hint(amount, solver.value(amount))

    def read(self, solver: Any) -> list[dict[tuple[str, str], int]]:
        """Return what is assigned in each step."""
        return [
            {pair: int(solver.value(amount)) for pair, amount in step.items()}
            for step in self.amounts
        ]
