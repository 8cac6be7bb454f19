"""A combat: who attacks what, who blocks whom, and who takes part in which damage step.

A `Combat` is frozen and already judged: `engine.document` and `engine.notation` build it and refuse
what the rules do not allow. All lookups are made once, on first use.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum, unique
from functools import cached_property
from typing import ClassVar, Literal

from engine.objects import Battle, Change, Creature, Effect, Planeswalker, Player


@unique
class Step(StrEnum):
    """The combat damage steps (510.4)."""

    FIRST_STRIKE = "first_strike"
    """The first of two steps, when somebody has first or double strike as it begins."""
    REGULAR = "regular"
    """The only step, or the second of two."""


@dataclass(frozen=True, repr=False)
class Combat:
    """One combat: the objects, and how they stand to each other (506, 508, 509).

    Attributes
    ----------
    active_player
        The id of the player whose turn it is: the attacking player (506.2).
    players
        By id, in turn order beginning anywhere.
    groups
        The creatures as the document lists them; `creatures` has every copy by its own id.
    rules
        ``current``, or ``ordered`` for the damage assignment order before November 2024.
    after_first_strike
        What changes between the two damage steps, by creature or group.
    """

    active_player: str
    players: Mapping[str, Player]
    groups: tuple[Creature, ...] = ()
    planeswalkers: Mapping[str, Planeswalker] = field(default_factory=dict)
    battles: Mapping[str, Battle] = field(default_factory=dict)
    effects: tuple[Effect, ...] = ()
    rules: Literal["current", "ordered"] = "current"
    after_first_strike: Mapping[str, Change] = field(default_factory=dict)
    resources: Mapping[str, object] = field(default_factory=dict)
    comment: str | None = None

    describe: ClassVar[Callable[["Combat"], str]] = staticmethod(object.__repr__)
    """How a combat is written in messages; the notation, which builds on this module, sets it."""

    def __repr__(self) -> str:
        return type(self).describe(self)

    @cached_property
    def creatures(self) -> dict[str, Creature]:
        """Every creature by id; a group of n becomes ``id#1`` to ``id#n``, each with count 1."""
        single: dict[str, Creature] = {}
        for group in self.groups:
            if group.count == 1:
                single[group.id] = group
            else:
                for name in self.copies[group.id]:
                    single[name] = replace(group, id=name, count=1)
        return single

    @cached_property
    def copies(self) -> dict[str, tuple[str, ...]]:
        """The ids of the single creatures that each id in the document stands for."""
        names: dict[str, tuple[str, ...]] = {}
        for group in self.groups:
            if group.count == 1:
                names[group.id] = (group.id,)
            else:
                names[group.id] = tuple(f"{group.id}#{k}" for k in range(1, group.count + 1))
                names.update((name, (name,)) for name in names[group.id])
        return names

    @cached_property
    def attackers(self) -> tuple[Creature, ...]:
        """The attacking creatures in document order."""
        return tuple(creature for creature in self.creatures.values() if creature.attacks)

    @cached_property
    def blocks(self) -> dict[str, tuple[str, ...]]:
        """For each blocking creature the attackers that it blocks, bands as a whole (702.22h)."""
        bands: dict[str, list[str]] = {}
        for attacker in self.attackers:
            if attacker.band is not None:
                bands.setdefault(attacker.band, []).append(attacker.id)
        found: dict[str, tuple[str, ...]] = {}
        for creature in self.creatures.values():
            names: dict[str, None] = {}
            for reference in creature.blocking:
                for name in self.copies[reference]:
                    band = self.creatures[name].band
                    names.update(dict.fromkeys([name] if band is None else bands[band]))
            if names:
                found[creature.id] = tuple(names)
        return found

    @cached_property
    def blockers(self) -> dict[str, tuple[str, ...]]:
        """For each attacker the creatures that block it (509.1g)."""
        found: dict[str, list[str]] = {attacker.id: [] for attacker in self.attackers}
        for blocker, attackers in self.blocks.items():
            for attacker in attackers:
                found[attacker].append(blocker)
        return {attacker: tuple(names) for attacker, names in found.items()}

    def is_blocked(self, attacker: str) -> bool:
        """Say whether an attacker became blocked; it stays so without its blockers (509.1h)."""
        return bool(self.blockers[attacker]) or bool(self.creatures[attacker].blocked)

    @cached_property
    def defending_players(self) -> tuple[str, ...]:
        """Everybody but the active player and team-mates (506.2, 802.2), in turn order (101.4)."""
        names = list(self.players)
        start = names.index(self.active_player)
        team = self.players[self.active_player].team
        return tuple(
            name
            for name in names[start + 1 :] + names[:start]
            if team is None or self.players[name].team != team
        )

    def defending_player(self, attacker: str) -> str | None:
        """Return the defending player of an attack (508.5, 310.9d), or None if nobody is known.

        It is the attacked player, the planeswalker's controller or the battle's protector; for an
        attack on something that has left combat, `was_attacking_controller` or the only one.
        """
        creature = self.creatures[attacker]
        target = creature.attacking
        if target is None:
            if creature.was_attacking_controller is not None:
                return creature.was_attacking_controller
            return self.defending_players[0] if len(self.defending_players) == 1 else None
        if target in self.planeswalkers:
            return self.planeswalkers[target].controller
        if target in self.battles:
            return self.battles[target].protector
        return target

    def team(self, player: str) -> tuple[str, ...]:
        """Return a player and team-mates, who share life and poison (810.9, 810.10)."""
        label = self.players[player].team
        if label is None:
            return (player,)
        return tuple(name for name, other in self.players.items() if other.team == label)

    def same_side(self, player: str, other: str) -> bool:
        """Say whether two players are both attacking or both defending."""
        return (player in self.active_side) == (other in self.active_side)

    @cached_property
    def active_side(self) -> frozenset[str]:
        """The active player and team-mates."""
        return frozenset(self.players) - frozenset(self.defending_players)

    @cached_property
    def changes(self) -> dict[str, Change]:
        """What changes between the two damage steps, by single creature."""
        return {
            name: change
            for group, change in self.after_first_strike.items()
            for name in self.copies[group]
        }

    @cached_property
    def has_modifiers(self) -> bool:
        """Whether anything may change damage between assigning and dealing (614-616)."""
        things: list[Creature | Planeswalker] = [
            *self.creatures.values(),
            *self.planeswalkers.values(),
        ]
        keywords = [keyword for thing in things for keyword in thing.keywords]
        keywords += [keyword for change in self.changes.values() for keyword in change.gains]
        return bool(
            self.effects
            or any(creature.deals != 1 for creature in self.creatures.values())
            or any(thing.prevent for thing in things)
            or any(player.prevent for player in self.players.values())
            or any(keyword.startswith("protection from ") for keyword in keywords)
        )

    def fighting_order(self, creature: str) -> tuple[str, ...]:
        """Return the creatures that a creature fights, in its damage assignment order.

        That is its `damage_order` under ``"rules": "ordered"``, else the order of the document.
        """
        fights = self.blocks.get(creature) or self.blockers.get(creature, ())
        if len(fights) < 2:
            return fights
        given = self.creatures[creature].damage_order
        places = self._places
        if given is not None:
            order = (name for group in given for name in self.copies[group])
            places = {name: place for place, name in enumerate(order)}
        return tuple(sorted(fights, key=places.__getitem__))

    @cached_property
    def _places(self) -> dict[str, int]:
        """The place of each creature in the document."""
        return {name: place for place, name in enumerate(self.creatures)}

    def in_combat(self, creature: str) -> bool:
        """Say whether a creature is attacking or blocking (506.4)."""
        return self.creatures[creature].attacks or creature in self.blocks

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The combat damage steps: two if anybody in combat has first or double strike (510.4)."""
        fast = [name for name, creature in self.creatures.items() if creature.strikes_first]
        if any(map(self.in_combat, fast)):
            return (Step.FIRST_STRIKE, Step.REGULAR)
        return (Step.REGULAR,)
