"""Damage dealt and its results (510.2, 120.3), and the state-based actions after it (704)."""

from __future__ import annotations

from collections.abc import Mapping

from .reading import Board, Creature, Slot, State

Effect = Mapping[Slot, int]
"""What damage does, summed over sources. Slots: "marked", "counters", "touched" (1 if a deathtouch
source is among them) of a creature; "life", "infect", "toxic" of a player; "commander" of a
commander and a player; "damage" of a planeswalker or battle; "gain" (lifelink) of a player.

Of damage that is assigned and not dealt yet: "assigned" and "deadly" (1 with deathtouch) of what a
gate asks for, "pending" of a shielded recipient and a source; and what it costs: "used shield",
"used counter"."""

NO_EFFECT: Effect = {}
FLAGS = ("touched", "deadly")
HURTS = ("marked", "counters", "damage")


def hit(board: Board, source: Creature, recipient: str, amount: int) -> Effect:
    """What one source's damage, as it is dealt, does to one recipient in one step (120.3)."""
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
        both[slot] = 1 if slot[0] in FLAGS else both.get(slot, 0) + number
    return both


def deal(board: Board, state: State, effect: Effect) -> State:
    """Deal all damage of one step at the same time, then perform state-based actions."""
    after = dict(state)
    for slot, number in effect.items():
        _result(board, after, slot, number)
    for name in {slot[1] for slot in effect if slot[0] in HURTS}:
        after["overkill",] += overkill(board, state, effect, name)
    _state_based_actions(board, after, effect)
    return after


def interlude(board: Board, state: State) -> State:
    """What happens between the two steps to those that are still there, as the document says."""
    if board.later is None:
        return state
    after = dict(state)
    for name in board.leaving:
        if after["there", name]:
            after["combat", name] = 0  # 506.4
            if name in board.regenerating:
                after["marked", name] = 0
    _state_based_actions(board.later, after, NO_EFFECT)  # indestructible may have been lost
    return after


def _result(board: Board, after: State, slot: Slot, number: int) -> None:
    kind, name = slot[0], slot[1]
    if kind in ("marked", "counters"):
        after[slot] += number
        after["dealt", name] += number
    elif kind == "life":
        after["life", board.shared[name]] -= number
        after["dealt", name] += number
    elif kind == "infect":
        _poison(board, after, name, number)
        after["dealt", name] += number
    elif kind == "toxic":
        _poison(board, after, name, number)
    elif kind == "commander":
        after[slot] += number
        if board.is_own(name) and slot[2] in board.defenders:
            after["commander dealt",] += number
    elif kind == "gain":
        after["life", board.shared[name]] += number  # 810.9a
        after["gained", name] += number
    elif kind == "damage":
        counted = "loyalty" if name in board.planeswalkers else "defense"
        after[counted, name] = max(0, after[counted, name] - number)
        after["dealt", name] += number
    elif kind == "used shield":
        after["shield", name] -= number  # 615.7
    elif kind == "used counter":
        after["shield counters", name] -= number  # 122.1c


def _poison(board: Board, after: State, player: str, number: int) -> None:
    after["poison", board.shared[player]] += number  # 810.10
    after["new poison", player] += number


def overkill(board: Board, before: State, effect: Effect, name: str) -> int:
    """120.10: damage beyond lethal damage, loyalty or defense, on one recipient in one step."""
    if name in board.creatures:
        creature = board.creatures[name]
        if creature.controller in board.own:
            return 0
        dealt = effect.get(("marked", name), 0) + effect.get(("counters", name), 0)
        needed = creature.toughness - before["counters", name] - before["marked", name]
        needed = max(0, needed)
        if effect.get(("touched", name), 0):
            needed = min(1, needed)
    elif board.planeswalkers.get(name, board.active) not in board.own:
        dealt, needed = effect.get(("damage", name), 0), before["loyalty", name]
    elif name in board.battles:
        dealt, needed = effect.get(("damage", name), 0), before["defense", name]
    else:
        return 0
    return max(0, dealt - needed)


def _state_based_actions(board: Board, after: State, effect: Effect) -> None:
    """704.5a, c, f-h, 704.6a-c. Planeswalkers and battles at 0 (704.5i, v, w) need no mark."""
    fates = {name: _fate(board, after, effect, name) for name in board.creatures}
    losing = [player for player in board.players if _loses(board, after, player)]
    for name, fate in fates.items():
        if fate == "destroyed" and after["regeneration", name]:
            _regenerate(after, name)
        elif fate:
            after["died", name] = 1
            after["there", name] = after["combat", name] = 0
    for player in losing:
        after["lost", player] = 1
        for creature in board.creatures.values():
            if creature.controller == player:  # 800.4a: leaves, but has not died
                after["there", creature.name] = after["combat", creature.name] = 0


def _regenerate(after: State, name: str) -> None:
    """701.19a: one shield replaces its destruction, however many reasons there are (704.7)."""
    after["regeneration", name] -= 1
    after["marked", name] = 0
    after["combat", name] = 0


def _fate(board: Board, after: State, effect: Effect, name: str) -> str:
    if not after["there", name]:
        return ""
    creature = board.creatures[name]
    toughness = creature.toughness - after["counters", name]
    if toughness <= 0:
        return "dies"  # 704.5f
    if after["marked", name] < toughness and not effect.get(("touched", name), 0):
        return ""
    return "" if creature.has("indestructible") else "destroyed"  # 702.12b, 704.5g-h


def _loses(board: Board, after: State, player: str) -> bool:
    """A player alone, or the whole team with one of its members (810.8)."""
    shared = board.shared[player]
    return (
        after["lost", player] == 1
        or after["life", shared] <= 0
        or after["poison", shared] >= (15 if player in board.teams else 10)
        or any(
            after["commander", commander, member] >= 21
            for commander in board.commanders
            for member in board.members(player)
        )
    )
