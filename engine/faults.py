"""What is wrong with an input, and the error that carries it."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with an input.

    Attributes
    ----------
    path
        Where it is: a path into the document such as ``creatures[3].blocking[0]``, or
        ``line 1, column 7`` in the short notation; empty for the input as a whole.
    message
        What is wrong and what was expected.
    rule
        The number of the rule that it breaks, if it breaks one.
    """

    path: str
    message: str
    rule: str | None = None

    def __str__(self) -> str:
        place = f"{self.path}: " if self.path else ""
        rule = f" ({self.rule})" if self.rule else ""
        # In the short notation the source line and a caret follow the first line.
        first, newline, rest = self.message.partition("\n")
        return f"{place}{first}{rule}{newline}{rest}"


class DocumentError(ValueError):
    """An input that is refused, with every fault that was found in it.

    Attributes
    ----------
    faults
        All faults, in the order of the document.
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))

    def to_document(self) -> dict[str, object]:
        """Return the contract's error object."""
        faults = [
            {"path": fault.path, "message": fault.message}
            | ({"rule": fault.rule} if fault.rule else {})
            for fault in self.faults
        ]
        return {"error": {"kind": "document", "faults": faults}}
