"""What one run of one solver on one instance gave: a row of the results, as CSV."""

import csv
import os
import platform
import subprocess
import tomllib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"


@dataclass(frozen=True)
class Record:
    """One run.

    Attributes
    ----------
    family, instance, size, solver, repeat
        What was run; repeats count from 0.
    status
        ``optimal``, ``feasible`` (something legal, not proven), ``nothing`` (nothing found in
        time), ``refused`` (the solver is not made for it), ``wrong`` (the engine finds the answer
        illegal, or not worth what was claimed or is known) or ``measured`` (no question at all).
    values
        The objectives' values as the engine measures them, with spaces between.
    best
        The most damage to the player that is known to be possible; empty if it is not known.
    player_damage
        The damage to the player of this answer.
    gap
        How far an objective that is not proven may be from its best, relative to the bound.
    read_ms, build_ms, solve_ms, check_ms
        The phases. Overrun's building and own check are part of its `solve_ms`.
    total_ms
        From the text to a checked answer.
    cpu_ms
        The processor time of all threads in building and solving.
    peak_mb
        The most memory of a process that was measured as a whole.
    limit
        Seconds that were allowed.
    parameters
        The solver's.
    note
        Why it was refused, or what was wrong.
    """

    family: str
    instance: str
    size: int
    solver: str
    repeat: int
    status: str
    values: str = ""
    best: int | None = None
    player_damage: int | None = None
    gap: float | None = None
    read_ms: float = 0.0
    build_ms: float = 0.0
    solve_ms: float = 0.0
    check_ms: float = 0.0
    total_ms: float = 0.0
    cpu_ms: float = 0.0
    peak_mb: float = 0.0
    limit: float = 0.0
    parameters: str = ""
    note: str = ""

    @property
    def proven(self) -> bool:
        """The answer is the best, with proof."""
        return self.status == "optimal"


@dataclass(frozen=True)
class Context:
    """Where and with what a run was made; the same in every row of a file."""

    suite: str
    version: str
    commit: str
    processor: str
    cores: int
    load: float
    python: str
    ortools: str
    highspy: str
    when: str


def current_context(suite: str) -> Context:
    """Return the context of a run that begins now."""
    return Context(
        suite=suite,
        version=_own_version(),
        commit=_commit(),
        processor=_processor(),
        cores=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0,
        load=round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else 0.0,
        python=platform.python_version(),
        ortools=_installed("ortools"),
        highspy=_installed("highspy"),
        when=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
    )


def write_records(path: Path, context: Context, records: Iterable[Record]) -> None:
    """Write a file of results."""
    path.parent.mkdir(parents=True, exist_ok=True)
    names = [field.name for field in (*fields(Record), *fields(Context))]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, names, lineterminator="\n")
        writer.writeheader()
        for record in records:
            row = {k: _short(v) for k, v in asdict(record).items()}
            writer.writerow(row | asdict(context))


def read_records(path: Path) -> tuple[Context, list[Record]]:
    """Read a file of results.

    Raises
    ------
    ValueError
        If it has no rows.
    """
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    if not rows:
        raise ValueError(f"{path} has no results")
    records = [
        Record(**{f.name: _read(str(f.type), row[f.name]) for f in fields(Record)}) for row in rows
    ]
    return Context(
        **{f.name: _read(str(f.type), rows[0][f.name]) for f in fields(Context)}
    ), records


LOAD = "*-load.csv"
"""The files of results that are about the service only."""


def newest_results(directory: Path = RESULTS) -> Path:
    """Return the newest file of results, other than those about the service only.

    Raises
    ------
    FileNotFoundError
        If there is none.
    """
    load = set(directory.glob(LOAD))
    found = _newest(path for path in directory.glob("*.csv") if path not in load)
    if found is None:
        raise FileNotFoundError(f"no results in {directory}; run the benchmarks first")
    return found


def newest_load(directory: Path = RESULTS) -> Path | None:
    """Return the newest file of results about the service only; None if there is none."""
    return _newest(directory.glob(LOAD))


def _newest(paths: Iterable[Path]) -> Path | None:
    return max(paths, key=lambda path: path.stat().st_mtime, default=None)


def _short(value: object) -> object:
    return round(value, 4) if isinstance(value, float) else value


def _read(kind: str, text: str) -> Any:
    if kind.endswith("| None") or "NoneType" in kind:
        if not text:
            return None
        kind = kind.split(" |")[0]
    if "int" in kind:
        return int(text)
    return float(text) if "float" in kind else text


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _own_version() -> str:
    """Return this tree's version, installed or not."""
    path = Path(__file__).parents[1] / "pyproject.toml"
    if not path.exists():
        return _installed("overrun")
    return str(tomllib.loads(path.read_text(encoding="utf-8"))["project"]["version"])


def _commit() -> str:
    """Return the commit, with a plus if the program's files differ from it."""
    root = Path(__file__).parents[1]

    def git(*words: str) -> str:
        command = ["git", "-C", str(root), *words]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        return found.stdout.strip()

    changed = git("status", "--porcelain", "--", "engine", "optimizer")
    return (git("rev-parse", "--short", "HEAD") or "unknown") + ("+" if changed else "")


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
