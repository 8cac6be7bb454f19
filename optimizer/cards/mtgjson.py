"""MTGJSON's ``AtomicCards``: an object of names, each with the faces of the card."""

from collections.abc import Iterator
from typing import Any

from optimizer.cards.faces import (
    BACK_HAS_VALUE_OF_FRONT,
    LEFT,
    Face,
    Left,
    colors_of,
    each_text,
    numbers_of,
    text_of,
)


def faces(name: str, records: list[Any]) -> Iterator[Face | Left]:
    """Yield the faces of the card of a name, or why it is left out."""
    cards = [record for record in records if isinstance(record, dict)]
    sides = [record for record in cards if record.get("side")]
    if not sides and len(cards) > 1:
        yield Left(name, "further versions with the same name")
        cards = cards[:1]
    listed = tuple(
        dict.fromkeys(word for record in cards for word in each_text(record.get("keywords")))
    )
    for record in sorted(cards, key=lambda record: text_of(record, "side")):
        layout = text_of(record, "layout")
        if layout in LEFT:
            yield Left(name, LEFT[layout])
            return
        is_back = text_of(record, "side") not in ("", "a")
        value = record.get("manaValue", record.get("convertedManaCost"))
        has_value = is_back and layout in BACK_HAS_VALUE_OF_FRONT
        yield Face(
            name=text_of(record, "faceName") or name,
            full_name=name,
            type_line=text_of(record, "type"),
            mana_cost=text_of(record, "manaCost"),
            # MTGJSON leaves out what is empty, the text of a creature without abilities too.
            text=text_of(record, "text"),
            listed=listed,
            colors=colors_of(record.get("colors")),
            printed=numbers_of(record),
            face_value=int(value) if has_value and isinstance(value, int | float) else None,
        )
