"""The answer at once: legal on every board, and the only one where nobody has a choice."""

import random
from dataclasses import replace
from typing import Any, Literal

import pytest

from engine import Assigned, Step, check_assignment, read_combat
from engine.divisions import divisions
from engine.legality import judge_step
from engine.state import State
from optimizer import solve_damage
from optimizer.greedy import greedy_step, somehow
from optimizer.position import Position
from tests.conftest import Document, attacker, blocker, board, walker
from tests.oracle import best
from tests.oracle.boards import PRESETS, Bias, random_board, random_objectives


def greedy(document: Document) -> dict[tuple[str, str], int]:
    state = State.beginning(read_combat(document))
    step = state.combat.steps[0]
    made = greedy_step(state, divisions(state, step))
    assert all(isinstance(a, Assigned) and a.amount > 0 for a in made)
    return {(a.source, a.target): a.amount for a in made}


def test_attackers_without_trample_first_and_the_rest_goes_through() -> None:
    document = board(attacker("t 5/5 trample"), attacker("p 4/4"), blocker("w 0/4", "t", "p"))
    assert greedy(document) == {("t", "B"): 5, ("p", "w"): 4}


def test_702_2c_one_point_of_deathtouch_is_enough() -> None:
    document = board(attacker("t 5/5 trample, deathtouch"), blocker("w 1/5 indestructible", "t"))
    assert greedy(document) == {("t", "w"): 1, ("t", "B"): 4, ("w", "t"): 1}


def test_702_19b_too_little_stays_with_the_blockers() -> None:
    document = board(attacker("t 3/3 trample"), blocker("v 0/2", "t"), blocker("w 0/2", "t"))
    made = greedy(document)
    assert ("t", "B") not in made
    assert sum(made.values()) == 3


def test_702_19c_past_the_planeswalker() -> None:
    document = board(
        attacker("p 3/3", "jace"),
        attacker("t 5/5 trample over planeswalkers", "jace"),
        planeswalkers=[walker("jace", 4)],
    )
    assert sum(greedy(document).values()) == 8


@pytest.mark.parametrize(
    "bias", [Bias(trample=0.7, shared_blockers=0.8), *PRESETS.values()], ids=["basic", *PRESETS]
)
def test_the_first_step_is_legal(bias: Bias) -> None:
    rng = random.Random(str(bias))
    for _ in range(60):
        document = random_board(rng, bias=bias)
        combat = read_combat(document)
        state = State.beginning(combat)
        step = combat.steps[0]
        made = greedy_step(state, divisions(state, step))
        rows = [{"source": a.source, "target": a.target, "amount": a.amount} for a in made]
        found = check_assignment(combat, [{"step": step.value, "assignments": rows}])
        assert [v for v in found if v.step is step] == [], document


def test_a_board_without_a_choice_is_forced_and_right() -> None:
    rng = random.Random(7)
    bias = Bias(gangs=0, shared_blockers=0, max_attackers=3, max_blockers=2, trivial=1, trample=0.1)
    count = 0
    while count < 60:
        document = random_board(rng, bias=bias)
        combat = read_combat(document)
        state = State.beginning(combat)
        if combat.steps != (Step.REGULAR,):
            continue
        due = divisions(state, Step.REGULAR)
        if not all(division.is_forced for division in due):
            continue
        objectives = random_objectives(rng, document)
        solution = solve_damage(combat, objectives)
        assert solution.statistics["method"] == "forced"
        assert solution.values == solution.bounds == best(document, objectives), document
        output: Any = solution.to_document()
        rows = output["steps"][0]["assignments"]
        assert {(r["source"], r["target"]): r["amount"] for r in rows} == greedy(document)
        count += 1


@pytest.mark.parametrize("rules", ["current", "ordered"])
def test_what_does_not_matter_is_assigned_legally(rules: Literal["current", "ordered"]) -> None:
    """Under the old rule x has to finish a before b (510.1d); y's damage to a may help it."""
    combat = replace(
        read_combat("a: 1/4 -> B; b: 1/4 -> B; a, b <- x: 5/9 max blocks 2; a <- y: 2/9"),
        rules=rules,
    )
    position = Position.beginning(combat)
    assert position.step is not None
    own = greedy_step(position.state, position.divisions(active=True))
    theirs = somehow(position.state, position.divisions(active=False))
    assert {a.source for a in theirs} == {"x", "y"}
    assert judge_step(position.state, position.step, (*own, *theirs)) == []
