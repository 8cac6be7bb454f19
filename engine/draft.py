"""A document whose objects have the right shape, and how it becomes a `Combat`.

A draft may still hold faults: each entry says which of its keys are unsound. Only a draft in which
`engine.validity` finds nothing is built.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from engine.cards import Card, default_value, find_card
from engine.combat import Combat
from engine.objects import Battle, Change, Creature, Effect, Planeswalker, Player, Select
from engine.schema import (
    BattleModel,
    ChangeModel,
    CombatModel,
    CreatureModel,
    EffectModel,
    PlaneswalkerModel,
    PlayerModel,
    SelectModel,
)

Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True)
class Entry(Generic[Model]):
    """One object of a document: where it stands, its values, and the keys that are at fault."""

    path: str
    model: Model
    bad: frozenset[str] = frozenset()

    def sound(self, *keys: str) -> bool:
        """Say whether none of the keys is at fault."""
        return self.bad.isdisjoint(keys)


@dataclass(frozen=True)
class Draft:
    """A whole document, each of its objects validated alone."""

    top: Entry[CombatModel]
    players: Mapping[str, Entry[PlayerModel]]
    creatures: list[Entry[CreatureModel]]
    planeswalkers: list[Entry[PlaneswalkerModel]]
    battles: list[Entry[BattleModel]]
    effects: list[Entry[EffectModel]]
    changes: Mapping[str, Entry[ChangeModel]]


def card_of(model: CreatureModel | PlaneswalkerModel | BattleModel) -> Card | None:
    """Return the card that an object names, if it names one that is known."""
    return find_card(model.card) if model.card else None


def characteristic(model: CreatureModel, name: str) -> Any:
    """Return a characteristic of a creature: as the document gives it, else from its card."""
    given = getattr(model, name)
    if given is not None:
        return given
    card = card_of(model)
    return getattr(card, name) if card else (None if name in ("power", "toughness") else ())


def build(draft: Draft) -> Combat:
    """Build the combat of a draft without faults."""
    top = draft.top.model
    return Combat(
        active_player=top.active_player,
        players={
            name: Player(id=name, **dict(entry.model)) for name, entry in draft.players.items()
        },
        groups=tuple(_creature(entry.model) for entry in draft.creatures),
        planeswalkers={entry.model.id: _planeswalker(entry.model) for entry in draft.planeswalkers},
        battles={entry.model.id: _battle(entry.model) for entry in draft.battles},
        effects=tuple(_effect(entry.model) for entry in draft.effects),
        rules=top.rules,
        after_first_strike={
            name: Change(**{key: _frozen(value) for key, value in entry.model})
            for name, entry in draft.changes.items()
        },
        resources=top.resources,
        comment=top.comment,
    )


def _creature(model: CreatureModel) -> Creature:
    card = card_of(model)
    values = {name: _frozen(value) for name, value in model}
    for name in ("power", "toughness", "keywords", "colors", "types"):
        values[name] = _frozen(characteristic(model, name))
    if model.value is None:
        values["value"] = default_value(card, values["power"], values["toughness"])
    if card:
        values["card"] = card.name
    return Creature(attacks="attacking" in model.model_fields_set, **values)


def _planeswalker(model: PlaneswalkerModel) -> Planeswalker:
    card = card_of(model)
    values = {name: _frozen(value) for name, value in model}
    if card:
        values["card"] = card.name
        if model.loyalty is None:
            values["loyalty"] = card.loyalty
    if model.value is None:
        values["value"] = default_value(card, values["loyalty"])
    return Planeswalker(**values)


def _battle(model: BattleModel) -> Battle:
    card = card_of(model)
    values = dict(model)
    if card:
        values["card"] = card.name
        if model.defense is None:
            values["defense"] = card.defense
    if model.value is None:
        values["value"] = default_value(card, values["defense"])
    return Battle(**values)


def _effect(model: EffectModel) -> Effect:
    amount = model.factor if model.kind == "multiply" else model.amount
    assert amount is not None  # engine.validity has seen to it
    return Effect(model.kind, amount, _select(model.sources), _select(model.targets))


def _select(model: list[str] | SelectModel | None) -> Select | None:
    if model is None:
        return None
    return Select(**dict(model)) if isinstance(model, SelectModel) else Select(ids=tuple(model))


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
