"""Lookups over a draft that every part of the judgement needs."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from engine.cards import closest_names
from engine.draft import Draft, Entry
from engine.given import GivenBattle, GivenCreature, GivenPlaneswalker

_COPY = re.compile(r"(.+)#([1-9][0-9]*)", re.DOTALL)


def copied(name: str) -> tuple[str, int] | None:
    """Return the group that an id names a copy of, should there be one, and the copy's number."""
    match = _COPY.fullmatch(name)
    return (match.group(1), int(match.group(2))) if match and len(match.group(2)) < 19 else None


class Creatures(Mapping[str, Entry[GivenCreature]]):
    """The creatures by every id that may stand for them; the copies' ids are never written down.

    Iterating gives the ids of the document.
    """

    def __init__(self, entries: Iterable[Entry[GivenCreature]]) -> None:
        self._entries: dict[str, Entry[GivenCreature]] = {}
        for entry in entries:
            self._entries.setdefault(entry.given.id, entry)

    def __getitem__(self, name: str) -> Entry[GivenCreature]:
        if name in self._entries:
            return self._entries[name]
        group, number = copied(name) or (name, 0)
        if 1 < self._entries[group].given.count >= number > 0:
            return self._entries[group]
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


class Index:
    """A draft's objects by name, and who is on which side."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.top = draft.top.given
        self.players = draft.players

    @cached_property
    def active_side(self) -> frozenset[str]:
        """The active player and team-mates."""
        active = self.top.active_player
        team = self.players[active].given.team if active in self.players else None
        mates = (name for name, p in self.players.items() if team and p.given.team == team)
        return frozenset([active, *mates])

    @cached_property
    def defending(self) -> tuple[str, ...]:
        """Everybody else (506.2, 802.2)."""
        return tuple(name for name in self.players if name not in self.active_side)

    @cached_property
    def creature_entries(self) -> "Creatures":
        """The creatures by every id that may stand for them: the group's and each copy's."""
        return Creatures(self.draft.creatures)

    def copies(self, name: str) -> list[str]:
        """Return the ids of the single creatures that an id stands for, none if it is unknown."""
        entry = self.creature_entries.get(name)
        if entry is None or entry.given.count == 1 or name != entry.given.id:
            return [] if entry is None else [name]
        return [f"{name}#{k}" for k in range(1, entry.given.count + 1)]

    @cached_property
    def battles(self) -> dict[str, Entry[GivenBattle]]:
        """The battles by id."""
        return {entry.given.id: entry for entry in self.draft.battles}

    @cached_property
    def walkers(self) -> dict[str, Entry[GivenPlaneswalker]]:
        """The planeswalkers by id."""
        return {entry.given.id: entry for entry in self.draft.planeswalkers}

    @property
    def targets(self) -> list[str]:
        """All that may be attacked."""
        return [*self.top.players, *self.walkers, *self.battles]


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """Say that there is no such thing, with the closest names."""
    near = closest_names(name, [k for k in known if "#" not in k])
    hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
    return f"there is no {what} {name!r}{hint}"
