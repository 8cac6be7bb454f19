"""The body of a request: taken in up to a size, and within a time."""

import asyncio

from starlette.requests import ClientDisconnect, Request

from engine.faults import Fault
from optimizer.requests import Failure
from optimizer.service.settings import Settings

CLOSE = {"Connection": "close"}
"""What is said when the rest of a body is not taken in."""


_DROPPED = 16 << 20
"""How much more than the largest body is taken in, so that a client gets to read why it is too
large; most read only when they have sent all."""


class BodyError(Exception):
    """A request whose body is not taken in."""

    def __init__(self, status: int, kind: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.failure = Failure(kind, (Fault("", message),))


async def read_body(request: Request, settings: Settings) -> bytes:
    """Return the body of a request.

    Raises
    ------
    BodyError
        If it is no JSON by its type, is too large, or does not come.
    ClientDisconnect
        If the client has gone away.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        # Another web page may post other types without asking (CORS).
        raise BodyError(415, "request", "expected a body with the type application/json")
    most = settings.most_bytes
    length = request.headers.get("content-length", "0")
    announced = int(length) if length.isdecimal() else 0
    # Who expects to be told to go on has not sent anything yet.
    most_taken = most if "expect" in request.headers else most + _DROPPED
    if announced > most_taken:
        raise _too_large(most)
    body, size = bytearray(), 0
    try:
        async with asyncio.timeout(settings.body_seconds):
            async for block in request.stream():
                size += len(block)
                if size <= most:
                    body += block
                elif size > most_taken:
                    raise _too_large(most)
    except TimeoutError:
        message = f"the body has not come within {settings.body_seconds:g} seconds"
        raise BodyError(408, "request", message) from None
    if size > most:
        raise _too_large(most)
    return bytes(body)


async def leaving(request: Request) -> None:
    """Wait until the client goes away."""
    try:
        while (await request.receive())["type"] != "http.disconnect":
            pass
    except ClientDisconnect:
        pass


def _too_large(most: int) -> BodyError:
    return BodyError(413, "size", f"expected a body of at most {most} bytes")
