"""What is illegal about a declaration or an assignment of damage, and which rule it breaks."""

from dataclasses import dataclass
from enum import StrEnum, unique

from engine.combat import Step
from engine.window import Window


@unique
class Declaring(StrEnum):
    """The steps in which creatures are declared, before any damage (508, 509)."""

    ATTACKERS = "declare_attackers"
    """508.1: the active player declares what attacks what."""
    BLOCKERS = "declare_blockers"
    """509.1: the defending players declare what blocks whom."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule that a declaration or an assignment breaks.

    Attributes
    ----------
    rule
        The main rule's number.
    message
        A sentence with the creatures' names and the numbers.
    step, source
        The step (or when a card is used), and the creature (or the card) that it is about.
    target
        Who may not be assigned what the creature assigns to it; None if it is not about one.
    """

    rule: str
    message: str
    step: Step | Declaring | Window
    source: str
    target: str | None = None

    def __str__(self) -> str:
        return f"{self.rule}: {self.message}"
