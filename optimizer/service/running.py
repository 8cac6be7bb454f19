"""Running the service: its socket, and its end when it is asked to stop."""

import asyncio
import os
import socket
from types import FrameType

import uvicorn

from optimizer.requests import Defaults
from optimizer.service import logs
from optimizer.service.app import create_app
from optimizer.service.pool import Pool
from optimizer.service.settings import Settings

_BACKLOG = 2048
"""How many connections may wait to be taken."""

_KEPT = 60
"""Seconds that a connection is kept for the next request; longer than clients keep one."""

_LAST = 5.0
"""Seconds after the grace time for what is left to be sent."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket at an address.

    Raises
    ------
    OSError
        If there can be none.
    """
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    # With its protocol said, asyncio has what is written sent at once (TCP_NODELAY).
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere it would allow two services at one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def address_of(listening: socket.socket) -> str:
    """Return the address of a socket as a browser has it."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def run(listening: socket.socket, settings: Settings, defaults: Defaults) -> None:
    """Answer until a signal asks to stop, and what is being worked on is finished."""
    logs.configure()
    app = create_app(settings, defaults)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=_KEPT,
        timeout_graceful_shutdown=int(settings.grace + _LAST),
        lifespan="on",
    )
    logs.log.info("begin", address=address_of(listening), workers=settings.workers)
    Server(config, app.state.pool, settings).run(sockets=[listening])
    logs.log.info("end")


class Server(uvicorn.Server):
    """A server that stops gracefully at a first signal, and at once at a second."""

    def __init__(self, config: uvicorn.Config, pool: Pool, settings: Settings) -> None:
        super().__init__(config)
        self.pool, self.settings = pool, settings
        self.stopping: asyncio.Task[None] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Handle a signal that asks to stop."""
        if self.should_exit:
            self.force_exit = True
            self.pool.kill()
            return
        self.should_exit = True
        logs.log.info("stop", signal=sig, busy=self.pool.busy, waiting=len(self.pool.waiting))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more requests, and finish those that are being worked on."""
        self.stopping = asyncio.create_task(self.pool.stop(self.settings.grace))
        await super().shutdown(sockets)
        await self.stopping
