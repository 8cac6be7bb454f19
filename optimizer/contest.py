"""A position with goals as a contest of two sides: who may choose what, and playing moves out.

In each step the active side moves first and the other side replies, seeing it (510.1); what the
other side chooses is chosen against the goals. In the last step its worst reply is found exactly
(`optimizer.reply`); in the first of two, every move is tried with the best that can follow.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from engine.assignment import Assigned, StepAssignment
from engine.divisions import Division, conditional_divisions, divisions
from engine.legality import judge_step
from engine.relaxation import RelaxedCombat
from engine.steps import Outcome, change
from engine.waiving import ungated
from optimizer.choices import assignments, is_of_side, splits
from optimizer.goals import Goal
from optimizer.greedy import greedy_step
from optimizer.position import Position
from optimizer.reply import finish

Values = tuple[int, ...]
Solve = Callable[[Position, Values | None], Outcome]
"""The best play from a later position; it may stop early at one worth more than the values."""


class Contest:
    """A position and its goals.

    Parameters
    ----------
    position
        Steps at its beginning in which nobody has a choice are played.
    goals
        In order of importance.
    solve
        Finds the best play after the first of two steps.
    """

    def __init__(self, position: Position, goals: Sequence[Goal], solve: Solve) -> None:
        self.goals = tuple(goals)
        self.position = _without_choice(position)
        self.solve = solve

    # --- who may choose ------------------------------------------------------------------------

    @property
    def has_two_steps(self) -> bool:
        """Whether another step follows the one that begins."""
        return self.position.following is not None

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
    def first_is_open(self) -> bool:
        """Whether anything may be chosen in the first of two steps after the active side's move.

        That is how the other side divides, or how a shield is split that several sources may meet
        (615.7).
        """
        if not self.has_two_steps:
            return False
        position = self.position
        others = position.divisions(active=False)
        every = (*position.divisions(active=True), *others)
        return not all(division.is_forced for division in others) or any(
            isinstance(shield, int)
            and shield > 0
            and sum(any(r.id == target for o in d.options for r in o.recipients) for d in every) > 1
            for target, shield in position.state.shields.items()
        )

    # --- playing out ---------------------------------------------------------------------------

    def values(self, outcome: Outcome) -> Values:
        """Return the goals' values, to be maximised."""
        return tuple(goal.value(outcome) for goal in self.goals)

    def against(self, first: Sequence[Assigned], second: Sequence[Assigned] | None) -> Outcome:
        """Play out the active side's move against the worst that the other side can do.

        Parameters
        ----------
        first
            What it assigns in the step that begins.
        second
            What it assigns in the step after that, if there is nothing between to answer.
        """
        position = self.position
        if not self.has_two_steps:
            return finish(position, first, self.goals).outcome
        if self.first_is_open:
            return self._worst(first)
        other = greedy_step(position.state, position.divisions(active=False))
        return self.last(position.then((*first, *other)), second)

    def last(self, after: Position, second: Sequence[Assigned] | None) -> Outcome:
        """Play out the last step, if it takes place; without a move given, greedily."""
        if after.step is None:
            return after.outcome
        if second is None:
            second = greedy_step(after.state, after.divisions(active=True))
        return finish(after, second, self.goals).outcome

    def _worst(self, first: Sequence[Assigned]) -> Outcome:
        """Try all that may be chosen in the first of two steps, with the best that follows."""
        worst: Outcome | None = None
        seen: set[object] = set()
        for other in self._other_moves(first):
            every = (*first, *other)
            for prevented in splits(self.position.state, every, active=False):
                found = self._best_split(every, prevented, seen, worst)
                if found is not None and (worst is None or self.values(found) < self.values(worst)):
                    worst = found
                    if self._cannot_be_worse(worst):
                        return worst
        assert worst is not None
        return worst

    def _cannot_be_worse(self, outcome: Outcome) -> bool:
        """Say whether wishes are all that is asked for, and they are not met."""
        return all(goal.is_required and not goal.value(outcome) for goal in self.goals)

    def _other_moves(self, first: Sequence[Assigned]) -> Iterator[tuple[Assigned, ...]]:
        """Yield all that the other side may assign; what the active side does is not judged."""
        position = self.position
        assert position.step is not None
        due = position.divisions(active=False)
        if not isinstance(position.combat, RelaxedCombat):
            yield from assignments(position.state, position.step, due, tuple(first))
            return
        theirs = {division.source for division in due}
        for other in assignments(position.state, position.step, [ungated(d) for d in due], ()):
            judged = judge_step(position.state, position.step, (*first, *other))
            if not any(violation.source in theirs for violation in judged):
                yield other

    def _best_split(
        self,
        every: Sequence[Assigned],
        prevented: Sequence[Assigned],
        seen: set[object],
        worst: Outcome | None,
    ) -> Outcome | None:
        """Return the best for the active side after the first step, or None if it is known."""
        best: Outcome | None = None
        for own in splits(self.position.state, every, active=True):
            after = self.position.then(every, (*prevented, *own))
            key = _signature(after)
            if best is None and key in seen and worst is not None:
                continue
            seen.add(key)
            found = self.solve(after, self.values(worst) if worst else None)
            if best is None or self.values(found) > self.values(best):
                best = found
        return best

    # --- from an outcome -----------------------------------------------------------------------

    def replies(self, outcome: Outcome) -> list[StepAssignment]:
        """Return what the other side has assigned and prevented since this position."""
        return self._moves(outcome, active=False)

    def own_moves(self, outcome: Outcome) -> list[StepAssignment]:
        """Return what the active side has assigned and prevented since this position."""
        return self._moves(outcome, active=True)

    def _moves(self, outcome: Outcome, *, active: bool) -> list[StepAssignment]:
        begin, side = len(self.position.played), outcome.combat.active_side
        found = []
        for event, step in zip(outcome.events[begin:], outcome.steps[begin:], strict=True):
            due = divisions(event.before, step.step)
            sources = {d.source for d in due if (d.divider in side) is active}
            found.append(
                StepAssignment(
                    step.step,
                    tuple(a for a in step.assignments if a.source in sources),
                    tuple(
                        a
                        for a in step.prevented
                        if is_of_side(event.before, a.target, active=active)
                    ),
                )
            )
        return found


def _without_choice(position: Position) -> Position:
    """Play the steps at the beginning in which nobody has a choice."""
    while position.step is not None:
        own, other = (position.divisions(active=active) for active in (True, False))
        if not all(division.is_forced for division in (*own, *other)):
            break
        assigned = greedy_step(position.state, own) + greedy_step(position.state, other)
        ways = [
            (one, another)
            for one in splits(position.state, assigned, active=True)
            for another in splits(position.state, assigned, active=False)
        ]
        if len(ways) > 1:
            break
        position = position.then(assigned)
    return position


def _signature(position: Position) -> object:
    """Return what two positions after the same steps must share to be worth the same."""
    state = position.state
    numbers = (
        state.marked, state.counters, state.loyalty, state.defense, state.life, state.poison,
        state.commander_damage, state.shields, state.shield_counters, state.regeneration,
    )  # fmt: skip
    return (
        tuple(tuple(sorted(mapping.items(), key=str)) for mapping in numbers),
        state.gone, state.died, state.left, state.lost,
    )  # fmt: skip
