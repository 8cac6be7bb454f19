"""Lookups over a draft that every part of the judgement needs."""

from collections.abc import Iterable
from functools import cached_property

from engine.cards import closest_names
from engine.draft import Draft, Entry
from engine.given import GivenBattle, GivenCreature, GivenPlaneswalker


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
    def creature_entries(self) -> dict[str, Entry[GivenCreature]]:
        """The creatures by every id that may stand for them: the group's and each copy's."""
        found: dict[str, Entry[GivenCreature]] = {}
        for entry in self.draft.creatures:
            name, count = entry.given.id, entry.given.count
            found.setdefault(name, entry)
            if count > 1:
                for k in range(1, count + 1):
                    found.setdefault(f"{name}#{k}", entry)
        return found

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
