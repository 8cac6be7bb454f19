"""Wishes: what can be said, what must hold against every reply, and what is refused."""

import pytest

from engine import DocumentError, read_combat
from optimizer import solve_damage
from optimizer.wishes import read_wishes

BOARD = "giant: 5/5 trample <- bear: 2/2, wall: 0/4; pike: 3/1 -> jace; jace: loyalty 3"


def status(text: str, *wishes: str) -> str:
    return solve_damage(read_combat(text), [], wishes=wishes).status.value


@pytest.mark.parametrize(
    ("wish", "met"),
    [
        ("destroys(bear)", True),
        ("survives(bear)", True),
        ("no_damage(bear)", True),
        ("destroys(giant)", False),  # 2 damage on toughness 5
        ("survives(giant)", True),
        ("no_damage(giant)", False),  # the bear deals 2 to it
        ("kills >= 1", True),
        ("kills >= 2", False),  # 2 + 4 lethal damage, power 5
        ("kills == 1", True),
        ("player_damage > 0", False),
        ("2*kills + player_damage < 1", False),  # at most 1 + 3 of the 5 kill nothing
        ("loyalty(jace) == 0", True),
        ("loyalty(jace) >= 1", False),
        ("life(B) <= 20", True),
        ("life(B) < 20", False),
        ("poison(B) >= 1", False),
    ],
)
def test_wish(wish: str, met: bool) -> None:
    assert status(BOARD, wish) == ("optimal" if met else "infeasible")


def test_wishes_hold_together_or_not_at_all() -> None:
    assert status(BOARD, "destroys(bear)", "survives(wall)") == "optimal"
    assert status(BOARD, "destroys(bear)", "destroys(wall)") == "infeasible"


def test_objectives_come_after_wishes() -> None:
    solution = solve_damage(read_combat(BOARD), ["max kill_value"], wishes=["destroys(bear)"])
    assert solution.values == (4,)  # not the wall's 4 as well, and its value is 4 too
    free = solve_damage(read_combat(BOARD), ["max kill_value"])
    assert free.values == (4,)


def test_a_wish_must_hold_whatever_the_defender_does_510_1d() -> None:
    # b deals 3 to x or to y as its controller likes, so neither is safe; one of them is.
    text = "x: 3/3 <- b; y: 3/3 <- b; b: 3/9"
    assert status(text, "survives(x)") == "infeasible"
    assert status(text, "own_losses <= 1") == "optimal"
    assert status(text, "own_losses <= 0") == "infeasible"


def test_a_wish_about_a_group_is_about_each_copy() -> None:
    assert status("5/5 <- elf: 1/1 x3", "destroys(elf)") == "optimal"
    assert status("2/2 <- elf: 1/1 x3", "destroys(elf)") == "infeasible"
    assert status("2/2 <- elf: 1/1 x3", "destroys(elf#2)") == "optimal"


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ("player_damge >= 3", "did you mean player_damage"),
        ("unassigned(giant)", "there is no wish unassigned(...)"),
        ("destroys(beer)", "did you mean bear"),
        ("loyalty(jac) == 0", "did you mean jace"),
        ("loyalty(jace)", "needs a comparison"),
        ("player_damage", "expected a comparison"),
        ("player_damage = 3", "expected a comparison"),
        ("player_damage >= 3.5", "expected a comparison"),
        ("", "expected a comparison"),
        ("kills >= 99999999999", "beyond"),
    ],
)
def test_what_is_no_wish_is_refused(wish: str, message: str) -> None:
    with pytest.raises(DocumentError) as error:
        read_wishes(read_combat(BOARD), ["kills >= 0", wish])
    (fault,) = error.value.faults
    assert fault.path == "wishes[1]"
    assert message in fault.message


def test_a_sum_that_is_too_large_is_a_fault() -> None:
    combat = read_combat("1000000000/5 trample x100 <- 2/2; 5/5 trample <- 1/1")
    wish = "1000000000*player_damage + 1000000000*planeswalker_damage >= 3"
    with pytest.raises(DocumentError, match="too large"):
        solve_damage(combat, ["max kills"], wishes=[wish])
