"""A combat after cards have been used in it (608, 704.3).

A use resolves before the next is begun; after each, state-based actions are applied.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from engine import state_actions
from engine.combat import Combat, Step
from engine.declarations.placing import placed
from engine.keywords import Keyword
from engine.objects import Player
from engine.participation import strikes_in
from engine.resources.doing import LOOKED_AT, gain_life
from engine.resources.leaving import without
from engine.resources.resolving import resolve_item
from engine.resources.use import Use, stack_of
from engine.resources.use_costs import life_paid
from engine.state import State


def play_uses(combat: Combat, uses: Iterable[Use]) -> Combat:
    """Return the combat after these uses, before any combat damage, in the order given.

    A use of which every target is illegal as it resolves does nothing (608.2b). What dies or leaves
    is gone from the combat; attackers that were blocked stay blocked (506.4, 509.1h). Creatures of
    a group that fare differently are single ones afterwards, by their ids ``id#1`` ... .
    `resources` stay as they are, so that positions of cards keep their meaning. In a game that goes
    on a defending player who has lost is gone; where it is over the loser's life or poison says so
    (`resolve` has it as ``State.lost``), which who asks must look at.

    Whether the uses are legal is not asked (`engine.resources.uses.check_uses`).
    """
    return settled(resolve(State.beginning(combat), uses))


def resolve(state: State, uses: Iterable[Use]) -> State:
    """Return the state of a combat after these uses: before damage, or between the two steps."""
    for use in uses:
        state = resolve_use(state, use)
    return state


def resolve_use(state: State, use: Use) -> State:
    """Return the state after one use: its life is paid at once, the rest then resolves (601.2h)."""
    life = life_paid(state.combat, use)
    if life:
        state = state_actions.apply(gain_life(state, use.player, -life), frozenset())
    for item in stack_of(state.combat, use):
        if state.is_over or use.player in state.lost:
            break
        state = resolve_item(state, item)
    return state


def settled(state: State) -> Combat:
    """Return a state before any combat damage as a combat of its own.

    What was to change between two damage steps is forgotten if nothing strikes first any more: then
    there is only one (510.4).
    """
    found = _collapsed(state, {})
    if found.after_first_strike and not any(c.strikes_first for c in found.groups):
        return replace(found, after_first_strike={})
    return found


def rest_of(state: State) -> Combat:
    """Return what is left of a combat after the first of two damage steps, as a combat.

    It has one damage step, the second of the old one: who has struck and does not strike again
    assigns nothing in it. -1/-1 counters are part of power and toughness.
    """
    first = frozenset((Keyword.FIRST_STRIKE, Keyword.DOUBLE_STRIKE))
    fields: dict[str, dict[str, Any]] = {}
    for name, creature in state.creatures.items():
        fields[name] = {"keywords": tuple(k for k in creature.keywords if k not in first)}
        fights = name not in state.gone and state.combat.in_combat(name)
        if fights and not strikes_in(state, name, Step.REGULAR):
            fields[name]["assigns"] = "nothing"
    return replace(_collapsed(state, fields), after_first_strike={})


_OUT: dict[str, Any] = {
    "attacks": False, "attacking": None, "was_attacking_controller": None,
    "blocked": None, "band": None, "blocking": (),
}  # fmt: skip
"""What is so of a creature that is in no combat (506.4)."""


def _collapsed(state: State, fields: Mapping[str, Mapping[str, Any]]) -> Combat:
    """Return the combat with all that the state says about it in its objects.

    Parameters
    ----------
    fields
        More fields of creatures that are other than in the state.
    """
    combat = state.combat
    if LOOKED_AT in combat.effects:  # what it stands for is in the objects from now on
        effects = tuple(effect for effect in combat.effects if effect != LOOKED_AT)
        combat = replace(combat, effects=effects)
    before = combat.creatures
    roles: dict[str, dict[str, Any]] = {}
    for name, creature in state.creatures.items():
        if name in state.left:
            roles[name] = _OUT
            continue
        counters = state.counters.get(name, 0)
        now = {
            "power": creature.power - counters,
            "toughness": creature.toughness - counters,
            "keywords": creature.keywords,
            "tapped": creature.tapped,
            "damage": state.marked[name],
            "prevent": state.shields.get(name, 0),
            "shield_counters": state.shield_counters.get(name, 0),
            "regeneration_shields": state.regeneration.get(name, 0),
            **fields.get(name, {}),
        }
        old = vars(before[name])
        roles[name] = {key: value for key, value in now.items() if value != old[key]}
        roles[name] |= _role(state, name)
    found = placed(combat, roles) if any(roles.values()) else replace(combat)
    return without(_things(found, state), state.left)


def _role(state: State, name: str) -> dict[str, Any]:
    """Return what of a creature's role in combat has become another (506.4, 509.1h)."""
    combat, creature, gone = state.combat, state.combat.creatures[name], state.gone
    if name in gone:
        return _OUT
    if not (gone or state.lost):
        return {}
    if creature.attacks:
        role: dict[str, Any] = {}
        blockers = combat.blockers[name]
        if blockers and gone.issuperset(blockers):
            role["blocked"] = True
        target = creature.attacking
        if target is not None and (target in gone or target in state.lost):
            role["attacking"] = None
            defender = combat.defending_player(name)
            role["was_attacking_controller"] = None if defender in _out(state) else defender
        return role
    blocked = combat.blocks.get(name, ())
    if gone.isdisjoint(blocked):
        return {}
    return {"blocking": tuple(n for n in blocked if n not in gone)}


def _out(state: State) -> frozenset[str]:
    """Return the defending players who have left a game that goes on without them (800.4a)."""
    return frozenset() if state.is_over else state.lost.intersection(state.combat.defending_players)


def _things(combat: Combat, state: State) -> Combat:
    """Return the combat with the players, planeswalkers and battles as they are in a state."""
    changed: dict[str, Any] = {}
    players = {
        name: _player(player, state)
        for name, player in combat.players.items()
        if name not in _out(state)
    }
    walkers = {
        name: replace(walker, loyalty=state.loyalty[name], prevent=state.shields.get(name, 0))
        for name, walker in combat.planeswalkers.items()
    }
    battles = {
        name: replace(battle, defense=state.defense[name])
        for name, battle in combat.battles.items()
    }
    if players != combat.players:
        changed["players"] = players
        changed["resources"] = {n: r for n, r in combat.resources.items() if n in players}
    if walkers != combat.planeswalkers:
        changed["planeswalkers"] = walkers
    if battles != combat.battles:
        changed["battles"] = battles
    return replace(combat, **changed) if changed else combat


def _player(player: Player, state: State) -> Player:
    damage = {
        commander: amount
        for (hit, commander), amount in state.commander_damage.items()
        if hit == player.id
    }
    return replace(
        player,
        life=state.life[player.id],
        poison=state.poison[player.id],
        prevent=state.shields.get(player.id, 0),
        commander_damage=MappingProxyType(damage) if damage else player.commander_damage,
    )
