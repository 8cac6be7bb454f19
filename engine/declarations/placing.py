"""A combat whose creatures have other roles: a group whose copies differ becomes single ones."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from engine.combat import Combat, Step
from engine.objects import Creature, Effect, Player, Requirement, Select

_LISTS = ("must_be_blocked", "must_block", "cant_block", "cant_be_blocked_by")


def placed(combat: Combat, roles: Mapping[str, Mapping[str, Any]]) -> Combat:
    """Return the combat with other roles for every single creature.

    A group stays one as long as all of its copies have the same role; the copies of any other are
    creatures of their own, with the ids that they have had.

    Parameters
    ----------
    roles
        For each single creature the fields of `Creature` that are other than before.
    """
    groups: list[Creature] = []
    split: dict[str, tuple[str, ...]] = {}
    for group in combat.groups:
        names = combat.copies[group.id]
        first = roles[names[0]]
        if all(roles[name] == first for name in names[1:]):
            groups.append(replace(group, **first) if first else group)
        else:
            split[group.id] = names
            groups += (replace(group, id=name, count=1, **roles[name]) for name in names)
    changed: dict[str, Any] = {"groups": tuple(groups)}
    if split:
        changed |= _renamed(combat, groups, split)
    found = _in_order(replace(combat, **changed))
    if found.after_first_strike and Step.FIRST_STRIKE not in found.steps:
        return replace(found, after_first_strike={})  # nothing comes between the steps (510.4)
    return found


def _in_order(combat: Combat) -> Combat:
    """Drop the damage assignment orders that are not about those whom a creature fights now."""
    if combat.rules != "ordered":
        return combat
    groups = []
    for group in combat.groups:
        if group.damage_order is not None:
            named = {n for name in group.damage_order for n in combat.copies[name]}
            fights = (
                {*combat.blocks.get(name, ()), *combat.blockers.get(name, ())}
                for name in combat.copies[group.id]
            )
            if any(named != others for others in fights):
                group = replace(group, damage_order=None)
        groups.append(group)
    return replace(combat, groups=tuple(groups))


def _renamed(
    combat: Combat, groups: list[Creature], split: Mapping[str, tuple[str, ...]]
) -> dict[str, Any]:
    """Return the fields of a combat that name creatures, naming copies where groups are split."""

    def single(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(copy for name in names for copy in split.get(name, (name,)))

    def requirement(given: Requirement) -> Requirement:
        return given if isinstance(given, bool) else single(given)

    def select(given: Select | None) -> Select | None:
        if given is None or given.ids is None:
            return given
        return replace(given, ids=single(given.ids))

    def creature(given: Creature) -> Creature:
        order = given.damage_order and single(given.damage_order)
        lists = {key: requirement(getattr(given, key)) for key in _LISTS}
        return replace(given, damage_order=order, **lists)  # type: ignore[arg-type]

    def player(given: Player) -> Player:
        damage = {
            copy: amount
            for name, amount in given.commander_damage.items()
            for copy in single((name,))
        }
        return replace(given, commander_damage=MappingProxyType(damage))

    def effect(given: Effect) -> Effect:
        return replace(given, sources=select(given.sources), targets=select(given.targets))

    return {
        "groups": tuple(map(creature, groups)),
        "players": {name: player(given) for name, given in combat.players.items()},
        "effects": tuple(map(effect, combat.effects)),
        "after_first_strike": {
            copy: change
            for name, change in combat.after_first_strike.items()
            for copy in single((name,))
        },
    }
