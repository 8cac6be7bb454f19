"""Two files of results side by side: what got faster, what got slower, what changed."""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.instances import FAMILIES
from benchmarks.records import Record, read_records
from benchmarks.statistics import geometric_mean, ratios, results, select


def compare(first: Path, second: Path) -> str:
    """Return a Markdown table: for each family and solver how much faster the second file is.

    Parameters
    ----------
    first, second
        CSV files of results.
    """
    contexts_and_records = [read_records(path) for path in (first, second)]
    (before, old), (after, new) = contexts_and_records
    lines = [
        f"A: {before.commit}, {before.when}, {before.processor}",
        "",
        f"B: {after.commit}, {after.when}, {after.processor}",
        "",
        "| family | solver | instances | A / B, geometric mean | slowest | fastest "
        "| proven in A | in B |",
        "|---|---|---:|---:|---:|---:|---:|---:|",
    ]
    old_results, new_results = results(old), results(new)
    solvers = dict.fromkeys(result.solver for result in new_results)
    for family in FAMILIES:
        for solver in solvers:
            a, b = (select(found, family, solver) for found in (old_results, new_results))
            common = [name for name in a if name in b]
            if common:
                times = ratios({n: b[n] for n in common}, a)
                proven = [sum(found[n].proven for n in common) for found in (a, b)]
                lines.append(
                    f"| {family} | {solver} | {len(common)} | {geometric_mean(times):.2f} "
                    f"| {min(times):.2f} | {max(times):.2f} | {proven[0]} | {proven[1]} |"
                )
    changed = _changed(old, new)
    if changed:
        lines += ["", "Proven values that are not the same:", "", *changed]
    return "\n".join(lines) + "\n"


def _changed(old: Sequence[Record], new: Sequence[Record]) -> list[str]:
    """List instances whose proven values differ between the files."""
    before = {r.instance: r.values for r in old if r.proven}
    after = {r.instance: r.values for r in new if r.proven}
    return [
        f"- {name}: {before[name]} became {values}"
        for name, values in after.items()
        if name in before and before[name] != values
    ]
