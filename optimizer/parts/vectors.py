"""What something is worth to several objectives: a vector, one entry an objective in order.

Vectors are compared entry by entry. Packed into one integer each they compare and add like the
vectors, as digits in a base that no sum reaches.
"""

from collections.abc import Callable, Sequence
from math import prod

Vector = tuple[int, ...]


def add(one: Vector, other: Vector) -> Vector:
    """Return the sum of two vectors."""
    return tuple([a + b for a, b in zip(one, other, strict=True)])


def packing(largest: int) -> Callable[[Vector], int]:
    """Return a function that packs vectors.

    Parameters
    ----------
    largest
        No entry of any sum that is packed or compared is larger than this, whatever its sign.
    """
    base = 2 * largest + 1

    def pack(vector: Vector) -> int:
        packed = 0
        for entry in vector:
            packed = packed * base + entry
        return packed

    return pack


class Packing:
    """Packs vectors into integers that compare like them, each entry in a base of its own.

    Parameters
    ----------
    every
        For each summand the vectors that it may be.
    times
        How many such summands there are; None for one each.
    """

    def __init__(
        self, every: Sequence[Sequence[Vector]], times: Sequence[int] | None = None
    ) -> None:
        times = times or (1,) * len(every)
        length = max((len(vector) for own in every for vector in own), default=1)
        self.reaches = [
            sum(
                n * max(abs(vector[k]) for vector in own)
                for n, own in zip(times, every, strict=True)
            )
            for k in range(length)
        ]
        self.size = prod(2 * reach + 1 for reach in self.reaches)

    def __call__(self, vector: Vector) -> int:
        """Return a sum of vectors, one of each summand at most, as one integer."""
        packed = 0
        for entry, reach in zip(vector, self.reaches, strict=True):
            packed = packed * (2 * reach + 1) + entry
        return packed

    def unpacked(self, value: int) -> Vector:
        """Return the vector that was packed."""
        found = []
        for reach in reversed(self.reaches):
            base = 2 * reach + 1
            entry = (value + reach) % base - reach
            found.append(entry)
            value = (value - entry) // base
        return tuple(reversed(found))
