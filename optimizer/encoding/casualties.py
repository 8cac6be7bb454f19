"""Thresholds and deaths of the creatures that the deciding side's damage reaches.

For each recipient with lethal damage `n` (702.19b): ``sum(useful) == n * lethal`` with
``useful <= min(amount, n) * lethal`` for each pair, which is what makes the linear relaxation
strong, and ``met == lethal + sum(touch) <= 1``. Over two steps the useful parts of both add up to
one lethal damage, as damage stays marked (120.6): ``lethal`` is then the sum of "lethal now" and
"lethal then", of which one at most holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.combat import Combat
from engine.divisions import Threshold
from engine.state_actions import Fate
from optimizer.encoding.assignments import Cell, StepVariables
from optimizer.encoding.variables import Sum, Value, Variables


@dataclass
class Casualty:
    """One creature's conditions, with a value for each step that has been written.

    Attributes
    ----------
    met
        Its threshold is met in that step, so a gate behind it may open.
    dead
        It has died by the end of that step.
    """

    met: list[Value]
    dead: list[Value]
    lethal: Value = 0
    """Lethal damage by amount in the first step."""


class Casualties:
    """Writes the thresholds and deaths, one creature at a time."""

    def __init__(self, variables: Variables, combat: Combat) -> None:
        self.variables = variables
        self.combat = combat

    def first_step(
        self, limit: Threshold, fate: Fate, step: StepVariables, *, is_exact: bool, is_last: bool
    ) -> Casualty:
        """Write a creature's threshold and death in the first step that is decided.

        Parameters
        ----------
        limit, fate
            The creature's threshold, and what removes it, as the step begins.
        step
            The step's variables.
        is_exact
            The cells hold all that is assigned, so that what is not met can be said as well.
        is_last
            No second step follows.
        """
        name, cells = limit.recipient, step.towards(limit.recipient)
        if limit.needed == 0:  # lethally damaged already, and indestructible
            return Casualty([1], [self._withers(fate, [step], name)])
        lethal = self._lethal(name, [cells], limit.needed, "now")
        if is_last or fate.by_damage is None:
            self._credit([cells], limit.needed, lethal, [lethal])
        else:
            self._at_least_useful(cells, limit.needed, lethal)
        met = self._met(name, lethal, cells, "now")
        if fate.by_damage is None:
            return Casualty([met], [self._withers(fate, [step], name)])
        if is_exact:
            self._unless(met, limit.needed, [cells], cells)
        return Casualty([met], [met], lethal)

    def second_step(
        self, casualty: Casualty, limit: Threshold, fate: Fate, steps: Sequence[StepVariables]
    ) -> None:
        """Write the same for the step that follows, in which everything is exact.

        Parameters
        ----------
        casualty
            What `first_step` has written; it is added to.
        limit, fate
            As they were when the first of the two steps began.
        steps
            The variables of both steps.
        """
        name = limit.recipient
        now, then = (step.towards(name) for step in steps)
        if limit.needed == 0:
            casualty.met.append(1)
            casualty.dead.append(self._withers(fate, steps, name))
            return
        lethal = self._lethal(name, [now, then], limit.needed, "then")
        met = self._met(name, lethal, then, "then")
        casualty.met.append(met)
        if fate.by_damage is None:
            # It stays, so only the gate is at stake: marked damage counts, a touch in the first
            # step does not (702.2c).
            total = self.variables.sum(*(cell.amount for cell in [*now, *then]))
            self.variables.at_least(total, limit.needed, lethal)
            casualty.dead.append(self._withers(fate, steps, name))
            return
        before = casualty.met[0]
        either = self.variables.sum(casualty.lethal, lethal)
        self._credit([now, then], limit.needed, either, [either, lethal])
        dead = self.variables.any_of([before, met], f"{name} dead")
        self.variables.at_most(self.variables.sum(before, met), 1)
        self._unless(dead, limit.needed, [now, then], then)
        casualty.dead.append(dead)

    def counters(self, steps: Sequence[StepVariables], name: str) -> Sum:
        """Return the -1/-1 counters that a creature gets in these steps (120.3d)."""
        creatures = self.combat.creatures
        return self.variables.sum(
            *(
                cell.amount
                for step in steps
                for cell in step.towards(name)
                if creatures[cell.division.source].deals_counters
            )
        )

    def _lethal(self, name: str, steps: list[list[Cell]], needed: int, label: str) -> Value:
        """Return a condition for "lethal damage by amount", or 0 where it cannot be."""
        highest = self.variables.sum(*(cell.amount for cells in steps for cell in cells)).high
        return self.variables.literal(f"{name} lethal {label}") if highest >= needed else 0

    def _credit(
        self,
        steps: list[list[Cell]],
        needed: int,
        lethal: Value | Sum,
        pairs: Sequence[Value | Sum],
    ) -> None:
        """Tie the useful parts to lethal damage: all of it or none (the strong rows).

        Parameters
        ----------
        lethal
            Lethal damage is assigned in one of the steps.
        pairs
            For each step, when its useful parts may count.
        """
        variables = self.variables
        total = variables.sum(*(cell.useful for cells in steps for cell in cells))
        variables.equal(variables.sum(total, (lethal, -needed)), 0)
        for cells, counts in zip(steps, pairs, strict=True):
            for cell in cells:
                most = min(cell.division.amount, needed)
                variables.at_most(variables.sum(cell.useful, (counts, -most)), 0)

    def _at_least_useful(self, cells: list[Cell], needed: int, lethal: Value) -> None:
        """Lethal damage now takes that many useful points of this step alone."""
        total = self.variables.sum(*(cell.useful for cell in cells))
        self.variables.at_least(self.variables.sum(total, (lethal, -needed)), 0)

    def _met(self, name: str, lethal: Value, cells: list[Cell], label: str) -> Value:
        """Return the condition that the threshold is met, by amount or by one touch."""
        touches = [cell.touch for cell in cells if not isinstance(cell.touch, int)]
        if not touches:
            return lethal
        met = self.variables.literal(f"{name} met {label}")
        self.variables.equal(self.variables.sum(lethal, *touches, (met, -1)), 0)
        return met

    def _unless(
        self, met: Value, needed: int, counted: list[list[Cell]], touching: list[Cell]
    ) -> None:
        """Unless it is met, less than lethal damage is assigned, and none with deathtouch."""
        variables = self.variables
        total = variables.sum(*(cell.amount for cells in counted for cell in cells))
        beyond = max(0, total.high - needed + 1)
        variables.at_most(variables.sum(total, (met, -beyond)), needed - 1)
        for cell in touching:
            if cell.division.deathtouch:
                variables.at_most(variables.sum(cell.amount, (met, -cell.division.amount)), 0)

    def _withers(self, fate: Fate, steps: Sequence[StepVariables], name: str) -> Value:
        """Return the condition that -1/-1 counters bring its toughness to 0 (704.5f)."""
        counters = self.counters(steps, name)
        return self.variables.reaches(counters, fate.by_counters, f"{name} withered {len(steps)}")
