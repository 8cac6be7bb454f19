"""One object of a document: its shape judged, every fault in it named, what is sound kept."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from engine.cards import closest_names
from engine.draft import Entry, Object
from engine.faults import Fault
from engine.given import Given, GivenCardEffect
from engine.schema import Shape, shape_of
from engine.value_types import SelectModel

# What stands in for a required value that is at fault, so that the rest can still be judged.
_PLACEHOLDERS: dict[str, Any] = {
    "id": "?", "controller": "?", "protector": "?", "life": 1, "kind": "add",
    "version": 1, "active_player": "?", "players": {}, "name": "?", "cost": "{0}",
    "hidden": True, "when": "cycle",
}  # fmt: skip
_PLACEHOLDERS_OF: dict[type[Given], dict[str, Any]] = {GivenCardEffect: {"kind": "draw"}}


def read_entry(
    kind: type[Object], raw: Any, path: str, faults: list[Fault]
) -> Entry[Object] | None:
    """Validate one object; of a faulty one, keep what is sound and note what is not."""
    if not isinstance(raw, Mapping):
        faults.append(Fault(path, f"expected an object, not {show(raw)}"))
        return None
    shape = shape_of(kind)
    try:
        return Entry(path, kind(shape.validate(raw)))
    except ValidationError:
        pass
    raw = {name if isinstance(name, str) else repr(name): value for name, value in raw.items()}
    try:
        return Entry(path, kind(shape.validate(raw)))
    except ValidationError as error:
        bad: set[str] = set()
        messages: dict[str, list[str]] = {}  # the branches of a union each say something
        for detail in error.errors(include_url=False, include_context=False):
            first, *rest = detail["loc"] or ("",)
            location = [first, *(part for part in rest if not _is_branch(part))]
            bad.add(str(first))
            said = messages.setdefault(_join(path, location), [])
            message = _explain(shape, detail, location)
            if message not in said:
                said.append(message)
        faults += (Fault(place, "; or: ".join(said)) for place, said in messages.items())
    sound = {key: value for key, value in raw.items() if key not in bad}
    for name in shape.required:
        if name not in sound:
            own = _PLACEHOLDERS_OF.get(kind, _PLACEHOLDERS)
            sound[name] = own.get(name, _PLACEHOLDERS[name])
    return Entry(path, kind(shape.validate(sound)), frozenset(bad))


def _is_branch(part: int | str) -> bool:
    """Say whether pydantic put this into a location to name the branch of a union."""
    return isinstance(part, str) and (
        part in ("bool", "int", "constrained-int", "SelectModel")
        or part.startswith(("list[", "literal["))
    )


def _join(path: str, location: Sequence[int | str]) -> str:
    for part in location:
        if isinstance(part, int):
            path += f"[{part}]"
        else:
            path += f".{part}" if path else part
    return path


def _explain(shape: Shape, detail: Any, location: Sequence[int | str]) -> str:
    name = str(location[-1])
    if detail["type"] == "extra_forbidden":
        known = shape.keys if len(location) == 1 else SelectModel.model_fields
        near = closest_names(name, known)
        hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
        return f"unknown key {name!r}{hint}"
    if detail["type"] == "missing":
        return f"{name!r} is required"
    message = str(detail["msg"]).removeprefix("Value error, ")
    message = message.replace("Input should be", "expected").replace("String should", "it should")
    if detail["type"] == "value_error":
        return message
    return f"{message}, not {show(detail['input'])}"


def show(value: object) -> str:
    """Return a value as a message shows it."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    try:
        text = repr(value)
    except ValueError:  # an integer with too many digits to print
        return "a number that is far too large"
    return text if len(text) <= 60 else text[:57] + "..."
