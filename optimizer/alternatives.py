"""All best answers: every assignment of the active side that is worth as much as the best."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.combat import Combat
from engine.faults import DocumentError, Fault
from engine.limits import LIMIT
from engine.results import result_document
from engine.steps import Outcome
from optimizer.damage import refusing_overflow, solve_damage
from optimizer.goals import Goal, ObjectiveGoal
from optimizer.identical import Identical, Play
from optimizer.mismatch import MismatchError
from optimizer.plays import Clock, Plays
from optimizer.position import Position
from optimizer.solution import Solution, Status
from optimizer.wishes import WishesGoal, read_wishes

if TYPE_CHECKING:  # the encoding imports the solver
    from optimizer.encoding.enumeration import PlainGame

_BATCH = 50
"""How many plays are judged before the model is asked again, where replies may be missing in it."""


@dataclass(frozen=True)
class Answers:
    """The best answers to a damage question, identical creatures counted once.

    Attributes
    ----------
    solution
        The ordinary answer.
    answers
        The best assignments, the ordinary answer's first, each played out against the worst reply.
        Where the other side may choose something in the first of two steps, they differ in what the
        active side assigns in that step; the second answers what the other side has chosen.
    total
        How many were found.
    is_complete
        There are no others. If not, there are more than `total`.
    is_cut_short
        The deadline passed; it is not known whether there are more.
    """

    solution: Solution
    answers: tuple[Outcome, ...]
    total: int
    is_complete: bool
    is_cut_short: bool = False

    def to_document(self) -> dict[str, object]:
        """Return the output document, with ``answers``, ``total`` and ``complete`` besides."""
        answers = [
            {
                "steps": [step.to_document() for step in outcome.steps],
                "result": result_document(outcome),
            }
            for outcome in self.answers
        ]
        found = {"answers": answers, "total": self.total, "complete": self.is_complete}
        return self.solution.to_document() | found


def best_answers(
    combat: Combat,
    objectives: Iterable[str],
    wishes: Iterable[str] = (),
    limit: int = 100,
    deadline: float | None = None,
) -> Answers:
    """Find all assignments that are worth as much as the best.

    Two assignments are the same if they differ only by which of several identical creatures does
    what (`optimizer.identical`). Where the other side decides something, an assignment is worth
    what the worst reply leaves of it.

    Parameters
    ----------
    combat, objectives, wishes, deadline
        As for `optimizer.damage.solve_damage`.
    limit
        How many to list at most. If there are more, that is known to be so.

    Raises
    ------
    DocumentError
        As `solve_damage`; or if the limit is no number of answers, or there are so many identical
        creatures that it cannot be told which assignments are the same.
    """
    if not isinstance(limit, int) or not 1 <= limit <= LIMIT:
        raise DocumentError([Fault("limit", f"expected 1 answer or more, not {limit!r}")])
    objectives, wishes = tuple(objectives), tuple(wishes)
    clock = Clock(deadline)
    solution = solve_damage(combat, objectives, wishes, clock.left)
    if solution.outcome is None:
        return Answers(solution, (), 0, is_complete=True)
    if solution.status is not Status.OPTIMAL:
        return Answers(solution, (), 0, is_complete=False, is_cut_short=True)
    wanted = read_wishes(combat, wishes)
    goals: list[Goal] = [WishesGoal(wanted)] if wanted else []
    goals += [ObjectiveGoal(objective) for objective in solution.objectives]
    plays = Plays(Position.beginning(combat), goals)
    if not plays.has_choice:
        return Answers(solution, (solution.outcome,), 1, is_complete=True)
    with refusing_overflow(combat, solution.objectives):
        return _Collection(solution, plays, Identical(combat, wanted), limit, clock).collect()


class _Collection:
    """The best plays found so far, each with its form without the names of identical creatures."""

    def __init__(
        self, solution: Solution, plays: Plays, identical: Identical, limit: int, clock: Clock
    ) -> None:
        assert solution.outcome is not None
        self.solution = solution
        self.plays = plays
        self.limit = limit
        self.clock = clock
        self.identical = identical
        self.best = plays.values(solution.outcome)
        own = self.identical.form(plays.play_of(solution.outcome))
        self.found: dict[Hashable, Outcome] = {own: solution.outcome}
        self.known: dict[Play, Hashable] = {}
        """Every play that the model has named."""
        self.forms: set[Hashable] = {own}
        self.fresh: dict[Hashable, Play] = {}
        """Forms that have not been judged."""

    def collect(self) -> Answers:
        """Find the plays."""
        from optimizer.encoding.enumeration import End, PlainGame  # imports the solver: slow

        game = PlainGame(self.plays.position, self.plays.goals, first_only=self.plays.first_is_open)
        assert self.solution.outcome is not None
        replies = {repr(self.plays.replies(self.solution.outcome))}
        game.require(self.plays.replies(self.solution.outcome), self.best)
        game.order(self.identical)
        end = End.STOPPED
        while end is End.STOPPED and len(self.found) <= self.limit:
            end = game.plays(self._take, self.clock.end)
            if not self._judge(game, replies):
                end = End.TIME
        answers = tuple(self.found.values())[: self.limit]
        return Answers(
            self.solution,
            answers,
            len(answers),
            is_complete=end is End.ALL and len(self.found) <= self.limit,
            is_cut_short=end is End.TIME and len(self.found) <= self.limit,
        )

    def _take(self, play: Play) -> bool:
        """Note a play that the model holds to be among the best; say whether to stop."""
        if play not in self.known:
            self.known[play] = form = self.identical.form(play)
            if form not in self.forms:
                self.forms.add(form)
                self.fresh[form] = play
        wanted = self.limit + 1 - len(self.found)
        return len(self.fresh) >= (min(wanted, _BATCH) if self.plays.may_vary else wanted)

    def _judge(self, game: "PlainGame", replies: set[str]) -> bool:
        """Play the new ones out, and teach the model the replies it lacks; False if time is up."""
        for form, play in self.fresh.items():
            if self.clock.is_up:
                return False
            outcome = self.plays.against_worst(play)
            values = self.plays.values(outcome)
            if values > self.best or (values < self.best and not self.plays.may_vary):
                raise MismatchError(
                    f"a play among the best is worth {values}, not {self.best}\n{play}\n"
                    f"{self.plays.position.combat!r}"
                )
            if values == self.best:
                self.found[form] = outcome
                continue
            reply = self.plays.replies(outcome)
            if repr(reply) not in replies:
                replies.add(repr(reply))
                game.require(reply, self.best)
        self.fresh = {}
        return True
