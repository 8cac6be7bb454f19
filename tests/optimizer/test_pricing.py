"""Blocks by prices, for boards with too many gangs: the tables, the proof and its bound."""

import random
from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest

from engine import read_combat
from engine.combat import Combat
from engine.declarations import block_rules, judge_blocks, with_attacks, with_blocks
from optimizer import solve_attack, solve_blocks
from optimizer.declaring import gang_board
from optimizer.declaring.gang_tables import (
    NEVER,
    counts_of,
    gang_table,
    packing_for,
    place_of,
    without_spare,
)
from optimizer.declaring.gangs import Gangs, Memory
from optimizer.declaring.independence import are_independent
from optimizer.declaring.pricing import best_by_prices
from optimizer.objectives import read_objectives
from tests.optimizer.test_declaring import (
    LISTS,
    every_worth,
    other_worth,
    undeclared,
    vector,
    worth,
)

ADDING_UP = [LISTS[0], LISTS[1], LISTS[2], LISTS[6], LISTS[7]]


def test_a_table_has_what_each_gang_is_worth() -> None:
    rng = random.Random("tables")
    compared = 0
    for _ in range(100):
        combat = with_blocks(read_combat(undeclared(rng)), {})
        texts = rng.choice(ADDING_UP)
        given, rules = read_objectives(combat, texts), block_rules(combat)
        if not rules.pairs or rules.requirements or not are_independent(combat, given, rules):
            continue
        gangs = Gangs(combat, given, texts, rules, Memory())
        pack = packing_for(gangs)
        if pack is None:
            continue
        for attacker in gangs.attackers:
            table = gang_table(gangs, attacker, pack)
            if table is None:
                continue
            expected = {place_of(gangs.sizes, g.counts): g.vector for g in gangs.of(attacker)}
            found = {
                place: pack.unpacked(int(table[place]))
                for place in np.flatnonzero(table < NEVER).tolist()
            }
            assert found == expected, (attacker, combat)
            compared += len(found)
    assert compared > 100


def test_places_and_counts() -> None:
    assert [counts_of((2, 1), place) for place in range(6)] == [
        (0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1),
    ]  # fmt: skip
    assert [place_of((2, 1), counts_of((2, 1), place)) for place in range(6)] == list(range(6))


def test_a_gang_with_one_to_spare_is_left_out() -> None:
    table = np.array([5, 3, 5, 2, 4, 2])  # of 0 to 2 of one kind and 0 to 1 of the other
    nothing = np.zeros(6, dtype=np.int64)
    assert without_spare(table, nothing, (2, 1)).tolist() == [5, 3, NEVER, 2, 4, NEVER]
    dealt = np.array([2, 2, 1, 1, 0, 0])
    assert without_spare(table, dealt, (2, 1)).tolist() == [5, 3, 5, 2, 4, 2]


def test_the_best_of_drawn_tables() -> None:
    rng = random.Random("prices")
    sizes = (1, 2, 1)
    for _ in range(40):
        tables = [
            np.array([0, *(rng.choice([NEVER, *range(-9, 9)]) for _ in range(11))])
            for _ in range(3)
        ]
        best: dict[tuple[int, ...], int] = {(0, 0, 0): 0}
        for table in tables:
            after: dict[tuple[int, ...], int] = {}
            for used, value in best.items():
                for place in range(12):
                    counts = tuple(map(sum, zip(used, counts_of(sizes, place), strict=True)))
                    if all(n <= size for n, size in zip(counts, sizes, strict=True)):
                        total = value + int(table[place])
                        after[counts] = min(after.get(counts, NEVER), total)
            best = after
        found = best_by_prices(tables, sizes, [0, 0, 0], None)
        assert (found.proven, found.value) == (True, min(best.values()))
        taken = [sum(n) for n in zip(*(counts_of(sizes, p) for p in found.places), strict=True)]
        assert all(n <= size for n, size in zip(taken, sizes, strict=True))
        assert sum(int(t[p]) for t, p in zip(tables, found.places, strict=True)) == found.value


def test_prices_find_what_the_dynamic_program_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random("both")
    methods = set()
    for _ in range(25):
        combat, objectives = read_combat(undeclared(rng)), rng.choice(ADDING_UP)
        best = solve_blocks(combat, objectives)
        if best.statistics["method"] != "gangs":
            continue
        with monkeypatch.context() as patch:
            patch.setattr(gang_board, "MOST_GANGS", 0)
            found = solve_blocks(combat, objectives)
        methods.add(found.statistics["method"])
        if found.statistics["method"] == "gangs, by prices":
            assert (found.status, found.values) == ("optimal", best.values)
    assert "gangs, by prices" in methods


