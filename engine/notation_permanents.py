"""How the short notation describes the permanents of a combat."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from engine.cards import default_value, find_card
from engine.combat import Combat
from engine.notation_phrases import changes, colors, limits, modifiers, roles, type_name
from engine.notation_words import COPY, write_keyword, write_word
from engine.objects import Battle, Creature, Planeswalker

Permanent = Creature | Planeswalker | Battle

_DEFAULTS: dict[str, Any] = {each.name: each.default for each in fields(Creature)}


def head(permanent: Permanent) -> str:
    """Return what a description begins with: a card, power/toughness, loyalty or defense."""
    if permanent.card is not None:
        return permanent.card
    if isinstance(permanent, Creature):
        return f"{permanent.power}/{permanent.toughness}"
    if isinstance(permanent, Planeswalker):
        return f"loyalty {permanent.loyalty}"
    return f"defense {permanent.defense}"


def first_defender(combat: Combat) -> str:
    """Return the player that is meant where the text names none."""
    return combat.defending_players[0] if combat.defending_players else combat.active_player


class Describer:
    """Describes permanents of a combat.

    Parameters
    ----------
    permanents
        All of them by their ids.
    labels
        The names that stand in front of a colon.
    """

    def __init__(
        self, combat: Combat, permanents: Mapping[str, Permanent], labels: Container[str]
    ) -> None:
        self.combat = combat
        self.permanents = permanents
        self.labels = labels
        self.groups = {group.id: group for group in combat.groups}
        self.defender = first_defender(combat)

    def describe(self, permanent: Permanent) -> str:
        """Return the description, without a label."""
        if isinstance(permanent, Creature):
            parts = self._creature(permanent)
        elif isinstance(permanent, Planeswalker):
            parts = self._planeswalker(permanent)
        else:
            parts = self._battle(permanent)
        return " ".join(parts)

    def _beginning(self, permanent: Permanent) -> str:
        """Return the head; the name of a card in quotation marks if a label begins it."""
        text = head(permanent)
        begins_with_label = "," in text and text.split(",")[0] in self.labels
        return f'"{text}"' if begins_with_label else text

    def _creature(self, creature: Creature) -> Iterator[str]:
        card = find_card(creature.card) if creature.card else None
        yield self._beginning(creature)
        if card and (creature.power, creature.toughness) != (card.power, card.toughness):
            yield f"{creature.power}/{creature.toughness}"
        removed, added = changes(card.keywords if card else (), creature.keywords)
        yield from map(write_keyword, added)
        yield from (f"without {write_keyword(keyword)}" for keyword in removed)
        if creature.count != 1:
            yield f"x{creature.count}"
        yield from colors(card, creature)
        removed, added = changes(card.types if card else (), creature.types)
        yield from (f"type {type_name(name)}" for name in added)
        yield from (f"without type {type_name(name)}" for name in removed)
        properties = card.properties if card else ()
        same = [key for key, printed in properties if getattr(creature, key) == printed]
        shown = replace(creature, **{key: _DEFAULTS[key] for key in same}) if same else creature
        yield from roles(shown)
        yield from limits(shown)
        yield from modifiers(shown)
        for key, _ in properties:
            # Where its card says otherwise, what a creature is by default is written as well.
            if key not in same and getattr(creature, key) == _DEFAULTS[key]:
                yield f"{key.replace('_', ' ')} {getattr(creature, key)}"
        if creature.value != default_value(card, creature.power, creature.toughness):
            yield f"value {creature.value}"
        if creature.controller != self._controller(creature):
            yield f"of {write_word(creature.controller)}"

    def _controller(self, creature: Creature) -> str:
        """Return the controller that `parse` gives a creature by itself."""
        if creature.attacks:
            return self.combat.active_player
        if not creature.blocking:
            return self.defender
        first = creature.blocking[0]
        match = COPY.fullmatch(first)
        attacker = self.groups.get(first) or self.groups[match.group(1) if match else first]
        if attacker.attacking is None:
            return attacker.was_attacking_controller or self.defender
        target = self.permanents.get(attacker.attacking)
        if isinstance(target, Battle):
            return target.protector
        return target.controller if target else attacker.attacking

    def _planeswalker(self, walker: Planeswalker) -> Iterator[str]:
        card = find_card(walker.card) if walker.card else None
        yield self._beginning(walker)
        if card and walker.loyalty != card.loyalty:
            yield f"loyalty {walker.loyalty}"
        yield from map(write_keyword, walker.keywords)
        if walker.prevent:
            yield f"prevent {walker.prevent}"
        if walker.value != default_value(card, walker.loyalty):
            yield f"value {walker.value}"
        if walker.controller != self.defender:
            yield f"of {write_word(walker.controller)}"

    def _battle(self, battle: Battle) -> Iterator[str]:
        card = find_card(battle.card) if battle.card else None
        yield self._beginning(battle)
        if card and battle.defense != card.defense:
            yield f"defense {battle.defense}"
        if not battle.siege:
            yield "not a siege"
        if battle.value != default_value(card, battle.defense):
            yield f"value {battle.value}"
        if battle.controller != self.combat.active_player:
            yield f"of {write_word(battle.controller)}"
        if battle.protector != self.defender:
            yield f"protected by {write_word(battle.protector)}"
