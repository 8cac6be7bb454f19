"""What a worker process does with a request: from the bytes of its body to those of the answer."""

import signal
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from engine.combat import Combat
from engine.faults import DocumentError, Fault
from optimizer.pipe import worker
from optimizer.pipe.requests import read_asked
from optimizer.requests import KEYS, Defaults, Failure, line_of, parse_line, read_question

STATUSES = {
    "document": 422,
    "request": 400,
    "size": 413,
    "internal": 500,
    "worker": 500,
    "unavailable": 501,
    "busy": 503,
    "stopping": 503,
    "deadline": 504,
}
"""The kinds of errors, with the HTTP status of each; ``request`` has several."""

PICTURE = "picture"
"""The key that asks for a drawing, and under which it is answered."""


class Reply(NamedTuple):
    """An answer as it is sent, with the kind of its error, if it is one."""

    status: int
    body: bytes
    error: str | None = None


def reply(failure: Failure) -> Reply:
    """Return how a failure is answered."""
    return Reply(STATUSES[failure.kind], line_of(failure.to_document()), failure.kind)


def begin() -> None:
    """Begin a worker; it leaves to the service when to end.

    Whoever stops a service may send the signal to all of its processes, which are to finish what
    they are working on.
    """
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    worker.begin()


def answer_request(kind: str, text: bytes, defaults: Defaults, most_seconds: float) -> Reply:
    """Return the reply to a request; it never fails.

    Parameters
    ----------
    kind
        What is asked, one of `KEYS`.
    text
        The body of the request.
    most_seconds
        The longest deadline; questions that have none get it.
    """
    try:
        return Reply(200, line_of(_answer(kind, text, defaults, most_seconds)))
    except _UnavailableError as error:
        return reply(Failure("unavailable", (Fault(PICTURE, str(error)),)))
    except Exception as error:
        return reply(Failure.of(error))


class _UnavailableError(Exception):
    """What is asked for is not part of this installation."""


def _answer(kind: str, text: bytes, defaults: Defaults, most_seconds: float) -> dict[str, Any]:
    data = parse_line(text, name="body")
    if not isinstance(data, dict):
        raise DocumentError([Fault("", "expected a request: an object with a combat")])
    asked = read_asked({"question": kind} | data)
    faults = [*asked.faults]
    if asked.kind not in ("", kind):
        faults.append(Fault("question", f"expected {kind!r}, as this is the address of it"))
    is_drawn = data.pop(PICTURE, False)
    if not isinstance(is_drawn, bool):
        faults.append(Fault(PICTURE, "expected true or false"))
    faults += _too_long(data.get("deadline"), most_seconds)
    question = read_question(data, kind, defaults, faults)
    if "deadline" in KEYS[kind] and question.deadline is None:
        question = replace(question, deadline=most_seconds)
    solved = worker.solve(question)
    document = {**asked.head, **worker.document_of(question, solved)}
    if is_drawn:
        # What tricks make of a combat only their solution knows; of a judgement it is what it
        # is about.
        shown = solved if kind == "tricks" else {**question.answer, **document}
        document[PICTURE] = _drawn(question.combat, shown)
    return document


def _too_long(deadline: object, most_seconds: float) -> list[Fault]:
    """Return the fault of a deadline that is too long; other faults are found elsewhere."""
    is_number = isinstance(deadline, int | float) and not isinstance(deadline, bool)
    if is_number and deadline > most_seconds:  # type: ignore[operator]
        return [Fault("deadline", f"expected at most {most_seconds:g} seconds, the limit here")]
    return []


def _drawn(combat: Combat, shown: object) -> str:
    if find_spec("optimizer.picture") is None:
        raise _UnavailableError("this version cannot draw pictures")
    drawn: str = import_module("optimizer.picture").picture(combat, shown)
    return drawn
