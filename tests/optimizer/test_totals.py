"""Is it lethal: what ties the parts that damage one player, without and with the solver."""

import random
from collections import Counter

import pytest

from engine import Combat, read_combat
from optimizer import Solution, solve_damage
from optimizer.batch.vectorised import METHOD, solve_together
from optimizer.parts import totals, turning
from optimizer.parts.board import Board
from optimizer.search import Search
from tests.conftest import Document, attacker, blocker, board, creature
from tests.oracle import best
from tests.oracle.boards import Bias, random_board

SHARING = [
    attacker("t 6/6 trample"),
    attacker("c 4/4"),
    blocker("x 0/4", "t", "c"),
    blocker("y 0/4", "c"),
]
"""c kills y and 2 go through, or helps against x, and t sends up to 6 through."""


def with_life(life: int, *creatures: Document, **more: int) -> Combat:
    players = {"A": {"life": 20}, "B": {"life": life} | more}
    return read_combat(board(*creatures, players=players))


def found(combat: Combat, *objectives: str, method: str = "closed_form") -> tuple[int, ...]:
    solution = solve_damage(combat, objectives)
    assert solution.status == "optimal"
    assert solution.statistics["method"] == method
    return solution.values


@pytest.mark.parametrize("life", [3, 4, 5, 6])
def test_one_kill_less_is_exactly_lethal(life: int) -> None:
    combat = with_life(life, *SHARING)
    assert found(combat, "max lethal", "max kills") == (1, 1)
    assert found(combat, "max kills", "max lethal") == (2, 0)
    assert found(combat, "max outcome", "max kills", "max player_damage") == (1, 1, 6)
    assert found(combat, "max 3*lethal + 2*kills") == (5,)
    assert found(combat, "max 2*kills + lethal:B") == (4,)
    assert found(combat, "max 1000*lethal + kills", "min player_damage") == (1001, life)


def test_what_the_parts_want_alone_may_be_lethal_and_more_may_be_out_of_reach() -> None:
    assert found(with_life(2, *SHARING), "max lethal", "max kills") == (1, 2)
    assert found(with_life(7, *SHARING), "max lethal", "max kills") == (0, 2)


@pytest.mark.parametrize(("life", "damage"), [(1, 0), (3, 2), (6, 5), (7, 6)])
def test_a_player_who_must_not_lose_is_dealt_one_less(life: int, damage: int) -> None:
    combat = with_life(life, *SHARING)
    assert found(combat, "min lethal", "max player_damage") == (0, damage)


def test_120_3f_life_gained_with_the_damage_counts_before_it_is_lethal() -> None:
    blocked = attacker("t 5/5 trample"), blocker("x 3/2 lifelink", "t")
    assert found(with_life(1, *blocked), "max lethal", "max player_damage") == (0, 3)
    more = (*blocked, attacker("u 1/1"))
    assert found(with_life(1, *more), "max lethal", "max player_damage") == (1, 4)
    assert found(with_life(1, *more), "min lethal", "max player_damage") == (0, 3)


def test_104_2a_all_defending_players_have_to_lose() -> None:
    creatures = (
        attacker("t 5/5 trample", "B"), blocker("x 0/2", "t"),
        attacker("u 4/4 trample", "C"), creature("C y 0/1", blocking=["u"]),
    )  # fmt: skip
    for life, both in ((3, 1), (4, 0)):
        players = {"A": {"life": 20}, "B": {"life": 3}, "C": {"life": life}}
        combat = read_combat(board(*creatures, players=players))
        assert found(combat, "max outcome", "max lethal:B", "max lethal:C") == (both, 1, both)
        assert found(combat, "max lethal:B - lethal", "max player_damage") == (
            1, 5 if both else 6,
        )  # fmt: skip


def test_810_9_a_team_loses_by_what_its_members_are_dealt_together() -> None:
    team = {"life": 5, "team": "t"}
    creatures = (
        attacker("t 5/5 trample", "B"), blocker("x 0/2", "t"),
        attacker("u 4/4 trample", "C"), creature("C y 0/2", blocking=["u"]),
    )  # fmt: skip
    players = {"A": {"life": 20}, "B": team, "C": team}
    combat = read_combat(board(*creatures, players=players))
    assert found(combat, "max lethal", "max player_damage") == (1, 5)
    assert found(combat, "min lethal:B", "max player_damage") == (0, 4)


