"""Attacks after which the active player survives the opponent's next attack."""

import random

from engine import read_combat
from engine.declarations import with_attacks, with_blocks
from optimizer import solve_attack, solve_damage
from optimizer.declaring.next_turn import next_turn, survives
from tests.optimizer.test_declaring import undeclared

DAMAGE = ["max player_damage"]


def survived(text: str) -> dict[str, str] | None:
    found = solve_attack(read_combat(text), DAMAGE, survive_reply=True)
    return None if found.status == "infeasible" else dict(found.attacks or {})


def test_who_attacks_cannot_block_next_turn() -> None:
    text = "a: 2/2 of A; b: 3/3 of A; x: 4/4 summoning sick can't block of B; A: life 4"
    assert solve_attack(read_combat(text), DAMAGE).attacks == {"a": "B", "b": "B"}
    assert survived(text) == {"b": "B"}


def test_vigilance_lets_it_block_702_20b() -> None:
    text = "a: 2/2 vigilance of A; b: 3/3 of A; x: 4/4 can't block of B; A: life 4"
    assert survived(text) == {"a": "B", "b": "B"}


def test_whoever_is_tapped_untaps_for_the_opponent_only() -> None:
    assert survived("a: 2/2 of A; x: 4/4 tapped of B; A: life 4") == {}
    assert survived("a: 2/2 tapped of A; x: 4/4 of B; A: life 4") is None


def test_what_died_does_not_strike_back() -> None:
    combat = read_combat("a: 5/5 of A; x: 4/4 must block of B; A: life 4")
    found = solve_attack(combat, ["max kills"], survive_reply=True)
    assert (found.attacks, found.values) == ({"a": "B"}, (1,))


def test_a_win_needs_no_defence() -> None:
    assert survived("a: 2/2 of A; x: 9/9 tapped of B; A: life 1; B: life 2") == {"a": "B"}


def test_life_gained_counts() -> None:
    text = "a: 2/2 lifelink of A; x: 4/4 can't block of B; A: life {}"
    assert survived(text.format(3)) == {"a": "B"}
    assert survived(text.format(2)) == {}


def test_no_attack_survives() -> None:
    found = solve_attack(
        read_combat("a: 2/2 of A; x: 4/4 flying of B; A: life 4"), DAMAGE, survive_reply=True
    )
    assert (found.status, found.values, found.outcome) == ("infeasible", (), None)
    assert found.to_document()["status"] == "infeasible"


def test_the_next_turn() -> None:
    combat = read_combat(
        "a: 3/3 infect -> B <- x: 4/4; b: 2/2 -> B <- y: 5/5; c: 1/1 decayed -> B; d: 1/1 of A;"
        "A: life 7; B: life 9"
    )
    outcome = solve_damage(combat, DAMAGE).outcome
    assert outcome is not None
    following = next_turn(outcome.final)
    assert following is not None
    assert following.active_player == "B"
    assert set(following.creatures) == {"x", "y", "d"}  # a and b died, c is sacrificed
    x = following.creatures["x"]
    assert (x.power, x.toughness, x.tapped, x.damage) == (1, 1, False, 0)
    assert {name: player.life for name, player in following.players.items()} == {"A": 7, "B": 8}


def test_against_looking_at_every_attack() -> None:
    rng = random.Random("survive")
    answers = set()
    for _ in range(6):
        document = undeclared(rng)
        document["players"]["A"]["life"] = rng.randint(1, 5)
        combat = with_attacks(read_combat(document), {})
        if len(combat.defending_players) > 1:
            continue
        found = solve_attack(combat, DAMAGE, survive_reply=True)
        answers.add(found.status.value)
        if found.outcome is None:
            continue
        again = solve_damage(
            with_blocks(with_attacks(combat, found.attacks or {}), found.blocks), DAMAGE
        ).outcome
        assert again is not None
        assert survives(again.final, lambda c, o: (solve_attack(c, [o]).values[0], True))
    assert answers == {"optimal", "infeasible"}
