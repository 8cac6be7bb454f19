"""A combat without some of its objects: nothing refers to them any more."""

from collections.abc import Collection
from dataclasses import replace
from types import MappingProxyType

from engine.combat import Combat
from engine.objects import Creature, Effect, Requirement, Select

_LISTS = (
    "must_be_blocked",
    "must_block",
    "cant_block",
    "cant_be_blocked_by",
    "must_attack",
    "cant_attack",
)


def without(combat: Combat, names: Collection[str]) -> Combat:
    """Return the combat without these creatures, planeswalkers and battles.

    Parameters
    ----------
    names
        Ids of single creatures (a group that loses some of its copies must have been split), of
        planeswalkers and battles. Nothing may attack or block them any more.
    """
    if not names:
        return combat
    # A group leaves if all of its copies do.
    dropped = {n for n, copies in combat.copies.items() if all(copy in names for copy in copies)}
    dropped |= {n for n in names if n in combat.planeswalkers or n in combat.battles}

    def kept(given: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for name in given if name not in dropped)

    def requirement(given: Requirement) -> Requirement:
        if isinstance(given, bool):
            return given
        # What is about nobody any more says nothing.
        return kept(given) or (False if given else given)

    def select(given: Select | None) -> Select | None:
        if given is None or given.ids is None:
            return given
        return replace(given, ids=kept(given.ids))

    def creature(given: Creature) -> Creature:
        lists = {key: requirement(getattr(given, key)) for key in _LISTS}
        order = given.damage_order and kept(given.damage_order)
        return replace(given, damage_order=order, **lists)  # type: ignore[arg-type]

    def effect(given: Effect) -> Effect:
        return replace(given, sources=select(given.sources), targets=select(given.targets))

    players = {
        name: replace(
            player,
            commander_damage=MappingProxyType(
                {c: n for c, n in player.commander_damage.items() if c not in dropped}
            ),
        )
        for name, player in combat.players.items()
    }
    return replace(
        combat,
        players=players,
        groups=tuple(creature(group) for group in combat.groups if group.id not in dropped),
        planeswalkers={n: w for n, w in combat.planeswalkers.items() if n not in dropped},
        battles={n: b for n, b in combat.battles.items() if n not in dropped},
        effects=tuple(map(effect, combat.effects)),
        after_first_strike={n: c for n, c in combat.after_first_strike.items() if n not in dropped},
    )
