"""Another program that talks to `overrun pipe`."""

import json
import subprocess
import sys
from pathlib import Path
from queue import Queue
from threading import Thread
from types import TracebackType
from typing import Any, Self

ROOT = Path(__file__).resolve().parents[2]

PATIENCE = 120.0
"""Seconds after which a test fails instead of waiting for ever."""


class Client:
    """A conversation with a process of its own; use it as a context."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "optimizer", "pipe", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
        )
        self.answers: Queue[bytes] = Queue()
        Thread(target=self._collect, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()

    def _collect(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.answers.put(line)
        self.answers.put(b"")

    def say(self, line: bytes | str | dict[str, Any]) -> None:
        """Send a line."""
        assert self.process.stdin is not None
        text = json.dumps(line) if isinstance(line, dict) else line
        self.process.stdin.write((text.encode() if isinstance(text, str) else text) + b"\n")
        self.process.stdin.flush()

    def line(self) -> str:
        """Return the next line that was answered, as it is; empty at the end."""
        return self.answers.get(timeout=PATIENCE).decode("ascii")

    def hear(self) -> Any:
        """Return the next answer."""
        return json.loads(self.line())

    def ask(self, line: bytes | str | dict[str, Any]) -> Any:
        """Send a line and return the answer."""
        self.say(line)
        return self.hear()

    def end(self) -> list[Any]:
        """End the input; return the answers that were still to come."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.rest()

    def rest(self) -> list[Any]:
        """Return the answers up to the end of the output."""
        found = []
        while line := self.line():
            found.append(json.loads(line))
        return found

    def status(self) -> int:
        """Return the exit status."""
        return self.process.wait(PATIENCE)
