"""Card names for whoever is typing one."""

from engine.cards import Card, card_table, closest_names
from optimizer.service.documents import CardEntry, Cards


def completed(typed: str, limit: int) -> Cards:
    """Return the cards whose names fit what was typed so far, best first.

    Names that begin with it come first, then those with a word that does, then those that have it
    anywhere; only if there are none, names that are like it.
    """
    plain = " ".join(typed.split()).casefold()
    if not plain:
        return Cards(cards=[])
    ranked = []
    for key, card in card_table().items():
        if key.startswith(plain):
            ranked.append((0, card.name))
        elif f" {plain}" in key:
            ranked.append((1, card.name))
        elif plain in key:
            ranked.append((2, card.name))
    names = [name for _, name in sorted(ranked)[:limit]] or closest_names(typed, limit=limit)
    return Cards(cards=[_entry(card_table()[name.casefold()]) for name in names])


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
