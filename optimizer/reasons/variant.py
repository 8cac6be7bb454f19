"""A combat in the making in which some facts do not hold."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine.combat import Combat
from engine.keywords import Keyword
from engine.objects import Battle, Creature, Planeswalker, Player
from engine.relaxation import Relaxation, RelaxedCombat

PLENTY = 10**6
"""More toughness, life or loyalty than any combat takes."""


class Variant:
    """Collects what is waived or changed, and makes a combat of it.

    Parameters
    ----------
    combat
        The real one.
    most
        As much damage as any creature may need to assign where its amount is free.
    """

    def __init__(self, combat: Combat, most: int) -> None:
        self.combat = combat
        self.most = most
        self.amounts: dict[str, int] = {}
        self.steps: set[str] = set()
        self.recipients: dict[str, tuple[str, ...]] = {}
        self.gates: set[tuple[str, str]] = set()
        self.thresholds: dict[str, int] = {}
        self.creatures: dict[str, Creature] = {}
        self.players: dict[str, Player] = dict(combat.players)
        self.walkers: dict[str, Planeswalker] = dict(combat.planeswalkers)
        self.battles: dict[str, Battle] = dict(combat.battles)
        self.effects = list(combat.effects)
        self.changes = dict(combat.after_first_strike)

    def combat_now(self) -> RelaxedCombat:
        """Return the combat as far as it has been collected."""
        relaxation = Relaxation(
            self.amounts,
            frozenset(self.steps),
            self.recipients,
            frozenset(self.gates),
            self.thresholds,
        )
        return RelaxedCombat.of(
            self.combat,
            relaxation,
            self.creatures,
            players=self.players,
            planeswalkers=self.walkers,
            battles=self.battles,
            effects=tuple(self.effects),
            after_first_strike=self.changes,
        )

    def creature(self, name: str) -> Creature:
        """Return a creature as it is here."""
        return self.creatures.get(name, self.combat.creatures[name])

    def change(self, name: str, **values: Any) -> None:
        """Change a creature."""
        self.creatures[name] = replace(self.creature(name), **values)

    # --- assigning -----------------------------------------------------------------------------

    def free_amounts(self, names: Iterable[str]) -> None:
        """Let these assign any amount (510.1a)."""
        self.amounts.update(dict.fromkeys(names, self.most))

    def free_recipients(self, names: Iterable[str], recipients: tuple[str, ...]) -> None:
        """Let these assign damage to any of the recipients too (510.1b-d)."""
        self.recipients.update(dict.fromkeys(names, recipients))

    def divide(self, names: Iterable[str], player: str) -> None:
        """Let a player divide the damage of these."""
        for name in names:
            self.change(name, assigned_by=player)

    # --- results -------------------------------------------------------------------------------

    def weaken(self, name: str) -> None:
        """Let the next point of damage destroy a creature; gates stay as they are."""
        creature = self.creature(name)
        damage = creature.toughness - 1
        self._add(name, damage - creature.damage)
        self.change(name, damage=damage)

    def make_destructible(self, name: str) -> None:
        """Take indestructible from a creature; no damage so far destroys it, the next may."""
        self.lose_keywords(name, [Keyword.INDESTRUCTIBLE.value])
        creature = self.creature(name)
        if creature.damage >= creature.toughness:
            self.weaken(name)

    def strengthen(self, name: str) -> None:
        """Let no damage destroy a creature; gates and what it assigns stay as they are."""
        creature = self.creature(name)
        if creature.assigns == "toughness":
            self.change(name, assigns="power", power=creature.toughness)
        keywords = (*creature.keywords, Keyword.INDESTRUCTIBLE.value)
        self.change(name, toughness=creature.toughness + PLENTY, keywords=keywords)
        self._add(name, -PLENTY)

    def lose_keywords(self, name: str, keywords: Iterable[str]) -> None:
        """Take keyword abilities from a creature or planeswalker, for good."""
        lost = set(keywords)
        if name in self.walkers:
            walker = self.walkers[name]
            kept = tuple(k for k in walker.keywords if k not in lost)
            self.walkers[name] = replace(walker, keywords=kept)
            return
        self.change(name, keywords=tuple(k for k in self.creature(name).keywords if k not in lost))
        for group, change in self.changes.items():
            if name in self.combat.copies[group]:
                gains = tuple(k for k in change.gains if k not in lost)
                self.changes[group] = replace(change, gains=gains)

    def unprotect(self, name: str) -> None:
        """Take the shield that prevents damage from an object or player (615.7)."""
        if name in self.players:
            self.players[name] = replace(self.players[name], prevent=0)
        elif name in self.walkers:
            self.walkers[name] = replace(self.walkers[name], prevent=0)
        else:
            self.change(name, prevent=0)

    def begin_with(self, kind: str, name: str, value: int) -> None:
        """Let a player begin with other life or poison, an object with other counters."""
        if kind in ("life", "poison"):
            for member in self.combat.team(name):
                self.players[member] = replace(self.players[member], **{kind: value})  # type: ignore[arg-type]
        elif kind == "loyalty":
            self._add(name, self.walkers[name].loyalty - value)
            self.walkers[name] = replace(self.walkers[name], loyalty=value)
        else:
            self.battles[name] = replace(self.battles[name], defense=value)

    def deal_before(self, player: str, commander: str, value: int) -> None:
        """Let a player have been dealt other combat damage by a commander (903.10a)."""
        given = dict(self.players[player].commander_damage)
        groups = [group for group in given if commander in self.combat.copies[group]]
        for group in groups:
            del given[group]
        given[commander] = value
        self.players[player] = replace(self.players[player], commander_damage=given)

    def _add(self, name: str, more: int) -> None:
        self.thresholds[name] = self.thresholds.get(name, 0) + more
