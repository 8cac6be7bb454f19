"""Reading a statement of the short notation: its items and the arrows between them.

See `engine.notation` for the grammar.
"""

from collections.abc import Container
from dataclasses import dataclass, field

from engine.notation_cursor import Cursor, read_name
from engine.notation_faults import Report
from engine.notation_items import Item, read_item
from engine.notation_words import Span, Token


@dataclass
class Statement:
    """Items by their places in it, and where its arrows are."""

    attackers: list[Item] = field(default_factory=list)
    target: list[Item] = field(default_factory=list)
    blockers: list[Item] = field(default_factory=list)
    arrows: dict[str, Span] = field(default_factory=dict)

    def items(self) -> list[Item]:
        """Return all items in the order of the text."""
        parts = self.parts
        return [item for arrow in ("", *self.arrows) for item in parts[arrow]]

    @property
    def parts(self) -> dict[str, list[Item]]:
        """The lists of items by the arrow that stands before them."""
        return {"": self.attackers, "->": self.target, "<-": self.blockers}


def read_statement(tokens: list[Token], labels: Container[str], report: Report) -> Statement:
    """Read a statement.

    Parameters
    ----------
    labels
        The names that stand before a colon somewhere in the text.
    report
        Notes what is wrong.
    """
    statement = Statement()
    parts = statement.parts
    cursor = Cursor(tokens)
    part = parts[""]
    while True:
        part.append(read_item(cursor, labels, report))
        token = cursor.token
        if token is None:
            break
        cursor.take()
        if token.text == ",":
            continue
        if token.text in statement.arrows:
            report.add(token.span, f"a second '{token.text}' in one statement; expected "
                            "';' or the end")  # fmt: skip
            break
        statement.arrows[token.text] = token.span
        part = parts[token.text]
    return statement


def labels_of(statements: list[list[Token]]) -> set[str]:
    """Return all names in front of a colon."""
    labels = set()
    for tokens in statements:
        start = 0
        for k, token in enumerate(tokens):
            if token.kind != "mark":
                continue
            name = read_name(tokens[start:k])
            if token.text == ":" and name is not None:
                labels.add(name)
            start = k + 1
    return labels
