"""A conversation: requests are read as they come, and answered in their order.

One thread reads, so that a question can be cancelled while it runs; the other has the questions
answered by a worker process (`optimizer.pipe.worker`) and writes the answers. Every request gets
one answer, in the order of the requests, but for `cancel`, which is answered at once. A question
that is cancelled gets an error at its turn; if it is running its worker is killed and replaced,
so that the next one waits for nothing but the loading of the solver.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Condition, Lock, Thread
from typing import Any, Protocol

from engine.faults import DocumentError, Fault
from optimizer.pipe.requests import (
    Asked,
    Readable,
    lines,
    read_cancel,
    read_line,
    read_options,
    read_quit,
)
from optimizer.pipe.worker import Worker, answer_line, begin
from optimizer.requests import KEYS, Defaults, Failure, line_of

MOST_WAITING = 64 << 20
"""With so many bytes of requests waiting no further ones are read."""

_LEAST = 1 << 10
"""What a request that waits counts at least."""

_CANCELLED = Failure("cancelled", (Fault("", "the question was cancelled"),))
_LOST = Failure("internal", (Fault("", "the process that worked on it was lost"),))


class Writable(Protocol):
    """A stream to which answers go."""

    def write(self, data: bytes, /) -> object:
        """Write a line."""
        ...

    def flush(self) -> object:
        """Send on what was written."""
        ...


@dataclass(slots=True, eq=False)
class _Entry:
    """A request at its place in the order.

    Attributes
    ----------
    head
        The ``id``, if it is known.
    line
        What the worker is asked.
    answer
        What is answered, if that is known without the worker.
    """

    head: Mapping[str, str | int]
    line: bytes
    defaults: Defaults
    answer: Mapping[str, Any] | None = None
    is_cancelled: bool = False

    @property
    def size(self) -> int:
        """What it counts while it waits."""
        return max(len(self.line), _LEAST)

    def is_named(self, name: str | int) -> bool:
        """Say whether it is the question that is to be cancelled."""
        return self.answer is None and self.head.get("id") == name


class Conversation:
    """A conversation, from its first line to its end.

    Parameters
    ----------
    given, out
        Where requests come from and answers go to.
    defaults
        What holds for a question that does not say it itself, until `options` changes it.
    """

    def __init__(self, given: Readable, out: Writable, defaults: Defaults) -> None:
        self.given, self.out, self.defaults = given, out, defaults
        self.waiting: deque[_Entry] = deque()
        self.size = 0
        self.running: _Entry | None = None
        self.is_over = False
        self.error: BaseException | None = None
        self.changed = Condition()
        self.writing = Lock()
        self.worker = Worker(answer_line, begin)

    def run(self) -> None:
        """Answer until the end.

        Raises
        ------
        OSError
            If there is nobody to read the answers.
        """
        Thread(target=self._read, daemon=True).start()
        try:
            while (entry := self._next()) is not None:
                self._write(self._answered(entry))
                if not self.is_over:
                    self.worker.begin()  # it loads while nothing is asked
        finally:
            self.worker.end()
        if self.error is not None:
            raise self.error

    def _read(self) -> None:
        """Take in requests; runs in a thread of its own."""
        try:
            for line in lines(self.given):
                if self._take(line):
                    break
        except BaseException as error:
            self.error = error
        finally:
            with self.changed:
                self.is_over = True
                self.changed.notify_all()

    def _take(self, line: bytes | None) -> bool:
        """Do what a request asks for, or have it wait for its turn; say whether it is the last."""
        asked = read_line(line)
        try:
            if asked.kind == "cancel":
                self._cancel(asked, read_cancel(asked))
            elif asked.kind == "options":
                self.defaults = read_options(asked, self.defaults)
                self._wait(asked.head, answer={"options": self.defaults.to_document()})
            elif asked.kind == "quit":
                read_quit(asked)
                self._quit(asked)
                return True
            elif asked.kind in KEYS and line is not None:
                self._wait(asked.head, line)
            else:
                self._wait(asked.head, answer=Failure("document", asked.faults).to_document())
        except DocumentError as error:
            self._wait(asked.head, answer=error.to_document())
        return False

    def _wait(
        self,
        head: Mapping[str, str | int],
        line: bytes = b"",
        answer: Mapping[str, Any] | None = None,
    ) -> None:
        with self.changed:
            self.changed.wait_for(lambda: self.size < MOST_WAITING)
            self._append(_Entry(head, line, self.defaults, answer))

    def _cancel(self, asked: Asked, name: str | int) -> None:
        with self.changed:
            found = [entry for entry in self._open() if entry.is_named(name)]
            # While this is held no answer to the question is decided on: its error comes later.
            self._write(line_of({**asked.head, "cancelled": bool(found)}))
            self._drop(found)

    def _quit(self, asked: Asked) -> None:
        with self.changed:
            self._drop([entry for entry in self._open() if entry.answer is None])
            self._append(_Entry(asked.head, b"", self.defaults, {"quit": True}))

    def _append(self, entry: _Entry) -> None:
        self.waiting.append(entry)
        self.size += entry.size
        self.changed.notify_all()

    def _open(self) -> list[_Entry]:
        """Return what is not answered yet."""
        return [*([self.running] if self.running else []), *self.waiting]

    def _drop(self, entries: list[_Entry]) -> None:
        for entry in entries:
            entry.is_cancelled = True
            if entry is self.running:
                self.worker.stop()

    def _next(self) -> _Entry | None:
        """Return the next request, when there is one; None at the end."""
        with self.changed:
            self.changed.wait_for(lambda: self.waiting or self.is_over)
            if not self.waiting:
                return None
            entry = self.waiting.popleft()
            self.size -= entry.size
            self.changed.notify_all()
            if entry.answer is None and not entry.is_cancelled:
                self.worker.begin()
                self.running = entry
            return entry

    def _answered(self, entry: _Entry) -> bytes:
        """Return the line that answers a request."""
        if entry.answer is not None:
            return line_of({**entry.head, **entry.answer})
        text = None
        if entry is self.running:
            text = self.worker.ask(entry.line, entry.defaults)
            with self.changed:
                self.running = None
            if text is None or entry.is_cancelled:
                self.worker.end()  # it may still be about to
        if text is None or entry.is_cancelled:
            failure = _CANCELLED if entry.is_cancelled else _LOST
            return line_of({**entry.head, **failure.to_document()})
        return text

    def _write(self, line: bytes) -> None:
        with self.writing:
            self.out.write(line)
            self.out.flush()
