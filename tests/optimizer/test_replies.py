"""What the defending side divides is decided against the objectives (510.1)."""

import random
from typing import Any

import pytest

from engine import check_assignment, read_combat
from optimizer import Solution, reply, solve_damage
from tests.conftest import Document, attacker, blocker, board
from tests.oracle import best
from tests.oracle.boards import Bias, random_board


def solved(document: Document, *objectives: str) -> Solution:
    solution = solve_damage(read_combat(document), objectives)
    assert solution.status == "optimal"
    assert solution.bounds == solution.values
    assert check_assignment(read_combat(document), solution.to_document()["steps"]) == ()  # type: ignore[arg-type]
    assert solution.values == best(document, list(objectives))
    return solution


def dead(solution: Solution) -> set[str]:
    result: Any = solution.to_document()["result"]
    return set(result["destroyed"])


TWO = board(
    attacker("small 1/3", value=1), attacker("big 1/3", value=9), blocker("b 3/9", "small", "big")
)


def test_it_kills_what_is_worth_most_and_spares_where_losses_are_wanted() -> None:
    assert solved(TWO, "min own_loss_value").values == (9,)
    assert dead(solved(TWO, "min own_loss_value")) == {"big"}
    assert solved(TWO, "max own_loss_value").values == (0,)
    assert dead(solved(TWO, "max own_losses")) == set()


def test_the_more_important_objective_is_hurt_first() -> None:
    """5 damage: two creatures worth 1 each, or the one worth 9."""
    document = board(
        attacker("x 1/2", value=1),
        attacker("y 1/3", value=1),
        attacker("z 1/5", value=9),
        blocker("b 5/9", "x", "y", "z"),
    )
    assert solved(document, "min own_losses", "min own_loss_value").values == (2, 2)
    assert solved(document, "min own_loss_value", "min own_losses").values == (9, 1)
    assert solved(document, "max own_losses", "min own_loss_value").values == (0, 0)


def test_several_blockers_divide_together() -> None:
    """2 + 2 + 1 damage: together they may kill the 4 or two of the others."""
    document = board(
        attacker("x 1/4", value=7),
        attacker("y 1/2", value=3),
        attacker("z 1/2", value=3),
        blocker("b 2/9", "x", "y"),
        blocker("c 2/9", "x", "z"),
        blocker("d 1/9", "x", "y", "z"),
    )
    assert solved(document, "min own_loss_value").values == (7,)
    assert solved(document, "min own_losses").values == (2,)


def test_deathtouch_replies_with_one_point_each() -> None:
    document = board(
        attacker("x 1/5"), attacker("y 1/6"), attacker("z 1/7 indestructible"),
        blocker("b 2/9 deathtouch", "x", "y", "z"),
    )  # fmt: skip
    assert solved(document, "min own_losses").values == (2,)


def test_the_active_side_kills_the_first_striker_that_would_kill_more() -> None:
    """A first striker may kill one of two blockers before they deal damage."""
    document = board(
        attacker("q 2/2 first strike", value=1),
        attacker("x 1/2", value=5),
        attacker("y 1/2", value=8),
        blocker("b 2/2", "q", "x"),
        blocker("c 2/2", "q", "y"),
    )
    solution = solved(document, "min own_loss_value")
    assert solution.values == (5,)
    assert dead(solution) == {"c", "x"}


def test_a_weakened_blocker_kills_less() -> None:
    """Wither in the first step takes power away from what is dealt in the second (510.1a)."""
    document = board(
        attacker("q 2/9 first strike, wither"),
        attacker("x 1/2", value=5),
        attacker("y 1/2", value=8),
        blocker("b 4/9", "q", "x", "y"),
        blocker("c 1/9", "q"),
    )
    assert solved(document, "min own_loss_value").values == (8,)
    assert solved(document, "min own_losses").values == (1,)


def test_the_defender_divides_in_the_first_step_and_is_answered() -> None:
    """Whatever the first striker kills does not strike back in the second step."""
    document = board(
        attacker("x 3/2 trample", value=4),
        attacker("y 2/2", value=3),
        blocker("b 2/3 first strike", "x", "y"),
    )
    assert solved(document, "max kills", "max player_damage").values == (0, 0)
    assert solved(document, "min own_loss_value").values == (4,)
    assert dead(solved(document, "min own_loss_value")) == {"x"}


def test_a_chain_of_first_strikes_on_both_sides() -> None:
    document = board(
        attacker("q 2/2 double strike", value=6),
        attacker("x 4/4 trample", value=5),
        blocker("b 4/4 first strike", "q", "x"),
        blocker("c 2/2", "q"),
    )
    for objectives in (
        ["max player_damage", "min own_loss_value"],
        ["min own_loss_value", "max kill_value"],
        ["max kills - own_losses"],
    ):
        solved(document, *objectives)


def test_702_22j_the_defender_divides_an_attackers_damage() -> None:
    document = board(
        attacker("x 6/6 trample"), blocker("b 0/3 banding", "x"), blocker("c 0/3", "x")
    )
    assert solved(document, "max player_damage").values == (0,)
    assert solved(document, "max kills").values == (1,)
    assert solved(document, "min kills").values == (2,)


