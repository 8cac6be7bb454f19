"""The rules of combat damage in Magic: The Gathering. Knows nothing of solvers."""

from engine.assignment import Assigned as Assigned
from engine.assignment import StepAssignment as StepAssignment
from engine.combat import Combat as Combat
from engine.combat import Step as Step
from engine.document_writer import write_document as write_document
from engine.faults import DocumentError as DocumentError
from engine.faults import Fault as Fault
from engine.legality import Violation as Violation
from engine.legality import check_assignment as check_assignment
from engine.notation_writer import NotationError as NotationError
from engine.notation_writer import write as write_notation
from engine.reading import read_combat as read_combat
from engine.steps import play as play
