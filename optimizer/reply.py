"""The defending side's move in the last step: as bad for the goals as it can be (510.1)."""

from collections.abc import Sequence

from engine.assignment import Assigned
from optimizer.choices import splits
from optimizer.goals import Goal, ObjectiveGoal, other_choices
from optimizer.greedy import greedy_step
from optimizer.objectives import OWN_LOSS_MEASURES, Objective
from optimizer.parts.grouping import adds_up, grouped
from optimizer.parts.shapes import Shapes, solve
from optimizer.parts.worths import Worths
from optimizer.position import Position

_TURNED = {"own_losses": "kills", "own_loss_value": "kill_value"}


def finish(position: Position, known: Sequence[Assigned], goals: Sequence[Goal]) -> Position:
    """Play the last step: the active side's move, the worst reply, the active side's shields.

    Parameters
    ----------
    position
        Before the last step.
    known
        What the active side assigns in it.
    goals
        In order of importance.
    """
    assigned, prevented = worst_reply(position, known, goals)
    every = (*known, *assigned)
    ends = [
        position.then(every, (*prevented, *own))
        for own in splits(position.state, every, active=True)
    ]
    return max(ends, key=lambda end: tuple(goal.value(end.outcome) for goal in goals))


def worst_reply(
    position: Position, known: Sequence[Assigned], goals: Sequence[Goal]
) -> tuple[tuple[Assigned, ...], tuple[Assigned, ...]]:
    """Return what the defending side assigns in the last step and how it splits its shields.

    Players who assign later in turn order (802.5) want the same as those before them.
    """
    due = position.divisions(active=False)
    greedy = greedy_step(position.state, due)
    choice = other_choices(position, ())
    asked = list(goals)
    is_exact = True
    if choice <= {"own"}:
        # Only which of the active side's creatures are hit is open, so only they may differ.
        asked = [goal for goal in goals if not OWN_LOSS_MEASURES.isdisjoint(goal.measures)]
        is_exact = not all(_gains_by_deaths_alone(goal) for goal in asked)
    if not choice or not asked:
        return greedy, ()
    if choice <= {"own"}:
        apart = _by_parts(position, asked)
        if apart is not None:
            return apart, ()
    from optimizer.encoding.reply import ReplyModel  # imports the solver: slow

    return ReplyModel(position, known, asked, is_exact=is_exact).solve()


def _by_parts(position: Position, goals: Sequence[Goal]) -> tuple[Assigned, ...] | None:
    """Return the reply as the closed forms find it, part by part, or None if they cannot.

    The defending side divides its damage under the same rules; every loss is a kill for it, and
    worth what it costs. Only goals' own losses are looked at.
    """
    if not adds_up(position):
        return None
    turned = []
    for goal in goals:
        if not isinstance(goal, ObjectiveGoal):
            return None
        weights = goal.objective.weights
        losses = {turn: weights.get(name, 0) for name, turn in _TURNED.items()}
        turned.append(Objective(goal.objective.name, -goal.objective.sense, losses))
    makes = Shapes(position, Worths(turned))
    found: list[Assigned] = []
    for part in grouped(position, position.divisions(active=False)):
        if all(division.is_forced for division in part):
            found += greedy_step(position.state, part)
            continue
        shape = makes.shape(part)
        solved = None if shape is None else solve(shape)
        if solved is None:
            return None
        found += solved.assigned
    return tuple(found)


def _gains_by_deaths_alone(goal: Goal) -> bool:
    """Say whether every death of the active side's creatures hurts, and nothing else counts."""
    return (
        isinstance(goal, ObjectiveGoal)
        and goal.measures <= OWN_LOSS_MEASURES
        and all(weight * goal.objective.sense <= 0 for weight in goal.objective.weights.values())
    )
