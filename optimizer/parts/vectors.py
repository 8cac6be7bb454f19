"""What something is worth to several objectives: a vector, one entry an objective in order.

Vectors are compared entry by entry. Packed into one integer each they compare and add like the
vectors, as digits in a base that no sum reaches.
"""

from collections.abc import Callable

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
