"""Who may assign combat damage to whom (510.1, 702.19), one creature at a time and jointly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .dealing import NO_EFFECT, Effect, hit, merge
from .modifiers import modifier

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from .reading import Board, Creature, Slot, State

Way = dict[str, frozenset[str]]
"""One way to divide damage: every allowed recipient, with all that must have been assigned lethal
damage before this recipient may get any (702.19b-c). Without recipients nothing is assigned."""

Division = dict[str, int]
"""Recipient to the damage assigned to it, always more than 0."""

FREE: frozenset[str] = frozenset()


def assigns_now(state: State, creature: Creature, step: str) -> bool:
    """510.4: whether the creature, if it is still there, assigns damage in this step."""
    if not state["combat", creature.name]:
        return False
    if step == "first_strike":
        return creature.struck_first
    return creature.has("double strike") or not creature.struck_first


def amount(state: State, creature: Creature) -> int:
    """510.1a: what it assigns. -1/-1 counters lower both values; 0 or less assigns nothing."""
    if creature.assigns == "nothing":
        return 0
    value = creature.toughness if creature.assigns == "toughness" else creature.power
    return max(0, value - state["counters", creature.name])


def divided_by_active(board: Board, state: State, creature: Creature) -> bool:
    """702.22j-k, or as an effect says: whether the active player's side divides its damage."""
    if creature.assigned_by is not None:
        return creature.assigned_by in board.own
    if creature.is_attacking:
        blockers = blockers_of(board, state, creature)
        return not any(board.creatures[name].has("banding") for name in blockers)
    return any(
        board.creatures[name].has("banding") for name in creature.blocking if state["combat", name]
    )


def dividing(board: Board, state: State, step: str, active: bool) -> list[Creature]:
    """The creatures whose damage one side divides in this step."""
    return [
        fighter
        for fighter in board.attackers + board.blockers
        if assigns_now(state, fighter, step) and divided_by_active(board, state, fighter) == active
    ]


def blockers_of(board: Board, state: State, attacker: Creature) -> list[str]:
    """The creatures that are blocking it now, sorted by name."""
    return sorted(
        blocker.name
        for blocker in board.blockers
        if attacker.name in blocker.blocking and state["combat", blocker.name]
    )


def attacked(board: Board, state: State, attacker: Creature) -> str | None:
    """What it attacks, if that is still there (506.4c)."""
    target = attacker.target
    if target in board.players:
        return None if state["lost", target] else target
    if target in board.planeswalkers:
        left = state["loyalty", target] == 0 or state["lost", board.planeswalkers[target]]
        return None if left else target
    if target in board.battles:
        left = state["defense", target] == 0 or any(
            state["lost", player] for player in board.battles[target]
        )
        return None if left else target
    return None


def defending_player(board: Board, state: State, attacker: Creature) -> str | None:
    """508.5: the defending player of this attack, last known if its target left combat."""
    target = attacker.target
    if target in board.players:
        player: str | None = target
    elif target in board.planeswalkers:
        player = board.planeswalkers[target]
    elif target in board.battles:
        player = board.battles[target][1]
    elif attacker.was_attacking_controller is not None:
        player = attacker.was_attacking_controller
    else:
        player = board.defenders[0] if len(board.defenders) == 1 else None
    return None if player is None or state["lost", player] else player


def unblocked_way(board: Board, state: State, attacker: Creature) -> Way:
    """510.1b; trample over planeswalkers passes one behind its loyalty (702.19c, e)."""
    passes = attacker.has("trample over planeswalkers")
    target = attacked(board, state, attacker)
    if target is None:
        attacked_planeswalker = attacker.target is None or attacker.target in board.planeswalkers
        player = defending_player(board, state, attacker)
        return {player: FREE} if passes and attacked_planeswalker and player else {}
    way = {target: FREE}
    if passes and target in board.planeswalkers:
        way[board.planeswalkers[target]] = frozenset({target})
    return way


def in_order(board: Board, creature: Creature, names: list[str]) -> Way:
    """Everything it fights is free, or behind all before it in the order (`rules: ordered`)."""
    if not board.ordered:
        return dict.fromkeys(names, FREE)
    order = [*creature.damage_order, *board.creatures]
    names = sorted(names, key=order.index)
    return {name: frozenset(names[:place]) for place, name in enumerate(names)}


def blocked_way(board: Board, state: State, attacker: Creature) -> Way:
    """510.1c; with trample all that it could hit unblocked stands behind its blockers (702.19)."""
    blockers = blockers_of(board, state, attacker)
    way = in_order(board, attacker, blockers)
    if attacker.tramples:
        for recipient, gates in unblocked_way(board, state, attacker).items():
            way[recipient] = gates | frozenset(blockers)
    return way


