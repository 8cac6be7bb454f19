"""Choosing for effects, and resolving them one after the other (115, 608.2)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine import state_actions
from engine.resources.doing import DO
from engine.resources.effects import CardEffect, EffectKind
from engine.resources.entering import enter
from engine.resources.items import Item
from engine.resources.scopes import Scope, read_scope
from engine.resources.targets import Origin, legal_targets, matches, target_sets
from engine.state import State

ATTACKED = Scope(frozenset(("player", "planeswalker", "battle")), control="opponent")
"""What a creature that enters attacking may attack (508.4)."""


def choices(effects: Sequence[CardEffect]) -> tuple[Scope, ...]:
    """Return what is to be chosen for effects, in their order: targets, and what is attacked.

    Each takes `Scope.most` places of `Item.targets`.
    """
    return tuple(scope for effect in effects if (scope := choice(effect)) is not None)


def choice(effect: CardEffect) -> Scope | None:
    """Return what is to be chosen for an effect, if anything is."""
    if effect.kind is EffectKind.ENTER:
        return ATTACKED if effect.attacking else None
    if effect.target is None or effect.target == "it":
        return None
    scope = read_scope(effect.target)
    if effect.kind is EffectKind.PREVENT:  # a document knows no shield of a battle
        scope = replace(scope, nouns=scope.nouns - {"battle"})
    return None if scope.each else scope


def options(
    state: State, scope: Scope, origin: Origin, taken: Sequence[str] = ()
) -> Iterator[tuple[str, ...]]:
    """Yield what may be chosen for a scope out of `choices`: `Scope.most` names each time."""
    if scope is ATTACKED:
        yield from ((name,) for name in attackable(state, origin.player))
    else:
        yield from target_sets(state, scope, origin, taken)


def legal_choices(
    state: State, scope: Scope, origin: Origin, taken: Sequence[str], among: Sequence[str]
) -> tuple[str, ...]:
    """Return which of some names may be chosen for a scope out of `choices`."""
    if scope is ATTACKED:
        return tuple(name for name in attackable(state, origin.player) if name in among)
    return legal_targets(state, scope, origin, taken, among)


def attackable(state: State, player: str) -> tuple[str, ...]:
    """Return what a creature of a player may enter attacking (508.4, 310.9c)."""
    combat = state.combat
    if player not in combat.active_side:
        return ()
    sides = {name: name for name in combat.players}
    sides |= {name: walker.controller for name, walker in combat.planeswalkers.items()}
    sides |= {name: battle.protector for name, battle in combat.battles.items()}
    gone = state.left | state.lost
    return tuple(n for n, who in sides.items() if who in combat.defending_players and n not in gone)


def resolve_item(state: State, item: Item) -> State:
    """Return the state after something resolves, and after state-based actions (608.2, 704.3)."""
    plan = list(_chosen(state, item))
    targets = [names for _, scope, _, names in plan if scope and scope is not ATTACKED]
    asked = [names for _, scope, names, _ in plan if scope and scope is not ATTACKED]
    if any(map(any, asked)) and not any(targets):  # 608.2b
        return state
    affected: tuple[str, ...] = ()
    for effect, scope, _, names in plan:
        if effect.kind is EffectKind.ENTER:
            state = _enter(state, item, effect, names[0] if names else None)
            continue
        if scope is not None:
            affected = names
        elif effect.target not in (None, "it"):
            affected = matches(state, read_scope(effect.target or ""), item.origin.player)
        there = tuple(name for name in affected if name not in state.left)
        state = DO[effect.kind](state, item, effect, there)
    return state_actions.apply(state, frozenset())


def _chosen(
    state: State, item: Item
) -> Iterator[tuple[CardEffect, Scope | None, tuple[str, ...], tuple[str, ...]]]:
    """Yield each effect with what was chosen for it, and what of that is legal still (608.2b)."""
    place = 0
    taken: list[str] = []
    for effect in item.effects:
        scope = choice(effect)
        if scope is None:
            yield effect, None, (), ()
            continue
        names = item.targets[place : place + scope.most]
        place += scope.most
        legal = legal_choices(state, scope, item.origin, taken, names)
        if scope is not ATTACKED:
            taken += names
        yield effect, scope, names, tuple(name for name in names if name in legal)


def _enter(state: State, item: Item, effect: CardEffect, attacked: str | None) -> State:
    assert effect.creature is not None
    for _ in range(effect.count):
        state = enter(state, item.origin.player, effect.creature, attacked, tapped=effect.tapped)
    return state
