"""Decisions for a program that plays: plain data, legal, best on boards made by hand."""

import json
from typing import Any

import pytest

from engine import check_assignment, read_combat
from engine.declarations import judge_attacks, judge_blocks, with_attacks, with_blocks
from optimizer import Policy, solve_damage
from optimizer.requirements import most_attack_requirements, most_block_requirements
from tests.conftest import attacker, board, creature
from tests.optimizer.test_deadline import large

PATIENT: dict[str, Any] = {"budget": None}
AMBUSH = board(
    creature("A giant 5/5"),
    creature("A bird 1/1 flying"),
    creature("B ogre 6/6"),
    players={"A": {"life": 20}, "B": {"life": 1}},
)


def test_an_attack_that_wins() -> None:
    """Nothing of B's can block the bird, and B has 1 life."""
    chosen = Policy(["max lethal", "min own_losses"], **PATIENT).choose_attack(AMBUSH)
    assert chosen == {"bird": "B"}


def test_blocks_that_kill_the_most() -> None:
    """Both must be blocked, the rat dies anyway; only the ogre can kill the giant."""
    combat = board(
        attacker("giant 5/5"), attacker("elf 1/1"), creature("B ogre 6/6"), creature("B rat 1/1")
    )
    policy = Policy(["max player_damage", "max kill_value", "min own_loss_value"], **PATIENT)
    assert policy.choose_blocks(combat) == {"ogre": ["giant"], "rat": ["elf"]}


def test_damage_to_the_only_creature_that_can_die() -> None:
    (step,) = Policy(["max kills"], **PATIENT).choose_damage("giant: 4/4 <- bear: 2/4, wall: 0/7")
    assert step["step"] == "regular"
    rows = {(row["source"], row["target"]): row["amount"] for row in step["assignments"]}
    assert rows == {("giant", "bear"): 4, ("bear", "giant"): 2}


def test_a_whole_combat_is_legal_and_plain_data() -> None:
    policy = Policy(["max outcome", "max kill_value", "min own_loss_value"], budget=5)
    before = read_combat(
        board(
            *(creature(f"A a{k} {k}/{k} trample") for k in (2, 3, 5)),
            *(creature(f"B b{k} {k}/4") for k in (1, 2, 4)),
        )
    )
    attacks = policy.choose_attack(before)
    assert judge_attacks(before, attacks, most_attack_requirements(before)) == ()
    attacked = with_attacks(before, attacks)
    blocks = policy.choose_blocks(attacked)
    assert judge_blocks(attacked, blocks, most_block_requirements(attacked)) == ()
    blocked = with_blocks(attacked, {name: tuple(own) for name, own in blocks.items()})
    steps = policy.choose_damage(blocked)
    assert check_assignment(blocked, steps) == ()
    for decision in (attacks, blocks, steps):
        assert json.loads(json.dumps(decision)) == decision
    assert steps == solve_damage(blocked, policy.objectives).to_document()["steps"]


@pytest.mark.parametrize("budget", [0, 1e-6, 0.05])
def test_without_time_the_damage_is_legal(budget: float) -> None:
    document = large(3, 25, 0.2)
    steps = Policy(["max kill_value", "min overkill"], budget).choose_damage(document)
    assert check_assignment(read_combat(document), steps) == ()


def test_without_time_declarations_are_legal() -> None:
    before = read_combat(
        board(
            *(creature(f"A a{k} {k}/{k}") for k in range(1, 7)),
            *(creature(f"B b{k} {k}/{k}") for k in range(1, 7)),
        )
    )
    policy = Policy(["max player_damage", "max kill_value"], budget=0)
    attacks = policy.choose_attack(before)
    assert judge_attacks(before, attacks, most_attack_requirements(before)) == ()
    attacked = with_attacks(before, {f"a{k}": "B" for k in range(1, 7)})
    blocks = policy.choose_blocks(attacked)
    assert judge_blocks(attacked, blocks, most_block_requirements(attacked)) == ()


def test_a_budget_that_is_no_time() -> None:
    for budget in (-1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="seconds"):
            Policy(["max kills"], budget)
    assert Policy("max kills").objectives == ("max kills",)
    assert repr(Policy(["max kills"])) == "Policy(('max kills',), budget=0.05)"
