"""Who may assign combat damage to whom (510.1, 702.19), one creature at a time and jointly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .dealing import NO_EFFECT, Effect, hit, merge

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .reading import Board, Creature, State

Way = dict[str, frozenset[str]]
"""One way to divide damage: every allowed recipient, with all that must have been assigned lethal
damage before this recipient may get any (702.19b-c). Without recipients nothing is assigned."""

Division = dict[str, int]
"""Recipient to the damage assigned to it, always more than 0."""

FREE: frozenset[str] = frozenset()


def assigns_now(state: State, creature: Creature, step: str) -> bool:
    """510.4: whether the creature, if it is still there, assigns damage in this step."""
    if not state["there", creature.name]:
        return False
    if step == "first_strike":
        return creature.has("first strike", "double strike")
    return creature.has("double strike") or not creature.has("first strike")


def amount(state: State, creature: Creature) -> int:
    """510.1a: what it assigns. -1/-1 counters lower both values; 0 or less assigns nothing."""
    if creature.assigns == "nothing":
        return 0
    value = creature.toughness if creature.assigns == "toughness" else creature.power
    return max(0, value - state["counters", creature.name])


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


def blocked_way(board: Board, state: State, attacker: Creature) -> Way:
    """510.1c; with trample all that it could hit unblocked stands behind its blockers (702.19)."""
    blockers = frozenset(
        blocker.name
        for blocker in board.blockers
        if attacker.name in blocker.blocking and state["there", blocker.name]
    )
    way = dict.fromkeys(sorted(blockers), FREE)
    if attacker.has("trample", "trample over planeswalkers"):
        for recipient, gates in unblocked_way(board, state, attacker).items():
            way[recipient] = gates | blockers
    return way


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
    """All ways in which the creature's controller may have it divide its damage."""
    if not creature.is_attacking:  # 510.1d, and 702.19a: no trample
        return [{name: FREE for name in creature.blocking if state["there", name]}]
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
    if name in board.planeswalkers:
        return effect.get(("damage", name), 0) >= state["loyalty", name]
    if effect.get(("touched", name), 0):
        return True
    assigned = effect.get(("marked", name), 0) + effect.get(("counters", name), 0)
    toughness = board.creatures[name].toughness - state["counters", name]
    return state["marked", name] + assigned >= toughness


def gates_met(board: Board, state: State, effect: Effect, gates: Iterable[str]) -> bool:
    """510.1e: whether the whole side's assignment opens all these gates."""
    return all(is_lethal(board, state, effect, name) for name in gates)


def effect_of(board: Board, creature: Creature, division: Division) -> Effect:
    """What a creature's division does when it is dealt."""
    effect = NO_EFFECT
    for recipient, damage in division.items():
        effect = merge(effect, hit(board, creature, recipient, damage))
    return effect
