"""The ratios that are required, and whether a run reaches them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import median

from benchmarks.records import Record
from benchmarks.statistics import (
    Result,
    geometric_mean,
    percentile,
    ratios,
    results,
    select,
)

PLAIN, STRONG, OURS, ENUMERATION = "plain-cpsat", "strong-highs", "overrun", "enumeration"


@dataclass(frozen=True)
class Verdict:
    """One requirement and what a run says about it.

    Attributes
    ----------
    what, required
        In words.
    measured
        In words.
    reached
        None if the run does not say.
    """

    what: str
    required: str
    measured: str
    reached: bool | None


def evaluate(records: Sequence[Record]) -> list[Verdict]:
    """Return all requirements in order."""
    found = results(records)
    verdicts: list[Verdict] = []
    verdicts += _limited(found)
    verdicts += _many_boards(records)
    for family in ("commander", "two_steps", "planeswalkers"):
        verdicts += _family(found, family)
    verdicts += _shared(found)
    verdicts.append(_shared_300(found))
    verdicts.append(_tokens(found))
    verdicts += _blocks(found)
    verdicts += _attacks(found)
    verdicts += _swarm(found)
    verdicts += _tricks(found)
    verdicts += _command_line(records)
    verdicts.append(_batch_memory(records))
    return verdicts


def _times(number: float) -> str:
    return f"{number:.2f}x" if number < 10 else f"{number:.0f}x"


def _verdict(
    what: str, required: str, numbers: Sequence[float], judge: Callable[[float], bool]
) -> Verdict:
    if not numbers:
        return Verdict(what, required, "not measured", None)
    return Verdict(what, required, _times(numbers[0]), judge(numbers[0]))


def _limited(found: Sequence[Result]) -> Iterator[Verdict]:
    ours, theirs = select(found, "limited", OURS), select(found, "limited", PLAIN)
    both = [name for name in ours if name in theirs]
    for label, share in (("median", 0.5), ("p99", 0.99)):
        quotient = [
            percentile([theirs[n].answer_ms for n in both], share)
            / percentile([ours[n].answer_ms for n in both], share)
        ] if both else []  # fmt: skip
        what = f"limited, one board, {label}, against plain CP-SAT"
        yield _verdict(what, "15x", quotient, lambda x: x >= 15)


def _medians(records: Sequence[Record], family: str, key: str) -> dict[str, float]:
    groups: dict[str, list[float]] = {}
    for record in records:
        if record.family == family and record.status == "measured":
            groups.setdefault(record.solver, []).append(getattr(record, key))
    return {solver: median(numbers) for solver, numbers in groups.items()}


def _many_boards(records: Sequence[Record]) -> Iterator[Verdict]:
    processor = _medians(records, "many_boards", "cpu_ms")
    elapsed = _medians(records, "many_boards", "total_ms")
    quotient = [processor[PLAIN] / processor[OURS]] if PLAIN in processor else []
    what = "limited, many boards in one process, processor time, against plain CP-SAT"
    yield _verdict(what, "30x", quotient, lambda x: x >= 30)
    one, two = f"{OURS}, 1 worker", f"{OURS}, 2 workers"
    quotient = [elapsed[one] / elapsed[two]] if one in elapsed else []
    yield _verdict("two workers against one", "1.8x", quotient, lambda x: x >= 1.8)


def _family(found: Sequence[Result], family: str) -> Iterator[Verdict]:
    ours, theirs = select(found, family, OURS), select(found, family, PLAIN)
    quotients = ratios(ours, theirs)
    middle = [median(quotients)] if quotients else []
    what = f"{family}, median ratio, against plain CP-SAT"
    yield _verdict(what, "10x", middle, lambda x: x >= 10)
    if family == "commander":
        yield _all_proven("commander", ours)


def _all_proven(what: str, ours: dict[str, Result]) -> Verdict:
    if not ours:
        return Verdict(f"{what}, proven", "all", "not measured", None)
    proven = sum(result.proven for result in ours.values())
    return Verdict(f"{what}, proven", "all", f"{proven} of {len(ours)}", proven == len(ours))


def _shared(found: Sequence[Result]) -> Iterator[Verdict]:
    for size, least in ((50, 3), (100, 5)):
        ours, theirs = select(found, "shared", OURS, size), select(found, "shared", STRONG, size)
        yield _all_proven(f"shared {size} x {size} x 3", ours)
        quotients = ratios(ours, theirs)
        what = f"shared {size} x {size} x 3, geometric mean, against HiGHS strong"
        mean = [geometric_mean(quotients)] if quotients else []
        yield _verdict(what, f"{least}x", mean, lambda x, least=least: x >= least)  # type: ignore[misc]
        if size == 100:
            what = "shared 100 x 100 x 3, slowest instance, against HiGHS strong"
            yield _verdict(what, "1x", [min(quotients)] if quotients else [], lambda x: x >= 1)


def _shared_300(found: Sequence[Result]) -> Verdict:
    """In the time in which HiGHS proves a third: two thirds proven, the rest within 0.5 %."""
    what = "shared 300 x 300 x 4, in the time in which HiGHS strong proves a third"
    required = "two thirds proven, the rest within 0.5 %"
    ours, theirs = select(found, "shared", OURS, 300), select(found, "shared", STRONG, 300)
    if not ours or not theirs:
        return Verdict(what, required, "not measured", None)
    proven = sorted(result.answer_ms for result in theirs.values() if result.proven)
    third = ceil(len(theirs) / 3)
    is_enough = len(proven) >= third
    longest = max(result.answer_ms for result in theirs.values())
    time = proven[third - 1] if is_enough else longest
    in_time = [r for r in ours.values() if r.proven and r.answer_ms <= time]
    open_ones = [r for r in ours.values() if not r.proven]
    late = len(ours) - len(in_time) - len(open_ones)
    worst = max((1.0 if r.gap is None else r.gap for r in open_ones), default=0.0)
    note = "" if is_enough else f"; HiGHS proves {len(proven)} of {len(theirs)}"
    text = (
        f"{len(in_time)} of {len(ours)} proven in {time / 1000:.1f} s, {late} later, "
        f"the rest within {worst:.2%} in the end{note}"
    )
    return Verdict(what, required, text, len(in_time) * 3 >= len(ours) * 2 and worst <= 0.005)


def _tokens(found: Sequence[Result]) -> Verdict:
    what = "tokens, the largest board against the smallest, worst of the kinds"
    ours = select(found, "tokens", OURS)
    sizes = [result.size for result in ours.values()]
    if not sizes or min(sizes) == max(sizes):
        return Verdict(what, "less than 3x", "not measured", None)
    kinds: dict[str, dict[int, Result]] = {}
    for name, result in ours.items():
        kinds.setdefault(name.rsplit("-", 1)[0], {})[result.size] = result
    quotients = [by[max(sizes)].answer_ms / by[min(sizes)].answer_ms for by in kinds.values()]
    worst = max(quotients)
    unproven = sum(not result.proven for result in ours.values())
    text = _times(worst) + (f", {unproven} not proven" if unproven else "")
    text += "" if max(sizes) >= 10_000 else f" (only up to {max(sizes)} creatures)"
    return Verdict(what, "less than 3x", text, worst < 3 and not unproven)


def _answer_ms(found: Sequence[Result], family: str, size: int, solver: str = OURS) -> list[float]:
    return [result.answer_ms for result in select(found, family, solver, size).values()]


def _against_enumeration(
    found: Sequence[Result], family: str, size: int, least: int
) -> Iterator[Verdict]:
    ours = select(found, family, OURS, size)
    quotients = ratios(ours, select(found, family, ENUMERATION, size))
    middle = [median(quotients)] if quotients else []
    what = f"{family} {size} x {size}, median ratio, against enumeration"
    yield _verdict(what, f"{least}x", middle, lambda x: x >= least)


def _blocks(found: Sequence[Result]) -> Iterator[Verdict]:
    yield from _against_enumeration(found, "blocks", 5, 10)
    yield from _against_enumeration(found, "blocks", 6, 50)
    small = _answer_ms(found, "blocks", 5, ENUMERATION)
    for size, most in ((8, 1), (12, 10), (20, 100)):
        ours = select(found, "blocks", OURS, size)
        if size == 12:
            yield _all_proven("blocks 12 x 12", ours)
        what = f"blocks {size} x {size}, median, against enumerating 5 x 5"
        times = [result.answer_ms for result in ours.values()]
        quotient = [median(times) / median(small)] if times and small else []
        yield _verdict(what, f"at most {most}x", quotient, lambda x, most=most: x <= most)  # type: ignore[misc]
    what, required = "blocks 20 x 20, proven or nearly", "all, or less than 5 % open"
    if not ours:
        yield Verdict(what, required, "not measured", None)
        return
    gaps = [0.0 if r.proven else 1.0 if r.gap is None else r.gap for r in ours.values()]
    proven = sum(result.proven for result in ours.values())
    text = f"{proven} of {len(ours)} proven, {max(gaps):.0%} open at most"
    yield Verdict(what, required, text, max(gaps) < 0.05)


def _attacks(found: Sequence[Result]) -> Iterator[Verdict]:
    yield from _against_enumeration(found, "attacks", 4, 10)
    for size in (6, 8):
        yield _all_proven(f"attacks {size} x {size}", select(found, "attacks", OURS, size))


def _swarm(found: Sequence[Result]) -> Iterator[Verdict]:
    ours = select(found, "swarm", OURS)
    for name, family, size in (
        ("fliers-none", "blocks", 8),
        ("fliers-ten", "blocks", 8),
        ("tokens-50", "attacks", 6),
    ):
        times = _answer_ms(found, family, size)
        one = ours.get(f"swarm-{name}")
        quotient = [one.answer_ms / median(times)] if one and times else []
        what = f"swarm {name}, against {family} {size} x {size} of distinct creatures"
        yield _verdict(what, "at most 1x", quotient, lambda x: x <= 1)


def _tricks(found: Sequence[Result]) -> Iterator[Verdict]:
    yield _all_proven("tricks 8 x 8, six cards", select(found, "tricks", OURS, 8))
    yield from _against_enumeration(found, "tricks", 8, 50)


def _command_line(records: Sequence[Record]) -> Iterator[Verdict]:
    parts = (("whole process", "total_ms", 2.5), ("peak memory", "peak_mb", 2.0))
    for label, key, most in parts:
        numbers = _medians(records, "command_line", key)
        quotient = [numbers[OURS] / numbers["imports"]] if OURS in numbers else []
        what = f"command line, small board, {label}, against importing typer, rich, pydantic"
        yield _verdict(what, f"less than {most}x", quotient, lambda x, most=most: x < most)  # type: ignore[misc]


def _batch_memory(records: Sequence[Record]) -> Verdict:
    what = "many boards in a file, peak memory of the largest against the smallest"
    peaks = {r.size: r.peak_mb for r in records if r.family == "batch_memory"}
    wrong = [r for r in records if r.family == "batch_memory" and r.status != "measured"]
    if wrong:
        return Verdict(what, "less than 1.2x", wrong[0].note or "wrong", False)
    if len(peaks) < 2:
        return Verdict(what, "less than 1.2x", "not measured", None)
    quotient = peaks[max(peaks)] / peaks[min(peaks)]
    text = f"{_times(quotient)} ({min(peaks):,} and {max(peaks):,} lines)"
    return Verdict(what, "less than 1.2x", text, quotient < 1.2)
