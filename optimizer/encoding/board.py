"""The active side's decision as one CP-SAT model: assignments, gates, deaths, losses.

One model over the steps that are left (`optimizer.encoding.problem`). In the second step everything
depends on what the first has removed: "absent" is the condition that something is not there any
more when the second step begins.
"""

from collections.abc import Mapping
from functools import cached_property

from engine.assignment import StepAssignment
from engine.combat import Combat, Step
from engine.divisions import Division, Threshold, thresholds
from engine.state import State
from engine.state_actions import fate
from engine.steps import next_step
from optimizer.encoding.assignments import Assignments, Cell, read_step
from optimizer.encoding.casualties import Casualties, Casualty
from optimizer.encoding.players import Targets
from optimizer.encoding.variables import Sum, Value, Variables


class Board:
    """The variables and rows of one side's divisions in one or two steps.

    Parameters
    ----------
    state
        The state as the first of these steps begins.
    step
        That step.
    now
        The side's divisions in it.
    then
        Its divisions in the step that follows, or None if none follows.
    answer_gain
        Life that each player gains in the first step by the other side's damage.
    is_exact
        Everything that is assigned is a variable; else what does not matter is left out, which is
        sound only for a single step and objectives that never lose by a death.
    """

    def __init__(
        self,
        state: State,
        step: Step,
        now: tuple[Division, ...],
        then: tuple[Division, ...] | None,
        answer_gain: Mapping[str, int],
        *,
        is_exact: bool,
    ) -> None:
        self.state = state
        self.combat: Combat = state.combat
        self.variables = Variables()
        self.limits = thresholds(state)
        self.is_exact = is_exact
        self.has_two_steps = then is not None
        self.answer_gain = answer_gain
        self.step_names = [step]
        self.targets = Targets(self.variables, state)
        self.casualties: dict[str, Casualty] = {}
        self.writer = Casualties(self.variables, self.combat)
        self._absent: dict[str, Value] = {}
        self._open: dict[tuple[int, tuple[str, ...]], Value] = {}
        self.steps = [self._assign("now").step(now)]
        for limit in self._creature_limits(now):
            self.casualties[limit.recipient] = self.writer.first_step(
                limit,
                fate(state, limit.recipient),
                self.steps[0],
                is_exact=self._exact(limit.recipient),
                is_last=then is None,
            )
        self._gates(0)
        if then is not None:
            following = next_step(state, step)
            assert following is not None
            self.step_names.append(following)
            self._second(now, then)

    def _second(self, now: tuple[Division, ...], then: tuple[Division, ...]) -> None:
        self.steps.append(self._assign("then").step(then, self.absent))
        for limit in self._creature_limits(now + then):
            name = limit.recipient
            end = fate(self.state, name)
            if name not in self.casualties:
                self.casualties[name] = self.writer.first_step(
                    limit, end, self.steps[0], is_exact=True, is_last=False
                )
            self.writer.second_step(self.casualties[name], limit, end, self.steps)
        self._gates(1)

    # --- parts ---------------------------------------------------------------------------------

    def _assign(self, label: str) -> Assignments:
        return Assignments(self.variables, self.limits, self._exact, label)

    def _exact(self, recipient: str) -> bool:
        """Whether all damage to a creature must be a variable."""
        if self.is_exact or self.has_two_steps:
            return True
        # Its death by -1/-1 counters is not what its threshold counts.
        return fate(self.state, recipient).by_damage is None and any(
            self.combat.creatures[name].deals_counters for name in self.combat.creatures
        )

    def _creature_limits(self, due: tuple[Division, ...]) -> list[Threshold]:
        """Return the thresholds of the creatures that these divisions reach."""
        names = dict.fromkeys(r.id for d in due for option in d.options for r in option.recipients)
        return [self.limits[name] for name in names if name in self.combat.creatures]

    def _gates(self, number: int) -> None:
        """Nothing goes past a threshold that is not met (702.19b, 702.19c)."""
        for cell in self.steps[number].cells:
            if cell.recipient.behind:
                gate = self._gate(number, cell.recipient.behind)
                amount = cell.division.amount
                if isinstance(gate, int):
                    self.variables.at_most(cell.amount, amount * gate)
                else:
                    self.variables.at_most(self.variables.sum(cell.amount, (gate, -amount)), 0)

    def _gate(self, number: int, behind: tuple[str, ...]) -> Value:
        """Return the condition that all these thresholds are met, or their objects gone."""
        key = (number, behind)
        if key not in self._open:
            parts = [self._passed(number, name) for name in behind]
            parts = [part for part in parts if part.low < 1]
            if len(parts) == 1 and len(parts[0].terms) == 1:
                self._open[key] = parts[0].terms[0][0]
            elif parts:
                gate = self.variables.literal(f"gate {number} {','.join(behind)}")
                for part in parts:
                    self.variables.at_least(self.variables.sum(part, (gate, -1)), 0)
                self._open[key] = gate
            else:
                self._open[key] = 1
        return self._open[key]

    def _passed(self, number: int, name: str) -> Sum:
        """Return a sum that is at least 1 if a threshold is met or its object is gone."""
        if name in self.casualties:
            met = self.casualties[name].met[number]
        else:
            loyalty = self.limits[name].needed
            total = self.targets.total(self.steps[: number + 1], name)
            met = self.variables.reaches(total, loyalty, f"{name} loyalty {number}")
        return self.variables.sum(met, self.absent(name)) if number else self.variables.sum(met)

    # --- conditions ----------------------------------------------------------------------------

    def absent(self, name: str) -> Value:
        """Return the condition that something has left before the second step."""
        if name not in self._absent:
            self._absent[name] = self._make_absent(name)
        return self._absent[name]

    def _make_absent(self, name: str) -> Value:
        if name in self.combat.players:
            return self._lost_now(name)
        leavers = {name: [self._removed_now(name)]}[name]
        if name in self.combat.battles:
            battle = self.combat.battles[name]
            owners = {battle.controller, battle.protector}
        elif name in self.combat.planeswalkers:
            owners = {self.combat.planeswalkers[name].controller}
        else:
            owners = {self.combat.creatures[name].controller}
        leavers += [self._lost_now(owner) for owner in sorted(owners)]
        return self.variables.any_of(leavers, f"{name} absent")

    def _removed_now(self, name: str) -> Value:
        if name in self.casualties:
            return self.casualties[name].dead[0]
        if name in self.combat.creatures:
            return 0
        return self.targets.emptied(self.steps[:1], name, "now")

    def _lost_now(self, player: str) -> Value:
        if player in self.combat.active_side:
            return 0
        gained = self.variables.sum(self.answer_gain.get(player, 0))
        if player not in self._lost:
            self._lost[player] = self.targets.has_lost(self.steps[:1], player, gained, "now")
        return self._lost[player]

    @cached_property
    def _lost(self) -> dict[str, Value]:
        return {}

    def dead(self, name: str) -> Value:
        """Return the condition that a creature of the other side has died in the end."""
        return self.casualties[name].dead[-1] if name in self.casualties else 0

    def counters_now(self, name: str) -> Sum:
        """Return the -1/-1 counters that a creature gets in the first step."""
        return self.writer.counters(self.steps[:1], name)

    def cells(self) -> list[Cell]:
        """Return all cells of all steps."""
        return [cell for step in self.steps for cell in step.cells]

    def read(self, solver: object) -> tuple[StepAssignment, ...]:
        """Read the side's assignment from a solver that has found a solution."""

        def number(total: Sum) -> int:
            return int(solver.value(self.variables.expression(total)))  # type: ignore[attr-defined]

        def truth(value: Value) -> bool:
            return bool(value if isinstance(value, int) else solver.value(value))  # type: ignore[attr-defined]

        return tuple(
            StepAssignment(name, read_step(step, number, truth))
            for name, step in zip(self.step_names, self.steps, strict=True)
        )
