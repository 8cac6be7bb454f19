"""What is on the stack: effects of a card, with what was chosen for them (405, 608.2)."""

from dataclasses import dataclass

from engine.resources.effects import CardEffect
from engine.resources.targets import Origin


@dataclass(frozen=True)
class Item:
    """Effects on the stack, with what was chosen for them (608.2).

    Attributes
    ----------
    name
        The card that they come from.
    targets
        One for each of `choices`.
    """

    name: str
    origin: Origin
    effects: tuple[CardEffect, ...]
    x: int = 0
    targets: tuple[str, ...] = ()
