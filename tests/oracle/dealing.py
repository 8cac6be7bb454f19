"""Damage dealt and its results (510.2, 120.3), and the state-based actions after it (704)."""

from __future__ import annotations

from collections.abc import Mapping

from .reading import Board, Creature, Slot, State

Effect = Mapping[Slot, int]
"""What damage does, summed over sources. Slots: "marked", "counters", "touched" (1 if a deathtouch
source is among them) of a creature; "life", "infect", "toxic" of a player; "commander" of a
commander and a player; "damage" of a planeswalker or battle; "gain" (lifelink) of a player."""

NO_EFFECT: Effect = {}


def hit(board: Board, source: Creature, recipient: str, amount: int) -> Effect:
    """What one source's damage does to one recipient in one step (120.3)."""
    if amount <= 0:  # 120.8
        return {}
    effect: dict[Slot, int] = {}
    if recipient in board.players:
        effect["infect" if source.has("infect") else "life", recipient] = amount  # 120.3a-b
        if source.toxic:
            effect["toxic", recipient] = source.toxic  # 120.3g: flat
        if source.commander:
            effect["commander", source.name, recipient] = amount  # 903.10a
    elif recipient in board.creatures:
        shrinks = source.has("infect", "wither")
        effect["counters" if shrinks else "marked", recipient] = amount  # 120.3d-e
        if source.has("deathtouch"):
            effect["touched", recipient] = 1  # 702.2b
    else:
        effect["damage", recipient] = amount  # 120.3c, h
    if source.has("lifelink"):
        effect["gain", source.controller] = amount  # 120.3f
    return effect


def merge(one: Effect, other: Effect) -> Effect:
    """Both effects at once."""
    both = dict(one)
    for slot, number in other.items():
        both[slot] = 1 if slot[0] == "touched" else both.get(slot, 0) + number
    return both


def deal(board: Board, state: State, effect: Effect) -> State:
    """Deal all damage of one step at the same time, then perform state-based actions."""
    after = dict(state)
    for slot, number in effect.items():
        _result(board, after, slot, number)
    for name in {slot[1] for slot in effect}:
        after["overkill",] += overkill(board, state, effect, name)
    _state_based_actions(board, after, effect)
    return after


def _result(board: Board, after: State, slot: Slot, number: int) -> None:
    kind, name = slot[0], slot[1]
    if kind in ("marked", "counters"):
        after[slot] += number
    elif kind == "life":
        after["life", name] -= number
        after["dealt", name] += number
    elif kind == "infect":
        after["poison", name] += number
        after["new poison", name] += number
        after["dealt", name] += number
    elif kind == "toxic":
        after["poison", name] += number
        after["new poison", name] += number
    elif kind == "commander":
        after[slot] += number
        if board.creatures[name].controller == board.active and slot[2] in board.defenders:
            after["commander dealt",] += number
    elif kind == "gain":
        after["life", name] += number
        after["gained", name] += number
    elif kind == "damage":
        counted = "loyalty" if name in board.planeswalkers else "defense"
        after[counted, name] = max(0, after[counted, name] - number)
        after["dealt", name] += number


def overkill(board: Board, before: State, effect: Effect, name: str) -> int:
    """120.10: damage beyond lethal damage, loyalty or defense, on one recipient in one step."""
    if name in board.creatures:
        creature = board.creatures[name]
        if creature.controller == board.active:
            return 0
        dealt = effect.get(("marked", name), 0) + effect.get(("counters", name), 0)
        needed = creature.toughness - before["counters", name] - before["marked", name]
        needed = max(0, needed)
        if effect.get(("touched", name), 0):
            needed = min(1, needed)
    elif board.planeswalkers.get(name, board.active) != board.active:
        dealt, needed = effect.get(("damage", name), 0), before["loyalty", name]
    elif name in board.battles:
        dealt, needed = effect.get(("damage", name), 0), before["defense", name]
    else:
        return 0
    return max(0, dealt - needed)


def _state_based_actions(board: Board, after: State, effect: Effect) -> None:
    """704.5a, c, f-h, 704.6c. Planeswalkers and battles at 0 (704.5i, v, w) need no mark."""
    dying = [name for name in board.creatures if _dies(board, after, effect, name)]
    losing = [player for player in board.players if _loses(board, after, player)]
    for name in dying:
        after["died", name] = 1
        after["there", name] = 0
    for player in losing:
        after["lost", player] = 1
        for creature in board.creatures.values():
            if creature.controller == player:
                after["there", creature.name] = 0  # 800.4a: leaves, but has not died


def _dies(board: Board, after: State, effect: Effect, name: str) -> bool:
    if not after["there", name]:
        return False
    creature = board.creatures[name]
    toughness = creature.toughness - after["counters", name]
    if toughness <= 0:
        return True  # 704.5f
    if creature.has("indestructible"):
        return False  # 702.12b
    return after["marked", name] >= toughness or effect.get(("touched", name), 0) > 0  # 704.5g-h


def _loses(board: Board, after: State, player: str) -> bool:
    commanders = [creature.name for creature in board.creatures.values() if creature.commander]
    return (
        after["lost", player] == 1
        or after["life", player] <= 0
        or after["poison", player] >= 10
        or any(after["commander", name, player] >= 21 for name in commanders)
    )
