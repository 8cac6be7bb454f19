"""How a process begins that answers questions for another one."""

import os
import signal
from threading import Thread


def begin_worker() -> None:
    """Leave Ctrl-C, which reaches all processes of a terminal, to the one that hands out work.

    If that one is killed it cannot tell its workers, which would wait for it for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
