"""Scryfall's bulk data "oracle cards": a list of card objects, of which faces are parts."""

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


def faces(record: dict[str, Any]) -> Iterator[Face | Left]:
    """Yield the faces of a card object, or why it is left out."""
    name, layout = text_of(record, "name"), text_of(record, "layout")
    if layout in LEFT:
        yield Left(name, LEFT[layout])
        return
    if not name:
        yield Left("?", "records without a name")
        return
    listed = tuple(each_text(record.get("keywords")))
    parts = record.get("card_faces")
    if not isinstance(parts, list) or not parts:
        parts = [record]
    for k, part in enumerate(parts):
        if not isinstance(part, dict):
            continue
        face_value = None
        if k and layout in BACK_HAS_VALUE_OF_FRONT and isinstance(record.get("cmc"), int | float):
            face_value = int(record["cmc"])
        text = part.get("oracle_text", record.get("oracle_text"))
        yield Face(
            name=text_of(part, "name") or name,
            full_name=name,
            type_line=text_of(part, "type_line") or text_of(record, "type_line"),
            mana_cost=text_of(part, "mana_cost"),
            text=text if isinstance(text, str) else None,
            listed=listed,
            colors=colors_of(part.get("colors"), record.get("colors")),
            printed=numbers_of(part),
            face_value=face_value,
        )
