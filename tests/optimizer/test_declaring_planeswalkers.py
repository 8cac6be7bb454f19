"""Several attackers of one planeswalker or battle: when they depend on each other."""

import random

import pytest

from engine import read_combat
from engine.combat import Combat
from engine.declarations import with_blocks
from optimizer import solve_blocks
from tests.optimizer.test_declaring import worth
from tests.optimizer.test_declaring_lifelink import every_value

LISTS = (
    ["play"],
    ["max lethal", "min own_losses"],
    ["max 2*player_damage + planeswalker_damage", "max kill_value"],
    ["max planeswalkers_killed", "max player_damage"],
)


def walker_board(rng: random.Random) -> Combat:
    """Return a board on which a planeswalker is attacked, which may live in any case."""
    words = ["", "", "", "trample", "deathtouch", "menace", "lifelink", "first strike"]
    rows = [f"B: life {rng.choice([2, 5, 20])}", f"jace: loyalty {rng.choice([1, 3, 20])}"]
    for k in range(3):
        side = rng.choice(["-> B", "-> jace", "-> jace"])
        rows.append(f"a{k}: {rng.randint(0, 4)}/{rng.randint(1, 4)} {rng.choice(words)} {side}")
    rows += [
        f"b{k}: {rng.randint(0, 4)}/{rng.randint(1, 4)} {rng.choice(words)} of B" for k in range(3)
    ]
    return with_blocks(read_combat("; ".join(rows)), {})


@pytest.mark.parametrize("loyalty", [3, 20])
def test_what_is_dealt_adds_up_and_what_is_killed_does_not(loyalty: int) -> None:
    text = f"a: 2/2 -> jace; b: 2/2 -> jace; x: 0/4 of B; jace: loyalty {loyalty}"
    combat = read_combat(text)
    found = solve_blocks(combat, ["max planeswalker_damage"])
    assert (found.values, found.statistics["method"]) == ((2,), "gangs")
    found = solve_blocks(combat, ["max planeswalkers_killed"])
    method = "gangs" if loyalty == 20 else "every declaration"
    assert (found.values, found.statistics["method"]) == ((0,), method)


def test_blocks_against_every_declaration() -> None:
    rng = random.Random("walkers")
    methods = set()
    for _ in range(16):
        combat, objectives = walker_board(rng), rng.choice(LISTS)
        found = solve_blocks(combat, objectives)
        expected = every_value(combat, objectives)[0]
        assert (found.status, worth(found)) == ("optimal", expected), (combat, objectives)
        methods.add(found.statistics["method"])
    assert methods == {"gangs", "every declaration"}
