"""A document whose objects have the right shape, and how it becomes a `Combat`.

A draft may still hold faults: each entry says which of its keys are unsound. Only a draft in which
`engine.validity` finds nothing is built.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from engine.cards import Card, default_value, find_card
from engine.combat import Combat
from engine.given import (
    Given,
    GivenBattle,
    GivenChange,
    GivenCombat,
    GivenCreature,
    GivenEffect,
    GivenPlaneswalker,
    GivenPlayer,
)
from engine.objects import Battle, Change, Creature, Effect, Planeswalker, Player, Select

if TYPE_CHECKING:
    from engine.resources.cards import Resources
    from engine.value_types import SelectModel

_DEFAULTS = {f.name: f.default for f in fields(Creature) if f.default is not MISSING}
_CHARACTERISTICS = ("power", "toughness", "keywords", "colors", "types")

Object = TypeVar("Object", bound=Given)


class Entry(NamedTuple, Generic[Object]):
    """One object of a document: where it stands, its values, and the keys that are at fault."""

    path: str
    given: Object
    bad: frozenset[str] = frozenset()

    def sound(self, *keys: str) -> bool:
        """Say whether none of the keys is at fault."""
        return not self.bad or self.bad.isdisjoint(keys)


@dataclass(frozen=True)
class Draft:
    """A whole document, each of its objects validated alone."""

    top: Entry[GivenCombat]
    players: Mapping[str, Entry[GivenPlayer]]
    creatures: list[Entry[GivenCreature]]
    planeswalkers: list[Entry[GivenPlaneswalker]]
    battles: list[Entry[GivenBattle]]
    effects: list[Entry[GivenEffect]]
    changes: Mapping[str, Entry[GivenChange]]
    resources: "Mapping[str, Resources]" = field(default_factory=dict)


def card_of(given: GivenCreature | GivenPlaneswalker | GivenBattle) -> Card | None:
    """Return the card that an object names, if it names one that is known."""
    return find_card(given.card) if given.card else None


def characteristic(given: GivenCreature, name: str) -> Any:
    """Return a characteristic of a creature: as the document gives it, else from its card."""
    own = getattr(given, name)
    return _printed(card_of(given), name) if own is None else own


def _printed(card: Card | None, name: str) -> Any:
    if card is None:
        return None if name in ("power", "toughness") else ()
    return getattr(card, name)


def build(draft: Draft) -> Combat:
    """Build the combat of a draft without faults."""
    top = draft.top.given
    return Combat(
        active_player=top.active_player,
        players={name: _player(name, entry.given) for name, entry in draft.players.items()},
        groups=tuple(_creature(entry.given) for entry in draft.creatures),
        planeswalkers={entry.given.id: _planeswalker(entry.given) for entry in draft.planeswalkers},
        battles={entry.given.id: _battle(entry.given) for entry in draft.battles},
        effects=tuple(_effect(entry.given) for entry in draft.effects),
        rules=top.rules,
        after_first_strike={
            name: Change(**_frozen(entry.given)) for name, entry in draft.changes.items()
        },
        resources=draft.resources,
        comment=top.comment,
    )


def _player(name: str, given: GivenPlayer) -> Player:
    damage = dict(given.commander_damage)
    return Player(**_frozen(given) | {"id": name, "commander_damage": damage})


def _creature(given: GivenCreature) -> Creature:
    card = card_of(given)
    values = _frozen(given)
    for name in _CHARACTERISTICS:
        if values.get(name) is None:
            values[name] = _printed(card, name)
    if given.value is None:
        values["value"] = default_value(card, values["power"], values["toughness"])
    if card:
        values["card"] = card.name
        for name, printed in card.properties:
            values.setdefault(name, printed)
    values["attacks"] = given.gives("attacking")
    # A frozen dataclass sets its fields one after the other; for the many of a creature that takes
    # longer than all else here.
    creature = object.__new__(Creature)
    vars(creature).update(_DEFAULTS)
    vars(creature).update(values)
    return creature


def _planeswalker(given: GivenPlaneswalker) -> Planeswalker:
    card = card_of(given)
    values = _frozen(given)
    if card:
        values["card"] = card.name
        if given.loyalty is None:
            values["loyalty"] = card.loyalty
    if given.value is None:
        values["value"] = default_value(card, values["loyalty"])
    return Planeswalker(**values)


def _battle(given: GivenBattle) -> Battle:
    card = card_of(given)
    values = _frozen(given)
    if card:
        values["card"] = card.name
        if given.defense is None:
            values["defense"] = card.defense
    if given.value is None:
        values["value"] = default_value(card, values["defense"])
    return Battle(**values)


def _effect(given: GivenEffect) -> Effect:
    amount = given.factor if given.kind == "multiply" else given.amount
    assert amount is not None  # engine.validity has seen to it
    return Effect(given.kind, amount, _select(given.sources), _select(given.targets))


def _select(given: "list[str] | SelectModel | None") -> Select | None:
    if given is None:
        return None
    return Select(ids=tuple(given)) if isinstance(given, list) else Select(**dict(given))


def _frozen(given: Given) -> dict[str, Any]:
    """Return the keys that are given; an object has the same defaults for the others."""
    return {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in vars(given).items()
    }
