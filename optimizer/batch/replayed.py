"""Answers that come from another process: only what cannot be recomputed is sent."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.assignment import Assigned, StepAssignment
from engine.combat import Combat, Step
from engine.reading import read_combat
from engine.steps import Outcome, play
from optimizer.objectives import Objective
from optimizer.solution import Solution, Status

Rows = tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, slots=True)
class Packed:
    """A solution without its combat and without what playing it out gives."""

    status: str
    objectives: tuple[tuple[str, int, Mapping[str, int]], ...]
    bounds: tuple[int, ...]
    values: tuple[int, ...]
    steps: tuple[tuple[str, Rows, Rows], ...] | None
    statistics: Mapping[str, object]
    wishes_met: bool

    def unpack(self, source: Combat | Mapping[str, Any] | str) -> Solution:
        """Return the solution of the combat that was solved."""
        return _Replayed(source, self)


class _Replayed(Solution):
    """A solution that is played out where it is looked at; its engine check was made before."""

    def __init__(self, source: Combat | Mapping[str, Any] | str, packed: Packed) -> None:
        self.__dict__.update(
            status=Status(packed.status),
            objectives=tuple(Objective(*one) for one in packed.objectives),
            bounds=packed.bounds,
            statistics=packed.statistics,
            wishes_met=packed.wishes_met,
            values=packed.values,
            _source=source,
            _steps=packed.steps,
        )

    @cached_property
    def outcome(self) -> Outcome | None:
        """The assignment of both sides, played out."""
        if self.__dict__["_steps"] is None:
            return None
        source = self.__dict__["_source"]
        combat = source if isinstance(source, Combat) else read_combat(source)
        steps = [
            StepAssignment(Step(step), _assigned(rows), _assigned(prevented))
            for step, rows, prevented in self.__dict__["_steps"]
        ]
        return play(combat, steps)


def pack(solution: Solution) -> Packed:
    """Return what is sent of a solution."""
    outcome = solution.outcome
    steps = None
    if outcome is not None:
        steps = tuple(
            (step.step.value, _rows(step.assignments), _rows(step.prevented))
            for step in outcome.steps
        )
    return Packed(
        solution.status.value,
        tuple((o.name, o.sense, dict(o.weights)) for o in solution.objectives),
        solution.bounds,
        solution.values,
        steps,
        dict(solution.statistics),
        solution.wishes_met,
    )


def _rows(assigned: Iterable[Assigned]) -> Rows:
    return tuple((a.source, a.target, a.amount) for a in assigned)


def _assigned(rows: Rows) -> tuple[Assigned, ...]:
    return tuple(Assigned(*row) for row in rows)
