"""The damage question: attackers and blockers are given, what is the best legal assignment."""

from collections.abc import Iterable, Sequence
from time import perf_counter

from engine.assignment import StepAssignment
from engine.combat import Combat, Step
from engine.faults import DocumentError, Fault
from engine.scope import require_supported
from engine.state import State
from engine.steps import Outcome, advance, play
from optimizer.encoding.problem import DefenderChoiceError, Problem, pose
from optimizer.greedy import greedy_outcome
from optimizer.objectives import OWN_LOSS_MEASURES, Objective, read_objectives, values
from optimizer.reply import worst_reply
from optimizer.solution import MismatchError, Solution, Status, confirm


def solve_damage(
    combat: Combat,
    objectives: Iterable[str],
    wishes: Iterable[str] = (),
    deadline: float | None = None,
) -> Solution:
    """Find the best legal assignment of combat damage, with the proof that none is better.

    The active player assigns first, then the defending players (510.1); what the defending side
    decides is decided against the objectives.

    Parameters
    ----------
    combat
        The combat, attacks and blocks given.
    objectives
        In order of importance, each ``max NAME`` or ``min NAME`` (`optimizer.objectives`). Without
        any, every legal assignment is as good.
    wishes
        Conditions that must hold. Not supported yet.
    deadline
        Seconds to spend; None waits for the proof. The time starts when the solver is loaded, which
        happens once in a process.

    Returns
    -------
    Solution
        With status ``optimal``, or ``feasible`` if the deadline passed before the proof.

    Raises
    ------
    DocumentError
        If an objective cannot be read or the combat uses what is not supported.
    """
    require_supported(combat)
    goals = read_objectives(combat, objectives)
    if list(wishes):
        raise DocumentError([Fault("wishes", "wishes: not supported by this version")])
    try:
        problem = pose(combat)
    except DefenderChoiceError as error:
        raise DocumentError(
            [
                Fault(
                    "creatures",
                    "the defending side divides damage in the first of two steps: not "
                    "supported by this version",
                    "510.4",
                )
            ]
        ) from error
    return _Search(problem, goals, deadline).run()


