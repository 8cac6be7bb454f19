"""Stopping a solver that does not look at the clock."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class StoppedError(Exception):
    """A solver was stopped: its time was up long ago."""


@contextmanager
def hard_stop(seconds: float) -> Iterator[None]:
    """Raise `StoppedError` in the body when it takes much longer than its time.

    Nothing happens where there is no alarm clock (Windows). Code of a C library is stopped when it
    comes back.

    Parameters
    ----------
    seconds
        The time that was allowed; half of it and two seconds are added.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise StoppedError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds * 1.5 + 2)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
