"""What counts of copies are worth, with given open gates: demands that a flow meets cheaply."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from optimizer.parts.flow import Flow, cheapest
from optimizer.pooled.problem import Decided, Problem, Source, Target
from optimizer.pooled.settling import settled
from optimizer.pooled.weighed import Weighed

Sources: TypeAlias = tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """A number that is to be chosen: of copies with lethal damage, by amount or by a touch."""

    target: str
    by_touch: bool
    low: int
    high: int


class Plan:
    """The problem with given open sources: what counts are worth.

    Parameters
    ----------
    weighed
        The problem.
    opened
        The sources with open gates; all copies in front of them are met.
    emptied
        The planeswalkers and battles that are emptied.
    """

    def __init__(self, weighed: Weighed, opened: Sources, emptied: Sequence[str]) -> None:
        self.weighed = weighed
        self.full = {name for source in opened for name in source.groups}
        problem = weighed.problem
        costs = {s.id: weighed.point_of(s) for s in opened}
        self.costs = costs
        self.sources = sorted(
            (s for s in problem.sources if s.groups), key=lambda s: costs.get(s.id, 0)
        )
        self.supplies = [s.supply for s in self.sources]
        self.base = sum(costs[s.id] * s.supply for s in opened) + weighed.worth_of(emptied)
        # What empties something is a demand as well, which gets back what its points cost.
        self.emptying = [(n, weighed.counters[n]) for n in emptied if weighed.counters[n] > 0]
        for name, missing in self.emptying:
            self.base += missing * next(costs[s.id] for s in opened if s.aim == name)
        # A demand that nothing can meet costs more than everything is worth.
        self.penalty = 1 + self.base + sum(weighed.worth[n] * t.count for n, t in _targets(problem))
        self.counts: list[Count] = []
        for name, target in _targets(problem):
            self._add(name, target)

    def _add(self, name: str, target: Target) -> None:
        """Add the counts that are to be chosen for a target."""
        reached = self.weighed.reached[name]
        touching = [s for s in reached if s.deathtouch]
        is_open = name not in self.full
        if target.needed == 0 or (is_open and self.weighed.worth[name] == 0):
            return
        if touching and len(touching) < len(reached) and target.needed > 1:
            most = min(target.count, sum(s.supply for s in touching))
            self.counts.append(Count(name, by_touch=True, low=0, high=most))
        if is_open:
            each = 1 if len(touching) == len(reached) else target.needed
            most = min(target.count, sum(s.supply for s in reached) // each)
            self.counts.append(Count(name, by_touch=False, low=0, high=most))

    def _demands(self, given: Mapping[Count, int]) -> Iterator[tuple[str, bool, int]]:
        """Yield for each target the copies with lethal damage, by amount and by a touch."""
        touches = {c.target: number for c, number in given.items() if c.by_touch}
        amounts = {c.target: number for c, number in given.items() if not c.by_touch}
        for name, target in _targets(self.weighed.problem):
            touched = touches.get(name, 0)
            lethal = amounts.get(name, 0)
            if name in self.full and target.needed:
                lethal = target.count - touched
            if all(s.deathtouch for s in self.weighed.reached[name]):
                lethal, touched = 0, lethal
            if lethal:
                yield name, False, lethal
            if touched:
                yield name, True, touched

    def value_along(self, given: Mapping[Count, int], count: Count, number: int) -> int:
        """Return what the counts are worth with one more; concave in its number."""
        return self.value({**given, count: number})

    def value(self, given: Mapping[Count, int]) -> int:
        """Return what the counts are worth; very little if they are not possible."""
        demands = list(self._demands(given))
        flow, missing = self._flow(demands)
        met: dict[str, int] = {}
        for name, _, copies in demands:
            met[name] = met.get(name, 0) + copies
        targets = self.weighed.problem.targets
        missing += sum(max(0, copies - targets[name].count) for name, copies in met.items())
        worth = sum(self.weighed.worth[name] * copies for name, copies in met.items())
        used = sum(
            self.costs.get(s.id, 0) * sum(row) for s, row in zip(self.sources, flow, strict=True)
        )
        return self.base + worth - used - self.penalty * missing

    def _flow(self, demands: Sequence[tuple[str, bool, int]]) -> tuple[Flow, int]:
        targets = self.weighed.problem.targets
        wanted = [n if by_touch else n * targets[name].needed for name, by_touch, n in demands]
        wanted += [missing for _, missing in self.emptying]
        reach = [
            [name in s.groups and (s.deathtouch or not by_touch) for name, by_touch, _ in demands]
            + [s.id in self.costs and s.aim == name for name, _ in self.emptying]
            for s in self.sources
        ]
        return cheapest(self.supplies, wanted, reach)

    def decided(self, given: Mapping[Count, int]) -> Decided | None:
        """Return the decision with these counts, or None if they are not possible."""
        demands = list(self._demands(given))
        flow, missing = self._flow(demands)
        if missing or self.value(given) < 0:
            return None
        lethal = {name: n for name, by_touch, n in demands if not by_touch}
        touched = {name: n for name, by_touch, n in demands if by_touch}
        amounts: dict[tuple[str, str], int] = {}
        for source, row in zip(self.sources, flow, strict=True):
            for (name, _, _), amount in zip(demands, row, strict=False):
                if amount:
                    amounts[source.id, name] = amounts.get((source.id, name), 0) + amount
            through = source.supply - sum(row[: len(demands)])
            if source.id in self.costs and through:
                amounts[source.id, source.aim] = through
        return settled(self.weighed.problem, Decided(amounts, lethal, touched))


def _targets(problem: Problem) -> list[tuple[str, Target]]:
    return list(problem.targets.items())
