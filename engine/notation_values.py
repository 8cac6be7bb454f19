"""Reading the values that stand after the words of a property in the short notation."""

from collections.abc import Callable
from typing import Any

from engine.limits import LIMIT
from engine.notation_cursor import Cursor, quoted, read_name
from engine.notation_faults import Report, Stop
from engine.notation_resources import known_card, read_mana, unknown_card
from engine.notation_words import NUMBER, Span, Takes, Token, plain


class ValueReader:
    """Reads one value, and notes what is no such value.

    Parameters
    ----------
    cursor
        Where the value begins; afterwards where it ends.
    report
        Notes what is wrong, and stops there.
    """

    def __init__(self, cursor: Cursor, report: Report) -> None:
        self.cursor = cursor
        self.report = report

    def read(self, takes: Takes, after: str) -> tuple[Any, Span]:
        """Return a value and its place; ``after`` says what stands in front of it."""
        readers: dict[Takes, Callable[[str], tuple[Any, Span]]] = {
            Takes.NUMBER: self._amount,
            Takes.SHIELD: self._shield,
            Takes.NAME: self.word,
            Takes.ASSIGNS: self._assigns,
            Takes.COMMANDER_DAMAGE: self._commander_damage,
            Takes.MANA: self._mana,
            Takes.CARD: self._card_name,
        }
        return readers[takes](after)

    def _amount(self, after: str) -> tuple[int, Span]:
        token = self._next(after, Takes.NUMBER)
        if not NUMBER.fullmatch(token.text):
            self.report.fail(token.span, f"expected a number after {after}, not {quoted(token)}")
        return self.number(token.text, token.span), self.cursor.take()

    def _shield(self, after: str) -> tuple[int | str, Span]:
        token = self._next(after, Takes.SHIELD)
        if plain(token.text) == "all":
            return "all", self.cursor.take()
        return self._amount(after)

    def _assigns(self, after: str) -> tuple[str, Span]:
        token = self._next(after, Takes.ASSIGNS)
        if plain(token.text) not in ("power", "toughness", "nothing"):
            self.report.fail(
                token.span, f"expected {Takes.ASSIGNS} after {after}, not {quoted(token)}"
            )
        return plain(token.text), self.cursor.take()

    def word(self, after: str) -> tuple[str, Span]:
        """Read a name; a type in lower case unless it is quoted."""
        token = self._next(after, Takes.NAME)
        text = token.text
        if after.endswith("type'") and token.kind == "word":
            text = text.lower()
        return text, self.cursor.take()

    def _commander_damage(self, after: str) -> tuple[tuple[str, int], Span]:
        amount, span = self._amount(after)
        token = self._next(after, Takes.COMMANDER_DAMAGE)
        if plain(token.text) != "from":
            self.report.fail(token.span, f"expected {Takes.COMMANDER_DAMAGE} after {after}")
        self.cursor.take()
        name, end = self.word("'from'")
        return (name, amount), (span[0], end[1])

    def _mana(self, after: str) -> tuple[list[Any], Span]:
        token = self._next(after, Takes.MANA)
        sources = read_mana(token)
        if sources is None:
            self.report.fail(
                token.span, f"expected {Takes.MANA} after {after}, not {quoted(token)}"
            )
        return sources, self.cursor.take()

    def _card_name(self, after: str) -> tuple[str, Span]:
        self._next(after, Takes.CARD)
        tokens = self.cursor.to_boundary()
        found = known_card(self.cursor.ahead(16))
        if found is None:
            span = self.cursor.take(len(tokens))
            self.report.fail(span, unknown_card(read_name(tokens) or tokens[0].text))
        return found[0], self.cursor.take(found[1])

    def _next(self, after: str, expected: str) -> Token:
        token = self.cursor.token
        if token is None or token.kind == "mark":
            self.report.fail(self.cursor.span, f"expected {expected} after {after}")
        assert token is not None
        if token.kind == "bad":
            raise Stop
        return token

    def number(self, text: str, span: Span) -> int:
        """Return the number that digits spell, if it is not too large."""
        if len(text) < len(str(LIMIT)):
            return int(text)
        digits = text.lstrip("-").lstrip("0") or "0"
        if len(digits) > len(str(LIMIT)) or int(digits) > LIMIT:
            self.report.fail(span, f"a number may be at most {LIMIT}")
        return -int(digits) if text.startswith("-") else int(digits)