def test_702_22k_the_active_player_divides_a_blockers_damage() -> None:
    document = board(
        attacker("x 1/2 banding", band="l", value=1),
        attacker("y 1/3", band="l", value=9),
        blocker("b 4/9", "x"),
    )
    assert solved(document, "min own_loss_value").values == (1,)
    assert solved(document, "max own_loss_value").values == (9,)


@pytest.mark.parametrize("prevent", [1, 2, 3])
def test_615_7_the_defender_says_which_damage_a_shield_prevents(prevent: int) -> None:
    document = board(
        attacker("x 2/2 lifelink"), attacker("y 2/2"),
        players={"A": {"life": 20}, "B": {"life": 20, "prevent": prevent}},
    )  # fmt: skip
    assert solved(document, "max life_gained").values == (max(0, 2 - prevent),)
    assert solved(document, "max player_damage").values == (4 - prevent,)


def test_wishes_must_hold_whatever_the_other_side_does() -> None:
    combat = read_combat(TWO)
    assert solve_damage(combat, [], ["survives(big)"]).status == "infeasible"
    assert solve_damage(combat, [], ["destroys(big)"]).status == "infeasible"
    assert solve_damage(combat, [], ["own_losses <= 1"]).status == "optimal"


def test_510_1d_the_ordered_rule_binds_replies_to_what_is_left() -> None:
    """With b1 and b2 both there, one kills a and the other may then reach z. f can kill b1 first.

    Then b2 alone must assign lethal damage to a before z, so only a (value 1) falls, not z as well
    (value 9): what both could do together says nothing about b2 alone.
    """
    document = board(
        attacker("a 1/2", value=1),
        attacker("z 1/2", value=9),
        attacker("f 2/99 first strike", divides_among_defenders=True),
        blocker("b1 2/2", "a", "z", damage_order=["a", "z"]),
        blocker("b2 2/9", "a", "z", "f", damage_order=["a", "z", "f"]),
        rules="ordered",
    )
    solution = solve_damage(read_combat(document), ["min own_loss_value"])
    assert solution.values == (1,)
    lazy = board(*document["creatures"][:2], *document["creatures"][3:], rules="ordered")
    lazy["creatures"][3]["blocking"].remove("f")
    lazy["creatures"][3]["damage_order"].remove("f")
    assert solve_damage(read_combat(lazy), ["min own_loss_value"]).values == (10,)


class TestWithoutTheSolver:
    """Replies as parts: the closed forms for the other side, losses as its kills."""

    @pytest.fixture(autouse=True)
    def _no_model(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*_: object) -> None:
            raise AssertionError("the solver is asked")

        monkeypatch.setattr("optimizer.encoding.reply.ReplyModel.solve", refuse)

    def test_one_blocker_of_two(self) -> None:
        assert solved(TWO, "min own_loss_value").values == (9,)
        assert solved(TWO, "max kills", "min own_losses").values == (0, 1)

    def test_blockers_together(self) -> None:
        """b and c share p, which takes 4: with 3 each they kill p and one other, or both others."""
        document = board(
            attacker("o 1/2", value=3),
            attacker("p 1/4", value=5),
            attacker("q 1/2", value=4),
            blocker("b 3/9", "o", "p"),
            blocker("c 3/9", "p", "q"),
        )
        assert solved(document, "min own_loss_value").values == (9,)
        assert solved(document, "min own_losses").values == (2,)

    def test_702_2c_a_touch_each(self) -> None:
        document = board(
            attacker("o 1/9", value=3),
            attacker("p 1/9 indestructible", value=5),
            attacker("q 1/9", value=4),
            blocker("b 2/9 deathtouch", "o", "p", "q"),
        )
        assert solved(document, "min own_losses").values == (2,)

    def test_120_6_marked_damage_counts(self) -> None:
        document = board(
            attacker("o 1/9", value=3, damage=7), attacker("p 1/9", value=5, damage=6),
            blocker("b 4/9", "o", "p"),
        )  # fmt: skip
        assert solved(document, "min own_loss_value").values == (5,)


@pytest.mark.parametrize("chunk", range(3))
def test_closed_forms_agree_with_the_model_of_the_reply(
    chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"replies {chunk}")
    bias = Bias(
        shared_blockers=0.9, gangs=0.7, strikes=0, deathtouch=0.3, shrinking=0.2,
        indestructible=0.2, marked_damage=0.4, ordered=0.2, max_choices=2_000,
    )  # fmt: skip
    used: list[bool] = []
    by_parts = reply._by_parts  # noqa: SLF001

    def counting(*args: Any) -> Any:
        found = by_parts(*args)
        used.append(found is not None)
        return found

    for number in range(50):
        document = random_board(rng, steps=1, bias=bias)
        objectives = (
            ["max kills", "min own_losses", "min own_loss_value"],
            ["max 3*kill_value - 2*own_loss_value"],
            ["max own_losses", "max player_damage"],
        )[number % 3]
        monkeypatch.setattr(reply, "_by_parts", counting)
        values = solve_damage(read_combat(document), objectives).values
        monkeypatch.setattr(reply, "_by_parts", lambda *_: None)
        expected = solve_damage(read_combat(document), objectives).values
        assert values == expected, (document, objectives)
    assert sum(used) > 10
