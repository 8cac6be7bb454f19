"""A line of a conversation: who asks what, before the combat is read."""

from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from time import sleep
from typing import Any, Protocol

from engine.cards import closest_names
from engine.faults import DocumentError, Fault
from optimizer.requests import ENVELOPE, KEYS, Defaults, Parts, parse_line

MOST_BYTES = 16 << 20
"""A line that is longer is refused."""

QUESTIONS = (*KEYS, "cancel", "options", "quit")
"""What can be asked; `KEYS` are about a combat."""

_BLOCK = 1 << 16
_PAUSE = 0.005


class Readable(Protocol):
    """A stream that gives what is there, at most so many bytes, and waits if there is nothing."""

    def read(self, size: int, /) -> bytes | None:
        """Return the next bytes; none at the end."""
        ...


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, as far as it is known before its combat is read.

    Attributes
    ----------
    head
        The ``id``, if there is a sound one: what every answer begins with.
    kind
        One of `QUESTIONS`, or empty if it is none of them.
    data
        The whole request object.
    faults
        What is wrong with it so far.
    """

    head: Mapping[str, str | int] = field(default_factory=dict)
    kind: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()


def lines(given: Readable, most: int = MOST_BYTES) -> Iterator[bytes | None]:
    """Yield the lines of a stream as they come; None in place of one that is too long.

    A byte order mark at the beginning is left out.
    """
    held = bytearray()
    is_first, is_long = True, False
    while (block := given.read(_BLOCK)) != b"":
        if block is None:  # the stream is one that does not wait
            sleep(_PAUSE)
            continue
        start = 0
        while (end := block.find(b"\n", start)) >= 0:
            held += block[start:end]
            yield None if is_long or len(held) > most else _unmarked(held, is_first)
            held.clear()
            is_first, is_long, start = False, False, end + 1
        held += block[start:]
        if len(held) > most:
            held.clear()
            is_long = True
    if held or is_long:
        yield None if is_long else _unmarked(held, is_first)


def _unmarked(line: bytearray, is_first: bool) -> bytes:
    return bytes(line.removeprefix(BOM_UTF8) if is_first else line)


def read_line(text: bytes | None) -> Asked:
    """Read a line as far as it is needed to know what to do with it; it never fails."""
    if text is None:
        return Asked(faults=(Fault("", f"the line is longer than {MOST_BYTES} bytes"),))
    try:
        return read_asked(parse_line(text))
    except DocumentError as error:
        return Asked(faults=error.faults)


def read_asked(data: object) -> Asked:
    """Read a request as far as it is needed to know what to do with it; it never fails."""
    if not isinstance(data, dict):
        return Asked(faults=(Fault("", "expected a request: an object with a question"),))
    faults: list[Fault] = []
    head: dict[str, str | int] = {}
    if "id" in data:
        if is_id(data["id"]):
            head["id"] = data["id"]
        else:
            faults.append(Fault("id", "expected a string or a whole number"))
    kind = data.get("question")
    if kind not in QUESTIONS:
        faults.append(Fault("question", _no_question(kind)))
        kind = ""
    return Asked(head, kind, data, tuple(faults))


def is_id(value: object) -> bool:
    """Say whether a value can be the id of a request."""
    return isinstance(value, str | int) and not isinstance(value, bool)


def read_options(asked: Asked, defaults: Defaults) -> Defaults:
    """Return the defaults with what a request changes.

    Raises
    ------
    DocumentError
        If anything in it is at fault; nothing is changed then.
    """
    parts = Parts(asked.data, list(asked.faults))
    parts.only(("objectives", "wishes", "deadline", *ENVELOPE))
    objectives = parts.texts("objectives", defaults.objectives)
    wishes = parts.texts("wishes", defaults.wishes)
    deadline = parts.seconds(defaults.deadline)
    if parts.faults:
        raise DocumentError(parts.faults)
    return Defaults(objectives, wishes, deadline)


def read_cancel(asked: Asked) -> str | int:
    """Return the id of the question that is to be cancelled.

    Raises
    ------
    DocumentError
        If the request is at fault.
    """
    parts = Parts(asked.data, list(asked.faults))
    parts.only(("cancel", *ENVELOPE))
    target: str | int = asked.data.get("cancel", None)
    if not is_id(target):
        parts.faults.append(Fault("cancel", "expected the id of a question"))
    if parts.faults:
        raise DocumentError(parts.faults)
    return target


def read_quit(asked: Asked) -> None:
    """Refuse a request to quit that says anything else.

    Raises
    ------
    DocumentError
        If the request is at fault.
    """
    parts = Parts(asked.data, list(asked.faults))
    parts.only(ENVELOPE)
    if parts.faults:
        raise DocumentError(parts.faults)


def _no_question(kind: object) -> str:
    known = ", ".join(QUESTIONS)
    if kind is None:
        return f"expected one of {known}"
    near = closest_names(kind, QUESTIONS) if isinstance(kind, str) else ()
    hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else f"; they are {known}"
    return f"there is no question {kind!r}{hint}"
