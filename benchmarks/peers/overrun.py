"""Overrun itself, asked through its public interface."""

import importlib
from collections.abc import Sequence
from time import perf_counter
from typing import Any

from benchmarks.peers.answer import Answer, RefusedError
from engine.combat import Combat
from optimizer.parts.remembered import forget


class Overrun:
    """The solver under test. Building, solving and its own check are one phase: `solve`."""

    name = "overrun"
    parameters = "defaults"

    def __init__(self, question: str = "damage") -> None:
        self.question = question

    def solve(self, combat: Combat, objectives: Sequence[str], seconds: float) -> Answer:
        """Answer a question."""
        ask: Any = getattr(importlib.import_module("optimizer"), f"solve_{self.question}", None)
        if ask is None:
            raise RefusedError(f"no question {self.question} in this version")
        forget()  # an earlier round has asked the same
        started = perf_counter()
        solution = ask(combat, objectives, deadline=seconds)
        elapsed = perf_counter() - started
        proven = solution.status == "optimal"
        gap = None
        if not proven:
            pairs = zip(solution.values, solution.bounds, strict=True)
            gaps = (abs(bound - value) / max(1, abs(bound)) for value, bound in pairs)
            gap = next((gap for gap in gaps if gap > 0), None)
        claimed = tuple(solution.values) if proven else ()
        return Answer(solution.outcome, claimed, proven, 0.0, elapsed, gap)
