"""The best decision of a small problem without a solver.

Which groups have lethal damage on every copy decides which gates are open, so the sets of open
sources are tried one by one, the most promising first. With the gates given, a point of an open
source costs what it would be worth beyond them and any other point nothing; the counts of copies
that get lethal damage are demands, and `optimizer.parts.flow` meets demands as cheaply as
possible. So is what empties a planeswalker or battle, whose points are worth the same from any
source. All that is left is which counts are best. A linear program is concave in its demands, and
this one is integral, so along one count the best is found by tangents; the other counts are tried
one by one, where there are few.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, product
from math import prod

from optimizer.pooled.peak import peak
from optimizer.pooled.plan import Plan, Sources
from optimizer.pooled.problem import Decided, Problem, Source
from optimizer.pooled.weighed import Weighed

MOST_LINES = 48
"""How many combinations of the other counts are tried."""

MOST_GATES = 4
"""How many gates may be worth opening, and things worth emptying."""


def decide(problem: Problem) -> Decided | None:
    """Return the best decision, or None if the problem has no closed form."""
    if not all(_has_plain_gate(source) for source in problem.sources):
        return None
    weighed = Weighed(problem)
    if len(weighed.gated) + len(weighed.counters) > MOST_GATES or not weighed.has_equal_points():
        return None
    return _Search(weighed).run()


def _has_plain_gate(source: Source) -> bool:
    """Say whether a source has at most one recipient beyond all groups that it may damage."""
    return len(source.beyond) <= 1 and all(
        set(r.behind) == set(source.groups) for r in source.beyond
    )


class _TooLargeError(Exception):
    """Too many combinations of counts."""


class _Search:
    """The search for the best decision of a problem."""

    def __init__(self, weighed: Weighed) -> None:
        self.weighed = weighed
        self.gated = weighed.gated
        self.best: tuple[int, Decided] | None = None

    def run(self) -> Decided | None:
        """Try all sets of open sources."""
        try:
            for most, opened, emptied in sorted(self._sets(), key=lambda one: -one[0]):
                if self.best is not None and most <= self.best[0]:
                    break
                self._with_open(opened, emptied)
        except _TooLargeError:
            return None
        assert self.best is not None  # nothing open is always possible
        return self.best[1]

    def _sets(self) -> Iterator[tuple[int, Sources, tuple[str, ...]]]:
        """Yield the sets of open sources and emptied things, and the most that each can be worth.

        A source whose groups are all met anyway is open for nothing, so it is in the set.
        """
        weighed = self.weighed
        killed = sum(weighed.worth[t.id] * t.count for t in weighed.problem.targets.values())
        for size in range(len(self.gated) + 1):
            for opened in combinations(self.gated, size):
                full = {name for source in opened for name in source.groups}
                if any(full.issuperset(s.groups) and s not in opened for s in self.gated):
                    continue
                most = killed + sum(weighed.point_of(s) * s.supply for s in opened)
                for emptied in self._emptied(opened):
                    yield most + weighed.worth_of(emptied), opened, emptied

    def _emptied(self, opened: Sources) -> Iterator[tuple[str, ...]]:
        """Yield which planeswalkers and battles may be emptied, those that are anyway included."""
        anyway = [name for name, missing in self.weighed.counters.items() if missing <= 0]
        reached = {source.aim for source in opened}.intersection(self.weighed.counters)
        open_ended = sorted(reached.difference(anyway))
        for size in range(len(open_ended) + 1):
            for chosen in combinations(open_ended, size):
                yield (*anyway, *chosen)

    def _with_open(self, opened: Sources, emptied: Sequence[str]) -> None:
        """Find the best with these sources open, all copies in front of them met."""
        plan = Plan(self.weighed, opened, emptied)
        counts = sorted(plan.counts, key=lambda count: count.high - count.low)
        others, widest = counts[:-1], counts[-1:]
        if prod(count.high - count.low + 1 for count in others) > MOST_LINES:
            raise _TooLargeError
        for chosen in product(*(range(c.low, c.high + 1) for c in others)):
            given = dict(zip(others, chosen, strict=True))
            for count in widest:
                along = partial(plan.value_along, dict(given), count)
                given[count] = peak(along, count.low, count.high)
            worth = plan.value(given)
            if self.best is None or worth > self.best[0]:
                decided = plan.decided(given)
                if decided is not None:
                    self.best = worth, decided
