"""Lethal damage as the strong rows: thresholds that gates wait for, and deaths where they agree.

For a creature with lethal damage `n` (702.19b): ``sum(useful) == n * lethal`` with
``useful <= min(amount, n) * lethal`` for each pair, which is what makes the linear relaxation
strong, and ``met == lethal + sum(touch) <= 1``. Damage stays marked (120.6), so in a second step
what was useful in the first counts as well.
"""

from collections.abc import Sequence

from optimizer.encoding.assignments import Cell
from optimizer.encoding.variables import Sum, Value, Variables


class Credits:
    """Writes for one creature and one step when its threshold is met."""

    def __init__(self, variables: Variables) -> None:
        self.variables = variables

    def met(
        self,
        name: str,
        needed: int,
        cells: Sequence[Cell],
        *,
        before: Sequence[Cell] = (),
        given: Sum | None = None,
        given_touches: Sequence[Value] = (),
    ) -> Value:
        """Return a condition that can hold only if the threshold is met.

        Parameters
        ----------
        name
            For the names of variables.
        needed
            Lethal damage as the first of the steps begins.
        cells
            What the deciding side may assign to the creature in this step.
        before
            What it may have assigned in the step before, where that is marked now.
        given
            What others assign or what is marked besides.
        given_touches
            Conditions that others with deathtouch assign to it.
        """
        if needed <= 0:
            return 1
        lethal = self._lethal(name, needed, cells, before, given or Sum())
        touches = [cell.touch for cell in cells if not isinstance(cell.touch, int)]
        touches += given_touches
        if not touches:
            return lethal
        met = self.variables.literal(f"{name} met")
        parts = self.variables.sum(lethal, *touches)
        if given_touches:
            self.variables.at_least(self.variables.sum(parts, (met, -1)), 0)
        else:
            self.variables.equal(self.variables.sum(parts, (met, -1)), 0)
        return met

    def exactly(
        self, needed: int, met: Value, counted: Sequence[Cell], touching: Sequence[Cell]
    ) -> None:
        """Unless it is met, less than lethal damage is assigned, and none with deathtouch."""
        variables = self.variables
        total = variables.sum(*(cell.amount for cell in counted))
        beyond = max(0, total.high - needed + 1)
        variables.at_most(variables.sum(total, (met, -beyond)), needed - 1)
        for cell in touching:
            if cell.division.deathtouch:
                variables.at_most(variables.sum(cell.amount, (met, -cell.division.amount)), 0)

    def _lethal(
        self, name: str, needed: int, cells: Sequence[Cell], before: Sequence[Cell], given: Sum
    ) -> Value:
        """Return the condition that amounts alone are lethal, which ties all useful parts to it."""
        variables = self.variables
        highest = variables.sum(given, *(cell.amount for cell in [*cells, *before])).high
        if highest < needed:
            for cell in cells:
                variables.at_most(variables.sum(0 if cell.useful is None else cell.useful), 0)
            return 0
        lethal = variables.literal(f"{name} lethal")
        parts: list[tuple[Value, int]] = [(cell.useful, cell.division.amount) for cell in cells]
        for cell in before:
            part = variables.integer(0, min(cell.division.amount, needed), f"{name} kept")
            variables.at_least(variables.sum(cell.amount, (part, -1)), 0)
            parts.append((part, cell.division.amount))
        for part, amount in parts:
            most = min(amount, needed)
            variables.at_most(variables.sum(part, (lethal, -most)), 0)
        total = variables.sum(*(part for part, _ in parts))
        if given.is_constant and not given.constant:
            variables.equal(variables.sum(total, (lethal, -needed)), 0)
        else:
            variables.at_least(variables.sum(total, given), needed, lethal)
        return lethal
