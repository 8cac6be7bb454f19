"""Blocks and attacks under a deadline and on large boards, and what gangs are worth."""

import random
from itertools import product

import pytest

from engine import read_combat
from engine.combat import Combat
from engine.declarations import block_rules, judge_blocks, with_attacks, with_blocks
from optimizer import solve_attack, solve_blocks, solve_damage
from optimizer.declaring import gang_board
from optimizer.declaring.choosing import Chooser, Offer
from optimizer.declaring.gangs import Gang, Gangs, Memory
from optimizer.declaring.independence import are_independent
from optimizer.declaring.ways import ways
from optimizer.objectives import read_objectives
from optimizer.requirements import most_block_requirements
from tests.optimizer.test_declaring import LISTS, undeclared

TRADE = ("max player_damage", "max kill_value", "min own_loss_value")


def large(number: int, seed: str) -> Combat:
    rng = random.Random(seed)
    rows = []
    for side, prefix in (("-> B", "a"), ("of B", "b")):
        for k in range(number):
            word = rng.choice(["", "", "trample", "deathtouch", "lifelink", "flying", "menace"])
            rows.append(f"{prefix}{k}: {rng.randint(1, 5)}/{rng.randint(1, 6)} {word} {side}")
    return read_combat("; ".join(rows))


def test_a_gang_is_worth_what_its_own_board_says() -> None:
    rng = random.Random("gangs")
    compared = 0
    for _ in range(25):
        combat = with_blocks(read_combat(undeclared(rng)), {})
        texts = rng.choice(LISTS[:3])
        given, rules = read_objectives(combat, texts), block_rules(combat)
        if not rules.pairs or not are_independent(combat, given, rules):
            continue
        gangs = Gangs(combat, given, texts, rules, Memory())
        for attacker in gangs.attackers:
            for gang in gangs.of(attacker):
                board = gangs.alone(attacker, gangs.members(gang.counts))
                solved = solve_damage(board, texts)
                vector = tuple(o.sense * v for o, v in zip(given, solved.values, strict=True))
                assert gang.vector == vector, (attacker, board)
        compared += sum(values is not None for values in gangs.memory.values.values())
    assert compared > 20


@pytest.mark.parametrize("total", [None, 3])
def test_the_best_choices_in_order(total: int | None) -> None:
    rng = random.Random(f"choices {total}")
    sizes = (2, 1)
    for _ in range(20):
        offers = [
            [
                Offer(
                    Gang(counts, rng.randint(0, 1), (rng.randint(-2, 2), rng.randint(0, 3))),
                    rng.randint(0, 2),
                )
                for counts in product(range(3), range(2))
                if not any(counts) or rng.random() < 0.7
            ]
            for _ in range(3)
        ]
        expected = set()
        for chosen in product(*offers):
            used = [sum(o.gang.counts[k] for o in chosen) for k in range(2)]
            if used[0] > 2 or used[1] > 1:
                continue
            if total is not None and sum(o.damage for o in chosen) >= total:
                continue
            vector = tuple(sum(o.gang.vector[k] for o in chosen) for k in range(2))
            expected.add((-sum(o.gang.met for o in chosen), vector))
        chooser = Chooser(offers, sizes, total)
        tables = chooser.tables(offers)
        found = [(-one.met, one.vector) for one in ways(chooser, tables, offers)]
        assert found == sorted(expected)


def test_a_deadline_gives_a_legal_declaration_and_a_bound_that_holds() -> None:
    for seed in range(2):
        combat = large(4, f"deadline {seed}")
        best = solve_blocks(combat, TRADE)
        for deadline in (0.0, 0.001, 0.005, 1.0):
            found = solve_blocks(combat, TRADE, deadline=deadline)
            assert not judge_blocks(combat, found.blocks, most_block_requirements(combat))
            senses = [o.sense for o in found.objectives]
            value, bound, least = (
                tuple(s * v for s, v in zip(senses, given, strict=True))
                for given in (found.values, found.bounds, best.values)
            )
            assert bound <= least <= value


