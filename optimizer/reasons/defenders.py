"""What the other side's creatures do with their damage (510.1d, 702.22k)."""

from collections.abc import Sequence

from engine.combat import Step
from engine.divisions import Division
from optimizer.reasons.facts import Candidate, Fact, Kind
from optimizer.reasons.shapes import Shapes
from optimizer.reasons.variant import Variant
from optimizer.reasons.words import assigns_nothing, classes, each, listed


class DefenderFacts:
    """The facts about the damage of the other side's creatures.

    If one does not hold, the active side decides how much that is, and what it is dealt to.
    """

    def __init__(self, shapes: Shapes) -> None:
        self.shapes = shapes
        self.combat = shapes.combat

    def all(self) -> list[Candidate]:
        """Return every fact, in document order of the creatures."""
        return [self._deals(group) for group in classes(self.combat, self.shapes.others)]

    def _deals(self, group: Sequence[str]) -> Candidate:
        who, steps = each(self.combat, group), self.shapes.steps_of(group[0])
        sentence = assigns_nothing(self.combat.creatures[group[0]], who)
        rule, names = "510.1a", list[str]()
        if steps:
            division = next(iter(steps.values()))
            names = [recipient.id for recipient in division.options[0].recipients]
            rule = division.rule or "510.1d"
            sentence = self._what(division, who, names) + self._when(list(steps))

        def change(variant: Variant) -> None:
            variant.divide(group, self.combat.active_player)
            variant.free_amounts(group)
            variant.steps.update(group)
            variant.free_recipients(group, self.shapes.own_side)

        fact = Fact(rule, sentence, (*group, *(n for n in names if n in self.combat.creatures)))
        return Candidate(Kind.OTHER_SIDE, fact, (change,), tuple(group))

    def _what(self, division: Division, who: str, names: Sequence[str]) -> str:
        if len(names) < 2:
            return f"{who} deals its {division.amount} damage to {listed(names)}"
        among = f"among {listed(names)}"
        if division.divider in self.combat.active_side:
            return f"{division.divider} must divide all {division.amount} damage of {who} {among}"
        return f"{who} divides its {division.amount} damage {among} as {division.divider} likes"

    def _when(self, steps: Sequence[Step]) -> str:
        if len(self.combat.steps) == 1:
            return ""
        if len(steps) > 1:
            return " in each damage step"
        return f" in the {'first' if steps[0] is Step.FIRST_STRIKE else 'second'} damage step"
