"""The command ``overrun batch``: a file of many damage questions, on one core, several or many."""

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from optimizer.console.arguments import every, judge_deadline, only_one, refuse
from optimizer.console.output import NO, NO_OUTPUT, refusing

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from optimizer.batch.files import Progress

LOST_WORKERS = 71
"""The exit status if the workers or the cluster are lost; the same command goes on."""


def batch(
    context: typer.Context,
    source: Annotated[
        Path,
        typer.Argument(
            metavar="IN.jsonl",
            help='One line a board: {"combat": ..., "objectives": [...], "wishes": [...], '
            '"deadline": ..., "id": ...}, a combat document, or the short notation as a string.',
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            metavar="OUT.jsonl",
            help="One answer a line, in order. A run that was interrupted goes on in it.",
        ),
    ],
    maximize: Annotated[
        list[str] | None,
        typer.Option(
            "--max", metavar="NAME", help="What to make large, for lines without objectives."
        ),
    ] = None,
    minimize: Annotated[
        list[str] | None,
        typer.Option("--min", metavar="NAME", help="What to make small."),
    ] = None,
    play: Annotated[
        bool, typer.Option("--play", help="Play well, for lines without objectives.")
    ] = False,
    wish: Annotated[
        list[str] | None,
        typer.Option(metavar="EXPR", help="What must hold, for lines without wishes."),
    ] = None,
    deadline: Annotated[
        float | None,
        typer.Option(metavar="S", help="Seconds to spend on a board, for lines without one."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Solve in N processes.")
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Solve on a Dask cluster with this scheduler (needs the cluster extra).",
        ),
    ] = None,
    restart: Annotated[
        bool, typer.Option("--restart", help="Begin with the first line and overwrite OUT.")
    ] = False,
    progress: Annotated[
        bool | None,
        typer.Option(help="Show how far it is; without this option, if it is a terminal."),
    ] = None,
) -> None:
    """Answer the damage question for many boards, one JSON line each.

    Exit status 0: all answered; 1: some lines have an error; 2: the input is at fault; 130 or 143:
    interrupted, and the same command goes on; 71: the workers were lost, and so it does.
    """
    with refusing(as_json=False):
        every(
            lambda: judge_deadline(deadline),
            lambda: only_one({"--workers": workers is not None, "--cluster": cluster is not None}),
            lambda: _judge_files(source, out),
        )
        from concurrent.futures import BrokenExecutor

        from optimizer.batch.files import run
        from optimizer.batch.progress import showing
        from optimizer.requests import Defaults

        defaults = Defaults(tuple(context.obj), tuple(wish or ()), deadline)
        with ExitStack() as stack:
            signals = stack.enter_context(_stopping())
            executor = stack.enter_context(_executor(workers, cluster))
            show = stack.enter_context(showing(source, progress))
            try:
                found = run(
                    source,
                    out,
                    defaults,
                    executor,
                    restart=restart,
                    report=show,
                    is_stopped=lambda: bool(signals),
                )
            except BrokenExecutor as error:
                typer.echo(f"The workers are lost: {error} The same command goes on.", err=True)
                raise typer.Exit(LOST_WORKERS) from None
            except OSError as error:
                typer.echo(f"{error.filename or out}: {error.strerror or error}", err=True)
                raise typer.Exit(NO_OUTPUT) from None
    _end(found, signals)


def _end(found: "Progress", signals: list[int]) -> None:
    typer.echo(_summary(found), err=True)
    if not found.is_complete and signals:
        raise typer.Exit(128 + signals[0])
    raise typer.Exit(NO if found.errors else 0)


def _summary(found: "Progress") -> str:
    text = f"{found.done - found.skipped} lines answered"
    if found.errors:
        text += f", {found.errors} of them with an error"
    if found.skipped:
        text += f"; {found.skipped} were answered before"
    return text + ("." if found.is_complete else ". Interrupted; the same command goes on.")


def _judge_files(source: Path, out: Path) -> None:
    if not source.exists() or source.is_dir():
        refuse("IN.jsonl", f"there is no file {str(source)!r}")
    if out.is_dir() or not out.absolute().parent.is_dir():
        refuse("--out", f"{str(out)!r} cannot be a file")


@contextmanager
def _executor(workers: int | None, cluster: str | None) -> "Iterator[Executor | None]":
    """Give the executor that was asked for; what it is at when the run stops is dropped."""
    if cluster is not None:
        from optimizer.batch.cluster import cluster_executor

        with cluster_executor(cluster) as executor:
            yield executor
    elif workers is not None:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        from optimizer.workers import begin_worker

        pool = ProcessPoolExecutor(workers, get_context("spawn"), begin_worker)
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)
    else:
        yield None


@contextmanager
def _stopping() -> Iterator[list[int]]:
    """Collect the signals that ask to stop; a second one stops at once."""
    signals: list[int] = []

    def stop(number: int, _: object) -> None:
        if signals:
            from multiprocessing import active_children

            for process in active_children():
                process.terminate()
            os._exit(128 + number)
        signals.append(number)

    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield signals
    finally:
        for number in numbers:
            signal.signal(number, before[number])
