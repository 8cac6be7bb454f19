"""`Combat` -> the JSON document, as short as it can be: the inverse of `engine.document`.

Defaults and what a card gives are left out; the keys stand in the order of the contract.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from engine.cards import default_value, find_card
from engine.combat import Combat
from engine.objects import Battle, Change, Creature, Effect, Planeswalker, Player, Select

# The keys of a creature after its characteristics, in the order of the contract.
_CREATURE_KEYS = (
    "damage", "attacking", "was_attacking_controller", "blocking", "blocked", "damage_order",
    "band", "assigns", "as_though_unblocked", "divides_among_defenders", "assigned_by", "tapped",
    "summoning_sick", "max_blocks", "min_blockers", "max_blockers", "must_attack",
    "must_be_blocked", "must_block", "cant_attack", "cant_block", "cant_be_blocked_by",
    "regeneration_shields", "shield_counters", "prevent", "deals", "commander", "value", "count",
)  # fmt: skip
_CHARACTERISTICS = ("power", "toughness", "keywords", "colors", "types")
_DEFAULTS = {field.name: field.default for field in fields(Creature)}


def write_document(combat: Combat) -> dict[str, Any]:
    """Return the shortest document that `engine.document.read_document` reads as this combat.

    Parameters
    ----------
    combat
        Any combat that the rules allow.
    """
    optional: dict[str, Any] = {
        "creatures": [_creature(creature) for creature in combat.groups],
        "planeswalkers": [_planeswalker(walker) for walker in combat.planeswalkers.values()],
        "battles": [_battle(battle) for battle in combat.battles.values()],
        "effects": [_effect(effect) for effect in combat.effects],
        "after_first_strike": {n: _change(c) for n, c in combat.after_first_strike.items()},
        "resources": _resources(combat),
    }
    document: dict[str, Any] = {
        "version": 1,
        "active_player": combat.active_player,
        "players": {name: _player(player) for name, player in combat.players.items()},
    }
    document |= {key: value for key, value in optional.items() if value}
    if combat.rules != "current":
        document["rules"] = combat.rules
    if combat.comment is not None:
        document["comment"] = combat.comment
    return document


def _resources(combat: Combat) -> dict[str, Any]:
    if not combat.resources:
        return {}
    from engine.resources.writing import write_resources  # much that few combats need

    return {name: write_resources(given) for name, given in combat.resources.items()}


def _player(player: Player) -> dict[str, Any]:
    document: dict[str, Any] = {"life": player.life}
    if player.poison:
        document["poison"] = player.poison
    if player.commander_damage:
        document["commander_damage"] = dict(player.commander_damage)
    if player.team is not None:
        document["team"] = player.team
    if player.prevent:
        document["prevent"] = player.prevent
    return document


def _creature(creature: Creature) -> dict[str, Any]:
    card = find_card(creature.card) if creature.card else None
    document = _beginning(creature)
    for key in _CHARACTERISTICS:
        value = getattr(creature, key)
        # Without a card power and toughness are required, the lists are empty by default.
        if value != getattr(card, key) if card else key in ("power", "toughness") or value:
            document[key] = _thawed(value)
    for key in _CREATURE_KEYS:
        value = getattr(creature, key)
        if key == "attacking":
            given = creature.attacks
        elif key == "value":
            given = value != default_value(card, creature.power, creature.toughness)
        else:
            given = value != _DEFAULTS[key]
        if given:
            document[key] = _thawed(value)
    return document


def _planeswalker(walker: Planeswalker) -> dict[str, Any]:
    card = find_card(walker.card) if walker.card else None
    document = _beginning(walker)
    if card is None or walker.loyalty != card.loyalty:
        document["loyalty"] = walker.loyalty
    if walker.value != default_value(card, walker.loyalty):
        document["value"] = walker.value
    if walker.keywords:
        document["keywords"] = list(walker.keywords)
    if walker.prevent:
        document["prevent"] = walker.prevent
    return document


def _battle(battle: Battle) -> dict[str, Any]:
    card = find_card(battle.card) if battle.card else None
    document = _beginning(battle)
    document["protector"] = battle.protector
    if card is None or battle.defense != card.defense:
        document["defense"] = battle.defense
    if not battle.siege:
        document["siege"] = False
    if battle.value != default_value(card, battle.defense):
        document["value"] = battle.value
    return document


def _beginning(permanent: Creature | Planeswalker | Battle) -> dict[str, Any]:
    document: dict[str, Any] = {"id": permanent.id, "controller": permanent.controller}
    if permanent.card is not None:
        document["card"] = permanent.card
    return document


def _effect(effect: Effect) -> dict[str, Any]:
    document: dict[str, Any] = {
        "kind": effect.kind,
        "factor" if effect.kind == "multiply" else "amount": effect.amount,
    }
    for key, select in (("sources", effect.sources), ("targets", effect.targets)):
        if select is not None:
            document[key] = _select(select)
    return document


def _change(change: Change) -> dict[str, Any]:
    return {
        field.name: _thawed(getattr(change, field.name))
        for field in fields(change)
        if getattr(change, field.name) != field.default
    }


def _select(select: Select) -> list[str] | dict[str, str]:
    if select.ids is not None:
        return list(select.ids)
    properties = ((field.name, getattr(select, field.name)) for field in fields(select))
    return {name: value for name, value in properties if value is not None}


def _thawed(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value
