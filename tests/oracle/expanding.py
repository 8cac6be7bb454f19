"""Groups, bands and references of a document, spelled out creature by creature."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Document = Mapping[str, Any]

Entry = dict[str, Any]
"""One creature as the document has it."""

Groups = dict[str, list[str]]
"""A creature's id to its copies: itself alone unless it has a `count`."""


def copies_of(document: Document) -> Groups:
    """What every creature id of the document means."""
    found: Groups = {}
    for entry in document.get("creatures", ()):
        name, count = entry["id"], entry.get("count", 1)
        found[name] = [name] if count == 1 else [f"{name}#{n}" for n in range(1, count + 1)]
    return found


def named(names: Iterable[str], groups: Groups) -> list[str]:
    """The single ids that a list of ids means, each once."""
    return list(dict.fromkeys(copy for name in names for copy in groups.get(name, [name])))


def expanded(document: Document, groups: Groups) -> list[Entry]:
    """The creatures, copy by copy; `blocking` and `damage_order` name single creatures."""
    entries = [
        {**entry, "id": copy}
        for entry in document.get("creatures", ())
        for copy in groups[entry["id"]]
    ]
    bands: dict[str, list[str]] = {}
    for entry in entries:
        if "band" in entry and "attacking" in entry:
            bands.setdefault(entry["band"], []).append(entry["id"])
    mates = {name: band for band in bands.values() for name in band}
    for entry in entries:
        if "blocking" in entry:  # 702.22h: whoever blocks one of a band blocks them all
            entry["blocking"] = named(named(entry["blocking"], groups), mates)
        if "damage_order" in entry:
            entry["damage_order"] = named(entry["damage_order"], groups)
    return entries
