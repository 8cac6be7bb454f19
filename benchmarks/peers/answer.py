"""What a solver is asked and what it hands back."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Protocol

from engine.assignment import Assigned, StepAssignment
from engine.combat import Combat
from engine.divisions import divisions
from engine.state import State
from engine.steps import Outcome, advance, next_step
from optimizer.greedy import greedy_step


class RefusedError(Exception):
    """A question that a solver is not made for; the message says what stands in the way."""


@dataclass(frozen=True)
class Answer:
    """One solver's answer to one question.

    Attributes
    ----------
    outcome
        The assignment of both sides, played out; None if nothing was found.
    claimed
        What the solver says the objectives are worth, as far as it has proven them.
    proven
        All of them are proven to be the best.
    gap
        How far the first objective that is not proven may be from its best, relative to the bound.
    build, solve
        Seconds spent writing the model and solving it.
    """

    outcome: Outcome | None
    claimed: tuple[int, ...]
    proven: bool
    build: float
    solve: float
    gap: float | None = None


class Solver(Protocol):
    """A program that answers damage questions."""

    name: str
    parameters: str

    def solve(self, combat: Combat, objectives: Sequence[str], seconds: float) -> Answer:
        """Answer a question within a time, or raise `RefusedError`."""


@dataclass
class Clock:
    """Time spent in phases, and what is left of all of it."""

    seconds: float
    started: float = field(default_factory=perf_counter)
    lap_started: float = field(default_factory=perf_counter)

    def lap(self) -> float:
        """Return the seconds since the last lap."""
        now = perf_counter()
        elapsed, self.lap_started = now - self.lap_started, now
        return elapsed

    @property
    def left(self) -> float:
        """The seconds that are left, never less than a moment."""
        return max(0.001, self.seconds - (perf_counter() - self.started))


def played_out(combat: Combat, moves: Callable[[State, int], Iterable[Assigned]]) -> Outcome:
    """Play the active side's moves, and for the defending side the first legal answer.

    Parameters
    ----------
    moves
        The active side's assignment in a state, given the number of the step.
    """
    state, played, events = State.beginning(combat), [], []
    step = next_step(state, None)
    while step is not None:
        others = [d for d in divisions(state, step) if d.divider not in combat.active_side]
        own = tuple(a for a in moves(state, combat.steps.index(step)) if a.amount)
        given = StepAssignment(step, own + greedy_step(state, others))
        event = advance(state, given)
        played.append(given)
        events.append(event)
        state, step = event.after, next_step(event.after, step)
    return Outcome(combat, tuple(played), tuple(events), state)
