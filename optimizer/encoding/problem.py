"""What is to be decided: one side's divisions in the damage steps that are left."""

from dataclasses import dataclass

from engine.assignment import Assigned, StepAssignment
from engine.combat import Combat, Step
from engine.divisions import Division, divisions
from engine.state import State
from engine.steps import advance, next_step
from optimizer.greedy import forced_step


@dataclass(frozen=True)
class Problem:
    """The active side's decision in a combat, once everything forced at its beginning has happened.

    Attributes
    ----------
    played
        The steps at the beginning in which nobody had a choice.
    state
        The state as the step `first` begins.
    first
        The step that is decided first, or None if all is played.
    answer
        What the defending side assigns in `first` if another step follows it, where it is forced.
    second
        The active side's divisions in the step after `first`, as if everything that `first` may
        remove were still there; its own creatures are as `answer` leaves them.
    replies
        The defending side's divisions in the last step, among the attackers that are left.
    between
        The state after `answer` alone: what the active side's creatures are like in the last step.
    """

    combat: Combat
    played: tuple[StepAssignment, ...]
    state: State
    first: Step | None
    answer: tuple[Assigned, ...]
    second: tuple[Division, ...]
    replies: tuple[Division, ...]
    between: State

    @property
    def has_two_steps(self) -> bool:
        """Whether another step follows the first that is decided."""
        return self.first is not None and next_step(self.state, self.first) is not None

    @property
    def gained_in_answer(self) -> dict[str, int]:
        """The life that each player gains through `answer`."""
        return advance(self.state, self.answer).gained

    @property
    def now(self) -> tuple[Division, ...]:
        """The active side's divisions in the first step that is decided."""
        if self.first is None:
            return ()
        return side_divisions(self.state, self.first, self.combat.active_side)


class DefenderChoiceError(ValueError):
    """The defending side has a choice in the first of two steps."""


def pose(combat: Combat) -> Problem:
    """Play out the forced steps at the beginning and say what remains to be decided.

    Raises
    ------
    DefenderChoiceError
        If the defending side has a choice in the first of two steps.
    """
    state = State.beginning(combat)
    played: list[StepAssignment] = []
    step = next_step(state, None)
    while step is not None:
        everybody = forced_step(state, step, combat.players)
        if everybody is None:
            break
        played.append(StepAssignment(step, everybody))
        state = advance(state, everybody).after
        step = next_step(state, step)
    following = next_step(state, step) if step else None
    if step is None or following is None:
        replies = side_divisions(state, step, combat.defending_players) if step else ()
        return Problem(combat, tuple(played), state, step, (), (), replies, state)
    answer = forced_step(state, step, combat.defending_players)
    if answer is None:
        raise DefenderChoiceError
    between = advance(state, answer).after
    later = [d for d in divisions(between, following)]
    return Problem(
        combat,
        tuple(played),
        state,
        step,
        answer,
        tuple(d for d in later if d.divider in combat.active_side),
        tuple(d for d in later if d.divider not in combat.active_side),
        between,
    )


def side_divisions(
    state: State, step: Step, side: frozenset[str] | tuple[str, ...]
) -> tuple[Division, ...]:
    """Return the divisions of a step that the players of one side make."""
    return tuple(division for division in divisions(state, step) if division.divider in side)
