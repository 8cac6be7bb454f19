"""Card names for whoever is typing one."""

from engine.cards import Card, search_cards
from optimizer.service.documents import CardEntry, Cards


def completed(typed: str, limit: int) -> Cards:
    """Return the cards that fit what was typed so far, best first; nothing before that."""
    found = search_cards(typed, limit) if typed.strip() else ()
    return Cards(cards=[_entry(card) for card in found])


def _entry(card: Card) -> CardEntry:
    return CardEntry(
        name=card.name,
        kind=card.kind.value,
        mana_cost=card.mana_cost,
        power=card.power,
        toughness=card.toughness,
        loyalty=card.loyalty,
        defense=card.defense,
        colors=list(card.colors),
        types=list(card.types),
        keywords=list(card.keywords),
    )
