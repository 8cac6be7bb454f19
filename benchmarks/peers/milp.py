"""HiGHS on the plain and on the strong formulation of one step (the design's "The encoding")."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from benchmarks.peers.answer import Answer, Clock, RefusedError, played_out
from benchmarks.peers.problem import Problem, Weights, read_problem
from benchmarks.peers.rows import Rows, Staged
from engine.assignment import Assigned
from engine.combat import Combat
from engine.divisions import Division, Threshold

Amounts = dict[tuple[str, str], int]


class _Formulation(ABC):
    """The columns and rows of one question."""

    def __init__(self, problem: Problem) -> None:
        if len(problem.steps) != 1:
            raise RefusedError("two steps")
        if any(worth < 0 for weights in problem.objectives for worth in weights.ended.values()):
            raise RefusedError("a death that hurts")
        self.problem = problem
        self.rows = Rows()
        self.met: dict[str, dict[int, float]] = {}  # a threshold is met: the sum of these columns
        self.through: dict[tuple[str, str], int] = {}  # the columns of what has no threshold
        self.into: dict[str, list[Division]] = {}
        for division in self.due:
            for recipient in division.options[0].recipients:
                self.into.setdefault(recipient.id, []).append(division)

    @property
    def due(self) -> tuple[Division, ...]:
        """The divisions of the step."""
        return self.problem.steps[0]

    def gates(self, amounts: Amounts) -> None:
        """Let nothing through a gate whose thresholds are not all met."""
        for division in self.due:
            for recipient in division.options[0].recipients:
                if recipient.behind:
                    is_open = self.rows.column(1)
                    passed = amounts[division.source, recipient.id]
                    self.rows.at_most({passed: 1, is_open: -division.amount}, 0)
                    for name in recipient.behind:
                        row = {is_open: 1.0}
                        for column, factor in self.met[name].items():
                            row[column] = row.get(column, 0.0) - factor
                        self.rows.at_most(row, 0)

    def weights(self, weights: Weights) -> dict[int, int]:
        """Return an objective's columns with their weights."""
        found: dict[int, int] = {}
        for (_, recipient), column in self.through.items():
            if weights.dealt.get(recipient):
                found[column] = weights.dealt[recipient]
        for name, columns in self.met.items():
            if weights.ended.get(name) and name not in self.problem.lasting:
                for column in columns:
                    found[column] = weights.ended[name]
        return found

    @abstractmethod
    def read(self, columns: Sequence[float]) -> list[Assigned]:
        """Return the assignment of a solution."""


