"""The search for the best play from a position, with its proof.

The active side moves first in each step and the other side replies (510.1), over one or two steps
(510.4): a game of two or four moves. A master model holds every reply found so far, so what it
claims is at least the truth; the claim is played out against the worst reply, which is exact; if
the two differ the reply is added and the master asked again. When they agree, it is proven.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from engine.assignment import Assigned, StepAssignment
from engine.divisions import Division, conditional_divisions, divisions, ungated
from engine.legality import judge_step
from engine.relaxation import RelaxedCombat
from engine.state import State
from engine.steps import Outcome, change
from optimizer.choices import assignments, is_of_side, splits
from optimizer.goals import Goal
from optimizer.greedy import greedy_step
from optimizer.parts import ClosedForms, is_additive, parts
from optimizer.position import Position
from optimizer.reply import finish

if TYPE_CHECKING:  # the encoding imports the solver
    from optimizer.encoding.game import Game, Line
    from optimizer.encoding.variables import Sum


class MismatchError(RuntimeError):
    """The optimizer claims what the engine does not confirm. Always a defect of this program."""


@dataclass(frozen=True)
class Found:
    """The best play that was found.

    Attributes
    ----------
    outcome
        The play of both sides.
    values
        The goals' values, to be maximised.
    bounds
        The best that may be possible for each, given that those before it are at their bounds.
    proven
        The values are the best.
    method
        ``forced`` if the active side had nothing to choose, else ``cp_sat``.
    """

    outcome: Outcome
    values: tuple[int, ...]
    bounds: tuple[int, ...]
    proven: bool
    method: str


class Search:
    """One position and its goals.

    Parameters
    ----------
    position
        The damage steps that are still to come.
    goals
        In order of importance.
    seconds
        The time to spend once the solver is loaded, or None.
    """

    def __init__(self, position: Position, goals: Sequence[Goal], seconds: float | None) -> None:
        self.goals = tuple(goals)
        self.seconds = seconds
        self.limit: float | None = None
        self.position = self._without_choice(position)
        self.proven: list[int] = []
        self.started = perf_counter()

    def _without_choice(self, position: Position) -> Position:
        """Play the steps at the beginning in which nobody has a choice."""
        while position.step is not None:
            own, other = (position.divisions(active=active) for active in (True, False))
            if not all(division.is_forced for division in (*own, *other)):
                break
            assigned = greedy_step(position.state, own) + greedy_step(position.state, other)
            if len([*_all_splits(position, assigned)]) > 1:
                break
            position = position.then(assigned)
        return position

    def run(self, ceiling: tuple[int, ...] | None = None) -> Found:
        """Find the best play.

        Parameters
        ----------
        ceiling
            Stop as soon as the value is known to be more than this; it is then not proven.
        """
        position = self.position
        if position.step is None:
            return self._found(position.outcome, "forced", proven=True)
        self.two = position.following is not None
        self.second = (
            conditional_divisions(change(position.state), position.following)
            if position.following
            else ()
        )
        self.first_is_open = self.two and "all" in self._choices_in_first()
        if self.goals and not self.two and self._has_parts():
            groups = parts(position)
            if len(groups) != 1 or len(groups[0]) == 1:
                return self._by_parts(groups)
        own = greedy_step(position.state, position.divisions(active=True))
        self.best = self._against(own, None)
        if self._is_forced() or not self.goals:
            return self._found(self.best, "forced", proven=True)
        if ceiling is not None and self._values(self.best) > ceiling:
            return self._found(self.best, "cp_sat", proven=False)
        return self._search()

    def _has_parts(self) -> bool:
        if isinstance(self.position.combat, RelaxedCombat):  # the closed forms know the rules only
            return False
        return is_additive(self.position, self.goals)

    def _by_parts(self, groups: Sequence[Sequence[Division]]) -> Found:
        """Decide each part alone; the whole is worth the sum (see `optimizer.parts`)."""
        forms = ClosedForms(self.position, self.goals)
        goals = [goal.without_own_losses() for goal in self.goals]  # type: ignore[attr-defined]
        assigned: list[Assigned] = []
        open_bounds: list[tuple[int, ...]] = []
        method = "forced" if all(d.is_forced for group in groups for d in group) else "closed_form"
        for group in groups:
            solved = forms.solve(group)
            if solved is None:
                method = "cp_sat"
                found = self._part([division.source for division in group], goals)
                if not found.proven:
                    open_bounds.append(_gap(found))
                solved = found.outcome.steps[-1].assignments
            sources = {division.source for division in group}
            assigned += [a for a in solved if a.source in sources]
        outcome = finish(self.position, assigned, self.goals).outcome
        values = self._values(outcome)
        bounds = tuple(map(sum, zip(values, *open_bounds, strict=True)))
        return Found(outcome, values, bounds, not open_bounds, method)

    def _part(self, sources: Sequence[str], goals: Sequence[Goal]) -> Found:
        part = Search(self.position.alone(sources), goals, self.seconds)
        if self.seconds is not None:
            part.seconds = max(0.0, self.seconds - (perf_counter() - self.started))
        part.two, part.second, part.first_is_open = False, (), False
        part.best = part._against(
            greedy_step(part.position.state, part.position.divisions(active=True)), None
        )
        return part._search()

    def _is_forced(self) -> bool:
        """Whether the active side has one way to play, in every case."""
        side = self.position.combat.active_side
        theirs = [d for d in self.second if d.divider in side]
        return all(d.is_forced for d in (*self.position.divisions(active=True), *theirs))

    def _choices_in_first(self) -> set[str]:
        """What may be chosen in the first of two steps after the active side has assigned."""
        position = self.position
        now = position.divisions(active=False)
        found = set()
        if not all(division.is_forced for division in now):
            found.add("all")
        every = [*position.divisions(active=True), *now]
        for target, shield in position.state.shields.items():
            sources = {
                d.source for d in every for o in d.options for r in o.recipients if r.id == target
            }
            if isinstance(shield, int) and shield and len(sources) > 1:
                found.add("all")
        return found

    # --- the master ----------------------------------------------------------------------------

    def _search(self) -> Found:
        # These import the solver, which is slow.
        from optimizer.encoding.game import Game
        from optimizer.encoding.lexicographic import Proof

        if self.seconds is not None:
            self.limit = perf_counter() + self.seconds
        game = Game(self.position, self.goals)
        game.add(self._replies(self.best))
        if self.limit is not None:
            self._suggest(game)
        lexicographic = game.lexicographic
        for k, total in enumerate(lexicographic.totals):
            value = total.constant
            while not total.is_constant:
                stage = lexicographic.maximize(k, self.limit)
                if stage.value is None:
                    return self._unproven(lexicographic.totals, stage.bound)
                first, lines = game.read(stage.solver)
                known = lines[0].second if lines and not self.first_is_open else None
                outcome = self._against(first, known)
                if self._values(outcome) > self._values(self.best):
                    self.best = outcome
                if stage.proof is not Proof.OPTIMAL:
                    return self._unproven(lexicographic.totals, stage.bound)
                if self._agrees(outcome, k, stage.value, lexicographic.varies):
                    value = stage.value
                    break
                replies = [self._replies(outcome)]
                if self.first_is_open:
                    replies += [self._answer(first, line) for line in lines]
                added = [game.add(reply) for reply in replies]
                if not any(added):
                    raise self._mismatch(f"nothing answers the claim {stage.value} for goal {k}")
            self.proven.append(value)
            if not total.is_constant:
                lexicographic.fix(k, value)
            if self.goals[k].is_required and value < 1:
                return self._unproven(lexicographic.totals, None)
        if self._values(self.best) != tuple(self.proven):
            raise self._mismatch(f"proven {self.proven}, played {self._values(self.best)}")
        return self._found(self.best, "cp_sat", proven=True)

    def _suggest(self, game: "Game") -> None:
        own = [self._own(step) for step in self.best.steps[len(self.position.played) :]]
        if not game.lexicographic.suggest(lambda model: game.pin(own, model), self.limit):
            raise self._mismatch(f"the model refuses a legal assignment: {own}")

    def _answer(self, first: Sequence[Assigned], line: "Line") -> list[StepAssignment]:
        """Return the worst replies to a solution's play after one reply in the first step.

        So each branch of the model is held to what its own second move is worth.
        """
        after = self.position.then(
            (*first, *line.reply.assignments), (*line.reply.prevented, *line.own_prevented)
        )
        return self._replies(self._last(after, line.second).outcome)

    def _agrees(self, outcome: Outcome, k: int, claimed: int, varies: Sequence[bool]) -> bool:
        """Say whether an outcome is worth what the model claims up to the k-th goal.

        If it is worth less, the other side has a reply that the model does not know yet.
        """
        wanted = (*self.proven, claimed)
        actual = self._values(outcome)[: k + 1]
        if actual > wanted or (actual < wanted and not any(varies[: k + 1])):
            raise self._mismatch(
                f"the model claims {wanted}, the engine finds {actual}\n{outcome.steps}"
            )
        return actual == wanted

    def _mismatch(self, what: str) -> MismatchError:
        return MismatchError(f"{what}\n{self.position.combat!r}")

    # --- playing out ---------------------------------------------------------------------------

    def _against(self, first: Sequence[Assigned], second: Sequence[Assigned] | None) -> Outcome:
        """Play out the active side's move against the worst that the other side can do.

        Parameters
        ----------
        first
            What it assigns in the step that begins.
        second
            What it assigns in the step after that if that is known, else its best is searched.
        """
        position = self.position
        if not self.two:
            return finish(position, first, self.goals).outcome
        if not self.first_is_open:
            other = greedy_step(position.state, position.divisions(active=False))
            after = position.then((*first, *other))
            return self._last(after, second).outcome
        worst: Outcome | None = None
        seen: set[object] = set()
        for other in self._other_moves(first):
            every = (*first, *other)
            for prevented in splits(position.state, every, active=False):
                found = self._best_split(every, prevented, seen, worst)
                if found is not None and (
                    worst is None or self._values(found) < self._values(worst)
                ):
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
            ceiling = self._values(worst) if worst else None
            found = Search(after, self.goals, None).run(ceiling).outcome
            if best is None or self._values(found) > self._values(best):
                best = found
        return best

    def _last(self, after: Position, second: Sequence[Assigned] | None) -> Position:
        if after.step is None:
            return after
        if second is None:
            second = greedy_step(after.state, after.divisions(active=True))
        return finish(after, second, self.goals)

    def _replies(self, outcome: Outcome) -> list[StepAssignment]:
        """Return the other side's moves in the steps that the model is about."""
        side = self.position.combat.active_side
        found = []
        state = self.position.state
        for event, step in zip(
            outcome.events[len(self.position.events) :],
            outcome.steps[len(self.position.played) :],
            strict=True,
        ):
            state = event.before
            theirs = _dividers(state, step, side, own=False)
            prevented = tuple(
                a for a in step.prevented if not is_of_side(state, a.target, active=True)
            )
            found.append(
                StepAssignment(
                    step.step, tuple(a for a in step.assignments if a.source in theirs), prevented
                )
            )
        return found

    def _own(self, step: StepAssignment) -> StepAssignment:
        index = next(k for k, played in enumerate(self.best.steps) if played.step is step.step)
        state = self.best.events[index].before
        mine = _dividers(state, step, self.position.combat.active_side, own=True)
        return StepAssignment(step.step, tuple(a for a in step.assignments if a.source in mine))

    # --- answers -------------------------------------------------------------------------------

    def _values(self, outcome: Outcome) -> tuple[int, ...]:
        return tuple(goal.value(outcome) for goal in self.goals)

    def _found(self, outcome: Outcome, method: str, *, proven: bool) -> Found:
        values = self._values(outcome)
        return Found(outcome, values, values, proven, method)

    def _unproven(self, totals: "Sequence[Sum]", bound: int | None) -> Found:
        """Answer with the best so far; what was not reached is bounded by what there is at most."""
        highs = [total.high for total in totals]
        values = self._values(self.best)
        known = self.proven if bound is None else [*self.proven, bound]
        bounds = (*known, *highs[len(known) :])
        return Found(self.best, values, bounds, values == bounds, "cp_sat")


def _all_splits(position: Position, assigned: Sequence[Assigned]) -> list[tuple[Assigned, ...]]:
    return [
        (*one, *other)
        for one in splits(position.state, assigned, active=True)
        for other in splits(position.state, assigned, active=False)
    ]


def _dividers(state: State, step: StepAssignment, side: frozenset[str], *, own: bool) -> set[str]:
    return {d.source for d in divisions(state, step.step) if (d.divider in side) is own}


def _gap(found: Found) -> tuple[int, ...]:
    """Return how much better each goal of an unproven answer may still be."""
    return tuple(bound - value for bound, value in zip(found.bounds, found.values, strict=True))


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
