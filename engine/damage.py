"""Dealing combat damage: from what is assigned to what it does (120.3), all at once (510.2)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.assignment import Assigned
from engine.keywords import Keyword
from engine.modifiers import modifier
from engine.objects import Prevention
from engine.state import State


class Dealt(NamedTuple):
    """An amount of damage, above 0, that a source has dealt to a target."""

    source: str
    target: str
    amount: int


@dataclass(frozen=True)
class DamageEvent:
    """The damage of one step.

    Attributes
    ----------
    before, after
        The state before the damage, and after it with nothing removed yet (120.5).
    dealt
        What was dealt.
    touched
        Creatures that a source with deathtouch dealt damage to (702.2b).
    gained
        Life gained by each player through lifelink (120.3f), in the same event.
    """

    before: State
    after: State
    dealt: tuple[Dealt, ...]
    touched: frozenset[str]
    gained: dict[str, int]


def deal(
    state: State, assigned: Iterable[Assigned], prevented: Iterable[Assigned] = ()
) -> DamageEvent:
    """Deal the damage of one step; whether the assignment is legal is not checked here.

    Parameters
    ----------
    state
        The state as the step begins.
    assigned
        What every creature assigns in this step.
    prevented
        How the shields of a number are used up where several sources meet them (615.7). Where it is
        missing or does not fit, they prevent the damage in the order of the assignment.
    """
    left = state.left
    given = [a for a in assigned if a[2] > 0 and a[0] not in left]
    if not (state.combat.has_modifiers or state.shield_counters):  # it is dealt as it is assigned
        hits = list(map(Dealt._make, given))
        if len({a[:2] for a in given}) < len(given):  # rows for the same pair are one hit
            totals: dict[tuple[str, str], int] = {}
            for source, target, amount in given:
                totals[source, target] = totals.get((source, target), 0) + amount
            hits = [Dealt(*pair, amount) for pair, amount in totals.items()]
        return _results(state, hits, state.shields, state.shield_counters)
    by_target: dict[str, dict[str, int]] = {}
    for a in given:
        amounts = by_target.setdefault(a.target, {})
        amounts[a.source] = amounts.get(a.source, 0) + a.amount
    wanted = {(a.source, a.target): a.amount for a in prevented}
    dealt: list[Dealt] = []
    shields, counters = dict(state.shields), dict(state.shield_counters)
    for target, amounts in by_target.items():
        dealt += _to_target(state, target, amounts, wanted, shields, counters)
    return _results(state, dealt, shields, counters)


def _to_target(
    state: State,
    target: str,
    amounts: Mapping[str, int],
    wanted: Mapping[tuple[str, str], int],
    shields: dict[str, Prevention],
    counters: dict[str, int],
) -> list[Dealt]:
    """Return the damage dealt to one target, and use up its shields."""
    modifiers = {source: modifier(state, source, target) for source in amounts}
    exposed = {source: modifiers[source].exposed(amount) for source, amount in amounts.items()}
    total, shield = sum(exposed.values()), shields.get(target, 0)
    if shield == "all" or total == 0:
        return []
    assert isinstance(shield, int)
    used = dict.fromkeys(exposed, 0)
    if total > shield and counters.get(target, 0) > 0:  # 122.1c
        counters[target] -= 1
        return []
    if shield:
        chosen = {source: wanted.get((source, target), 0) for source in exposed}
        used = _split(exposed, min(shield, total), chosen)
        shields[target] = shield - sum(used.values())
    dealt = {source: modifiers[source].dealt(exposed[source] - used[source]) for source in exposed}
    return [Dealt(source, target, amount) for source, amount in dealt.items() if amount]


def _split(exposed: Mapping[str, int], shield: int, wanted: Mapping[str, int]) -> dict[str, int]:
    """Return how much of each source's damage a shield prevents: as wanted, or in order."""
    if sum(wanted.values()) == shield and all(wanted[s] <= exposed[s] for s in exposed):
        return dict(wanted)
    used = {}
    for source, amount in exposed.items():
        used[source] = min(shield, amount)
        shield -= used[source]
    return used


def _results(
    state: State,
    dealt: Sequence[Dealt],
    shields: Mapping[str, Prevention],
    shield_counters: Mapping[str, int],
) -> DamageEvent:
    """Turn the damage into its results (120.3), all in one event."""
    combat, creatures = state.combat, state.creatures
    life, poison = dict(state.life), dict(state.poison)
    gained: dict[str, int] = {}
    marked, counters = dict(state.marked), dict(state.counters)
    loyalty, defense = dict(state.loyalty), dict(state.defense)
    commander_damage = dict(state.commander_damage)
    touched = set()
    for name, target, amount in dealt:
        source = creatures[name]
        if target in marked:
            if not source.keywords:  # 120.3e
                marked[target] += amount
                continue
            if source.deals_counters:  # 120.3d
                counters[target] = counters.get(target, 0) + amount
            else:  # 120.3e
                marked[target] += amount
        elif target in life:
            infects, toxic = source.has(Keyword.INFECT), source.toxic
            for member in combat.team(target):
                if infects:  # 120.3b
                    poison[member] += amount
                else:  # 120.3a
                    life[member] -= amount
                poison[member] += toxic  # 120.3g: flat, whatever the amount
            if source.commander:
                key = (target, source.id)
                commander_damage[key] = commander_damage.get(key, 0) + amount
        elif target in loyalty:  # 120.3c
            loyalty[target] = max(0, loyalty[target] - amount)
        elif target in defense:  # 120.3h
            defense[target] = max(0, defense[target] - amount)
        if source.keywords:
            if Keyword.DEATHTOUCH in source.keywords and target in marked:
                touched.add(target)
            if Keyword.LIFELINK in source.keywords:  # 120.3f: with the damage, not after it
                gained[source.controller] = gained.get(source.controller, 0) + amount
    for player, amount in gained.items():
        for member in combat.team(player):
            life[member] += amount
    after = state.evolve(
        life=life,
        poison=poison,
        marked=marked,
        counters=counters,
        loyalty=loyalty,
        defense=defense,
        commander_damage=commander_damage,
        shields=shields,
        shield_counters=shield_counters,
    )
    return DamageEvent(state, after, tuple(dealt), frozenset(touched), gained)