class _Plain(_Formulation):
    """One integer for each pair, and a threshold as `sum >= n * met`."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        rows, amounts = self.rows, self.through
        for division in self.due:
            for recipient in division.options[0].recipients:
                amounts[division.source, recipient.id] = rows.column(division.amount)
            own = {amounts[division.source, r.id]: 1.0 for r in division.options[0].recipients}
            rows.row(own, low=division.amount, high=division.amount)
        for name in self.into:
            if name in problem.limits:
                self.met[name] = self._threshold(problem.limits[name])
        self.gates(amounts)

    def _threshold(self, limit: Threshold) -> dict[int, float]:
        rows, sources = self.rows, self.into[limit.recipient]
        reached = rows.column(1)
        row = {self.through[d.source, limit.recipient]: -1.0 for d in sources}
        rows.at_most(row | {reached: float(limit.needed)}, 0)
        touching = [d for d in sources if d.deathtouch] if limit.deathtouch else []
        if not touching:
            return {reached: 1.0}
        touched, met = rows.column(1), rows.column(1)
        row = {self.through[d.source, limit.recipient]: -1.0 for d in touching}
        rows.at_most(row | {touched: 1.0}, 0)
        rows.at_most({met: 1, reached: -1, touched: -1}, 0)
        return {met: 1.0}

    def read(self, columns: Sequence[float]) -> list[Assigned]:
        return [Assigned(*pair, round(columns[c])) for pair, c in self.through.items()]


class _Strong(_Formulation):
    """The useful part of what is assigned apart from the surplus, which is put down afterwards."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        rows = self.rows
        self.parts: dict[tuple[str, str], list[int]] = {}
        for name, sources in self.into.items():
            limit = problem.limits.get(name)
            if limit is None or not limit.deathtouch:
                for division in sources:
                    self.through[division.source, name] = rows.column(division.amount)
            if limit is not None:
                self._threshold(limit, sources)
        for division in self.due:
            self._divide(division)
        self.gates(self.through)

    def _threshold(self, limit: Threshold, sources: Sequence[Division]) -> None:
        """Write what counts towards a threshold; all of it counts, or nothing does."""
        rows, name, needed = self.rows, limit.recipient, limit.needed
        reached = rows.column(1)
        counted = {reached: -float(needed)}
        met = {reached: 1.0}
        for division in sources:
            most = min(division.amount, needed)
            useful = rows.column(most)
            rows.at_most({useful: 1, reached: -most}, 0)
            counted[useful] = 1.0
            key = division.source, name
            if key in self.through:  # no creature: the surplus counts as damage
                rows.at_most({useful: 1, self.through[key]: -1}, 0)
                continue
            self.parts[key] = [useful]
            if division.deathtouch and needed > 1:
                touch = rows.column(1)
                met[touch] = 1.0
                self.parts[key].append(touch)
        rows.row(counted, low=0, high=0)
        if len(met) > 1:
            rows.at_most(met, 1)
        self.met[name] = met

    def _divide(self, division: Division) -> None:
        row: dict[int, float] = {}
        has_sink = False
        for recipient in division.options[0].recipients:
            key = division.source, recipient.id
            if key in self.through:
                row[self.through[key]] = 1.0
            else:
                row.update(dict.fromkeys(self.parts[key], 1.0))
                has_sink = has_sink or not recipient.behind
        self.rows.row(row, low=None if has_sink else division.amount, high=division.amount)

    def read(self, columns: Sequence[float]) -> list[Assigned]:
        found: Amounts = {pair: round(columns[c]) for pair, c in self.through.items()}
        for pair, parts in self.parts.items():
            found[pair] = sum(round(columns[column]) for column in parts)
        for division in self.due:
            recipients = division.options[0].recipients
            left = division.amount - sum(found[division.source, r.id] for r in recipients)
            if left:
                sink = next(r.id for r in recipients if not r.behind)
                found[division.source, sink] += left
        return [Assigned(*pair, amount) for pair, amount in found.items()]


class Milp:
    """HiGHS with one of the formulations."""

    parameters = "HiGHS defaults, relative gap 0, absolute gap 0.99"

    def __init__(self, name: str, formulation: type[_Formulation]) -> None:
        self.name = name
        self.formulation = formulation

    def solve(self, combat: Combat, objectives: Sequence[str], seconds: float) -> Answer:
        """Answer a question, objective by objective."""
        clock = Clock(seconds)
        problem = read_problem(combat, objectives)
        formulation = self.formulation(problem)
        staged = Staged(formulation.rows)
        build, solve = clock.lap(), 0.0
        columns: list[float] | None = None
        claimed: list[int] = []
        gap: float | None = None
        for objective, sense in zip(problem.objectives, problem.senses, strict=True):
            weights = formulation.weights(objective)
            stage = staged.maximize(weights, clock.left)
            solve += clock.lap()
            if stage.value is not None:
                columns = stage.columns
            if not stage.proven or stage.value is None:
                if stage.value is not None:
                    gap = abs(stage.bound - stage.value) / max(1.0, abs(stage.bound))
                break
            claimed.append(sense * stage.value)
            staged.fix(weights, stage.value)
        outcome = None
        if columns is not None:
            moves = formulation.read(columns)
            outcome = played_out(combat, lambda _state, _step: moves)
        solve += clock.lap()
        proven = len(claimed) == len(problem.objectives)
        return Answer(outcome, tuple(claimed), proven, build, solve, gap)


def plain_milp() -> Milp:
    """Return HiGHS on the plain formulation."""
    return Milp("plain-highs", _Plain)


def strong_milp() -> Milp:
    """Return HiGHS on the strong formulation."""
    return Milp("strong-highs", _Strong)
