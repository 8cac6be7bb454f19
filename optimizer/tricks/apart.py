"""A combat as smaller combats that share nothing, so that each is decided alone.

Creatures belong together that fight each other, attack the same planeswalker or battle, are one
band, or may be assigned each other's damage. What is left in common are the players. As long as
nobody's total matters and nobody is lost on the way, goals that add up are worth the sum of what
the smaller combats are worth: each side's best reply in one changes nothing in another, and adding
the same on both sides does not change which of two vectors comes first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from types import MappingProxyType

from engine.combat import Combat, Step
from engine.objects import Creature

FAR = 10**6
"""So much life that nobody loses."""


def is_apart(combat: Combat) -> bool:
    """Say whether nothing but the players ties what does not fight each other.

    A shield of a player meets whatever is dealt to that player, and what is said of a time between
    the steps (510.4) needs two steps, which another part may bring about.
    """
    return not combat.after_first_strike and not any(p.prevent for p in combat.players.values())


def apart(combat: Combat) -> tuple[Combat, ...]:
    """Return the parts of a combat, in document order, every copy of a group by itself.

    Nobody loses in them: all players have life without end.
    """
    return tuple(alone(combat, names) for names in groups(combat))


def groups(combat: Combat) -> list[list[str]]:
    """Return the creatures that belong together, in document order."""
    leader: dict[str, str] = {name: name for name in combat.creatures}

    def find(name: str) -> str:
        while leader[name] != name:
            leader[name] = leader[leader[name]]
            name = leader[name]
        return name

    def tie(names: Iterable[str]) -> None:
        first: str | None = None
        for name in names:
            if first is None:
                first = find(name)
            else:
                leader[find(name)] = first

    tied: dict[tuple[str, str], list[str]] = {}
    for attacker in combat.attackers:
        tie([attacker.id, *combat.blockers[attacker.id]])
        if attacker.attacking is not None and attacker.attacking not in combat.players:
            tied.setdefault(("attacked", attacker.attacking), []).append(attacker.id)
        if attacker.band is not None:
            tied.setdefault(("band", attacker.band), []).append(attacker.id)
        if attacker.divides_among_defenders:
            player = combat.defending_player(attacker.id)
            theirs = [c.id for c in combat.creatures.values() if c.controller == player]
            tie([attacker.id, *theirs])
    for names in tied.values():
        tie(names)
    found: dict[str, list[str]] = {}
    for name in combat.creatures:
        found.setdefault(find(name), []).append(name)
    return list(found.values())


def alone(combat: Combat, names: Sequence[str]) -> Combat:
    """Return the combat that has only some of the creatures, and what they attack."""
    creatures = [_alone(combat, combat.creatures[name]) for name in names]
    attacked = {creature.attacking for creature in creatures}
    part = replace(
        combat,
        groups=tuple(creatures),
        players={
            name: replace(player, life=FAR, poison=0, commander_damage=MappingProxyType({}))
            for name, player in combat.players.items()
        },
        planeswalkers={n: w for n, w in combat.planeswalkers.items() if n in attacked},
        battles={n: b for n, b in combat.battles.items() if n in attacked},
        after_first_strike={},
    )
    changes = {name: combat.changes[name] for name in names if name in combat.changes}
    if changes and Step.FIRST_STRIKE in part.steps:
        return replace(part, after_first_strike=changes)
    return part


def _alone(combat: Combat, creature: Creature) -> Creature:
    """Return a creature that names those it blocks one by one, groups and bands resolved."""
    order = creature.damage_order
    if order is not None:
        order = tuple(copy for name in order for copy in combat.copies[name])
    return replace(creature, blocking=combat.blocks.get(creature.id, ()), damage_order=order)
