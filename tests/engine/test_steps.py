"""Whole combats, step by step (510.4), with numbers worked out by hand from the rules."""

from typing import Any

import pytest

from engine import Step, check_assignment, play, read_combat
from engine.assignment import read_steps
from engine.results import result_document
from engine.steps import Outcome
from tests.conftest import Document, attacker, blocker, board, creature, first, siege, step, walker


def played(document: Document, *steps: Document) -> Outcome:
    """Play a legal assignment."""
    combat = read_combat(document)
    assert check_assignment(combat, steps) == ()
    return play(combat, read_steps(combat, steps))


def result(document: Document, *steps: Document) -> Any:
    return result_document(played(document, *steps))


def test_702_7_first_strike_kills_before_it_is_struck() -> None:
    document = board(attacker("x 2/2 first strike"), blocker("b 2/2", "x"))
    found = result(document, first(("x", "b", 2)), step())
    assert found["destroyed"] == ["b"]


def test_702_7_too_weak_a_first_strike_is_answered() -> None:
    document = board(attacker("x 2/2 first strike"), blocker("b 2/3", "x"))
    found = result(document, first(("x", "b", 2)), step(("b", "x", 2)))
    assert found["destroyed"] == ["x"]


def test_702_4_double_strike_hits_twice() -> None:
    document = board(attacker("x 3/3 double strike, lifelink, toxic 2"))
    outcome = played(document, first(("x", "B", 3)), step(("x", "B", 3)))
    assert outcome.final.life == {"A": 26, "B": 14}
    assert outcome.final.poison["B"] == 4
    assert [s.step for s in outcome.steps] == [Step.FIRST_STRIKE, Step.REGULAR]


def test_510_1c_double_striker_whose_blocker_died_assigns_nothing_more() -> None:
    document = board(attacker("x 3/3 double strike"), blocker("b 2/2", "x"))
    found = result(document, first(("x", "b", 3)), step())
    assert found["players"]["B"]["damage"] == 0


def test_702_19d_trampling_double_striker_goes_through_whole() -> None:
    document = board(attacker("x 3/3 double strike, trample"), blocker("b 2/2", "x"))
    now, then = first(("x", "b", 2), ("x", "B", 1)), step(("x", "B", 3))
    assert result(document, now, then)["players"]["B"]["life"] == 16


def test_both_strike_first_and_kill_each_other() -> None:
    document = board(attacker("x 2/2 first strike"), blocker("b 2/2 double strike", "x"))
    found = result(document, first(("x", "b", 2), ("b", "x", 2)), step())
    assert found["destroyed"] == ["x", "b"]


def test_509_1h_a_blocker_that_died_leaves_the_attacker_blocked() -> None:
    document = board(attacker("q 2/2 first strike"), attacker("x 4/4"), blocker("b 1/2", "q", "x"))
    found = result(document, first(("q", "b", 2)), step())
    assert found["players"]["B"]["damage"] == 0


def test_506_4c_the_planeswalker_died_in_the_first_step() -> None:
    document = board(
        attacker("q 3/3 first strike", "w"),
        attacker("x 2/2", "w"),
        attacker("o 4/4 trample over planeswalkers", "w"),
        planeswalkers=[walker("w", 3)],
    )
    found = result(document, first(("q", "w", 3)), step(("o", "B", 4)))
    assert found["planeswalkers"] == {"w": {"loyalty": 0, "dies": True}}
    assert found["players"]["B"]["life"] == 16


def test_510_4_no_second_step_once_the_defender_has_lost() -> None:
    document = board(
        attacker("q 3/3 first strike"),
        attacker("x 1/1"),
        blocker("b 9/9", "x"),
        players={"A": {"life": 20}, "B": {"life": 3}},
    )
    outcome = played(document, first(("q", "B", 3)))
    assert [s.step for s in outcome.steps] == [Step.FIRST_STRIKE]
    assert result_document(outcome)["outcome"] == "win"
    assert result_document(outcome)["destroyed"] == []


