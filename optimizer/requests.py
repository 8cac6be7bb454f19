"""What another program asks: reading a request, judging it, and the error that it may get.

The same for a line of a file of many boards (`optimizer.batch`) and for a line of a conversation
(`optimizer.pipe`).
"""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.cards import closest_names
from engine.combat import Combat
from engine.faults import DocumentError, Fault
from engine.json_text import parse_json
from engine.reading import read_combat

KEYS: Mapping[str, tuple[str, ...]] = {
    "damage": ("combat", "objectives", "wishes", "deadline"),
    "blocks": ("combat", "objectives", "deadline", "top"),
    "attack": ("combat", "objectives", "deadline", "top", "survive_reply"),
    "tricks": (
        "combat", "objectives", "wishes", "deadline", "side", "opponent", "against",
        "before_blocks", "search",
    ),
    "check": ("combat", "attacks", "uses", "blocks", "steps", "declarations"),
    "answers": ("combat", "objectives", "wishes", "deadline", "most"),
    "next": ("combat", "objectives", "wishes", "deadline"),
    "frontier": ("combat", "objectives", "wishes", "deadline"),
    "why": ("combat", "wish", "wishes", "deadline"),
    "read": ("combat",),
}  # fmt: skip
"""The questions about a combat, and what each may say."""

FURTHER = ("answers", "next", "frontier", "why")
"""The questions about the answers to a damage question (`optimizer.further`)."""

MOST_ANSWERS = 100
"""How many of the best answers are listed when no number is given."""

ENVELOPE = ("id", "question")
"""What every request may say."""


