"""What only a whole process shows: starting the command line, and many boards in a row."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from benchmarks import boards
from benchmarks.peers.plain_cpsat import PlainCpSat
from benchmarks.records import Record
from engine import read_combat
from engine.combat import Combat
from optimizer import Solution
from optimizer.batch.many import solve_many
from optimizer.parts.remembered import forget

Boards = Sequence[str] | Sequence[Combat]

OBJECTIVES = ("max player_damage", "max kill_value")
CLOSED_FORM_BOARD = "8/8 trample <- 2/2, 3/3"
IMPORTS = "import typer, rich, pydantic"

_ROOT = Path(__file__).parents[1]
_MEASURED = """
import os, sys, time
started = time.perf_counter()
child = os.posix_spawn(sys.executable, [sys.executable, *sys.argv[1:]], os.environ,
    file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
_, status, usage = os.wait4(child, 0)
print(status, time.perf_counter() - started, usage.ru_maxrss, usage.ru_utime + usage.ru_stime)
"""


def command_line(rounds: int) -> Iterator[Record]:
    """Measure whole processes, one after the other: the command on a small board, and imports."""
    commands = {
        "overrun": ("-m", "optimizer", "damage", CLOSED_FORM_BOARD),
        "imports": ("-c", IMPORTS),
    }
    for repeat in range(-1, rounds):  # the first round fills the file cache and the bytecode
        for solver, command in commands.items():
            found = measure(command)
            if repeat >= 0:
                yield Record(
                    family="command_line",
                    instance=CLOSED_FORM_BOARD,
                    size=3,
                    solver=solver,
                    repeat=repeat,
                    status="measured" if found.succeeded else "wrong",
                    total_ms=found.elapsed * 1000,
                    cpu_ms=found.processor * 1000,
                    peak_mb=found.peak_mb,
                    parameters=" ".join(command),
                )


@dataclass(frozen=True)
class Measured:
    """What a whole process took: seconds, seconds of the processor, and memory at its peak."""

    succeeded: bool
    elapsed: float
    processor: float
    peak_mb: float


def measure(arguments: Sequence[str]) -> Measured:
    """Run Python with arguments, and measure the process.

    It keeps bytecode, as that of installed programs is kept, whatever the environment says.
    """
    found = subprocess.run(
        [sys.executable, "-c", _MEASURED, *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=_ROOT,
        env={k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"},
    )
    status, elapsed, kilobytes, processor = found.stdout.split()
    return Measured(status == "0", float(elapsed), float(processor), float(kilobytes) / 1024)


def texts(number: int) -> list[str]:
    """Return that many boards of the family `limited`, all different, none of the stored ones."""
    from engine.notation_writer import write

    drawn = (boards.limited(Random(f"many {k}")) for k in range(number))
    return [write(read_combat(document)) for document in drawn]


def many_boards(number: int, rounds: int) -> Iterator[Record]:
    """Measure many different boards in one process, and in one and two workers.

    In one process it is from combats to answers, as for one board; the workers get the texts.

    Parameters
    ----------
    number
        How many boards; the peer gets a tenth of them.
    rounds
        How often everything is measured.
    """
    all_boards = texts(number)
    few = all_boards[: max(1, number // 10)]
    with _pool(1) as one, _pool(2) as two:
        for repeat in range(-1, rounds):  # the first round starts the workers
            found = [
                _timed("overrun", _fresh(all_boards), repeat, _ours(None)),
                _timed("plain-cpsat", _fresh(few), repeat, _plain),
                _timed("overrun, 1 worker", all_boards, repeat, _ours(one)),
                _timed("overrun, 2 workers", all_boards, repeat, _ours(two)),
            ]
            if repeat >= 0:
                yield from found


def _pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


def _fresh(given: Sequence[str]) -> list[Combat]:
    """Read combats anew: what one keeps of its lookups is part of an answer."""
    return [read_combat(text) for text in given]


def _ours(executor: Executor | None) -> Callable[[Boards], None]:
    """Return how Overrun answers many boards, here or in workers."""

    def solve(given: Boards) -> None:
        forget()  # an earlier round has asked the same
        for solution in solve_many(given, OBJECTIVES, executor):
            assert isinstance(solution, Solution), solution
            assert solution.status == "optimal", solution

    return solve


def _plain(given: Boards) -> None:
    for board in given:
        assert isinstance(board, Combat)
        assert PlainCpSat().solve(board, OBJECTIVES, 60.0).proven, board


def _timed(name: str, given: Boards, repeat: int, solve: Callable[[Boards], None]) -> Record:
    """Measure one way; the processor time is that of this process, without its workers'."""
    started, processor = perf_counter(), process_time()
    solve(given)
    elapsed, processor = perf_counter() - started, process_time() - processor
    return Record(
        family="many_boards",
        instance="limited",
        size=len(given),
        solver=name,
        repeat=repeat,
        status="measured",
        total_ms=elapsed * 1000 / len(given),
        cpu_ms=processor * 1000 / len(given),
    )
