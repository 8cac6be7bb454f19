"""The closed forms: by hand, and against the solver on boards that they are made for."""

import random
from collections.abc import Callable

import pytest

from engine import check_assignment, read_combat
from optimizer import Solution, solve_damage
from optimizer.search import Search
from tests.oracle.boards import Bias, random_board

LISTS = (
    ["max player_damage", "max kill_value"],
    ["max kill_value", "max player_damage"],
    ["max kills", "max planeswalkers_killed", "max planeswalker_damage"],
    ["max 3*kill_value + player_damage"],
    ["min player_damage", "max kills"],
    ["min kills", "max player_damage"],
    ["max planeswalkers_killed", "max battles_defeated", "max player_damage"],
    ["max 2*planeswalker_damage + player_damage", "min kill_value"],
    ["max life_gained", "max poison"],
)
FAMILIES = {
    "own blockers": (1, Bias(shared_blockers=0, trample=0.5, max_power=6)),
    "shared blockers": (1, Bias(shared_blockers=0.9, trample=0.6, deathtouch=0.3, max_power=6)),
    "shared planeswalkers": (
        1,
        Bias(planeswalkers=1, battles=0.4, trample=0.7, trample_over=0.6, shared_blockers=0.4),
    ),
    "lasting blockers": (1, Bias(indestructible=0.5, deathtouch=0.4, trample=0.7)),
    "two steps": (2, Bias(strikes=0.7, shared_blockers=0, trample=0.6, deathtouch=0.2)),
    "two steps, lasting blockers": (
        2,
        Bias(strikes=0.7, shared_blockers=0, trample=0.6, indestructible=0.5, marked_damage=0.5),
    ),
}
BOARDS = 150


def answer(text: str, *objectives: str) -> Solution:
    solution = solve_damage(read_combat(text), objectives)
    assert solution.statistics["method"] == "closed_form"
    assert solution.outcome is not None
    return solution


def assigned(solution: Solution, step: int = -1) -> dict[tuple[str, str], int]:
    assert solution.outcome is not None
    return {(a.source, a.target): a.amount for a in solution.outcome.steps[step].assignments}


class TestUnwelcomeDeaths:
    def test_each_blocker_takes_a_point_less_than_lethal_damage(self) -> None:
        solution = answer("a: 3/3 <- v: 0/3, w: 0/2", "min kills")
        assert solution.values == (0,)
        assert assigned(solution) == {("a", "v"): 2, ("a", "w"): 1}

    def test_one_has_to_die_and_it_is_the_cheapest(self) -> None:
        assert answer("a: 4/3 <- v: 0/3 value 5, w: 0/2 value 2", "min kill_value").values == (2,)

    def test_deathtouch_kills_whatever_it_touches(self) -> None:
        assert answer("a: 1/1 deathtouch <- v: 0/9, w: 0/9", "min kills").values == (1,)

    def test_what_cannot_die_takes_everything(self) -> None:
        text = "a: 9/9 <- v: 0/1 indestructible, w: 0/2"
        assert answer(text, "min kills").values == (0,)

    def test_a_trampler_may_have_to_kill_to_get_through(self) -> None:
        text = "a: 5/5 trample <- v: 0/2, w: 0/2"
        assert answer(text, "max player_damage", "min kills").values == (1, 2)
        assert answer(text, "min kills", "max player_damage").values == (1, 0)


