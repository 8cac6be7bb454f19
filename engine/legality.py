"""Is an assignment of combat damage legal, judged jointly (510.1e), and which rules it breaks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.assignment import Assigned, StepAssignment, read_steps
from engine.combat import Combat, Step
from engine.divisions import (
    Division,
    Option,
    Recipient,
    Threshold,
    divisions,
    thresholds,
)
from engine.scope import require_supported
from engine.state import State
from engine.steps import Outcome, advance, next_step
from engine.violation import Violation
from engine.wrong_recipients import outsider, step_name, wrong_recipient


def check_assignment(
    combat: Combat, steps: Sequence[Mapping[str, Any]] | Iterable[StepAssignment]
) -> tuple[Violation, ...]:
    """Judge an assignment of combat damage.

    Parameters
    ----------
    combat
        The combat.
    steps
        The ``steps`` of an output document. A step that is left out assigns nothing.

    Returns
    -------
    tuple of Violation
        Every violation; empty if the assignment is legal. The second step is judged in the state
        that the first one leaves, legal or not.

    Raises
    ------
    DocumentError
        If ``steps`` is no assignment to objects of this combat, or the combat uses something that
        is not supported.
    """
    require_supported(combat)
    return judge_steps(combat, read_steps(combat, steps), lambda state: state)


def judge_steps(
    combat: Combat, steps: Iterable[StepAssignment], between: Callable[[State], State]
) -> tuple[Violation, ...]:
    """Judge an assignment of combat damage (see `check_assignment`).

    Parameters
    ----------
    between
        What else happens after the first of two steps: the state after it, and what comes of that.
    """
    given = {step.step: step for step in steps}
    state = State.beginning(combat)
    violations: list[Violation] = []
    step = next_step(state, None)
    while step is not None:
        assigned = given.pop(step, StepAssignment(step, ()))
        violations += judge_step(state, step, assigned.assignments)
        state = advance(state, assigned).after
        if step is Step.FIRST_STRIKE:
            state = between(state)
        step = next_step(state, step)
    for step, extra in given.items():
        what = f"there is no {step_name(step)} damage step, so"
        violations += [
            Violation("510.4", f"{what} {a.source} assigns none", step, a.source)
            for a in extra.assignments
        ]
    return tuple(violations)


def judge_outcome(outcome: Outcome) -> list[Violation]:
    """Judge what was played, each step in the state in which it was (see `check_assignment`)."""
    return [
        violation
        for step, event in zip(outcome.steps, outcome.events, strict=True)
        for violation in judge_step(event.before, step.step, step.assignments)
    ]


def judge_step(state: State, step: Step, assigned: Iterable[Assigned]) -> list[Violation]:
    """Judge all that is assigned in one step together (510.1e)."""
    by_source: dict[str, dict[str, int]] = {}
    for a in assigned:
        amounts = by_source.setdefault(a.source, {})
        amounts[a.target] = amounts.get(a.target, 0) + a.amount
    due = divisions(state, step)
    board = _Board(state, step, due, by_source)
    violations: list[Violation] = []
    met = 0
    for division in due:
        given = by_source.get(division.source)
        met += given is not None
        violations += board.judge(division, given or {})
    if met < len(by_source):
        known = {division.source for division in due}
        violations += [outsider(state, step, source) for source in by_source if source not in known]
    return violations


@dataclass(frozen=True, slots=True)
class Tally:
    """What is assigned to each recipient, and which of them a source with deathtouch touches."""

    total: dict[str, int]
    touched: set[str]

    def meets(self, threshold: Threshold) -> bool:
        """Say whether enough is assigned to the recipient in this step (702.2c counted)."""
        if threshold.deathtouch and threshold.recipient in self.touched:
            return True
        return self.total.get(threshold.recipient, 0) >= threshold.needed


class _Board:
    """One step's assignment as a whole, and what it says about each creature."""

    def __init__(
        self,
        state: State,
        step: Step,
        due: tuple[Division, ...],
        by_source: Mapping[str, Mapping[str, int]],
    ) -> None:
        self.state = state
        self.combat = state.combat
        self.step = step
        self.thresholds = thresholds(state)
        self.due = due
        self.by_source = by_source
        self._tallies: dict[bool, Tally] = {}

    def _is_active(self, division: Division) -> bool:
        return division.divider in self.combat.active_side

    def tally(self, *, active: bool) -> "Tally":
        """Add up what a side's gates count.

        The active side's count what it divides itself and what is forced, as the other side divides
        afterwards; the defending side's count everything (510.1).
        """
        if active in self._tallies:
            return self._tallies[active]
        tally = self._tallies[active] = Tally({}, set())
        for division in self.due:
            if active and not (division.is_forced or self._is_active(division)):
                continue
            for target, amount in self.by_source.get(division.source, {}).items():
                tally.total[target] = tally.total.get(target, 0) + amount
                if division.deathtouch:
                    tally.touched.add(target)
        return tally

    def judge(self, division: Division, amounts: Mapping[str, int]) -> list[Violation]:
        """Return what is wrong with one creature's damage: nothing if one option allows it.

        If none does, the ordinary option's violations tell why.
        """
        if division.is_forced and len(amounts) == 1:
            ((target, amount),) = amounts.items()
            for recipient in division.options[0].recipients:
                if recipient.id == target and amount == division.amount and not recipient.behind:
                    return []
        ordinary = self._against(division, division.options[0], amounts)
        if ordinary and any(
            not self._against(division, option, amounts) for option in division.options[1:]
        ):
            return []
        return ordinary

    def _against(
        self, division: Division, option: Option, amounts: Mapping[str, int]
    ) -> list[Violation]:
        name = division.source
        allowed = {recipient.id: recipient for recipient in option.recipients}
        violations = [
            wrong_recipient(self.state, self.step, division, option, target)
            for target in amounts
            if target not in allowed
        ]
        given = sum(amounts.values())
        due = division.amount if allowed else 0
        if given != due and not (violations and not allowed):
            what = f"{given} of {due}" if given else f"none of {due}"
            violations.append(
                self._violation(
                    "510.1a",
                    name,
                    f"{name} must assign exactly {due} damage, its "
                    f"{self.state.creatures[name].assigns}, but assigns {what}",
                )
            )
        for target in amounts:
            if target in allowed and allowed[target].behind:
                violations += self._gate(division, allowed[target])
        return violations

    def _gate(self, division: Division, recipient: Recipient) -> list[Violation]:
        """Return the thresholds that are not met in front of a recipient (702.19b-c, 510.1e)."""
        source, tally = division.source, self.tally(active=self._is_active(division))
        missing = [
            self.thresholds[name]
            for name in recipient.behind
            if not tally.meets(self.thresholds[name])
        ]
        if not missing:
            return []
        reasons = ", ".join(
            f"{threshold.recipient} is assigned {tally.total.get(threshold.recipient, 0)} of "
            f"{threshold.needed} {'lethal damage' if threshold.deathtouch else 'loyalty'}"
            for threshold in missing
        )
        rule = recipient.rule
        if rule == "702.19c" and all(threshold.deathtouch for threshold in missing):
            rule = "702.19b"
        return [
            self._violation(
                rule,
                source,
                f"{source} may assign nothing to {recipient.id} yet: {reasons}",
                recipient.id,
            ),
            self._violation(
                "510.1e",
                source,
                f"taken together, all that is assigned leaves {source} short: {reasons}",
                recipient.id,
            ),
        ]

    def _violation(
        self, rule: str, source: str, message: str, target: str | None = None
    ) -> Violation:
        return Violation(rule, message, self.step, source, target)
