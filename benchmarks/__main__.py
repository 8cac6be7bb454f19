"""The benchmarks' command line: `python -m benchmarks run`, `report`, `compare`, ..."""

import os
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.arena.command import arena as play_arena
from benchmarks.batch_memory import LINES, batch_memory
from benchmarks.compare import compare as compare_files
from benchmarks.generate import generate as generate_files
from benchmarks.hasty import hasty as ask_hastily
from benchmarks.instances import FAMILIES, SUITES, load
from benchmarks.peers import solvers as all_solvers
from benchmarks.prove import prove as prove_instances
from benchmarks.records import RESULTS, Record, current_context, newest_results, write_records
from benchmarks.report import service_table, write_report
from benchmarks.run import run as run_all
from benchmarks.service_load import service_load
from benchmarks.whole_process import command_line, many_boards

REQUESTS = {"quick": 300, "full": 1000}
"""How many requests each number of clients sends to the service."""

SHARED = Path(os.environ.get("OVERRUN_SHARED", Path(__file__).resolve().parents[2] / "shared"))

app = typer.Typer(add_completion=False, no_args_is_help=True, help=__doc__)


@app.command()
def run(
    suite: Annotated[str, typer.Option(help="quick or full")] = "quick",
    output: Annotated[Path | None, typer.Option(help="the CSV file to write")] = None,
    family: Annotated[list[str] | None, typer.Option(help="only these families")] = None,
    solver: Annotated[list[str] | None, typer.Option(help="only these solvers")] = None,
    whole: Annotated[bool, typer.Option(help="measure whole processes as well")] = True,
) -> None:
    """Run all solvers on all instances and write the results."""
    solvers = [s for s in all_solvers() if not solver or s.name in solver]
    unknown = {*(family or ())} - {*FAMILIES} | {*(solver or ())} - {s.name for s in solvers}
    if suite not in SUITES or unknown:
        typer.echo(f"not known: {', '.join(unknown) or suite}", err=True)
        raise typer.Exit(2)
    context = current_context(suite)
    path = output or RESULTS / f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{suite}.csv"
    records: list[Record] = []
    try:
        if whole:
            records += command_line(5 if suite == "quick" else 15)
            records += many_boards(1000 if suite == "quick" else 4000, 3)
            records += batch_memory(LINES[suite])
            if find_spec("fastapi"):  # the extra `service`
                records += service_load(REQUESTS[suite])
        for record in run_all(load(suite, family or FAMILIES), solvers, suite, _progress):
            records.append(record)
    finally:
        write_records(path, context, records)
    _progress("")
    typer.echo(f"\n{len(records)} rows in {path}")


@app.command(name="load")
def load_service(
    requests: Annotated[int, typer.Option(min=1, help="for each number of clients")] = 1000,
    output: Annotated[Path | None, typer.Option(help="the CSV file to write")] = None,
) -> None:
    """Measure `overrun serve` under load alone; the report takes in the newest such file."""
    context = current_context("load")
    records = list(service_load(requests))
    path = output or RESULTS / f"{datetime.now(UTC):%Y%m%d-%H%M%S}-load.csv"
    write_records(path, context, records)
    for line in service_table(records):
        typer.echo(line)
    typer.echo(f"{len(records)} rows in {path}")


@app.command()
def report(
    results: Annotated[Path | None, typer.Argument(help="a CSV file; the newest if none")] = None,
    output: Annotated[Path | None, typer.Option(help="the page to write")] = None,
) -> None:
    """Write a Markdown page with tables and plots."""
    source = results or newest_results()
    target = output or source.parent / "report.md"
    write_report(source, target)
    typer.echo(target)


app.command("arena")(play_arena)


@app.command()
def compare(first: Path, second: Path) -> None:
    """Compare two files of results, family by family."""
    typer.echo(compare_files(first, second), nl=False)


@app.command()
def generate(
    cases: Annotated[Path, typer.Option(help="the folder of the shared cases")] = SHARED / "cases",
) -> None:
    """Write the instance files anew; proven values of unchanged boards are kept."""
    generate_files(cases)


@app.command()
def prove(
    seconds: Annotated[float, typer.Option(help="for each solver and instance")] = 60.0,
) -> None:
    """Fill in values that two solvers prove independently."""
    prove_instances(seconds, progress=typer.echo)


@app.command()
def hasty(
    boards: Annotated[int, typer.Option(min=1, help="how many random boards")] = 10_000,
    most: Annotated[int, typer.Option(min=1, help="kinds of creatures a side, at most")] = 40,
    deadline: Annotated[float, typer.Option(min=0, help="seconds for each answer")] = 0.005,
) -> None:
    """Ask for declarations in next to no time: every answer must be there, and legal."""
    found = ask_hastily(boards, most, deadline, _progress)
    _progress("")
    for question, tally in found.items():
        typer.echo(f"\n{question}: {tally}")
        for fault in tally.faults:
            typer.echo(f"  {fault}")
    if any(tally.faults for tally in found.values()):
        raise typer.Exit(1)


def _progress(text: str) -> None:
    typer.echo(f"\r{text:<60}", nl=False, err=True)


if __name__ == "__main__":
    app()
