"""What changes combat damage between assigning and dealing (614, 615, 616.1, 702.16e).

Several modifiers of one source's damage apply in the order that leaves the recipient the least, as
its controller (or the player) orders them (616.1): first what prevents, then what multiplies, then
what adds; 0 is never raised (120.8). None of this is looked at when damage is assigned (702.19b).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from engine.colors import COLOR_WORDS
from engine.objects import Battle, Creature, Effect, Planeswalker, Player, Select, SpellSource
from engine.state import State


@dataclass(frozen=True, slots=True)
class Modifier:
    """What happens to one source's damage to one target in one event.

    Attributes
    ----------
    stops
        All of it is prevented.
    less
        That much of it is prevented, each time (615.10).
    factor, more
        What is left is multiplied and then increased.
    """

    stops: bool = False
    less: int = 0
    factor: int = 1
    more: int = 0

    @property
    def changes_nothing(self) -> bool:
        """Damage is dealt as it is assigned."""
        return self == _NONE

    def exposed(self, amount: int) -> int:
        """Return what shields still have to deal with, of an assigned amount."""
        return 0 if self.stops else max(0, amount - self.less)

    def dealt(self, amount: int) -> int:
        """Return what is dealt, of an amount that nothing prevents any more."""
        return amount * self.factor + self.more if amount > 0 else 0


_NONE = Modifier()


def modifier(state: State, source: str, target: str) -> Modifier:
    """Return what happens to combat damage that a creature deals to a target."""
    if not state.combat.has_modifiers:
        return _NONE
    creature = state.creatures[source]
    factor, less, more = creature.deals, 0, 0
    stops = state.shields.get(target) == "all" or is_protected(state, target, creature)
    for effect in state.combat.effects:
        if _concerns(effect, state, source, target):
            if effect.amount == "all":
                stops = True
            elif effect.kind == "multiply":
                factor *= effect.amount
            elif effect.kind == "prevent":
                less += effect.amount
            else:
                more += effect.amount
    return Modifier(stops=True) if stops or factor == 0 else Modifier(False, less, factor, more)


def is_protected(state: State, target: str, source: Creature) -> bool:
    """Say whether damage is prevented by protection from a quality of its source (702.16e)."""
    thing = _object(state, target)
    if not isinstance(thing, Creature | Planeswalker):
        return False
    return protects(thing.keywords, source)


def protects(keywords: Iterable[str], source: Creature) -> bool:
    """Say whether one of these keywords is protection from a quality of the creature (702.16)."""
    return any(
        _has_quality(source, quality)
        for keyword in keywords
        if keyword.startswith("protection from ")
        for quality in re.split(r",? and from |, from ", keyword.removeprefix("protection from "))
    )


def _has_quality(source: Creature, quality: str) -> bool:
    colors = len(source.colors)
    if quality in COLOR_WORDS:
        return COLOR_WORDS[quality] in source.colors
    if quality == "everything":
        return True
    if quality == "creatures":
        return not isinstance(source, SpellSource) or "creature" in source.types
    if quality in ("all colors", "each color", "colored creatures"):
        return colors > 0
    if quality == "colorless":
        return colors == 0
    if quality in ("monocolored", "multicolored"):
        return colors == 1 if quality == "monocolored" else colors > 1
    return any(quality in _forms(name) for name in source.types)


@cache
def _forms(name: str) -> frozenset[str]:
    """Return a type's singular and the plurals that it may have: elf, elves; ally, allies."""
    plurals = {f"{name}s", f"{name}es", name}
    if name.endswith("f"):
        plurals.add(f"{name[:-1]}ves")
    if name.endswith("fe"):
        plurals.add(f"{name[:-2]}ves")
    if name.endswith("y"):
        plurals.add(f"{name[:-1]}ies")
    if name.endswith("man"):
        plurals.add(f"{name[:-3]}men")
    if name == "mouse":
        plurals.add("mice")
    return frozenset(plurals)


def _concerns(effect: Effect, state: State, source: str, target: str) -> bool:
    return _selects(effect.sources, state, source) and _selects(effect.targets, state, target)


def _selects(select: Select | None, state: State, name: str) -> bool:
    """Say whether a selection includes an object; all properties given must hold."""
    if select is None:
        return True
    if select.ids is not None:
        return any(name in state.combat.copies.get(given, (given,)) for given in select.ids)
    thing = _object(state, name)
    if isinstance(thing, Player):
        plain = select.controller is select.color is select.type is select.keyword is None
        return plain and select.kind in (None, "player")
    kinds = {Creature: "creature", Planeswalker: "planeswalker", Battle: "battle"}
    checks = [
        select.kind in (None, kinds.get(type(thing))),
        select.controller in (None, thing.controller),
        select.color is None or select.color in getattr(thing, "colors", ()),
        select.type is None or select.type in getattr(thing, "types", ()),
        select.keyword is None or select.keyword in getattr(thing, "keywords", ()),
    ]
    return all(checks)


def _object(state: State, name: str) -> Creature | Planeswalker | Battle | Player:
    combat = state.combat
    for things in (state.creatures, combat.planeswalkers, combat.battles, combat.players):
        if name in things:
            return things[name]
    raise KeyError(name)
