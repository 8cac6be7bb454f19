"""Reading objectives: names, sums with weights, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Combat, DocumentError, read_combat
from engine.limits import LIMIT
from engine.measures import MEASURES
from optimizer import solve_damage
from optimizer.objectives import Objective, read_objectives
from tests.conftest import attacker, blocker, board

COMBAT = read_combat(
    board(attacker("x 4/4 trample"), blocker("b 1/1", "x"), players={
        "A": {"life": 20}, "B": {"life": 20}, "C": {"life": 20}, "D-1": {"life": 20},
    })
)  # fmt: skip


def read(text: str, combat: Combat = COMBAT) -> Objective:
    (objective,) = read_objectives(combat, [text])
    return objective


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize(("word", "sense"), [("max", 1), ("min", -1)])
def test_each_name(name: str, word: str, sense: int) -> None:
    assert read(f"{word} {name}") == Objective(name, sense, {name: 1})


@pytest.mark.parametrize("player", ["B", "C", "D-1"])
def test_damage_to_one_player(player: str) -> None:
    assert read(f"max player_damage:{player}").weights == {f"player_damage:{player}": 1}


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        ("2*kill_value + player_damage", {"kill_value": 2, "player_damage": 1}),
        ("2*kill_value+player_damage-3*own_losses",
         {"kill_value": 2, "player_damage": 1, "own_losses": -3}),
        ("- kills", {"kills": -1}),
        ("-2 * kills + 5 * kills", {"kills": 3}),
        ("kills + kills", {"kills": 2}),
        ("0*kills + lethal", {"kills": 0, "lethal": 1}),
        ("player_damage:B - player_damage:C", {"player_damage:B": 1, "player_damage:C": -1}),
        (f"{LIMIT}*poison", {"poison": LIMIT}),
    ],
)  # fmt: skip
def test_sums(text: str, weights: dict[str, int]) -> None:
    objective = read(f"min  {text} ")
    assert (objective.name, objective.sense, objective.weights) == (text, -1, weights)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("player_damage", "max NAME"),
        ("maximise player_damage", "max NAME"),
        ("max", "max NAME"),
        ("", "max NAME"),
        ("max player_damge", "did you mean player_damage"),
        ("max kills kills", "kills"),
        ("max 2 kills", "2 kills"),
        ("max 2*", "2*"),
        ("max kills +", "+"),
        ("max kills * 2", "* 2"),
        ("max 1.5*kills", "1.5"),
        ("max poison:A", "'A'"),
        ("max lethal:Z", "Z"),
        ("max player_damage:A", "no defending player"),
        ("max player_damage:Z", "'Z'"),
        ("max player_damage:", "no term"),
        (f"max {LIMIT + 1}*kills", str(LIMIT)),
        ("max " + "9" * 5000 + "*kills", str(LIMIT)),
    ],
)
def test_what_is_refused(text: str, part: str) -> None:
    with pytest.raises(DocumentError) as caught:
        read(text)
    (fault,) = caught.value.faults
    assert fault.path == "objectives[0]"
    assert part in fault.message


def test_every_faulty_objective_is_named() -> None:
    with pytest.raises(DocumentError) as caught:
        solve_damage(COMBAT, ["max x", "max kills", "least kills"])
    assert [fault.path for fault in caught.value.faults] == ["objectives[0]", "objectives[2]"]


def test_an_objective_that_is_no_text() -> None:
    with pytest.raises(DocumentError):
        read_objectives(COMBAT, [3])  # type: ignore[list-item]


def test_one_text_alone_is_one_objective() -> None:
    assert read_objectives(COMBAT, "max kills") == (read("max kills"),)


def test_order_of_importance_and_sense() -> None:
    """4 damage, 1 to kill the blocker: all 4 on it and none through, or 1 and 3."""
    for objectives, values in (
        (["max player_damage", "max kills"], (3, 1)),
        (["min player_damage", "max overkill"], (0, 3)),
        (["max overkill", "max player_damage"], (3, 0)),
        (["max 3*player_damage + overkill"], (9,)),
        (["min 3*overkill - player_damage"], (-3,)),
        (["max player_damage + overkill", "min player_damage"], (3, 0)),
        ([], ()),
    ):
        solution = solve_damage(COMBAT, objectives)
        assert (solution.status, solution.values, solution.bounds) == ("optimal", values, values)


def _read_or_refusal(text: str) -> Objective | DocumentError:
    try:
        return read(text)
    except DocumentError as refusal:
        return refusal


@given(st.one_of(st.text(), st.text("maxin kils_player_damage:BC+-*0123 ").map("max {}".format)))
def test_any_text(text: str) -> None:
    answer = _read_or_refusal(text)
    if isinstance(answer, Objective):
        assert {name.partition(":")[0] for name in answer.weights} <= set(MEASURES)
    else:
        assert [fault.path for fault in answer.faults] == ["objectives[0]"]
