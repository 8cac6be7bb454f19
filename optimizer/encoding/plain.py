"""One side's move in a step, written plainly: everything follows from what is assigned.

`optimizer.encoding.node` writes the same rules so that the linear relaxation is strong, with
variables that are free within limits. Here each assignment stands for one solution, which is what
counting needs, and thresholds are read off the sums (510.1, 702.19).
"""

from collections.abc import Sequence

from engine.divisions import Division
from optimizer.encoding.assignments import Assignments
from optimizer.encoding.node import Hit, forced_hits
from optimizer.encoding.standing import Standing
from optimizer.encoding.variables import Sum, Value


class PlainNode:
    """The variables and rows of one side's divisions in one step.

    Parameters
    ----------
    standing
        How everything stands as the step begins.
    own
        The side's divisions, conditional or not.
    others
        The other side's divisions in the same step.
    other_hits
        What the other side assigns, where all of that counts for the gates; by default what it has
        no choice about (510.1).
    """

    def __init__(
        self,
        standing: Standing,
        own: Sequence[Division],
        others: Sequence[Division],
        other_hits: Sequence[Hit] | None = None,
    ) -> None:
        self.standing = standing
        self.variables = standing.variables
        self.own = own
        self.others = others
        writer = Assignments(self.variables, standing, {}, lambda _: True, standing.label)
        self.step = writer.step(own)
        self._counted = self.hits()
        if any(r.behind for division in own for o in division.options for r in o.recipients):
            if other_hits is None:
                other_hits = forced_hits(standing, own, others)
            self._counted += other_hits
        self._touching = {d.source for d in (*own, *others) if d.deathtouch}
        self._passed: dict[str, Value] = {}
        self._gates()

    def hits(self) -> list[Hit]:
        """Return what this side assigns, as hits."""
        return [(c.division.source, c.recipient.id, c.amount) for c in self.step.cells]

    def amounts(self) -> dict[tuple[str, str], Sum]:
        """Return what each source of this side assigns to each target, in all its options."""
        found: dict[tuple[str, str], Sum] = {}
        for source, target, amount in self.hits():
            found[source, target] = self.variables.sum(found.get((source, target), 0), amount)
        return found

    def _gates(self) -> None:
        """Nothing goes past a threshold that is not met (702.19b, 702.19c)."""
        for cell in self.step.cells:
            if cell.recipient.behind and not cell.recipient.sealed:
                name = f"{cell.division.source}->{cell.recipient.id} {self.standing.label}"
                passed = [self._pass(behind) for behind in cell.recipient.behind]
                gate = self.variables.all_of(passed, f"{name} gate {cell.option}")
                most = cell.division.amount
                self.variables.at_most(self.variables.sum(cell.amount, (gate, -most)), 0)

    def _pass(self, name: str) -> Value:
        """Return the condition that a threshold is met, or what has it is gone."""
        if name not in self._passed:
            label = f"{name} {self.standing.label}"
            reasons = [self.standing.absent(name), *self._met(name, label)]
            self._passed[name] = self.variables.any_of(reasons, f"{label} passed")
        return self._passed[name]

    def _met(self, name: str, label: str) -> list[Value]:
        variables, standing = self.variables, self.standing
        hits = [(source, amount) for source, target, amount in self._counted if target == name]
        total = variables.sum(*(amount for _, amount in hits))
        if name not in standing.creatures:
            missing = variables.sum(total, (standing.left[name], -1))
            return [variables.reaches(missing, 0, f"{label} loyalty")]
        now, toughness = standing.creatures[name], standing.state.creatures[name].toughness
        taken = variables.sum(total, now.marked, now.counters)
        touches = variables.sum(*(amount for source, amount in hits if source in self._touching))
        return [
            variables.reaches(taken, toughness, f"{label} lethal"),
            variables.reaches(touches, 1, f"{label} touched"),
        ]
