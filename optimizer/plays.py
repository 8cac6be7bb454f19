"""What the active side decides in a combat, and what that is worth against the worst reply.

A *play* is what the active side assigns in each step. Where the other side may choose something in
the first of two steps, the second assignment answers it (510.1), and a play is the first alone.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import islice
from time import perf_counter

from engine.assignment import Assigned, StepAssignment
from engine.divisions import Division, conditional_divisions, divisions
from engine.steps import Outcome, change
from optimizer.choices import assignments, is_of_side, splits
from optimizer.goals import Goal, varies
from optimizer.greedy import greedy_step
from optimizer.identical import Play
from optimizer.position import Position
from optimizer.reply import finish
from optimizer.search import Search


class Plays:
    """The plays from a position.

    Parameters
    ----------
    position
        Steps at its beginning in which nobody has a choice are played.
    goals
        In order of importance.
    """

    def __init__(self, position: Position, goals: Sequence[Goal]) -> None:
        self.goals = goals
        self.position = Search(position, goals, None).position

    @cached_property
    def second(self) -> tuple[Division, ...]:
        """The conditional divisions of the second of two steps."""
        following = self.position.following
        if following is None:
            return ()
        return conditional_divisions(change(self.position.state), following)

    @cached_property
    def has_choice(self) -> bool:
        """Whether the active side may choose anything."""
        if self.position.step is None:
            return False
        side = self.position.combat.active_side
        later = [division for division in self.second if division.divider in side]
        return not all(d.is_forced for d in (*self.position.divisions(active=True), *later))

    @cached_property
    def may_vary(self) -> bool:
        """Whether the other side may still change the value of a goal."""
        return self.position.step is not None and any(
            varies(self.position, self.goals, self.second)
        )

    @cached_property
    def first_is_open(self) -> bool:
        """Whether something may be chosen in the first of two steps after the active side's move.

        That is how the other side divides, or how a shield is split that several sources can meet
        with more damage than it prevents (615.7).
        """
        position = self.position
        if position.following is None or position.step is None:
            return False
        active, others = (position.divisions(active=side) for side in (True, False))
        if not all(division.is_forced for division in others):
            own = greedy_step(position.state, active)
            ways = assignments(position.state, position.step, others, own)
            if len(list(islice(ways, 2))) > 1:
                return True
        for target, shield in position.state.shields.items():
            amounts = [
                division.amount
                for division in (*active, *others)
                if any(r.id == target for o in division.options for r in o.recipients)
            ]
            if isinstance(shield, int) and len(amounts) > 1 and 0 < shield < sum(amounts):
                return True
        return False

    # --- from an outcome -----------------------------------------------------------------------

    def play_of(self, outcome: Outcome) -> Play:
        """Return the active side's play in an outcome."""
        found = []
        for k, step in enumerate(outcome.steps):
            if k >= len(self.position.played):
                mine = self._sources(outcome, k, own=True)
                rows = [a for a in step.assignments if a.source in mine and a.amount]
                found.append(tuple(sorted(rows, key=lambda a: (a.source, a.target))))
        count = 1 if self.position.following is None or self.first_is_open else 2
        return (*found, ())[:count]

    def replies(self, outcome: Outcome) -> list[StepAssignment]:
        """Return what the other side has assigned and prevented in an outcome."""
        state = self.position.state
        found = []
        for k, step in enumerate(outcome.steps):
            if k >= len(self.position.played):
                theirs = self._sources(outcome, k, own=False)
                rows = tuple(a for a in step.assignments if a.source in theirs)
                prevented = tuple(
                    a for a in step.prevented if is_of_side(state, a.target, active=False)
                )
                found.append(StepAssignment(step.step, rows, prevented))
        return found

    def _sources(self, outcome: Outcome, k: int, *, own: bool) -> set[str]:
        """Return the creatures whose damage a side divides in a step."""
        side, before = outcome.combat.active_side, outcome.events[k].before
        due = divisions(before, outcome.steps[k].step)
        return {d.source for d in due if (d.divider in side) is own}

    # --- playing out ---------------------------------------------------------------------------

    def values(self, outcome: Outcome) -> tuple[int, ...]:
        """Return the goals' values."""
        return tuple(goal.value(outcome) for goal in self.goals)

    def against_worst(self, play: Play) -> Outcome:
        """Play a play out against the worst that the other side can do."""
        position = self.position
        if position.step is None:
            return position.outcome
        if position.following is None:
            return finish(position, play[0], self.goals).outcome
        if self.first_is_open:
            return self._worst(play[0])
        other = greedy_step(position.state, position.divisions(active=False))
        after = position.then((*play[0], *other))
        return after.outcome if after.step is None else finish(after, play[1], self.goals).outcome

    def _worst(self, first: Sequence[Assigned]) -> Outcome:
        """Try all that may be chosen in the first of two steps, with the best second one."""
        position, worst = self.position, None
        assert position.step is not None
        due = position.divisions(active=False)
        for other in assignments(position.state, position.step, due, first):
            every = (*first, *other)
            for prevented in splits(position.state, every, active=False):
                found = max(
                    (
                        Search(position.then(every, (*prevented, *own)), self.goals, None)
                        .run()
                        .outcome
                        for own in splits(position.state, every, active=True)
                    ),
                    key=self.values,
                )
                if worst is None or self.values(found) < self.values(worst):
                    worst = found
        assert worst is not None
        return worst


class Clock:
    """The time that is left of a deadline in seconds; it starts when the solver is loaded."""

    def __init__(self, seconds: float | None) -> None:
        if seconds is not None:
            import optimizer.encoding.lexicographic  # noqa: F401  (slow)
        self.end = None if seconds is None else perf_counter() + seconds

    @property
    def left(self) -> float | None:
        """Seconds left, or None if there is no deadline."""
        return None if self.end is None else max(0.0, self.end - perf_counter())

    @property
    def is_up(self) -> bool:
        """Whether there is no time left."""
        return self.end is not None and perf_counter() >= self.end
