"""Parts that are remembered from one call to the next, and how to forget them.

What is remembered is keyed by shape, never by names, and bounded: the divisions of single attackers
(`optimizer.parts.single`), of a few that share (`optimizer.parts.shared`), and what the solver has
proven (`optimizer.encoding.part_memory`).
"""

import sys

from optimizer.parts.shared import divide_shared
from optimizer.parts.single import divide


def forget() -> None:
    """Forget all parts, so that the next answer is found from nothing (for measurements)."""
    divide.cache_clear()
    divide_shared.cache_clear()
    memory = sys.modules.get("optimizer.encoding.part_memory")
    if memory is not None:  # else nothing was asked of the solver yet
        memory.forget()
