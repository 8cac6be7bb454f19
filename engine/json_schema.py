"""The combat document as a JSON Schema, for programs that read or write it."""

from typing import Any

from engine.descriptions import DESCRIPTIONS
from engine.given import (
    Given,
    GivenBattle,
    GivenChange,
    GivenCombat,
    GivenCreature,
    GivenEffect,
    GivenPlaneswalker,
    GivenPlayer,
)
from engine.schema import shape_of

_LISTS: dict[str, type[Given]] = {
    "creatures": GivenCreature,
    "planeswalkers": GivenPlaneswalker,
    "battles": GivenBattle,
    "effects": GivenEffect,
}
_OBJECTS: dict[str, type[Given]] = {
    "players": GivenPlayer,
    "after_first_strike": GivenChange,
}


def combat_schemas(place: str = "#/$defs/{model}") -> dict[str, dict[str, Any]]:
    """Return the schemas of a combat document and of its objects, by name.

    ``Combat`` is the document. What its objects may be to each other no schema can say; a document
    that fits may still be refused (`engine.validity`).

    Parameters
    ----------
    place
        Where the schemas will be, with ``{model}`` for the name.
    """
    schemas: dict[str, dict[str, Any]] = {}
    kinds: list[type[Given]] = [GivenCombat, *_OBJECTS.values(), *_LISTS.values()]
    for kind in kinds:
        schema = shape_of(kind).json_schema(place)
        schemas |= schema.pop("$defs", {})
        _describe(kind, schema["properties"])
        schemas[_name(kind)] = schema | {"title": _name(kind)}
    properties = schemas["Combat"]["properties"]
    for key, kind in _LISTS.items():
        properties[key]["items"] = {"$ref": place.format(model=_name(kind))}
    for key, kind in _OBJECTS.items():
        properties[key]["additionalProperties"] = {"$ref": place.format(model=_name(kind))}
    properties["players"]["minProperties"] = 2
    return schemas


def _name(kind: type[Given]) -> str:
    return kind.__name__.removeprefix("Given")


def _describe(kind: type[Given], properties: dict[str, dict[str, Any]]) -> None:
    """Add what the keys of an object mean, and what they are if they are not given."""
    meanings = DESCRIPTIONS[kind]
    for key, schema in properties.items():
        schema.pop("title", None)
        if key in meanings:
            schema["description"] = meanings[key]
        default = getattr(kind, key, None)
        if default is not None:
            schema["default"] = list(default) if isinstance(default, tuple) else default
