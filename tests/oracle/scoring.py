"""The objectives of the contract, their sums, and the result in the output's form."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .reading import Board, Creature, State

_TERM = re.compile(r"\s*([+-]?)\s*(?:([+-]?\d+)\s*\*\s*)?([a-z_]+(?::[^\s+*]+)?)\s*")

Objective = tuple[int, list[tuple[int, str]]]
"""+1 to maximise or -1 to minimise, and the weighted names."""


def parse(objective: str) -> Objective:
    """Read "max NAME" or "min NAME", NAME possibly a sum with integer weights."""
    direction, _, text = objective.strip().partition(" ")
    return {"max": 1, "min": -1}[direction], terms_of(text)


def terms_of(text: str) -> list[tuple[int, str]]:
    """Read a sum with integer weights."""
    terms: list[tuple[int, str]] = []
    place = 0
    while place < len(text):
        match = _TERM.match(text, place)
        if match is None or not match.end() > place:
            raise ValueError(f"not a sum: {text!r}")
        sign, weight, name = match.groups()
        terms.append((int(weight or 1) * (-1 if sign == "-" else 1), name))
        place = match.end()
    return terms


def score(board: Board, state: State, objective: Objective) -> int:
    """The natural value of an objective in a final state."""
    return total(board, state, objective[1])


def total(board: Board, state: State, terms: Sequence[tuple[int, str]]) -> int:
    """The value of a weighted sum of names in a final state."""
    return sum(weight * value_of(board, state, name) for weight, name in terms)


def value_of(board: Board, state: State, name: str) -> int:
    """The natural value of one name in a final state."""
    base, _, player = name.partition(":")
    if player:
        if base != "player_damage" or player not in board.defenders:
            raise ValueError(f"not an objective: {name!r}")
        return state["dealt", player]
    if base == "outcome":
        return {"win": 1, "loss": -1}.get(outcome(board, state), 0)
    return _NAMES[base](board, state)


def _died(board: Board, state: State, own: bool) -> list[Creature]:
    return [
        creature
        for creature in board.creatures.values()
        if state["died", creature.name] and (creature.controller in board.own) == own
    ]


def _theirs(board: Board) -> list[str]:
    return [name for name, owner in board.planeswalkers.items() if owner not in board.own]


def _all_lost(board: Board, state: State) -> bool:
    return all(state["lost", player] for player in board.defenders)


_NAMES: dict[str, Callable[[Board, State], int]] = {
    "player_damage": lambda board, state: sum(state["dealt", p] for p in board.defenders),
    "lethal": lambda board, state: int(_all_lost(board, state)),
    "kills": lambda board, state: len(_died(board, state, own=False)),
    "kill_value": lambda board, state: sum(c.value for c in _died(board, state, own=False)),
    "own_losses": lambda board, state: len(_died(board, state, own=True)),
    "own_loss_value": lambda board, state: sum(c.value for c in _died(board, state, own=True)),
    "planeswalker_damage": lambda board, state: sum(state["dealt", w] for w in _theirs(board)),
    "planeswalkers_killed": lambda board, state: sum(
        state["loyalty", walker] == 0 for walker in _theirs(board)
    ),
    "battle_damage": lambda board, state: sum(state["dealt", battle] for battle in board.battles),
    "battles_defeated": lambda board, state: sum(
        state["defense", battle] == 0 for battle in board.battles
    ),
    "poison": lambda board, state: sum(state["new poison", p] for p in board.defenders),
    "commander_damage": lambda board, state: state["commander dealt",],
    "life_gained": lambda board, state: sum(state["gained", player] for player in board.own),
    "overkill": lambda board, state: state["overkill",],
}

NAMES: Sequence[str] = tuple(_NAMES)


def outcome(board: Board, state: State) -> str:
    """104.2a, 104.4a: from the active player's side."""
    won, lost = _all_lost(board, state), state["lost", board.active] == 1
    if won and lost:
        return "draw"
    return "win" if won else "loss" if lost else "undecided"


def result_of(board: Board, state: State) -> dict[str, Any]:
    """The contract's `result` of a final state."""
    return {
        "players": {
            player: {
                "life": state["life", board.shared[player]],
                "damage": state["dealt", player],
                "poison": state["poison", board.shared[player]],
            }
            for player in board.players
        },
        "planeswalkers": {
            name: {"loyalty": state["loyalty", name], "dies": state["loyalty", name] == 0}
            for name in board.planeswalkers
        },
        "battles": {
            name: {"defense": state["defense", name], "defeated": state["defense", name] == 0}
            for name in board.battles
        },
        "destroyed": [name for name in board.creatures if state["died", name]],
        "outcome": outcome(board, state),
    }
