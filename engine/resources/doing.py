"""What each kind of effect does to the state of a combat (608.2c)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine import state_actions
from engine.assignment import Assigned
from engine.damage import deal
from engine.declarations.placing import placed
from engine.keywords import Keyword
from engine.objects import Creature, Effect, Select, SpellSource
from engine.resources.effects import CardEffect, EffectKind
from engine.resources.items import Item
from engine.state import State


def number(given: Any, x: int) -> int:
    """Return a number of an effect once X is chosen."""
    if isinstance(given, int):
        return given
    return -x if given == "-X" else x


def place(state: State, roles: Mapping[str, Mapping[str, Any]]) -> State:
    """Return the state with other roles in combat for some creatures."""
    if not roles:
        return state
    nothing: Mapping[str, Any] = {}
    combat = placed(state.combat, {n: roles.get(n, nothing) for n in state.combat.creatures})
    combat.__dict__["steps"] = state.combat.steps  # between them, how many there are is settled
    creatures = dict(state.creatures)
    for name, fields in roles.items():
        creatures[name] = replace(creatures[name], **fields)
    return state.evolve(combat=combat, creatures=creatures)


def _each(state: State, names: Sequence[str], change: Callable[[Creature], Creature]) -> State:
    creatures = dict(state.creatures)
    for name in names:
        if name in creatures:
            creatures[name] = change(creatures[name])
    return state.evolve(creatures=creatures)


def _pump(state: State, item: Item, effect: CardEffect, names: Sequence[str]) -> State:
    power, toughness = number(effect.power, item.x), number(effect.toughness, item.x)
    return _each(
        state,
        names,
        lambda c: replace(c, power=c.power + power, toughness=c.toughness + toughness),
    )


def _double_power(state: State, item: Item, effect: CardEffect, names: Sequence[str]) -> State:
    def double(creature: Creature) -> Creature:
        return replace(creature, power=2 * creature.power - state.counters.get(creature.id, 0))

    return _each(state, names, double)


def _gain(state: State, item: Item, effect: CardEffect, names: Sequence[str]) -> State:
    def gain(creature: Creature) -> Creature:
        new = (k for k in effect.keywords if k not in creature.keywords or k.startswith("toxic "))
        return replace(creature, keywords=(*creature.keywords, *new))

    changed = _each(state, names, gain)
    protects = any(keyword.startswith("protection from ") for keyword in effect.keywords)
    return _modified(changed) if protects else changed


def _lose(state: State, item: Item, effect: CardEffect, names: Sequence[str]) -> State:
    def lose(creature: Creature) -> Creature:
        if "all" in effect.keywords:
            return replace(creature, keywords=())
        kept = (k for k in creature.keywords if k not in effect.keywords)
        return replace(creature, keywords=tuple(kept))

    return _each(state, names, lose)


def _damage(state: State, item: Item, effect: CardEffect, names: Sequence[str]) -> State:
    """Deal damage with the card as its source (120.1), and check what it has done."""
    amount = number(effect.amount, item.x)
    source = SpellSource(
        f"the card {item.name}", item.origin.player, 0, 0, 0,
        keywords=item.origin.keywords, colors=item.origin.colors, types=item.origin.types,
    )  # fmt: skip
    before = state.evolve(creatures={**state.creatures, source.id: source})
    event = deal(before, [Assigned(source.id, name, amount) for name in names])
    return state_actions.apply(event.after.evolve(creatures=state.creatures), event.touched)


def _destroy(state: State, item: Item, effect: CardEffect, names: Sequence[str]) -> State:
    """Destroy all at once (701.8); what helps: indestructible, shield counters, regeneration."""
    died, regenerated, left = set[str](), set[str](), set[str]()
    counters = dict(state.shield_counters)
    for name in names:
        thing = state.creatures.get(name) or state.combat.planeswalkers.get(name)
        if thing is not None and Keyword.INDESTRUCTIBLE in thing.keywords:
            continue
        if counters.get(name, 0):  # 122.1c
            counters[name] -= 1
        elif state.regeneration.get(name, 0) and not effect.cant_regenerate:
            regenerated.add(name)
        else:
            left.add(name)
            if name in state.creatures:
                died.add(name)
    state = state_actions.regenerate(state, frozenset(regenerated))
    state = _each(state, sorted(regenerated), lambda c: replace(c, tapped=True))
    return state.evolve(
        shield_counters=counters,
        died=state.died | died,
        left=state.left | left,
        gone=state.gone | left,
    )


def _remove(state: State, item: Item, effect: CardEffect, names: Sequence[str]) -> State:
    return state.evolve(left=state.left.union(names), gone=state.gone.union(names))


def _tap(state: State, item: Item, effect: CardEffect, names: Sequence[str]) -> State:
    return _each(state, names, lambda c: replace(c, tapped=effect.kind is EffectKind.TAP))


def _remove_from_combat(
    state: State, item: Item, effect: CardEffect, names: Sequence[str]
) -> State:
    return state.evolve(gone=state.gone.union(names))


def _prevent(state: State, item: Item, effect: CardEffect, names: Sequence[str]) -> State:
    shields = dict(state.shields)
    for name in names:
        now = shields.get(name, 0)
        if effect.amount == "all" or now == "all":
            shields[name] = "all"
        else:
            shields[name] = now + number(effect.amount, item.x)
    return _modified(state.evolve(shields=shields))


def _regenerate(state: State, item: Item, effect: CardEffect, names: Sequence[str]) -> State:
    shields = {name: state.regeneration.get(name, 0) + 1 for name in names}
    return state.evolve(regeneration={**state.regeneration, **shields})


def _become_blocked(state: State, item: Item, effect: CardEffect, names: Sequence[str]) -> State:
    attacking = [n for n in names if state.combat.creatures[n].attacks and n not in state.gone]
    return place(state, {name: {"blocked": True} for name in attacking})


def _become_unblocked(state: State, item: Item, effect: CardEffect, names: Sequence[str]) -> State:
    attacking = {n for n in names if state.combat.creatures[n].attacks and n not in state.gone}
    roles: dict[str, dict[str, Any]] = {name: {"blocked": None, "band": None} for name in attacking}
    for blocker, blocked in state.combat.blocks.items():
        if not attacking.isdisjoint(blocked):
            roles[blocker] = {"blocking": tuple(n for n in blocked if n not in attacking)}
    return place(state, roles)


def _fog(state: State, item: Item, effect: CardEffect, names: Sequence[str]) -> State:
    by = Select(kind="creature") if effect.target is None else Select(ids=tuple(names))
    return _with_effect(state, Effect("prevent", "all", sources=by))


def _life(state: State, item: Item, effect: CardEffect, names: Sequence[str]) -> State:
    for name in names:
        state = gain_life(state, name, number(effect.amount, item.x))
    return state


def gain_life(state: State, player: str, amount: int) -> State:
    """Return the state after a player gains life, or loses it; a team shares it (119.3, 810.9)."""
    members = state.combat.team(player)
    life = {n: had + amount if n in members else had for n, had in state.life.items()}
    return state.evolve(life=life)


def _nothing(state: State, item: Item, effect: CardEffect, names: Sequence[str]) -> State:
    return state


DO: dict[EffectKind, Callable[[State, Item, CardEffect, Sequence[str]], State]] = {
    EffectKind.PUMP: _pump,
    EffectKind.DOUBLE_POWER: _double_power,
    EffectKind.GAIN: _gain,
    EffectKind.LOSE: _lose,
    EffectKind.DAMAGE: _damage,
    EffectKind.DESTROY: _destroy,
    EffectKind.EXILE: _remove,
    EffectKind.RETURN: _remove,
    EffectKind.TAP: _tap,
    EffectKind.UNTAP: _tap,
    EffectKind.REMOVE_FROM_COMBAT: _remove_from_combat,
    EffectKind.PREVENT: _prevent,
    EffectKind.REGENERATE: _regenerate,
    EffectKind.BECOME_BLOCKED: _become_blocked,
    EffectKind.BECOME_UNBLOCKED: _become_unblocked,
    EffectKind.FOG: _fog,
    EffectKind.LIFE: _life,
    EffectKind.SEARCH: _nothing,
    EffectKind.DRAW: _nothing,
}
"""What each kind of effect does to what it is about; `enter` is about nothing that is there."""


def _with_effect(state: State, effect: Effect) -> State:
    return state.evolve(combat=replace(state.combat, effects=(*state.combat.effects, effect)))


LOOKED_AT = Effect("add", 0)
"""Changes nothing, but has damage looked at for what a state says and its combat does not."""


def _modified(state: State) -> State:
    """Return the state with damage looked at for shields and protection (`has_modifiers`)."""
    return state if state.combat.has_modifiers else _with_effect(state, LOOKED_AT)
