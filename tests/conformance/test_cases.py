"""Every shared case, through the public interface only, compared as the cases' README says."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine import DocumentError, check_assignment, read_combat
from optimizer import solve_attack, solve_blocks, solve_damage
from tests.conftest import CASES, NOT_RUN, general_model_only, require_shared_cases

QUESTIONS = ("damage", "check", "blocks", "attack")
NOT_SUPPORTED = "not supported by this version"


def test_all_cases_are_found() -> None:
    require_shared_cases()
    assert len(CASES) > 250


@pytest.mark.parametrize("path", CASES, ids=[f"{path.parent.name}/{path.stem}" for path in CASES])
def test_case(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    ask, expected, document = case["ask"], case["expect"], case["combat"]
    if "error" in expected:
        with pytest.raises(DocumentError) as caught:
            read_combat(document)
        assert expected["path_contains"] in " ".join(fault.path for fault in caught.value.faults)
        assert NOT_SUPPORTED not in str(caught.value)
        return
    try:
        combat = read_combat(document)
        if ask["question"] == "check":
            violations = check_assignment(combat, ask["assignment"])
        elif ask["question"] == "damage":
            solution = solve_damage(combat, ask["objectives"], ask.get("wishes", ()))
            with general_model_only():
                general = solve_damage(combat, ask["objectives"], ask.get("wishes", ()))
            assert general.values == solution.values
        elif ask["question"] in ("blocks", "attack"):
            solve = solve_blocks if ask["question"] == "blocks" else solve_attack
            declared = solve(combat, ask["objectives"])
    except DocumentError as refusal:
        _skip_if_unsupported(refusal)
    if ask["question"] not in QUESTIONS:
        pytest.skip(f"{NOT_RUN}question {ask['question']}")
    if ask["question"] == "check":
        named = [violation.rule for violation in violations]
        assert (not violations) == expected["legal"], violations
        for rule in expected.get("rules", ()):
            assert any(_stands_for(rule, name) for name in named), (rule, violations)
        return
    if ask["question"] != "damage":
        assert declared.status == "optimal"
        assert list(declared.values) == expected["objectives"]
        assert declared.bounds == declared.values
        return
    assert solution.status == expected.get("status", "optimal")
    if solution.status == "infeasible":
        assert solution.values == ()
        return
    if "objectives" in expected:
        assert list(solution.values) == expected["objectives"]
        assert solution.bounds == solution.values
    output = solution.to_document()
    assert_part(expected.get("result", {}), output["result"], "result")
    assert check_assignment(combat, _steps(output)) == ()


def _skip_if_unsupported(refusal: DocumentError) -> None:
    """A refusal counts only if every fault says that it is this version which cannot do it."""
    messages = {fault.message for fault in refusal.faults}
    assert messages
    assert all(message.endswith(NOT_SUPPORTED) for message in messages), refusal
    what = "; ".join(sorted(message.removesuffix(f": {NOT_SUPPORTED}") for message in messages))
    pytest.skip(f"{NOT_RUN}{what}")


def _stands_for(rule: str, named: str) -> bool:
    """Without a letter a rule stands for any of its letters."""
    return named == rule or (rule[-1].isdigit() and named.rstrip("abcdefghijklmnop") == rule)


def _steps(output: dict[str, object]) -> list[dict[str, Any]]:
    """Return the steps of an answer as they come back from its JSON text."""
    steps: list[dict[str, Any]] = json.loads(json.dumps(output))["steps"]
    return steps


def assert_part(expected: Any, found: Any, place: str) -> None:
    """Every key given must be there and equal; a list is compared as a set."""
    if isinstance(expected, dict):
        for key, part in expected.items():
            assert key in found, f"{place}.{key}"
            assert_part(part, found[key], f"{place}.{key}")
    elif isinstance(expected, list):
        assert sorted(expected) == sorted(found), place
    else:
        assert expected == found, place
