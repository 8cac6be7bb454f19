"""The search for the best play from a position, with its proof.

The active side moves first in each step and the other side replies (510.1), over one or two steps
(510.4): a game of two or four moves. A master model holds every reply found so far, so what it
claims is at least the truth; the claim is played out against the worst reply, which is exact; if
the two differ the reply is added and the master asked again. When they agree, it is proven.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from engine.assignment import Assigned, StepAssignment
from engine.divisions import Division
from engine.relaxation import RelaxedCombat
from engine.steps import Outcome
from optimizer.contest import Contest, Solve, Values
from optimizer.encoding.part_shape import Shape
from optimizer.goals import Goal, bounds
from optimizer.greedy import greedy_step
from optimizer.objectives import LARGEST
from optimizer.parts import ClosedForms, is_additive, parts
from optimizer.position import Position
from optimizer.reply import finish

if TYPE_CHECKING:  # the encoding imports the solver
    from optimizer.encoding.game import Game, Line


class MismatchError(RuntimeError):
    """The optimizer claims what the engine does not confirm. Always a defect of this program."""


@dataclass(frozen=True)
class Found:
    """The best play that was found.

    Attributes
    ----------
    outcome
        The play of both sides.
    values
        The goals' values, to be maximised.
    bounds
        The best that may be possible for each, given that those before it are at their bounds.
    proven
        The values are the best.
    method
        ``forced`` if the active side had nothing to choose, ``closed_form`` or ``cp_sat``.
    """

    outcome: Outcome
    values: Values
    bounds: Values
    proven: bool
    method: str


class Search:
    """One position and its goals.

    Parameters
    ----------
    position
        The damage steps that are still to come.
    goals
        In order of importance.
    seconds
        The time to spend once the solver is loaded, or None.
    """

    def __init__(self, position: Position, goals: Sequence[Goal], seconds: float | None) -> None:
        self.contest = Contest(position, goals, _solve_after(goals))
        self.goals = self.contest.goals
        self.position = self.contest.position
        self.seconds = seconds
        self.limit: float | None = None
        self.proven: list[int] = []
        self.started = perf_counter()

    def run(self, ceiling: Values | None = None) -> Found:
        """Find the best play.

        Parameters
        ----------
        ceiling
            Stop as soon as the value is known to be more than this; it is then not proven.
        """
        position, contest = self.position, self.contest
        if position.step is None:
            return self._found(position.outcome, "forced", proven=True)
        if self._has_parts():
            return self._by_parts(parts(position))
        self.best = self._greedy()
        if not contest.has_choice or not self.goals:
            return self._found(self.best, "forced", proven=True)
        if ceiling is not None and contest.values(self.best) > ceiling:
            return self._found(self.best, "cp_sat", proven=False)
        return self._search()

    def _greedy(self) -> Outcome:
        own = greedy_step(self.position.state, self.position.divisions(active=True))
        return self.contest.against(own, None)

    # --- parts ---------------------------------------------------------------------------------

    def _has_parts(self) -> bool:
        if not self.goals or self.contest.has_two_steps:
            return False
        if isinstance(self.position.combat, RelaxedCombat):  # the closed forms know the rules only
            return False
        return is_additive(self.position, self.goals)

    def _by_parts(self, groups: Sequence[Sequence[Division]]) -> Found:
        """Decide each part alone; the whole is worth the sum (see `optimizer.parts`)."""
        forms = ClosedForms(self.position, self.goals)
        goals = [objective.without_own_losses() for objective in forms.goals]
        assigned: list[Assigned] = []
        gaps: list[Values] = []
        method = "forced" if all(d.is_forced for group in groups for d in group) else "closed_form"
        for group in groups:
            solved = forms.solve(group)
            sources = [division.source for division in group]
            if solved is None:
                method = "cp_sat"
                solved, gap = self._part(sources, goals, Shape.of(forms, group))
                gaps += [gap] if any(gap) else []
            assigned += [a for a in solved if a.source in sources]
        outcome = finish(self.position, assigned, self.goals).outcome
        values = self.contest.values(outcome)
        most = tuple(map(sum, zip(values, *gaps, strict=True)))
        return Found(outcome, values, most, not gaps, method)

    def _part(
        self, sources: Sequence[str], goals: Sequence[Goal], shape: Shape | None
    ) -> tuple[tuple[Assigned, ...], Values]:
        """Return the best assignment of a part, and how much more may be possible."""
        left = None
        if self.seconds is not None:
            left = max(0.0, self.seconds - (perf_counter() - self.started))
        alone = self.position.alone(sources)
        if shape is None:
            part = Search(alone, goals, left)
            part.best = part._greedy()
            found = part._search()
            steps = found.outcome.steps[-1]
            pairs = zip(found.bounds, found.values, strict=True)
            return steps.assignments, tuple(bound - value for bound, value in pairs)
        if any(max(abs(low), abs(high)) > LARGEST for low, high in bounds(alone, goals)):
            raise OverflowError("an objective can get too large to compute")
        from optimizer.encoding.part_search import solve_part  # imports the solver: slow

        greedy = greedy_step(alone.state, alone.divisions(active=True))
        answer = solve_part(shape, greedy, None if left is None else perf_counter() + left)
        pairs = zip(answer.bounds, answer.values, strict=True)
        gap = tuple(bound - value for bound, value in pairs)
        if min(gap) < 0:
            raise self._mismatch(f"{answer.values} are more than is possible: {answer.bounds}")
        return answer.assigned, gap

    # --- the master ----------------------------------------------------------------------------

    def _search(self) -> Found:
        # These import the solver, which is slow.
        from optimizer.encoding.game import Game
        from optimizer.encoding.variables import TimeUpError

        if self.seconds is not None:
            self.limit = perf_counter() + self.seconds
        try:
            game = Game(self.position, self.goals, self.limit)
            game.add(self.contest.replies(self.best))
            if self.limit is not None:
                self._suggest(game)
            return self._by_stages(game)
        except TimeUpError:  # before the model, or a reply in it, was complete
            highs = [high for _, high in bounds(self.position, self.goals)]
            return self._unproven(highs, None)

    def _by_stages(self, game: "Game") -> Found:
        """Prove the goals one after the other."""
        from optimizer.encoding.lexicographic import Proof

        contest, lexicographic = self.contest, game.lexicographic
        highs = [total.high for total in lexicographic.totals]
        for k, total in enumerate(lexicographic.totals):
            value = total.constant
            while not total.is_constant:
                stage = lexicographic.maximize(k, self.limit)
                if stage.value is None:
                    return self._unproven(highs, stage.bound)
                first, lines = game.read(stage.solver)
                known = lines[0].second if lines and not contest.first_is_open else None
                outcome = contest.against(first, known)
                self.best = max(self.best, outcome, key=contest.values)
                if stage.proof is not Proof.OPTIMAL:
                    return self._unproven(highs, stage.bound)
                if self._agrees(outcome, k, stage.value, lexicographic.varies):
                    value = stage.value
                    break
                replies = [contest.replies(outcome)]
                if contest.first_is_open:
                    replies += [self._answer(first, line) for line in lines]
                added = [game.add(reply) for reply in replies]
                if not any(added):
                    raise self._mismatch(f"nothing answers the claim {stage.value} for goal {k}")
            self.proven.append(value)
            if not total.is_constant:
                lexicographic.fix(k, value)
            if self.goals[k].is_required and value < 1:
                return self._unproven(highs, None)
        if contest.values(self.best) != tuple(self.proven):
            raise self._mismatch(f"proven {self.proven}, played {contest.values(self.best)}")
        return self._found(self.best, "cp_sat", proven=True)

    def _suggest(self, game: "Game") -> None:
        own = self.contest.own_moves(self.best)
        if not game.lexicographic.suggest(lambda model: game.pin(own, model), self.limit):
            raise self._mismatch(f"the model refuses a legal assignment: {own}")

    def _answer(self, first: Sequence[Assigned], line: "Line") -> list[StepAssignment]:
        """Return the worst replies to a solution's play after one reply in the first step.

        So each branch of the model is held to what its own second move is worth.
        """
        after = self.position.then(
            (*first, *line.reply.assignments), (*line.reply.prevented, *line.own_prevented)
        )
        return self.contest.replies(self.contest.last(after, line.second))

    def _agrees(self, outcome: Outcome, k: int, claimed: int, varies: Sequence[bool]) -> bool:
        """Say whether an outcome is worth what the model claims up to the k-th goal.

        If it is worth less, the other side has a reply that the model does not know yet.
        """
        wanted = (*self.proven, claimed)
        actual = self.contest.values(outcome)[: k + 1]
        if actual > wanted or (actual < wanted and not any(varies[: k + 1])):
            raise self._mismatch(
                f"the model claims {wanted}, the engine finds {actual}\n{outcome.steps}"
            )
        return actual == wanted

    def _mismatch(self, what: str) -> MismatchError:
        return MismatchError(f"{what}\n{self.position.combat!r}")

    # --- answers -------------------------------------------------------------------------------

    def _found(self, outcome: Outcome, method: str, *, proven: bool) -> Found:
        values = self.contest.values(outcome)
        return Found(outcome, values, values, proven, method)

    def _unproven(self, highs: Sequence[int], bound: int | None) -> Found:
        """Answer with the best so far; what was not reached is bounded by what there is at most."""
        values = self.contest.values(self.best)
        known = self.proven if bound is None else [*self.proven, bound]
        most = (*known, *highs[len(known) :])
        return Found(self.best, values, most, values == most, "cp_sat")


def _solve_after(goals: Sequence[Goal]) -> Solve:
    """Return what finds the best play after the first of two steps."""

    def solve(position: Position, ceiling: Values | None) -> Outcome:
        return Search(position, goals, None).run(ceiling).outcome

    return solve
