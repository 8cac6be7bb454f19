"""What damage does (120.3), all of it at the same time (510.2)."""

import pytest

from engine import Assigned, read_combat
from engine.damage import DamageEvent, deal
from engine.state import State
from tests.conftest import Document, attacker, blocker, board, siege, walker


def dealt(document: Document, *assigned: tuple[str, str, int]) -> DamageEvent:
    state = State.beginning(read_combat(document))
    return deal(state, [Assigned(*row) for row in assigned])


def test_120_3a_loss_of_life() -> None:
    event = dealt(board(attacker("x 3/3")), ("x", "B", 3))
    assert event.after.life == {"A": 20, "B": 17}
    assert event.after.poison == {"A": 0, "B": 0}
    assert [(hit.source, hit.target, hit.amount) for hit in event.dealt] == [("x", "B", 3)]


def test_120_3b_infect_gives_poison_instead() -> None:
    event = dealt(board(attacker("x 3/3 infect")), ("x", "B", 3))
    assert (event.after.life["B"], event.after.poison["B"]) == (20, 3)


def test_120_3c_and_h_counters_come_off_and_stop_at_0() -> None:
    document = board(
        attacker("x 3/3", "w"),
        attacker("y 5/5", "s"),
        planeswalkers=[walker("w", 4)],
        battles=[siege("s", 2)],
    )
    event = dealt(document, ("x", "w", 3), ("y", "s", 5))
    assert (event.after.loyalty, event.after.defense) == ({"w": 1}, {"s": 0})
    assert event.after.life == {"A": 20, "B": 20}


@pytest.mark.parametrize("keyword", ["wither", "infect"])
def test_120_3d_counters_instead_of_marks(keyword: str) -> None:
    document = board(attacker(f"x 2/2 {keyword}"), blocker("b 3/5", "x", damage=1))
    event = dealt(document, ("x", "b", 2), ("b", "x", 3))
    assert event.after.counters == {"b": 2}
    assert event.after.marked == {"x": 3, "b": 1}
    assert event.after.toughness("b") == 3


def test_120_3e_marked_damage_adds_up() -> None:
    document = board(attacker("x 2/2"), attacker("y 1/1"), blocker("b 0/9", "x", "y", damage=1))
    event = dealt(document, ("x", "b", 2), ("y", "b", 1))
    assert event.after.marked["b"] == 4
    assert event.after.counters == {}


def test_120_3f_lifelink_gains_what_is_dealt_to_anything() -> None:
    document = board(
        attacker("x 5/5 lifelink"),
        attacker("y 2/2 lifelink", "w"),
        blocker("b 1/1 lifelink", "x"),
        planeswalkers=[walker("w", 1)],
    )
    event = dealt(document, ("x", "b", 5), ("y", "w", 2), ("b", "x", 1))
    assert event.gained == {"A": 7, "B": 1}  # surplus counts: 5 on a 1/1, 2 on loyalty 1
    assert event.after.life == {"A": 27, "B": 21}


def test_120_4d_gain_and_loss_are_netted_in_one_event() -> None:
    document = board(
        attacker("x 4/4"),
        attacker("bait 1/1"),
        blocker("b 3/3 lifelink", "bait"),
        players={"A": {"life": 20}, "B": {"life": 2}},
    )
    event = dealt(document, ("x", "B", 4), ("bait", "b", 1), ("b", "bait", 3))
    assert event.after.life["B"] == 1


def test_120_3g_toxic_is_flat_and_on_top() -> None:
    document = board(attacker("x 5/5 toxic 2, toxic 1"), attacker("y 2/2 infect, toxic 3"))
    assert dealt(document, ("x", "B", 5)).after.poison["B"] == 3
    assert dealt(document, ("x", "B", 1)).after.poison["B"] == 3
    event = dealt(document, ("x", "B", 5), ("y", "B", 2))
    assert (event.after.life["B"], event.after.poison["B"]) == (15, 8)


def test_702_164_toxic_is_for_players_only() -> None:
    document = board(
        attacker("x 5/5 toxic 2", "w"), blocker("b 1/9", "x"), planeswalkers=[walker("w", 2)]
    )
    event = dealt(document, ("x", "b", 3), ("x", "w", 2))
    assert event.after.poison == {"A": 0, "B": 0}


def test_120_8_zero_damage_is_no_damage() -> None:
    document = board(attacker("x 1/1 toxic 2, lifelink, deathtouch"), blocker("b 1/1", "x"))
    event = dealt(document, ("x", "B", 0), ("x", "b", 0))
    assert event.dealt == ()
    assert event.touched == frozenset()
    assert event.gained == {}
    assert event.after == event.before


def test_702_2b_deathtouch_touches_creatures_only() -> None:
    document = board(
        attacker("x 3/3 deathtouch", "w"), blocker("b 1/1", "x"), planeswalkers=[walker("w", 3)]
    )
    event = dealt(document, ("x", "b", 1), ("x", "w", 1), ("x", "B", 1), ("b", "x", 1))
    assert event.touched == {"b"}
    assert event.after.loyalty == {"w": 2}


def test_903_10a_commander_damage_counts_by_commander_infect_included() -> None:
    document = board(
        attacker("x 3/3", commander=True),
        attacker("y 2/2 infect", commander=True),
        attacker("z 4/4"),
        players={"A": {"life": 40}, "B": {"life": 40, "commander_damage": {"x": 7}}},
    )
    event = dealt(document, ("x", "B", 3), ("y", "B", 2), ("z", "B", 4))
    assert event.after.commander_damage == {("B", "x"): 10, ("B", "y"): 2}
    assert (event.after.life["B"], event.after.poison["B"]) == (33, 2)


def test_120_5_damage_itself_removes_nothing() -> None:
    document = board(attacker("x 9/9"), blocker("b 1/1", "x"))
    event = dealt(document, ("x", "b", 9))
    assert event.after.died == event.after.gone == event.after.lost == frozenset()
    assert event.before.marked == {"x": 0, "b": 0}
