"""The defending side's move in the last step: as bad for the goals as it can be (510.1)."""

from collections.abc import Sequence

from engine.assignment import Assigned
from optimizer.choices import splits
from optimizer.goals import Goal, ObjectiveGoal, other_choices
from optimizer.greedy import greedy_step
from optimizer.objectives import OWN_LOSS_MEASURES
from optimizer.position import Position


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
    from optimizer.encoding.reply import ReplyModel  # imports the solver: slow

    return ReplyModel(position, known, asked, is_exact=is_exact).solve()


def _gains_by_deaths_alone(goal: Goal) -> bool:
    """Say whether every death of the active side's creatures hurts, and nothing else counts."""
    return (
        isinstance(goal, ObjectiveGoal)
        and goal.measures <= OWN_LOSS_MEASURES
        and all(weight * goal.objective.sense <= 0 for weight in goal.objective.weights.values())
    )
