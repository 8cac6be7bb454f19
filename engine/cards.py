"""The card table: well-known creatures, planeswalkers and battles with their printed values.

`card_table.csv` next to this file holds the table. Colours follow from the mana cost unless the
card says otherwise; types are the other card types and the subtypes, without supertypes.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache
from pathlib import Path
from types import MappingProxyType

_SYMBOL = re.compile(r"\{([^{}]+)\}")
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\u00b4\u0060", "'"))
# On the scale of 100; WRatio gives up to 60 to a few letters that occur in a much longer name.
_LEAST_SIMILARITY = 62


@unique
class CardKind(StrEnum):
    """What a card of the table is in combat."""

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
        Of a creature, else None.
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

    @property
    def mana_value(self) -> int:
        """The total of the mana cost (202.3); X is 0, a hybrid counts its largest half."""
        return sum(_symbol_value(symbol) for symbol in _SYMBOL.findall(self.mana_cost))


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


@cache
def card_table() -> Mapping[str, Card]:
    """Return all cards of the table by casefolded name; the file is read at the first call."""
    return MappingProxyType({name: _card(name) for name in _rows()})


@cache
def _rows() -> Mapping[str, Mapping[str, str]]:
    """Return the lines of the file by casefolded name; most questions need few cards of it."""
    import csv

    text = Path(__file__).with_name("card_table.csv").read_text(encoding="utf-8")
    header, *lines = csv.reader(text.splitlines())
    return {line[0].casefold(): dict(zip(header, line, strict=True)) for line in lines}


def find_card(name: str) -> Card | None:
    """Return the card of this name, or None if the table does not have it.

    Parameters
    ----------
    name
        In any case; white space around it or doubled and typographic apostrophes are forgiven.
    """
    plain = plain_name(name)
    return _card(plain) if plain in _rows() else None


def plain_name(name: str) -> str:
    """Return a name as the tables have it for looking up, whatever the writing."""
    return " ".join(name.translate(_APOSTROPHES).split()).casefold()


def closest_names(
    name: str, choices: Iterable[str] | None = None, limit: int = 3
) -> tuple[str, ...]:
    """Return the names most similar to a name, best first, for "did you mean" messages.

    Parameters
    ----------
    name
        What was written; any text.
    choices
        The names to choose from; None means the names of the card table.
    limit
        The most names to return.
    """
    # Loaded only when something is misspelt, which keeps the import of the engine light.
    from rapidfuzz import fuzz, process, utils

    if choices is None:
        choices = (card.name for card in card_table().values())
    # WRatio looks for parts of names, and one or two letters are a part of nearly every name.
    matches = process.extract(
        name,
        list(dict.fromkeys(choices)),
        scorer=fuzz.WRatio if len(name.strip()) > 2 else fuzz.ratio,
        processor=utils.default_process,
        limit=max(limit, 0),
        score_cutoff=_LEAST_SIMILARITY,
    )
    return tuple(match for match, _, _ in matches)


@cache
def _card(name: str) -> Card:
    row = _rows()[name]
    return Card(
        name=row["name"],
        kind=CardKind(row["kind"]),
        mana_cost=row["mana_cost"],
        power=_number(row["power"]),
        toughness=_number(row["toughness"]),
        loyalty=_number(row["loyalty"]),
        defense=_number(row["defense"]),
        colors=tuple(row["colors"]),
        types=_words(row["types"]),
        keywords=_words(row["keywords"]),
    )


def _number(text: str) -> int | None:
    return int(text) if text else None


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split(";")) if text else ()


def _symbol_value(symbol: str) -> int:
    if symbol in {"X", "Y", "Z"}:
        return 0
    return max(int(half) if half.isdecimal() else 1 for half in symbol.split("/"))
