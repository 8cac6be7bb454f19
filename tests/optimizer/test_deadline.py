"""A deadline, however short, still gives a legal answer with honest bounds; no time is asserted."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine import check_assignment, read_combat
from optimizer import Solution, solve_damage
from tests.conftest import Document, attacker, blocker, board
from tests.oracle import best
from tests.oracle.boards import Bias, random_board, random_objectives

ROOT = Path(__file__).resolve().parents[2]


def large(seed: int, size: int = 30, strikes: float = 0.0) -> Document:
    """Many attackers, each blocker shared by three of them."""
    rng = random.Random(seed)

    def keywords() -> str:
        chosen = ["trample"] if rng.random() < 0.5 else []
        chosen += ["deathtouch"] if rng.random() < 0.15 else []
        chosen += ["double strike"] if rng.random() < strikes else []
        return ", ".join(chosen)

    def one(kind: str, k: int, words: str) -> str:
        return f"{kind}{k} {rng.randint(1, 7)}/{rng.randint(1, 7)} {words}".strip()

    attackers = [attacker(one("a", k, keywords())) for k in range(size)]
    names = [entry["id"] for entry in attackers]
    blockers = [blocker(one("b", k, ""), *rng.sample(names, 3)) for k in range(size)]
    return board(*attackers, *blockers)


def assert_honest(document: Document, objectives: list[str], solution: Solution) -> None:
    assert solution.status in ("optimal", "feasible")
    output: dict[str, Any] = json.loads(json.dumps(solution.to_document()))
    assert check_assignment(read_combat(document), output["steps"]) == ()
    rows = output["objectives"]
    assert [row["value"] for row in rows] == list(solution.values)
    assert [row["bound"] for row in rows] == list(solution.bounds)
    assert len(solution.values) == len(solution.bounds) == len(objectives)
    if solution.status == "optimal":
        assert solution.bounds == solution.values
        return
    # In order of importance no value is better than its bound.
    senses = [1 if text.startswith("max") else -1 for text in objectives]
    gaps = [s * (b - v) for s, b, v in zip(senses, solution.bounds, solution.values, strict=True)]
    assert gaps >= [0] * len(gaps)


@pytest.mark.parametrize("deadline", [0, 1e-6, 0.05])
@pytest.mark.parametrize("strikes", [0.0, 0.2])
@pytest.mark.parametrize(
    "objectives",
    [["max player_damage"], ["max kill_value", "min overkill"], ["min own_loss_value"]],
    ids=" then ".join,
)
def test_large_board(deadline: float, strikes: float, objectives: list[str]) -> None:
    document = large(1, strikes=strikes)
    solution = solve_damage(read_combat(document), objectives, deadline=deadline)
    assert_honest(document, objectives, solution)


@pytest.mark.parametrize("seed", range(60))
def test_bounds_without_time_are_bounds_of_the_true_best(seed: int) -> None:
    rng = random.Random(seed)
    document = random_board(rng, bias=Bias(shared_blockers=0.8, trivial=0, max_choices=2_000))
    objectives = random_objectives(rng, document)
    solution = solve_damage(read_combat(document), objectives, deadline=0)
    assert_honest(document, objectives, solution)
    senses = [1 if text.startswith("max") else -1 for text in objectives]
    truth = best(document, objectives)
    above, true, found = (
        [sense * number for sense, number in zip(senses, numbers, strict=True)]
        for numbers in (solution.bounds, truth, solution.values)
    )
    # The first objective's bound holds by itself, the others' given those before them.
    assert found <= true <= above


def test_wishes_that_there_is_no_time_for_are_no_false_answer() -> None:
    document = board(attacker("x 4/4"), blocker("b 1/2", "x"), blocker("c 1/2", "x"))
    for wishes, possible in ((["destroys(b)"], True), (["destroys(b)", "kills >= 3"], False)):
        solution = solve_damage(read_combat(document), ["max kills"], wishes, deadline=0)
        if solution.status == "infeasible":
            assert not possible
        elif solution.status == "optimal":
            assert possible
        else:
            assert solution.wishes_met in (possible, False)


@pytest.mark.parametrize("objectives", [["max player_damage"], ["max kills", "min own_losses"]])
def test_the_same_question_has_the_same_answer(objectives: list[str]) -> None:
    document = large(2, size=12, strikes=0.1)
    answers = []
    for _ in range(2):
        output: Any = solve_damage(read_combat(document), objectives).to_document()
        del output["statistics"]["milliseconds"]
        answers.append(output)
    assert answers[0] == answers[1]


def _run(script: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr


FORCED = board(attacker("x 3/3"), attacker("y 2/2 first strike"), blocker("b 2/2", "y"))


@pytest.mark.parametrize(
    "work",
    [
        "import engine, optimizer",
        f"""
from engine import read_combat
from optimizer import solve_damage
solution = solve_damage(read_combat({json.dumps(json.dumps(FORCED))}), ["max player_damage"])
assert solution.status == "optimal" and solution.values == (3,), solution
""",
    ],
    ids=["import", "a board without a choice"],
)
def test_the_solver_is_not_loaded_without_need(work: str) -> None:
    script = f"import sys\n{work}\nassert 'ortools' not in sys.modules, 'ortools is loaded'"
    _run(script)


def test_the_solver_is_loaded_where_there_is_a_choice() -> None:
    """Else the test above would say nothing."""
    document = board(attacker("x 3/3"), blocker("b 1/2", "x", prevent=1), blocker("c 1/2", "x"))
    script = (
        "import sys\nfrom engine import read_combat\nfrom optimizer import solve_damage\n"
        f"solve_damage(read_combat({json.dumps(json.dumps(document))}), ['max kills'])\n"
        "assert 'ortools' in sys.modules"
    )
    _run(script)
