"""Combats of groups: when they are judged on groups, and that single creatures agree (510.1)."""

import random

import pytest

from engine import check_assignment, play, read_combat
from engine.assignment import read_steps
from engine.measures import measure as measure_single
from engine.pooled import (
    PooledAssignment,
    PooledResult,
    Quotient,
    expand,
    measure,
    quotient,
    rows,
    violations,
)
from engine.pooled.measures import ENDINGS, MEASURES
from tests.groups import random_groups


def groups(text: str) -> Quotient:
    found = quotient(read_combat(text))
    assert found is not None
    return found


@pytest.mark.parametrize(
    "text",
    [
        "3/3 x2 trample <- 2/2 x3",
        "x: 3/3 x2 -> B; y: 3/3 <- b: 1/1 x2; x <- b",
        "3/3 x2 -> w; w: loyalty 3",
        "3/3 x2 deathtouch <- 2/2 indestructible",
        "3/3 x2 infect <- 2/2 x2",
        "3/3 x2 <- 2/2 x2 regeneration 1",
    ],
)
def test_groups_that_are_referred_to_as_a_whole_have_a_quotient(text: str) -> None:
    assert quotient(read_combat(text)) is not None


@pytest.mark.parametrize(
    "text",
    [
        "3/3 <- 2/2",  # no group
        "x: 3/3 x2; y: 2/2 x2; x#1 <- y",  # copies apart
        "3/3 x2 first strike <- 2/2",  # two steps (510.4)
        "3/3 x2 double strike <- 2/2",
        "3/3 x2 <- 2/2 prevent 1",  # a shield for each copy (615.7)
        "3/3 x2 infect <- 2/2 x2 regeneration 1",
        "3/3 x2 <- 2/2 shield counters 1",
        "3/3 x2 red <- 2/2 protection from red",
        "3/3 x2 deals 2 <- 2/2",
        "3/3 x2 as though unblocked <- 2/2",
        "3/3 x2 divides among defenders <- 2/2",
        "3/3 x2 divided by B <- 2/2",
        "3/3 x2 <- 2/2 banding, 1/1",
        "x: 3/3 x2 band one; y: 1/1 band one; x, y <- b: 2/2",
        "3/3 x2 wither <- 2/2 indestructible",  # counters for each copy (704.5f)
    ],
)
def test_what_tells_copies_apart_has_no_quotient(text: str) -> None:
    assert quotient(read_combat(text)) is None


def test_the_representatives_divide_as_the_copies_do() -> None:
    given = groups("t: 4/4 x3 trample <- w: 0/3 x2, v; v: 1/1")
    (attack, *_) = given.divisions
    assert [(r.id, r.behind) for r in attack.options[0].recipients] == [
        ("w", ()),
        ("v", ()),
        ("B", ("w", "v")),
    ]
    assert given.total(attack) == 12
    assert given.counts == {"t": 3, "w": 2, "v": 1}


T = "t: 4/4 x3 trample <- w: 0/3 x2"


@pytest.mark.parametrize(
    ("amounts", "lethal", "rule"),
    [
        ({("t", "w"): 6, ("t", "B"): 6}, 2, None),
        ({("t", "w"): 5, ("t", "B"): 7}, 1, "702.19b"),
        ({("t", "w"): 12}, 2, None),
        ({("t", "w"): 12}, 1, None),  # nine on the first copy
        ({("t", "w"): 12}, 0, "lethal"),
        ({("t", "w"): 5, ("t", "B"): 7}, 2, "too little"),
        ({("t", "w"): 12}, 3, "2 copies"),
        ({("t", "w"): 11}, 2, "510.1a"),
        ({("t", "t"): 12}, 0, "510.1c"),
        ({("t", "w"): 12, ("w", "t"): 1}, 2, "510.1"),
    ],
)
def test_510_1e_totals_are_judged_together(
    amounts: dict[tuple[str, str], int], lethal: int, rule: str | None
) -> None:
    found = violations(groups(T), PooledAssignment(amounts, {"w": lethal} if lethal else {}))
    assert bool(found) is (rule is not None)
    assert rule is None or any(rule in one for one in found)


