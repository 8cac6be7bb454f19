"""The best decision of a small problem without a solver.

Which groups have lethal damage on every copy decides which gates are open, so the sets of open
sources are tried one by one, the most promising first. With the gates given, a point of an open
source costs what it would be worth beyond them and any other point nothing; the counts of copies
that get lethal damage are demands, and `optimizer.pooled.flow` meets demands as cheaply as
possible. So is what empties a planeswalker or battle, whose points are worth the same from any
source. All that is left is which counts are best. A linear program is concave in its demands, and
this one is integral, so along one count the best is found by tangents; the other counts are tried
one by one, where there are few.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import TypeAlias

from optimizer.pooled.flow import Flow, cheapest
from optimizer.pooled.problem import Decided, Problem, Source, Target, Vector

Sources: TypeAlias = tuple[Source, ...]

MOST_LINES = 48
"""How many combinations of the other counts are tried."""

MOST_GATES = 4
"""How many gates may be worth opening, and things worth emptying."""


def decide(problem: Problem) -> Decided | None:
    """Return the best decision, or None if the problem has no closed form."""
    if not all(_has_plain_gate(source) for source in problem.sources):
        return None
    search = _Search(problem)
    if len(search.gated) + len(search.counters) > MOST_GATES or not search.has_equal_points():
        return None
    return search.run()


def _has_plain_gate(source: Source) -> bool:
    """Say whether a source has at most one recipient beyond all groups that it may damage."""
    return len(source.beyond) <= 1 and all(set(r.behind) == set(source.groups) for r in source.beyond)


def goes_to(source: Source) -> str:
    """Return what a source damages beyond the groups, or nothing."""
    return source.beyond[0].id if source.beyond else ""


@dataclass(frozen=True, slots=True)
class _Count:
    """A number that is to be chosen: of copies with lethal damage, by amount or by a touch."""

    target: str
    by_touch: bool
    low: int
    high: int


class _TooLargeError(Exception):
    """Too many combinations of counts."""


class _Search:
    """One problem, with worths packed into integers that compare and add like the vectors."""

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
            - sum(s.supply for s in problem.sources if not s.groups and goes_to(s) == name)
            for name, emptied in problem.emptied.items()
        }
        """What is missing to empty each planeswalker and battle, after what must go there."""
        self.best: tuple[int, Decided] | None = None

    def point_of(self, source: Source) -> int:
        """Return what a point of a source is worth beyond its gate, if it has one."""
        return self.point[source.id, source.beyond[0].id] if source.beyond else 0

    def _is_welcome(self, source: Source) -> bool:
        """Say whether anything is gained by what a source sends through its gate."""
        emptied = self.problem.emptied.get(goes_to(source))
        return self.point_of(source) > 0 or bool(emptied and self.pack(emptied.worth) > 0)

    def has_equal_points(self) -> bool:
        """Say whether no point through a gate is unwelcome, and who empties something is one."""
        worths: dict[str, set[int]] = {}
        for source in self.gated:
            if goes_to(source) in self.problem.emptied:
                worths.setdefault(goes_to(source), set()).add(self.point_of(source))
        return all(self.point_of(s) >= 0 for s in self.gated) and all(
            len(points) == 1 for points in worths.values()
        )

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
        killed = sum(self.worth[t.id] * t.count for t in self.problem.targets.values())
        for size in range(len(self.gated) + 1):
            for opened in combinations(self.gated, size):
                full = {name for source in opened for name in source.groups}
                if any(full.issuperset(s.groups) and s not in opened for s in self.gated):
                    continue
                most = killed + sum(self.point_of(s) * s.supply for s in opened)
                for emptied in self._emptied(opened):
                    yield most + self.worth_of(emptied), opened, emptied

    def _emptied(self, opened: Sources) -> Iterator[tuple[str, ...]]:
        """Yield which planeswalkers and battles may be emptied, those that are anyway included."""
        anyway = [name for name, missing in self.counters.items() if missing <= 0]
        reached = {goes_to(source) for source in opened}.intersection(self.counters)
        open_ended = sorted(reached.difference(anyway))
        for size in range(len(open_ended) + 1):
            for chosen in combinations(open_ended, size):
                yield (*anyway, *chosen)

    def worth_of(self, emptied: Iterable[str]) -> int:
        """Return what it is worth to empty these."""
        return sum(self.pack(self.problem.emptied[name].worth) for name in emptied)

    def _with_open(self, opened: Sources, emptied: Sequence[str]) -> None:
        """Find the best with at least these sources open, all copies in front of them met."""
        full = {name for s in opened for name in s.groups}
        plan = _Plan(self, opened, full, emptied)
        counts = sorted(plan.counts, key=lambda count: count.high - count.low)
        lines = 1
        for count in counts[:-1]:
            lines *= count.high - count.low + 1
        if lines > MOST_LINES:
            raise _TooLargeError
        for chosen in product(*(range(c.low, c.high + 1) for c in counts[:-1])):
            given = dict(zip(counts, chosen, strict=False))
            if counts:
                last = counts[-1]

                def value(number: int, given: dict[_Count, int] = given) -> int:
                    return plan.value({**given, last: number})

                given[last] = peak(value, last.low, last.high)
            worth = plan.value(given)
            if self.best is None or worth > self.best[0]:
                decided = plan.decided(given)
                if decided is not None:
                    self.best = worth, decided


class _Plan:
    """The problem with given open sources: what counts are worth."""

    def __init__(
        self, search: _Search, opened: Sources, full: set[str], emptied: Sequence[str]
    ) -> None:
        self.search, self.full = search, full
        problem = search.problem
        costs = {s.id: search.point_of(s) for s in opened}
        self.costs = costs
        self.sources = sorted(
            (s for s in problem.sources if s.groups), key=lambda s: costs.get(s.id, 0)
        )
        self.supplies = [s.supply for s in self.sources]
        self.base = sum(costs[s.id] * s.supply for s in opened) + search.worth_of(emptied)
        # What empties something is a demand as well, which gets back what its points cost.
        self.emptying = [(n, search.counters[n]) for n in emptied if search.counters[n] > 0]
        for name, missing in self.emptying:
            self.base += missing * next(costs[s.id] for s in opened if goes_to(s) == name)
        # A demand that nothing can meet costs more than everything is worth.
        self.penalty = 1 + self.base + sum(search.worth[n] * t.count for n, t in _targets(problem))
        self.counts: list[_Count] = []
        for name, target in _targets(problem):
            self._add(name, target)

    def _add(self, name: str, target: Target) -> None:
        """Add the counts that are to be chosen for a target."""
        reached = self.search.reached[name]
        touching = [s for s in reached if s.deathtouch]
        is_open = name not in self.full
        if target.needed == 0 or (is_open and self.search.worth[name] == 0):
            return
        if touching and len(touching) < len(reached) and target.needed > 1:
            most = min(target.count, sum(s.supply for s in touching))
            self.counts.append(_Count(name, by_touch=True, low=0, high=most))
        if is_open:
            each = 1 if len(touching) == len(reached) else target.needed
            most = min(target.count, sum(s.supply for s in reached) // each)
            self.counts.append(_Count(name, by_touch=False, low=0, high=most))

    def _demands(self, given: dict[_Count, int]) -> Iterator[tuple[str, bool, int]]:
        """Yield for each target the copies with lethal damage, by amount and by a touch."""
        touches = {c.target: number for c, number in given.items() if c.by_touch}
        amounts = {c.target: number for c, number in given.items() if not c.by_touch}
        for name, target in _targets(self.search.problem):
            touched = touches.get(name, 0)
            lethal = amounts.get(name, 0)
            if name in self.full and target.needed:
                lethal = target.count - touched
            if all(s.deathtouch for s in self.search.reached[name]):
                lethal, touched = 0, lethal
            if lethal:
                yield name, False, lethal
            if touched:
                yield name, True, touched

    def value(self, given: dict[_Count, int]) -> int:
        """Return what the counts are worth; very little if they are not possible."""
        demands = list(self._demands(given))
        flow, missing = self._flow(demands)
        met: dict[str, int] = {}
        for name, _, copies in demands:
            met[name] = met.get(name, 0) + copies
        targets = self.search.problem.targets
        missing += sum(max(0, copies - targets[name].count) for name, copies in met.items())
        worth = sum(self.search.worth[name] * copies for name, copies in met.items())
        used = sum(
            self.costs.get(s.id, 0) * sum(row) for s, row in zip(self.sources, flow, strict=True)
        )
        return self.base + worth - used - self.penalty * missing

    def _flow(self, demands: Sequence[tuple[str, bool, int]]) -> tuple[Flow, int]:
        targets = self.search.problem.targets
        wanted = [n if by_touch else n * targets[name].needed for name, by_touch, n in demands]
        wanted += [missing for _, missing in self.emptying]
        reach = [
            [name in s.groups and (s.deathtouch or not by_touch) for name, by_touch, _ in demands]
            + [s.id in self.costs and goes_to(s) == name for name, _ in self.emptying]
            for s in self.sources
        ]
        return cheapest(self.supplies, wanted, reach)

    def decided(self, given: dict[_Count, int]) -> Decided | None:
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
                amounts[source.id, goes_to(source)] = through
        return settled(self.search.problem, Decided(amounts, lethal, touched))


def _targets(problem: Problem) -> list[tuple[str, Target]]:
    return list(problem.targets.items())


def settled(problem: Problem, decided: Decided) -> Decided:
    """Return a decision with the damage that is left over on creatures, as lethal damage if it can.

    What is not enough for that lies on a group that has lethal damage on a copy, if there is one,
    else on a single copy.
    """
    amounts, lethal = dict(decided.amounts), dict(decided.lethal)
    touched = dict(decided.touched)
    given: dict[str, int] = {}
    for (source, _), amount in amounts.items():
        given[source] = given.get(source, 0) + amount

    def put(source: Source, name: str, amount: int) -> None:
        if amount:
            amounts[source.id, name] = amounts.get((source.id, name), 0) + amount

    for source in problem.sources:
        left = source.supply - given.get(source.id, 0)
        if not left:
            continue
        if not source.groups:
            put(source, goes_to(source), left)
            continue
        for name in source.groups:
            target = problem.targets[name]
            if target.needed:
                each, by = (1, touched) if source.deathtouch else (target.needed, lethal)
                room = target.count - lethal.get(name, 0) - touched.get(name, 0)
                if copies := min(room, left // each):
                    by[name] = by.get(name, 0) + copies
                    put(source, name, copies * each)
                    left -= copies * each
        met = (n for n in source.groups if lethal.get(n) or touched.get(n))
        place = next(met, source.groups[0])
        put(source, place, left)
        needed = problem.targets[place].needed
        if needed and not lethal.get(place) and not touched.get(place):
            if sum(n for (_, target), n in amounts.items() if target == place) >= needed:
                lethal[place] = 1
    return Decided(amounts, lethal, touched)


def peak(value: Callable[[int], int], low: int, high: int) -> int:
    """Return where a concave function of whole numbers is largest.

    Two tangents meet above the peak; each new one at their meeting point cuts off a linear piece, so
    the number of steps depends on the number of pieces, not on the distance.
    """
    known: dict[int, int] = {}

    def at(number: int) -> int:
        if number not in known:
            known[number] = value(number)
        return known[number]

    while low < high:
        rise, fall = at(low + 1) - at(low), at(high) - at(high - 1)
        if rise <= 0:
            return low
        if fall >= 0:
            return high
        if high - low <= 2:
            return low + 1
        meeting = (at(high) - fall * high - at(low) + rise * low) // (rise - fall)
        middle = min(max(meeting, low + 1), high - 2)
        if at(middle + 1) > at(middle):
            low = middle + 1
        else:
            high = middle
    return low


def _packing(problem: Problem) -> Callable[[Vector], int]:
    """Return a function that packs worths into integers that compare and add like the vectors."""
    supply = sum(source.supply for source in problem.sources)
    size = 1 + sum(t.count * max(map(abs, t.worth), default=0) for t in problem.targets.values())
    size += supply * max((abs(e) for worth in problem.points.values() for e in worth), default=0)
    size += sum(abs(e) for emptied in problem.emptied.values() for e in emptied.worth)
    base = 2 * size + 1

    def pack(worth: Vector) -> int:
        packed = 0
        for entry in worth:
            packed = packed * base + entry
        return packed

    return pack
