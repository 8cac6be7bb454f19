"""Reading the output format's ``steps``."""

from typing import Any

import pytest

from engine import Assigned, DocumentError, Step, StepAssignment, read_combat
from engine.assignment import read_steps
from tests.conftest import attacker, blocker, board, first, step

COMBAT = read_combat(
    board(
        attacker("x 3/3 double strike"),
        attacker("g 2/2", count=3),
        blocker("b 1/9", "x", "g"),
        blocker("c 0/1", "x", count=2),
    )
)


def rows(*entries: dict[str, Any]) -> tuple[Assigned, ...]:
    (found,) = read_steps(COMBAT, [{"step": "regular", "assignments": list(entries)}])
    return found.assignments


def row(source: str, target: str, amount: int, **more: Any) -> dict[str, Any]:
    return {"source": source, "target": target, "amount": amount} | more


def paths(steps: Any) -> list[str]:
    with pytest.raises(DocumentError) as caught:
        read_steps(COMBAT, steps)
    return [fault.path for fault in caught.value.faults]


def test_steps_are_put_in_order() -> None:
    found = read_steps(COMBAT, [step(("x", "b", 3)), first(("x", "b", 3))])
    assert [entry.step for entry in found] == [Step.FIRST_STRIKE, Step.REGULAR]


def test_what_is_written_is_read() -> None:
    steps = [first(("x", "b", 1), ("x", "c#2", 2)), step(("g#1", "b", 2))]
    found = read_steps(COMBAT, steps)
    assert [entry.to_document() for entry in found] == steps
    assert read_steps(COMBAT, found) == found


def test_amounts_of_0_assign_nothing_and_rows_add_up() -> None:
    assert rows(row("x", "b", 0)) == ()
    assert rows(row("x", "b", 1), row("x", "b", 2)) == (Assigned("x", "b", 3),)


def test_a_plain_id_stands_for_all_copies() -> None:
    assert rows(row("g", "b", 2)) == tuple(Assigned(f"g#{k}", "b", 2) for k in (1, 2, 3))
    assert rows(row("x", "c", 1)) == (Assigned("x", "c#1", 1), Assigned("x", "c#2", 1))


def test_copies_are_taken_one_after_the_other() -> None:
    found = rows(row("g", "b", 2, copies=2), row("g", "b", 1, copies=1))
    assert found == (Assigned("g#1", "b", 2), Assigned("g#2", "b", 2), Assigned("g#3", "b", 1))


@pytest.mark.parametrize(
    ("entry", "path"),
    [
        (row("q", "b", 1), "steps[0].assignments[0].source"),
        (row("B", "b", 1), "steps[0].assignments[0].source"),
        (row("x", "q", 1), "steps[0].assignments[0].target"),
        (row("x", "b", -1), "steps[0].assignments[0].amount"),
        (row("x", "b", 10**10), "steps[0].assignments[0].amount"),
        (row("x", "b", 1) | {"amount": "1"}, "steps[0].assignments[0].amount"),
        (row("x", "b", 1) | {"amount": 1.0}, "steps[0].assignments[0].amount"),
        (row("x", "b", 1) | {"amount": True}, "steps[0].assignments[0].amount"),
        (row("x", "b", 1, note="?"), "steps[0].assignments[0].note"),
        (row("g", "b", 1, copies=4), "steps[0].assignments[0].copies"),
        (row("g", "b", 1, copies=0), "steps[0].assignments[0].copies"),
        (row("g", "c", 1), "steps[0].assignments[0]"),
        ({"source": "x", "target": "b"}, "steps[0].assignments[0].amount"),
        ("x", "steps[0].assignments[0]"),
    ],
)
def test_faults_of_a_row(entry: Any, path: str) -> None:
    assert paths([{"step": "regular", "assignments": [entry]}]) == [path]


@pytest.mark.parametrize(
    ("steps", "path"),
    [
        ([{"step": "second", "assignments": []}], "steps[0].step"),
        ([{"assignments": []}], "steps[0].step"),
        ([{"step": "regular"}], "steps[0].assignments"),
        ([step(), step()], "steps[1].step"),
        ([step() | {"extra": 1}], "steps[0].extra"),
        (["regular"], "steps[0]"),
    ],
)
def test_faults_of_a_step(steps: Any, path: str) -> None:
    assert paths(steps) == [path]


def test_every_fault_is_reported() -> None:
    steps = [step(("q", "b", 1), ("x", "z", 1)), step()]
    assert paths(steps) == [
        "steps[0].assignments[0].source",
        "steps[0].assignments[1].target",
        "steps[1].step",
    ]


def test_steps_made_by_hand() -> None:
    made = StepAssignment(Step.REGULAR, (Assigned("x", "b", 3),))
    assert read_steps(COMBAT, [made]) == (made,)
