"""What is known of a card as a JSON object, with what of it is not understood."""

from typing import Any

from engine import card_store
from engine.cards import find_card, find_in_hand, is_built_in, search_names

DEFAULT_LIMIT = 20
"""How many cards a search gives if no number is said."""


def describe(name: str) -> dict[str, Any]:
    """Return what is known of the card of a name; what there is not is left out."""
    built_in = is_built_in(name)
    card, hand = find_card(name), find_in_hand(name)
    stored = None if built_in else card_store.find(name)
    document: dict[str, Any] = {"name": name, "kind": card_store.OTHER}
    if card is not None:
        document = {
            "name": card.name,
            "kind": card.kind.value,
            "mana_value": card.mana_value,
            "power": card.power,
            "toughness": card.toughness,
            "loyalty": card.loyalty,
            "defense": card.defense,
            "colors": list(card.colors),
            "keywords": list(card.keywords),
            "properties": dict(card.properties),
        }
    if hand is not None:
        document |= {
            "mana_cost": hand.mana_cost,
            "types": list(card.types if card else hand.types),
            "cycling": [{"cost": each.cost, "kind": each.kind} for each in hand.cycling],
            "foretell": hand.foretell,
        }
    document |= {
        "printed": dict(stored.printed) if stored else {},
        "from": "built in" if built_in else "imported",
        "not_understood": list(stored.notes) if stored else [],
    }
    return {key: value for key, value in document.items() if value not in (None, [], {}, "")}


def search(text: str, limit: int = DEFAULT_LIMIT) -> dict[str, Any]:
    """Return the cards with a text in their names, the likeliest first, instants and all."""
    return {"cards": [describe(name) for name in search_names(text, limit, every=True)]}
