"""Reads a combat document: what never changes (`Board`) and what combat changes (`State`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from .expanding import Document as Document
from .expanding import Entry, Groups, copies_of, expanded, named
from .starting import Slot as Slot
from .starting import State as State
from .starting import start_of


class UnsupportedError(NotImplementedError):
    """The document uses a part of the contract that the oracle does not know yet."""


@dataclass(frozen=True)
class Creature:
    """What a document says of one creature and no damage changes."""

    name: str
    controller: str
    power: int
    toughness: int
    keywords: frozenset[str]
    toxic: int
    colors: frozenset[str]
    types: frozenset[str]
    is_attacking: bool
    target: str | None
    was_attacking_controller: str | None
    is_blocking: bool
    blocking: tuple[str, ...]
    is_blocked: bool
    damage_order: tuple[str, ...]
    struck_first: bool
    """702.4c-d, 702.7c: it had first or double strike as the first of two steps began."""
    assigns: str
    as_though_unblocked: bool
    divides_among_defenders: bool
    assigned_by: str | None
    deals: int
    commander: bool
    value: int

    def has(self, *keywords: str) -> bool:
        """Whether it has at least one of the keywords."""
        return not self.keywords.isdisjoint(keywords)

    @property
    def tramples(self) -> bool:
        """702.19: with either kind of trample."""
        return self.has("trample", "trample over planeswalkers")


@dataclass(frozen=True)
class Board:
    """What a document says and no damage changes."""

    active: str
    players: tuple[str, ...]
    shared: dict[str, str]
    """Player to the one whose life and poison theirs are: the first of the team (810.9a)."""
    teams: frozenset[str]
    """The players that have a team."""
    creatures: dict[str, Creature]
    planeswalkers: dict[str, str]
    """Planeswalker to its controller."""
    battles: dict[str, tuple[str, str]]
    """Battle to its controller and its protector."""
    walker_keywords: dict[str, frozenset[str]]
    prevents_all: frozenset[str]
    """What all damage is prevented to."""
    effects: tuple[Mapping[str, Any], ...]
    groups: Groups
    ordered: bool
    """The rule before November 2024."""
    start: State
    later: Board | None = None
    """The same in the second step, if something happens between the steps."""
    leaving: frozenset[str] = frozenset()
    """Those that are removed from combat between the steps."""
    regenerating: frozenset[str] = frozenset()
    """Those of them that lose their marked damage with it."""
    memo: dict[tuple[str, str], Any] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def own(self) -> frozenset[str]:
        """The active player and the team-mates."""
        return frozenset(p for p in self.players if self.shared[p] == self.shared[self.active])

    @cached_property
    def defenders(self) -> tuple[str, ...]:
        """The defending players: everybody but the active player and the team-mates."""
        return tuple(player for player in self.players if player not in self.own)

    @cached_property
    def attackers(self) -> tuple[Creature, ...]:
        """The attacking creatures, in document order."""
        return tuple(creature for creature in self.creatures.values() if creature.is_attacking)

    @cached_property
    def blockers(self) -> tuple[Creature, ...]:
        """The blocking creatures, in document order."""
        return tuple(creature for creature in self.creatures.values() if creature.is_blocking)

    @cached_property
    def commanders(self) -> tuple[str, ...]:
        """The commanders, in document order."""
        return tuple(name for name, creature in self.creatures.items() if creature.commander)

    @cached_property
    def has_two_steps(self) -> bool:
        """510.4: an attacking or blocking creature has first strike or double strike."""
        return any(fighter.struck_first for fighter in self.attackers + self.blockers)

    @cached_property
    def shielded(self) -> frozenset[str]:
        """Everything that has a shield that is used up: a number (615.7) or a counter (122.1c)."""
        kinds = ("shield", "shield counters")
        return frozenset(slot[1] for slot, left in self.start.items() if slot[0] in kinds and left)

    @cached_property
    def modified(self) -> bool:
        """Whether damage dealt may be another than damage assigned."""
        keywords = [creature.keywords for creature in self.creatures.values()]
        keywords += self.walker_keywords.values()
        return (
            bool(self.effects or self.prevents_all or self.shielded)
            or any(creature.deals != 1 for creature in self.creatures.values())
            or any(keyword.startswith("protection") for some in keywords for keyword in some)
        )

    def in_step(self, step: str) -> Board:
        """What holds in a step: things may have changed between two steps."""
        changed = step == "regular" and self.has_two_steps and self.later is not None
        return self.later if changed and self.later else self

    def members(self, player: str) -> list[str]:
        """The player and the team-mates."""
        return [name for name in self.players if self.shared[name] == self.shared[player]]

    def is_own(self, name: str) -> bool:
        """Whether a player, creature or planeswalker is on the active player's side."""
        if name in self.creatures:
            return self.creatures[name].controller in self.own
        return self.planeswalkers.get(name, name) in self.own


