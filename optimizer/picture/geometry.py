"""Places on a picture: boxes, and positions spread along a line."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True)
class Box:
    """Where a card stands. What is attacked may stand above several rows; the first one counts.

    Attributes
    ----------
    row
        0 for what is attacked, then the rows of a cluster downwards.
    is_repeated
        The same thing has another box before.
    """

    key: str
    left: float
    top: float
    width: float
    height: float
    row: int = 0
    is_repeated: bool = False

    @property
    def right(self) -> float:
        """The right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.top + self.height

    @property
    def middle(self) -> float:
        """The middle from left to right."""
        return self.left + self.width / 2

    def meets(self, other: "Box", margin: float = 0.0) -> bool:
        """Say whether two boxes have more than an edge in common, or are nearer than a margin."""
        return (
            self.left < other.right + margin
            and other.left < self.right + margin
            and self.top < other.bottom + margin
            and other.top < self.bottom + margin
        )


def spread(
    desired: Sequence[float], sizes: Sequence[float], low: float, high: float
) -> list[float]:
    """Return positions near the desired ones, in this order, so far apart as the sizes say.

    Where there is no room for that between `low` and `high`, they are closer in proportion.
    """
    if not desired:
        return []
    total = sum(sizes)
    if total > high - low:
        sizes = [size * (high - low) / total for size in sizes]
    apart = [0.0, *((a + b) / 2 for a, b in pairwise(sizes))]
    last = len(sizes) - 1
    forward: list[float] = []
    for place, wish in enumerate(desired):
        least = forward[-1] + apart[place] if forward else low + sizes[0] / 2
        forward.append(max(wish, least))
    edge = high - sizes[-1] / 2
    for place in range(last, -1, -1):
        forward[place] = min(forward[place], edge)
        edge = forward[place] - apart[place]
    backward: list[float] = [0.0] * len(sizes)
    edge = high - sizes[-1] / 2
    for place in range(last, -1, -1):
        backward[place] = min(desired[place], edge)
        edge = backward[place] - apart[place]
    edge = low + sizes[0] / 2
    for place in range(last + 1):
        backward[place] = max(backward[place], edge)
        edge = backward[place] + (apart[place + 1] if place < last else 0.0)
    return [(a + b) / 2 for a, b in zip(forward, backward, strict=True)]