def test_704_5c_ten_poison_counters() -> None:
    creatures = attacker("t 4/4 trample, infect"), blocker("x 0/1", "t")
    assert found(with_life(3, *creatures, poison=7), "max lethal", "max kills") == (1, 1)
    assert found(with_life(3, *creatures, poison=6), "max lethal", "max kills") == (0, 1)
    assert found(with_life(3, *creatures, poison=7), "min lethal", "max poison") == (0, 2)


def test_with_several_ways_to_lose_the_solver_decides_who_must_not() -> None:
    creatures = attacker("t 5/5 trample, toxic 1"), blocker("x 0/1", "t"), attacker("u 2/2 infect")
    combat = with_life(5, *creatures, poison=7)
    assert found(combat, "max lethal") == (1,)  # 4 damage, but 3 poison counters
    assert found(combat, "min lethal", "max player_damage", method="cp_sat") == (0, 2)


def test_903_10a_commander_damage_matters_only_where_life_does_not_end_before() -> None:
    creatures = attacker("t 5/5 trample", commander=True), blocker("x 0/1", "t")
    dealt = {"A": {"life": 20}, "B": {"life": 20, "commander_damage": {"t": 18}}}
    few = {"A": {"life": 20}, "B": {"life": 3, "commander_damage": {"t": 18}}}
    low = ["min lethal", "max player_damage"]
    assert found(read_combat(board(*creatures, players=dealt)), "max lethal") == (1,)
    assert found(read_combat(board(*creatures, players=dealt)), *low, method="cp_sat") == (0, 2)
    assert found(read_combat(board(*creatures, players=few)), *low) == (0, 2)


def test_510_4_over_two_steps_as_much_as_possible_goes_through() -> None:
    # 3 of t's 8 are lethal to x, 5 go through; with 2 of u it is 7.
    creatures = (
        attacker("t 4/4 trample, double strike"), blocker("x 2/3", "t"), attacker("u 2/2"),
    )  # fmt: skip
    for life, lethal in ((7, 1), (8, 0)):
        assert found(with_life(life, *creatures), "max lethal", "max kills") == (lethal, 1)
    # It must not be lethal: that needs the solver, unless it cannot be.
    assert found(with_life(7, *creatures), "min lethal", "max player_damage", method="cp_sat") == (
        0, 6,
    )  # fmt: skip
    assert found(with_life(11, *creatures), "min lethal", "max player_damage") == (0, 7)


def test_life_that_a_blocker_may_not_live_to_gain_is_left_to_the_solver() -> None:
    creatures = attacker("t 5/5 trample, first strike"), blocker("x 1/3 lifelink", "t")
    assert found(with_life(2, *creatures), "max lethal", method="cp_sat") == (1,)


@pytest.mark.parametrize("life", [2, 5, 6])
def test_many_boards_at_once(life: int) -> None:
    creatures = attacker("t 7/7 trample"), blocker("x 0/2", "t")
    objectives = ["max lethal", "max kills"]
    together = solve_together([with_life(life, *creatures), with_life(life, *SHARING)], objectives)
    alone = together[0]
    assert isinstance(alone, Solution)
    assert alone.values == (int(life <= 5), 1)
    assert alone.statistics["method"] == METHOD
    assert together[1] is None  # who shares a blocker may have to kill less


# --- random boards -------------------------------------------------------------------------------

NEAR = {"near_lethal": 1.0, "trample": 0.7, "planeswalkers": 0.2, "battles": 0.1, "strikes": 0.0}
FAMILIES = (
    Bias(**NEAR, shared_blockers=0.1, max_choices=2_000),  # type: ignore[arg-type]
    Bias(**NEAR, shared_blockers=0.7, max_choices=2_000),  # type: ignore[arg-type]
    Bias(**NEAR, third_player=1, max_choices=2_000),  # type: ignore[arg-type]
    Bias(**NEAR, shrinking=0.4, lifelink=0.5, toxic=0.1, max_choices=2_000),  # type: ignore[arg-type]
    Bias(**NEAR, teams=1, lifelink=0.3, max_choices=2_000),  # type: ignore[arg-type]
    Bias(**NEAR, ordered=1, max_choices=2_000),  # type: ignore[arg-type]
)
ADDED = (
    "player_damage", "kills", "kill_value", "planeswalker_damage", "planeswalkers_killed",
    "poison", "commander_damage", "life_gained", "own_losses", "own_loss_value",
)  # fmt: skip


