"""Blockers with lifelink where a life is at stake (702.15b), against every declaration."""

import random
from itertools import combinations, product

import pytest

from engine import read_combat
from engine.combat import Combat
from engine.declarations import block_rules, judge_blocks, with_attacks, with_blocks
from optimizer import solve_attack, solve_blocks
from optimizer.declaring import gang_board
from tests.optimizer.test_declaring import other_worth, vector, worth

LISTS = (["play"], ["max lethal", "min own_losses"], ["max outcome", "max kill_value"])


def linked_board(rng: random.Random, number: int = 3, words: tuple[str, ...] = ()) -> Combat:
    """Return a board on which a blocker or two have lifelink, and the player is near to losing."""
    own = ["", "", "", "trample", "deathtouch", "flying", "menace", "lifelink", *words]
    rows = [f"B: life {rng.choice([1, 1, 1, 3])}"]
    for prefix, side in (("a", "-> B"), ("b", "of B")):
        for k in range(number):
            word = "lifelink" if prefix == "b" and k == 0 else rng.choice(own)
            rows.append(f"{prefix}{k}: {rng.randint(0, 4)}/{rng.randint(1, 4)} {word} {side}")
    return with_blocks(read_combat("; ".join(rows)), {})


def every_value(combat: Combat, objectives: list[str]) -> list[tuple[int, ...]]:
    """Return all that blocks are worth where each creature blocks one attacker, the least first."""
    possible = block_rules(combat).possible
    found = set()
    for chosen in product(*((None, *names) for names in possible.values())):
        pairs = zip(possible, chosen, strict=True)
        blocks = {blocker: (name,) for blocker, name in pairs if name is not None}
        if not judge_blocks(combat, blocks, 0):
            found.add(vector(with_blocks(combat, blocks), objectives))
    return sorted(found)


def test_what_is_gained_saves_119_8() -> None:
    text = "a: 3/3 -> B; b: 2/2 -> B; x: 2/1 lifelink of B; B: life 3"
    found = solve_blocks(read_combat(text), ["max lethal", "max kills"])
    assert (found.values, found.statistics["method"]) == ((0, 1), "gangs")
    found = solve_blocks(read_combat(text.replace("x: 2/1", "x: 0/1")), ["max lethal"])
    assert found.values == (0,)
    assert found.blocks == {"x": ("a",)}


def test_a_gain_makes_up_for_two_that_are_not_blocked() -> None:
    text = "a: 2/2 -> B; b: 2/2 -> B; c: 2/2 -> B; x: 4/4 lifelink of B; B: life 1"
    found = solve_blocks(read_combat(text), ["max lethal", "max kills"])
    assert (found.status, found.values) == ("optimal", (0, 0))
    assert solve_blocks(read_combat(text.replace("4/4", "3/4")), ["max lethal"]).values == (1,)


@pytest.mark.parametrize("objectives", LISTS)
def test_blocks_against_every_declaration(
    monkeypatch: pytest.MonkeyPatch, objectives: list[str]
) -> None:
    rng = random.Random(f"blocks with lifelink {objectives}")
    lost = 0
    for _ in range(9):
        combat = linked_board(rng)
        found = solve_blocks(combat, objectives, top=2)
        assert (found.status, found.statistics["method"]) == ("optimal", "gangs")
        expected = every_value(combat, objectives)[:2]
        best = [worth(found), *(other_worth(found, k) for k in range(len(found.others)))]
        assert best == (expected if found.others_complete else expected[: len(best)]), combat
        lost += found.values[0]
        with monkeypatch.context() as patch:
            patch.setattr(gang_board, "PRICES_FROM", 1)
            found = solve_blocks(combat, objectives)
        assert (found.status, worth(found)) == ("optimal", expected[0]), combat
    assert 0 < lost < 9


def test_two_steps_are_left_to_every_declaration() -> None:
    rng = random.Random("steps")
    for _ in range(3):
        combat = linked_board(rng, 2, ("first strike", "first strike", "double strike"))
        found = solve_blocks(combat, ["play"])
        assert worth(found) == every_value(combat, ["play"])[0], combat


def test_attacks_against_every_declaration() -> None:
    rng = random.Random("linked attacks")
    for _ in range(4):
        combat, objectives = with_attacks(linked_board(rng), {}), rng.choice(LISTS)
        names = [creature.id for creature in combat.creatures.values() if creature.id[0] == "a"]
        expected = max(
            every_value(with_attacks(combat, dict.fromkeys(chosen, "B")), objectives)[0]
            for size in range(4)
            for chosen in combinations(names, size)
        )
        found = solve_attack(combat, objectives)
        assert (found.status, found.statistics["method"]) == ("optimal", "gangs")
        assert worth(found) == expected, combat


def test_more_effort_is_never_worse_where_nothing_saves() -> None:
    rng = random.Random("effort")
    objectives = ["max lethal", "min own_losses", "max kills"]
    for _ in range(10):
        rows = ["f: 9/9 unblockable -> B; B: life 1"]
        for prefix, side in (("a", "-> B"), ("b", "of B")):
            rows += [f"{prefix}{k}: {rng.randint(1, 4)}/{rng.randint(1, 4)} {side}" for k in "123"]
        combat = read_combat("; ".join(rows))
        found = [worth(solve_blocks(combat, objectives, effort=n)) for n in (1, 5, 20, 100, 1000)]
        assert found == sorted(found, reverse=True), combat
        assert found[-1][0] == 1
