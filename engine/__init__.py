"""The rules of combat damage in Magic: The Gathering. Knows nothing of solvers."""

from engine.assignment import Assigned, StepAssignment
from engine.combat import Combat, Step
from engine.document_writer import write_document
from engine.faults import DocumentError, Fault
from engine.legality import Violation, check_assignment
from engine.notation_writer import NotationError
from engine.notation_writer import write as write_notation
from engine.reading import read_combat
from engine.steps import play

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
