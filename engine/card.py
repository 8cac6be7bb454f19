"""One card: what is printed on it, as far as combat asks, and how its name is compared.

`engine.cards` finds cards by name.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Any

_SYMBOL = re.compile(r"\{([^{}]+)\}")
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\u00b4\u0060", "'"))


@unique
class CardKind(StrEnum):
    """What a card is in combat."""

    CREATURE = "creature"
    PLANESWALKER = "planeswalker"
    BATTLE = "battle"


@dataclass(frozen=True, slots=True)
class Card:
    """The printed characteristics of a card.

    Attributes
    ----------
    kind
        What it is in combat; equal to the string ``creature``, ``planeswalker`` or ``battle``.
    mana_cost
        Symbols in braces such as ``{2}{R}{R}``; empty for a card without a mana cost.
    power, toughness
        Of a creature; None if it is no creature, or what is printed is no number, such as ``*``.
    loyalty
        The starting loyalty of a planeswalker, else None.
    defense
        The starting defense of a battle, else None.
    colors
        Letters out of ``W U B R G``, in that order.
    types
        Lower case: the card types other than its kind, then the subtypes.
    keywords
        Lower case, as the combat document has them.
    properties
        Other keys of a creature in the combat document that its text gives it, with their values:
        ``("as_though_unblocked", True)``.
    face_value
        Its mana value if that does not follow from its own mana cost (202.3b).
    """

    name: str
    kind: CardKind
    mana_cost: str
    power: int | None
    toughness: int | None
    loyalty: int | None
    defense: int | None
    colors: tuple[str, ...]
    types: tuple[str, ...]
    keywords: tuple[str, ...]
    properties: tuple[tuple[str, Any], ...] = ()
    face_value: int | None = None

    @property
    def mana_value(self) -> int:
        """The total of the mana cost (202.3); X is 0, a hybrid counts its largest half."""
        if self.face_value is not None:
            return self.face_value
        return sum(_symbol_value(symbol) for symbol in _SYMBOL.findall(self.mana_cost))


def printed_card(
    row: Mapping[str, Any],
    *,
    types: tuple[str, ...],
    keywords: tuple[str, ...],
    properties: tuple[tuple[str, Any], ...],
    face_value: int | None = None,
) -> Card:
    """Return the card of a row, of the table or of the store; numbers are texts, as printed."""
    return Card(
        name=row["name"],
        kind=CardKind(row["kind"]),
        mana_cost=row["mana_cost"],
        power=_number(row["power"]),
        toughness=_number(row["toughness"]),
        loyalty=_number(row["loyalty"]),
        defense=_number(row["defense"]),
        colors=tuple(row["colors"]),
        types=types,
        keywords=keywords,
        properties=properties,
        face_value=face_value,
    )


def default_value(card: Card | None, *numbers: int) -> int:
    """Return the value of a permanent that the document gives none.

    Parameters
    ----------
    card
        The card it is; it is worth its mana value.
    numbers
        What it is worth without a card: power and toughness, loyalty or defense.
    """
    return card.mana_value if card else max(0, sum(numbers))


def plain_name(name: str) -> str:
    """Return a name as it is looked up: any case, white space and apostrophe is forgiven."""
    return " ".join(name.translate(_APOSTROPHES).split()).casefold()


def _number(text: str | None) -> int | None:
    """Return a printed number; ``*``, ``X``, ``1+*`` and halves are none."""
    digits = (text or "").removeprefix("-")
    return int(text or "") if digits.isascii() and digits.isdecimal() else None


def _symbol_value(symbol: str) -> int:
    if symbol in {"X", "Y", "Z"}:
        return 0
    return max(int(half) if half.isdecimal() else 1 for half in symbol.split("/"))
