"""The peak of a concave function of whole numbers, in few steps."""

from collections.abc import Callable


def peak(value: Callable[[int], int], low: int, high: int) -> int:
    """Return where a concave function of whole numbers is largest.

    Two tangents meet above the peak; each new one at their meeting point cuts off a linear piece,
    so the number of steps depends on the number of pieces, not on the distance.
    """
    known: dict[int, int] = {}

    def at(number: int) -> int:
        if number not in known:
            known[number] = value(number)
        return known[number]

    while low < high:
        rise, fall = at(low + 1) - at(low), at(high) - at(high - 1)
        if rise <= 0:
            return low
        if fall >= 0:
            return high
        if high - low <= 2:
            return low + 1
        meeting = (at(high) - fall * high - at(low) + rise * low) // (rise - fall)
        middle = min(max(meeting, low + 1), high - 2)
        if at(middle + 1) > at(middle):
            low = middle + 1
        else:
            high = middle
    return low
