"""A line of a file of many questions: reading it, answering it, writing the answer.

A line is the contract's request object, a bare combat document, or a JSON string in the short
notation.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.cards import closest_names
from engine.faults import DocumentError, Fault
from engine.json_text import parse_json
from engine.reading import read_combat
from optimizer.batch.many import Failure, Question, solve_questions

_KEYS = ("combat", "objectives", "wishes", "deadline", "id", "question")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the input: its number, from 1, and its text."""

    number: int
    text: bytes


@dataclass(frozen=True, slots=True)
class Defaults:
    """What holds for a line that does not say it itself."""

    objectives: tuple[str, ...] = ()
    wishes: tuple[str, ...] = ()
    deadline: float | None = None


@dataclass(slots=True)
class _Entry:
    """What is known of a line so far."""

    head: dict[str, Any]
    question: Question | None = None
    failure: Failure | None = None


@dataclass(slots=True)
class _Request:
    """The parts of a request object that are sound, and the faults of the others."""

    data: Mapping[str, Any]
    faults: list[Fault] = field(default_factory=list)

    def texts(self, key: str, otherwise: tuple[str, ...]) -> tuple[str, ...]:
        """Return a list of strings."""
        value = self.data.get(key, otherwise)
        if isinstance(value, list | tuple) and all(isinstance(one, str) for one in value):
            return tuple(value)
        self.faults.append(Fault(key, "expected a list of strings"))
        return ()

    def seconds(self, otherwise: float | None) -> float | None:
        """Return the deadline."""
        value = self.data.get("deadline", otherwise)
        if value is None:
            return None
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if is_number and math.isfinite(value) and value >= 0:
            return float(value)
        self.faults.append(Fault("deadline", "expected a number of seconds, 0 or more, or null"))
        return None


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
            text = _write(entry.head | result.to_document())
        except Exception as error:  # the answer of one line must not end the run
            result = Failure.of(error)
            text = _write(entry.head | result.to_document())
        found.append((text, isinstance(result, Failure)))
    return found


def failed_line(line: Line, error: BaseException) -> tuple[bytes, bool]:
    """Return what is written for a line whose worker was lost."""
    return _write({"line": line.number} | Failure.of(error).to_document()), True


def _write(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document).encode("ascii") + b"\n"


def _read(line: Line, defaults: Defaults) -> _Entry:
    entry = _Entry({"line": line.number})
    try:
        text = line.text.decode("utf-8-sig" if line.number == 1 else "utf-8").strip()
        if not text:
            raise DocumentError([Fault("", "the line is empty")])
        data = parse_json(text)
        if isinstance(data, str):
            data = {"combat": data}
        if isinstance(data, dict) and "combat" not in data and "players" in data:
            data = {"combat": data}
        if not isinstance(data, dict):
            raise DocumentError([Fault("", "expected a request or a combat document")])
        if "id" in data:
            entry.head["id"] = data["id"]
        entry.question = _question(data, defaults)
    except UnicodeDecodeError:
        entry.failure = Failure("document", (Fault("", "the line is not text in UTF-8"),))
    except Exception as error:
        entry.failure = Failure.of(error)
    return entry


def _question(data: Mapping[str, Any], defaults: Defaults) -> Question:
    """Read a request object; every fault is reported, the combat's with their path in it."""
    request = _Request(data)
    for key in data:
        if key not in _KEYS:
            near = closest_names(key, _KEYS)
            hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
            request.faults.append(Fault(key, f"unknown key {key!r}{hint}"))
    if data.get("question", "damage") != "damage":
        request.faults.append(Fault("question", "only 'damage' is asked of many boards"))
    objectives = request.texts("objectives", defaults.objectives)
    wishes = request.texts("wishes", defaults.wishes)
    deadline = request.seconds(defaults.deadline)
    combat = None
    try:
        source = data.get("combat")
        if not isinstance(source, str | dict):
            raise DocumentError([Fault("combat", "expected a combat document or the notation")])
        combat = read_combat(source)
    except DocumentError as error:
        request.faults += error.faults
    if request.faults or combat is None:
        raise DocumentError(request.faults)
    return Question(combat, objectives, wishes, deadline)