def test_800_4a_one_of_two_defenders_leaves_after_the_first_step() -> None:
    document = board(
        attacker("q 3/3 first strike", "C"),
        attacker("x 2/2", "C"),
        attacker("y 2/2"),
        attacker("z 1/1", "w"),
        creature("C c 9/9", blocking=["x"]),
        players={"A": {"life": 20}, "B": {"life": 20}, "C": {"life": 3}},
        planeswalkers=[walker("w", 5, "C")],
    )
    found = result(document, first(("q", "C", 3)), step(("y", "B", 2)))
    assert found["outcome"] == "undecided"
    assert found["destroyed"] == []
    assert found["players"]["B"] == {"life": 18, "damage": 2, "poison": 0}
    assert found["planeswalkers"]["w"] == {"loyalty": 5, "dies": False}


def test_802_two_defenders_lose_in_different_steps() -> None:
    document = board(
        attacker("q 3/3 first strike", "C"),
        attacker("y 2/2"),
        players={"A": {"life": 20}, "B": {"life": 2}, "C": {"life": 3}},
    )
    assert result(document, first(("q", "C", 3)), step(("y", "B", 2)))["outcome"] == "win"


def test_120_4d_lifelink_saves_in_the_same_event_but_not_later() -> None:
    bait, hitter = attacker("bait 1/1"), attacker("x 3/3")
    low = {"A": {"life": 20}, "B": {"life": 3}}
    document = board(bait, hitter, blocker("b 1/4 lifelink", "bait"), players=low)
    found = result(document, step(("x", "B", 3), ("bait", "b", 1), ("b", "bait", 1)))
    assert (found["players"]["B"]["life"], found["outcome"]) == (1, "undecided")
    quick = board(
        attacker("x 3/3 first strike"), bait, blocker("b 1/4 lifelink", "bait"), players=low
    )
    assert result(quick, first(("x", "B", 3)))["outcome"] == "win"


def test_702_90_infect_in_both_steps() -> None:
    document = board(attacker("x 3/3 infect, double strike"), blocker("b 4/5", "x"))
    outcome = played(document, first(("x", "b", 3)), step(("x", "b", 3), ("b", "x", 1)))
    assert outcome.final.died == {"b"}
    assert outcome.final.counters == {"b": 6}
    assert outcome.final.marked["x"] == 1


def test_702_19b_worked_example_with_everything() -> None:
    """7/7 trampler, a 2/2 first striker; blockers 1/4 with 1 marked (shared) and 3/3.

    First step: 2 on the shared blocker, which has 3 then. Second: 1 more there, 3 on the other,
    3 through.
    """
    document = board(
        attacker("q 2/2 first strike"),
        attacker("x 7/7 trample"),
        blocker("s 1/4", "q", "x", damage=1),
        blocker("t 3/3", "x"),
    )
    then = step(("x", "s", 1), ("x", "t", 3), ("x", "B", 3), ("s", "q", 1), ("t", "x", 3))
    found = result(document, first(("q", "s", 2)), then)
    assert found["destroyed"] == ["s", "t"]
    assert found["players"] == {
        "A": {"life": 20, "damage": 0, "poison": 0},
        "B": {"life": 17, "damage": 3, "poison": 0},
    }


def test_310_battles_have_their_own_result() -> None:
    document = board(
        attacker("x 3/3", "s"), attacker("y 1/1", "t"), battles=[siege("s", 3), siege("t", 3)]
    )
    found = result(document, step(("x", "s", 3), ("y", "t", 1)))
    assert found["battles"] == {
        "s": {"defense": 0, "defeated": True},
        "t": {"defense": 2, "defeated": False},
    }


@pytest.mark.parametrize(
    ("a", "b", "outcome"),
    [(20, 20, "undecided"), (20, 2, "win"), (1, 20, "undecided")],
)
def test_104_outcome(a: int, b: int, outcome: str) -> None:
    document = board(attacker("x 2/2"), players={"A": {"life": a}, "B": {"life": b}})
    assert result(document, step(("x", "B", 2)))["outcome"] == outcome


def test_steps_that_do_not_take_place_are_left_out() -> None:
    combat = read_combat(board(attacker("x 2/2")))
    steps = read_steps(combat, [first(("x", "B", 2)), step(("x", "B", 2))])
    outcome = play(combat, steps)
    assert [s.step for s in outcome.steps] == [Step.REGULAR]
    assert outcome.final.life["B"] == 18
    assert [s.step for s in play(combat, []).steps] == [Step.REGULAR]
