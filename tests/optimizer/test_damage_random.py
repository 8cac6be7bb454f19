"""`solve_damage` against the brute-force oracle on random boards.

Each test stands for a chunk of boards; a failure names its seed, with the document, the objectives,
the wishes and both answers. `OVERRUN_SEED` moves all seeds.
"""

import json
import os
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine import check_assignment, read_combat
from optimizer import Solution, solve_damage
from tests.conftest import COMPARED, Document, general_model_only
from tests.oracle import best, is_legal, result, values
from tests.oracle.boards import PRESETS, Bias, random_board, random_objectives, random_wishes

SEED = int(os.environ.get("OVERRUN_SEED", "20260925"))
BOARDS_PER_CHUNK = 100
BOARDS = 2_000
"""Of the families without a preset, by turns."""
BOARDS_PER_PRESET = {"SHIELDS": 300, "EVERYTHING": 500, "INTERLUDE": 500}
"""Where it is not 1,000."""
WITH_WISHES = 0.15
NEVER_NEEDED = 60.0
"""Seconds after which a board counts as never answered: most take some milliseconds."""

FAMILIES: dict[str, tuple[int | None, Bias]] = {
    "anything": (None, Bias()),
    "one step": (1, Bias(shared_blockers=0.8, trample=0.6)),
    "large, one step": (1, Bias(max_power=6, trivial=0, max_choices=40_000)),
    "two steps": (2, Bias(strikes=0.3, shared_blockers=0.25, max_attackers=3)),
    "planeswalkers, battles": (
        None,
        Bias(planeswalkers=1, battles=0.7, trample=0.7, trample_over=0.6),
    ),
    "counters, deathtouch": (
        None,
        Bias(shrinking=0.6, deathtouch=0.4, indestructible=0.3, toxic=0.4),
    ),
    "special assignments, low power, marked damage": (
        None,
        Bias(special_assignment=0.6, odd_power=0.3, marked_damage=0.7),
    ),
}
CHUNKS = [("", k) for k in range(BOARDS // BOARDS_PER_CHUNK)] + [
    (preset, k)
    for preset in PRESETS
    for k in range(BOARDS_PER_PRESET.get(preset, 1_000) // BOARDS_PER_CHUNK)
]


def _limited(bias: Bias) -> Bias:
    """Keep the oracle's share of the time small."""
    return replace(bias, max_choices=min(bias.max_choices, 3_000)) if bias.trivial else bias


@pytest.mark.parametrize(("preset", "chunk"), CHUNKS)
def test_against_the_oracle(
    preset: str, chunk: int, record_property: Callable[[str, object], None]
) -> None:
    rng = random.Random(f"{SEED} {preset} {chunk}")
    names = list(FAMILIES)
    met: Counter[bool] = Counter()
    for number in range(BOARDS_PER_CHUNK):
        name = preset or names[(chunk * BOARDS_PER_CHUNK + number) % len(names)]
        steps, bias = (None, PRESETS[preset]) if preset else FAMILIES[name]
        document = random_board(rng, steps=steps, bias=_limited(bias))
        objectives = random_objectives(rng, document)
        wishes = random_wishes(rng, document) if rng.random() < WITH_WISHES else []
        context = "\n".join([
            f"OVERRUN_SEED={SEED} chunk {chunk}, board {number}, {name}",
            *(json.dumps(part) for part in (document, objectives, wishes)),
            "",
        ])  # fmt: skip
        try:
            combat = read_combat(document)
            solution = solve_damage(combat, objectives, wishes, deadline=NEVER_NEEDED)
            with general_model_only():
                general = solution
                if solution.statistics["method"] in ("closed_form", "pooled"):
                    general = solve_damage(combat, objectives, wishes, deadline=NEVER_NEEDED)
        except Exception as error:
            raise AssertionError(f"{context}{type(error).__name__}: {error}") from error
        assert general.values == solution.values, f"{context}the general model: {general.values}"
        met[_compare(document, objectives, wishes, solution, context)] += 1
    assert met[True] > BOARDS_PER_CHUNK / 2
    record_property(COMPARED, met.total())


def test_enough_boards_are_compared() -> None:
    assert len(CHUNKS) * BOARDS_PER_CHUNK >= 7_000
    for preset in ("MODIFIERS", "BANDING", "FIRST_STEP_CHOICES", "ORDERED", "TEAMS"):
        assert sum(name == preset for name, _ in CHUNKS) * BOARDS_PER_CHUNK >= 1_000


def _compare(
    document: Document, objectives: list[str], wishes: list[str], solution: Solution, context: str
) -> bool:
    """The value, and the answer's own legality, values and result as the oracle sees them."""
    output: dict[str, Any] = json.loads(json.dumps(solution.to_document()))
    context += f"{json.dumps(output)}\n"
    expected = best(document, objectives, wishes)
    if expected is None:
        assert solution.status == "infeasible", context
        assert solution.values == (), context
        return False
    context += f"the oracle finds {expected}\n"
    assert solution.status == "optimal", context
    assert solution.values == expected, context
    assert solution.bounds == solution.values, context
    steps = output["steps"]
    prevented = [step.get("prevented", []) for step in steps]
    assert check_assignment(read_combat(document), steps) == (), context
    assert is_legal(document, steps, prevented), context
    assert values(document, steps, objectives, prevented) == solution.values, context
    assert output["result"] == result(document, steps, prevented), context
    return True
