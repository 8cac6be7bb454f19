"""Wishes: what must hold at the end, whatever the defending side does."""

from __future__ import annotations

import operator
import re
from typing import TYPE_CHECKING

from .scoring import terms_of, total

if TYPE_CHECKING:
    from collections.abc import Callable

    from .reading import Board, State

_ABOUT = re.compile(r"\s*(destroys|survives|no_damage)\(\s*([^()\s]+)\s*\)\s*")
_COUNTED = re.compile(r"\s*(loyalty|defense|life)\(\s*([^()\s]+)\s*\)\s*")
_COMPARISON = re.compile(r"(.+?)(>=|<=|==|>|<)\s*([+-]?\d+)\s*")
_OPERATORS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}


def holds(board: Board, state: State, wish: str) -> bool:
    """Whether the wish has come true in a final state."""
    if about := _ABOUT.fullmatch(wish):
        kind, name = about.groups()
        copies = board.groups.get(name, [name])
        if kind == "destroys":
            return all(_is_destroyed(board, state, copy) for copy in copies)
        if kind == "survives":
            return not any(_is_destroyed(board, state, copy) for copy in copies)
        return all(state["dealt", copy] == 0 for copy in copies)
    comparison = _COMPARISON.fullmatch(wish)
    if comparison is None:
        raise ValueError(f"not a wish: {wish!r}")
    left, sign, number = comparison.groups()
    return _OPERATORS[sign](_left_side(board, state, left), int(number))


def _is_destroyed(board: Board, state: State, name: str) -> bool:
    if name in board.creatures:
        return state["died", name] == 1
    return state["loyalty" if name in board.planeswalkers else "defense", name] == 0


def _left_side(board: Board, state: State, text: str) -> int:
    if counted := _COUNTED.fullmatch(text):
        kind, name = counted.groups()
        return state[kind, board.shared[name] if kind == "life" else name]
    return total(board, state, terms_of(text))