def read(document: Document) -> Board:
    """Read a valid document; raises `UnsupportedError` where it goes beyond the oracle."""
    _refuse_unsupported(document)
    groups = copies_of(document)
    entries = expanded(document, groups)
    blocked = {attacker for entry in entries for attacker in entry.get("blocking", ())}
    walkers = document.get("planeswalkers", ())
    board = Board(
        active=document["active_player"],
        players=tuple(document["players"]),
        shared=_shared(document),
        teams=frozenset(name for name, entry in document["players"].items() if "team" in entry),
        creatures={entry["id"]: _creature(entry, entry["id"] in blocked) for entry in entries},
        planeswalkers={entry["id"]: str(entry["controller"]) for entry in walkers},
        battles={
            entry["id"]: (str(entry["controller"]), str(entry["protector"]))
            for entry in document.get("battles", ())
        },
        walker_keywords={entry["id"]: frozenset(entry.get("keywords", ())) for entry in walkers},
        prevents_all=_prevents_all(document, entries),
        effects=tuple(document.get("effects", ())),
        groups=groups,
        ordered=document.get("rules", "current") == "ordered",
        start=start_of(document, entries, _shared(document)),
    )
    return _with_interlude(board, document, entries)


def _refuse_unsupported(document: Document) -> None:
    if document.get("resources"):
        raise UnsupportedError("resources")
    for group in ("creatures", "planeswalkers", "battles"):
        for entry in document.get(group, ()):
            if "card" in entry:
                raise UnsupportedError("card")
            for keyword in entry.get("keywords", ()):
                if keyword.startswith("bands with"):
                    raise UnsupportedError(keyword)


def _shared(document: Document) -> dict[str, str]:
    first: dict[str, str] = {}
    return {
        name: first.setdefault(f"team {player['team']}", name) if "team" in player else name
        for name, player in document["players"].items()
    }


def _prevents_all(document: Document, entries: list[Entry]) -> frozenset[str]:
    things = [*entries, *document.get("planeswalkers", ())]
    things += [{**player, "id": name} for name, player in document["players"].items()]
    return frozenset(thing["id"] for thing in things if thing.get("prevent") == "all")


def _toxic(keywords: list[str]) -> int:
    """702.164b: the sum."""
    return sum(int(keyword.split()[1]) for keyword in keywords if keyword.startswith("toxic "))


def _creature(entry: Entry, has_blocker: bool) -> Creature:
    keywords = list(entry.get("keywords", ()))
    return Creature(
        name=entry["id"],
        controller=entry["controller"],
        power=entry["power"],
        toughness=entry["toughness"],
        keywords=frozenset(keywords),
        toxic=_toxic(keywords),
        colors=frozenset(entry.get("colors", ())),
        types=frozenset(entry.get("types", ())),
        is_attacking="attacking" in entry,
        target=entry.get("attacking"),
        was_attacking_controller=entry.get("was_attacking_controller"),
        is_blocking="blocking" in entry,
        blocking=tuple(entry.get("blocking", ())),
        is_blocked=has_blocker or entry.get("blocked", False),
        damage_order=tuple(entry.get("damage_order", ())),
        struck_first="first strike" in keywords or "double strike" in keywords,
        assigns=entry.get("assigns", "power"),
        as_though_unblocked=entry.get("as_though_unblocked", False),
        divides_among_defenders=entry.get("divides_among_defenders", False),
        assigned_by=entry.get("assigned_by"),
        deals=entry.get("deals", 1),
        commander=entry.get("commander", False),
        value=entry.get("value", entry["power"] + entry["toughness"]),
    )


def _with_interlude(board: Board, document: Document, entries: list[Entry]) -> Board:
    """Add the board of the second step (`after_first_strike`)."""
    changes: dict[str, Entry] = {}
    for name, change in document.get("after_first_strike", {}).items():
        for copy in named([name], board.groups):
            changes[copy] = changes.get(copy, {}) | change
    if not changes:
        return board
    keywords = {entry["id"]: list(entry.get("keywords", ())) for entry in entries}
    creatures = {
        name: _changed(creature, keywords[name], changes.get(name, {}))
        for name, creature in board.creatures.items()
    }
    return replace(
        board,
        later=replace(board, creatures=creatures, memo={}),
        leaving=frozenset(
            n for n, change in changes.items() if change.get("removed") or change.get("regenerated")
        ),
        regenerating=frozenset(n for n, change in changes.items() if change.get("regenerated")),
    )


def _changed(creature: Creature, keywords: list[str], change: Entry) -> Creature:
    """What it is after it gained and lost keywords and its power was set."""
    kept = [keyword for keyword in keywords if keyword not in change.get("loses", ())]
    kept += change.get("gains", ())
    power = change.get("power", creature.power)
    return replace(creature, keywords=frozenset(kept), toxic=_toxic(kept), power=power)
