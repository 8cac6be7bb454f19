"""The shape of the objects of a combat document: their keys, and the types of their values.

The keys stand in `engine.given`, the types in `engine.value_types`.
"""

from collections.abc import Callable
from typing import Any, NotRequired, Required, get_type_hints

from pydantic import ConfigDict, TypeAdapter
from typing_extensions import TypedDict

from engine import value_types
from engine.given import Given
from engine.value_types import SelectModel as SelectModel


class Shape:
    """What a kind of object may look like.

    Attributes
    ----------
    keys
        Every key with the type of its values.
    required
        The keys without a default.
    validate
        Returns the keys that an object gives; raises pydantic's `ValidationError`.
    """

    def __init__(self, kind: type[Given]) -> None:
        self.keys: dict[str, Any] = get_type_hints(
            kind, localns=vars(value_types), include_extras=True
        )
        self.required = [key for key in self.keys if not hasattr(kind, key)]
        types: dict[str, Any] = {
            key: Required[values] if key in self.required else NotRequired[values]
            for key, values in self.keys.items()
        }
        shape = TypedDict(kind.__name__, types)  # type: ignore[misc]
        shape.__pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[attr-defined]
        self._adapter = TypeAdapter(shape)
        self.validate: Callable[[Any], dict[str, Any]] = self._adapter.validator.validate_python

    def json_schema(self, place: str) -> dict[str, Any]:
        """Return it as a JSON Schema; ``place`` is where the schemas it refers to will be."""
        return self._adapter.json_schema(ref_template=place)


_SHAPES: dict[type[Given], Shape] = {}


def shape_of(kind: type[Given]) -> Shape:
    """Return the shape of a kind of object; pydantic works it out when it is first needed."""
    if kind not in _SHAPES:
        _SHAPES[kind] = Shape(kind)
    return _SHAPES[kind]
