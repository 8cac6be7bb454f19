"""What a picture shows, without any place or color: cards, and what flows between them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.combat import Combat

Kind = Literal["creature", "player", "planeswalker", "battle"]
FlowKind = Literal["damage", "block", "attack"]


@dataclass(frozen=True)
class Card:
    """A thing on the board; several copies that do the same are one card.

    Attributes
    ----------
    key
        Its id, or the name of the copies: ``bears#1-3``.
    members
        The ids that it stands for.
    is_active
        It belongs to the active player's side.
    """

    key: str
    kind: Kind
    members: tuple[str, ...]
    is_active: bool


@dataclass(frozen=True)
class Flow:
    """An arrow: damage that is assigned, or else a block or an attack.

    Attributes
    ----------
    amount, copies
        So many times this amount of damage is assigned.
    is_active
        It comes from the active player's side.
    is_wrong
        A rule is broken by what its source does.
    """

    kind: FlowKind
    source: str
    target: str
    amount: int = 0
    copies: int = 1
    is_active: bool = True
    is_wrong: bool = False

    @property
    def label(self) -> str:
        """The number on the arrow."""
        if self.kind != "damage":
            return ""
        return str(self.amount) if self.copies == 1 else f"{self.copies}×{self.amount}"


@dataclass(frozen=True)
class Look:
    """How a card looks in a panel.

    Attributes
    ----------
    stats
        Power and toughness, life, loyalty or defense, with what becomes of it.
    notes
        What else is to be seen on it, the most important first.
    received, needed
        The damage that it is assigned in this step, and what its threshold is; None without one.
    is_met
        That is lethal damage, or all of the loyalty (deathtouch counted).
    is_dead, is_gone
        It dies, or loses all loyalty, defense or the game, in this step; it was gone before.
    """

    stats: str
    notes: tuple[str, ...] = ()
    received: int = 0
    needed: int | None = None
    is_met: bool = False
    is_dead: bool = False
    is_gone: bool = False
    is_wrong: bool = False
    title: str = ""


@dataclass(frozen=True)
class Panel:
    """The board in one step, or as it is declared."""

    title: str
    step: str
    flows: tuple[Flow, ...]
    looks: Mapping[str, Look]


@dataclass(frozen=True)
class Note:
    """A line of text below the board; of a broken rule, with its number and the creature."""

    text: str
    kind: Literal["result", "violation", "note"] = "note"
    rule: str = ""
    source: str = ""


@dataclass(frozen=True)
class Scene:
    """A combat and one answer to it, or none."""

    title: str
    combat: Combat
    cards: Mapping[str, Card]
    panels: tuple[Panel, ...]
    notes: tuple[Note, ...] = ()
