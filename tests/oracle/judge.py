"""Given assignments (the output format's `steps`): played out, and judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from . import scoring
from .assigning import (
    Division,
    Way,
    amount,
    effect_of,
    gates_met,
    gates_of,
    ways,
)
from .dealing import NO_EFFECT, Effect, deal, merge
from .game import first_step, is_over, side
from .reading import Board, Creature, Document, State, UnsupportedError, read

Steps = Sequence[Mapping[str, Any]]
Assignment = dict[str, Division]
"""Source to its division."""


def values(document: Document, steps: Steps, objectives: Sequence[str]) -> tuple[int, ...]:
    """The natural values of the objectives when these steps are played, legal or not."""
    board = read(document)
    final = _play(board, steps)
    return tuple(scoring.score(board, final, scoring.parse(text)) for text in objectives)


def result(document: Document, steps: Steps) -> dict[str, Any]:
    """The contract's `result` when these steps are played, legal or not."""
    board = read(document)
    return scoring.result_of(board, _play(board, steps))


def is_legal(document: Document, steps: Steps) -> bool:
    """Whether the assignment is legal, each step judged in the state in which it is made."""
    board = read(document)
    names = [step["step"] for step in steps]
    if names != sorted(set(names), key=["first_strike", "regular"].index):
        return False
    state, step = board.start, first_step(board)
    given = {entry["step"]: entry["assignments"] for entry in steps}
    while True:
        made = _assignment(given.pop(step, ()))
        if made is None or not _is_legal_step(board, state, step, made):
            return False
        state = deal(board, state, _effect(board, made))
        if step == "regular" or is_over(board, state):
            return not any(given.values())  # nothing may be assigned in a step that isn't there
        step = "regular"


def _assignment(entries: Sequence[Mapping[str, Any]]) -> Assignment | None:
    """The divisions by source, or None if an amount is negative."""
    made: Assignment = {}
    for entry in entries:
        if "copies" in entry:
            raise UnsupportedError("copies")
        if entry["amount"] < 0:
            return None
        if entry["amount"]:
            division = made.setdefault(entry["source"], {})
            division[entry["target"]] = division.get(entry["target"], 0) + entry["amount"]
    return made


def _effect(board: Board, made: Assignment) -> Effect:
    effect = NO_EFFECT
    for source, division in made.items():
        effect = merge(effect, effect_of(board, board.creatures[source], division))
    return effect


def _is_legal_step(board: Board, state: State, step: str, made: Assignment) -> bool:
    """510.1e: each side judged on all that it assigned."""
    ours = side(board, state, step, active=True)
    theirs = side(board, state, step, active=False)
    if not set(made) <= {creature.name for creature in ours + theirs}:
        return False  # 510.1, 510.4: not in combat, or not in this step
    for fighters in (ours, theirs):
        effect = _effect(board, {c.name: made.get(c.name, {}) for c in fighters})
        if not all(_may(board, state, c, made.get(c.name, {}), effect) for c in fighters):
            return False
    return True


def _may(
    board: Board, state: State, creature: Creature, division: Division, effect: Effect
) -> bool:
    """Whether one of the ways open to the creature allows its division."""
    total = amount(state, creature)

    def allows(way: Way) -> bool:
        if not total or not way:
            return not division  # 510.1a-d: assigns nothing
        return (
            set(division) <= set(way)
            and sum(division.values()) == total
            and gates_met(board, state, effect, gates_of(way, division))
        )

    return any(allows(way) for way in ways(board, state, creature))


def _play(board: Board, steps: Steps) -> State:
    """The final state. Damage from or to what is not there (never legal) is left out."""
    state = board.start
    for step in ("first_strike", "regular"):
        effect = NO_EFFECT
        for entry in (e for given in steps if given["step"] == step for e in given["assignments"]):
            division = {entry["target"]: entry["amount"]}
            if state["there", entry["source"]] and state.get(("there", entry["target"]), 1):
                source = board.creatures[entry["source"]]
                effect = merge(effect, effect_of(board, source, division))
        state = deal(board, state, effect)
        if is_over(board, state):
            return state
    return state