class TestShared:
    def test_who_gains_the_least_by_its_surplus_covers_the_shared_blocker(self) -> None:
        solution = answer("p: 4/4 <- w; t: 5/5 trample <- w; w: 0/4", "max player_damage")
        assert solution.values == (5,)
        assert assigned(solution) == {("p", "w"): 4, ("t", "B"): 5}

    def test_a_touch_of_deathtouch_saves_the_others_damage(self) -> None:
        text = "d: 1/1 deathtouch <- w; t: 6/6 trample <- w; w: 0/6"
        assert answer(text, "max player_damage").values == (6,)

    def test_a_touch_is_worth_more_where_it_opens_the_gate(self) -> None:
        # d touches w, so that t needs 3 for v alone; or it touches v, and w takes 5.
        text = "d: 1/1 deathtouch <- v, w; t: 7/7 trample <- v, w; v: 0/3; w: 0/5"
        assert answer(text, "max player_damage").values == (4,)

    def test_damage_moves_along_a_chain(self) -> None:
        # a can give to v only, b to v and w, t wants both: a 2 on v, b 2 on w, t's 3 go through.
        text = "a: 2/2 <- v; b: 2/2 <- v, w; t: 3/3 trample <- v, w; v: 0/2; w: 0/2"
        assert answer(text, "max player_damage").values == (3,)

    def test_loyalty_is_shared_by_all_that_attack_it(self) -> None:
        # 702.19c: p's 3 and 1 of t's meet loyalty 4.
        text = "p: 3/3 -> j; t: 5/5 trample over planeswalkers -> j; j: loyalty 4"
        assert answer(text, "max player_damage").values == (4,)


class TestTwoSteps:
    def test_what_is_marked_first_is_missing_afterwards(self) -> None:
        # 120.6: 3 and 2 make lethal damage, the last point goes through.
        solution = answer("a: 3/3 double strike trample <- w: 0/5", "max player_damage")
        assert solution.values == (1,)
        assert assigned(solution, 0) == {("a", "w"): 3}
        assert assigned(solution, 1) == {("a", "w"): 2, ("a", "B"): 1}

    def test_a_blocker_that_died_is_no_obstacle(self) -> None:
        # 702.19d: 3 - 2 in the first step, all 3 in the second.
        assert answer("a: 3/3 double strike trample <- w: 0/2", "max player_damage").values == (4,)

    def test_without_trample_nothing_goes_through(self) -> None:
        text = "a: 3/3 double strike <- w: 0/2, v: 0/2, u: 0/2"
        assert answer(text, "max player_damage", "max kills").values == (0, 3)

    def test_a_blocker_that_cannot_die_needs_lethal_damage_once(self) -> None:
        text = "a: 3/3 double strike trample <- w: 0/4 indestructible"
        assert answer(text, "max player_damage").values == (2,)

    def test_an_attacker_that_is_killed_first_does_not_strike(self) -> None:
        text = "a: 3/1 trample <- v: 1/1 first strike, w: 0/1; b: 2/2 <- x: 0/1, y: 0/1"
        assert answer(text, "max player_damage", "max kills").values == (0, 2)

    def test_wither_of_the_first_step_weakens_an_attacker(self) -> None:
        # 510.1a: a has power 1 left, enough for one of the two.
        text = "a: 3/3 <- v: 2/2 first strike wither, w: 0/1"
        assert answer(text, "max kills").values == (1,)

    def test_a_player_who_loses_in_the_first_step_ends_the_combat(self) -> None:
        text = "a: 3/3 first strike -> B; b: 3/3 trample <- w: 0/1, v: 0/1; B: life 3"
        solution = solve_damage(read_combat(text), ["max player_damage"])
        assert (solution.statistics["method"], solution.values) == ("forced", (3,))


@pytest.mark.parametrize("family", FAMILIES)
def test_against_the_solver(
    family: str, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    rng = random.Random(f"closed forms {family}")
    steps, bias = FAMILIES[family]
    used = 0
    for _ in range(BOARDS):
        document = random_board(rng, steps=steps, bias=bias)
        objectives = rng.choice(LISTS)
        found = solve_damage(read_combat(document), objectives)
        if found.statistics["method"] != "closed_form":
            continue
        used += 1
        assert found.outcome is not None
        assert check_assignment(found.outcome.combat, found.outcome.steps) == ()
        with monkeypatch.context() as patch:
            patch.setattr(Search, "_by_parts", lambda *_: None)
            other = solve_damage(read_combat(document), objectives)
        assert found.values == other.values, (document, objectives)
    assert used > BOARDS // 5
