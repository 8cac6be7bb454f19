"""Parts that are remembered from one call to the next, and how to forget them.

What is remembered is keyed by shape, never by names, and bounded: the divisions of single attackers
(`optimizer.closed_form`), of a few that share (`optimizer.shared_form`), and what the solver has
proven (`optimizer.encoding.part_memory`).
"""

import sys

from optimizer.closed_form import divide
from optimizer.shared_form import divide_shared


def forget() -> None:
    """Forget all parts, so that the next answer is found from nothing (for measurements)."""
    divide.cache_clear()
    divide_shared.cache_clear()
    memory = sys.modules.get("optimizer.encoding.part_memory")
    if memory is not None:  # else nothing was asked of the solver yet
        memory.forget()
