"""The shared cases about blocks and attacks, answered by trying every declaration that is legal.

No case names a declaration, but each says what the best one is worth. That comes out right only if
exactly the right declarations are legal: the defending side takes the worst legal blocks, the
active player the attack that leaves the most after those.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, product
from pathlib import Path
from typing import Any

import pytest

from engine import Combat, read_combat
from engine.declarations import (
    attack_rules,
    attack_targets,
    block_rules,
    judge_attacks,
    judge_blocks,
    possible_blocks,
    with_attacks,
    with_blocks,
)
from engine.objects import Creature
from optimizer import solve_damage
from optimizer.requirements import most_attack_requirements, most_block_requirements
from tests.conftest import CASES, require_shared_cases

ASKED = {
    path: case
    for path in CASES
    if (case := json.loads(path.read_text(encoding="utf-8")))["ask"]["question"]
    in ("blocks", "attack")
}

Key = tuple[int, ...]
"""The objectives of an answer, each so that the active player wants more."""


def test_cases_are_found() -> None:
    require_shared_cases()
    assert len(ASKED) > 50


@pytest.mark.parametrize("path", ASKED, ids=[f"{path.parent.name}/{path.stem}" for path in ASKED])
def test_case(path: Path) -> None:
    case = ASKED[path]
    combat = read_combat(case["combat"])
    objectives = case["ask"]["objectives"]
    answer = worst_blocks if case["ask"]["question"] == "blocks" else best_attack
    found = [
        -value if objective.startswith("min ") else value
        for objective, value in zip(objectives, answer(combat, objectives), strict=True)
    ]
    assert found == case["expect"]["objectives"]


def best_attack(combat: Combat, objectives: list[str]) -> Key:
    most = most_attack_requirements(combat)
    best: Key | None = None
    for attacks in sorted(every_attack(combat), key=len, reverse=True):
        if not judge_attacks(combat, attacks, most):
            value = worst_blocks(with_attacks(combat, attacks), objectives, best)
            best = value if best is None else max(best, value)
    assert best is not None
    return best


def worst_blocks(combat: Combat, objectives: list[str], floor: Key | None = None) -> Key:
    """Return the lowest value of all blocks, or one that is no higher than the floor."""
    most = most_block_requirements(combat)
    seen = set()
    worst: Key | None = None
    for blocks in every_block(combat):
        if judge_blocks(combat, blocks, most):
            continue
        declared = with_blocks(combat, blocks)
        likeness = who_fights_whom(declared)
        if likeness not in seen:
            seen.add(likeness)
            value = key(declared, objectives)
            worst = value if worst is None else min(worst, value)
            if floor is not None and worst <= floor:
                break
    assert worst is not None
    return worst


def key(combat: Combat, objectives: list[str]) -> Key:
    solution = solve_damage(combat, objectives)
    assert solution.status == "optimal"
    return tuple(
        -value if objective.startswith("min ") else value
        for objective, value in zip(objectives, solution.values, strict=True)
    )


def every_attack(combat: Combat) -> Iterator[dict[str, str]]:
    """Creatures that are alike are interchangeable: only how many attack what matters."""
    alike: dict[Creature, list[str]] = {}
    for name in combat.creatures:
        if attack_targets(combat, name):
            alike.setdefault(nameless(combat, name), []).append(name)
    choices = [
        list(combinations_with_replacement(["", *attack_targets(combat, names[0])], len(names)))
        for names in alike.values()
    ]
    names = list(chain.from_iterable(alike.values()))
    for choice in product(*choices):
        targets = chain.from_iterable(choice)
        yield {name: target for name, target in zip(names, targets, strict=True) if target}


def every_block(combat: Combat) -> Iterator[dict[str, tuple[str, ...]]]:
    possible = possible_blocks(combat)
    choices = [
        [
            attackers
            for size in range(min(len(names), combat.creatures[blocker].max_blocks) + 1)
            for attackers in combinations(names, size)
        ]
        for blocker, names in possible.items()
    ]
    for choice in product(*choices):
        yield {blocker: names for blocker, names in zip(possible, choice, strict=True) if names}


def who_fights_whom(combat: Combat) -> Any:
    """What the damage depends on, whatever the creatures' names are."""
    facing = (
        (repr(nameless(combat, name)), *sorted(repr(nameless(combat, b)) for b in blockers))
        for name, blockers in combat.blockers.items()
    )
    return tuple(sorted(facing))


def nameless(combat: Combat, name: str) -> Creature:
    return _nameless(combat.creatures[name])


@cache
def _nameless(creature: Creature) -> Creature:
    return replace(creature, id="", blocking=())


# --- declarations that the cases' reasons call legal or illegal ----------------------------------