def others_way(board: Board, state: State, attacker: Creature) -> Way:
    """The other side divides: freely among its blockers only. Without any: 702.19d, 510.1b-c."""
    blockers = blockers_of(board, state, attacker)
    if blockers:
        return dict.fromkeys(blockers, FREE)
    target = attacked(board, state, attacker)
    if target is None or (attacker.is_blocked and not attacker.tramples):
        return {}
    return {target: FREE}


def free_way(board: Board, state: State, attacker: Creature) -> Way | None:
    """ "Divides among the defending player and any number of creatures they control"."""
    player = defending_player(board, state, attacker)
    if player is None:
        return None
    theirs = [
        creature.name
        for creature in board.creatures.values()
        if creature.controller == player and state["there", creature.name]
    ]
    return dict.fromkeys([player, *theirs], FREE)


def ways(board: Board, state: State, creature: Creature) -> list[Way]:
    """All ways in which the creature's damage may be divided."""
    by_other_side = divided_by_active(board, state, creature) != creature.is_attacking
    if not creature.is_attacking:  # 510.1d, and 702.19a: no trample
        names = [name for name in creature.blocking if state["combat", name]]
        if by_other_side:
            return [dict.fromkeys(names, FREE)]
        return [in_order(board, creature, names)]
    if by_other_side:
        return [others_way(board, state, creature)]
    if not creature.is_blocked:
        found = [unblocked_way(board, state, creature)]
    else:
        found = [blocked_way(board, state, creature)]
        if creature.as_though_unblocked:
            found.append(unblocked_way(board, state, creature))
    if creature.divides_among_defenders:
        way = free_way(board, state, creature)
        if way is not None:
            found.append(way)
    return found


def divisions(total: int, recipients: Sequence[str]) -> Iterator[Division]:
    """Every division of exactly the total among the recipients."""
    if len(recipients) == 1:
        yield {recipients[0]: total} if total else {}
        return
    for first in range(total + 1):
        for rest in divisions(total - first, recipients[1:]):
            yield {recipients[0]: first, **rest} if first else rest


def gates_of(way: Way, division: Division) -> frozenset[str]:
    """All that must have been assigned lethal damage for this division."""
    return FREE.union(*(way[recipient] for recipient in division))


def options(
    board: Board, state: State, creature: Creature
) -> list[tuple[Division, frozenset[str]]]:
    """Every division that the creature may make, with the gates that it has to pass."""
    total = amount(state, creature)
    found: list[tuple[Division, frozenset[str]]] = []
    for way in ways(board, state, creature):
        legal = divisions(total, list(way)) if total and way else [Division()]
        for division in legal:
            option = division, gates_of(way, division)
            if option not in found:
                found.append(option)
    return found


def is_lethal(board: Board, state: State, effect: Effect, name: str) -> bool:
    """702.19b-c, 702.2c: whether lethal damage (or loyalty) is assigned, all sources together."""
    assigned = effect.get(("assigned", name), 0)
    if name in board.planeswalkers:
        return assigned >= state["loyalty", name]
    if effect.get(("deadly", name), 0):
        return True
    toughness = board.creatures[name].toughness - state["counters", name]
    return state["marked", name] + assigned >= toughness


def gates_met(board: Board, state: State, effect: Effect, gates: Iterable[str]) -> bool:
    """510.1e: whether the assignment opens all these gates."""
    return all(is_lethal(board, state, effect, name) for name in gates)


def assigned_effect(creature: Creature, division: Division, gates: Collection[str]) -> Effect:
    """What a division means to these gates, whatever is dealt of it (702.19b)."""
    effect: dict[Slot, int] = {}
    for recipient, damage in division.items():
        if recipient in gates:
            effect["assigned", recipient] = damage
            if creature.has("deathtouch"):
                effect["deadly", recipient] = 1
    return effect


def forced_effect(
    board: Board, state: State, fighters: Iterable[Creature], gates: Collection[str]
) -> Effect:
    """What is assigned without anybody's choice: divisions with one possible recipient."""
    effect = NO_EFFECT
    for fighter in fighters:
        total = amount(state, fighter)
        recipients = {name for way in ways(board, state, fighter) for name in way}
        if total and len(recipients) == 1:
            effect = merge(effect, assigned_effect(fighter, {recipients.pop(): total}, gates))
    return effect


def effect_of(board: Board, creature: Creature, division: Division) -> Effect:
    """What a creature's division does when it is dealt; what shields prevent is still open."""
    effect = NO_EFFECT
    for recipient, damage in division.items():
        changes = modifier(board, creature, recipient)
        left = changes.prevent(damage)
        if left and recipient in board.shielded:
            effect = merge(effect, {("pending", recipient, creature.name): left})
        else:
            effect = merge(effect, hit(board, creature, recipient, changes.raised(left)))
    return effect
