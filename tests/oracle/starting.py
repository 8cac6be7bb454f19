"""The numbers that combat changes, as they stand before the first combat damage step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .expanding import Document, Entry

Slot = tuple[str, ...]
"""The name of one number: what it is and whose, such as ("life", "B")."""

State = dict[Slot, int]
"""All numbers that combat changes. Every state of a board has the same slots in the same order."""


def start_of(document: Document, entries: list[Entry], shared: dict[str, str]) -> State:
    """The numbers before the first combat damage step."""
    start: State = {("overkill",): 0, ("commander dealt",): 0}
    commanders = [entry["id"] for entry in entries if entry.get("commander")]
    for name, player in document["players"].items():
        _start_player(start, name, player, commanders)
        if shared[name] == name:
            start["life", name] = player["life"]
            start["poison", name] = player.get("poison", 0)
    for entry in entries:
        _start_creature(start, entry)
    for entry in document.get("planeswalkers", ()):
        start["loyalty", entry["id"]] = entry["loyalty"]
        start["dealt", entry["id"]] = 0
        _start_shield(start, entry["id"], entry)
    for entry in document.get("battles", ()):
        start["defense", entry["id"]] = entry["defense"]
        start["dealt", entry["id"]] = 0
    return start


def _start_player(start: State, name: str, player: Entry, commanders: list[str]) -> None:
    start["new poison", name] = 0
    start["gained", name] = 0
    start["dealt", name] = 0
    start["lost", name] = 0
    _start_shield(start, name, player)
    for commander in commanders:
        known = player.get("commander_damage", {})
        start["commander", commander, name] = known.get(commander, 0)


def _start_creature(start: State, entry: Entry) -> None:
    name = entry["id"]
    start["there", name] = 1
    start["combat", name] = int("attacking" in entry or "blocking" in entry)
    start["died", name] = 0
    start["dealt", name] = 0
    start["marked", name] = entry.get("damage", 0)
    start["counters", name] = 0
    start["regeneration", name] = entry.get("regeneration_shields", 0)
    start["shield counters", name] = entry.get("shield_counters", 0)
    _start_shield(start, name, entry)


def _start_shield(start: State, name: str, thing: dict[str, Any]) -> None:
    """615.7: how many points of damage to it are still going to be prevented."""
    prevent = thing.get("prevent", 0)
    start["shield", name] = 0 if prevent == "all" else prevent
