"""What has happened in a combat so far: the state between damage steps. Frozen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.combat import Combat
from engine.objects import Creature, Prevention


@dataclass(frozen=True)
class State:
    """The combat as it stands when a damage step begins.

    Attributes
    ----------
    creatures
        Every creature with its characteristics now, -1/-1 counters of this combat aside.
    marked
        Damage marked on each creature, what the document gives included (120.6).
    counters
        -1/-1 counters that each creature got in this combat (120.3d).
    loyalty, defense
        Of each planeswalker and battle.
    life, poison
        Of each player; team-mates share them (810.9, 810.10).
    commander_damage
        By player and commander, what the document gives included (903.10a).
    shields
        The damage that is still prevented to each object that has such a shield (615.7).
    shield_counters, regeneration
        How many each creature has left (122.1c, 701.19).
    gone
        What has left combat, whether it is still on the battlefield or not (506.4).
    died
        Creatures that state-based actions have removed (704.5f-h).
    left
        What has left the battlefield, dead or with a player who lost (800.4a).
    lost
        Players who have lost (704.5a, 704.5c, 704.6).
    """

    combat: Combat
    creatures: Mapping[str, Creature]
    marked: Mapping[str, int]
    loyalty: Mapping[str, int]
    defense: Mapping[str, int]
    life: Mapping[str, int]
    poison: Mapping[str, int]
    commander_damage: Mapping[tuple[str, str], int]
    shields: Mapping[str, Prevention] = field(default_factory=dict)
    shield_counters: Mapping[str, int] = field(default_factory=dict)
    regeneration: Mapping[str, int] = field(default_factory=dict)
    counters: Mapping[str, int] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()
    died: frozenset[str] = frozenset()
    left: frozenset[str] = frozenset()
    lost: frozenset[str] = frozenset()

    @classmethod
    def beginning(cls, combat: Combat) -> "State":
        """Return the state as the first damage step begins."""
        marked: dict[str, int] = {}
        shields: dict[str, Prevention] = {}
        shield_counters: dict[str, int] = {}
        regeneration: dict[str, int] = {}
        for name, creature in combat.creatures.items():
            marked[name] = creature.damage
            if creature.prevent:
                shields[name] = creature.prevent
            if creature.shield_counters:
                shield_counters[name] = creature.shield_counters
            if creature.regeneration_shields:
                regeneration[name] = creature.regeneration_shields
        for walker in combat.planeswalkers.values():
            if walker.prevent:
                shields[walker.id] = walker.prevent
        life: dict[str, int] = {}
        poison: dict[str, int] = {}
        commander_damage: dict[tuple[str, str], int] = {}
        for name, player in combat.players.items():
            life[name], poison[name] = player.life, player.poison
            if player.prevent:
                shields[name] = player.prevent
            for group, amount in player.commander_damage.items():
                for commander in combat.copies[group]:
                    commander_damage[name, commander] = amount
        return cls(
            combat=combat,
            creatures=combat.creatures,
            marked=marked,
            loyalty={name: walker.loyalty for name, walker in combat.planeswalkers.items()},
            defense={name: battle.defense for name, battle in combat.battles.items()},
            life=life,
            poison=poison,
            commander_damage=commander_damage,
            shields=shields,
            shield_counters=shield_counters,
            regeneration=regeneration,
        )

    def evolve(self, **changes: Any) -> "State":
        """Return the state with some fields changed, as `dataclasses.replace` does, but quickly.

        What is kept with this state (its divisions and thresholds) is not taken over.
        """
        new = object.__new__(State)
        values = new.__dict__
        values.update(self.__dict__)
        values.pop("_divisions", None)
        values.pop("_thresholds", None)
        values.update(changes)
        return new

    def toughness(self, creature: str) -> int:
        """Return a creature's toughness less its -1/-1 counters."""
        return self.creatures[creature].toughness - self.counters.get(creature, 0)

    @property
    def is_over(self) -> bool:
        """One side only is left in the game, so no further step takes place (104.2a, 104.4a)."""
        lost = self.lost
        return bool(lost) and (
            lost.issuperset(self.combat.defending_players)
            or lost.issuperset(self.combat.active_side)
        )
