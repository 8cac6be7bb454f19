"""Trade-offs: every pair of values of two objectives that nothing improves on.

The first point is the best for the first objective; each next one requires more of the second, by 1
at least, and is again the best for the first (the epsilon-constraint method). As values are whole
numbers, no point is left out.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from engine.combat import Combat
from engine.faults import DocumentError, Fault
from engine.scope import require_supported
from optimizer.damage import refusing_overflow
from optimizer.goals import Goal, ObjectiveGoal
from optimizer.objectives import Objective, read_objectives, turned, values
from optimizer.play_well import PLAY
from optimizer.plays import Clock, Plays
from optimizer.position import Position
from optimizer.search import Found, Search
from optimizer.solution import Solution, Status, confirm
from optimizer.wishes import Comparison, Wish, WishesGoal, read_wishes


@dataclass(frozen=True)
class Point:
    """A pair of values of two objectives, neither of which can be improved alone.

    Attributes
    ----------
    values
        What can be guaranteed of both at once, whatever the other side does.
    solution
        An assignment that guarantees it, played out against a bad reply. Where the other side may
        choose, that reply may leave one of the objectives better than guaranteed.
    is_proven
        False if the deadline passed: there may be something better.
    is_followed_up
        False if the deadline passed: it is not known whether there are further points.
    """

    values: tuple[int, int]
    solution: Solution
    is_proven: bool = True
    is_followed_up: bool = True

    def to_document(self) -> dict[str, object]:
        """Return the output document of its assignment, with both ``values`` before it."""
        return {"values": list(self.values), **self.solution.to_document()}


def frontier(
    combat: Combat,
    first: str,
    second: str,
    wishes: Iterable[str] = (),
    deadline: float | None = None,
) -> tuple[Point, ...]:
    """Find every Pareto-optimal pair of two objectives, with one assignment for each.

    Parameters
    ----------
    combat, wishes, deadline
        As for `optimizer.damage.solve_damage`; the deadline is for all points together.
    first, second
        ``max NAME`` or ``min NAME`` each.

    Returns
    -------
    tuple of Point
        From the best of the first objective to the best of the second; empty if the wishes cannot
        be met.

    Raises
    ------
    DocumentError
        As `solve_damage`.
    TimeoutError
        If the deadline passed before an assignment was found that meets the wishes.
    """
    require_supported(combat)
    objectives = read_objectives(combat, [first, second])
    if len(objectives) != 2:
        raise DocumentError([Fault("objectives", f"{PLAY!r} is more than one objective")])
    wanted = read_wishes(combat, wishes)
    with refusing_overflow(combat, objectives):
        return tuple(_Frontier(combat, objectives, wanted, Clock(deadline)).points())


def at_least(objective: Objective, value: int) -> Comparison:
    """Return the wish that an objective is at least as good as a value of its own."""
    low, high = (value, None) if objective.sense > 0 else (None, value)
    sign = ">=" if objective.sense > 0 else "<="
    return Comparison(f"{objective.name} {sign} {value}", low, high, objective.weights)


class _Frontier:
    def __init__(
        self,
        combat: Combat,
        objectives: Sequence[Objective],
        wishes: tuple[Wish, ...],
        clock: Clock,
    ) -> None:
        self.start = Position.beginning(combat)
        self.first, self.second = objectives
        self.wishes = wishes
        self.clock = clock
        goals: list[Goal] = [
            WishesGoal(wishes),
            ObjectiveGoal(self.first),
            ObjectiveGoal(self.second),
        ]
        self.may_vary = Plays(self.start, goals).may_vary

    def points(self) -> list[Point]:
        """Return all points, as far as the time goes."""
        found: list[Point] = []
        try:
            found.extend(self._points())
        except TimeoutError:
            if not found:
                raise
            found[-1] = replace(found[-1], is_followed_up=False)
        return found

    def _points(self) -> Iterator[Point]:
        more: tuple[Wish, ...] = ()
        while True:
            point = self._point(more)
            if point is None:
                return
            yield point
            if not point.is_proven:
                raise TimeoutError
            more = (at_least(self.second, point.values[1] + self.second.sense),)

    def _point(self, more: tuple[Wish, ...]) -> Point | None:
        """Return the best for the first objective, then for the second, or None."""
        started = perf_counter()
        both = (self.first, self.second)
        found = self._search((*self.wishes, *more), both)
        if found is None:
            return None
        guaranteed, bounds = turned(both, found.values), turned(both, found.bounds)
        if self.may_vary and found.proven:
            # Where the other side spoils the first, it may not have done its worst to the second.
            enough = at_least(self.first, guaranteed[0])
            found = self._search((*self.wishes, *more, enough), both[1:])
            assert found is not None
            guaranteed = (guaranteed[0], *turned(both[1:], found.values))
            bounds = (guaranteed[0], *turned(both[1:], found.bounds))
        measured = values(both, found.outcome)
        confirm(found.outcome, both, measured)
        milliseconds = round((perf_counter() - started) * 1000, 3)
        solution = Solution(
            Status.OPTIMAL if found.proven else Status.FEASIBLE,
            both,
            measured if found.proven else bounds,
            found.outcome,
            {"method": found.method, "milliseconds": milliseconds},
        )
        return Point((guaranteed[0], guaranteed[1]), solution, found.proven)

    def _search(self, wishes: tuple[Wish, ...], objectives: Sequence[Objective]) -> Found | None:
        """Return the best that meets the wishes, or None if none does; only about objectives."""
        goals: list[Goal] = [ObjectiveGoal(objective) for objective in objectives]
        if not wishes:
            return Search(self.start, goals, self.clock.left).run()
        found = Search(self.start, [WishesGoal(wishes), *goals], self.clock.left).run()
        if found.values[0] == 1:
            return replace(found, values=found.values[1:], bounds=found.bounds[1:])
        if found.proven or found.bounds[0] == 0:
            return None
        raise TimeoutError(
            "the deadline passed before an assignment was found that meets all wishes"
        )
