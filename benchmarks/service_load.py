"""`overrun serve` under load: how many boards a second, and how long a client waits for each."""

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from time import perf_counter

from benchmarks.records import Record
from benchmarks.whole_process import OBJECTIVES, texts
from optimizer.parts.remembered import forget
from optimizer.requests import Defaults

FAMILY, RATE = "service", "service_rate"
"""The rows of single requests, and those of all requests of a kind together."""

CLIENTS = (1, 8, 64)
"""How many clients ask at a time, each its next question when it has the answer to the last."""

WORKERS = 2
IN_PROCESS = "in one process"
"""The solver that is no service: it does in this process what a worker of the service does."""

_ROOT = Path(__file__).parents[1]
_DEADLINE = 60.0


def service_load(number: int) -> Iterator[Record]:
    """Measure the service with several numbers of clients, and the same without a service.

    Parameters
    ----------
    number
        How many boards each time; all are different, of the family `limited`.
    """
    boards = iter(texts(number * (len(CLIENTS) + 1) + 100))
    yield from _in_process([next(boards) for _ in range(number)])
    with _service() as (host, port):
        warm = [_request(next(boards)) for _ in range(100)]
        asyncio.run(_ask_all(host, port, warm, 4))
        for clients in CLIENTS:
            requests = [_request(next(boards)) for _ in range(number)]
            started = perf_counter()
            found = asyncio.run(_ask_all(host, port, requests, clients))
            elapsed = perf_counter() - started
            yield from _records(f"{clients} at a time", clients, found, elapsed)


def _request(board: str) -> bytes:
    return json.dumps({"combat": board, "objectives": list(OBJECTIVES)}).encode("ascii")


def _in_process(boards: Sequence[str]) -> Iterator[Record]:
    from optimizer.service.answering import answer_request

    requests = [_request(board) for board in boards]
    for request in requests[:100]:
        answer_request("damage", request, Defaults(), _DEADLINE)
    forget()  # they are asked again
    found = []
    started = perf_counter()
    for request in requests:
        before = perf_counter()
        status, body, _ = answer_request("damage", request, Defaults(), _DEADLINE)
        found.append((perf_counter() - before, _error(status, body)))
    yield from _records(IN_PROCESS, 1, found, perf_counter() - started)


def _records(
    solver: str, clients: int, found: Sequence[tuple[float, str]], elapsed: float
) -> Iterator[Record]:
    for repeat, (seconds, error) in enumerate(found):
        yield Record(
            family=FAMILY,
            instance="limited",
            size=clients,
            solver=solver,
            repeat=repeat,
            status="wrong" if error else "measured",
            total_ms=seconds * 1000,
            note=error,
        )
    yield Record(
        family=RATE,
        instance="limited",
        size=clients,
        solver=solver,
        repeat=0,
        status="measured",
        total_ms=elapsed * 1000 / len(found),
        parameters="" if solver == IN_PROCESS else f"serve --workers {WORKERS}",
    )


def _error(status: int, body: bytes) -> str:
    """Return what is wrong with an answer; nothing if it is proven, as all of them must be."""
    if status == 200 and json.loads(body)["status"] == "optimal":
        return ""
    return f"{status}: {body[:200].decode()}"


@contextmanager
def _service() -> Iterator[tuple[str, int]]:
    """Run a service in a process of its own; give its host and port."""
    options = ("--port", "0", "--workers", str(WORKERS), "--deadline", str(_DEADLINE))
    process = subprocess.Popen(
        [sys.executable, "-m", "optimizer", "serve", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=_ROOT,
        text=True,
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().partition("http://")[2].partition(";")[0]
        host, _, port = address.rpartition(":")
        yield host, int(port)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


async def _ask_all(
    host: str, port: int, requests: Sequence[bytes], clients: int
) -> list[tuple[float, str]]:
    """Return for each request how many seconds it took, and what was wrong with the answer."""
    found: list[tuple[float, str]] = [(0.0, "not asked")] * len(requests)
    numbers = count()

    async def client() -> None:
        reader, writer = await asyncio.open_connection(host, port)
        while (number := next(numbers)) < len(requests):
            started = perf_counter()
            status, body = await _ask(reader, writer, requests[number])
            found[number] = perf_counter() - started, _error(status, body)
        writer.close()

    await asyncio.gather(*(client() for _ in range(clients)))
    return found


async def _ask(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes
) -> tuple[int, bytes]:
    """Ask over a connection that is kept; by hand, as a client library takes as long as a board."""
    writer.write(
        b"POST /v1/damage HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n%b" % (len(request), request)
    )
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
    return int(head.split(b" ", 2)[1]), await reader.readexactly(length)
