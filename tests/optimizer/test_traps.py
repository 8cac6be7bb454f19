"""Traps that other programs fall into; each test is named after the rule that they miss."""

from engine import check_assignment, read_combat
from optimizer import solve_damage
from tests.conftest import Document, attacker, blocker, board, creature, step


def values(document: Document | str, *objectives: str) -> tuple[int, ...]:
    return solve_damage(read_combat(document), objectives).values


def test_510_1a_surplus_is_dealt_and_gains_life() -> None:
    # A 5/5 with lifelink gains 5, whether one 1/1 blocks it or two.
    one = board(attacker("x 5/5 lifelink"), blocker("b 1/1", "x"))
    two = board(attacker("x 5/5 lifelink"), blocker("b 1/1", "x"), blocker("c 1/1", "x"))
    assert values(one, "max life_gained") == values(two, "max life_gained") == (5,)


def test_510_1c_damage_is_divided_freely_not_in_an_order() -> None:
    # 5 damage on a 0/4 and a 0/1 and a 0/2: 4 + 1 kills the most valuable two, in no order.
    document = board(
        attacker("x 5/9"),
        blocker("a 0/2", "x", value=1),
        blocker("b 0/4", "x", value=9),
        blocker("c 0/1", "x", value=2),
    )
    assert values(document, "max kill_value") == (11,)
    legal = step(("x", "a", 1), ("x", "b", 3), ("x", "c", 1))
    assert check_assignment(read_combat(document), [legal]) == ()


def test_702_2c_deathtouch_of_the_first_step_is_no_memory_for_the_gate() -> None:
    # The indestructible 0/6 survives; step two needs 1 again: 2 + 2 go through, not 2 + 3.
    document = board(
        attacker("t 3/3 double strike, deathtouch, trample"), blocker("w 0/6 indestructible", "t")
    )
    assert values(document, "max player_damage") == (4,)


def test_510_1d_a_blocker_of_several_divides_as_its_controller_likes() -> None:
    # An even split of 4 would kill neither 3/3; the defending player kills one.
    document = board(attacker("x 3/3"), attacker("y 3/3"), blocker("b 4/9", "x", "y"))
    assert values(document, "min own_losses") == (1,)
    for split in (0, 1, 2, 3, 4):
        rows = [("x", "b", 3), ("y", "b", 3), ("b", "x", split), ("b", "y", 4 - split)]
        rows = [row for row in rows if row[2]]
        assert check_assignment(read_combat(document), [step(*rows)]) == ()


def test_702_19b_the_gate_counts_other_attackers_and_marked_damage() -> None:
    # 6 - 1 marked - 3 by x: the trampler owes 2 of its 4.
    document = board(
        attacker("x 3/3"), attacker("t 4/4 trample"), blocker("w 0/6", "x", "t", damage=1)
    )
    assert values(document, "max player_damage") == (2,)


def test_702_19b_prevention_protection_and_indestructible_do_not_move_the_gate() -> None:
    for keywords, more in (
        ("", {"prevent": "all"}),
        ("", {"shield_counters": 1}),
        (" protection from green", {}),
        (" indestructible", {}),
    ):
        document = board(
            attacker("t 5/5 trample", colors=["G"]), blocker(f"w 0/3{keywords}", "t", **more)
        )
        assert values(document, "max player_damage", "max kills") == (2, 0)


def test_510_1c_blocked_without_blockers_is_not_unblocked() -> None:
    document = board(attacker("x 5/5", blocked=True), attacker("t 3/3 trample", blocked=True))
    assert values(document, "max player_damage") == (3,)


def test_702_15b_lifelink_comes_with_the_damage_not_after_it() -> None:
    # B at 3 takes 3 and gains 1 in the same event, so B is at 1 when the game looks (704.3).
    document = board(
        attacker("x 3/3"), attacker("y 1/1"), blocker("c 1/1 lifelink", "y"),
        players={"A": {"life": 20}, "B": {"life": 3}},
    )  # fmt: skip
    assert values(document, "max lethal") == (0,)


def test_702_164c_toxic_is_flat_and_needs_damage() -> None:
    assert values(board(attacker("x 5/5 toxic 2")), "max poison") == (2,)
    blocked = board(attacker("x 1/1 toxic 2, trample"), blocker("w 0/1", "x"))
    assert values(blocked, "max poison") == (0,)
    powerless = board(creature("A x 0/1 toxic 2", attacking="B"))
    assert values(powerless, "max poison") == (0,)
