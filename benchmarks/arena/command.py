"""`python -m benchmarks arena`."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from benchmarks.arena.games import RESULTS, Row, write_rows
from benchmarks.arena.matches import ARENAS, ENGINE, FIRST_SEED, known_opponents, matches
from benchmarks.arena.page import HEAD, WORDS, table
from benchmarks.records import current_context
from optimizer.opponents.python_mtg import OpponentMissingError, engine


def arena(
    games: Annotated[int, typer.Option(min=2, help="against each opponent, both seats")] = 200,
    budget: Annotated[float, typer.Option(min=0, help="seconds for each decision")] = 0.1,
    only: Annotated[list[str] | None, typer.Option(help="python-mtg or combats")] = None,
    opponent: Annotated[list[str] | None, typer.Option(help="only these opponents")] = None,
    seed: Annotated[int, typer.Option(help="the first game's")] = FIRST_SEED,
    output: Annotated[Path | None, typer.Option(help="the CSV file to write")] = None,
) -> None:
    """Play whole games against players that do not search, and write who won."""
    unknown = {*(only or ())} - {*ARENAS} | {*(opponent or ())} - known_opponents()
    if unknown:
        typer.echo(f"not known: {', '.join(sorted(unknown))}", err=True)
        raise typer.Exit(2)
    to_play = list(matches(games, only or ARENAS, opponent or (), seed))
    if any(match.arena == ENGINE for match in to_play):
        try:
            engine()
        except OpponentMissingError as missing:
            typer.echo(f"{missing}; or play --only combats", err=True)
            raise typer.Exit(2) from None
    context = current_context("arena")
    path = output or RESULTS / f"{datetime.now(UTC):%Y%m%d-%H%M%S}.csv"
    rows: list[Row] = []
    with _bar() as bar:
        task = bar.add_task("", total=len(to_play))
        for match in to_play:
            bar.update(task, description=f"{match.arena}: {match.opponent}")
            rows.append(match.play(budget))
            bar.advance(task)
            if len(rows) % 2 == 0:  # at once, as an engine's own handler may end the process
                write_rows(path, context, rows)
    _show(rows)
    typer.echo(f"{len(rows)} games in {path}")


def _bar() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(file=sys.stderr),
    )


def _show(rows: list[Row]) -> None:
    shown = Table()
    for number, name in enumerate(HEAD):
        shown.add_column(name, justify="left" if number < WORDS else "right")
    for line in table(rows):
        shown.add_row(*(str(cell).strip("*") for cell in line))
    Console(width=None if sys.stdout.isatty() else 200).print(shown)
