"""Random valid combat documents inside the part that the oracle supports, and objectives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .game import count_choices
from .maker import Bias as Bias
from .maker import Maker
from .scoring import NAMES

if TYPE_CHECKING:
    import random


def random_board(
    rng: random.Random, *, steps: int | None = None, bias: Bias | None = None
) -> dict[str, Any]:
    """Draw a valid document; `steps` forces combats of one or of two damage steps.

    Boards whose `count_choices` exceeds `bias.max_choices` are drawn again, and so are most of
    those in which nobody has a choice.
    """
    bias = bias or Bias()
    while True:
        document = Maker(rng, bias, steps).document()
        choices = count_choices(document)
        if choices > bias.max_choices or (choices <= 2 and rng.random() >= bias.trivial):
            continue
        return document


def random_objectives(rng: random.Random, document: dict[str, Any]) -> list[str]:
    """Draw one to three different objectives, some of them sums with negative weights."""
    defenders = [name for name in document["players"] if name != document["active_player"]]
    names = [*NAMES, *(f"player_damage:{player}" for player in defenders)]
    found = []
    for name in rng.sample(names, rng.choice((1, 1, 2, 2, 3))):
        text = name
        if rng.random() < 0.25:
            others = [other for other in names if other != name]
            for other in rng.sample(others, rng.choice((1, 1, 2))):
                text += f" {rng.choice('+-')} {_weighted(rng, other)}"
            if rng.random() < 0.5:
                text = f"{rng.randint(2, 4)}*{text}"
        found.append(f"{rng.choice(('max', 'min'))} {text}")
    return found


def _weighted(rng: random.Random, name: str) -> str:
    return f"{rng.randint(2, 5)}*{name}" if rng.random() < 0.5 else name
