"""The objectives of playing well, and where ``play`` may stand for them."""

import pytest

from engine import DocumentError, read_combat
from optimizer import Solution, frontier, solve_blocks, solve_damage
from optimizer.batch.many import solve_many
from optimizer.objectives import read_objectives
from optimizer.play_well import play_objectives
from tests.conftest import attacker, board


def test_damage_counts_in_hundredths_of_what_is_left_rounded_up() -> None:
    combat = read_combat("a: 3/3 -> B; x: 1/1 of B; B: life 6")
    assert play_objectives(combat) == (
        "max outcome",
        "max kill_value - own_loss_value",
        "max 17*player_damage",
    )


def test_each_player_counts_by_its_own_life() -> None:
    document = board(
        attacker("a 2/2", "C"),
        players={"A": {"life": 20}, "B": {"life": 20}, "C": {"life": 3}},
    )
    combat = read_combat(document)
    assert play_objectives(combat)[2] == "max 5*player_damage:B + 34*player_damage:C"


def test_poison_commanders_and_lifelink() -> None:
    text = "a: 1/1 toxic 1 -> B; b: 2/2 commander lifelink -> B; A: life 4; B: life 20 poison 5"
    weights = read_objectives(read_combat(text), ["play"])[2].weights
    assert weights == {
        "player_damage": 5,
        "poison": 20,  # 5 are left
        "commander_damage": 5,  # 21 are left
        "life_gained": 25,
    }


def test_a_planeswalker_counts_by_its_value() -> None:
    combat = read_combat("a: 3/3 -> jace; jace: loyalty 3 value 4")
    assert play_objectives(combat)[1] == "max kill_value + 4*planeswalkers_killed - own_loss_value"


def test_winning_comes_before_a_trade() -> None:
    combat = read_combat("t: 6/6 trample <- x: 1/1, y: 1/1 value 9; B: life 4")
    assert solve_damage(combat, ["play"]).values == (1, 2 + 9, 4 * 25)
    combat = read_combat("t: 6/6 trample <- x: 1/5 value 9; u: 3/3 <- y: 0/1; B: life 2")
    assert solve_damage(combat, "play").values[0] == 0


def test_among_others_it_keeps_its_place() -> None:
    combat = read_combat("a: 3/3 -> B")
    names = [o.name for o in read_objectives(combat, ["min kills", "play", "max poison"])]
    assert (names[0], names[1], names[-1], len(names)) == ("kills", "outcome", "poison", 5)


def test_a_fault_is_placed_where_it_was_written() -> None:
    with pytest.raises(DocumentError) as error:
        read_objectives(read_combat("a: 3/3 -> B"), ["play", "max nothing"])
    assert error.value.faults[0].path == "objectives[1]"


def test_a_frontier_is_between_two_objectives() -> None:
    with pytest.raises(DocumentError, match="more than one objective"):
        frontier(read_combat("a: 3/3 -> B"), "play", "max kills")


def test_many_boards_count_each_by_its_own_life() -> None:
    boards = [read_combat(f"a: 3/3 -> B; B: life {life}") for life in (10, 20)]
    found = [answer for answer in solve_many(boards, ["play"]) if isinstance(answer, Solution)]
    assert [answer.values for answer in found] == [(0, 0, 30), (0, 0, 15)]


def test_blocks_trade_rather_than_take_no_damage() -> None:
    combat = read_combat("a: 2/2 -> B; b: 1/1 value 7 -> B; x: 2/2 of B value 1")
    found = solve_blocks(combat, ["play"])
    assert found.blocks == {"x": ("b",)}


def test_blocks_save_the_player_first() -> None:
    text = "a: 5/5 -> B; b: 1/1 value 7 -> B; x: 2/2 of B value 1; B: life 5"
    assert solve_blocks(read_combat(text), ["play"]).blocks == {"x": ("a",)}


def test_where_nothing_saves_the_player_the_rest_is_decided() -> None:
    text = "a: 5/5 -> B; b: 5/5 -> B; c: 1/1 value 7 -> B; x: 2/2 of B value 1; B: life 1"
    found = solve_blocks(read_combat(text), ["play"])
    assert (found.status, found.values[:2], found.blocks) == ("optimal", (1, -7), {"x": ("c",)})
