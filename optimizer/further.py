"""What is asked about a damage question besides its best answer, as one object each."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.combat import Combat
from optimizer.damage import solve_damage
from optimizer.frontier import Point, frontier
from optimizer.next_best import NextBest, next_best
from optimizer.plays import Clock
from optimizer.solution import Solution


@dataclass(frozen=True)
class Following:
    """The best answer, and the best that is worse.

    Attributes
    ----------
    best
        The best answer.
    next
        The best that is worse in value; None if there is none, or none was found in time.
    is_complete
        It is proven that there is nothing between the two.
    """

    best: Solution
    next: NextBest | None
    is_complete: bool

    def to_document(self) -> dict[str, object]:
        """Return it as an output document: ``best``, ``next`` and ``complete``."""
        following = self.next and self.next.to_document()
        return {"best": self.best.to_document(), "next": following, "complete": self.is_complete}


@dataclass(frozen=True)
class TradeOffs:
    """The trade-offs between two objectives.

    Attributes
    ----------
    points
        Each with its answer.
    is_complete
        It is proven that there are no others, and that each is one.
    """

    points: tuple[Point, ...]
    is_complete: bool

    def to_document(self) -> dict[str, object]:
        """Return it as an output document: ``frontier`` and ``complete``."""
        points = [point.to_document() for point in self.points]
        return {"frontier": points, "complete": self.is_complete}


def find_following(
    combat: Combat, objectives: Sequence[str], wishes: Sequence[str], deadline: float | None
) -> Following:
    """Find the best answer and the next best, in one deadline; see `optimizer.next_best`."""
    clock = Clock(deadline)
    best = solve_damage(combat, objectives, wishes, clock.left)
    try:
        found = next_best(combat, objectives, wishes, clock.left, best=best)
    except TimeoutError:
        return Following(best, None, is_complete=False)
    return Following(best, found, found is None or found.status.value == "optimal")


def find_trade_offs(
    combat: Combat, objectives: Sequence[str], wishes: Sequence[str], deadline: float | None
) -> TradeOffs:
    """Find the trade-offs between two objectives; see `optimizer.frontier`."""
    one, other = objectives
    try:
        points = frontier(combat, one, other, wishes, deadline)
    except TimeoutError:
        return TradeOffs((), is_complete=False)
    return TradeOffs(points, all(point.is_proven and point.is_followed_up for point in points))
