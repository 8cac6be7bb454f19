"""The report's plots; `matplotlib` is needed (the extra `plots`)."""

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.arena.games import Score
from benchmarks.peers import QUALITY
from benchmarks.records import Record
from benchmarks.statistics import Result, misses, percentile

DRAWN = {
    "overrun": "#c0392b",
    "plain-cpsat": "#2980b9",
    "plain-highs": "#8e44ad",
    "strong-highs": "#27ae60",
    "enumeration": "#7f8c8d",
}
"""The solvers that are drawn, with their colours."""
_SHARES = [k / 100 for k in range(1, 100)]


def available() -> bool:
    """Say whether plots can be drawn."""
    return find_spec("matplotlib") is not None


def draw_all(
    directory: Path,
    stem: str,
    found: Sequence[Result],
    records: Sequence[Record],
    scores: Sequence[Score] = (),
) -> dict[str, Path]:
    """Draw all plots and return their files by what they show."""
    library: Any = import_module("matplotlib")
    library.use("Agg")
    pyplot: Any = import_module("matplotlib.pyplot")
    files = {}
    drawings: dict[str, Callable[[Any], None]] = {
        "latency": lambda axes: _latency(axes, found),
        "growth": lambda axes: _growth(axes, found),
        "misses": lambda axes: _misses(axes, records),
    }
    if scores:
        drawings["arena"] = lambda axes: _arena(axes, scores)
    for name, draw in drawings.items():
        figure, axes = pyplot.subplots(figsize=(6.4, 3.8), layout="constrained")
        draw(axes)
        files[name] = directory / f"{stem}-{name}.png"
        figure.savefig(files[name], dpi=80)
        pyplot.close(figure)
    return files


def _latency(axes: Any, found: Sequence[Result]) -> None:
    """Draw the percentiles of the time to an answer over the boards that players meet."""
    families = ("limited", "commander", "two_steps", "planeswalkers")
    for solver, color in DRAWN.items():
        times = [r.answer_ms for r in found if r.solver == solver and r.family in families]
        if times:
            heights = [percentile(times, share) for share in _SHARES]
            axes.plot([100 * s for s in _SHARES], heights, color=color, label=solver)
    axes.set(yscale="log", xlabel="percentile of the boards", ylabel="milliseconds to an answer")
    axes.set_title("limited, commander, two steps, planeswalkers")
    axes.grid(alpha=0.3)
    _legend(axes)


def _growth(axes: Any, found: Sequence[Result]) -> None:
    """Draw the time against N for `shared`; an open mark where not all are proven."""
    for solver, color in DRAWN.items():
        rows = [r for r in found if r.solver == solver and r.family == "shared"]
        sizes = sorted({r.size for r in rows})
        if not sizes or solver == "enumeration":
            continue
        heights = [median(r.answer_ms for r in rows if r.size == size) for size in sizes]
        axes.plot(sizes, heights, color=color, label=solver)
        for size, height in zip(sizes, heights, strict=True):
            proven = all(r.proven for r in rows if r.size == size)
            face = color if proven else "white"
            axes.plot([size], [height], "o", color=color, markerfacecolor=face)
    axes.set(xscale="log", yscale="log", xlabel="N attackers, N blockers", ylabel="milliseconds")
    axes.set_title("shared: median time; hollow where not all are proven")
    axes.grid(alpha=0.3, which="both")
    _legend(axes)


def _misses(axes: Any, records: Sequence[Record]) -> None:
    """Draw how often each rule of thumb misses the best."""
    families = ("known", "limited", "commander", "two_steps", "planeswalkers", "shared")
    width = 0.8 / len(QUALITY)
    for k, solver in enumerate(QUALITY):
        parts = [misses(records, solver, (family,)) for family in families]
        heights = [100 * p.missed / p.boards if p.boards else 0 for p in parts]
        places = [place + k * width for place in range(len(families))]
        axes.bar(places, heights, width, label=solver)
    middle = 0.4 - width / 2
    axes.set_xticks([place + middle for place in range(len(families))], families, fontsize=8)
    axes.set(ylabel="% of boards below the best", title="rules of thumb: damage to the player")
    axes.grid(alpha=0.3, axis="y")
    _legend(axes)


def _arena(axes: Any, scores: Sequence[Score]) -> None:
    """Draw the win rates with their intervals; half of the games is what an equal would win."""
    names = [f"{score.opponent}\n({score.arena})" for score in scores]
    heights = [100 * score.rate for score in scores]
    ends = [
        [100 * (score.rate - score.low) for score in scores],
        [100 * (score.high - score.rate) for score in scores],
    ]
    axes.barh(names, heights, xerr=ends, color=DRAWN["overrun"], ecolor="black", capsize=3)
    axes.axvline(50, color="black", linewidth=0.8, linestyle="--")
    axes.invert_yaxis()
    axes.tick_params(axis="y", labelsize=7)
    axes.set(xlim=(0, 100), xlabel="% of the games won, with the 95 % interval", title="arena")
    axes.grid(alpha=0.3, axis="x")


def _legend(axes: Any) -> None:
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize=8)
