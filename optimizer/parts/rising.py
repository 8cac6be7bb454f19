"""Goals with and without what looks at a player's whole total."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from engine.keywords import Keyword
from optimizer.goals import Goal, ObjectiveGoal
from optimizer.objectives import OWN_LOSS_MEASURES, Objective
from optimizer.parts.board import Board
from optimizer.parts.fates import active_side_may_lose
from optimizer.parts.shapes import Row
from optimizer.parts.worths import ADDITIVE, Wanted, all_objectives
from optimizer.position import Position

TOTALS = frozenset({"lethal", "outcome"})
"""The measures that look at a player's whole total."""


def without_totals(goals: Sequence[Goal]) -> Wanted | None:
    """Return the goals without these measures, if they add up then, or None."""
    objectives = all_objectives(goals)
    return None if objectives is None else _without_totals(objectives)


@lru_cache(maxsize=256)
def _without_totals(objectives: tuple[ObjectiveGoal, ...]) -> Wanted | None:
    claimed = []
    for goal in objectives:
        bases = {name: name.partition(":")[0] for name in goal.objective.weights}
        if not {bases[name] for name in goal.measures} <= ADDITIVE | OWN_LOSS_MEASURES | TOTALS:
            return None
        kept = {
            name: weight
            for name, weight in goal.objective.weights.items()
            if bases[name] in ADDITIVE
        }
        claimed.append(replace(goal.objective, weights=kept))
    return Wanted.of(objectives, claimed)


def rising(position: Position, goals: Sequence[Goal]) -> Wanted | None:
    """Return goals that add up instead of these, where it is never wrong to deal players more.

    Where all that ties attackers is whom they damage, each kills the most by killing all its
    blockers, which it must to send anything through. So if no death, no damage to a player and no
    loss of one is unwelcome, as much as possible goes through, and that is the least important goal
    of those returned. Whether the attackers are such is for the caller to say.

    Returns
    -------
    Wanted or None
        None if somebody's loss may be unwelcome, or a choice may bring a defending player life.
    """
    objectives = all_objectives(goals)
    if objectives is None or active_side_may_lose(position):
        return None
    state, side = position.state, position.combat.active_side
    for creature in state.creatures.values():
        if creature.has(Keyword.LIFELINK) and creature.controller not in side:
            return None
    return _rising(objectives)


def rise(rows: Iterable[Row], wanted: Wanted, players: Container[str]) -> bool:
    """Say whether attackers are such that no death and no damage to a player is unwelcome."""
    none = wanted.worths.none
    for row in rows:
        shape = row.shape
        if any(worth < none for worth in shape.worths):
            return False
        hits = shape.goes_through and row.names[-1] in players
        if hits and (shape.point < none or shape.first < none):
            return False
    return True


def board_rises(board: Board) -> bool:
    """Say whether all parts of a board are such attackers."""
    rows = [shape for shape in board.shapes if isinstance(shape, Row)]
    is_alone = not board.hard and len(rows) == len(board.shapes)
    return is_alone and rise(rows, board.wanted, board.position.combat.players)


@lru_cache(maxsize=256)
def _rising(objectives: tuple[ObjectiveGoal, ...]) -> Wanted | None:
    wanted = _without_totals(objectives)
    if wanted is None:
        return None
    names = {name for goal in objectives for name in goal.measures if _base(name) in TOTALS}
    for name in names:
        worth = tuple([o.objective.sense * o.objective.weights.get(name, 0) for o in objectives])
        if worth < wanted.worths.none:
            return None
    last = Objective("player_damage", 1, {"player_damage": 1})
    kept = [
        replace(o, weights={n: w for n, w in o.weights.items() if _base(n) not in TOTALS})
        for o in [goal.objective for goal in objectives]
    ]
    claimed = (*wanted.claimed, last)
    every = tuple([ObjectiveGoal(objective) for objective in (*kept, last)])
    return Wanted.of(every, claimed)


def _base(name: str) -> str:
    return name.partition(":")[0]
