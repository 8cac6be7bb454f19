"""Dealing combat damage: from what is assigned to what it does (120.3), all at once (510.2)."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.assignment import Assigned
from engine.keywords import Keyword
from engine.state import State


@dataclass(frozen=True, slots=True)
class Dealt:
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


def deal(state: State, assigned: Iterable[Assigned]) -> DamageEvent:
    """Deal the damage of one step; whether the assignment is legal is not checked here.

    Parameters
    ----------
    state
        The state as the step begins.
    assigned
        What every creature assigns in this step.
    """
    combat = state.combat
    dealt = tuple(Dealt(a.source, a.target, a.amount) for a in assigned if a.amount > 0)
    life, poison, gained = dict(state.life), dict(state.poison), defaultdict[str, int](int)
    marked, counters = dict(state.marked), dict(state.counters)
    loyalty, defense = dict(state.loyalty), dict(state.defense)
    commander_damage = dict(state.commander_damage)
    touched = set()
    for hit in dealt:
        source, target = combat.creatures[hit.source], hit.target
        if target in life:
            if source.has(Keyword.INFECT):  # 120.3b
                poison[target] += hit.amount
            else:  # 120.3a
                life[target] -= hit.amount
            poison[target] += source.toxic  # 120.3g: flat, whatever the amount
            if source.commander:
                key = (target, source.id)
                commander_damage[key] = commander_damage.get(key, 0) + hit.amount
        elif target in loyalty:  # 120.3c
            loyalty[target] = max(0, loyalty[target] - hit.amount)
        elif target in defense:  # 120.3h
            defense[target] = max(0, defense[target] - hit.amount)
        elif source.deals_counters:  # 120.3d
            counters[target] = counters.get(target, 0) + hit.amount
        else:  # 120.3e
            marked[target] += hit.amount
        if source.has(Keyword.DEATHTOUCH) and target in marked:
            touched.add(target)
        if source.has(Keyword.LIFELINK):  # 120.3f: with the damage, not after it
            gained[source.controller] += hit.amount
    for player, amount in gained.items():
        life[player] += amount
    after = replace(
        state,
        life=life,
        poison=poison,
        marked=marked,
        counters=counters,
        loyalty=loyalty,
        defense=defense,
        commander_damage=commander_damage,
    )
    return DamageEvent(state, after, dealt, frozenset(touched), dict(gained))
