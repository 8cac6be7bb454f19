"""The search for the best play from a position, with its proof.

The active side moves first in each step and the other side replies (510.1), over one or two steps
(510.4): a game of two or four moves. A master model holds every reply found so far, so what it
claims is at least the truth; the claim is played out against the worst reply, which is exact; if
the two differ the reply is added and the master asked again. When they agree, it is proven.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING

from engine.assignment import Assigned, StepAssignment
from engine.divisions import Division
from engine.relaxation import RelaxedCombat
from engine.steps import Outcome
from optimizer.contest import Contest, Solve, Values
from optimizer.goals import Goal, ObjectiveGoal, bounds
from optimizer.greedy import greedy_step
from optimizer.mismatch import MismatchError
from optimizer.objectives import LARGEST
from optimizer.parts.board import Board
from optimizer.parts.shapes import Shapes, Solved, solve
from optimizer.parts.two_steps import TwoSteps
from optimizer.parts.worths import Wanted, wanted
from optimizer.position import Position

if TYPE_CHECKING:  # the encoding imports the solver
    from optimizer.encoding.game import Game, Line
    from optimizer.encoding.part_search import PartAnswer


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
        self.given = position
        self.goals = tuple(goals)
        self.seconds = seconds
        self.limit: float | None = None
        self.proven: list[int] = []
        self.started = perf_counter()

    @cached_property
    def contest(self) -> Contest:
        """The position as a contest; steps at its beginning without a choice are played."""
        return Contest(self.given, self.goals, _solve_after(self.goals))

    @property
    def position(self) -> Position:
        """The position in which the first choice is."""
        return self.contest.position

    def run(self, ceiling: Values | None = None) -> Found:
        """Find the best play.

        Parameters
        ----------
        ceiling
            Stop as soon as the value is known to be more than this; it is then not proven.
        """
        found = self._by_parts(self.given)
        if found is not None:
            return found
        position, contest = self.position, self.contest
        if position.step is None:
            return self._found(position.outcome, "forced", proven=True)
        found = None if position is self.given else self._by_parts(position)
        if found is not None:
            return found
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

    def _by_parts(self, position: Position) -> Found | None:
        """Decide each part alone; the whole is worth the sum (see `optimizer.parts`).

        Returns
        -------
        Found or None
            None if the goals do not add up, or there is only one part and it has no closed form.
        """
        if position.step is None or isinstance(position.combat, RelaxedCombat):
            return None  # the closed forms know the rules only
        if position.following is not None:
            two_steps = TwoSteps.about(position, self.goals)
            if two_steps is None:
                return None
            method = "forced" if two_steps.is_forced else "closed_form"
            return self._found(two_steps.play(), method, proven=True)
        goals = wanted(self.goals)
        if goals is None:
            return self._by_totals(position)
        board = Board.of(position, goals)
        return None if board is None else self._by_board(board)

    def _by_totals(self, position: Position) -> Found | None:
        """Decide each part alone, or by its frontier, if the goals say who should lose."""
        # Few goals do, so these are loaded when they are needed.
        from optimizer.parts.rising import board_rises, rising
        from optimizer.parts.totals import Totals

        totals = Totals.of(position, self.goals)
        goals = rising(position, self.goals) if totals is None else totals.wanted
        board = None if goals is None else Board.of(position, goals)
        if board is None:
            return None
        if totals is None:
            return self._by_board(board, is_whole=True) if board_rises(board) else None
        if not totals.undecided:
            found = self._by_board(board)
            if found is not None:
                totals.confirmed(found.outcome)
            return found
        outcome = totals.play(board)
        method = "forced" if board.is_forced else "closed_form"
        return None if outcome is None else self._found(outcome, method, proven=True)

    def _by_board(self, board: Board, *, is_whole: bool = False) -> Found | None:
        """Decide each part of a board alone.

        Parameters
        ----------
        is_whole
            Return None if a part has no closed form.
        """
        solved: list[Solved] = []
        hard = list(board.hard)
        for shape in board.shapes:
            one = solve(shape)
            if one is None:
                hard.append(board.part(shape))
            else:
                solved.append(one)
        if hard and is_whole:
            return None
        others: list[Assigned] = []
        gaps: list[Values] = []
        for part in hard:
            assigned, gap = self._part(board.position, part, board.wanted)
            others += assigned
            gaps += [gap] if any(gap) else []
        outcome = board.play(solved, others, is_whole=not hard)
        values = tuple([goal.value(outcome) for goal in self.goals])
        most = tuple(map(sum, zip(values, *gaps, strict=True)))
        method = "forced" if board.is_forced else "cp_sat" if hard else "closed_form"
        return Found(outcome, values, most, not gaps, method)

    def _part(
        self, position: Position, part: Sequence[Division], wanted: Wanted
    ) -> tuple[list[Assigned], Values]:
        """Return the best assignment of a part, and how much more may be possible."""
        left = None
        if self.seconds is not None:
            left = max(0.0, self.seconds - (perf_counter() - self.started))
        sources = {division.source for division in part}
        alone = position.alone(sources)
        goals = list(map(ObjectiveGoal, wanted.claimed))
        from optimizer.encoding.part_shape import PartShape

        shape = PartShape.of(Shapes(position, wanted.worths), part)
        if shape is None:
            search = Search(alone, goals, left)
            search.best = search._greedy()
            found = search._search()
            assigned = found.outcome.steps[-1].assignments
            return [a for a in assigned if a.source in sources], _gap(found)
        if any(max(abs(low), abs(high)) > LARGEST for low, high in bounds(alone, goals)):
            raise OverflowError("an objective can get too large to compute")
        from optimizer.encoding.part_memory import remembered_part  # imports the solver: slow

        greedy = greedy_step(alone.state, alone.divisions(active=True))
        limit = None if left is None else perf_counter() + left
        answer = remembered_part(shape, greedy, limit)
        gap = _gap(answer)
        if min(gap) < 0:
            raise self._mismatch(f"{answer.values} are more than is possible: {answer.bounds}")
        return list(answer.assigned), gap

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
        values = tuple([goal.value(outcome) for goal in self.goals])
        return Found(outcome, values, values, proven, method)

    def _unproven(self, highs: Sequence[int], bound: int | None) -> Found:
        """Answer with the best so far; what was not reached is bounded by what there is at most."""
        values = self.contest.values(self.best)
        known = self.proven if bound is None else [*self.proven, bound]
        most = (*known, *highs[len(known) :])
        return Found(self.best, values, most, values == most, "cp_sat")


def _gap(found: "Found | PartAnswer") -> Values:
    """Return how much more than what was found may be possible."""
    return tuple(bound - value for bound, value in zip(found.bounds, found.values, strict=True))


def _solve_after(goals: Sequence[Goal]) -> Solve:
    """Return what finds the best play after the first of two steps."""

    def solve(position: Position, ceiling: Values | None) -> Outcome:
        return Search(position, goals, None).run(ceiling).outcome

    return solve
