"""`solve_damage`: answers worked out by hand, and what must hold between answers."""

import copy
import json
import random
from typing import Any

import pytest

from engine import DocumentError, check_assignment, read_combat
from engine.limits import LIMIT
from engine.measures import MEASURES
from optimizer import Solution, solve_damage
from tests.conftest import Document, attacker, blocker, board, siege, walker
from tests.oracle import best, is_legal
from tests.oracle.boards import PRESETS, Bias, random_board, random_objectives


def solved(document: Document, *objectives: str, wishes: tuple[str, ...] = ()) -> Solution:
    solution = solve_damage(read_combat(document), objectives, wishes)
    assert solution.status in ("optimal", "infeasible")
    assert solution.bounds == solution.values
    return solution


def best_values(document: Document, *objectives: str) -> tuple[int, ...]:
    return solved(document, *objectives).values


def test_702_19b_trample_and_kills_pull_apart() -> None:
    """7 damage, blockers 2 and 3: 2 through with both dead; all but 3 on one without."""
    document = board(attacker("x 7/7 trample"), blocker("v 0/2", "x"), blocker("w 0/3", "x"))
    assert best_values(document, "max player_damage", "max kills") == (2, 2)
    assert best_values(document, "min kills", "max overkill") == (1, 5)


def test_510_1a_a_point_too_many_must_go_somewhere() -> None:
    """5 damage on 2 and 2: both die (1 too many), or one with 5 or 4 on it; never none."""
    document = board(attacker("x 5/5"), blocker("v 0/2", "x"), blocker("w 0/2", "x"))
    assert best_values(document, "max kills", "max overkill") == (2, 1)
    assert best_values(document, "min kills", "max overkill") == (1, 3)
    assert best_values(document, "min kill_value", "min overkill") == (2, 2)


def test_702_19b_tramplers_help_each_other_across_shared_blockers() -> None:
    """Blockers 2, 4 and 3: all three leave 3 through; 2 of x and 4 of y are enough for x's 4."""
    document = board(
        attacker("x 6/6 trample"),
        attacker("y 6/6 trample"),
        blocker("u 0/2", "x"),
        blocker("v 0/4", "x", "y"),
        blocker("w 0/3", "y"),
    )
    assert best_values(document, "max player_damage", "max kills") == (4, 2)


def test_702_4_double_strike_over_both_steps() -> None:
    """4 of 6 in the first step, 2 and then 2 through in the second; or first all on one."""
    document = board(attacker("x 4/4 double strike, trample"), blocker("b 0/6", "x"))
    assert best_values(document, "max player_damage") == (2,)
    assert best_values(document, "max kills", "min overkill") == (1, 0)


def test_510_4_killing_in_the_first_step_saves_the_second_striker() -> None:
    """The first striker may kill only one: the blocker of the more valuable creature."""
    document = board(
        attacker("q 2/2 first strike"),
        attacker("x 1/1", value=9),
        attacker("y 1/1", value=1),
        blocker("v 1/2", "q", "x"),
        blocker("w 1/2", "q", "y"),
    )
    assert best_values(document, "min own_loss_value") == (1,)
    # If both live, they avoid x: 1 on q and 1 on y.
    assert best_values(document, "max own_loss_value") == (1,)


def test_903_10a_the_commander_is_sent_through() -> None:
    """Two tramplers share a blocker of toughness 4; only the commander's damage is lethal."""
    document = board(
        attacker("c 4/4 trample", commander=True),
        attacker("x 4/4 trample"),
        blocker("b 0/4", "c", "x"),
        players={"A": {"life": 40}, "B": {"life": 40, "commander_damage": {"c": 17}}},
    )
    assert best_values(document, "max lethal", "max player_damage") == (1, 4)
    assert best_values(document, "min lethal", "max player_damage") == (0, 4)
    assert best_values(document, "min commander_damage", "max player_damage") == (0, 4)


def test_702_164_every_toxic_creature_wants_one_point() -> None:
    document = board(
        attacker("x 3/3 trample, toxic 2"),
        attacker("y 3/3 trample, toxic 1"),
        blocker("b 0/4", "x", "y"),
    )
    assert best_values(document, "max poison", "max player_damage") == (3, 2)


def test_702_15_lifelink_gains_all_whatever_is_dead() -> None:
    document = board(attacker("x 5/5 lifelink"), blocker("b 1/1", "x"), blocker("c 1/1", "x"))
    assert best_values(document, "max life_gained") == (5,)


def test_802_two_defending_players() -> None:
    document = board(
        attacker("x 5/5 trample"),
        attacker("y 5/5 trample", "C"),
        blocker("b 0/3", "x"),
        {"id": "c", "controller": "C", "power": 0, "toughness": 4, "blocking": ["y"]},
        players={"A": {"life": 20}, "B": {"life": 2}, "C": {"life": 2}},
    )
    assert best_values(document, "max player_damage:B", "max player_damage:C") == (2, 1)
    assert best_values(document, "max lethal") == (0,)


def test_506_planeswalkers_and_battles() -> None:
    document = board(
        attacker("x 5/5 trample", "w"),
        attacker("y 4/4 trample", "s"),
        blocker("b 0/3", "x", "y"),
        planeswalkers=[walker("w", 4)],
        battles=[siege("s", 4)],
    )
    assert best_values(document, "max planeswalkers_killed", "max battle_damage") == (1, 2)
    assert best_values(document, "max battles_defeated", "max planeswalker_damage") == (1, 2)


