"""A combat: who attacks what, who blocks whom, and who takes part in which damage step.

A `Combat` is frozen and already judged: `engine.document` and `engine.notation` build it and refuse
what the rules do not allow. All lookups are made once, on first use.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum, unique
from typing import TYPE_CHECKING, Literal, NamedTuple

from engine.keywords import Keyword
from engine.lazy import lazy
from engine.objects import Battle, Change, Creature, Effect, Planeswalker, Player

if TYPE_CHECKING:
    from engine.resources.cards import Resources


@unique
class Step(StrEnum):
    """The combat damage steps (510.4)."""

    FIRST_STRIKE = "first_strike"
    """The first of two steps, when somebody has first or double strike as it begins."""
    REGULAR = "regular"
    """The only step, or the second of two."""


class Roles(NamedTuple):
    """Who fights whom in a combat, found in one pass over the creatures.

    Attributes
    ----------
    fighting
        The ids of attacking and blocking creatures in document order (506.4).
    strikes_first
        One of them has first or double strike (510.4).
    may_band
        A creature has banding, or may get it between the steps (702.22).
    is_divided_by_others
        The damage of one of them is divided by somebody whom an effect names.
    """

    attackers: tuple[Creature, ...]
    blocks: dict[str, tuple[str, ...]]
    blockers: dict[str, tuple[str, ...]]
    fighting: tuple[str, ...]
    strikes_first: bool
    may_band: bool
    is_divided_by_others: bool


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
    resources
        The cards and the mana of players, for combat tricks.
    """

    active_player: str
    players: Mapping[str, Player]
    groups: tuple[Creature, ...] = ()
    planeswalkers: Mapping[str, Planeswalker] = field(default_factory=dict)
    battles: Mapping[str, Battle] = field(default_factory=dict)
    effects: tuple[Effect, ...] = ()
    rules: Literal["current", "ordered"] = "current"
    after_first_strike: Mapping[str, Change] = field(default_factory=dict)
    resources: Mapping[str, "Resources"] = field(default_factory=dict)
    comment: str | None = None

    def __repr__(self) -> str:
        from engine.notation_writer import describe  # which builds on this module

        return describe(self)

    @lazy
    def creatures(self) -> dict[str, Creature]:
        """Every creature by id; a group of n becomes ``id#1`` to ``id#n``, each with count 1."""
        single = {group.id: group for group in self.groups}
        if all(group.count == 1 for group in self.groups):
            return single
        single = {}
        for group in self.groups:
            if group.count == 1:
                single[group.id] = group
            else:
                for name in self.copies[group.id]:
                    single[name] = replace(group, id=name, count=1)
        return single

    @lazy
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

    @lazy
    def roles(self) -> Roles:
        """Who fights whom."""
        creatures = self.creatures
        attackers = tuple([creature for creature in creatures.values() if creature.attacks])
        facing: dict[str, list[str]] = {attacker.id: [] for attacker in attackers}
        bands: dict[str, list[str]] = {}
        for attacker in attackers:
            if attacker.band is not None:
                bands.setdefault(attacker.band, []).append(attacker.id)
        blocks: dict[str, tuple[str, ...]] = {}
        fighting = []
        strikes_first = may_band = is_divided_by_others = False
        for name, creature in creatures.items():
            if creature.blocking:
                blocks[name] = self._blocked_by(creature, bands)
                for blocked in blocks[name]:
                    facing[blocked].append(name)
            elif not creature.attacks:
                may_band = may_band or Keyword.BANDING in creature.keywords
                continue
            fighting.append(name)
            is_divided_by_others = is_divided_by_others or creature.assigned_by is not None
            if creature.keywords:
                strikes_first = strikes_first or creature.strikes_first
                may_band = may_band or Keyword.BANDING in creature.keywords
        may_band = may_band or any(Keyword.BANDING in c.gains for c in self.changes.values())
        blockers = {attacker: tuple(names) for attacker, names in facing.items()}
        return Roles(
            attackers, blocks, blockers, tuple(fighting), strikes_first, may_band,
            is_divided_by_others,
        )  # fmt: skip

    def _blocked_by(self, blocker: Creature, bands: Mapping[str, list[str]]) -> tuple[str, ...]:
        """Return the attackers that a creature blocks, bands as a whole (702.22h)."""
        creatures = self.creatures
        names: dict[str, None] = {}
        for reference in blocker.blocking:
            for name in (reference,) if reference in creatures else self.copies[reference]:
                band = creatures[name].band
                names.update(dict.fromkeys([name] if band is None else bands[band]))
        return tuple(names)

    @property
    def attackers(self) -> tuple[Creature, ...]:
        """The attacking creatures in document order."""
        return self.roles.attackers

    @property
    def blocks(self) -> dict[str, tuple[str, ...]]:
        """For each blocking creature the attackers that it blocks, bands as a whole (702.22h)."""
        return self.roles.blocks

    @property
    def blockers(self) -> dict[str, tuple[str, ...]]:
        """For each attacker the creatures that block it (509.1g), in document order."""
        return self.roles.blockers

    def is_blocked(self, attacker: str) -> bool:
        """Say whether an attacker became blocked; it stays so without its blockers (509.1h)."""
        return bool(self.blockers[attacker]) or bool(self.creatures[attacker].blocked)

    @lazy
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

    @lazy
    def active_side(self) -> frozenset[str]:
        """The active player and team-mates."""
        return frozenset(self.players) - frozenset(self.defending_players)

    @lazy
    def changes(self) -> dict[str, Change]:
        """What changes between the two damage steps, by single creature."""
        return {
            name: change
            for group, change in self.after_first_strike.items()
            for name in self.copies[group]
        }

    @lazy
    def commanders(self) -> tuple[str, ...]:
        """The creatures that are commanders, on both sides (903.3)."""
        return tuple([name for name, creature in self.creatures.items() if creature.commander])

    @lazy
    def has_modifiers(self) -> bool:
        """Whether anything may change damage between assigning and dealing (614-616)."""
        things: tuple[Mapping[str, Creature | Planeswalker], ...] = (
            self.creatures,
            self.planeswalkers,
        )
        return bool(
            self.effects
            or any(creature.deals != 1 for creature in self.creatures.values())
            or any(thing.prevent for group in things for thing in group.values())
            or any(player.prevent for player in self.players.values())
            or any(
                keyword.startswith("protection from ")
                for group in things
                for thing in group.values()
                for keyword in thing.keywords
            )
            or any(
                keyword.startswith("protection from ")
                for change in self.changes.values()
                for keyword in change.gains
            )
        )

    def fighting_order(self, creature: str) -> tuple[str, ...]:
        """Return the creatures that a creature fights, in its damage assignment order.

        That is its `damage_order` under ``"rules": "ordered"``, else the order of the document.
        """
        _, blocks, blockers, *_ = self.roles
        fights = blocks.get(creature) or blockers.get(creature, ())
        if len(fights) < 2:
            return fights
        given = self.creatures[creature].damage_order
        if given is None and creature in blockers:
            return fights
        places = self._places
        if given is not None:
            order = (name for group in given for name in self.copies[group])
            places = {name: place for place, name in enumerate(order)}
        return tuple(sorted(fights, key=places.__getitem__))

    @lazy
    def _places(self) -> dict[str, int]:
        """The place of each creature in the document."""
        return {name: place for place, name in enumerate(self.creatures)}

    def in_combat(self, creature: str) -> bool:
        """Say whether a creature is attacking or blocking (506.4)."""
        return self.creatures[creature].attacks or creature in self.blocks

    @lazy
    def steps(self) -> tuple[Step, ...]:
        """The combat damage steps: two if anybody in combat has first or double strike (510.4)."""
        might = any(c.keywords and c.strikes_first for c in self.creatures.values())
        if might and self.roles.strikes_first:
            return (Step.FIRST_STRIKE, Step.REGULAR)
        return (Step.REGULAR,)
