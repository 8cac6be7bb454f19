"""An assignment of combat damage: what each creature is to deal to whom, step by step."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.combat import Combat, Step
from engine.faults import DocumentError, Fault

if TYPE_CHECKING:
    from engine.assignment_schema import Row


class Assigned(NamedTuple):
    """An amount of damage that one source assigns to one target in a step."""

    source: str
    target: str
    amount: int


@dataclass(frozen=True, slots=True)
class StepAssignment:
    """All that is assigned in one step."""

    step: Step
    assignments: tuple[Assigned, ...]
    prevented: tuple[Assigned, ...] = ()
    """How shields of a number are split over several sources, if not in order (615.7)."""

    def to_document(self) -> dict[str, object]:
        """Return it as an entry of the output's ``steps``."""
        document: dict[str, object] = {
            "step": self.step.value,
            "assignments": [_row_document(a) for a in self.assignments],
        }
        if self.prevented:
            document["prevented"] = [_row_document(a) for a in self.prevented]
        return document


def _row_document(a: Assigned) -> dict[str, object]:
    return {"source": a.source, "target": a.target, "amount": a.amount}


def read_steps(
    combat: Combat, steps: Sequence[Mapping[str, Any]] | Iterable[StepAssignment]
) -> tuple[StepAssignment, ...]:
    """Read the ``steps`` of an output document, for this combat.

    An amount of 0 assigns nothing and is dropped. A row that names a group by its plain id stands
    for ``copies`` of its creatures (all of them if not given), each with the row's amount: the
    first ones that the row's other side has not met yet in this step.

    Raises
    ------
    DocumentError
        For anything that is no assignment to objects of this combat; whether it is legal is a
        matter of `engine.legality`.
    """
    given = list(steps)
    known = [step for step in given if isinstance(step, StepAssignment)]
    if len(known) == len(given):
        return tuple(known)
    given = [s.to_document() if isinstance(s, StepAssignment) else s for s in given]
    from engine.assignment_schema import validated

    faults: list[Fault] = []
    seen: set[Step] = set()
    found = []
    for k, step in enumerate(validated(given)):
        if step.step in seen:
            faults.append(Fault(f"steps[{k}].step", f"the step {step.step.value} is given twice"))
        seen.add(step.step)
        assigned = _rows(combat, step.assignments, f"steps[{k}].assignments", faults)
        prevented = _rows(combat, step.prevented, f"steps[{k}].prevented", faults)
        found.append(StepAssignment(step.step, assigned, prevented))
    if faults:
        raise DocumentError(faults)
    return tuple(sorted(found, key=lambda step: step.step is Step.REGULAR))


def _rows(
    combat: Combat, rows: "list[Row]", section: str, faults: list[Fault]
) -> tuple[Assigned, ...]:
    amounts: dict[tuple[str, str], int] = {}
    others = {*combat.players, *combat.planeswalkers, *combat.battles}
    for j, row in enumerate(rows):
        path = f"{section}[{j}]"
        sources = list(combat.copies.get(row.source, ()))
        targets = [row.target] if row.target in others else list(combat.copies.get(row.target, ()))
        if not sources:
            faults.append(Fault(f"{path}.source", f"there is no creature {row.source!r}"))
        if not targets:
            faults.append(Fault(f"{path}.target", f"there is nothing with the id {row.target!r}"))
        if not sources or not targets:
            continue
        if len(sources) > 1 and len(targets) > 1:
            faults.append(Fault(path, "source and target are both groups: name single copies"))
            continue
        pairs = [(source, target) for source in sources for target in targets]
        if row.copies is not None:
            fresh = [pair for pair in pairs if pair not in amounts]
            if len(fresh) < row.copies:
                faults.append(Fault(f"{path}.copies", f"only {len(fresh)} copies are left for it"))
                continue
            pairs = fresh[: row.copies]
        for pair in pairs:
            amounts[pair] = amounts.get(pair, 0) + row.amount
    return tuple(Assigned(*pair, amount) for pair, amount in amounts.items() if amount)
