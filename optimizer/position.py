"""A point in the damage steps: what has been played, and what follows."""

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace

from engine.assignment import Assigned, StepAssignment
from engine.combat import Combat, Step
from engine.damage import DamageEvent
from engine.divisions import Division, divisions
from engine.lazy import lazy
from engine.state import State
from engine.steps import Outcome, advance, next_step


@dataclass(frozen=True)
class Position:
    """A combat before one of its damage steps, or at its end.

    Attributes
    ----------
    played, events
        The steps so far, and their damage.
    state
        The state now.
    step
        The step that begins, or None at the end.
    """

    combat: Combat
    played: tuple[StepAssignment, ...]
    events: tuple[DamageEvent, ...]
    state: State
    step: Step | None

    @classmethod
    def beginning(cls, combat: Combat) -> "Position":
        """Return the position before the first damage step."""
        state = State.beginning(combat)
        return cls(combat, (), (), state, next_step(state, None))

    def then(self, assigned: Iterable[Assigned], prevented: Iterable[Assigned] = ()) -> "Position":
        """Return the position after this step is played like this."""
        assert self.step is not None
        given = StepAssignment(self.step, tuple(assigned), tuple(prevented))
        event = advance(self.state, given)
        return Position(
            self.combat,
            (*self.played, given),
            (*self.events, event),
            event.after,
            next_step(event.after, self.step),
        )

    @property
    def outcome(self) -> Outcome:
        """What has been played so far, and where it has led to."""
        return Outcome(self.combat, self.played, self.events, self.state)

    @property
    def following(self) -> Step | None:
        """The step after the one that begins, if the game is not over by then."""
        return next_step(self.state, self.step) if self.step else None

    def alone(self, sources: Container[str]) -> "Position":
        """Return the position in which only these sources of the active side assign damage."""
        own, other = self._sides
        alone = replace(self)
        alone.__dict__["_sides"] = (tuple(d for d in own if d.source in sources), other)
        return alone

    def divisions(self, *, active: bool) -> tuple[Division, ...]:
        """Return the divisions of the step that begins which one side makes."""
        return self._sides[not active]

    @lazy
    def _sides(self) -> tuple[tuple[Division, ...], tuple[Division, ...]]:
        assert self.step is not None
        due, side = divisions(self.state, self.step), self.combat.active_side
        return (
            tuple(division for division in due if division.divider in side),
            tuple(division for division in due if division.divider not in side),
        )
