"""A whole combat's damage: step, results, state-based actions, second step (510.4, 704.3)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine import state_actions
from engine.assignment import Assigned, StepAssignment
from engine.combat import Combat, Step
from engine.damage import DamageEvent, deal
from engine.state import State


@dataclass(frozen=True)
class Outcome:
    """What an assignment leads to: the damage of each step and the state at the end."""

    combat: Combat
    steps: tuple[StepAssignment, ...]
    events: tuple[DamageEvent, ...]
    final: State


def next_step(state: State, last: Step | None) -> Step | None:
    """Return the step that follows `last` (None: the first of all), or None if there is none.

    There is no second step when only one side is left in the game.
    """
    steps = state.combat.steps
    position = 0 if last is None else steps.index(last) + 1
    return None if position == len(steps) or state.is_over else steps[position]


def advance(state: State, assigned: Iterable[Assigned]) -> DamageEvent:
    """Deal one step's damage and apply state-based actions; the event's `after` has both."""
    event = deal(state, assigned)
    return replace(event, after=state_actions.apply(event.after, event.touched))


def play(combat: Combat, steps: Iterable[StepAssignment]) -> Outcome:
    """Play out an assignment, legal or not (`engine.legality` judges that).

    Steps that do not take place are left out.
    """
    given = {step.step: step.assignments for step in steps}
    state = State.beginning(combat)
    events, played = [], []
    step = next_step(state, None)
    while step is not None:
        assigned = given.get(step, ())
        event = advance(state, assigned)
        events.append(event)
        played.append(StepAssignment(step, assigned))
        state = event.after
        step = next_step(state, step)
    return Outcome(combat, tuple(played), tuple(events), state)
