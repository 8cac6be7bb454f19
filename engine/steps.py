"""A whole combat's damage: step, results, state-based actions, second step (510.4, 704.3)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine import state_actions
from engine.assignment import StepAssignment
from engine.combat import Combat, Step
from engine.damage import DamageEvent, deal
from engine.objects import Change, Creature
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


def advance(state: State, given: StepAssignment) -> DamageEvent:
    """Deal one step's damage, apply state-based actions, and what changes before the next step.

    The event's `after` has all of it.
    """
    event = deal(state, given.assignments, given.prevented)
    after = state_actions.apply(event.after, event.touched)
    if given.step is Step.FIRST_STRIKE and state.combat.after_first_strike:
        after = state_actions.apply(change(after), frozenset())
    return DamageEvent(event.before, after, event.dealt, event.touched, event.gained)


def change(state: State) -> State:
    """Return the state after `after_first_strike`, for the creatures that are still there."""
    changes = {n: c for n, c in state.combat.changes.items() if n not in state.left}
    creatures = {
        name: _changed(creature, changes[name]) if name in changes else creature
        for name, creature in state.creatures.items()
    }
    removed = frozenset(name for name, c in changes.items() if c.removed or c.regenerated)
    marked = {
        name: 0 if name in changes and changes[name].regenerated else damage
        for name, damage in state.marked.items()
    }
    return state.evolve(creatures=creatures, marked=marked, gone=state.gone | removed)


def _changed(creature: Creature, by: Change) -> Creature:
    kept = [keyword for keyword in creature.keywords if keyword not in by.loses]
    kept += [keyword for keyword in by.gains if keyword not in kept]
    power = creature.power if by.power is None else by.power
    return replace(creature, keywords=tuple(kept), power=power)


def play(combat: Combat, steps: Iterable[StepAssignment]) -> Outcome:
    """Play out an assignment, legal or not (`engine.legality` judges that).

    Steps that do not take place are left out.
    """
    given = {step.step: step for step in steps}
    state = State.beginning(combat)
    events, played = [], []
    step = next_step(state, None)
    while step is not None:
        assigned = given.get(step, StepAssignment(step, ()))
        event = advance(state, assigned)
        events.append(event)
        played.append(assigned)
        state = event.after
        step = next_step(state, step)
    return Outcome(combat, tuple(played), tuple(events), state)
