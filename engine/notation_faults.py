"""Faults in a text: where they are, with the line and a caret under the place."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import cached_property
from itertools import islice
from typing import NoReturn

from engine.cards import closest_names
from engine.faults import Fault
from engine.notation_words import Span

_WIDTH = 96
_BEFORE = 40
# Looking for similar names is slow, and nobody reads hundreds of hints.
_MOST_HINTS = 20
_MOST_CHOICES = 1_000
_LONGEST_NAME = 60
_SIMILARITY = 0.7


class Stop(Exception):  # noqa: N818 - it is no error of the program
    """The rest of an item cannot be read; the fault is noted."""


class Report:
    """Collects what is wrong with a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._found: dict[tuple[Span, str], str | None] = {}
        self._hints = 0

    def add(self, span: Span, message: str, rule: str | None = None) -> None:
        """Note a fault at a place; the same one twice counts once."""
        self._found.setdefault((span, message), rule)

    def fail(self, span: Span, message: str) -> NoReturn:
        """Note a fault after which nothing more of an item can be read."""
        self.add(span, message)
        raise Stop

    def hint(self, name: str, choices: Iterable[str], cards: bool = False) -> str:
        """Return "; did you mean ..." with the closest choices, else the closest cards."""
        self._hints += 1
        if self._hints > _MOST_HINTS:
            return ""
        name = name[:_LONGEST_NAME]
        near: Sequence[str] = get_close_matches(
            name, list(islice(choices, _MOST_CHOICES)), cutoff=_SIMILARITY
        )
        if cards and not near:
            near = closest_names(name)
        return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""

    def place(self, span: Span) -> str:
        """Return ``line 1, column 7`` for the beginning of a span."""
        line, column = self._position(span[0])
        return f"line {line + 1}, column {column + 1}"

    def faults(self) -> list[Fault]:
        """Return all faults in the order of the text."""
        return [
            Fault(self.place(span), message + self._excerpt(span), rule)
            for (span, message), rule in sorted(self._found.items(), key=lambda item: item[0][0])
        ]

    @cached_property
    def _lines(self) -> list[int]:
        """Where each line begins."""
        return [0, *(k + 1 for k, letter in enumerate(self._text) if letter == "\n")]

    def _position(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._lines, offset) - 1
        return line, offset - self._lines[line]

    def _excerpt(self, span: Span) -> str:
        line, column = self._position(span[0])
        begin = self._lines[line]
        end = self._lines[line + 1] - 1 if line + 1 < len(self._lines) else len(self._text)
        source = self._text[begin:end].rstrip()
        if not source:
            return ""
        before = after = ""
        if len(source) > _WIDTH:
            cut = max(0, min(column - _BEFORE, len(source) - _WIDTH))
            before = "..." if cut else ""
            after = "..." if cut + _WIDTH < len(source) else ""
            source = source[cut : cut + _WIDTH]
            column -= cut
        shown = "".join(letter if letter.isprintable() else " " for letter in source)
        carets = "^" * max(1, min(span[1] - span[0], len(source) - column))
        return f"\n  {before}{shown}{after}\n  {' ' * (len(before) + column)}{carets}"