@dataclass(frozen=True)
class Failure:
    """Takes the place of the answer to a question that has none.

    Attributes
    ----------
    kind
        ``document`` if the input is at fault, ``cancelled`` if the asker has cancelled it,
        ``internal`` for a defect of this program.
    faults
        What is wrong.
    """

    kind: str
    faults: tuple[Fault, ...]

    @classmethod
    def of(cls, error: BaseException) -> "Failure":
        """Return the failure that an exception stands for."""
        if isinstance(error, DocumentError):
            return cls("document", error.faults)
        return cls("internal", (Fault("", f"{type(error).__name__}: {error}"),))

    def to_document(self) -> dict[str, Any]:
        """Return the contract's error object."""
        error: Any = DocumentError(self.faults).to_document()["error"]
        return {"error": error | {"kind": self.kind}}


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a combat, with everything that it needs.

    Attributes
    ----------
    kind
        One of `KEYS`.
    answer, declarations
        What is to be judged, if that is the question (`optimizer.checking.judge_answer`).
    most
        How many answers or declarations are wanted at most.
    survive_reply
        Only attacks after which the opponent's best attack next turn does not win.
    wish
        What is to be explained.
    tricks
        What else `optimizer.tricks.solve.solve_tricks` is told, if that is the question.
    search
        Opponents search their libraries first (`optimizer.tricks.searching.solve_search`).
    """

    combat: Combat
    objectives: tuple[str, ...] = ()
    wishes: tuple[str, ...] = ()
    deadline: float | None = None
    kind: str = "damage"
    answer: Mapping[str, Any] = field(default_factory=dict)
    declarations: bool = False
    most: int = 1
    survive_reply: bool = False
    wish: str = ""
    tricks: Mapping[str, Any] = field(default_factory=dict)
    search: bool = False

    @property
    def notes(self) -> dict[str, Any]:
        """What its answer says besides: ``notes``, if not all of the combat was understood."""
        return {"notes": list(self.combat.notes)} if self.combat.notes else {}


@dataclass(frozen=True, slots=True)
class Defaults:
    """What holds for a request that does not say it itself."""

    objectives: tuple[str, ...] = ()
    wishes: tuple[str, ...] = ()
    deadline: float | None = None

    def to_document(self) -> dict[str, object]:
        """Return them as a JSON object."""
        return {
            "objectives": list(self.objectives),
            "wishes": list(self.wishes),
            "deadline": self.deadline,
        }


@dataclass(slots=True)
class Parts:
    """The parts of a request object that are sound, and the faults of the others."""

    data: Mapping[str, Any]
    faults: list[Fault] = field(default_factory=list)

    def only(self, keys: Sequence[str]) -> None:
        """Refuse every other key, with the closest known names."""
        for key in self.data:
            if key not in keys:
                near = closest_names(key, keys)
                hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
                self.faults.append(Fault(key, f"unknown key {key!r}{hint}"))

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
        if isinstance(value, int | float) and not isinstance(value, bool):
            try:
                seconds = float(value)
            except OverflowError:
                seconds = math.inf
            if math.isfinite(seconds) and seconds >= 0:
                return seconds
        self.faults.append(Fault("deadline", "expected a number of seconds, 0 or more, or null"))
        return None

    def combat(self) -> Combat | None:
        """Return the combat; its faults have their path in it."""
        source = self.data.get("combat")
        try:
            if isinstance(source, str | dict):
                return read_combat(source)
            self.faults.append(Fault("combat", "expected a combat document or the notation"))
        except DocumentError as error:
            self.faults += error.faults
        return None

    def tricks(self) -> dict[str, Any]:
        """Return what a question about tricks says besides the rest."""
        found: dict[str, Any] = {}
        for key in ("side", "against"):
            found[key] = self.data.get(key)
            if found[key] is not None and not isinstance(found[key], str):
                self.faults.append(Fault(key, "expected a string"))
        found["opponent"] = self.data.get("opponent", "nothing")
        if found["opponent"] not in ("nothing", "best"):
            self.faults.append(Fault("opponent", "expected 'nothing' or 'best'"))
        found["before_blocks"] = self.flag("before_blocks")
        return found

    def flag(self, key: str) -> bool:
        """Return true or false."""
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            self.faults.append(Fault(key, "expected true or false"))
        return value is True

    def number(self, key: str, otherwise: int) -> int:
        """Return a whole number, 1 or more."""
        value = self.data.get(key, otherwise)
        if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
            return value
        self.faults.append(Fault(key, "expected a whole number, 1 or more"))
        return otherwise

    def text(self, key: str) -> str:
        """Return a text that must be given."""
        value = self.data.get(key)
        if isinstance(value, str):
            return value
        self.faults.append(Fault(key, "expected a string"))
        return ""

    def answer(self, *, is_needed: bool) -> Mapping[str, Any]:
        """Return what is to be judged; what it says is judged together with the combat."""
        from optimizer.checking import JUDGED

        found = {key: self.data[key] for key in JUDGED if key in self.data}
        if (is_needed and not found) or not isinstance(found.get("steps", []), list):
            self.faults.append(Fault("steps", "expected a list of steps"))
        return found


def parse_line(text: bytes, *, is_first: bool = False, name: str = "line") -> Any:
    """Return the JSON value of a line, or of another text.

    Parameters
    ----------
    is_first
        The line may begin with a byte order mark.
    name
        What it is called in a fault.

    Raises
    ------
    DocumentError
        If it is empty, no text or no JSON.
    """
    try:
        line = text.decode("utf-8-sig" if is_first else "utf-8").strip()
    except UnicodeDecodeError:
        raise DocumentError([Fault("", f"the {name} is not text in UTF-8")]) from None
    if not line:
        raise DocumentError([Fault("", f"the {name} is empty")])
    return parse_json(line)


def read_question(
    data: Mapping[str, Any], kind: str, defaults: Defaults, faults: Iterable[Fault] = ()
) -> Question:
    """Read a request about a combat.

    Parameters
    ----------
    kind
        What is asked, one of `KEYS`.
    faults
        What the caller has found at fault already.

    Raises
    ------
    DocumentError
        With every fault of the request and of its combat.
    """
    parts = Parts(data, list(faults))
    keys = KEYS[kind]
    parts.only((*keys, *ENVELOPE))
    objectives = parts.texts("objectives", defaults.objectives) if "objectives" in keys else ()
    wishes = parts.texts("wishes", defaults.wishes) if "wishes" in keys else ()
    deadline = parts.seconds(defaults.deadline) if "deadline" in keys else None
    declarations = "declarations" in keys and parts.flag("declarations")
    answer = parts.answer(is_needed=not declarations) if "steps" in keys else {}
    most = 1
    if "top" in keys:
        most = parts.number("top", 1)
    elif "most" in keys:
        most = parts.number("most", MOST_ANSWERS)
    survive_reply = "survive_reply" in keys and parts.flag("survive_reply")
    wish = parts.text("wish") if "wish" in keys else ""
    if kind == "frontier" and len(objectives) != 2:
        parts.faults.append(Fault("objectives", "expected two, the sides of the trade-off"))
    tricks = parts.tricks() if "opponent" in keys else {}
    search = "search" in keys and parts.flag("search")
    combat = parts.combat()
    if parts.faults or combat is None:
        raise DocumentError(parts.faults)
    return Question(
        combat,
        objectives,
        wishes,
        deadline,
        kind,
        answer,
        declarations,
        most,
        survive_reply,
        wish,
        tricks,
        search,
    )


def line_of(document: Mapping[str, Any]) -> bytes:
    """Return a document as a line of JSON, in ASCII."""
    return json.dumps(document).encode("ascii") + b"\n"
