"""Cards by name: well-known creatures, planeswalkers and battles, and those that were imported.

`card_table.csv` next to this file holds the well-known ones; they are looked for first. Whatever
it does not have is looked for in the store of imported cards (`engine.card_store`), which is opened
only then. Colours follow from the mana cost unless the card says otherwise; types are the other
card types and the subtypes, without supertypes.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.card import Card as Card
from engine.card import CardKind as CardKind
from engine.card import default_value as default_value
from engine.card import plain_name as plain_name
from engine.card import printed_card

if TYPE_CHECKING:
    from engine.card_store import CardInHand

# On the scale of 100; WRatio gives up to 60 to a few letters that occur in a much longer name.
_LEAST_SIMILARITY = 62


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
    return printed_card(
        row,
        types=_words(row["types"]),
        keywords=_words(row["keywords"]),
        properties=tuple(json.loads(row["properties"]).items()) if row["properties"] else (),
    )


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split(";")) if text else ()
