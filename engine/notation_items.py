"""Reading one item of the short notation: a description or the name of something.

See `engine.notation` for the grammar.
"""

from collections.abc import Container, Sequence

from engine.notation_cards import card_at, up_to_property
from engine.notation_cursor import Cursor, read_name
from engine.notation_descriptions import Item as Item
from engine.notation_descriptions import read_description
from engine.notation_faults import Report, Stop
from engine.notation_words import BEGINNINGS, COPY, NUMBERED, POWER_TOUGHNESS, Token, plain


def read_item(cursor: Cursor, names: Container[str], report: Report) -> Item:
    """Read one item up to the comma, the arrow or the end of the statement after it.

    Parameters
    ----------
    cursor
        Where the item begins; afterwards where it ends.
    names
        The names that stand before a colon somewhere in the text.
    report
        Notes what is wrong.
    """
    reader = _Reader(cursor, names, report)
    try:
        reader.read()
    except Stop:
        reader.item.sound = False
        cursor.skip()
    return reader.item


class _Reader:
    def __init__(self, cursor: Cursor, names: Container[str], report: Report) -> None:
        self.cursor = cursor
        self.names = names
        self.report = report
        self.item = Item(cursor.span)

    def read(self) -> None:
        """Read a name, or a description with or without a label."""
        self._label()
        if self.cursor.at_boundary:
            what = "power/toughness, a card's name, or the name of something defined elsewhere"
            self.report.fail(self.cursor.span, f"nothing stands here; expected {what}")
        if self.item.name is None and self._reference():
            return
        read_description(self.cursor, self.item, self.report)

    def _label(self) -> None:
        tokens = self.cursor.to_boundary()
        following = self.cursor.after(len(tokens))
        if not tokens or following is None or following.text != ":":
            return
        name = read_name(tokens)
        span = self.cursor.take(len(tokens))
        if name is None:
            if all(token.kind != "bad" for token in tokens):
                self.report.add(span, "expected one name before ':', as words or in one pair of "
                                "quotation marks")  # fmt: skip
            raise Stop
        self.item.span, self.item.name = span, name
        self.cursor.take()

    def _reference(self) -> bool:
        """Read a name, unless the item can only be a description."""
        tokens = self.cursor.to_boundary()
        name = read_name(tokens)
        if name is None and any(token.kind == "bad" for token in tokens):
            raise Stop
        if not tokens:
            return False
        first, last = tokens[0], tokens[-1]
        if first.kind == "word" and plain(first.text) == "nothing" and self._nothing(tokens):
            return True
        known = name is not None and (
            name in self.names
            or bool(len(tokens) > 1 and last.kind == "word" and NUMBERED.fullmatch(last.text))
            or bool(COPY.fullmatch(name))
        )
        if first.kind == "word" and POWER_TOUGHNESS.fullmatch(first.text) and len(tokens) == 1:
            known = False
        if not known:
            starts = first.kind == "word" and (
                POWER_TOUGHNESS.fullmatch(first.text) or plain(first.text) in BEGINNINGS
            )
            if starts or card_at(self.cursor.ahead(16)):
                return False
            tokens = up_to_property(tokens)
        self.item.span = self.cursor.take(len(tokens))
        self.item.name = read_name(tokens)
        if self.item.name is None:
            self.report.fail(self.item.span, "expected one name, as words or in one pair of "
                             "quotation marks")  # fmt: skip
        if not self.cursor.at_boundary:
            self.item.extra = self.cursor.span
            self.cursor.skip()
        return True

    def _nothing(self, tokens: Sequence[Token]) -> bool:
        """Read ``nothing`` or ``nothing of PLAYER``: the target has left combat (506.4c)."""
        if len(tokens) not in (1, 3) or (len(tokens) == 3 and plain(tokens[1].text) != "of"):
            return False
        self.item.nothing = True
        self.item.span = self.cursor.take(len(tokens))
        if len(tokens) == 3:
            self.item.body["was_attacking_controller"] = tokens[2].text
            self.item.places["was_attacking_controller"] = tokens[2].span
        if not self.cursor.at_boundary:
            self.report.fail(self.cursor.span, f"unexpected {self.cursor.shown}")
        return True
