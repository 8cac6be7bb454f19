"""How many assignments are optimal, and which pairs of objectives nothing improves on."""

from __future__ import annotations

from collections.abc import Sequence

from . import scoring
from .assigning import FREE
from .choosing import Turn
from .dealing import NO_EFFECT, Effect, deal, interlude, merge
from .game import Vector, first_step, is_over
from .reading import Board, Document, State, UnsupportedError, read
from .shields import settled

Alternatives = frozenset[frozenset[str]]
"""All the gates that open for the division: one of these sets is enough."""

Counted = dict[object, tuple[Effect, frozenset[Alternatives], int]]
"""What assignments do, what has to be open for them, and how many they are."""


def count_optimal(document: Document, objectives: Sequence[str]) -> int:
    """How many different legal assignments of the active side have the optimal values.

    For documents with a single damage step in which the defending side has no choice. Two
    assignments differ if some source assigns another amount to some target; how shields are split
    afterwards is no part of an assignment.
    """
    board = read(document)
    if board.has_two_steps:
        raise UnsupportedError("two damage steps")
    turn = Turn(board, board.start, "regular")
    parsed = [scoring.parse(objective) for objective in objectives]
    counts: dict[Vector, int] = {}
    for mine, needed, count in _counted(turn).values():
        if all(any(turn.opens(mine, gates) for gates in some) for some in needed):
            vector = max(_vector(board, after, parsed) for after in _outcomes(turn, mine))
            counts[vector] = counts.get(vector, 0) + count
    return counts[max(counts)]


def frontier(document: Document, a: str, b: str) -> list[tuple[int, int]]:
    """The pairs of two objectives ("max NAME", "min NAME") that no legal play improves on.

    In natural values, sorted by the first objective from best to worst. For documents in which the
    defending side never has a choice.
    """
    board = read(document)
    parsed = [scoring.parse(objective) for objective in (a, b)]
    finals = _finals(board, board.start, first_step(board))
    pairs = sorted({_vector(board, state, parsed) for state in finals}, reverse=True)
    best: list[Vector] = []
    for pair in pairs:
        if not best or pair[1] > best[-1][1]:
            best.append(pair)
    (sign_a, _), (sign_b, _) = parsed
    return [(sign_a * one, sign_b * other) for one, other in best]


def _vector(board: Board, state: State, parsed: Sequence[scoring.Objective]) -> Vector:
    return tuple(objective[0] * scoring.score(board, state, objective) for objective in parsed)


def _counted(turn: Turn) -> Counted:
    """The active side's joint divisions, with equal sums put together."""
    found: Counted = {0: (NO_EFFECT, frozenset(), 1)}
    for (_, choices), effects in zip(turn.menu_ours, turn.effects(turn.menu_ours), strict=True):
        merged: Counted = {}
        for more, gates in _by_division(choices, effects):
            for effect, needed, count in found.values():
                both = merge(effect, more)
                all_gates = needed if FREE in gates else needed | {gates}
                key = frozenset(both.items()), all_gates
                before = merged.get(key, (both, all_gates, 0))[2]
                merged[key] = both, all_gates, before + count
        found = merged
    return found


def _by_division(
    choices: Sequence[tuple[dict[str, int], frozenset[str]]],
    effects: Sequence[tuple[Effect, frozenset[str]]],
) -> list[tuple[Effect, Alternatives]]:
    """A creature's different divisions, each with all ways to be allowed."""
    found: dict[object, tuple[Effect, Alternatives]] = {}
    for (division, gates), (effect, _) in zip(choices, effects, strict=True):
        key = frozenset(division.items())
        known: Alternatives = found[key][1] if key in found else frozenset()
        found[key] = effect, known | {gates}
    return list(found.values())


def _outcomes(turn: Turn, mine: Effect) -> list[State]:
    """What the active side may make of its assignment when the defending side has no choice."""
    replies = [
        told
        for reply in turn.replies(mine)
        for told in settled(turn.board, turn.state, merge(mine, reply), own=False)
    ]
    if len(replies) != 1:
        raise UnsupportedError("the defending side has a choice")
    return [
        deal(turn.board, turn.state, effect)
        for effect in settled(turn.board, turn.state, replies[0], own=True)
    ]


def _finals(board: Board, state: State, step: str) -> list[State]:
    """All states in which the combat may end."""
    turn = Turn(board.in_step(step), state, step)
    found = {tuple(after.values()): after for mine in turn.ours for after in _outcomes(turn, mine)}
    if step == "regular":
        return list(found.values())
    finals: list[State] = []
    for after in found.values():
        over = is_over(board, after)
        finals += [after] if over else _finals(board, interlude(board, after), "regular")
    return finals