class _Search:
    """One question: the best answer so far, and what is proven."""

    def __init__(
        self, problem: Problem, objectives: tuple[Objective, ...], deadline: float | None
    ) -> None:
        self.problem = problem
        self.objectives = objectives
        self.started = perf_counter()
        self.seconds = deadline
        self.proven: list[int] = []
        self.best = self._complete(greedy_outcome(problem.combat).steps)

    def run(self) -> Solution:
        if not self.objectives or self._is_forced():
            return self._answer(Status.OPTIMAL, self._signed(self.best), "forced")
        return self._search()

    def _is_forced(self) -> bool:
        """The active side has no choice, so its one assignment and the worst reply are the answer."""
        return all(d.is_forced for d in (*self.problem.now, *self.problem.second))

    def _search(self) -> Solution:
        from optimizer.encoding.model import DamageModel, Proof  # imports the solver: slow

        self.started = perf_counter()
        limit = None if self.seconds is None else self.started + self.seconds
        model = DamageModel(self.problem, self.objectives, self._played())
        model.add_plan(self._plan(self.best))
        model.suggest(self._own(self.best.steps), limit)
        for k, total in enumerate(model.totals):
            while not total.is_constant:
                stage = model.maximize(k, limit)
                if stage.proof is Proof.INFEASIBLE:
                    raise MismatchError(f"no assignment is found legal\n{self.problem.combat!r}")
                if stage.value is None:
                    return self._unproven(model.totals, stage.bound)
                outcome = self._complete(stage.assignment)
                if self._signed(outcome) > self._signed(self.best):
                    self.best = outcome
                if stage.proof is not Proof.OPTIMAL:
                    return self._unproven(model.totals, stage.bound)
                if self._agrees(outcome, k, stage.value):
                    break
                model.add_plan(self._plan(outcome))
            self.proven.append(total.constant if total.is_constant else stage.value)
            if not total.is_constant:
                model.fix(k, self.proven[k])
        return self._answer(Status.OPTIMAL, tuple(self.proven), "cp_sat")

    def _agrees(self, outcome: Outcome, k: int, claimed: int) -> bool:
        """Say whether an outcome is worth what the model claims up to the k-th objective.

        If it is worth less, the defending side has a reply that the model does not know yet.
        """
        wanted = (*self.proven, claimed)
        actual = self._signed(outcome)[: k + 1]
        asked = any(OWN_LOSS_MEASURES.intersection(o.weights) for o in self.objectives[: k + 1])
        if actual > wanted or (actual < wanted and not asked):
            raise MismatchError(
                f"the model claims {wanted}, the engine finds {actual}\n{outcome.steps}\n"
                f"{self.problem.combat!r}"
            )
        return actual == wanted

    # --- answers -------------------------------------------------------------------------------

    def _unproven(self, totals: Sequence[object], bound: int) -> Solution:
        """Answer with the best so far; what was not reached is bounded by what there is at most."""
        from optimizer.encoding.variables import Sum

        highs = [total.high for total in totals if isinstance(total, Sum)]
        signed = self._signed(self.best)
        bounds = [*self.proven, bound, *highs[len(self.proven) + 1 :]]
        # A bound holds given that the objectives before it are at their bounds.
        if signed == tuple(bounds):
            return self._answer(Status.OPTIMAL, signed, "cp_sat")
        return self._answer(Status.FEASIBLE, tuple(bounds), "cp_sat")

    def _answer(self, status: Status, bounds: tuple[int, ...], method: str) -> Solution:
        if status is Status.OPTIMAL and self._signed(self.best) != bounds:
            raise MismatchError(
                f"proven {bounds}, but the answer is worth {self._signed(self.best)}\n"
                f"{self.problem.combat!r}"
            )
        claimed = values(self.objectives, self.best)
        confirm(self.best, self.objectives, claimed)
        natural = tuple(o.sense * b for o, b in zip(self.objectives, bounds, strict=True))
        spent = (perf_counter() - self.started) * 1000
        statistics = {"method": method, "milliseconds": round(spent, 3)}
        return Solution(status, self.objectives, natural, self.best, statistics)

    def _signed(self, outcome: Outcome) -> tuple[int, ...]:
        """Return the objective values, all to be maximised."""
        return tuple(objective.sense * objective.value(outcome) for objective in self.objectives)

    # --- playing out ---------------------------------------------------------------------------

    def _complete(self, own: Iterable[StepAssignment]) -> Outcome:
        """Play out the active side's assignment with the worst that the defending side can do."""
        combat, problem = self.problem.combat, self.problem
        chosen = {step.step: step.assignments for step in own}
        steps = list(problem.played)
        if problem.first is not None:
            step, state = problem.first, problem.state
            mine = self._mine(chosen, step)
            if problem.has_two_steps:
                steps.append(StepAssignment(step, mine + problem.answer))
                state, step = advance(state, mine + problem.answer).after, Step.REGULAR
                mine = self._mine(chosen, step)
            if not state.is_over:
                reply = worst_reply(state, step, self.objectives)
                steps.append(StepAssignment(step, mine + reply))
        return play(combat, steps)

    def _mine(self, chosen: dict[Step, tuple[object, ...]], step: Step) -> tuple:  # type: ignore[type-arg]
        side = self.problem.combat.active_side
        creatures = self.problem.combat.creatures
        return tuple(a for a in chosen.get(step, ()) if creatures[a.source].controller in side)

    def _own(self, steps: Iterable[StepAssignment]) -> list[StepAssignment]:
        chosen = {step.step: step.assignments for step in steps}
        return [StepAssignment(step, self._mine(chosen, step)) for step in chosen]

    def _played(self) -> Outcome:
        """Return what the steps without a choice have led to."""
        state: State = self.problem.state
        events = []
        current = State.beginning(self.problem.combat)
        for step in self.problem.played:
            event = advance(current, step.assignments)
            events.append(event)
            current = event.after
        return Outcome(self.problem.combat, self.problem.played, tuple(events), state)

    def _plan(self, outcome: Outcome) -> object:
        from optimizer.encoding.replies import make_plan

        last = outcome.steps[-1]
        return make_plan(self.problem.replies, last.assignments)
