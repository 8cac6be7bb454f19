"""Under a deadline of 5 ms no declaration is missing or illegal; 10,000 boards are a benchmark."""

import pytest

from benchmarks import hasty as module
from benchmarks.hasty import Tally, hasty
from engine import read_combat
from optimizer import Declared, solve_blocks


def test_no_illegal_and_no_missing_answer() -> None:
    for question, tally in hasty(60, 40, 0.005).items():
        assert tally.faults == [], question
        assert len(tally.seconds) == 60


def test_what_is_wrong_or_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    menace = read_combat("a: 3/3 menace -> B; x: 1/1 of B; y: 1/1 of B")
    plain = read_combat("a: 3/3 -> B; x: 1/1 of B; y: 1/1 of B")
    answer: Declared = solve_blocks(plain, ["max player_damage"])
    assert list(module._faults(plain, answer)) == []  # noqa: SLF001
    faults = list(module._faults(menace, answer))  # noqa: SLF001
    assert [fault.split(":")[0] for fault in faults] == ["702.111b"]

    def fails(*_: object) -> Declared:
        raise ValueError("nothing")

    monkeypatch.setattr(module, "solve_attack", fails)
    tally = Tally()
    assert list(module._asked("attack", tally, plain, ["play"], 1)) == ["ValueError: nothing"]  # noqa: SLF001
    assert (len(tally.seconds), tally.proven) == (1, 0)
