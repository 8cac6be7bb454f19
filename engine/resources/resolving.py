"""What the effects of a card do to the state of a combat, one after the other (608.2c)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine import state_actions
from engine.assignment import Assigned
from engine.combat import Combat
from engine.damage import deal
from engine.declarations.placing import placed
from engine.keywords import Keyword
from engine.objects import Creature, Effect, Select, SpellSource
from engine.resources.effects import CardEffect, EffectKind, NewCreature
from engine.resources.targets import (
    Origin,
    Scope,
    legal_targets,
    matches,
    read_scope,
    target_sets,
)
from engine.state import State

ATTACKED = Scope(frozenset(("player", "planeswalker", "battle")), control="opponent")
"""What a creature that enters attacking may attack (508.4)."""


@dataclass(frozen=True)
class Item:
    """Effects on the stack, with what was chosen for them (608.2).

    Attributes
    ----------
    name
        The card that they come from.
    targets
        One for each of `choices`.
    """

    name: str
    origin: Origin
    effects: tuple[CardEffect, ...]
    x: int = 0
    targets: tuple[str, ...] = ()


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
        state = _DO[effect.kind](state, item, effect, there)
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
    life = dict(state.life)
    for name in names:
        for member in state.combat.team(name):
            life[member] += number(effect.amount, item.x)
    return state.evolve(life=life)


def _nothing(state: State, item: Item, effect: CardEffect, names: Sequence[str]) -> State:
    return state


_DO: dict[EffectKind, Callable[[State, Item, CardEffect, Sequence[str]], State]] = {
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


def _with_effect(state: State, effect: Effect) -> State:
    return state.evolve(combat=replace(state.combat, effects=(*state.combat.effects, effect)))


LOOKED_AT = Effect("add", 0)
"""Changes nothing, but has damage looked at for what a state says and its combat does not."""


def _modified(state: State) -> State:
    """Return the state with damage looked at for shields and protection (`has_modifiers`)."""
    return state if state.combat.has_modifiers else _with_effect(state, LOOKED_AT)


def _enter(state: State, item: Item, effect: CardEffect, attacked: str | None) -> State:
    assert effect.creature is not None
    for _ in range(effect.count):
        state = enter(state, item.origin.player, effect.creature, attacked, tapped=effect.tapped)
    return state


def enter(
    state: State,
    player: str,
    new: NewCreature,
    attacked: str | None = None,
    *,
    tapped: bool = False,
) -> State:
    """Return the state after a creature has entered the battlefield, attacking if that is said.

    Its id is its name in lower case, with a number if that is taken.
    """
    combat = state.combat
    taken = {*combat.players, *combat.copies, *combat.planeswalkers, *combat.battles}
    name = base = new.name.lower()
    k = 1
    while name in taken:
        k += 1
        name = f"{base} {k}"
    attacks = attacked is not None and player in combat.active_side
    value = max(0, new.power + new.toughness) if new.value is None else new.value
    creature = Creature(
        name, player, new.power, new.toughness, value,
        keywords=new.keywords, colors=new.colors, types=new.types,
        attacks=attacks, attacking=attacked if attacks else None,
        tapped=tapped, summoning_sick=True,
    )  # fmt: skip
    # It was in no combat as a first damage step began, so 510.4 lets it strike in the second.
    kept = tuple(k for k in new.keywords if k != Keyword.FIRST_STRIKE)
    changed: Combat = replace(combat, groups=(*combat.groups, replace(creature, keywords=kept)))
    return state.evolve(
        combat=changed,
        creatures={**state.creatures, name: creature},
        marked={**state.marked, name: 0},
    )
