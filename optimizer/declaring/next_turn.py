"""Whether the attacking side lives through the next opponent's attack, after this combat.

What has died or left is gone. What has attacked without vigilance stays tapped and cannot block
(508.1f, 509.1a), with decayed it is sacrificed (702.147a); damage is removed (514.2) and the
opponent's permanents untap (502.3). Life, poison, loyalty and -1/-1 counters are what they are
after this combat, and shields of a number of points, which last for a turn, are gone.
"""

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from engine.combat import Combat
from engine.keywords import Keyword
from engine.objects import Creature, Effect, Prevention, Requirement, Select
from engine.state import State

_VIGILANCE = "vigilance"
"""702.20: attacking does not tap it."""
_LISTS = ("must_be_blocked", "must_block", "cant_block", "cant_be_blocked_by")


def next_turn(state: State) -> Combat | None:
    """Return the next opponent's turn before attackers are declared; None if nobody is left.

    Parameters
    ----------
    state
        After the last damage step.
    """
    combat = state.combat
    active = next((name for name in combat.defending_players if name not in state.lost), None)
    if active is None:
        return None
    side = combat.team(active)
    gone = state.left | {
        creature.id for creature in combat.attackers if creature.has(Keyword.DECAYED)
    }
    creatures = [
        _after(state, creature, untaps=creature.controller in side, gone=gone)
        for creature in combat.creatures.values()
        if creature.id not in gone
    ]
    players = {
        name: replace(
            player,
            life=state.life[name],
            poison=state.poison[name],
            prevent=_lasting(player.prevent),
            commander_damage=MappingProxyType(
                {
                    commander: amount
                    for (hit, commander), amount in state.commander_damage.items()
                    if hit == name and commander not in gone
                }
            ),
        )
        for name, player in combat.players.items()
        if name not in state.lost
    }
    return Combat(
        active_player=active,
        players=players,
        groups=tuple(creatures),
        planeswalkers={
            name: replace(w, loyalty=state.loyalty[name], prevent=_lasting(w.prevent))
            for name, w in combat.planeswalkers.items()
            if name not in gone
        },
        battles={
            name: replace(b, defense=state.defense[name])
            for name, b in combat.battles.items()
            if name not in gone and b.protector in players
        },
        effects=tuple(_effects(combat, gone)),
        rules=combat.rules,
    )


def _lasting(given: Prevention) -> Prevention:
    return 0 if isinstance(given, int) else given


def _after(state: State, creature: Creature, *, untaps: bool, gone: frozenset[str]) -> Creature:
    name, combat = creature.id, state.combat
    attacked = creature.attacks and _VIGILANCE not in creature.keywords
    counters = state.counters.get(name, 0)
    lists: dict[str, Any] = {
        key: _remaining(combat, getattr(creature, key), gone) for key in _LISTS
    }
    return replace(
        creature,
        power=creature.power - counters,
        toughness=creature.toughness - counters,
        damage=0,
        attacks=False,
        attacking=None,
        was_attacking_controller=None,
        blocking=(),
        blocked=None,
        damage_order=None,
        band=None,
        tapped=not untaps and (creature.tapped or attacked),
        summoning_sick=not untaps and creature.summoning_sick,
        regeneration_shields=0,
        shield_counters=state.shield_counters.get(name, 0),
        prevent=_lasting(creature.prevent),
        **lists,
    )


def _remaining(combat: Combat, given: Requirement, gone: frozenset[str]) -> Requirement:
    if isinstance(given, bool):
        return given
    left = tuple(n for name in given for n in combat.copies.get(name, (name,)) if n not in gone)
    return left or False


def _effects(combat: Combat, gone: frozenset[str]) -> list[Effect]:
    """Return the effects that are not used up, and not about creatures that are gone alone."""

    def select(given: Select | None) -> Select | None:
        if given is None or given.ids is None:
            return given
        names = [n for name in given.ids for n in combat.copies.get(name, (name,))]
        return replace(given, ids=tuple(n for n in names if n not in gone))

    found = []
    for effect in combat.effects:
        sources, targets = select(effect.sources), select(effect.targets)
        is_about_nobody = any(s is not None and s.ids == () for s in (sources, targets))
        is_used_up = effect.kind == "prevent" and isinstance(effect.amount, int)
        if not is_about_nobody and not is_used_up:
            found.append(replace(effect, sources=sources, targets=targets))
    return found


Ask = Callable[[Combat, str], tuple[int, bool]]
"""Answers the attack question for one objective: its value, and whether that is proven."""


def survives(state: State, ask: Ask) -> bool | None:
    """Say whether the active side lives through the next opponent's best attack.

    Parameters
    ----------
    state
        After the last damage step.

    Returns
    -------
    bool or None
        None if it is not known.
    """
    player = state.combat.active_player
    if player in state.lost:
        return False
    combat = next_turn(state)
    if combat is None:
        return True
    alone = len(combat.defending_players) == 1
    lost, proven = ask(combat, "max lethal" if alone else f"max lethal:{player}")
    return False if lost else True if proven else None
