"""Who attacks what, who blocks whom, who defends, and who takes part in which step."""

import pytest

from engine import Combat, Step, read_combat
from engine.divisions import takes_part
from engine.state import State
from tests.conftest import attacker, blocker, board, creature, siege, walker

FIRST, REGULAR = Step.FIRST_STRIKE, Step.REGULAR


def test_506_2_everybody_but_the_active_player_defends_in_turn_order() -> None:
    players = {name: {"life": 20} for name in "DABC"}
    combat = read_combat(board(players=players))
    assert combat.defending_players == ("B", "C", "D")
    assert combat.active_side == {"A"}


def test_805_team_mates_of_the_active_player_do_not_defend() -> None:
    players = {name: {"life": 30, "team": team} for name, team in zip("ABCD", "xxyy", strict=True)}
    combat = read_combat(board(players=players))
    assert combat.defending_players == ("C", "D")
    assert combat.active_side == {"A", "B"}


def test_508_5_the_defending_player_of_each_attack() -> None:
    combat = read_combat(
        board(
            attacker("p 1/1", "C"),
            attacker("w 1/1", "jace"),
            attacker("s 1/1", "siege"),
            attacker("g 1/1", None, was_attacking_controller="C"),
            attacker("n 1/1", None),
            players="ABC",
            planeswalkers=[walker("jace", 3, "B")],
            battles=[siege("siege", 3, "C")],
        )
    )
    found = {name: combat.defending_player(name) for name in "pwsgn"}
    assert found == {"p": "C", "w": "B", "s": "C", "g": "C", "n": None}
    alone = read_combat(board(attacker("n 1/1", None)))
    assert alone.defending_player("n") == "B"


def test_509_1g_blockers_and_blocks() -> None:
    combat = read_combat(
        board(
            attacker("x 1/1"), attacker("y 1/1"), blocker("b 1/1", "y", "x"), blocker("c 1/1", "x")
        )
    )
    assert combat.blocks == {"b": ("y", "x"), "c": ("x",)}
    assert combat.blockers == {"x": ("b", "c"), "y": ("b",)}
    assert [a.id for a in combat.attackers] == ["x", "y"]


def test_509_1h_blocked_without_blockers_stays_blocked() -> None:
    combat = read_combat(
        board(attacker("x 1/1", blocked=True), attacker("y 1/1"), attacker("z 1/1", blocked=False))
    )
    assert [combat.is_blocked(name) for name in "xyz"] == [True, False, False]


def test_702_22h_naming_one_member_blocks_the_whole_band() -> None:
    combat = read_combat(
        board(
            attacker("x 1/1", band="l"),
            attacker("y 1/1 banding", band="l"),
            attacker("z 1/1"),
            blocker("b 1/1", "y"),
        )
    )
    assert set(combat.blocks["b"]) == {"x", "y"}
    assert combat.is_blocked("x")
    assert not combat.is_blocked("z")


def test_copies_have_ids_of_their_own_and_plain_id_means_all() -> None:
    combat = read_combat(
        board(attacker("x 1/1", count=3), blocker("b 0/5", "x"), blocker("c 0/1", "x#2", count=2))
    )
    assert list(combat.creatures) == ["x#1", "x#2", "x#3", "b", "c#1", "c#2"]
    assert combat.blocks["b"] == ("x#1", "x#2", "x#3")
    assert combat.blockers["x#2"] == ("b", "c#1", "c#2")
    assert combat.blockers["x#1"] == ("b",)
    assert all(single.count == 1 for single in combat.creatures.values())


@pytest.mark.parametrize(
    ("fighting", "idle", "steps"),
    [
        ("x 1/1", "B i 1/1", (REGULAR,)),
        ("x 1/1 first strike", "B i 1/1", (FIRST, REGULAR)),
        ("x 1/1 double strike", "B i 1/1", (FIRST, REGULAR)),
        ("x 1/1", "B i 1/1 first strike", (REGULAR,)),
    ],
)
def test_510_4_one_step_or_two(fighting: str, idle: str, steps: tuple[Step, ...]) -> None:
    assert read_combat(board(attacker(fighting), creature(idle))).steps == steps


def test_510_4_a_blocker_makes_two_steps_as_well() -> None:
    combat = read_combat(board(attacker("x 1/1"), blocker("b 1/1 first strike", "x")))
    assert combat.steps == (FIRST, REGULAR)


def _parts(combat: Combat, step: Step) -> list[str]:
    state = State.beginning(combat)
    return [name for name in combat.creatures if takes_part(state, name, step)]


def test_510_4_who_takes_part() -> None:
    combat = read_combat(
        board(
            attacker("f 1/1 first strike"),
            attacker("d 1/1 double strike"),
            attacker("n 1/1"),
            blocker("b 1/1 first strike, double strike", "n"),
            creature("B i 1/1 double strike"),
        )
    )
    assert _parts(combat, FIRST) == ["f", "d", "b"]
    assert _parts(combat, REGULAR) == ["d", "n", "b"]


def test_506_4_in_combat_or_not() -> None:
    combat = read_combat(board(attacker("x 1/1", None), creature("B i 1/1")))
    assert combat.in_combat("x")
    assert not combat.in_combat("i")
