"""The table of tricks: well-known cards with what they do in a combat.

`trick_table.json` holds cards as a document describes them (`engine.resources.described_cards`).
The creatures, planeswalkers and battles of `engine.cards` are cards as well, without effects.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from engine.cards import Card, card_table, find_card, plain_name
from engine.resources.cards import ResourceCard


def find_trick(name: str) -> ResourceCard | None:
    """Return the card of this name, or None if no table has it.

    Parameters
    ----------
    name
        In any case, as `engine.cards.find_card` forgives it.
    """
    plain = plain_name(name)
    if plain in _rows():
        return _trick(plain)
    card = find_card(name)
    return None if card is None else _printed(card)


def is_trick(name: str) -> bool:
    """Say whether there is a card of this name, without reading it."""
    return plain_name(name) in _rows() or find_card(name) is not None


def trick_table() -> tuple[ResourceCard, ...]:
    """Return the cards of the table of tricks, in its order."""
    return tuple(map(_trick, _rows()))


def trick_names() -> tuple[str, ...]:
    """Return the names of all cards that are known."""
    names = [row["name"] for row in _rows().values()]
    return (*names, *(card.name for card in card_table().values()))


@cache
def _rows() -> Mapping[str, Mapping[str, Any]]:
    path = Path(__file__).parent.with_name("trick_table.json")
    return {row["name"].casefold(): row for row in json.loads(path.read_text(encoding="utf-8"))}


@cache
def _trick(plain: str) -> ResourceCard:
    # Reading loads pydantic, which few combats need.
    from engine.faults import DocumentError, Fault
    from engine.resources.described_cards import DescriptionReader

    faults: list[Fault] = []
    card = find_card(plain)
    printed = None if card is None else _printed(card)
    trick = DescriptionReader(faults).card_of_table(_rows()[plain], printed)
    if faults or trick is None:
        raise DocumentError(faults)
    return trick


def _printed(card: Card) -> ResourceCard:
    return ResourceCard(
        card.name, card.mana_cost or None, "instant" if "flash" in card.keywords else "sorcery",
        card.colors, (card.kind.value, *card.types), card.power, card.toughness, card.keywords,
    )  # fmt: skip
