"""The answer to a question about combat tricks, with the damage that follows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.combat import Combat
from engine.resources.payment import Paid
from engine.resources.uses import Use, card_of
from engine.results import result_document
from engine.steps import Outcome
from optimizer.objectives import Objective
from optimizer.solution import Status, notebook_picture, valued_rows


@dataclass(frozen=True)
class Used:
    """A card that is used, and what pays for it."""

    use: Use
    name: str
    paid: Paid

    def to_document(self) -> dict[str, object]:
        """Return what the output document says of it."""
        use = self.use
        document: dict[str, object] = {
            "player": use.player,
            "card": self.name,
            "position": use.card,
            "way": use.way.value,
            "window": use.window.value,
            "targets": list(use.targets),
        }
        if use.x:
            document["x"] = use.x
        document["paid"] = dict(self.paid.mana)
        if self.paid.life:
            document["life_paid"] = self.paid.life
        return document


@dataclass(frozen=True)
class Tricks:
    """The best use of combat tricks that was found, with its proof or its bounds.

    Attributes
    ----------
    status
        What is known of it.
    objectives
        In order of importance, from the active side's view.
    values
        What they come out as, everything counted that dies, before damage or by it; empty if a wish
        cannot be met.
    bounds
        For each the best that may be possible for the side asked about, given those before it.
    uses
        What is used by both sides, as it resolves.
    outcome
        The damage that follows, played out; None if a wish cannot be met.
    died
        The creatures that died before damage.
    statistics
        ``method``, ``milliseconds``, and how many ways were valued.
    blocks
        The blocks that are declared, where that was asked.
    """

    status: Status
    objectives: tuple[Objective, ...]
    values: tuple[int, ...]
    bounds: tuple[int, ...]
    uses: tuple[Used, ...]
    outcome: Outcome | None
    died: tuple[str, ...]
    statistics: Mapping[str, object]
    wishes_met: bool = True
    blocks: Mapping[str, Sequence[str]] | None = None

    def _repr_svg_(self) -> str | None:
        """Return the picture that notebooks show; None if there is no answer."""
        return notebook_picture(self, self.outcome)

    def to_document(self) -> dict[str, object]:
        """Return the output document."""
        document: dict[str, object] = {"status": self.status.value}
        if self.outcome is None:
            nothing: dict[str, object] = {"objectives": [], "uses": [], "steps": []}
            return document | nothing | {"statistics": dict(self.statistics)}
        document["objectives"] = valued_rows(self.objectives, self.values, self.bounds)
        if not self.wishes_met:
            document["wishes_met"] = False
        document["uses"] = [used.to_document() for used in self.uses]
        if self.blocks is not None:
            document["blocks"] = {blocker: list(names) for blocker, names in self.blocks.items()}
        document["steps"] = [step.to_document() for step in self.outcome.steps]
        result = result_document(self.outcome)
        destroyed = result["destroyed"]
        assert isinstance(destroyed, list)
        result["destroyed"] = [*self.died, *destroyed]
        document["result"] = result
        document["statistics"] = dict(self.statistics)
        return document


def named(combat: Combat, use: Use) -> str:
    """Return the name of the card that is used."""
    return card_of(combat, use).name
