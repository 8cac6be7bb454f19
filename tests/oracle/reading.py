"""Reads a combat document: what never changes (`Board`) and what combat changes (`State`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Document = Mapping[str, Any]

Slot = tuple[str, ...]
"""The name of one number: what it is and whose, such as ("life", "B")."""

State = dict[Slot, int]
"""All numbers that combat changes. Every state of a board has the same slots in the same order."""


class UnsupportedError(NotImplementedError):
    """The document uses a part of the contract that the oracle does not know yet."""


@dataclass(frozen=True)
class Creature:
    """What a document says of one creature and combat never changes."""

    name: str
    controller: str
    power: int
    toughness: int
    keywords: frozenset[str]
    toxic: int
    is_attacking: bool
    target: str | None
    was_attacking_controller: str | None
    is_blocking: bool
    blocking: tuple[str, ...]
    is_blocked: bool
    assigns: str
    as_though_unblocked: bool
    divides_among_defenders: bool
    commander: bool
    value: int

    def has(self, *keywords: str) -> bool:
        """Whether it has at least one of the keywords."""
        return any(keyword in self.keywords for keyword in keywords)


@dataclass(frozen=True)
class Board:
    """What a document says and combat never changes."""

    active: str
    players: tuple[str, ...]
    creatures: dict[str, Creature]
    planeswalkers: dict[str, str]
    """Planeswalker to its controller."""
    battles: dict[str, tuple[str, str]]
    """Battle to its controller and its protector."""
    start: State

    @property
    def defenders(self) -> tuple[str, ...]:
        """The defending players: everybody but the active player (no teams yet)."""
        return tuple(player for player in self.players if player != self.active)

    @property
    def attackers(self) -> tuple[Creature, ...]:
        """The attacking creatures, in document order."""
        return tuple(creature for creature in self.creatures.values() if creature.is_attacking)

    @property
    def blockers(self) -> tuple[Creature, ...]:
        """The blocking creatures, in document order."""
        return tuple(creature for creature in self.creatures.values() if creature.is_blocking)

    @property
    def has_two_steps(self) -> bool:
        """510.4: an attacking or blocking creature has first strike or double strike."""
        fighters = self.attackers + self.blockers
        return any(fighter.has("first strike", "double strike") for fighter in fighters)


def read(document: Document) -> Board:
    """Read a valid document; raises `UnsupportedError` where it goes beyond the oracle."""
    _refuse_unsupported(document)
    entries = _expanded(document)
    blocked = {attacker for entry in entries for attacker in entry.get("blocking", ())}
    creatures = {entry["id"]: _creature(entry, entry["id"] in blocked) for entry in entries}
    planeswalkers = {
        entry["id"]: str(entry["controller"]) for entry in document.get("planeswalkers", ())
    }
    battles = {
        entry["id"]: (str(entry["controller"]), str(entry["protector"]))
        for entry in document.get("battles", ())
    }
    return Board(
        active=document["active_player"],
        players=tuple(document["players"]),
        creatures=creatures,
        planeswalkers=planeswalkers,
        battles=battles,
        start=_start(document, entries, creatures),
    )


def _refuse_unsupported(document: Document) -> None:
    for key in ("effects", "resources"):
        if document.get(key):
            raise UnsupportedError(key)
    if document.get("rules", "current") != "current":
        raise UnsupportedError("rules")
    if any("team" in player for player in document["players"].values()):
        raise UnsupportedError("team")
    neutral = {"prevent": 0, "deals": 1, "regeneration_shields": 0, "shield_counters": 0}
    for group in ("creatures", "planeswalkers", "battles"):
        for entry in document.get(group, ()):
            for key in ("card", "band", "assigned_by"):
                if key in entry:
                    raise UnsupportedError(key)
            for key, nothing in neutral.items():
                if entry.get(key, nothing) != nothing:
                    raise UnsupportedError(key)
            for keyword in entry.get("keywords", ()):
                if keyword == "banding" or keyword.startswith(("protection", "bands with")):
                    raise UnsupportedError(keyword)


def _expanded(document: Document) -> list[dict[str, Any]]:
    """The creatures with `count` groups replaced by their copies, in `blocking` too."""
    copies: dict[str, list[str]] = {}
    entries: list[dict[str, Any]] = []
    for entry in document.get("creatures", ()):
        name, count = entry["id"], entry.get("count", 1)
        copies[name] = [name] if count == 1 else [f"{name}#{n}" for n in range(1, count + 1)]
        entries += [{**entry, "id": copy} for copy in copies[name]]
    for entry in entries:
        if "blocking" in entry:
            named = [copy for name in entry["blocking"] for copy in copies.get(name, [name])]
            entry["blocking"] = list(dict.fromkeys(named))
    return entries


def _creature(entry: Mapping[str, Any], has_blocker: bool) -> Creature:
    keywords = entry.get("keywords", ())
    toxic = [keyword.split() for keyword in keywords if keyword.startswith("toxic ")]
    return Creature(
        name=entry["id"],
        controller=entry["controller"],
        power=entry["power"],
        toughness=entry["toughness"],
        keywords=frozenset(keywords),
        toxic=sum(int(words[1]) for words in toxic),  # 702.164b
        is_attacking="attacking" in entry,
        target=entry.get("attacking"),
        was_attacking_controller=entry.get("was_attacking_controller"),
        is_blocking="blocking" in entry,
        blocking=tuple(entry.get("blocking", ())),
        is_blocked=has_blocker or entry.get("blocked", False),
        assigns=entry.get("assigns", "power"),
        as_though_unblocked=entry.get("as_though_unblocked", False),
        divides_among_defenders=entry.get("divides_among_defenders", False),
        commander=entry.get("commander", False),
        value=entry.get("value", entry["power"] + entry["toughness"]),
    )


def _start(
    document: Document, entries: list[dict[str, Any]], creatures: dict[str, Creature]
) -> State:
    """The numbers before the first combat damage step."""
    start: State = {("overkill",): 0, ("commander dealt",): 0}
    for name, player in document["players"].items():
        start["life", name] = player["life"]
        start["poison", name] = player.get("poison", 0)
        start["new poison", name] = 0
        start["gained", name] = 0
        start["dealt", name] = 0
        start["lost", name] = 0
        for creature in creatures.values():
            if creature.commander:
                known = player.get("commander_damage", {})
                start["commander", creature.name, name] = known.get(creature.name, 0)
    for entry in entries:
        start["there", entry["id"]] = 1
        start["died", entry["id"]] = 0
        start["marked", entry["id"]] = entry.get("damage", 0)
        start["counters", entry["id"]] = 0
    for entry in document.get("planeswalkers", ()):
        start["loyalty", entry["id"]] = entry["loyalty"]
        start["dealt", entry["id"]] = 0
    for entry in document.get("battles", ()):
        start["defense", entry["id"]] = entry["defense"]
        start["dealt", entry["id"]] = 0
    return start