def test_an_attack_under_a_deadline_has_a_bound_that_holds() -> None:
    combat = with_attacks(large(3, "attack"), {})
    best = solve_attack(combat, ["max 3*player_damage - own_loss_value"])
    for deadline in (0.0, 0.002):
        found = solve_attack(combat, ["max 3*player_damage - own_loss_value"], deadline=deadline)
        assert found.values <= best.values <= found.bounds


def test_boards_too_large_for_all_gangs_are_improved(monkeypatch: pytest.MonkeyPatch) -> None:
    for objectives in (TRADE, ("min own_losses", "max kill_value")):
        combat = large(5, "improved")
        best = solve_blocks(combat, objectives)
        with monkeypatch.context() as patch:
            patch.setattr(gang_board, "MOST_GANGS", 1)
            found = solve_blocks(combat, objectives)
            again = solve_blocks(combat, objectives)
            others = solve_blocks(combat, objectives, top=2)
        assert (found.values, found.blocks) == (again.values, again.blocks)
        assert not others.others_complete
        senses = [o.sense for o in found.objectives]
        value, bound, least = (
            tuple(s * v for s, v in zip(senses, given, strict=True))
            for given in (found.values, found.bounds, best.values)
        )
        assert bound <= least <= value


def test_requirements_are_kept_where_blocks_are_only_improved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gang_board, "MOST_GANGS", 1)
    text = "a: 9/9 trample must be blocked -> B; b: 2/2 -> B; x: 1/1 value 9 of B"
    found = solve_blocks(read_combat(text), ["max kill_value", "max player_damage"])
    assert found.blocks == {"x": ("a",)}


def test_identical_creatures_do_not_multiply() -> None:
    combat = read_combat("t: 1/1 x30 of A; u: 1/1 x30 of B")
    found = solve_attack(combat, TRADE)
    assert (found.status, found.values) == ("optimal", (0, 60, 60))
    assert len(found.attacks or {}) == 30
    assert found.statistics["declarations"] == 31


def test_many_fliers_with_deathtouch() -> None:
    text = "a: 2/2 -> B; f: 1/1 flying deathtouch x66 -> B; r: 0/1 reach x10 of B"
    found = solve_blocks(read_combat(text), TRADE)
    assert (found.status, found.values[0]) == ("optimal", 66 - 9)  # one blocks the 2/2


def test_attacks_on_several_things_are_improved_until_the_time_is_up() -> None:
    text = "a: 2/2 of A; b: 3/3 of A; x: 0/1 of B; jace: loyalty 3"
    combat = read_combat(text)
    best = solve_attack(combat, ["max 2*player_damage + planeswalker_damage"])
    found = solve_attack(combat, ["max 2*player_damage + planeswalker_damage"], deadline=30.0)
    assert (found.status, found.values) == ("optimal", best.values)


def test_more_effort_is_never_worse_and_the_same_effort_gives_the_same() -> None:
    combat = large(4, "effort")
    senses = [o.sense for o in read_objectives(combat, TRADE)]
    blocks = [solve_blocks(combat, TRADE, effort=effort) for effort in (1, 20, 200, 2000)]
    worths = [tuple(s * v for s, v in zip(senses, b.values, strict=True)) for b in blocks]
    assert worths == sorted(worths, reverse=True)
    assert (
        worths[0]
        > worths[-1]
        >= tuple(s * v for s, v in zip(senses, solve_blocks(combat, TRADE).values, strict=True))
    )
    again = solve_blocks(combat, TRADE, effort=200)
    assert (again.values, again.blocks) == (blocks[2].values, blocks[2].blocks)


def test_effort_limits_attacks_and_blocks_that_depend_on_each_other() -> None:
    text = "a: 3/3 -> B; b: 3/3 -> B; x: 1/1 of B max blocks 2; y: 1/1 of B"
    found = solve_blocks(read_combat(text), ["max player_damage"], effort=2)
    assert (found.status, found.statistics["declarations"]) == ("feasible", 2)
    found = solve_attack(read_combat("a: 2/2 x3 of A; x: 1/1 of B"), TRADE, effort=3)
    assert (found.status, found.statistics["declarations"]) == ("feasible", 3)
