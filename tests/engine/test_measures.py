"""Every objective name, measured on one combat with numbers worked out by hand."""

import re

import pytest

from engine import play, read_combat
from engine.assignment import read_steps
from engine.measures import MEASURES, measure
from engine.steps import Outcome
from tests.conftest import (
    SHARED,
    attacker,
    blocker,
    board,
    creature,
    first,
    require_shared_cases,
    siege,
    step,
    walker,
)

DOCUMENT = board(
    attacker("x 4/4 trample, lifelink, double strike", commander=True),
    attacker("i 2/2 infect, toxic 1", "C"),
    attacker("d 2/3 deathtouch"),
    attacker("p 5/1", "w"),
    attacker("s 3/3", "siege"),
    creature("A home 1/1"),
    blocker("b 1/3", "x", damage=1, value=7),
    blocker("c 4/6", "d"),
    creature("C k 1/1"),
    players={"A": {"life": 20}, "B": {"life": 20}, "C": {"life": 20, "poison": 4}},
    planeswalkers=[walker("w", 3), walker("v", 2, "A")],
    battles=[siege("siege", 2)],
)
STEPS = (
    first(("x", "b", 3), ("x", "B", 1)),  # 2 would be lethal: 1 beyond
    step(
        ("x", "B", 4),
        ("i", "C", 2),
        ("d", "c", 2),  # deathtouch: 1 beyond
        ("p", "w", 5),  # 2 beyond
        ("s", "siege", 3),  # 1 beyond
        ("c", "d", 4),  # d dies, worth 2 + 3
    ),
)
EXPECTED = {
    "player_damage": 7,
    "player_damage:B": 5,
    "player_damage:C": 2,
    "lethal": 0,
    "outcome": 0,
    "kills": 2,
    "kill_value": 17,
    "own_losses": 1,
    "own_loss_value": 5,
    "planeswalker_damage": 5,
    "planeswalkers_killed": 1,
    "battle_damage": 3,
    "battles_defeated": 1,
    "poison": 3,
    "commander_damage": 5,
    "life_gained": 8,
    "overkill": 5,
}


def outcome() -> Outcome:
    combat = read_combat(DOCUMENT)
    return play(combat, read_steps(combat, STEPS))


@pytest.mark.parametrize(("name", "value"), EXPECTED.items())
def test_each_measure(name: str, value: int) -> None:
    assert measure(outcome(), name) == value


def test_each_measure_is_tested() -> None:
    assert {name for name in EXPECTED if ":" not in name} == set(MEASURES)


def test_the_contract_has_these_names() -> None:
    require_shared_cases()
    text = (SHARED / "combat-format.md").read_text(encoding="utf-8")
    section = text.partition("## Objectives")[2].partition("A sum is written")[0]
    names = {name.partition(":")[0] for name in re.findall(r"`([a-z_:B]+)`", section)}
    assert len(names) > 10
    assert names <= set(MEASURES)


def test_lethal_needs_every_defending_player() -> None:
    combat = read_combat(
        board(
            attacker("x 2/2"),
            attacker("y 2/2", "C"),
            players={"A": {"life": 1}, "B": {"life": 2}, "C": {"life": 3}},
        )
    )
    steps = read_steps(combat, [step(("x", "B", 2), ("y", "C", 2))])
    assert measure(play(combat, steps), "lethal") == 0
    steps = read_steps(combat, [step(("x", "B", 2), ("y", "C", 3))])  # not legal, but played
    assert measure(play(combat, steps), "lethal") == 1


def test_120_10_overkill_step_by_step() -> None:
    """3 of 4, then 4 where 1 was missing: 3 beyond. With deathtouch everything past 1."""
    document = board(attacker("x 4/4 double strike, trample"), blocker("b 0/4", "x"))
    combat = read_combat(document)
    steps = read_steps(combat, [first(("x", "b", 3), ("x", "B", 1)), step(("x", "b", 4))])
    assert measure(play(combat, steps), "overkill") == 3
    snake = board(attacker("x 4/4 double strike, deathtouch"), blocker("b 0/6 indestructible", "x"))
    combat = read_combat(snake)
    steps = read_steps(combat, [first(("x", "b", 4)), step(("x", "b", 4))])
    assert measure(play(combat, steps), "overkill") == 6


def test_120_10_damage_on_what_is_lethally_damaged_is_all_beyond() -> None:
    document = board(attacker("x 4/4"), blocker("b 0/2 indestructible", "x", damage=5))
    combat = read_combat(document)
    assert measure(play(combat, read_steps(combat, [step(("x", "b", 4))])), "overkill") == 4