LEGAL: list[tuple[str, dict[str, list[str]]]] = [
    ("all_must_block_three", {"memnite": ["howlbonder"]}),
    ("best_of_two_attackers", {"dreadmaw": ["goliath"]}),
    ("breaker_with_menace", {}),
    ("cerberus_three_chumps", {"memnite": ["cerberus"]}),
    ("challenger_troll_one_blocker_only", {"giant": ["troll"]}),
    ("cr_requirement_with_menace", {"forced": ["m"], "free": ["m"]}),
    ("each_defender_blocks_for_himself", {"b1": ["x"]}),
    ("golf_example_board", {"x": ["a"], "y": ["a"]}),
    ("horsemanship_and_intimidate", {"x": ["i"], "y": ["h"]}),
    ("menace_required_two_memnites", {"m1": ["strangler"], "m2": ["strangler"]}),
    ("must_be_blocked_good_blocker", {"goliath": ["fear"]}),
    ("must_be_blocked_prey", {"sable": ["elves"]}),
    ("protection_cannot_be_blocked", {"g": ["k"]}),
    ("team_mates_block_for_each_other", {"mate": ["x"]}),
    ("two_must_be_blocked_one_blocker", {"wraith": ["ox"]}),
]
ILLEGAL: list[tuple[str, dict[str, list[str]], str]] = [
    ("all_must_block_three", {"memnite#1": ["howlbonder"], "memnite#2": ["howlbonder"]}, "509.1c"),
    ("blighted_agent", {"birds": ["agent"]}, "509.1b"),
    ("breaker_with_menace", {"giant": ["breaker"]}, "702.111b"),
    ("challenger_troll_one_blocker_only", {"giant": ["troll"], "sable": ["troll"]}, "509.1b"),
    ("cr_flying_and_shadow", {"b": ["x"]}, "702.28b"),
    ("cr_requirement_with_menace", {}, "509.1c"),
    ("each_defender_blocks_for_himself", {"b1": ["y"]}, "509.1a"),
    ("flyer_mist_raven", {"captain": ["raven"]}, "702.9b"),
    ("horsemanship_and_intimidate", {"x": ["h"]}, "702.31b"),
    ("horsemanship_and_intimidate", {"y": ["i"]}, "702.13b"),
    ("juggernaut_over_walls", {"wall": ["juggernaut"]}, "509.1b"),
    ("menace_needs_two", {"memnite": ["strangler"]}, "702.111b"),
    ("menace_required_two_memnites", {}, "509.1c"),
    ("must_be_blocked_one_blocker", {}, "509.1c"),
    ("must_be_blocked_prey", {"sable": ["myr"]}, "509.1c"),
    ("other_players_cannot_block_for_it", {"b1": ["x"]}, "310.9c"),
    ("protection_cannot_be_blocked", {"r": ["k"]}, "702.16f"),
    ("skies_only_blocker", {"vaporkin": ["lion"]}, "509.1b"),
    ("skulk_fear_shadow", {"x": ["sk"]}, "702.118b"),
    ("skulk_fear_shadow", {"x": ["fe"]}, "702.36b"),
    ("skulk_fear_shadow", {"x": ["sh"]}, "702.28b"),
    ("three_or_more_needed", {"m1": ["cerberus"], "m2": ["cerberus"]}, "509.1b"),
    ("two_must_be_blocked_one_blocker", {}, "509.1c"),
]


def of_case(name: str) -> Combat:
    require_shared_cases()
    (case,) = [case for path, case in ASKED.items() if path.stem == name]
    return read_combat(case["combat"])


@pytest.mark.parametrize(("name", "blocks"), LEGAL, ids=[name for name, _ in LEGAL])
def test_legal_blocks(name: str, blocks: dict[str, list[str]]) -> None:
    combat = of_case(name)
    assert judge_blocks(combat, blocks, most_block_requirements(combat)) == ()


@pytest.mark.parametrize(
    ("name", "blocks", "rule"), ILLEGAL, ids=[f"{name}-{rule}" for name, _, rule in ILLEGAL]
)
def test_illegal_blocks(name: str, blocks: dict[str, list[str]], rule: str) -> None:
    combat = of_case(name)
    violations = judge_blocks(combat, blocks, most_block_requirements(combat))
    assert {violation.rule for violation in violations} == {rule}


@pytest.mark.parametrize(
    ("attacks", "rule"),
    [({"wall": "B"}, "702.3b"), ({"new": "B"}, "508.1a"), ({"tapped": "B"}, "508.1a"),
     ({"hasty": "B"}, None)],
)  # fmt: skip
def test_attacks_of_defender_and_sick_stay(attacks: dict[str, str], rule: str | None) -> None:
    violations = judge_attacks(of_case("defender_and_sick_stay"), attacks, 0)
    assert [violation.rule for violation in violations] == ([rule] if rule else [])


def test_508_1d_the_berserkers_do_not_stay_at_home() -> None:
    combat = of_case("berserkers_forced")
    assert [v.rule for v in judge_attacks(combat, {}, 1)] == ["508.1d"]
    assert judge_attacks(combat, {"berserkers": "B"}, 1) == ()


@pytest.mark.parametrize("path", ASKED, ids=[f"{path.parent.name}/{path.stem}" for path in ASKED])
def test_every_pair_of_the_rules_is_one_that_may_be_declared(path: Path) -> None:
    combat = read_combat(ASKED[path]["combat"])
    assert {b for b, _ in block_rules(combat).pairs} == set(possible_blocks(combat))
    for name, target in attack_rules(combat).pairs:
        assert target in attack_targets(combat, name)
