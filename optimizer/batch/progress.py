"""How far a run over many boards is: a bar on a terminal, else a line now and then."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from optimizer.batch.files import Progress, count_lines

SECONDS_BETWEEN_LINES = 5.0


@contextmanager
def showing(source: Path, wanted: bool | None) -> Iterator[Callable[[Progress], None]]:
    """Show how far a run is, on standard error.

    Parameters
    ----------
    source
        The input; its lines are counted first.
    wanted
        Whether to show it; None: if standard error is a terminal.
    """
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    if not (is_terminal if wanted is None else wanted) or not source.is_file():
        yield lambda progress: None
    elif not is_terminal:
        yield _Lines(count_lines(source)).show
    else:
        with _bar(count_lines(source)) as show:
            yield show


class _Lines:
    """Prints a line now and then."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.started = self.shown = monotonic()

    def show(self, progress: Progress) -> None:
        """Print a line if it is time, or all is done."""
        now = monotonic()
        if now - self.shown < SECONDS_BETWEEN_LINES and progress.done < self.total:
            return
        self.shown = now
        rate = (progress.done - progress.skipped) / max(1e-9, now - self.started)
        left = _time((self.total - progress.done) / rate) if rate else "unknown"
        print(  # noqa: T201
            f"{progress.done:,} of {self.total:,} lines, {rate:,.0f} lines/s, time left {left}",
            file=sys.stderr,
            flush=True,
        )


def _time(seconds: float) -> str:
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}"


@contextmanager
def _bar(total: int) -> Iterator[Callable[[Progress], None]]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Bar

    with Bar(
        BarColumn(bar_width=None),
        TaskProgressColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]:,.0f} lines/s"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    ) as bar:
        task = bar.add_task("", total=total, rate=0.0)
        started = monotonic()

        def show(progress: Progress) -> None:
            rate = (progress.done - progress.skipped) / max(1e-9, monotonic() - started)
            bar.update(task, completed=progress.done, rate=rate)

        yield show
