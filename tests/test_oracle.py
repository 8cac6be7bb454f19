"""The oracle against hand-worked rule examples, the shared cases and its own plain version."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.oracle import (
    UnsupportedError,
    best,
    best_result,
    count_choices,
    is_legal,
    read,
    result,
)
from tests.oracle.examples import combat, creature, step
from tests.oracle.scoring import parse

SHARED = Path(os.environ.get("OVERRUN_SHARED", Path(__file__).resolve().parents[2] / "shared"))
CASES = sorted((SHARED / "cases").glob("*/*.json"))
LARGEST_CASE = 200_000


@pytest.mark.parametrize(("first", "second"), [(4, 0), (1, 3), (2, 2), (3, 1), (0, 4)])
def test_510_1c_printed_example(first: int, second: int) -> None:
    board = combat(
        creature("A giant 4/3", attacking="B"),
        creature("B b1 2/3", blocking=["giant"]),
        creature("B b2 1/1", blocking=["giant"]),
    )
    back = [("b1", "giant", 2), ("b2", "giant", 1)]
    ours = [("giant", "b1", first), ("giant", "b2", second)]
    assert is_legal(board, [step(*ours, *back)])
    assert not is_legal(board, [step(*ours)])
    assert not is_legal(board, [step(("giant", "b1", 3), *back)])
    assert best(board, ["max kills", "min own_losses"]) == (2, 1)


def test_702_19b_two_two_blocks_one_one_and_trampler() -> None:
    board = combat(
        creature("A one 1/1", attacking="B"),
        creature("A three 3/3 trample", attacking="B"),
        creature("B bear 2/2", blocking=["one", "three"]),
    )
    assert best(board, ["max player_damage"]) == (2,)
    through = [("one", "bear", 1), ("three", "bear", 1), ("three", "B", 2)]
    assert is_legal(board, [step(*through, ("bear", "one", 2))])
    short = [("one", "bear", 1), ("three", "B", 3)]
    assert not is_legal(board, [step(*short, ("bear", "one", 2))])


def test_702_19c_printed_example() -> None:
    board = combat(
        creature("A pest 1/1", attacking="w"),
        creature("A beast 7/7 trample over planeswalkers", attacking="w"),
        planeswalkers=[{"id": "w", "controller": "B", "loyalty": 3}],
    )
    assert best(board, ["max player_damage", "max planeswalker_damage"]) == (5, 3)
    assert best(board, ["max planeswalker_damage", "max overkill"]) == (8, 5)


def test_702_19e_planeswalker_dies_in_step_one() -> None:
    board = combat(
        creature("A quick 3/3 first strike", attacking="w"),
        creature("A over 4/4 trample over planeswalkers", attacking="w"),
        creature("A plain 5/5 trample", attacking="w"),
        creature("B wall 0/2", blocking=["over"]),
        planeswalkers=[{"id": "w", "controller": "B", "loyalty": 3}],
    )
    assert best(board, ["max player_damage", "max planeswalker_damage"]) == (2, 3)


def test_702_19e_nobody_takes_the_place_of_a_battle() -> None:
    board = combat(
        creature("A quick 3/3 first strike", attacking="s"),
        creature("A over 4/4 trample over planeswalkers", attacking="s"),
        battles=[{"id": "s", "controller": "A", "protector": "B", "defense": 3}],
    )
    assert best(board, ["max player_damage", "max battle_damage"]) == (0, 3)


def test_702_2_indestructible_survivor_has_no_memory_of_deathtouch() -> None:
    board = combat(
        creature("A snake 4/4 double strike, trample, deathtouch", attacking="B"),
        creature("B god 0/6 indestructible", blocking=["snake"]),
    )
    assert best(board, ["max player_damage", "max kills"]) == (6, 0)


def test_702_15_one_event_with_the_loss() -> None:
    board = combat(
        creature("A hitter 3/3", attacking="B"),
        creature("A bait 1/1", attacking="B"),
        creature("B priest 4/4 lifelink", blocking=["bait"]),
    )
    board["players"]["B"]["life"] = 3
    assert best(board, ["max lethal"]) == (0,)
    steps = [step(("hitter", "B", 3), ("bait", "priest", 1), ("priest", "bait", 4))]
    assert is_legal(board, steps)
    assert result(board, steps)["players"]["B"] == {"life": 4, "damage": 3, "poison": 0}


def test_510_1_defender_answers_what_he_sees() -> None:
    board = combat(
        creature("A small 1/3", attacking="B", value=1),
        creature("A big 2/3", attacking="B", value=9),
        creature("B b 3/5", blocking=["small", "big"]),
    )
    assert best(board, ["min own_loss_value"]) == (9,)
    assert best(board, ["max own_loss_value"]) == (0,)
    assert best(board, ["max kills - own_losses"]) == (-1,)


def test_510_4_counters_of_step_one_lower_power() -> None:
    board = combat(
        creature("A x 2/2 first strike, wither", attacking="B"),
        creature("B b 3/4", blocking=["x"]),
    )
    assert best(board, ["min own_losses"]) == (0,)
    steps = [step(("x", "b", 2), name="first_strike"), step(("b", "x", 1))]
    assert is_legal(board, steps)
    assert not is_legal(board, [steps[0], step(("b", "x", 3))])
    assert not is_legal(board, [step(("x", "b", 2), ("b", "x", 1))])


def test_overkill_beyond_one_with_deathtouch() -> None:
    board = combat(
        creature("A rat 1/1 deathtouch", attacking="B"),
        creature("A ox 3/3", attacking="B"),
        creature("B wall 0/6", blocking=["rat", "ox"]),
    )
    assert best(board, ["max overkill"]) == (3,)


def test_special_assignments_are_chosen_anew_in_each_step() -> None:
    board = combat(
        creature("A thorn 3/3 double strike", attacking="B", as_though_unblocked=True),
        creature("B wall 0/3", blocking=["thorn"]),
    )
    assert best(board, ["max kills", "max player_damage"]) == (1, 3)
    orgg = creature("A orgg 4/4", attacking=None, divides_among_defenders=True)
    other = creature("B bystander 1/1")
    assert best(combat(orgg, other), ["max kills", "max player_damage"]) == (1, 3)


def test_800_4a_loser_takes_creatures_and_targets_away() -> None:
    board = combat(
        creature("A quick 3/3 first strike, trample", attacking="C"),
        creature("A late 5/5", attacking="w"),
        creature("A held 2/2", attacking="C"),
        creature("C guard 9/9", blocking=["held"]),
        names="ABC",
        planeswalkers=[{"id": "w", "controller": "C", "loyalty": 4}],
    )
    board["players"]["C"]["life"] = 3
    objectives = ["max player_damage", "max planeswalker_damage", "max kills", "min own_losses"]
    assert best(board, objectives) == (3, 0, 0, 0)
    board["players"]["C"]["life"] = 4
    assert best(board, objectives) == (3, 5, 0, 1)


def test_702_164_903_10a_thresholds() -> None:
    board = combat(creature("A x 3/3 toxic 2, toxic 1, infect", attacking="B", commander=True))
    board["players"]["B"] |= {"poison": 4, "commander_damage": {"x": 17}}
    assert best(board, ["max lethal", "max poison", "max commander_damage"]) == (1, 6, 3)
    board["players"]["B"]["poison"] = 3
    assert best(board, ["max lethal"]) == (0,)
    board["players"]["B"]["commander_damage"] = {"x": 18}
    assert best(board, ["max lethal"]) == (1,)


def test_sums_with_weights() -> None:
    expected = [(-2, "kills"), (1, "player_damage:B"), (-3, "poison")]
    assert parse("min -2*kills + player_damage:B - 3*poison") == (-1, expected)


def _case(path: Path) -> Any:
    return pytest.param(path, id=f"{path.parent.name}/{path.stem}")


@pytest.mark.parametrize("path", [_case(path) for path in CASES])
def test_shared_case(path: Path) -> None:
    case = json.loads(path.read_text())
    ask, document, expected = case["ask"], case["combat"], case["expect"]
    if ask["question"] not in ("damage", "check") or "error" in expected:
        pytest.skip("another question")
    try:
        read(document)
    except UnsupportedError as unsupported:
        pytest.skip(str(unsupported))
    if ask["question"] == "check":
        assert is_legal(document, ask["assignment"]) == expected["legal"]
        return
    if count_choices(document) > LARGEST_CASE:
        pytest.skip(f"too large: {count_choices(document)}")
    wishes = ask.get("wishes", [])
    found = best(document, ask["objectives"], wishes)
    if expected.get("status") == "infeasible":
        assert found is None
        return
    assert found is not None
    assert list(found) == expected["objectives"]
    assert_part(expected.get("result", {}), best_result(document, ask["objectives"], wishes))


def assert_part(expected: Any, found: Any) -> None:
    """Every key given must be there and equal, a list as a set."""
    if isinstance(expected, dict):
        for key, part in expected.items():
            assert_part(part, found[key])
    elif isinstance(expected, list):
        assert set(expected) == set(found)
    else:
        assert expected == found
