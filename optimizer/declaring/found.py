"""What was found out about a declaration of blockers."""

from dataclasses import dataclass

from optimizer.declaring.every import Blocks
from optimizer.parts.vectors import Vector
from optimizer.solution import Solution


@dataclass(frozen=True)
class Way:
    """A declaration of blockers.

    Attributes
    ----------
    vector
        What it is worth to the attacking side, objective by objective, to be maximised; None if
        that is known only once the damage question is answered.
    damage
        The answer to the damage question, if it has been asked.
    """

    blocks: Blocks
    vector: Vector | None
    damage: Solution | None = None


@dataclass(frozen=True)
class Found:
    """The best declarations of blockers, each worth something else.

    Attributes
    ----------
    ways
        The best first; at least one.
    proven
        None holds the attacking side to less than the first.
    bound
        The least that may be possible, where it is not proven and something is known.
    is_complete
        The others are the next best, as many as were asked for.
    """

    ways: tuple[Way, ...]
    proven: bool
    method: str
    number: int = 1
    bound: Vector | None = None
    is_complete: bool = True

    @property
    def blocks(self) -> Blocks:
        """The best declaration."""
        return self.ways[0].blocks

    @property
    def vector(self) -> Vector | None:
        """What it is worth."""
        return self.ways[0].vector
