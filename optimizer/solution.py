"""The answer to a damage question. It re-checks itself with the engine before it is handed out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cached_property

from engine.legality import judge_outcome
from engine.results import result_document
from engine.steps import Outcome
from optimizer.mismatch import MismatchError
from optimizer.objectives import Objective, values


@unique
class Status(StrEnum):
    """What is known of an answer."""

    OPTIMAL = "optimal"
    """Proven: nothing better exists."""
    FEASIBLE = "feasible"
    """Legal, but the deadline passed before the proof; the bounds say how much is open."""
    INFEASIBLE = "infeasible"
    """A wish cannot be met."""


@dataclass(frozen=True)
class Solution:
    """The best assignment of combat damage that was found, with its proof or its bounds.

    Attributes
    ----------
    status
        What is known of it.
    objectives
        The objectives in order of importance.
    bounds
        For each objective the best value that may be possible, given those before it; equal to the
        value where it is proven.
    outcome
        The assignment of both sides, played out; None if a wish cannot be met.
    statistics
        How the answer was found: ``method`` and ``milliseconds``.
    wishes_met
        False if the deadline passed before an assignment was found that meets all wishes, and it is
        not known whether there is one.
    """

    status: Status
    objectives: tuple[Objective, ...]
    bounds: tuple[int, ...]
    outcome: Outcome | None
    statistics: Mapping[str, object]
    wishes_met: bool = True

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The value of each objective; empty if a wish cannot be met."""
        if self.outcome is None:
            return ()
        return values(self.objectives, self.outcome)

    def _repr_svg_(self) -> str | None:
        """Return the picture that notebooks show; None if there is no answer."""
        return notebook_picture(self, self.outcome)

    def to_document(self) -> dict[str, object]:
        """Return the output document of the contract."""
        document: dict[str, object] = {"status": self.status.value}
        if self.outcome is None:
            return document | {"objectives": [], "steps": [], "statistics": dict(self.statistics)}
        document["objectives"] = valued_rows(self.objectives, self.values, self.bounds)
        if not self.wishes_met:
            document["wishes_met"] = False
        document["steps"] = [step.to_document() for step in self.outcome.steps]
        document["result"] = result_document(self.outcome)
        document["statistics"] = dict(self.statistics)
        return document


def valued_rows(
    objectives: Sequence[Objective], worth: Sequence[int], limits: Sequence[int]
) -> list[dict[str, object]]:
    """Return the ``objectives`` of an output document, each with its value and its bound."""
    return [
        {"name": objective.name, "value": value, "bound": bound}
        for objective, value, bound in zip(objectives, worth, limits, strict=True)
    ]


def notebook_picture(answer: object, outcome: Outcome | None) -> str | None:
    """Return an answer drawn for a notebook, on what it was played out on; None without one."""
    if outcome is None:
        return None
    from optimizer.picture import picture

    return picture(outcome.combat, answer)


def confirm(
    outcome: Outcome,
    objectives: Sequence[Objective],
    claimed: Sequence[int],
    *,
    is_judged: bool = True,
) -> None:
    """Check with the engine that an outcome is legal and worth what is claimed.

    Parameters
    ----------
    is_judged
        False where something else has judged that it is legal.

    Raises
    ------
    MismatchError
        If it is not, with the combat in the message.
    """
    violations = judge_outcome(outcome) if is_judged else ()
    measured = values(objectives, outcome)
    if violations:
        reasons = "; ".join(map(str, violations))
        raise MismatchError(f"an illegal answer: {reasons}\n{outcome.steps}\n{outcome.combat!r}")
    if measured != tuple(claimed):
        names = [objective.name for objective in objectives]
        raise MismatchError(
            f"{names} are worth {measured}, not {tuple(claimed)}\n{outcome.steps}\n"
            f"{outcome.combat!r}"
        )
