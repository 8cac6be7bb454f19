"""The JSON document <-> `Combat`, with every fault found (see the contract's "Errors").

Reading has three parts: the shape of each object (`engine.schema`), what the objects are to each
other (`engine.validity`), and the `Combat` itself. A fault in one object does not hide those in
another: what is sound in a faulty object is still used to judge the rest.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from engine.cards import closest_names
from engine.combat import Combat
from engine.draft import Draft, Entry, Object, build
from engine.faults import DocumentError, Fault
from engine.given import (
    GivenBattle,
    GivenChange,
    GivenCombat,
    GivenCreature,
    GivenEffect,
    GivenPlaneswalker,
    GivenPlayer,
)
from engine.schema import SelectModel, Shape, shape_of
from engine.validity import judge

# What stands in for a required value that is at fault, so that the rest can still be judged.
_PLACEHOLDERS: dict[str, Any] = {
    "id": "?", "controller": "?", "protector": "?", "life": 1, "kind": "add",
    "version": 1, "active_player": "?", "players": {},
}  # fmt: skip


def read_document(data: object) -> Combat:
    """Read a combat from a parsed document.

    Raises
    ------
    DocumentError
        With every fault that was found.
    """
    if not isinstance(data, Mapping):
        raise DocumentError([Fault("", f"a document is a JSON object, not {_show(data)}")])
    faults: list[Fault] = []
    top = _entry(GivenCombat, data, "", faults)
    if top is None or "version" in top.bad:
        raise DocumentError(faults)
    given = top.given
    players = {
        name: _entry(GivenPlayer, raw, f"players.{name}", faults)
        for name, raw in given.players.items()
    }
    changes = {
        name: _entry(GivenChange, raw, f"after_first_strike.{name}", faults)
        for name, raw in given.after_first_strike.items()
    }
    draft = Draft(
        top=top,
        players={name: entry for name, entry in players.items() if entry},
        creatures=_entries(GivenCreature, given.creatures, "creatures", faults),
        planeswalkers=_entries(GivenPlaneswalker, given.planeswalkers, "planeswalkers", faults),
        battles=_entries(GivenBattle, given.battles, "battles", faults),
        effects=_entries(GivenEffect, given.effects, "effects", faults),
        changes={name: entry for name, entry in changes.items() if entry},
    )
    faults += judge(draft)
    if faults:
        raise DocumentError(sorted(faults, key=_place))
    return build(draft)


def _entries(
    kind: type[Object], raws: Sequence[Any], path: str, faults: list[Fault]
) -> list[Entry[Object]]:
    found = (_entry(kind, raw, f"{path}[{k}]", faults) for k, raw in enumerate(raws))
    return [entry for entry in found if entry]


def _entry(kind: type[Object], raw: Any, path: str, faults: list[Fault]) -> Entry[Object] | None:
    """Validate one object; of a faulty one, keep what is sound and note what is not."""
    if not isinstance(raw, Mapping):
        faults.append(Fault(path, f"expected an object, not {_show(raw)}"))
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
            sound[name] = _PLACEHOLDERS[name]
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
    return f"{message}, not {_show(detail['input'])}"


def _show(value: object) -> str:
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    try:
        text = repr(value)
    except ValueError:  # an integer with too many digits to print
        return "a number that is far too large"
    return text if len(text) <= 60 else text[:57] + "..."


def _place(fault: Fault) -> tuple[int, int]:
    """Order the faults as the document is read: top level, players, creatures, ..."""
    order = [
        "",
        "players",
        "creatures",
        "planeswalkers",
        "battles",
        "effects",
        "after_first_strike",
    ]
    head, _, rest = fault.path.partition("[")
    section = head.split(".")[0]
    number = rest.split("]")[0]
    return (
        order.index(section) if section in order else 0,
        int(number) if number.isdigit() else 0,
    )
