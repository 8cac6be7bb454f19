"""Looking ahead: boards on which what comes after the combat decides, worked out by hand."""

from time import perf_counter
from typing import Any

import pytest

from engine import read_combat
from engine.combat import Combat
from engine.declarations import judge_attacks
from optimizer.playing.ahead import attack_ahead
from optimizer.playing.fights import kills, reach
from optimizer.playing.habits import ganging_blocks, habitual_attack, habitual_blocks
from optimizer.playing.playout import WON, OutOfTimeError, played_out
from optimizer.policy import Policy
from optimizer.requirements import most_attack_requirements
from tests.conftest import attacker, board, creature


def combat(*creatures: dict[str, Any], a: int = 20, b: int = 20) -> Combat:
    return read_combat(board(*creatures, players={"A": {"life": a}, "B": {"life": b}}))


@pytest.mark.parametrize(
    ("first", "second", "one", "other"),
    [
        ("2/2", "2/2", True, True),
        ("2/2", "3/3", False, True),
        ("1/1 deathtouch", "6/6", True, True),
        ("1/1 deathtouch", "6/6 first strike", False, True),
        ("2/1 first strike", "2/2", True, False),
        ("2/2 double strike", "2/4", True, True),
        ("5/5", "1/1 indestructible", False, False),
        ("0/4", "1/1", False, False),
    ],
)
def test_two_that_fight_alone(first: str, second: str, one: bool, other: bool) -> None:
    pair = combat(creature(f"A x {first}"), creature(f"B y {second}")).creatures
    assert (kills(pair["x"], pair["y"]), kills(pair["y"], pair["x"])) == (one, other)


def test_double_strike_reaches_twice() -> None:
    found = combat(creature("A x 2/2 double strike"), creature("A y 3/3"), creature("A z -1/3"))
    assert reach(found.creatures.values()) == 7


def test_habits() -> None:
    """The ogre kills the cub for nothing; the wall stops the bear for nothing; two kill a giant."""
    before = combat(creature("A cub 1/1"), creature("A giant 5/5"), creature("B ogre 3/3"))
    assert habitual_attack(before) == {"giant": "B"}
    safe = combat(attacker("bear 2/2"), creature("B wall 0/4"), creature("B rat 1/1"))
    assert habitual_blocks(safe) == {"wall": ["bear"]}
    gang = combat(attacker("giant 5/5"), creature("B ogre 3/3"), creature("B troll 3/3"))
    assert habitual_blocks(gang) == {}
    assert ganging_blocks(gang) == {"ogre": ["giant"], "troll": ["giant"]}


def test_who_would_die_throws_creatures_away() -> None:
    assert habitual_blocks(combat(attacker("giant 5/5"), creature("B rat 1/1"), b=5)) == {
        "rat": ["giant"]
    }


def test_menace_is_not_blocked_by_one() -> None:
    found = combat(attacker("thug 2/2 menace"), creature("B ogre 3/3"), b=2)
    assert habitual_blocks(found) == {}


def test_a_game_that_is_played_out() -> None:
    """3 a turn beat 7 life in the third attack; 2 a turn do not beat 20 before that."""
    race = combat(creature("A bird 3/3 flying"), creature("B bear 2/2"), b=7)
    assert played_out(race, {"bird": "B"}, 6, None) == 2 * WON  # two of six turns were not needed
    assert played_out(race, {"bird": "B"}, 0, None) == (20 - 4) + (6 - 4)  # lives, then values
    assert played_out(race, {}, 0, None) == (20 - 7) + (6 - 4)


def test_a_game_that_is_lost() -> None:
    """If the only blocker attacks, the giant wins next turn."""
    held = combat(creature("A bear 2/2"), creature("B giant 5/5"), a=5)
    assert played_out(held, {"bear": "B"}, 3, None) < -WON


def test_no_time() -> None:
    with pytest.raises(OutOfTimeError):
        played_out(combat(creature("A bear 2/2"), creature("B cub 1/1")), {}, 3, perf_counter() - 1)


def test_the_blocker_stays_at_home() -> None:
    """The wurm could attack for nothing, but then B's tramplers win; it blocks one of them."""
    held = combat(creature("A bear 3/3"), creature("B giant 5/2"), creature("B wall 0/9"), a=5)
    assert attack_ahead(held, {}, 6, None) == {}
    assert Policy(budget=None).choose_attack(held) == {}


def test_a_race_is_run() -> None:
    """No single combat guarantees anything here, but fliers that nobody blocks win in two turns."""
    race = combat(creature("A bird 4/4 flying"), creature("B ogre 3/3"), b=8)
    assert Policy(budget=None).choose_attack(race) == {"bird": "B"}


def test_who_must_attack_attacks() -> None:
    given = creature("A bear 2/2") | {"must_attack": True}
    held = combat(given, creature("B giant 5/5"), a=5)
    for budget in (0, 0.05, None):
        attacks = Policy(budget=budget).choose_attack(held)
        assert judge_attacks(held, attacks, most_attack_requirements(held)) == ()
        assert attacks == {"bear": "B"}


def test_a_guaranteed_win_is_taken() -> None:
    won = combat(creature("A bird 2/2 flying"), creature("A cub 1/1"), creature("B ogre 3/3"), b=2)
    assert "bird" in Policy(budget=5).choose_attack(won)


def test_other_objectives_do_not_look_ahead() -> None:
    assert Policy().look_ahead == 6
    assert Policy(["max kills"]).look_ahead == 0
    assert Policy("play", look_ahead=0).look_ahead == 0
    with pytest.raises(ValueError, match="turns"):
        Policy(look_ahead=-1)


def test_the_best_of_what_is_offered() -> None:
    blocks = combat(attacker("giant 5/5"), attacker("cub 1/1"), creature("B ogre 3/3"), b=5)
    offered = [{}, {"ogre": ["cub"]}, {"ogre": ["giant"]}]
    assert Policy().pick_blocks(blocks, offered) == 2  # else 5 damage get through
    attack = combat(
        creature("A bird 2/2 flying"), creature("A cub 1/1"), creature("B ogre 3/3"), b=2
    )
    for policy in (Policy(), Policy("play", look_ahead=0)):
        assert policy.pick_attack(attack, [{}, {"cub": "B"}, {"bird": "B"}]) == 2


def test_what_is_offered_and_not_legal_is_passed_over() -> None:
    """The ogre cannot block a flier, and a tapped giant cannot attack (509.1b, 508.1a)."""
    blocks = combat(attacker("bird 5/5 flying"), creature("B ogre 3/3"), b=5)
    assert Policy().pick_blocks(blocks, [{"ogre": ["bird"]}, {}]) == 1
    tapped = creature("A giant 5/5") | {"tapped": True}
    assert Policy().pick_attack(combat(tapped, b=5), [{"giant": "B"}, {}]) == 1
