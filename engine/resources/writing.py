"""The mana and the cards of a player -> ``resources`` of a document, as short as it can be."""

from dataclasses import fields
from typing import Any

from engine.cards import find_card
from engine.resources.cards import (
    Cycling,
    ResourceCard,
    Resources,
    Watcher,
    implied_colors,
    implied_timing,
)
from engine.resources.effects import CardEffect, EffectKind, NewCreature
from engine.resources.mana import Mana, amount
from engine.resources.table import find_trick

_ZONES = ("hand", "foretold", "library", "outside")


def write_resources(resources: Resources) -> dict[str, Any]:
    """Return the shortest document that reads as these resources."""
    document: dict[str, Any] = {}
    if resources.mana.sources:
        document["mana"] = _mana(resources.mana)
    for zone in _ZONES:
        if cards := resources.zone(zone):
            document[zone] = [write_card(card) for card in cards]
    if resources.watchers:
        document["watchers"] = [_watcher(watcher) for watcher in resources.watchers]
    if resources.cycling_tax is not None:
        document["cycling_tax"] = resources.cycling_tax
    if resources.cycling_discount:
        document["cycling_discount"] = resources.cycling_discount
    if resources.cant_cycle:
        document["cant_cycle"] = True
    return document


def _mana(mana: Mana) -> Any:
    if all(len(s.alternatives) == 1 and amount(s.alternatives[0]) == 1 for s in mana.sources):
        return {source.alternatives[0]: source.count for source in mana.sources}
    written: list[Any] = []
    for source in mana.sources:
        made = source.alternatives
        written += [made[0] if len(made) == 1 else list(made)] * source.count
    return written


def write_card(card: ResourceCard) -> Any:
    """Return the name of a card that is as printed, else what tells it from that."""
    if card.hidden:
        document: dict[str, Any] = {"hidden": True}
        return document | ({"foretold_this_turn": True} if card.foretold_this_turn else {})
    base = find_trick(card.name)
    if base is None:
        # Of the timing and the types one follows from the other, if all is as usual.
        plain_types = card.types == (card.timing,)
        plain = vars(ResourceCard(card.name)) | {
            "types": card.types if plain_types else None,
            "timing": None if plain_types else implied_timing(card.types, card.keywords),
        }
    else:
        plain = vars(base) | {"foretold_this_turn": False}
    plain["colors"] = implied_colors(card.cost, base)
    document = {"name": card.name}
    for field in fields(card):
        value = getattr(card, field.name)
        if value != plain[field.name]:
            document[field.name] = _value(value)
    return card.name if base is not None and len(document) == 1 else document


def _value(value: Any) -> Any:
    if isinstance(value, Cycling):
        document: dict[str, Any] = {"cost": value.cost}
        if value.kind is not None:
            document["kind"] = value.kind
        if value.effects:
            document["effects"] = [_effect(effect) for effect in value.effects]
        return document
    if isinstance(value, tuple):
        return [_effect(one) if isinstance(one, CardEffect) else one for one in value]
    return value


def _watcher(watcher: Watcher) -> dict[str, Any]:
    return {"when": watcher.when, "effects": [_effect(effect) for effect in watcher.effects]}


def _effect(effect: CardEffect) -> dict[str, Any]:
    document: dict[str, Any] = {}
    for field in fields(effect):
        value = getattr(effect, field.name)
        if field.name == "kind" or value != field.default:
            document[field.name] = _effect_value(value)
    return document


def _effect_value(value: Any) -> Any:
    if isinstance(value, EffectKind):
        return value.value
    if isinstance(value, NewCreature):
        return _creature(value)
    return list(value) if isinstance(value, tuple) else value


def _creature(new: NewCreature) -> Any:
    card = find_card(new.name)
    document: dict[str, Any] = {"name": new.name}
    for field in fields(new):
        value = getattr(new, field.name)
        printed = "mana_value" if field.name == "value" else field.name
        plain = getattr(card, printed) if card else field.default
        if value != plain:
            document[field.name] = _effect_value(value)
    return new.name if card is not None and len(document) == 1 else document
