"""The cheapest way to meet demands from sources with supplies: a greedy flow, exact.

What a point costs depends on its source alone. The amounts that the sources can give together, all
demands met, form a polymatroid, so it is best to take as much as possible from the cheapest source,
then from the next; augmenting paths find how much that is, and never take from a source what it
gives already.
"""

from collections.abc import Sequence
from itertools import pairwise

Flow = list[list[int]]
"""The amounts, by source and demand."""


def cheapest(
    supplies: Sequence[int], demands: Sequence[int], reach: Sequence[Sequence[bool]]
) -> tuple[Flow, int]:
    """Meet the demands as far as possible, from the first sources as much as possible.

    Parameters
    ----------
    supplies
        Of the sources, from the cheapest to the dearest.
    demands
        How much each demand needs.
    reach
        By source and demand, whether the one may serve the other.

    Returns
    -------
    tuple
        The flow, and how much of the demands cannot be met.
    """
    flow = [[0] * len(demands) for _ in supplies]
    left = list(demands)
    for source, supply in enumerate(supplies):
        while supply:
            path = _path(source, left, flow, reach)
            if path is None:
                break
            pushed = min(supply, left[path[-1][1]])
            # Along the path an earlier source gives up one demand for another.
            for (_, via), (earlier, _) in pairwise(path):
                pushed = min(pushed, flow[earlier][via])
            previous = -1
            for giver, demand in path:
                if previous >= 0:
                    flow[giver][previous] -= pushed
                flow[giver][demand] += pushed
                previous = demand
            left[path[-1][1]] -= pushed
            supply -= pushed
    return flow, sum(left)


def _path(
    source: int, left: Sequence[int], flow: Flow, reach: Sequence[Sequence[bool]]
) -> list[tuple[int, int]] | None:
    """Return a shortest path to a demand that is not met: pairs of a source and a new demand."""
    come: dict[int, tuple[int, int]] = {}
    """By demand, the source that would serve it, and the demand that this source would give up."""
    layer = [(source, -1)]
    while layer:
        following = []
        for giver, given_up in layer:
            for demand, reached in enumerate(reach[giver]):
                if not reached or demand in come:
                    continue
                come[demand] = giver, given_up
                if left[demand]:
                    path, at = [], demand
                    while at >= 0:
                        server, before = come[at]
                        path.append((server, at))
                        at = before
                    return path[::-1]
                following += [
                    (earlier, demand) for earlier in range(len(flow)) if flow[earlier][demand]
                ]
        layer = following
    return None
