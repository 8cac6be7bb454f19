"""The design's table of boards on which widely used rules engines assign too little damage."""

from typing import Any

import pytest

from engine import read_combat
from optimizer import solve_damage
from tests.conftest import Document, attacker, blocker, board, walker

BOARDS: dict[str, tuple[Document, int]] = {
    "a 5/5 trampler and a 4/4, both blocked by one 0/4": (
        board(attacker("t 5/5 trample"), attacker("p 4/4"), blocker("w 0/4", "t", "p")),
        5,
    ),
    "two 3/3 tramplers blocked by one 1/1": (
        board(attacker("t 3/3 trample"), attacker("u 3/3 trample"), blocker("w 1/1", "t", "u")),
        5,
    ),
    "a 5/5 with trample and deathtouch blocked by an indestructible 5/5": (
        board(
            attacker("t 5/5 trample, deathtouch"),
            blocker("w 5/5 indestructible", "t"),
        ),
        4,
    ),
    "a 1/1 with deathtouch and a 6/6 trampler, both blocked by one 0/6": (
        board(attacker("d 1/1 deathtouch"), attacker("t 6/6 trample"), blocker("w 0/6", "d", "t")),
        6,
    ),
    "two 5/5 tramplers, both blocked by the same two 4/4": (
        board(
            attacker("t 5/5 trample"),
            attacker("u 5/5 trample"),
            blocker("v 4/4", "t", "u"),
            blocker("w 4/4", "t", "u"),
        ),
        2,
    ),
    "an unblocked 3/3 and a 5/5 with trample over planeswalkers at a loyalty-4 planeswalker": (
        board(
            attacker("p 3/3", "jace"),
            attacker("t 5/5 trample over planeswalkers", "jace"),
            planeswalkers=[walker("jace", 4)],
        ),
        4,
    ),
    "a 4/4 blocked by X 0/4 and Y 5/4, a 5/5 trampler blocked by X": (
        board(
            attacker("p 4/4"),
            attacker("t 5/5 trample"),
            blocker("x 0/4", "p", "t"),
            blocker("y 5/4", "p"),
        ),
        5,
    ),
    "a 6/6 trampler and a 2/2 with deathtouch, both blocked by two X/5": (
        board(
            attacker("t 6/6 trample"),
            attacker("d 2/2 deathtouch"),
            blocker("v 1/5", "t", "d"),
            blocker("w 1/5", "t", "d"),
        ),
        6,
    ),
}


def test_the_table_has_eight_boards() -> None:
    assert len(BOARDS) == 8


@pytest.mark.parametrize(("document", "best"), BOARDS.values(), ids=BOARDS.keys())
def test_most_player_damage(document: dict[str, Any], best: int) -> None:
    solution = solve_damage(read_combat(document), ["max player_damage"])
    assert (solution.status, solution.values, solution.bounds) == ("optimal", (best,), (best,))


@pytest.mark.parametrize(("document", "best"), BOARDS.values(), ids=BOARDS.keys())
def test_one_life_more_than_the_best_is_not_lethal(document: dict[str, Any], best: int) -> None:
    for life, lethal in ((best, 1), (best + 1, 0)):
        players = {"A": {"life": 20}, "B": {"life": life}}
        solution = solve_damage(read_combat(document | {"players": players}), ["max lethal"])
        assert solution.values == (lethal,)
