"""Hand-worked examples: teams, what happens between the steps, wishes, counting, frontiers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle import (
    UnsupportedError,
    best,
    best_result,
    count_optimal,
    frontier,
    is_legal,
    values,
)

from .examples import Document, combat, creature, step


def teams(*creatures: dict[str, Any], life: int = 30, poison: int = 0, **more: Any) -> Document:
    board = combat(*creatures, names="ADBC", **more)
    for name, player in board["players"].items():
        player["team"] = "one" if name in "AD" else "two"
        player |= {"life": life, "poison": poison} if name in "BC" else {"life": 10}
    return board


def test_810_9_life_and_poison_are_shared() -> None:
    board = teams(
        creature("A x 3/3 lifelink", attacking="B"),
        creature("D y 2/2 infect", attacking="C"),
        creature("D z 1/1 lifelink, toxic 2", attacking="C"),
        poison=4,
    )
    names = ["max player_damage", "max player_damage:C", "max poison", "max life_gained"]
    assert best(board, names) == (6, 3, 4, 4)
    found = best_result(board, names)
    assert found["players"]["A"] == found["players"]["D"] == {"life": 14, "damage": 0, "poison": 0}
    assert found["players"]["B"] == {"life": 26, "damage": 3, "poison": 8}
    assert found["players"]["C"] == {"life": 26, "damage": 3, "poison": 8}


def test_810_8_a_team_loses_together() -> None:
    attackers = [creature("A x 3/3", attacking="B"), creature("D y 2/2 infect", attacking="C")]
    assert best(teams(*attackers, life=3), ["max lethal"]) == (1,)
    assert best(teams(*attackers, life=4), ["max lethal"]) == (0,)
    assert best(teams(*attackers, poison=12), ["max lethal"]) == (0,)
    assert best(teams(*attackers, poison=13), ["max lethal"]) == (1,)
    general = creature("D g 3/3", attacking="C", commander=True)
    board = teams(general)
    board["players"]["B"]["commander_damage"] = {"g": 20}
    assert best(board, ["max lethal", "max commander_damage"]) == (0, 3)
    board["players"]["C"]["commander_damage"] = {"g": 18}
    assert best(board, ["max lethal"]) == (1,)


def test_805_any_member_blocks_and_a_team_mate_is_own() -> None:
    board = teams(
        creature("D x 3/3", attacking="B", value=4),
        creature("C guard 3/3", blocking=["x"], value=5),
        creature("D idle 1/1"),
    )
    names = ["max kills", "max kill_value", "max own_losses", "max own_loss_value"]
    assert best(board, names) == (1, 5, 1, 4)
    with pytest.raises(ValueError, match="player_damage:D"):
        best(board, ["max player_damage:D"])


def test_702_4d_double_strike_after_the_first_blow() -> None:
    board = combat(
        creature("A x 3/3 first strike", attacking="B"),
        creature("A late 2/2", attacking="B"),
        after_first_strike={"x": {"gains": ["double strike"]}, "late": {"gains": ["first strike"]}},
    )
    assert best(board, ["max player_damage"]) == (8,)  # 702.7c: late strikes all the same
    board["after_first_strike"] = {"x": {"loses": ["first strike"]}}
    assert best(board, ["max player_damage"]) == (5,)
    board["creatures"][0]["keywords"] = ["double strike"]
    board["after_first_strike"] = {"x": {"loses": ["double strike"]}}
    assert best(board, ["max player_damage"]) == (5,)  # 702.4c
    board["creatures"][0]["keywords"] = []
    board["after_first_strike"] = {"x": {"removed": True}}
    assert best(board, ["max player_damage"]) == (5,)  # there is one step only


def test_interlude_power_and_removal() -> None:
    board = combat(
        creature("A d 2/2 double strike, trample", attacking="B"),
        creature("A rat 1/1", attacking="B", count=2),
        creature("B b 3/4", blocking=["d"], damage=1),
        after_first_strike={"d": {"power": 6}, "rat": {"removed": True}},
    )
    assert best(board, ["max player_damage", "min own_losses"]) == (5, 1)
    board["after_first_strike"] = {"d": {"power": 6}, "b": {"removed": True}}
    assert best(board, ["max player_damage", "min own_losses"]) == (8, 0)
    board["after_first_strike"] = {"b": {"regenerated": True, "gains": ["double strike"]}}
    assert best(board, ["max player_damage", "max kills", "min own_losses"]) == (4, 0, 0)
    steps = [step(("d", "b", 2), name="first_strike")]
    regular = [("d", "B", 2), ("rat#1", "B", 1), ("rat#2", "B", 1)]
    assert is_legal(board, [*steps, step(*regular)])
    assert values(board, [*steps, step(*regular)], ["max player_damage"]) == (4,)


def test_interlude_power_is_before_counters_and_only_for_the_living() -> None:
    board = combat(
        creature("A x 2/2 first strike, wither", attacking="B"),
        creature("A y 1/9", attacking="B"),
        creature("B b 3/4", blocking=["x"]),
        creature("B c 1/1", blocking=["y"]),
        after_first_strike={"b": {"power": 5}, "y": {"power": 0}},
    )
    assert best(board, ["min own_losses", "max kills"]) == (1, 0)
    board["after_first_strike"]["b"]["power"] = 3
    assert best(board, ["min own_losses", "max kills"]) == (0, 0)
    board["creatures"][2]["toughness"] = 2
    board["after_first_strike"] = {"b": {"power": 9, "gains": ["indestructible"]}}
    assert best(board, ["min own_losses", "max kills"]) == (0, 2)


def test_704_5g_indestructible_lost_between_the_steps() -> None:
    board = combat(
        creature("A x 2/2 first strike", attacking="B"),
        creature("B god 3/2 indestructible", blocking=["x"]),
        after_first_strike={"god": {"loses": ["indestructible"]}},
    )
    assert best(board, ["max kills", "min own_losses"]) == (1, 0)


def test_wishes_come_before_objectives() -> None:
    board = combat(
        creature("A x 4/4", attacking="B"),
        creature("B b1 1/2", blocking=["x"]),
        creature("B b2 1/2", blocking=["x"]),
        planeswalkers=[{"id": "w", "controller": "B", "loyalty": 3}],
    )
    assert best(board, ["max kills"], ["survives(b1)"]) == (1,)
    assert best(board, ["min kills"], ["destroys(b2)"]) == (1,)
    assert best(board, ["max kills"], ["no_damage(b2)", "no_damage(w)"]) == (1,)
    assert best(board, ["max kills"], ["kills >= 3"]) is None
    assert best(board, ["max overkill"], ["2*kills - own_losses > 3"]) == (0,)
    assert best(board, ["max kills"], ["loyalty(w) == 3", "life(B) >= 20"]) == (2,)
    assert best(board, ["max kills"], ["loyalty(w) < 3"]) is None


def test_wishes_hold_whatever_the_defender_does() -> None:
    board = combat(
        creature("A small 1/3", attacking="B", value=1),
        creature("A big 2/3", attacking="B", value=9),
        creature("B b 3/5", blocking=["small", "big"]),
    )
    assert best(board, ["max own_loss_value"], ["survives(big)"]) is None
    assert best(board, ["max own_loss_value"], ["own_losses <= 1"]) == (0,)
    # He would rather break the wish than keep the big one from dying.
    assert best(board, ["max own_losses"], ["own_loss_value < 9"]) is None


def test_wishes_about_groups_and_no_damage_after_modifiers() -> None:
    board = combat(
        creature("A x 3/3", attacking="B"),
        creature("A y 3/3", attacking="s", deals=0),
        creature("B rat 1/1", blocking=["x"], count=2),
        battles=[{"id": "s", "controller": "A", "protector": "B", "defense": 3}],
    )
    assert best(board, ["max overkill"], ["destroys(rat)"]) == (1,)
    assert best(board, ["max overkill"], ["survives(rat)"]) is None
    assert best(board, ["max overkill"], ["no_damage(rat#1)"]) == (2,)
    assert best(board, ["max overkill"], ["no_damage(s)", "defense(s) == 3"]) == (2,)
    assert best(board, ["max overkill"], ["no_damage(B)", "battles_defeated > 0"]) is None


def test_count_optimal() -> None:
    board = combat(
        creature("A x 3/3", attacking="B"),
        creature("B b1 1/2", blocking=["x"]),
        creature("B b2 1/2", blocking=["x"]),
    )
    assert count_optimal(board, ["max kills"]) == 4  # 3 + 0, 2 + 1, 1 + 2, 0 + 3
    assert count_optimal(board, ["max overkill"]) == 2
    assert count_optimal(board, ["max player_damage"]) == 4
    board["creatures"][0] |= {"keywords": ["trample"], "as_though_unblocked": True}
    assert count_optimal(board, ["min kills"]) == 1  # to the player, as though it weren't blocked
    assert count_optimal(board, ["max kills"]) == 4


def test_count_optimal_counts_one_division_of_two_ways_once() -> None:
    board = combat(
        creature("A orgg 2/2", attacking="B", divides_among_defenders=True),
        creature("B b 0/9", blocking=["orgg"]),
    )
    assert count_optimal(board, ["max kills"]) == 3
    with pytest.raises(UnsupportedError):
        count_optimal(combat(creature("A x 1/1 first strike", attacking="B")), ["max kills"])
    board = combat(
        creature("A x 1/1", attacking="B"),
        creature("A y 1/1", attacking="B"),
        creature("B b 1/1", blocking=["x", "y"]),
    )
    with pytest.raises(UnsupportedError):
        count_optimal(board, ["max kills"])


def test_frontier() -> None:
    board = combat(
        creature("A x 6/6 trample", attacking="B", as_though_unblocked=True),
        creature("B b1 1/1", blocking=["x"], value=1),
        creature("B b2 1/3", blocking=["x"], value=5),
    )
    pairs = [(6, 0), (2, 6)]
    assert frontier(board, "max player_damage", "max kill_value") == pairs
    flipped = [(other, one) for one, other in reversed(pairs)]
    assert frontier(board, "max kill_value", "max player_damage") == flipped
    assert frontier(board, "min player_damage", "min kill_value") == [(0, 1), (6, 0)]
    twice = combat(
        creature("A x 2/2 double strike", attacking="B", divides_among_defenders=True),
        creature("B b1 0/1", value=3),
        creature("B b2 0/2", value=4),
    )
    pairs = [(4, 0), (3, 3), (2, 4), (1, 7)]
    assert frontier(twice, "max player_damage", "max kill_value") == pairs
