"""What a game gave."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Game:
    """How a game ended for the player that is watched.

    Attributes
    ----------
    won
        None if it was drawn.
    turns
        Of both players together.
    seconds
        How long each decision of the watched player took.
    """

    won: bool | None
    turns: int
    seconds: tuple[float, ...]
