"""Facts about a combat that may stand in the way of a wish, each with a way to switch it off."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum, unique

from engine.divisions import Threshold
from optimizer.reasons.variant import Variant

Change = Callable[[Variant], None]


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is so, and the rule that says it.

    Attributes
    ----------
    rule
        The rule's number; empty if it is no rule that makes it so.
    sentence
        What is so, with the names and numbers.
    creatures
        The creatures it is about.
    """

    rule: str
    sentence: str
    creatures: tuple[str, ...] = ()

    def to_document(self) -> dict[str, object]:
        """Return it as an entry of an output document."""
        return {"rule": self.rule, "sentence": self.sentence, "creatures": list(self.creatures)}

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})" if self.rule else self.sentence


@unique
class Kind(IntEnum):
    """What a fact is about, in reading order."""

    DIVIDER = 0
    RECIPIENTS = 1
    GATE = 2
    STEP = 3
    AMOUNT = 4
    OTHER_SIDE = 5
    MODIFIER = 6
    RESULT = 7


@dataclass(frozen=True)
class Candidate:
    """A fact that can be switched off.

    Attributes
    ----------
    changes
        What may be so instead, one of them.
    always_helps
        The first change can only help. Else it may be better to let the fact be.
    names
        The creatures whose damage it is about, or the objects that it happens to.
    number
        An amount, a threshold, or what is needed; -1 if there is none.
    behind
        The threshold of a gate.
    """

    kind: Kind
    fact: Fact
    changes: tuple[Change, ...]
    names: tuple[str, ...]
    always_helps: bool = True
    number: int = -1
    behind: Threshold | None = None
