"""One move of the deciding side: what it assigns in a step, behind which gates (510.1, 702.19)."""

from collections.abc import Mapping, Sequence

from engine.divisions import Division, Threshold, thresholds
from engine.modifiers import modifier
from engine.relaxation import relaxation_of
from engine.state import State
from engine.state_actions import fate
from optimizer.encoding.assignments import Assignments, StepVariables
from optimizer.encoding.credits import Credits
from optimizer.encoding.standing import Standing
from optimizer.encoding.variables import Sum, Value, Variables

Hit = tuple[str, str, Sum]
"""Source, target, and what is assigned."""


class Node:
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
        What the other side assigns, where all of that counts for the gates.
    before
        The move in the step before.
    is_exact
        Everything that is assigned is a variable. Else what does not matter is left out, which is
        sound only in the last step and for objectives that never lose by a death.
    """

    def __init__(
        self,
        standing: Standing,
        own: Sequence[Division],
        others: Sequence[Division],
        *,
        other_hits: Sequence[Hit] | None = None,
        before: "Node | None" = None,
        is_exact: bool,
    ) -> None:
        self.standing = standing
        self.state: State = standing.state
        self.variables: Variables = standing.variables
        self.credits = Credits(self.variables)
        self.before = before
        self.is_exact = is_exact
        self.limits: Mapping[str, Threshold] = before.limits if before else thresholds(self.state)
        self.own = own
        self.others = others
        self.hits_of_others = (
            forced_hits(standing, own, others) if other_hits is None else list(other_hits)
        )
        self.deaths: dict[str, Value] = {}
        self._plain: dict[str, bool] = {}
        self._reached_by_others = _recipients(others)
        self._sides = {d.divider in self.state.combat.active_side for d in own}
        writer = Assignments(
            self.variables, standing, dict(self.limits), self.must_be_exact, standing.label
        )
        self.step: StepVariables = writer.step(own)
        self._met: dict[str, Value] = {}
        self._open: dict[tuple[str, ...], Value] = {}
        for name in self.step.by_recipient:
            if name in self.state.creatures and self.is_plain(name):
                self._write_death(name)
        self._gates()

    # --- deaths by damage alone ----------------------------------------------------------------

    def is_plain(self, name: str) -> bool:
        """Say whether a creature dies exactly if its threshold is met by this side's damage.

        Then one condition serves for both, and the strong rows say when it dies.
        """
        if name not in self._plain:
            self._plain[name] = self._dies_by_threshold(name)
        return self._plain[name]

    def _dies_by_threshold(self, name: str) -> bool:
        state = self.state
        if fate(state, name).by_damage is None or state.regeneration.get(name, 0):
            return False
        if name in state.shields or state.shield_counters.get(name, 0):
            return False
        if name in state.combat.changes or self.limits[name].needed == 0 or self._added(name):
            return False
        if name in self._reached_by_others:
            return False
        if self.before and not self.before.is_plain(name):
            return False
        return not state.combat.has_modifiers or all(
            modifier(state, d.source, name).changes_nothing
            for d in self.own
            if name in _recipients([d])
        )

    def _write_death(self, name: str) -> None:
        cells, needed = self.step.towards(name), self.limits[name].needed
        earlier = self.before.step.towards(name) if self.before else []
        label = f"{name} {self.standing.label}"
        met = self.credits.met(label, needed, cells, before=earlier)
        self._met[name] = met
        self.deaths[name] = met
        dead_before = self.before.deaths.get(name, 0) if self.before else 0
        either = self.variables.sum(met, dead_before)
        self.variables.at_most(either, 1)
        if self.must_be_exact(name):
            dead = self.variables.any_of([met, dead_before], f"{label} dead by now")
            self.credits.exactly(needed, dead, [*cells, *earlier], cells)

    def must_be_exact(self, name: str) -> bool:
        """Whether all damage to a creature must be a variable; a death of one's own is no gain."""
        return self.is_exact or self._is_own(name) or not self.is_plain(name)

    def _is_own(self, name: str) -> bool:
        controller = self.state.creatures[name].controller
        return (controller in self.state.combat.active_side) in self._sides

    # --- gates ---------------------------------------------------------------------------------

    def _gates(self) -> None:
        """Nothing goes past a threshold that is not met (702.19b, 702.19c)."""
        for cell in self.step.cells:
            if cell.recipient.behind and not cell.recipient.sealed:
                gate = self._gate(cell.recipient.behind)
                amount = cell.division.amount
                if not (isinstance(gate, int) and gate):
                    self.variables.at_most(self.variables.sum(cell.amount, (gate, -amount)), 0)

    def _gate(self, behind: tuple[str, ...]) -> Value:
        """Return the condition that all these thresholds are met, or their objects gone."""
        if behind not in self._open:
            parts = [
                self.variables.sum(self.met(name), self.standing.absent(name)) for name in behind
            ]
            parts = [part for part in parts if part.low < 1]
            if len(parts) == 1 and len(parts[0].terms) == 1:
                self._open[behind] = parts[0].terms[0][0]
            elif parts:
                gate = self.variables.literal(f"gate {','.join(behind)} {self.standing.label}")
                for part in parts:
                    self.variables.at_least(self.variables.sum(part, (gate, -1)), 0)
                self._open[behind] = gate
            else:
                self._open[behind] = 1
        return self._open[behind]

    def met(self, name: str) -> Value:
        """Return a condition that can hold only if a threshold is met in this step."""
        if name not in self._met:
            make = self._met_by_creature if name in self.state.creatures else self._met_by_walker
            self._met[name] = make(name)
        return self._met[name]

    def _added(self, name: str) -> int:
        """Return what a threshold is more than the numbers of its object say (`Relaxation`)."""
        return relaxation_of(self.state.combat).thresholds.get(name, 0)

    def _met_by_walker(self, name: str) -> Value:
        total = self.variables.sum(
            *(cell.amount for cell in self.step.towards(name)),
            *(amount for _, target, amount in self.hits_of_others if target == name),
        )
        missing = self.variables.sum(total, (self.standing.left[name], -1), -self._added(name))
        return self.variables.reaches(missing, 0, f"{name} loyalty {self.standing.label}")

    def _met_by_creature(self, name: str) -> Value:
        now, variables = self.standing.creatures[name], self.variables
        toughness = self.state.creatures[name].toughness + self._added(name)
        hits = [(s, amount) for s, target, amount in self.hits_of_others if target == name]
        given = variables.sum(now.marked, now.counters, *(amount for _, amount in hits))
        touching = {division.source for division in self.others if division.deathtouch}
        label = f"{name} {self.standing.label} gate"
        touches = [
            variables.reaches(amount, 1, f"{source} touches {label}")
            for source, amount in hits
            if source in touching
        ]
        fixed, rest = given.constant, variables.sum(given, -given.constant)
        return self.credits.met(
            label,
            toughness - fixed,
            self.step.towards(name),
            given=rest,
            given_touches=touches,
        )

    def hits(self) -> list[Hit]:
        """Return what this side assigns, as hits."""
        return [(c.division.source, c.recipient.id, c.amount) for c in self.step.cells]


def forced_hits(
    standing: Standing, own: Sequence[Division], others: Sequence[Division]
) -> list[Hit]:
    """Return what the other side assigns without a choice: one recipient only is there.

    Only what a side's own gates look at is of interest.
    """
    variables, hits = standing.variables, list[Hit]()
    gates = {b for d in own for o in d.options for r in o.recipients for b in r.behind}
    for division in others:
        if len(division.options) > 1 or gates.isdisjoint(_recipients([division])):
            continue
        option, here = division.options[0], standing.holds(division)
        closed = [standing.closed(r, option) for r in option.recipients]
        amount = standing.amount(division)
        for k, recipient in enumerate(option.recipients):
            name = f"{division.source} only {recipient.id} {standing.label}"
            only = [here, variables.opposite(closed[k]), *closed[:k], *closed[k + 1 :]]
            condition = variables.all_of(only, name)
            if not (isinstance(condition, int) and not condition):
                total = variables.product(condition, amount, f"{name} amount")
                hits.append((division.source, recipient.id, total))
    return hits


def _recipients(due: Sequence[Division]) -> set[str]:
    return {r.id for division in due for option in division.options for r in option.recipients}
