"""A problem whose worths are whole numbers instead of vectors."""

from collections.abc import Callable, Iterable

from optimizer.parts.vectors import Vector, packing
from optimizer.pooled.problem import Problem, Source


class Weighed:
    """A problem with worths packed into integers that compare and add like the vectors."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.pack = _packing(problem)
        self.worth = {name: self.pack(t.worth) for name, t in problem.targets.items()}
        self.point = {pair: self.pack(worth) for pair, worth in problem.points.items()}
        self.gated = [s for s in problem.sources if s.groups and self._is_welcome(s)]
        self.reached = {
            name: [s for s in problem.sources if name in s.groups] for name in problem.targets
        }
        self.counters = {
            name: emptied.counters
            - sum(s.supply for s in problem.sources if not s.groups and s.aim == name)
            for name, emptied in problem.emptied.items()
        }
        """What is missing to empty each planeswalker and battle, after what must go there."""

    def point_of(self, source: Source) -> int:
        """Return what a point of a source is worth beyond its gate, if it has one."""
        return self.point[source.id, source.beyond[0].id] if source.beyond else 0

    def _is_welcome(self, source: Source) -> bool:
        """Say whether anything is gained by what a source sends through its gate."""
        emptied = self.problem.emptied.get(source.aim)
        return self.point_of(source) > 0 or bool(emptied and self.pack(emptied.worth) > 0)

    def has_equal_points(self) -> bool:
        """Say whether no point through a gate is unwelcome, and who empties something is one."""
        worths: dict[str, set[int]] = {}
        for source in self.gated:
            if source.aim in self.problem.emptied:
                worths.setdefault(source.aim, set()).add(self.point_of(source))
        return all(self.point_of(s) >= 0 for s in self.gated) and all(
            len(points) == 1 for points in worths.values()
        )

    def worth_of(self, emptied: Iterable[str]) -> int:
        """Return what it is worth to empty these."""
        return sum(self.pack(self.problem.emptied[name].worth) for name in emptied)


def _packing(problem: Problem) -> Callable[[Vector], int]:
    """Return a function that packs worths into integers that compare and add like the vectors."""
    supply = sum(source.supply for source in problem.sources)
    size = 1 + sum(t.count * max(map(abs, t.worth), default=0) for t in problem.targets.values())
    size += supply * max((abs(e) for worth in problem.points.values() for e in worth), default=0)
    size += sum(abs(e) for emptied in problem.emptied.values() for e in emptied.worth)
    return packing(size)
