"""A service in a process of its own, and clients that do not behave."""

import json
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from types import TracebackType
from typing import Any, Self

import httpx

ROOT = Path(__file__).resolve().parents[2]

PATIENCE = 120.0
"""Seconds after which a test fails instead of waiting for ever."""


class Service:
    """``overrun serve`` at a free port; use it as a context."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "optimizer", "serve", "--port", "0", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=ROOT,
        )
        self.lines: list[str] = []
        self.reading = Thread(target=self._collect, daemon=True)
        self.reading.start()
        assert self.process.stdout is not None
        self.greeting = self.process.stdout.readline().decode()
        self.address = self.greeting.partition(" at ")[2].partition(";")[0]
        self.client = httpx.Client(base_url=self.address, timeout=PATIENCE, trust_env=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.client.close()
        self.process.kill()
        self.process.wait()

    def _collect(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.lines.append(line.decode())

    def post(self, kind: str, **request: Any) -> httpx.Response:
        """Ask a question."""
        return self.client.post(f"/v1/{kind}", json=request)

    def health(self) -> Any:
        """Return what it says of itself."""
        return self.client.get("/v1/health").json()

    def events(self, name: str) -> list[dict[str, Any]]:
        """Return what it has logged so far under a name."""
        found = [json.loads(line) for line in self.lines]
        return [entry for entry in found if entry["event"] == name]

    def connect(self) -> socket.socket:
        """Return a connection that nothing has been sent on."""
        host, _, port = self.address.removeprefix("http://").rpartition(":")
        return socket.create_connection((host, int(port)), PATIENCE)

    def begin(self, kind: str, request: Any) -> socket.socket:
        """Ask a question, and do not wait for the answer."""
        found = self.connect()
        body = json.dumps(request).encode()
        found.sendall(head(kind, len(body)) + body)
        return found

    def signal(self, number: int) -> None:
        """Send it a signal."""
        self.process.send_signal(number)

    def status(self) -> int:
        """Return the exit status."""
        found = self.process.wait(PATIENCE)
        self.reading.join(PATIENCE)
        return found


def head(kind: str, length: int) -> bytes:
    """Return the head of a request with a body."""
    lines = (
        f"POST /v1/{kind} HTTP/1.1",
        "Host: localhost",
        "Content-Type: application/json",
        f"Content-Length: {length}",
    )
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode()


def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    ends = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < ends, "it never was"
        sleep(0.02)


def answer(connection: socket.socket) -> tuple[int, Any]:
    """Return the status and the document that come over a connection."""
    data = b""
    while b"\r\n\r\n" not in data:
        block = connection.recv(1 << 16)
        assert block, f"the connection was closed after {data!r}"
        data += block
    first, _, body = data.partition(b"\r\n\r\n")
    lines = first.decode().lower().split("\r\n")
    length = next(int(line.split(":")[1]) for line in lines if line.startswith("content-length"))
    while len(body) < length:
        block = connection.recv(1 << 16)
        assert block, "the connection was closed within the body"
        body += block
    return int(lines[0].split()[1]), json.loads(body)
