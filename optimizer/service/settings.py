"""What whoever runs the service may decide."""

import os
from dataclasses import dataclass, field


def _workers() -> int:
    """Return one more than there are processors, so that one heavy question stalls no other."""
    available = getattr(os, "sched_getaffinity", None)
    return 1 + (len(available(0)) if available else os.cpu_count() or 1)


@dataclass(frozen=True)
class Settings:
    """The limits of a service.

    Attributes
    ----------
    workers
        How many questions are worked on at a time, each in a process of its own.
    seconds
        The longest deadline that a question may have, and the one it has if it says none.
    overtime
        How many seconds past its deadline a worker is stopped. The deadline is one for the search;
        what is read before and checked after it takes time as well.
    most_bytes
        The largest body of a request.
    body_seconds
        How long a client may take to send it.
    most_waiting
        How many questions may wait for a worker; further ones are refused at once.
    grace
        How many seconds what is being worked on may still take when the service is to stop.
    origins
        The web pages of other addresses that may ask (CORS); ``*`` for all.
    """

    workers: int = field(default_factory=_workers)
    seconds: float = 10.0
    overtime: float = 10.0
    most_bytes: int = 1 << 20
    body_seconds: float = 10.0
    most_waiting: int = 100
    grace: float = 10.0
    origins: tuple[str, ...] = ()
