"""The commands ``blocks`` and ``attack``: what they show, and playing well."""

import json

import pytest

from tests.optimizer.test_cli import overrun, unwrapped

BLOCKS = "a: 2/2 -> B; b: 1/1 value 7 -> B; x: 2/2 of B value 1"


def test_play_stands_for_objectives_in_its_place() -> None:
    found = overrun(
        "damage", "t: 4/4 trample <- x: 1/1; B: life 2", "--play", "--min", "kills", "--json"
    )
    names = [objective["name"] for objective in json.loads(found.stdout)["objectives"]]
    assert names == ["outcome", "kill_value - own_loss_value", "50*player_damage", "kills"]


def test_blocks_that_play_well() -> None:
    found = overrun("blocks", BLOCKS, "--play")
    assert found.exit_code == 0
    assert "x blocks b" in found.stdout


def test_the_next_best_blocks() -> None:
    found = overrun("blocks", BLOCKS, "--max", "player_damage", "--top", "2", "--json")
    document = json.loads(found.stdout)
    assert document["blocks"] == {"x": ["a"]}
    assert [other["blocks"] for other in document["others"]] == [{"x": ["b"]}]
    assert document["others_complete"]
    text = overrun("blocks", BLOCKS, "--max", "player_damage", "--top", "2").stdout
    assert "The next best player_damage 2: x blocks b" in unwrapped(text)


def test_the_next_best_attacks() -> None:
    found = overrun("attack", "a: 2/2 of A; x: 0/4 flying of B", "--max", "kills", "--top", "2")
    assert (found.exit_code, "The next best" in found.stdout) == (0, False)
    found = overrun(
        "attack", "a: 2/2 flying of A; x: 0/4 of B", "--max", "player_damage", "--top", "2"
    )
    assert "player_damage 0: nobody attacks, nobody blocks" in unwrapped(found.stdout)


def test_an_attack_that_survives_the_reply() -> None:
    text = "a: 2/2 of A; b: 3/3 of A; x: 4/4 can't block of B; A: life 4"
    found = overrun("attack", text, "--max", "player_damage", "--survive-reply")
    assert found.exit_code == 0
    assert "b attacks B" in found.stdout
    assert "a attacks" not in found.stdout


def test_no_attack_survives_the_reply() -> None:
    text = "a: 2/2 of A; x: 4/4 flying of B; A: life 4"
    found = overrun("attack", text, "--survive-reply")
    assert (found.exit_code, "No attack survives" in found.stdout) == (1, True)
    found = overrun("attack", text, "--survive-reply", "--json")
    assert (found.exit_code, json.loads(found.stdout)["status"]) == (1, "infeasible")


@pytest.mark.parametrize("number", ["0", "-1", "x"])
def test_top_is_a_number_from_one(number: str) -> None:
    assert overrun("blocks", BLOCKS, "--top", number).exit_code == 2


def test_effort_is_a_limit_that_gives_the_same_answer_on_every_machine() -> None:
    board = "a: 2/2 of A; b: 3/3 of A; x: 1/4 of B; y: 2/2 of B"
    one, other = (overrun("attack", board, "--effort", "3", "--json") for _ in range(2))
    first, second = json.loads(one.stdout), json.loads(other.stdout)
    assert first.pop("statistics")["declarations"] == 3
    assert first["status"] == "feasible"
    second.pop("statistics")
    assert first == second
    for command in ("attack", "blocks"):
        found = overrun(command, board, "--effort", "3", "--deadline", "1")
        assert found.exit_code == 2
        assert "--deadline and --effort are limits" in unwrapped(found.stderr)
