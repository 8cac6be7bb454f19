"""The answer to a damage question on groups, which knows single creatures only when asked."""

from collections.abc import Mapping
from functools import cached_property

from engine.pooled import PooledAssignment, PooledResult, Quotient, expand, measure, rows
from engine.steps import Outcome, play
from optimizer.objectives import Objective
from optimizer.solution import Solution, Status, confirm

MOST_MEETINGS = 250_000
"""The most pairs of single creatures in a fight for which single creatures are judged once more.

Beyond that it would take seconds and much memory. What groups assign has been judged by then, and
what it is worth is measured on single creatures at any size."""


class PooledSolution(Solution):
    """An answer on groups.

    Its values are the engine's, measured on the groups. The assignment to single creatures is made
    when it is asked for, and the engine judges and measures it then as any other.

    Parameters
    ----------
    quotient
        The groups.
    assigned
        What they assign, which the engine has judged.
    """

    def __init__(
        self,
        status: Status,
        objectives: tuple[Objective, ...],
        bounds: tuple[int, ...],
        statistics: Mapping[str, object],
        quotient: Quotient,
        assigned: PooledAssignment,
    ) -> None:
        fields = {"status": status, "objectives": objectives, "bounds": bounds}
        self.__dict__.update(fields, statistics=statistics, wishes_met=True)
        self.__dict__.update(_quotient=quotient, _assigned=assigned)

    _quotient: Quotient
    _assigned: PooledAssignment

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The value of each objective."""
        return values(self.objectives, PooledResult.of(self._quotient, self._assigned))

    def asked(self, objectives: tuple[Objective, ...]) -> "PooledSolution":
        """Return the same assignment as the answer to other objectives, for which it is best."""
        limits = values(objectives, PooledResult.of(self._quotient, self._assigned))
        return PooledSolution(
            self.status, objectives, limits, self.statistics, self._quotient, self._assigned
        )

    @cached_property
    def outcome(self) -> Outcome:
        """The assignment to single creatures of both sides, judged and played out.

        Raises
        ------
        MismatchError
            If the engine does not confirm for single creatures what it found for groups.
        """
        outcome = play(self._quotient.combat, [expand(self._quotient, self._assigned)])
        is_judged = self._quotient.meetings <= MOST_MEETINGS
        confirm(outcome, self.objectives, self.values, is_judged=is_judged)
        return outcome

    def to_document(self) -> dict[str, object]:
        """Return the output document of the contract, copies that get the same in one row."""
        document = super().to_document()
        document["steps"] = [rows(self._quotient, step) for step in self.outcome.steps]
        return document


def values(objectives: tuple[Objective, ...], result: PooledResult) -> tuple[int, ...]:
    """Return the value of each objective of a result of groups."""
    return tuple(
        sum(weight * measure(result, name) for name, weight in objective.weights.items())
        for objective in objectives
    )
