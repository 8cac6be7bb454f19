"""The report: a Markdown page with tables, and plots where `matplotlib` is installed."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks import plots
from benchmarks.arena import page as arena
from benchmarks.arena.games import Row, newest_games, read_rows, scores
from benchmarks.eight_boards import EIGHT_BOARDS
from benchmarks.instances import FAMILIES
from benchmarks.peers import QUALITY
from benchmarks.records import Context, Record, newest_load, read_records
from benchmarks.service_load import FAMILY, RATE
from benchmarks.statistics import ASKED, Result, misses, percentile, results
from benchmarks.targets import evaluate

EXACT = ("overrun", "plain-cpsat", "plain-highs", "strong-highs", "enumeration")
_PHASES = ("read_ms", "build_ms", "solve_ms", "check_ms", "total_ms")


def write_report(source: Path, target: Path) -> None:
    """Turn a file of results into a page; its plots lie beside it.

    Parameters
    ----------
    source
        A CSV file of results.
    target
        The Markdown file.
    """
    context, records = read_records(source)
    found = results(records)
    played = newest_games(target.parent / "arena")
    games = read_rows(played) if played else []
    images: dict[str, Path] = {}
    if plots.available():
        images = plots.draw_all(target.parent, target.stem, found, records, scores(games))
    lines = [
        *_head(context, source),
        *_required(records),
        *_eight_boards(records),
        *_misses(records),
        *_picture(images, "misses"),
        *_families(found, records),
        *_picture(images, "latency"),
        *_growth(found),
        *_picture(images, "growth"),
        *_phases(records),
        *_whole_processes(records),
        *_service(source, records),
        *_arena(games, played),
        *_picture(images, "arena"),
        *_wrong(records),
    ]
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _table(head: Sequence[str], rows: Sequence[Sequence[object]], words: int = 1) -> Iterator[str]:
    """Write a table whose first columns hold words and the others numbers."""
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * words + "---:|" * (len(head) - words)
    for row in rows:
        yield "| " + " | ".join(map(str, row)) + " |"
    yield ""


def _picture(images: dict[str, Path], name: str) -> Iterator[str]:
    if name in images:
        yield f"![{name}]({images[name].name})"
        yield ""


def _ms(number: float) -> str:
    if number >= 1000:
        return f"{number / 1000:.2f} s"
    return f"{number:.2f}" if number < 10 else f"{number:.0f}"


def _head(context: Context, source: Path) -> Iterator[str]:
    yield "# Benchmark report"
    yield ""
    yield (
        f"Suite `{context.suite}`, Overrun {context.version} at {context.commit}, {context.when}. "
        f"{context.processor}, {context.cores} cores, load {context.load:.1f} at the start, "
        f"Python {context.python}, ortools {context.ortools}, highspy {context.highspy}. "
        f"Rows: `{source.name}`."
    )
    yield ""
    yield (
        "Times are milliseconds unless it says otherwise. *Answer* is building and solving, from a "
        "combat to an answer: for Overrun with its own check, for the peers without one. Every "
        "solver answered every instance in turn, in the same process."
    )
    yield ""


def _required(records: Sequence[Record]) -> Iterator[str]:
    yield "## What is required"
    yield ""
    words = {True: "yes", False: "**no**", None: "not measured"}
    rows = [(v.what, v.required, v.measured, words[v.reached]) for v in evaluate(records)]
    yield from _table(("", "required", "measured", "reached"), rows, words=4)


def _eight_boards(records: Sequence[Record]) -> Iterator[str]:
    dealt = {(r.instance, r.solver): r.player_damage for r in records if r.repeat == 0}
    shown = (*QUALITY, "overrun")
    rows = []
    for name, text, best in EIGHT_BOARDS:
        numbers = [dealt.get((f"known-{name}", solver), "") for solver in shown]
        rows.append((f"`{text}`", *numbers, best))
    if not any(isinstance(number, int) for row in rows for number in row[1:-1]):
        return
    yield "## Eight small boards"
    yield ""
    yield "The damage to the player that each assigns, and the best."
    yield ""
    yield from _table(("board", *shown, "best"), rows)


def _misses(records: Sequence[Record]) -> Iterator[str]:
    yield "## Rules of thumb against the best"
    yield ""
    yield (
        "Damage to the player, on the instances whose first objective it is and whose best is "
        "known: boards below the best of all boards; how much of the best is missed there on "
        "average; the most on one board."
    )
    yield ""
    rows = []
    for family in FAMILIES:
        for solver in QUALITY:
            m = misses(records, solver, (family,))
            if m.boards:
                share = f"{m.missed / m.boards:.0%}"
                row = (family, solver, m.boards, m.missed, share, f"{m.share:.0%}", m.most)
                rows.append((*row, m.illegal))
    head = ("family", "rule", "boards", "missed", "share", "missed damage", "most", "illegal")
    yield from _table(head, rows, words=2)


def _families(found: Sequence[Result], records: Sequence[Record]) -> Iterator[str]:
    yield "## Families"
    yield ""
    rows = []
    for family in FAMILIES:
        number = len({r.instance for r in records if r.family == family})
        for solver in EXACT:
            own = [r for r in found if r.family == family and r.solver == solver]
            if own:
                proven = sum(r.proven for r in own)
                times = [r.answer_ms for r in own]
                marks = [_ms(percentile(times, share)) for share in (0.5, 0.95, 0.99)]
                total = _ms(percentile([r.total_ms for r in own], 0.5))
                share = f"{proven / number:.0%}"
                rows.append((family, solver, number, len(own), proven, share, *marks, total))
    head = (
        "family", "solver", "instances", "taken on", "proven", "share",
        "answer p50", "p95", "p99", "text to checked p50",
    )  # fmt: skip
    yield from _table(head, rows, words=2)


def _growth(found: Sequence[Result]) -> Iterator[str]:
    yield "## Growth with size"
    yield ""
    rows = []
    for family in ("shared", "tokens"):
        for size in sorted({r.size for r in found if r.family == family}):
            cells = []
            for solver in EXACT[:-1]:
                own = [
                    r
                    for r in found
                    if (r.family, r.solver, r.size) == (family, solver, size)
                ]  # fmt: skip
                proven = sum(r.proven for r in own)
                middle = _ms(percentile([r.answer_ms for r in own], 0.5)) if own else ""
                cells.append(f"{middle} ({proven}/{len(own)})" if own else "")
            rows.append((family, size, *cells))
    yield "Median answer, and how many are proven."
    yield ""
    yield from _table(("family", "size", *EXACT[:-1]), rows)


def _phases(records: Sequence[Record]) -> Iterator[str]:
    yield "## Phases"
    yield ""
    yield (
        "Over all runs. Overrun builds, solves and checks inside `solve`; its `check` is the same "
        "check once more from outside, and not part of the total."
    )
    yield ""
    rows = []
    for family in FAMILIES:
        for solver in EXACT:
            own = [
                r
                for r in records
                if r.family == family and r.solver == solver and r.status in ASKED
            ]
            if own:
                cells = []
                for phase in _PHASES:
                    numbers = [getattr(r, phase) for r in own]
                    marks = (_ms(percentile(numbers, share)) for share in (0.5, 0.95, 0.99))
                    cells.append(" / ".join(marks))
                rows.append((family, solver, *cells))
    head = ("family", "solver", *(f"{p.removesuffix('_ms')} p50 / p95 / p99" for p in _PHASES))
    yield from _table(head, rows, words=2)


def _whole_processes(records: Sequence[Record]) -> Iterator[str]:
    rows = []
    measured = [r for r in records if r.family in ("command_line", "many_boards")]
    for key in dict.fromkeys((r.family, r.solver) for r in measured):
        own = [r for r in measured if (r.family, r.solver) == key]
        marks = [
            _ms(percentile([getattr(r, name) for r in own], 0.5)) for name in ("total_ms", "cpu_ms")
        ]
        peak = max(r.peak_mb for r in own)
        rows.append((*key, len(own), *marks, f"{peak:.0f}" if peak else ""))
    if rows:
        yield "## Whole processes"
        yield ""
        yield "The command on a small board, and many boards in a row (times are for one board)."
        yield ""
        head = ("what", "solver", "rounds", "median", "processor time", "peak MB")
        yield from _table(head, rows, words=2)
    files = [r for r in records if r.family == "batch_memory"]
    if files:
        yield "`overrun batch` on a file of small boards, in one process."
        yield ""
        numbers = [
            (r.size, r.total_ms * r.size / 1000, 1000 / r.total_ms, r.peak_mb) for r in files
        ]
        cells = [[f"{number:.0f}" for number in row] for row in numbers]
        yield from _table(("lines", "seconds", "lines a second", "peak MB"), cells, words=0)


def _service(source: Path, records: Sequence[Record]) -> Iterator[str]:
    """Write about the service, from a file of its own where the run has not measured it."""
    measured = ""
    load = newest_load(source.parent)
    if load is not None and not any(r.family == RATE for r in records):
        context, records = read_records(load)
        measured = (
            f" Measured by itself: {context.when}, {context.commit}, load {context.load:.1f} at "
            f"the start, rows: `{load.name}`."
        )
    table = list(service_table(records))
    if table:
        yield "## The service under load"
        yield ""
        yield (
            "`overrun serve` with two workers, clients on the same machine that each send the next "
            "request when they have an answer; every board another one of `limited`. *In one "
            "process* is what a worker does with the same requests, without the service." + measured
        )
        yield ""
        yield from table


def service_table(records: Sequence[Record]) -> Iterator[str]:
    """Write the table of the service under load; nothing if it was not measured."""
    rows = []
    for rate in (r for r in records if r.family == RATE):
        own = [r for r in records if r.family == FAMILY and r.solver == rate.solver]
        times = [r.total_ms for r in own]
        marks = (_ms(percentile(times, share)) for share in (0.5, 0.95, 0.99))
        errors = sum(r.status != "measured" for r in own)
        rows.append((rate.solver, len(own), f"{1000 / rate.total_ms:.0f}", *marks, errors))
    if rows:
        head = ("clients", "requests", "requests a second", "p50", "p95", "p99", "errors")
        yield from _table(head, rows)


def _arena(games: Sequence[Row], played: Path | None) -> Iterator[str]:
    if played and games:
        yield from arena.introduction(games, f"arena/{played.name}")
        yield from _table(arena.HEAD, arena.table(games), words=arena.WORDS)


def _wrong(records: Sequence[Record]) -> Iterator[str]:
    """List wrong answers, and proven values that do not agree with each other."""
    yield "## Wrong answers and disagreements"
    yield ""
    found = [
        f"- {r.instance}, {r.solver}: {r.values or 'nothing'}, {r.note}"
        for r in records
        if r.status == "wrong" and r.repeat == 0
    ]
    claims: dict[str, dict[str, str]] = {}
    for r in records:
        if r.proven:
            claims.setdefault(r.instance, {})[r.solver] = r.values
    for instance, by_solver in claims.items():
        if len(set(by_solver.values())) > 1:
            found.append(f"- {instance}: {by_solver}")
    yield from found or ["None."]
