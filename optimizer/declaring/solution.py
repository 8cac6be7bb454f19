"""The answer to a question about blocks or an attack, with the damage that follows."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.steps import Outcome
from optimizer.objectives import Objective
from optimizer.solution import Solution, Status


@dataclass(frozen=True)
class Declared:
    """The best declaration that was found.

    Attributes
    ----------
    status
        ``optimal`` if it is proven that nothing is better, ``feasible`` if the deadline passed.
    values
        The objectives' values, with everything that follows as good as it can be for its side.
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
    """

    status: Status
    values: tuple[int, ...]
    bounds: tuple[int, ...]
    blocks: Mapping[str, tuple[str, ...]]
    attacks: Mapping[str, str] | None
    damage: Solution
    statistics: Mapping[str, object]

    @property
    def objectives(self) -> tuple[Objective, ...]:
        """The objectives in order of importance."""
        return self.damage.objectives

    @property
    def outcome(self) -> Outcome | None:
        """What the declaration and the damage that follows lead to."""
        return self.damage.outcome

    def to_document(self) -> dict[str, object]:
        """Return the output document of the contract."""
        document = self.damage.to_document() | {"status": self.status.value}
        document["objectives"] = [
            {"name": objective.name, "value": value, "bound": bound}
            for objective, value, bound in zip(
                self.objectives, self.values, self.bounds, strict=True
            )
        ]
        if self.attacks is not None:
            document["attacks"] = dict(self.attacks)
        document["blocks"] = {blocker: list(names) for blocker, names in self.blocks.items()}
        document["statistics"] = dict(self.statistics)
        return document
