"""Files of many small boards, each answered by a whole process: does its memory grow with them."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.records import Record
from benchmarks.whole_process import OBJECTIVES, measure

LINES = {"quick": (10_000, 100_000), "full": (10_000, 100_000, 1_000_000)}
"""How many lines the files of a suite have."""

_KEYWORDS = ("", "", " trample", " deathtouch", " reach")


def small_boards(number: int) -> Iterator[str]:
    """Yield that many boards of two or three creatures in the short notation."""
    random = Random("small boards")
    for _ in range(number):
        blockers = (_creature(random) for _ in range(random.randint(1, 2)))
        keyword = random.choice(_KEYWORDS)
        yield f"{_creature(random)}{keyword} <- {', '.join(blockers)}"


def _creature(random: Random) -> str:
    return f"{random.randint(1, 7)}/{random.randint(1, 7)}"


def batch_memory(sizes: Sequence[int]) -> Iterator[Record]:
    """Measure ``overrun batch`` on a file for each number of lines; the files are deleted.

    Parameters
    ----------
    sizes
        The numbers of lines.
    """
    for number in sizes:
        with TemporaryDirectory() as folder:
            source, target = Path(folder, "boards.jsonl"), Path(folder, "answers.jsonl")
            with source.open("w", encoding="ascii") as file:
                file.writelines(json.dumps(board) + "\n" for board in small_boards(number))
            asked = [f"--{word.replace(' ', '=')}" for word in OBJECTIVES]
            options = ("--out", str(target), "--no-progress", *asked)
            found = measure(("-m", "optimizer", "batch", str(source), *options))
            with target.open("rb") as file:
                answered = sum(line.endswith(b"\n") for line in file)
        is_sound = found.succeeded and answered == number
        yield Record(
            family="batch_memory",
            instance=f"{number} lines",
            size=number,
            solver="overrun",
            repeat=0,
            status="measured" if is_sound else "wrong",
            total_ms=found.elapsed * 1000 / number,
            cpu_ms=found.processor * 1000 / number,
            peak_mb=found.peak_mb,
            parameters=f"batch --out FILE {' '.join(asked)}",
            note="" if is_sound else f"{answered} lines answered",
        )
