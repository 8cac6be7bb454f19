"""Files of many damage questions: JSON lines in, one answer a line out, in the same order.

A run that was interrupted goes on where it stopped. The complete lines of the output say how far
it came; a small state file beside it says from which input and with which options they were made,
so that nothing else is ever appended to them.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from engine.faults import DocumentError, Fault
from optimizer.batch.lines import Line, answer_lines, failed_line
from optimizer.batch.many import CHUNK, in_order
from optimizer.requests import Defaults

MOST_BYTES = 1 << 20
"""A chunk of lines ends once it has this many bytes."""

_BLOCK = 1 << 20


@dataclass
class Progress:
    """How far a run is.

    Attributes
    ----------
    done
        The lines that are answered, those of earlier runs included.
    skipped
        The lines that earlier runs have answered.
    errors
        The lines of this run that have an error instead of an answer.
    is_complete
        The end of the input was reached.
    """

    done: int = 0
    skipped: int = 0
    errors: int = 0
    is_complete: bool = False


def run(
    source: Path,
    target: Path,
    defaults: Defaults,
    executor: Executor | None = None,
    *,
    restart: bool = False,
    chunk: int = CHUNK,
    report: Callable[[Progress], object] = lambda progress: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Progress:
    """Answer a file of questions, from where an earlier run stopped.

    Parameters
    ----------
    source, target
        The files; the target is appended to.
    defaults
        What holds for a line that does not say it itself.
    executor
        Where to solve; without one it is done here.
    restart
        Start from the first line and overwrite the target.
    chunk
        How many lines are solved and written together, at most.
    report
        Called when the run starts, and after each chunk.
    is_stopped
        Asked between chunks, and while waiting for one; what is written by then stays.

    Raises
    ------
    DocumentError
        If the target was not made from this input with these options.
    OSError
        If a file cannot be read or written.
    """
    state = _State(target, defaults)
    progress = Progress()
    with source.open("rb") as given:
        if target.exists() and target.samefile(source):
            raise DocumentError([Fault("--out", "the output would overwrite the input")])
        with target.open("a+b") as out, _locked(out):
            if restart:
                out.truncate(0)
            progress.done = progress.skipped = state.resume(given, out)
            report(progress)
            reader = _Reader(given, progress.done, chunk)
            answer = partial(answer_lines, defaults=defaults)
            for lines, answers in in_order(answer, reader.chunks(), executor, is_stopped):
                if isinstance(answers, BaseException):
                    answers = [failed_line(line, answers) for line in lines]
                state.add(line.text for line in lines)
                state.write()
                out.write(b"".join(text for text, _ in answers))
                out.flush()
                progress.done += len(lines)
                progress.errors += sum(is_error for _, is_error in answers)
                report(progress)
    progress.is_complete = reader.is_at_end and progress.done == reader.number
    return progress


class _Reader:
    """Reads lines in chunks, and knows where it is."""

    def __init__(self, given: BinaryIO, number: int, chunk: int) -> None:
        self.given, self.number, self.chunk = given, number, chunk
        self.is_at_end = False

    def chunks(self) -> Iterator[list[Line]]:
        """Yield the lines that are left."""
        lines: list[Line] = []
        size = 0
        for text in self.given:
            self.number += 1
            size += len(text)
            lines.append(Line(self.number, text))
            if len(lines) == self.chunk or size >= MOST_BYTES:
                yield lines
                lines, size = [], 0
        self.is_at_end = True
        if lines:
            yield lines


class _State:
    """What the answers so far were made from: a hash of the lines, and the options.

    It is written before the answers. If the run ends in between it knows more lines than the output
    has, and these are answered again.
    """

    def __init__(self, target: Path, defaults: Defaults) -> None:
        self.path = target.with_name(target.name + ".state")
        self.options = json.loads(json.dumps(asdict(defaults)))
        self.lines = 0
        self.hash = blake2b(digest_size=16)

    def resume(self, given: BinaryIO, out: BinaryIO) -> int:
        """Cut off a torn last line, skip what is answered, and return how many lines that is."""
        done, end = _complete_lines(out)
        if out.seek(0, os.SEEK_END) == 0:
            return 0
        known = self._read()
        if known["options"] != self.options:
            raise _refusal(
                f"the output was made with other options, {json.dumps(known['options'])}"
            )
        if done > known["lines"]:
            raise _refusal("the output has lines that this program has not written")
        self.add(islice(given, done))
        here, so_far = given.tell() if done < known["lines"] else None, self.hash.copy()
        self.add(islice(given, known["lines"] - done))
        if (self.lines, self.hash.hexdigest()) != (known["lines"], known["hash"]):
            raise _refusal("the output was made from another input")
        if here is not None:
            given.seek(here)
            self.lines, self.hash = done, so_far
        out.truncate(end)
        return done

    def add(self, texts: Iterable[bytes]) -> None:
        """Note lines that are answered."""
        for text in texts:
            self.lines += 1
            self.hash.update(text.rstrip(b"\r\n") + b"\n")

    def write(self) -> None:
        """Write the state; it is there as a whole or not at all."""
        state = {"lines": self.lines, "hash": self.hash.hexdigest(), "options": self.options}
        new = self.path.with_name(self.path.name + ".new")
        new.write_text(json.dumps(state) + "\n", encoding="ascii")
        os.replace(new, self.path)

    def _read(self) -> dict[str, Any]:
        try:
            state = json.loads(self.path.read_text(encoding="ascii"))
        except FileNotFoundError:
            raise _refusal(f"the output exists, but there is no {self.path.name}") from None
        except ValueError:
            state = None
        if isinstance(state, dict) and {"lines", "hash", "options"} <= state.keys():
            return state
        raise _refusal(f"{self.path.name} is not of this program")


def _refusal(message: str) -> DocumentError:
    return DocumentError([Fault("--out", f"{message}; --restart begins anew")])


def _complete_lines(out: BinaryIO) -> tuple[int, int]:
    """Return how many complete lines there are, and where the last one ends."""
    out.seek(0)
    lines = end = position = 0
    while block := out.read(_BLOCK):
        found = block.count(b"\n")
        if found:
            lines, end = lines + found, position + block.rindex(b"\n") + 1
        position += len(block)
    return lines, end


@contextmanager
def _locked(out: BinaryIO) -> Iterator[None]:
    """Keep the output from other runs, where the system has such locks."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    try:
        fcntl.flock(out, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise DocumentError([Fault("--out", "another run is writing this file")]) from None
    yield


def count_lines(path: Path) -> int:
    """Return how many lines a file has; the last one need not end."""
    with path.open("rb") as file:
        lines, end = _complete_lines(file)
        return lines + (file.seek(0, os.SEEK_END) > end)