def test_702_2c_a_touch_is_lethal_damage() -> None:
    given = groups("d: 1/1 x2 deathtouch <- w: 0/3 x2; t: 4/4 trample <- w")
    touches = PooledAssignment({("d", "w"): 2, ("t", "B"): 4}, {}, {"w": 2})
    assert violations(given, touches) == []
    assert PooledResult.of(given, touches).died == {"w": 2}
    both = PooledAssignment({("d", "w"): 2, ("t", "w"): 3, ("t", "B"): 1}, {"w": 1}, {"w": 1})
    assert violations(given, both) == []
    too_many = PooledAssignment({("d", "w"): 2, ("t", "B"): 4}, {}, {"w": 3})
    assert violations(given, too_many)


def test_copies_that_get_the_same_are_one_row() -> None:
    given = groups("a: 2/2 x1000 -> B; t: 3000/3 trample <- b: 1/2 x1000")
    assigned = PooledAssignment(
        {("a", "B"): 2000, ("t", "b"): 2000, ("t", "B"): 1000, ("b", "t"): 1000},
        {"b": 1000, "t": 1},
    )
    assert violations(given, assigned) == []
    step = expand(given, assigned)
    document = rows(given, step)
    assert document["assignments"] == [
        {"source": "a", "target": "B", "amount": 2, "copies": 1000},
        {"source": "t", "target": "B", "amount": 1000},
        {"source": "t", "target": "b", "amount": 2, "copies": 1000},
        {"source": "b", "target": "t", "amount": 1, "copies": 1000},
    ]
    assert check_assignment(given.combat, [document]) == ()


def test_of_two_groups_the_larger_one_is_named_once() -> None:
    given = groups("a: 1/1 x900 <- b: 0/9 x2 max blocks 900")
    step = expand(given, PooledAssignment({("a", "b"): 900}, {"b": 2}))
    document = rows(given, step)
    assert document["assignments"][0] == {
        "source": "a",
        "target": "b#1",
        "amount": 1,
        "copies": 891,
    }
    assert len(document["assignments"]) == 10
    assert check_assignment(given.combat, [document]) == ()


def decided_at_random(rng: random.Random, given: Quotient) -> PooledAssignment:
    """Damage to random recipients, in totals; the counts are as many as it is enough for."""
    amounts: dict[tuple[str, str], int] = {}
    for division in given.divisions:
        names = [recipient.id for recipient in division.options[0].recipients]
        if rng.random() < 0.5:
            names = names[:2]
        for _ in range(given.total(division)):
            pair = division.source, rng.choice(names)
            amounts[pair] = amounts.get(pair, 0) + 1
    lethal, touched = {}, {}
    for name, count in given.counts.items():
        total = sum(n for (_, target), n in amounts.items() if target == name)
        by_touch = sum(
            n
            for (source, target), n in amounts.items()
            if target == name and "deathtouch" in given.state.creatures[source].keywords
        )
        needed = given.thresholds[name].needed
        if needed and total:
            touched[name] = min(count, by_touch)
            lethal[name] = min(count - touched[name], (total - touched[name]) // needed)
    return PooledAssignment(
        amounts,
        {name: n for name, n in lethal.items() if n},
        {name: n for name, n in touched.items() if n},
    )


@pytest.mark.parametrize("chunk", range(10))
def test_single_creatures_confirm_what_groups_are_assigned(chunk: int) -> None:
    rng = random.Random(f"pooled {chunk}")
    met = 0
    for _ in range(60):
        combat = read_combat(random_groups(rng))
        given = quotient(combat)
        if given is None:
            continue
        assigned = decided_at_random(rng, given)
        step = expand(given, assigned)
        broken = check_assignment(combat, [step])
        assert bool(broken) == bool(violations(given, assigned)), (repr(combat), assigned, broken)
        if broken:
            continue
        met += 1
        outcome, result = play(combat, [step]), PooledResult.of(given, assigned)
        has_commanders = any(c.commander and c.count > 1 for c in combat.groups)
        for name in MEASURES if has_commanders else (*MEASURES, *ENDINGS):
            assert measure(result, name) == measure_single(outcome, name), (repr(combat), name)
        (again,) = read_steps(combat, [rows(given, step)])
        assert set(again.assignments) == set(step.assignments)
    assert met > 5
