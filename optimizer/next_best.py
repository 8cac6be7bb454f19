"""The best answer that is worse than the best: what a choice is worth."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING

from engine.combat import Combat
from engine.steps import Outcome
from optimizer.damage import refusing_overflow, solve_damage
from optimizer.frontier import at_least
from optimizer.goals import Goal, ObjectiveGoal, bounds
from optimizer.identical import Identical
from optimizer.mismatch import MismatchError
from optimizer.objectives import Objective, values
from optimizer.plays import Clock, Plays
from optimizer.position import Position
from optimizer.search import Search
from optimizer.solution import Solution, Status, confirm
from optimizer.wishes import Comparison, Wish, WishesGoal, read_wishes

if TYPE_CHECKING:  # the encoding imports the solver
    from optimizer.encoding.enumeration import Best
    from optimizer.encoding.variables import Sum

_LATE = "the deadline passed before a next best answer was found"


@dataclass(frozen=True, kw_only=True)
class NextBest(Solution):
    """The next best answer; `optimal` if it is proven that none is in between.

    Attributes
    ----------
    best
        The best answer.
    """

    best: Solution

    @property
    def gives_way(self) -> Objective:
        """The most important objective that is worse than in the best answer."""
        return self.objectives[self._place]

    @property
    def by(self) -> int:
        """How much worse that is, 1 or more."""
        return abs(self.best.values[self._place] - self.values[self._place])

    @property
    def _place(self) -> int:
        pairs = zip(self.best.values, self.values, strict=True)
        return next(k for k, (best, own) in enumerate(pairs) if best != own)

    def to_document(self) -> dict[str, object]:
        """Return the output document, with ``gives_way`` besides."""
        gives_way = {"objective": self.gives_way.name, "by": self.by}
        return super().to_document() | {"gives_way": gives_way}


def next_best(
    combat: Combat,
    objectives: Iterable[str],
    wishes: Iterable[str] = (),
    deadline: float | None = None,
    *,
    best: Solution | None = None,
) -> NextBest | None:
    """Find the best answer that is worse than the best: by 1 at least in some objective.

    Of all that is worth less than the best, with the objectives compared in order of importance, it
    is worth the most. An answer is worth what the worst reply leaves of it.

    Parameters
    ----------
    combat, objectives, wishes, deadline
        As for `optimizer.damage.solve_damage`; the wishes hold for the next best answer as well.
    best
        The best answer, if it is known already.

    Returns
    -------
    NextBest or None
        None if every legal answer that meets the wishes is as good as the best.

    Raises
    ------
    DocumentError
        As `solve_damage`.
    TimeoutError
        If the deadline passed before anything was found.
    """
    objectives, wishes = tuple(objectives), tuple(wishes)
    clock = Clock(deadline)
    best = best or solve_damage(combat, objectives, wishes, clock.left)
    if best.outcome is None:
        return None
    if best.status is not Status.OPTIMAL:
        raise TimeoutError(_LATE)
    with refusing_overflow(combat, best.objectives):
        return _NextBest(combat, best, read_wishes(combat, wishes), clock).find()


class _NextBest:
    def __init__(
        self, combat: Combat, best: Solution, wishes: tuple[Wish, ...], clock: Clock
    ) -> None:
        assert best.outcome is not None
        self.best = best
        self.objectives = best.objectives
        self.wishes = wishes
        self.clock = clock
        self.started = perf_counter()
        self.start = Position.beginning(combat)
        goals: list[Goal] = [WishesGoal(wishes)] if wishes else []
        goals += map(ObjectiveGoal, self.objectives)
        self.plays = Plays(self.start, goals)
        self.highest = self.plays.values(best.outcome)

    def find(self) -> NextBest | None:
        """Let the least important objective give way, then the one before it, and so on."""
        if not self.plays.has_choice:
            return None
        if self.plays.may_vary:
            return _AgainstReplies(self).find()
        for k in reversed(range(len(self.objectives))):
            found = self._giving_way(k)
            if found is not None:
                return found
        return None

    def _giving_way(self, k: int) -> NextBest | None:
        """Return the best answer that is as good before the k-th objective and worse in that."""
        wishes = (*self.wishes, *self._as_good(k), self._worse(k))
        goals: list[Goal] = [WishesGoal(wishes), *map(ObjectiveGoal, self.objectives[k:])]
        found = Search(self.start, goals, self.clock.left).run()
        if found.values[0] == 1:
            senses = [objective.sense for objective in self.objectives[k:]]
            rest = [sense * bound for sense, bound in zip(senses, found.bounds[1:], strict=True)]
            bounds = (*self.best.values[:k], *rest)
            return self.answer(found.outcome, found.method, None if found.proven else bounds)
        if found.proven or found.bounds[0] == 0:
            return None
        raise TimeoutError(_LATE)

    def _as_good(self, k: int) -> Iterator[Comparison]:
        for objective, value in zip(self.objectives[:k], self.best.values[:k], strict=True):
            yield at_least(objective, value)

    def _worse(self, k: int) -> Comparison:
        objective, value = self.objectives[k], self.best.values[k]
        return at_least(replace(objective, sense=-objective.sense), value - objective.sense)

    def answer(self, outcome: Outcome, method: str, bounds: tuple[int, ...] | None) -> NextBest:
        """Return an answer; it is proven if there are no bounds."""
        measured = values(self.objectives, outcome)
        confirm(outcome, self.objectives, measured)
        milliseconds = round((perf_counter() - self.started) * 1000, 3)
        return NextBest(
            Status.OPTIMAL if bounds is None else Status.FEASIBLE,
            self.objectives,
            measured if bounds is None else bounds,
            outcome,
            {"method": method, "milliseconds": milliseconds},
            best=self.best,
        )


class _AgainstReplies:
    """The search where replies matter: a play is worse if some reply makes it so.

    A model in which the other side's last move is a part of the solution holds every play that is
    worse, at no less than what it is worth: its worst reply is one of those allowed, and no known
    reply is better for it. The best of them is played out and excluded, and the model asked again,
    until it holds nothing better than what has been found.
    """

    def __init__(self, question: _NextBest) -> None:
        from optimizer.encoding.enumeration import PlainGame  # imports the solver: slow

        self.question = question
        self.plays, self.highest = question.plays, question.highest
        self.found: tuple[tuple[int, ...], Outcome] | None = None
        self.game = PlainGame(
            self.plays.position, self.plays.goals, first_only=self.plays.first_is_open
        )
        self.game.order(Identical(self.plays.position.combat, question.wishes))
        self.totals = self._totals()
        self.known: list[Outcome] = []
        self.offset = len(self.highest) - len(question.objectives)
        assert question.best.outcome is not None
        self._learn(question.best.outcome)

    def find(self) -> NextBest | None:
        """Let the least important goal give way, then the one before it, and so on."""
        try:
            for k in reversed(range(self.offset, len(self.highest))):
                while best := self._ask(k):
                    if self.found is not None and best.values <= self.found[0]:
                        return self._answer(None)
                    self._play_out(best)
        except TimeoutError:
            return self._late()
        return self._answer(None)

    def _totals(self) -> "list[Sum]":
        """Return what a play may be worth at the least, for each goal."""
        if not self.plays.first_is_open:
            return self.game.worth_against_any()
        variables = self.game.variables
        limits = bounds(self.plays.position, self.plays.goals)
        return [
            variables.sum(variables.integer(low, high, f"worth {k}"))
            for k, (low, high) in enumerate(limits)
        ]

    def _ask(self, k: int) -> "Best | None":
        """Return the best that the model holds, as good before the k-th goal and worse in that."""
        rows = [(self.totals[i], self.highest[i], self.highest[i]) for i in range(k)]
        rows.append((self.totals[k], self.totals[k].low, self.highest[k] - 1))
        if self.question.clock.is_up:
            raise TimeoutError
        best = self.game.best(self.totals[k:], rows, self.question.clock.end)
        return best and replace(best, values=self.highest[:k] + best.values)

    def _learn(self, outcome: Outcome) -> None:
        """Teach the model that nothing is worth more than against a reply."""
        game, variables = self.game, self.game.variables
        found, valid = game.worth(self.plays.replies(outcome))
        gaps = [variables.sum(v, (t, -1)) for v, t in zip(found, self.totals, strict=True)]
        bounded = game.no_less(gaps, f"reply {len(self.known)}")
        self.known.append(outcome)
        variables.at_least(variables.sum(bounded, variables.opposite(valid)), 1)

    def _play_out(self, best: "Best") -> None:
        outcome = self.plays.against_worst(best.play)
        worth = self.plays.values(outcome)
        if worth > self.highest:
            raise MismatchError(
                f"{best.play} is worth {worth}, more than {self.highest}\n"
                f"{self.plays.position.combat!r}"
            )
        meets = worth[: self.offset] == self.highest[: self.offset]
        if meets and worth < self.highest and (self.found is None or worth > self.found[0]):
            self.found = (worth, outcome)
        if worth < best.values:
            self._learn(outcome)
        self.game.exclude(best.play)

    def _answer(self, limits: tuple[int, ...] | None) -> NextBest | None:
        return self.found and self.question.answer(self.found[1], "cp_sat", limits)

    def _late(self) -> NextBest | None:
        """Answer with what there is; something just below the best may be possible."""
        if self.found is None:
            raise TimeoutError(_LATE)
        best, last = self.question.best, self.question.objectives[-1]
        return self._answer((*best.values[:-1], best.values[-1] - last.sense))
