"""The rules of three engines give the design's columns, are legal, and never beat the best."""

import pytest

from benchmarks.eight_boards import EIGHT_BOARDS
from benchmarks.instances import DECLARED, FAMILIES, load
from benchmarks.peers.answer import RefusedError
from benchmarks.peers.rules_of_thumb import RuleOfThumb, rules_of_thumb
from engine import check_assignment, read_combat
from engine.measures import measure

RULES = {rule.name: rule for rule in rules_of_thumb()}


@pytest.mark.parametrize(
    ("rule", "column"),
    [
        ("forge", [4, 4, 0, 5, 1, 1, 1, 4]),
        ("xmage", [1, 5, 4, 1, 2, 1, 5, 0]),
        ("phase", [1, 5, 4, 1, 2, 1, 5, 0]),
        ("best-order", [5, 5, 4, 6, 2, 4, 1, 6]),
    ],
)
def test_the_eight_boards(rule: str, column: list[int]) -> None:
    answers = [
        RULES[rule].solve(read_combat(text), ["max player_damage"], 1.0).claimed[0]
        for _, text, _ in EIGHT_BOARDS
    ]
    assert answers == column


@pytest.mark.parametrize("family", [f for f in FAMILIES if f not in DECLARED])
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_rules_are_legal_and_never_better_than_the_best(rule: RuleOfThumb, family: str) -> None:
    played = 0
    for instance in load("quick", [family]):
        if instance.question != "damage":
            continue
        combat = read_combat(instance.combat)
        if combat.rules == "ordered" or combat.effects:
            continue
        try:
            answer = rule.solve(combat, instance.objectives, 1.0)
        except RefusedError:
            continue
        assert answer.outcome is not None
        violations = check_assignment(combat, answer.outcome.steps)
        assert not violations, (instance.id, str(violations[0]))
        played += 1
        if instance.values is not None and instance.objectives[0] == "max player_damage":
            assert measure(answer.outcome, "player_damage") <= instance.values[0], instance.id
    assert played > 3


def test_phase_splits_a_blockers_damage_evenly() -> None:
    combat = read_combat("a: 3/3; b: 3/3; a, b <- w: 5/5")
    outcome = RULES["phase"].solve(combat, ["max kills"], 1.0).outcome
    assert outcome is not None
    given = {a.target: a.amount for a in outcome.steps[0].assignments if a.source == "w"}
    assert given == {"a": 3, "b": 2}
