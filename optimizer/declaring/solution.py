"""The answer to a question about blocks or an attack, with the damage that follows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.steps import Outcome
from optimizer.objectives import Objective, turned
from optimizer.parts.vectors import Vector
from optimizer.solution import Solution, Status, notebook_picture, valued_rows

if TYPE_CHECKING:  # loaded where players have cards
    from optimizer.tricks.solution import Tricks


@dataclass(frozen=True)
class Other:
    """A declaration that is worse than the best, and better than all that are not listed.

    The fields are those of `Declared`.
    """

    values: tuple[int, ...]
    blocks: Mapping[str, tuple[str, ...]]
    attacks: Mapping[str, str] | None
    damage: Solution

    def to_document(self) -> dict[str, object]:
        """Return what the output document says of it."""
        names = [objective.name for objective in self.damage.objectives]
        pairs = zip(names, self.values, strict=True)
        document: dict[str, object] = {
            "objectives": [{"name": name, "value": value} for name, value in pairs]
        }
        if self.attacks is not None:
            document["attacks"] = dict(self.attacks)
        document["blocks"] = {blocker: list(names) for blocker, names in self.blocks.items()}
        return document


@dataclass(frozen=True)
class Declared:
    """The best declaration that was found.

    Attributes
    ----------
    status
        ``optimal`` if it is proven that nothing is better, ``feasible`` if it is not, and
        ``infeasible`` if no attack survives the reply; without an attack there are no values.
    values
        The objectives' values, with everything that follows as good as it can be for its side. Of
        an attack that is not proven, what it is worth against the best reply that was found.
    bounds
        The best that may be possible for each, given those before it, for the side that declares.
    blocks
        For each blocker the attackers that it blocks: declared, or the best reply to an attack.
    attacks
        For each attacker what it attacks; None if the attack was given.
    damage
        The damage answer that follows.
    statistics
        ``method``, ``milliseconds``, and how many declarations were looked at.
    others
        The next best that differ in value, if more than one was asked for.
    others_complete
        It is proven that they are the next best, and that there are no more if there are fewer.
    fetched
        The card that each opponent puts onto the battlefield first, or None, where it may search
        its library (`optimizer.tricks.searching`).
    tricks
        What is used after the blocks, where players have cards (`optimizer.tricks.declaring`).
    """

    status: Status
    values: tuple[int, ...]
    bounds: tuple[int, ...]
    blocks: Mapping[str, tuple[str, ...]]
    attacks: Mapping[str, str] | None
    damage: Solution
    statistics: Mapping[str, object]
    others: tuple[Other, ...] = ()
    others_complete: bool = True
    fetched: Mapping[str, str | None] | None = None
    tricks: "Tricks | None" = None

    @classmethod
    def of(
        cls,
        ranked: Sequence[Other],
        bound: Vector,
        statistics: Mapping[str, object],
        *,
        proven: bool,
        complete: bool,
    ) -> "Declared":
        """Return the answer that consists of these declarations, the best first.

        Parameters
        ----------
        bound
            What nothing is better than, to be maximised; not looked at if the best is proven.
        proven
            Nothing is better than the best, if the damage that follows is proven as well.
        complete
            The others are the next best, and there are no more if there are fewer.
        """
        best, *others = ranked
        is_sure = proven and best.damage.status is Status.OPTIMAL
        are_sure = all(other.damage.status is Status.OPTIMAL for other in ranked)
        return cls(
            Status.OPTIMAL if is_sure else Status.FEASIBLE,
            best.values,
            best.values if is_sure else turned(best.damage.objectives, bound),
            best.blocks,
            best.attacks,
            best.damage,
            statistics,
            tuple(others),
            others_complete=proven and complete and are_sure,
        )

    @property
    def objectives(self) -> tuple[Objective, ...]:
        """The objectives in order of importance."""
        return self.damage.objectives

    @property
    def outcome(self) -> Outcome | None:
        """What the declaration and the damage that follows lead to; None if there is none."""
        return self.damage.outcome

    def _repr_svg_(self) -> str | None:
        """Return the picture that notebooks show; None if there is no answer."""
        return notebook_picture(self, self.outcome)

    def to_document(self) -> dict[str, object]:
        """Return the output document of the contract."""
        if self.damage.outcome is None:  # no attack survives the reply, or none is known to
            return self.damage.to_document()
        following = self.damage if self.tricks is None else self.tricks
        document = following.to_document() | {"status": self.status.value}
        document["objectives"] = valued_rows(self.objectives, self.values, self.bounds)
        if self.fetched is not None:
            document["fetched"] = dict(self.fetched)
        if self.attacks is not None:
            document["attacks"] = dict(self.attacks)
        document["blocks"] = {blocker: list(names) for blocker, names in self.blocks.items()}
        if self.others:
            document["others"] = [other.to_document() for other in self.others]
            document["others_complete"] = self.others_complete
        document["statistics"] = dict(self.statistics)
        return document
