"""What is known of a card as a JSON object, with what of it is not understood."""

from typing import Any

from engine import card_store
from engine.cards import Card, find_in_hand, is_built_in, search_cards

DEFAULT_LIMIT = 20
"""How many cards a search gives if no number is said."""


def describe(card: Card) -> dict[str, Any]:
    """Return what is known of a card; what there is not is left out."""
    built_in = is_built_in(card.name)
    stored = None if built_in else card_store.find(card.name)
    hand = find_in_hand(card.name)
    document: dict[str, Any] = {
        "name": card.name,
        "kind": card.kind.value,
        "mana_cost": card.mana_cost,
        "mana_value": card.mana_value,
        "power": card.power,
        "toughness": card.toughness,
        "loyalty": card.loyalty,
        "defense": card.defense,
        "colors": list(card.colors),
        "types": list(card.types),
        "keywords": list(card.keywords),
        "properties": dict(card.properties),
        "cycling": [{"cost": c.cost, "kind": c.kind} for c in hand.cycling] if hand else [],
        "foretell": hand.foretell if hand else None,
        "from": "built in" if built_in else "imported",
        "not_understood": list(stored.notes) if stored else [],
    }
    return {key: value for key, value in document.items() if value not in (None, [], {}, "")}


def search(text: str, limit: int = DEFAULT_LIMIT) -> dict[str, Any]:
    """Return the cards with a text in their names, the likeliest first."""
    return {"cards": [describe(card) for card in search_cards(text, limit)]}
