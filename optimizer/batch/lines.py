"""A line of a file of many questions: reading it, answering it, writing the answer.

A line is the contract's request object, a bare combat document, or a JSON string in the short
notation.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.faults import DocumentError, Fault
from optimizer.batch.many import solve_questions
from optimizer.requests import Defaults, Failure, Question, line_of, parse_line, read_question


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the input: its number, from 1, and its text."""

    number: int
    text: bytes


@dataclass(slots=True)
class _Entry:
    """What is known of a line so far."""

    head: dict[str, Any]
    question: Question | None = None
    failure: Failure | None = None


def answer_lines(lines: Sequence[Line], defaults: Defaults) -> list[tuple[bytes, bool]]:
    """Answer a chunk of lines.

    Returns
    -------
    list of tuple
        For each line the line of the output, and whether it is an error object.
    """
    entries = [_read(line, defaults) for line in lines]
    asked = [entry.question for entry in entries if entry.question is not None]
    solved = iter(solve_questions(asked))
    found = []
    for entry in entries:
        result = entry.failure or next(solved)
        try:
            notes = entry.question.notes if entry.question else {}
            text = line_of(entry.head | result.to_document() | notes)
        except Exception as error:  # the answer of one line must not end the run
            result = Failure.of(error)
            text = line_of(entry.head | result.to_document())
        found.append((text, isinstance(result, Failure)))
    return found


def failed_line(line: Line, error: BaseException) -> tuple[bytes, bool]:
    """Return what is written for a line whose worker was lost."""
    return line_of({"line": line.number} | Failure.of(error).to_document()), True


def _read(line: Line, defaults: Defaults) -> _Entry:
    entry = _Entry({"line": line.number})
    try:
        data = parse_line(line.text, is_first=line.number == 1)
        if isinstance(data, str):
            data = {"combat": data}
        if isinstance(data, dict) and "combat" not in data and "players" in data:
            data = {"combat": data}
        if not isinstance(data, dict):
            raise DocumentError([Fault("", "expected a request or a combat document")])
        if "id" in data:
            entry.head["id"] = data["id"]
        faults = []
        if data.get("question", "damage") != "damage":
            faults.append(Fault("question", "only 'damage' is asked of many boards"))
        entry.question = read_question(data, "damage", defaults, faults)
    except Exception as error:
        entry.failure = Failure.of(error)
    return entry
