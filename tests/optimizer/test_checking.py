"""`overrun check` on attacks and blocks: of the answer, and of the combat itself."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from engine import read_combat
from optimizer import cli, solve_damage
from optimizer.checking import judge_answer
from tests.conftest import Document, attacker, blocker, board, creature, step

HOME = board(
    creature("A bull 3/3 menace", must_attack=True), creature("A wall 0/4 defender"),
    creature("B x 1/1", must_block=True), creature("B y 1/1"),
)  # fmt: skip
BLOCKED = {"attacks": {"bull": "B"}, "blocks": {"x": ["bull"], "y": ["bull"]}}
DAMAGE = [step(("bull", "x", 1), ("bull", "y", 2), ("x", "bull", 1), ("y", "bull", 1))]


def rules(document: Document, answer: dict[str, Any], **more: bool) -> list[tuple[str, str, str]]:
    found = judge_answer(read_combat(document), answer, **more)
    return [(v.rule, v.step.value, v.source) for v in found]


def test_attacks_blocks_and_damage_in_turn() -> None:
    assert rules(HOME, BLOCKED | {"steps": DAMAGE}) == []
    assert rules(HOME, BLOCKED) == []
    wrong = [step(("bull", "x", 3), ("x", "bull", 1))]
    assert rules(HOME, BLOCKED | {"steps": wrong}) == [("510.1a", "regular", "y")]


def test_508_1_illegal_attacks() -> None:
    answer = {"attacks": {"wall": "B"}, "blocks": {"x": ["wall"]}, "steps": []}
    assert rules(HOME, answer) == [("702.3b", "declare_attackers", "wall")]
    assert rules(HOME, {"attacks": {}}) == [("508.1d", "declare_attackers", "bull")]


def test_509_1_illegal_blocks() -> None:
    answer = BLOCKED | {"blocks": {"x": ["bull"]}, "steps": []}
    assert rules(HOME, answer) == [("702.111b", "declare_blockers", "bull")]
    assert rules(HOME, BLOCKED | {"blocks": {}}) == [("509.1c", "declare_blockers", "x")]


def test_declarations_take_the_place_of_those_of_the_combat() -> None:
    document = board(attacker("a 2/2"), attacker("c 1/1"), blocker("x 1/1", "a"))
    assert rules(document, {"blocks": {}, "steps": [step(("a", "B", 2), ("c", "B", 1))]}) == []
    answer = {"attacks": {"c": "B"}, "steps": [step(("c", "B", 1))]}
    assert rules(document, answer) == []


def test_state_is_judged_only_if_it_is_asked() -> None:
    """One creature blocks a flyer and another one with menace: so it is now."""
    document = board(
        attacker("f 1/1 flying, menace"), blocker("x 1/1", "f", max_blocks=2), creature("B y 1/1")
    )
    damage = {"steps": [step(("f", "x", 1), ("x", "f", 1))]}
    assert rules(document, damage) == []
    expected = [("702.9b", "declare_blockers", "x")]
    assert rules(document, damage, declarations=True) == expected
    assert rules(document, {}, declarations=True) == expected


def test_508_1f_attackers_of_the_combat_have_been_tapped() -> None:
    document = board(attacker("a 1/1", tapped=True), creature("A c 1/1", tapped=True))
    assert rules(document, {}, declarations=True) == []
    sick = board(attacker("a 1/1", summoning_sick=True))
    assert rules(sick, {}, declarations=True) == [("508.1a", "declare_attackers", "a")]


def test_506_4c_what_was_attacked_is_not_known() -> None:
    document = board(attacker("a 1/1", None, must_attack=True), creature("A c 1/1"))
    assert rules(document, {}, declarations=True) == []


def test_attacks_and_blocks_of_the_combat_are_both_judged() -> None:
    document = board(
        attacker("a 1/1 defender"), attacker("f 1/1 flying"), blocker("x 1/1", "f"),
        creature("A s 1/1", must_attack=True),
    )  # fmt: skip
    expected = [("702.3b", "declare_attackers", "a"), ("702.9b", "declare_blockers", "x")]
    assert rules(document, {}, declarations=True) == expected


def test_an_answer_about_damage_is_judged_as_before() -> None:
    combat = read_combat(board(attacker("a 3/3 trample"), blocker("x 1/1", "a")))
    assert judge_answer(combat, solve_damage(combat, ["max player_damage"]).to_document()) == ()


def test_cards_in_hand_change_nothing_until_they_are_used() -> None:
    with_mana = HOME | {"resources": {"A": {"mana": {"any": 1}}}}
    for attacks in ({}, {"bull": "B"}):
        assert judge_answer(read_combat(with_mana), {"attacks": attacks}) == judge_answer(
            read_combat(HOME), {"attacks": attacks}
        )


# --- the command line --------------------------------------------------------------------------


def overrun(*arguments: str) -> Result:
    return CliRunner().invoke(cli.app, list(arguments))


def test_the_command_says_which_rule_fails() -> None:
    answer = json.dumps(BLOCKED | {"blocks": {"x": ["bull"]}})
    result = overrun("check", json.dumps(HOME), answer, "--json")
    assert result.exit_code == 1
    (found,) = json.loads(result.stdout)["violations"]
    assert found == {
        "rule": "702.111b",
        "message": "bull must be blocked by 2 or more creatures or by none, not 1",
        "step": "declare_blockers",
        "source": "bull",
    }
    result = overrun("check", json.dumps(HOME), answer)
    assert result.exit_code == 1
    assert "declare blockers" in result.stdout


def test_the_command_with_the_declarations_of_the_combat() -> None:
    assert overrun("check", "3/3 menace <- 1/1", "--declarations").exit_code == 1
    result = overrun("check", "3/3 menace <- 1/1, 1/1", "--declarations")
    assert (result.exit_code, result.stdout) == (0, "legal\n")


@pytest.mark.parametrize(
    "arguments",
    [[], ["{}"], ['{"blocks": 5}'], ['{"blocks": {"nobody": []}}'], ['{"attacks": {"bull": 1}}'],
     ['{"blocks": {}, "steps": {}}'], ["--declarations", "{}"]],
)  # fmt: skip
def test_the_command_with_nothing_to_judge(arguments: list[str]) -> None:
    result = overrun("check", json.dumps(HOME), *arguments)
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
