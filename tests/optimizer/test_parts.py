"""Parts and closed forms: what ties attackers together, and that the solver agrees."""

import random

import pytest

from engine import read_combat
from optimizer import Solution, solve_damage, solve_many
from optimizer.goals import ObjectiveGoal
from optimizer.objectives import read_objectives
from optimizer.parts.grouping import grouped
from optimizer.position import Position
from optimizer.search import Search
from tests.conftest import attacker, board, creature, is_additive
from tests.oracle.boards import Bias, random_board

LISTS = (
    ["max player_damage", "max kill_value", "min own_loss_value"],
    ["max kills", "max player_damage"],
    ["max 3*kill_value + player_damage - 2*own_losses"],
    ["max kills:B", "max planeswalkers_killed", "max poison"],
    ["min player_damage", "max kills"],
    ["max battle_damage", "max life_gained"],
)


def names(text: str) -> list[list[str]]:
    position = Position.beginning(read_combat(text))
    due = position.divisions(active=True)
    return [[division.source for division in group] for group in grouped(position, due)]


def test_attackers_are_tied_by_a_blocker_and_by_what_they_attack_but_not_by_the_player() -> None:
    assert names("a: 1/1 -> B; b: 1/1 <- x: 1/1; c: 1/1 <- y: 1/1") == [["a"], ["b"], ["c"]]
    assert names("a: 1/1 <- x; b: 1/1 <- x, y; c: 1/1 <- y; d: 1/1 -> B; x: 1/1; y: 1/1") == [
        ["a", "b", "c"],
        ["d"],
    ]
    assert names("a: 1/1 -> j; b: 1/1 -> B; c: 1/1 -> j; j: loyalty 3") == [["a", "c"], ["b"]]


@pytest.mark.parametrize(
    ("text", "objective", "additive"),
    [
        ("5/5 trample <- 2/2", "max player_damage", True),
        ("5/5 trample <- 2/2", "max lethal", False),
        ("5/5 trample <- 2/2", "max overkill", False),
        ("5/5 trample first strike <- 2/2", "max kills", False),  # two steps
        ("5/5 trample <- 2/2 prevent 1", "max kills", False),
        ("5/5 <- 2/2 banding, 1/1", "max kills", False),  # B divides (702.22j)
        ("a: 1/3 banding <- b: 2/2; c: 1/1 <- b", "max kills", False),  # A divides (702.22k)
    ],
)
def test_what_adds_up(text: str, objective: str, additive: bool) -> None:
    combat = read_combat(text)
    goals = [ObjectiveGoal(one) for one in read_objectives(combat, [objective])]
    assert is_additive(Position.beginning(combat), goals) is additive


def test_810_10_a_team_mate_gets_the_poison_as_well() -> None:
    team = {"life": 20, "team": "t"}
    document = board(
        attacker("a 3/3 trample, infect", "C"),
        creature("C b 1/1", blocking=["a"]),
        players={"A": {"life": 20}, "B": team, "C": team},
    )
    apart = document | {"players": {name: {"life": 20} for name in "ABC"}}
    assert solve_damage(read_combat(document), ["max poison:B"]).values == (2,)
    found = solve_many([apart, document, apart], ["max poison:B"])
    assert [one.values for one in found if isinstance(one, Solution)] == [(0,), (2,), (0,)]


def test_damage_that_the_other_side_divides_ties_a_walker() -> None:
    # x's 3 for the walker are B's to divide; 1 more of t is enough for loyalty 4.
    combat = read_combat("x: 3/4 divided by B -> w; t: 6/4 trample -> w <- b: 2/5; w: loyalty 4")
    assert solve_damage(combat, ["max planeswalkers_killed"]).values == (1,)


@pytest.mark.parametrize("chunk", range(5))
def test_closed_forms_agree_with_the_solver(chunk: int) -> None:
    rng = random.Random(f"closed forms {chunk}")
    bias = Bias(shared_blockers=0.1, strikes=0, max_attackers=5, max_blockers=6, trivial=0)
    methods = set()
    for number in range(60):
        combat = read_combat(random_board(rng, steps=1, bias=bias))
        objectives = LISTS[number % len(LISTS)]
        goals = [ObjectiveGoal(one) for one in read_objectives(combat, objectives)]
        found = Search(Position.beginning(combat), goals, None).run()
        whole = Search(Position.beginning(combat), goals, None)
        whole.best = found.outcome if found.method == "forced" else whole._greedy()  # noqa: SLF001
        expected = found if found.method == "forced" else whole._search()  # noqa: SLF001
        assert found.values == expected.values, (combat, objectives)
        methods.add(found.method)
    assert "closed_form" in methods
