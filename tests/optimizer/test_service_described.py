"""`overrun serve` is what its own OpenAPI description says, whatever it is asked."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import CheckFunction
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import positive_data_acceptance

from optimizer.requests import KEYS
from optimizer.service.openapi import ADDRESSES
from tests.optimizer.service_process import Service
from tests.oracle.boards import random_board, random_objectives, random_wishes

QUESTIONS = {f"/v1/{kind}": "POST" for kind in ADDRESSES if kind in KEYS}
OTHERS = {"/v1/cards": "GET", "/v1/health": "GET"}
OPERATIONS = QUESTIONS | OTHERS


@pytest.fixture(scope="module")
def description() -> Iterator[BaseSchema]:
    with Service("--workers", "1", "--deadline", "5") as service:
        yield schemathesis.openapi.from_url(f"{service.address}/v1/openapi.json")


def test_these_are_all(description: BaseSchema) -> None:
    assert set(description) == {f"/v1/{kind}" for kind in ADDRESSES} | set(OTHERS)


@pytest.mark.parametrize(
    ("path", "mode"),
    [(path, mode) for path in OPERATIONS for mode in GenerationMode if path != "/v1/health"]
    + [("/v1/health", GenerationMode.POSITIVE)],
)
def test_every_operation(description: BaseSchema, path: str, mode: GenerationMode) -> None:
    operation = description[path][OPERATIONS[path]]
    # No schema says which creatures fight whom: what fits it may still be a combat that cannot be.
    excluded: list[CheckFunction] = [positive_data_acceptance] if path in QUESTIONS else []

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=12, suppress_health_check=list(HealthCheck))
    def ask(case: Case[Any]) -> None:
        case.call_and_validate(excluded_checks=excluded)

    ask()


def body(kind: str, rng: random.Random) -> dict[str, Any]:
    """Return a question about a random board."""
    combat = random_board(rng)
    objectives = random_objectives(rng, combat)
    found = {
        "combat": combat,
        "deadline": 0.5,
        "wish": random_wishes(rng, combat)[0],
        "objectives": ["max player_damage", "min kills"] if kind == "frontier" else objectives,
    }
    return {key: found[key] for key in KEYS[kind] if key in found} | {"id": kind}


@pytest.mark.parametrize("kind", [kind for kind in KEYS if kind not in ("check", "tricks")])
def test_answers_about_real_boards(description: BaseSchema, kind: str) -> None:
    rng = random.Random(kind)
    path = f"/v1/{kind}"
    operation = description[path]["POST"]
    for _ in range(4):
        asked = body(kind, rng)
        case = operation.Case(body=asked, media_type="application/json")
        response = case.call()
        case.validate_response(response)
        assert response.status_code == 200
        if kind == "damage":
            judged = {"combat": asked["combat"], "steps": response.json()["steps"]}
            check = description["/v1/check"]["POST"]
            found = check.Case(body=judged, media_type="application/json").call_and_validate()
            assert found.json() == {"legal": True, "violations": []}
