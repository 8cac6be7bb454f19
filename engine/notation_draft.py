"""From the document that a text in the short notation makes to the `Combat`.

The notation gives every key values of the right type, within the limits. Where it is also plain
that they are in range, pydantic has nothing to say and need not be loaded; in doubt, and to name
what is at fault, the document goes the way of all others (`engine.document`).
"""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.combat import Combat
from engine.draft import Draft, Entry, Object, build
from engine.given import (
    GivenBattle,
    GivenCombat,
    GivenCreature,
    GivenPlaneswalker,
    GivenPlayer,
)
from engine.validity import judge

_MAY_BE_NEGATIVE = frozenset({"power", "toughness"})


def read_sound(document: Mapping[str, Any]) -> Combat:
    """Read the combat of a document that the notation made.

    Raises
    ------
    DocumentError
        With every fault that was found.
    """
    draft = _draft(document)
    if draft is None or judge(draft):
        from engine.document import read_document

        return read_document(document)
    return build(draft)


def _draft(document: Mapping[str, Any]) -> Draft | None:
    """Return the draft of a document, or None if an object may not be of the right shape."""
    if "resources" in document:
        return None  # cards are read as those of any document
    players = document["players"]
    creatures, walkers, battles = (
        document.get(key, ()) for key in ("creatures", "planeswalkers", "battles")
    )
    for objects in (players.values(), creatures, walkers, battles):
        if not all(map(_is_plain, objects)):
            return None
    return Draft(
        top=Entry("", GivenCombat(document)),
        players={name: Entry(f"players.{name}", GivenPlayer(p)) for name, p in players.items()},
        creatures=_entries(GivenCreature, "creatures", creatures),
        planeswalkers=_entries(GivenPlaneswalker, "planeswalkers", walkers),
        battles=_entries(GivenBattle, "battles", battles),
        effects=[],
        changes={},
    )


def _entries(kind: type[Object], key: str, objects: Iterable[Any]) -> list[Entry[Object]]:
    return [Entry(f"{key}[{k}]", kind(values)) for k, values in enumerate(objects)]


def _is_plain(values: Mapping[str, Any]) -> bool:
    """Say whether surely no name is empty and no number too small."""
    for key, value in values.items():
        if isinstance(value, int):
            if value < (1 if key == "count" else 0) and key not in _MAY_BE_NEGATIVE:
                return False
        elif isinstance(value, list):
            if not all(value):
                return False
        elif isinstance(value, dict):
            if any(amount < 0 for amount in value.values()):
                return False
        elif value == "":
            return False
    return True
