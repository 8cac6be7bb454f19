"""The figures that are read off the results: medians, percentiles, ratios, shares, misses."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import median

from benchmarks.records import Record

ASKED = ("optimal", "feasible", "nothing", "wrong")
"""The states of a question that a solver took on."""


def percentile(numbers: Sequence[float], share: float) -> float:
    """Return a percentile, with a straight line between neighbours; share is from 0 to 1."""
    ordered = sorted(numbers)
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def geometric_mean(numbers: Sequence[float]) -> float:
    """Return the geometric mean of positive numbers."""
    return exp(sum(map(log, numbers)) / len(numbers))


def answer_ms(record: Record) -> float:
    """Return the time from a combat to an answer: Overrun's own check in it, the peers' not."""
    return record.build_ms + record.solve_ms


@dataclass(frozen=True)
class Result:
    """One solver on one instance over all repeats: the medians."""

    family: str
    instance: str
    size: int
    solver: str
    answer_ms: float
    total_ms: float
    proven: bool
    status: str
    gap: float | None


def results(records: Iterable[Record]) -> list[Result]:
    """Put the repeats together; what was refused or is no question is left out."""
    groups: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        if record.status in ASKED:
            groups.setdefault((record.instance, record.solver), []).append(record)
    found = []
    for group in groups.values():
        first = group[0]
        worst = min(group, key=lambda record: -ASKED.index(record.status))
        found.append(
            Result(
                first.family,
                first.instance,
                first.size,
                first.solver,
                median(map(answer_ms, group)),
                median(record.total_ms for record in group),
                worst.proven,
                worst.status,
                worst.gap,
            )
        )
    return found


def select(
    found: Iterable[Result], family: str, solver: str, size: int | None = None
) -> dict[str, Result]:
    """Return the results of one solver in a family, by instance."""
    return {
        result.instance: result
        for result in found
        if result.family == family and result.solver == solver and size in (None, result.size)
    }


def ratios(
    ours: dict[str, Result],
    theirs: dict[str, Result],
    time: Callable[[Result], float] = lambda result: result.answer_ms,
) -> list[float]:
    """Return how many times longer the other one took, instance by instance."""
    return [
        max(1e-6, time(theirs[name])) / max(1e-6, time(result))
        for name, result in ours.items()
        if name in theirs
    ]


@dataclass(frozen=True)
class Misses:
    """How often and by how much a rule of thumb deals less damage than is possible.

    Attributes
    ----------
    boards
        The boards whose best is known and on which the rule is legal.
    missed
        How many of them it plays below the best.
    share
        The damage missed on those, as a share of the best, on average.
    most
        The most damage missed on one board.
    illegal
        Boards on which the rule's assignment is not legal.
    """

    boards: int
    missed: int
    share: float
    most: int
    illegal: int


def misses(records: Iterable[Record], solver: str, families: Sequence[str]) -> Misses:
    """Compare a rule of thumb with the best, in player damage."""
    rows = [
        r
        for r in records
        if r.solver == solver and r.family in families and r.repeat == 0 and r.best is not None
    ]
    legal = [r for r in rows if r.status == "feasible"]
    pairs = [(r.best or 0, r.player_damage or 0) for r in legal]
    missed = [(best, got) for best, got in pairs if got < best]
    share = sum((best - got) / best for best, got in missed) / len(missed) if missed else 0.0
    most = max((best - got for best, got in missed), default=0)
    illegal = sum(r.status == "wrong" for r in rows)
    return Misses(len(legal), len(missed), share, most, illegal)
