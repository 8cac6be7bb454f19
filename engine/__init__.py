"""The rules of combat damage in Magic: The Gathering. Knows nothing of solvers.

What is exported is loaded when it is asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.assignment import Assigned, StepAssignment
    from engine.combat import Combat, Step
    from engine.document_writer import write_document
    from engine.faults import DocumentError, Fault
    from engine.legality import check_assignment
    from engine.notation_writer import NotationError
    from engine.notation_writer import write as write_notation
    from engine.reading import read_combat
    from engine.steps import play
    from engine.violation import Violation

__all__ = [
    "Assigned",
    "Combat",
    "DocumentError",
    "Fault",
    "NotationError",
    "Step",
    "StepAssignment",
    "Violation",
    "check_assignment",
    "play",
    "read_combat",
    "write_document",
    "write_notation",
]

_PLACES = {
    "Assigned": "assignment.Assigned",
    "Combat": "combat.Combat",
    "DocumentError": "faults.DocumentError",
    "Fault": "faults.Fault",
    "NotationError": "notation_writer.NotationError",
    "Step": "combat.Step",
    "StepAssignment": "assignment.StepAssignment",
    "Violation": "violation.Violation",
    "check_assignment": "legality.check_assignment",
    "play": "steps.play",
    "read_combat": "reading.read_combat",
    "write_document": "document_writer.write_document",
    "write_notation": "notation_writer.write",
}


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, own = _PLACES[name].partition(".")
    value: object = getattr(import_module(f"{__name__}.{module}"), own)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_PLACES})
