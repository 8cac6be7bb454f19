"""Given assignments (the output format's `steps`): played out, and judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from . import scoring
from .assigning import (
    Division,
    Way,
    amount,
    assigned_effect,
    dividing,
    effect_of,
    forced_effect,
    gates_met,
    gates_of,
    ways,
)
from .dealing import NO_EFFECT, Effect, deal, interlude, merge
from .game import first_step, is_over
from .reading import Board, Creature, Document, State, UnsupportedError, read
from .shields import Told, settled_as_told

Row = Mapping[str, Any]
"""A source, a target and an amount."""

Steps = Sequence[Mapping[str, Any]]
Prevented = Sequence[Sequence[Row]] | None
"""For each of the steps, which damage the shields that are used up prevent (615.7)."""

Assignment = dict[tuple[str, str], int]
"""Source and target to the damage assigned."""


def values(
    document: Document, steps: Steps, objectives: Sequence[str], prevented: Prevented = None
) -> tuple[int, ...]:
    """The natural values of the objectives when these steps are played, legal or not.

    `prevented` says for each of the steps how the number shields are split; where it is absent or
    doesn't fit, the first rows of the assignment are prevented first.
    """
    board = read(document)
    final = _play(board, steps, prevented)
    return tuple(scoring.score(board, final, scoring.parse(text)) for text in objectives)


def result(document: Document, steps: Steps, prevented: Prevented = None) -> dict[str, Any]:
    """The contract's `result` when these steps are played, legal or not."""
    board = read(document)
    return scoring.result_of(board, _play(board, steps, prevented))


def is_legal(document: Document, steps: Steps, prevented: Prevented = None) -> bool:
    """Whether the assignment is legal, each step judged in the state in which it is made."""
    board = read(document)
    names = [step["step"] for step in steps]
    if names != sorted(set(names), key=["first_strike", "regular"].index):
        return False
    state, step = board.start, first_step(board)
    given = {entry["step"]: entry["assignments"] for entry in steps}
    if any(row["amount"] < 0 for rows in given.values() for row in rows):
        return False
    told = _told(steps, prevented)
    while True:
        made = assignment(given.pop(step, ()))
        now = board.in_step(step)
        if not is_legal_step(now, state, step, made):
            return False
        state = dealt(now, state, made, told.get(step, {}))
        if step == "regular" or is_over(board, state):
            return not any(given.values())  # nothing may be assigned in a step that isn't there
        state, step = interlude(board, state), "regular"


def _told(steps: Steps, prevented: Prevented) -> dict[str, Told]:
    """How the shields are split, step by step."""
    told: dict[str, Told] = {}
    for step, rows in zip(steps, prevented or (), strict=False):
        split = told.setdefault(step["step"], {})
        for row in rows:
            key = row["source"], row["target"]
            split[key] = split.get(key, 0) + row["amount"]
    return told


def assignment(entries: Sequence[Row]) -> Assignment:
    """Source and target to the amount, in the order of the rows."""
    made: Assignment = {}
    for entry in entries:
        if "copies" in entry:
            raise UnsupportedError("copies")
        if entry["amount"] > 0:
            key = entry["source"], entry["target"]
            made[key] = made.get(key, 0) + entry["amount"]
    return made


def _divisions(made: Assignment) -> dict[str, Division]:
    """Source to its division."""
    divisions: dict[str, Division] = {}
    for (source, target), damage in made.items():
        divisions.setdefault(source, {})[target] = damage
    return divisions


def dealt(board: Board, state: State, made: Assignment, told: Told) -> State:
    """The state after the damage and the state-based actions, shields split as told."""
    effect = NO_EFFECT
    for (source, target), damage in made.items():
        effect = merge(effect, effect_of(board, board.creatures[source], {target: damage}))
    return deal(board, state, settled_as_told(board, state, effect, told))


def is_legal_step(board: Board, state: State, step: str, made: Assignment) -> bool:
    """510.1e: each side judged on all that it assigned, the defending side knowing the other's."""
    ours = dividing(board, state, step, active=True)
    theirs = dividing(board, state, step, active=False)
    divisions = _divisions(made)
    if not set(divisions) <= {creature.name for creature in ours + theirs}:
        return False  # 510.1, 510.4: not in combat, or not in this step
    everything = {*board.creatures, *board.planeswalkers}
    own = _assigned(ours, divisions)
    forced = forced_effect(board, state, theirs, everything)
    whole = merge(own, _assigned(theirs, divisions))
    return all(
        _may(board, state, creature, divisions.get(creature.name, {}), effect)
        for fighters, effect in ((ours, merge(own, forced)), (theirs, whole))
        for creature in fighters
    )


def _assigned(fighters: Sequence[Creature], divisions: Mapping[str, Division]) -> Effect:
    """What these creatures' divisions mean to gates."""
    effect = NO_EFFECT
    for creature in fighters:
        division = divisions.get(creature.name, {})
        effect = merge(effect, assigned_effect(creature, division, division))
    return effect


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


def _play(board: Board, steps: Steps, prevented: Prevented) -> State:
    """The final state. Damage from or to what is not there (never legal) is left out."""
    state = board.start
    told = _told(steps, prevented)
    for step in ("first_strike", "regular"):
        rows = [row for given in steps if given["step"] == step for row in given["assignments"]]
        there = [
            row
            for row in rows
            if state["there", row["source"]] and state.get(("there", row["target"]), 1)
        ]
        state = dealt(board.in_step(step), state, assignment(there), told.get(step, {}))
        if is_over(board, state):
            return state
        if step == "first_strike":
            state = interlude(board, state)
    return state
