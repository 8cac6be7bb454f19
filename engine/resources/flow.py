"""A flow from supplies to demands that meets all demands, by augmenting paths."""

from collections import deque
from collections.abc import Sequence


def transport(
    supplies: Sequence[int], demands: Sequence[int], fits: Sequence[Sequence[bool]]
) -> dict[tuple[int, int], int] | None:
    """Return how much goes from each supply to each demand, or None if a demand cannot be met.

    Parameters
    ----------
    supplies, demands
        How much there is, how much is needed.
    fits
        For each supply and each demand whether the one can go to the other.
    """
    left = list(supplies)
    flow: dict[tuple[int, int], int] = {}
    for goal, wanted in enumerate(demands):
        while wanted:
            found = _path(left, fits, flow, goal)
            if found is None:
                return None
            start, hops = found
            moved = min(wanted, left[start], *(flow[hop] for add, hop in hops if not add))
            for add, hop in hops:
                flow[hop] = flow.get(hop, 0) + (moved if add else -moved)
            left[start] -= moved
            wanted -= moved
    return {pair: moved for pair, moved in flow.items() if moved}


def _path(
    left: Sequence[int],
    fits: Sequence[Sequence[bool]],
    flow: dict[tuple[int, int], int],
    goal: int,
) -> tuple[int, list[tuple[bool, tuple[int, int]]]] | None:
    """Return a shortest path from a supply that is left to a demand, and what it adds and takes."""
    queue = deque[int]()
    after: dict[int, tuple[int, int] | None] = {}  # supply -> what it takes over, and from whom
    for i, row in enumerate(fits):
        if row[goal]:
            after[i] = None
            queue.append(i)
    while queue:
        i = queue.popleft()
        if left[i]:
            return i, _hops(i, after, goal)
        for k, row in enumerate(fits):
            if k in after:
                continue
            # k takes over what i gives to another demand
            for other in range(len(row)):
                if row[other] and flow.get((i, other), 0):
                    after[k] = (other, i)
                    queue.append(k)
                    break
    return None


def _hops(
    start: int, after: dict[int, tuple[int, int] | None], goal: int
) -> list[tuple[bool, tuple[int, int]]]:
    hops: list[tuple[bool, tuple[int, int]]] = []
    i = start
    while (step := after[i]) is not None:
        demand, behind = step
        hops += [(True, (i, demand)), (False, (behind, demand))]
        i = behind
    hops.append((True, (i, goal)))
    return hops