@pytest.mark.parametrize("objectives", [["play"], ["max lethal", "min own_losses"], ["max lethal"]])
def test_a_life_at_stake(monkeypatch: pytest.MonkeyPatch, objectives: list[str]) -> None:
    rng = random.Random("life")
    methods, lost = Counter[str](), 0
    for _ in range(12):
        combat = plain_board(rng)
        best = solve_blocks(combat, objectives, top=2)
        assert (best.status, best.statistics["method"]) == ("optimal", "gangs")
        expected = every_worth(combat, objectives)[:2]
        assert [worth(best), *(other_worth(best, k) for k in range(len(best.others)))] == (
            expected if best.others_complete else expected[: 1 + len(best.others)]
        ), combat
        with monkeypatch.context() as patch:
            patch.setattr(gang_board, "MOST_GANGS", 0)
            found = solve_blocks(combat, objectives)
        methods[str(found.statistics["method"])] += 1
        lost += best.values[0]
        if found.statistics["method"] == "gangs, by prices":
            assert (found.status, found.values) == ("optimal", best.values), combat
    assert methods["gangs, by prices"] > 3
    assert lost > 1


@pytest.mark.parametrize("objectives", [["play"], ["max player_damage", "max kill_value"]])
def test_more_attackers_that_are_alike_than_can_be_blocked(
    monkeypatch: pytest.MonkeyPatch, objectives: list[str]
) -> None:
    rng = random.Random("alike")
    for _ in range(3):
        word = rng.choice(["", "menace", "deathtouch", "trample"])
        rows = [f"B: life {rng.choice([6, 20])}; c: 1/1 x{rng.randint(4, 5)} {word} -> B"]
        rows += [f"a{k}: {rng.randint(1, 3)}/{rng.randint(1, 3)} -> B" for k in range(2)]
        rows += [f"b{k}: {rng.randint(0, 3)}/{rng.randint(1, 3)} of B" for k in range(3)]
        combat = read_combat("; ".join(rows))
        choices = [(None, *names) for names in block_rules(combat).possible.values()]
        expected = min(
            vector(with_blocks(combat, blocks), objectives)
            for chosen in product(*choices)
            if not judge_blocks(
                combat,
                blocks := {f"b{k}": (name,) for k, name in enumerate(chosen) if name is not None},
                0,
            )
        )
        with monkeypatch.context() as patch:
            patch.setattr(gang_board, "PRICES_FROM", 1)
            found = solve_blocks(combat, objectives)
        assert (found.status, worth(found)) == ("optimal", expected), combat


def plain_board(rng: random.Random) -> Combat:
    """Return a board on which lives are at stake and nothing ties the attackers."""
    words = ["", "", "", "trample", "deathtouch", "flying", "menace"]
    rows = [f"B: life {rng.choice([1, 2, 4, 7])}"]
    for prefix, side in (("a", "-> B"), ("b", "of B")):
        rows += [
            f"{prefix}{k}: {rng.randint(0, 4)}/{rng.randint(1, 4)} {rng.choice(words)} {side}"
            for k in range(3)
        ]
    return with_blocks(read_combat("; ".join(rows)), {})


def test_no_time_leaves_a_bound() -> None:
    tables = [np.array([5, 0, 7, 7]), np.array([5, 1, 2, 7])]
    found = best_by_prices(tables, (1, 1), [0, 0], 0.0)
    assert (found.places, found.value, found.proven) == ((0, 0), 10, False)
    assert found.bound <= 2  # the second kind blocks the second attacker


@pytest.mark.parametrize("objectives", [["play"], ["max player_damage", "min own_loss_value"]])
def test_attacks_that_share_their_beginnings(objectives: list[str]) -> None:
    rng = random.Random("prefixes")
    won = 0
    for _ in range(6):
        combat = with_attacks(plain_board(rng), {})
        best = solve_attack(combat, objectives, top=3)
        names = [creature.id for creature in combat.creatures.values() if creature.id[0] == "a"]
        expected = {
            every_worth(with_attacks(combat, dict.fromkeys(chosen, "B")), objectives)[0]
            for size in range(4)
            for chosen in combinations(names, size)
        }
        found = [worth(best), *(other_worth(best, k) for k in range(len(best.others)))]
        assert found == sorted(expected, reverse=True)[:3], combat
        assert (best.status, best.statistics["method"]) == ("optimal", "gangs")
        assert best.others_complete
        won += best.values[0]
    assert won > 0
