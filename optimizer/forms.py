"""A combat in the forms that it can be written in: the document, and the short notation."""

from dataclasses import dataclass
from typing import Any

from engine import NotationError, write_document, write_notation
from engine.combat import Combat


@dataclass(frozen=True)
class Forms:
    """A combat, written.

    Attributes
    ----------
    document
        As the contract's document.
    notation
        In the short notation; None if that cannot say it.
    unsayable
        What the short notation has no words for.
    """

    document: dict[str, Any]
    notation: str | None
    unsayable: str | None = None

    @classmethod
    def of(cls, combat: Combat) -> "Forms":
        """Write a combat."""
        document = write_document(combat)
        try:
            return cls(document, write_notation(combat))
        except NotationError as error:
            return cls(document, None, str(error))

    def to_document(self) -> dict[str, Any]:
        """Return them as a JSON object."""
        return {"combat": self.document, "notation": self.notation, "unsayable": self.unsayable}
