"""The JSON document <-> `Combat`, with every fault found (see the contract's "Errors").

Reading has three parts: the shape of each object (`engine.entries`), what the objects are to each
other (`engine.validity`), and the `Combat` itself. A fault in one object does not hide those in
another: what is sound in a faulty object is still used to judge the rest.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.combat import Combat
from engine.draft import Draft, Entry, Object, build
from engine.entries import read_entry, show
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
from engine.validity import judge

if TYPE_CHECKING:
    from engine.resources.cards import Resources


def read_document(data: object) -> Combat:
    """Read a combat from a parsed document.

    Raises
    ------
    DocumentError
        With every fault that was found.
    """
    if not isinstance(data, Mapping):
        raise DocumentError([Fault("", f"a document is a JSON object, not {show(data)}")])
    faults: list[Fault] = []
    top = read_entry(GivenCombat, data, "", faults)
    if top is None or "version" in top.bad:
        raise DocumentError(faults)
    given = top.given
    players = {
        name: read_entry(GivenPlayer, raw, f"players.{name}", faults)
        for name, raw in given.players.items()
    }
    changes = {
        name: read_entry(GivenChange, raw, f"after_first_strike.{name}", faults)
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
        resources=_resources(given, faults),
    )
    faults += judge(draft)
    if faults:
        raise DocumentError(sorted(faults, key=_place))
    return build(draft)


def _resources(given: GivenCombat, faults: list[Fault]) -> "dict[str, Resources]":
    if not given.resources:
        return {}
    from engine.resources.reading import read_resources  # much that few documents need

    return read_resources(given.resources, faults)


def _entries(
    kind: type[Object], raws: Sequence[Any], path: str, faults: list[Fault]
) -> list[Entry[Object]]:
    found = (read_entry(kind, raw, f"{path}[{k}]", faults) for k, raw in enumerate(raws))
    return [entry for entry in found if entry]


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
        "resources",
    ]
    head, _, rest = fault.path.partition("[")
    section = head.split(".")[0]
    number = rest.split("]")[0]
    numbered = number.isdigit() and section != "resources"
    return order.index(section) if section in order else 0, int(number) if numbered else 0
