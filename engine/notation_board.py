"""The objects of a text in the short notation, and the document that they make.

See `engine.notation` for the defaults that are filled in here.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.notation_items import Item
from engine.notation_words import DEFAULT_LIFE, ZONES, Kind, Span

_PATH = re.compile(r"(creatures|planeswalkers|battles)\[(\d+)\](?:\.(\w+))?(?:\[(\d+)\])?.*", re.S)


@dataclass
class Thing:
    """A player, creature, planeswalker or battle of the text."""

    kind: Kind
    id: str
    item: Item
    attacks: bool = False
    target: "Thing | Item | None" = None
    target_span: Span | None = None
    blocking: list[tuple[str, "Thing", Span]] = field(default_factory=list)

    def place(self, key: str | None, index: str | None) -> Span:
        """Return where the text says this about it."""
        if key == "blocking" and index is not None:
            return self.blocking[int(index)][2]
        if key in ("attacking", "was_attacking_controller") and self.target_span:
            return self.target_span
        return self.item.places.get(key or "", self.item.span)


class Board:
    """All that a text defines, and the players that are there without being spoken of.

    Parameters
    ----------
    defined
        What the text defines, by id in the order of the text.

    Attributes
    ----------
    things
        What is defined, and the players that are filled in.
    actives
        The players declared active; the first one is `active`.
    """

    def __init__(self, defined: Mapping[str, Thing]) -> None:
        self.actives = [thing for thing in defined.values() if thing.item.body.get("active")]
        self.active = self.actives[0].id if self.actives else "A"
        self.players = self._players(defined)
        self.things = dict(defined)
        for name, thing in self.players.items():
            self.things.setdefault(name, thing)
        self.listed = {
            f"{kind}s": [thing for thing in defined.values() if thing.kind is kind]
            for kind in (Kind.CREATURE, Kind.PLANESWALKER, Kind.BATTLE)
        }

    def _players(self, defined: Mapping[str, Thing]) -> dict[str, Thing]:
        """Return the players in turn order, A and B where the text leaves them out."""
        players = {name: thing for name, thing in defined.items() if thing.kind is Kind.PLAYER}
        if self.active not in players:
            players = {self.active: _default_player(self.active)} | players
        if len(players) == 1:
            opponent = "A" if self.active == "B" else "B"
            players[opponent] = _default_player(opponent)
        return players

    @cached_property
    def defender(self) -> str:
        """The first defending player after the active player in turn order (506.2)."""
        names = list(self.players)
        start = names.index(self.active)
        team = self.players[self.active].item.body.get("team")
        for name in names[start + 1 :] + names[:start]:
            if team is None or self.players[name].item.body.get("team") != team:
                return name
        return self.active  # nobody defends, which the document's reader refuses

    def document(self) -> dict[str, Any]:
        """Return the combat document."""
        makers = {
            "creatures": self._creature_entry,
            "planeswalkers": self._planeswalker_entry,
            "battles": self._battle_entry,
        }
        document: dict[str, Any] = {
            "version": 1,
            "active_player": self.active,
            "players": {thing.id: _player_entry(thing) for thing in self.players.values()},
        }
        for key, make in makers.items():
            if self.listed[key]:
                document[key] = [make(thing) for thing in self.listed[key]]
        resources = {player.id: _resources(player) for player in self.players.values()}
        if any(resources.values()):
            document["resources"] = {name: given for name, given in resources.items() if given}
        return document

    def _creature_entry(self, thing: Thing) -> dict[str, Any]:
        entry: dict[str, Any] = {"id": thing.id, "controller": self._controller(thing)}
        entry |= thing.item.body
        if thing.attacks:
            if isinstance(thing.target, Item):
                entry |= {"attacking": None} | thing.target.body
            else:
                entry["attacking"] = thing.target.id if thing.target else self.defender
        if thing.blocking:
            entry["blocking"] = [name for name, _, _ in thing.blocking]
        return entry

    def _controller(self, thing: Thing) -> str:
        """Return who controls a creature of which the text does not say it."""
        if thing.attacks:
            return self.active
        target = thing.blocking[0][1].target if thing.blocking else None
        if isinstance(target, Item):
            return str(target.body.get("was_attacking_controller", self.defender))
        if target is None:
            return self.defender
        if target.kind is Kind.PLAYER:
            return target.id
        key = "controller" if target.kind is Kind.PLANESWALKER else "protector"
        return str(target.item.body.get(key, self.defender))

    def _planeswalker_entry(self, thing: Thing) -> dict[str, Any]:
        return {"id": thing.id, "controller": self.defender} | thing.item.body

    def _battle_entry(self, thing: Thing) -> dict[str, Any]:
        beginning = {"id": thing.id, "controller": self.active, "protector": self.defender}
        return beginning | thing.item.body

    def place(self, path: str) -> Span:
        """Return the place in the text that a path into the document comes from."""
        if match := _PATH.fullmatch(path):
            section, number, key, index = match.groups()
            return self.listed[section][int(number)].place(key, index)
        owners = [
            player
            for player in self.players.values()
            if path == f"players.{player.id}" or path.startswith(f"players.{player.id}.")
        ]
        if owners:
            player = max(owners, key=lambda owner: len(owner.id))
            key = path.removeprefix(f"players.{player.id}").split(".")[-1]
            return player.place(key, None)
        for player in self.players.values():
            if path.startswith(f"resources.{player.id}."):
                key = path.removeprefix(f"resources.{player.id}.").split(".")[0]
                return player.item.places.get(key, player.place(key.partition("[")[0], None))
        groups = self.listed["creatures"] if path == "creatures" else []
        if groups:
            largest = max(groups, key=lambda thing: thing.item.body.get("count", 1))
            return largest.place("count", None)
        return next((thing.item.span for thing in self.things.values()), (0, 0))


def _default_player(name: str) -> Thing:
    return Thing(Kind.PLAYER, name, Item((0, 0), Kind.PLAYER, name))


def _player_entry(player: Thing) -> dict[str, Any]:
    left_out = ("active", "mana", *ZONES)
    body = {key: value for key, value in player.item.body.items() if key not in left_out}
    return {"life": DEFAULT_LIFE} | body


def _resources(player: Thing) -> dict[str, Any]:
    body = player.item.body
    found: dict[str, Any] = {zone: body[zone] for zone in ZONES if zone in body}
    if "mana" in body:
        found["mana"] = [source for sources in body["mana"] for source in sources]
    return found
