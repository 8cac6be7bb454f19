"""Cards by name: well-known creatures, planeswalkers and battles, and those that were imported.

`card_table.csv` next to this file holds the well-known ones; they are looked for first. Whatever
it does not have is looked for in the store of imported cards (`engine.card_store`), which is opened
only then. Colours follow from the mana cost unless the card says otherwise; types are the other
card types and the subtypes, without supertypes.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.card_store import CardInHand

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


def plain_name(name: str) -> str:
    """Return a name as it is looked up: any case, white space and apostrophe is forgiven."""
    return " ".join(name.translate(_APOSTROPHES).split()).casefold()


def find_card(name: str) -> Card | None:
    """Return the card of this name, or None if it is neither in the table nor imported.

    Parameters
    ----------
    name
        In any case; white space around it or doubled and typographic apostrophes are forgiven. One
        face of a card, or both with ``//`` between them, which is the front face.

    Raises
    ------
    DocumentError
        If the store of imported cards has to be asked and cannot be read.
    """
    plain = plain_name(name)
    if card := _printed_card(plain):
        return card
    from engine import card_store

    return card_store.find_card(plain)


def is_built_in(name: str) -> bool:
    """Say whether a name is found in the table, which comes before the imported cards."""
    return plain_name(name) in _rows()


def find_in_hand(name: str) -> "CardInHand | None":
    """Return what a card can do in hand: its cost, cycling and foretelling; None if unknown.

    The store of imported cards is asked first: the table knows nothing of either ability.

    Parameters
    ----------
    name
        See `find_card`; a card of any type, an instant too.

    Raises
    ------
    DocumentError
        If there is a store that cannot be read.
    """
    from engine import card_store

    found = card_store.find(name)
    if found:
        return card_store.CardInHand(
            found.name, found.mana_cost, found.types, found.cycling, found.foretell
        )
    card = _printed_card(plain_name(name))
    return card_store.CardInHand(card.name, card.mana_cost, card.types) if card else None


def find_longest(names: Sequence[str], *, imported: bool) -> tuple[Card, int] | None:
    """Return the last of several names that is a card's, each longer than the one before.

    Parameters
    ----------
    imported
        Whether it is looked for in the store of imported cards, or in the table.
    """
    if imported:
        from engine import card_store

        if not card_store.exists():
            return None
        look_up = card_store.find_card
    else:
        look_up = _printed_card
    for count in range(len(names), 0, -1):
        if card := look_up(plain_name(names[count - 1])):
            return card, count
    return None


def all_names(*, every: bool = False) -> tuple[str, ...]:
    """Return the names of all cards, of the table and imported.

    Parameters
    ----------
    every
        Also those of cards that are nothing in combat, such as instants.
    """
    from engine import card_store

    names = (card.name for card in card_table().values())
    return tuple(dict.fromkeys((*names, *card_store.names(every=every))))


@lru_cache(maxsize=2)
def _plain_names(names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return names with their plain forms; while somebody types, they stay the same."""
    return tuple((name, plain_name(name)) for name in names)


def search_cards(text: str, limit: int = 20) -> tuple[Card, ...]:
    """Return the cards whose names have a text in them, as `search_names` orders them."""
    return tuple(card for name in search_names(text, limit) if (card := find_card(name)))


def search_names(text: str, limit: int = 20, *, every: bool = False) -> tuple[str, ...]:
    """Return the names that have a text in them, the likeliest first: for completion.

    Names that begin with the text come first, then those of which a word does, then all others;
    shorter ones first. If there is none, those that are spelt in a similar way.

    Parameters
    ----------
    text
        Any part of a name, in any case.
    limit
        The most names to return.
    every
        See `all_names`.
    """
    wanted = plain_name(text)
    known = all_names(every=every)
    ranked: list[tuple[int, int, str]] = []
    for name, plain in _plain_names(known):
        at = plain.find(wanted)
        if at >= 0:
            rank = 0 if at == 0 else 1 if f" {wanted}" in plain else 2
            ranked.append((rank, len(name), name))
    found = tuple(name for _, _, name in sorted(ranked)[: max(limit, 0)])
    return found or closest_names(text, known, limit)


def closest_names(
    name: str, choices: Iterable[str] | None = None, limit: int = 3
) -> tuple[str, ...]:
    """Return the names most similar to a name, best first, for "did you mean" messages.

    Parameters
    ----------
    name
        What was written; any text.
    choices
        The names to choose from; None means the names of all cards.
    limit
        The most names to return.
    """
    # Loaded only when something is misspelt, which keeps the import of the engine light.
    from rapidfuzz import fuzz, process, utils

    if choices is None:
        choices = all_names()
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


def _printed_card(plain: str) -> Card | None:
    return _card(plain) if plain in _rows() else None


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
        properties=tuple(json.loads(row["properties"]).items()) if row["properties"] else (),
    )


def _number(text: str) -> int | None:
    return int(text) if text else None


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split(";")) if text else ()


def _symbol_value(symbol: str) -> int:
    if symbol in {"X", "Y", "Z"}:
        return 0
    return max(int(half) if half.isdecimal() else 1 for half in symbol.split("/"))