def near_lethal(rng: random.Random, bias: Bias) -> Document:
    """A board on which the damage is about what a player has left."""
    document = random_board(rng, steps=1, bias=bias)
    power = sum(max(0, one["power"]) for one in document["creatures"] if "attacking" in one)
    for name, player in document["players"].items():
        if name != "A" and "team" not in player and rng.random() < 0.7:
            player["life"] = rng.randint(1, max(1, power))
    return document


def objectives(rng: random.Random, names: tuple[str, ...]) -> list[str]:
    """One objective with a total, alone or in a sum, and up to two others around it."""
    found = [
        f"{rng.choice(('max', 'min'))} {name}" for name in rng.sample(ADDED, rng.randint(0, 2))
    ]
    total, other = rng.choice(names), rng.choice(ADDED)
    text = rng.choice(
        (
            f"max {total}",
            f"min {total}",
            f"max 1000*{total} + {other}",
            f"min {other} - {rng.randint(2, 5)}*{total}",
            f"max {other} - {rng.randint(2, 5)}*{total}",
        )
    )
    found.insert(rng.randint(0, len(found)), text)
    return found


def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count how often the parts hand up their frontiers, and which fates are turned."""
    used: Counter[str] = Counter()
    play = totals.Totals.play

    def counting_play(self: totals.Totals, board: Board) -> object:
        outcome = play(self, board)
        used["played"] += outcome is not None
        return outcome

    def counting_turn(*args: object, loses: bool, **more: object) -> object:
        turned = turning.turn(*args, loses=loses, **more)  # type: ignore[arg-type]
        used[f"loses {loses}"] += turned is not None
        return turned

    monkeypatch.setattr(totals.Totals, "play", counting_play)
    monkeypatch.setattr("optimizer.parts.totals.turn", counting_turn)
    return used


@pytest.mark.parametrize("chunk", range(4))
def test_against_the_oracle(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"totals {chunk}")
    used = counted(monkeypatch)
    for number in range(90):
        document = near_lethal(rng, FAMILIES[number % len(FAMILIES)])
        wanted = objectives(rng, ("lethal",))
        before = used["played"]
        solution = solve_damage(read_combat(document), wanted)
        if used["played"] > before:
            assert solution.values == best(document, wanted), (document, wanted)
    assert used["played"] > 5
    assert used["loses True"] + used["loses False"]


@pytest.mark.parametrize("chunk", range(4))
def test_frontiers_agree_with_the_solver(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"totals without parts {chunk}")
    used = counted(monkeypatch)
    compared: list[tuple[Document, list[str], Solution]] = []
    for number in range(90):
        document = near_lethal(rng, FAMILIES[number % len(FAMILIES)])
        wanted = objectives(rng, ("lethal", "lethal:B", "outcome"))
        before = used["played"]
        solution = solve_damage(read_combat(document), wanted)
        if used["played"] > before:
            compared.append((document, wanted, solution))
    monkeypatch.setattr(Search, "_by_parts", lambda self, position: None)
    for document, wanted, solution in compared:
        expected = solve_damage(read_combat(document), wanted)
        assert solution.values == expected.values, (document, wanted)
    assert len(compared) > 5


@pytest.mark.parametrize("chunk", range(2))
def test_two_steps_agree_with_the_solver(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"totals over two steps {chunk}")
    bias = Bias(
        shared_blockers=0.02, strikes=0.35, trample=0.6, near_lethal=0, special_assignment=0,
        planeswalkers=0.1, battles=0.1, max_choices=2_000,
    )  # fmt: skip
    solved: list[tuple[Document, list[str], Solution]] = []
    for number in range(80):
        document = random_board(rng, steps=2, bias=bias)
        powers = [max(0, one["power"]) for one in document["creatures"] if "attacking" in one]
        for name, player in document["players"].items():
            if name != "A":
                player["life"] = rng.randint(1, 2 * sum(powers) + 1)
        wanted = objectives(rng, ("lethal",)) if number % 2 else ["max lethal", "max kill_value"]
        solution = solve_damage(read_combat(document), wanted)
        if solution.statistics["method"] == "closed_form":
            assert solution.values == best(document, wanted), (document, wanted)
            solved.append((document, wanted, solution))
    assert {0, 1} <= {
        len(solution.outcome.final.lost) for *_, solution in solved if solution.outcome
    }
    monkeypatch.setattr(Search, "_by_parts", lambda self, position: None)
    for document, wanted, solution in solved:
        expected = solve_damage(read_combat(document), wanted)
        assert solution.values == expected.values, (document, wanted)