def test_wishes_come_before_objectives() -> None:
    document = board(attacker("x 5/5"), blocker("v 0/2", "x"), blocker("w 0/3", "x"))
    assert solved(document, "max kills", wishes=("survives(v)",)).values == (1,)
    assert solved(document, "max kills", wishes=("destroys(v)",)).values == (2,)
    impossible = solved(document, "max kills", wishes=("survives(v)", "survives(w)"))
    assert (impossible.status, impossible.values, impossible.outcome) == ("infeasible", (), None)
    output: Any = impossible.to_document()
    assert output["status"] == "infeasible"
    json.dumps(output)


def test_large_numbers() -> None:
    document = board(attacker(f"x {LIMIT}/1 trample"), blocker(f"b 1/{LIMIT - 3}", "x"))
    assert best_values(document, "max player_damage", "max kills") == (3, 1)
    assert best_values(document, "max kills", "max overkill") == (1, 3)


def test_the_output_document_is_the_contracts() -> None:
    document = board(
        attacker("giant 6/6 trample"),
        blocker("bear 2/2", "giant"),
        players={"A": {"life": 20}, "B": {"life": 7}},
    )
    output: Any = solved(document, "max player_damage", "max kill_value").to_document()
    statistics = output.pop("statistics")
    assert statistics["method"]
    assert statistics["milliseconds"] >= 0
    (step,) = output.pop("steps")
    assert step["step"] == "regular"
    rows = {(r["source"], r["target"], r["amount"]) for r in step["assignments"]}
    assert rows == {("giant", "bear", 2), ("giant", "B", 4), ("bear", "giant", 2)}
    assert output == {
        "status": "optimal",
        "objectives": [
            {"name": "player_damage", "value": 4, "bound": 4},
            {"name": "kill_value", "value": 4, "bound": 4},
        ],
        "result": {
            "players": {
                "A": {"life": 20, "damage": 0, "poison": 0},
                "B": {"life": 3, "damage": 4, "poison": 0},
            },
            "planeswalkers": {},
            "battles": {},
            "destroyed": ["bear"],
            "outcome": "undecided",
        },
    }


def test_nothing_in_combat() -> None:
    for document in (board(), board(attacker("x 0/1")), board(attacker("x 3/3", None))):
        solution = solved(document, "max player_damage", "max kills")
        assert solution.values == (0, 0)


def test_faulty_wishes_and_objectives_are_refused() -> None:
    combat = read_combat(board(attacker("x 1/1")))
    for objectives, wishes, path in (
        (["max nothing"], [], "objectives[0]"),
        ([], ["destroys(nobody)"], "wishes[0]"),
        ([], ["player_damage >="], "wishes[0]"),
    ):
        with pytest.raises(DocumentError) as caught:
            solve_damage(combat, objectives, wishes)
        assert [fault.path for fault in caught.value.faults] == [path]


# --- copies ------------------------------------------------------------------------------------


def test_identical_creatures_are_the_same_one_by_one_or_as_a_count() -> None:
    rest = [blocker("v 0/3", "x#1", "x#2"), blocker("w 0/2", "x#2", "x#3")]
    grouped = board(attacker("x 3/3 trample", count=3), *rest)
    single = board(*(attacker(f"x#{k} 3/3 trample") for k in (1, 2, 3)), *rest)
    for objectives in (["max player_damage", "max kills"], ["max kills", "min overkill"]):
        assert best_values(grouped, *objectives) == best_values(single, *objectives)


def test_a_thousand_tokens() -> None:
    """1,000 unblocked 1/1 and a 5/5 trampler behind a 0/3: 1,002."""
    document = board(
        attacker("token 1/1", count=1000), attacker("x 5/5 trample"), blocker("b 0/3", "x")
    )
    assert best_values(document, "max player_damage") == (1002,)


# --- relations between answers -----------------------------------------------------------------

SMALL = Bias(shared_blockers=0.7, trample=0.5, max_attackers=3, max_blockers=3, max_choices=2_000)


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {names.get(k, k): _renamed(v, names) for k, v in value.items()}
    if isinstance(value, list):
        return [_renamed(v, names) for v in value]
    return names.get(value, value) if isinstance(value, str) else value


@pytest.mark.parametrize("seed", range(40))
def test_names_and_order_do_not_matter(seed: int) -> None:
    rng = random.Random(seed)
    document = random_board(rng, bias=SMALL)
    objectives = [o for o in random_objectives(rng, document) if ":" not in o] or ["max kills"]
    names = {e["id"]: f"n{rng.random()}" for e in document["creatures"]}
    other = _renamed(copy.deepcopy(document), names)
    rng.shuffle(other["creatures"])
    for entry in other["creatures"]:
        rng.shuffle(entry["keywords"])
        rng.shuffle(entry.get("blocking", []))
    assert best_values(document, *objectives) == best_values(other, *objectives)


@pytest.mark.parametrize("seed", range(40))
def test_min_is_max_of_the_negative(seed: int) -> None:
    rng = random.Random(seed)
    document = random_board(rng, bias=SMALL)
    name = rng.choice(list(MEASURES))
    (low,) = best_values(document, f"min {name}")
    (negative,) = best_values(document, f"max - {name}")
    (high,) = best_values(document, f"max {name}")
    (opposite,) = best_values(document, f"min 0*kills - {name}")
    assert (-negative, -opposite) == (low, high)


@pytest.mark.parametrize("name", ["basic", *PRESETS])
def test_no_other_assignment_of_the_active_side_is_better(name: str) -> None:
    """What the oracle finds for the first objective alone is reached by the list's first."""
    rng = random.Random(name)
    for _ in range(10):
        document = random_board(rng, bias=PRESETS.get(name, SMALL))
        objectives = random_objectives(rng, document)
        solution = solved(document, *objectives)
        assert solution.values[:1] == best(document, objectives[:1]), json.dumps(document)
        output: Any = solution.to_document()
        steps = output["steps"]
        assert check_assignment(read_combat(document), steps) == ()
        assert is_legal(document, steps, [s.get("prevented", []) for s in steps])
