"""What dies and who loses (704), numbers worked out by hand."""

from typing import Any

import pytest

from engine import Assigned, Step, StepAssignment, play, read_combat
from engine.state import State
from engine.state_actions import COMMANDER_DAMAGE_TO_LOSE, Defeat, Fate, defeat, fate
from tests.conftest import Document, attacker, blocker, board, creature, siege, walker


def after(document: Document, *assigned: tuple[str, str, int]) -> State:
    """The state after the only step, the assignment legal or not."""
    made = StepAssignment(Step.REGULAR, tuple(Assigned(*row) for row in assigned))
    return play(read_combat(document), [made]).final


def players(**b: Any) -> Document:
    return {"A": {"life": 20}, "B": {"life": 20} | b}


@pytest.mark.parametrize(("life", "lost"), [(3, {"B"}), (2, {"B"}), (4, set())])
def test_704_5a_life_0_or_less(life: int, lost: set[str]) -> None:
    assert after(board(attacker("x 3/3"), players=players(life=life)), ("x", "B", 3)).lost == lost


@pytest.mark.parametrize(("poison", "lost"), [(7, {"B"}), (9, {"B"}), (6, set())])
def test_704_5c_ten_poison_counters(poison: int, lost: set[str]) -> None:
    document = board(attacker("x 3/3 infect"), players=players(poison=poison))
    state = after(document, ("x", "B", 3))
    assert state.lost == lost
    assert state.poison["B"] == poison + 3


@pytest.mark.parametrize(("before", "lost"), [(18, {"B"}), (17, set())])
def test_704_6c_twenty_one_damage_of_one_commander(before: int, lost: set[str]) -> None:
    document = board(
        attacker("x 3/3", commander=True),
        attacker("y 1/1", commander=True),
        players=players(life=40, commander_damage={"x": before, "y": 19}),
    )
    assert after(document, ("x", "B", 3), ("y", "B", 1)).lost == lost
    assert COMMANDER_DAMAGE_TO_LOSE == 21


def test_704_6c_damage_of_two_commanders_is_not_added_up() -> None:
    document = board(
        attacker("x 3/3", commander=True),
        attacker("y 3/3", commander=True),
        players=players(life=40, commander_damage={"x": 11, "y": 11}),
    )
    assert after(document, ("x", "B", 3), ("y", "B", 3)).lost == set()


@pytest.mark.parametrize(("damage", "died"), [(3, {"b"}), (4, {"b"}), (2, set())])
def test_704_5g_lethal_damage_marked(damage: int, died: set[str]) -> None:
    document = board(attacker("x 4/4"), blocker("b 0/5", "x", damage=2))
    assert after(document, ("x", "b", damage)).died == died


def test_704_5h_deathtouch() -> None:
    document = board(attacker("x 1/1 deathtouch"), blocker("b 0/9", "x"))
    state = after(document, ("x", "b", 1))
    assert state.died == state.gone == {"b"}


def test_702_12b_indestructible_survives_damage_and_deathtouch() -> None:
    document = board(attacker("x 9/9 deathtouch"), blocker("b 0/2 indestructible", "x"))
    state = after(document, ("x", "b", 9))
    assert state.died == set()
    assert state.marked["b"] == 9


def test_704_5f_toughness_0_ends_even_the_indestructible() -> None:
    document = board(attacker("x 2/2 wither"), blocker("b 0/2 indestructible", "x"))
    assert after(document, ("x", "b", 2)).died == {"b"}
    assert after(document, ("x", "b", 1)).died == set()


def test_704_5g_counters_and_marks_meet() -> None:
    """2 marked and three -1/-1 counters on toughness 5: 2 >= 2."""
    document = board(attacker("x 3/3 wither"), attacker("y 2/2"), blocker("b 0/5", "x", "y"))
    assert after(document, ("x", "b", 3), ("y", "b", 2)).died == {"b"}
    assert after(document, ("x", "b", 3), ("y", "b", 1)).died == set()


def test_704_5i_and_5v_at_0() -> None:
    document = board(
        attacker("x 3/3", "w"),
        attacker("y 2/2", "s"),
        planeswalkers=[walker("w", 3)],
        battles=[siege("s", 3)],
    )
    state = after(document, ("x", "w", 3), ("y", "s", 2))
    assert state.gone == {"w"}
    assert state.died == set()  # creatures only
    assert after(document, ("y", "s", 3)).gone == {"s"}


def test_704_3_both_players_lose_at_once() -> None:
    document = board(
        attacker("x 3/3"),
        attacker("y 1/1"),
        blocker("b 5/5", "y"),
        players={"A": {"life": 20}, "B": {"life": 3}},
    )
    state = after(document, ("x", "B", 3), ("b", "A", 20))
    assert state.lost == {"A", "B"}
    assert state.is_over


def test_800_4a_who_loses_leaves_with_all_they_control() -> None:
    document = board(
        attacker("x 3/3", "C"),
        attacker("y 1/1", "w"),
        creature("C c 2/2"),
        creature("B b 2/2"),
        players={"A": {"life": 20}, "B": {"life": 20}, "C": {"life": 3}},
        planeswalkers=[walker("w", 3, "C"), walker("v", 3, "B")],
        battles=[siege("s", 3, "C"), siege("t", 3, "B")],
    )
    state = after(document, ("x", "C", 3))
    assert state.lost == {"C"}
    assert state.gone == {"c", "w", "s"}
    assert state.died == set()  # they leave, they do not die
    assert not state.is_over


def test_fate_and_defeat_say_what_is_missing() -> None:
    document = board(
        attacker("x 3/5", damage=2, commander=True),
        blocker("b 1/4 indestructible", "x", damage=6),
        players=players(life=7, poison=4, commander_damage={"x": 20}),
    )
    state = State.beginning(read_combat(document))
    assert fate(state, "x") == Fate(by_damage=3, by_deathtouch=True, by_counters=5)
    assert fate(state, "b") == Fate(by_damage=None, by_deathtouch=False, by_counters=4)
    assert defeat(state, "B") == Defeat(life=7, poison=6, commander_damage={"x": 1})
