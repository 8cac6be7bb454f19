"""Reading a description in the short notation: what an object is, then its properties.

See `engine.notation` for the grammar.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.keywords import is_keyword, known_keywords
from engine.notation_cards import card_at, up_to_property
from engine.notation_cursor import Cursor, read_name, words_of
from engine.notation_faults import Report, Stop
from engine.notation_values import ValueReader
from engine.notation_words import (
    BEGINNINGS,
    COUNT,
    POWER_TOUGHNESS,
    PROPERTIES,
    WORDS_AHEAD,
    Kind,
    Property,
    Span,
    Takes,
    Token,
    keyword_at,
    plain,
    property_at,
)

if TYPE_CHECKING:
    from engine.card import Card


@dataclass
class Item:
    """What was read.

    Attributes
    ----------
    kind
        What it describes, or None for a reference and for ``nothing``.
    name
        The label in front of a description, or what a reference refers to.
    base
        What the id of a description without a label is made from.
    body
        The keys of the document that the description gives.
    places
        Where the description gives them.
    extra
        The first place after a reference where something stands that does not belong there.
    sound
        False if a fault in it is noted already.
    """

    span: Span
    kind: Kind | None = None
    name: str | None = None
    base: str = ""
    body: dict[str, Any] = field(default_factory=dict)
    places: dict[str, Span] = field(default_factory=dict)
    nothing: bool = False
    extra: Span | None = None
    sound: bool = True


def read_description(cursor: Cursor, item: Item, report: Report) -> None:
    """Read a description up to the comma, the arrow or the end of the statement after it.

    Parameters
    ----------
    cursor
        Where the description begins, after its label; afterwards where it ends.
    item
        What it is read into.
    report
        Notes what is wrong.

    Raises
    ------
    Stop
        If the rest cannot be read; that is noted.
    """
    _Reader(cursor, item, report).read()


class _Reader:
    def __init__(self, cursor: Cursor, item: Item, report: Report) -> None:
        self.cursor = cursor
        self.item = item
        self.report = report
        self.values = ValueReader(cursor, report)
        self.card: Card | None = None
        self.removed: set[tuple[str, str]] = set()

    def read(self) -> None:
        """Read the head, then its properties in any order."""
        self._head()
        while not self.cursor.at_boundary:
            self._property()
        self._finish()

    def _head(self) -> None:
        token = self.cursor.token
        assert token is not None
        span = token.span
        if token.kind == "word" and (match := POWER_TOUGHNESS.fullmatch(token.text)):
            self.item.kind = Kind.CREATURE
            self._power_toughness(match.groups(), self.cursor.take())
        elif found := card_at(self.cursor.ahead(16)):
            self.card, count = found
            span = self.cursor.take(count)
            self.item.kind = Kind(self.card.kind.value)
            self.item.body["card"] = self.card.name
        elif token.kind == "word" and plain(token.text) in BEGINNINGS:
            self.item.kind = BEGINNINGS[plain(token.text)]
            if self.item.name is None:
                self.report.fail(span, f"a {self.item.kind} needs a name in front, such as "
                                 f"'name: {plain(token.text)} ...'")  # fmt: skip
        else:
            self._unknown()
        self.item.base = self.card.name if self.card else token.text
        if self.item.name is None:
            self.item.span = span

    def _unknown(self) -> None:
        """Say that what stands after a label is no description."""
        token = self.cursor.token
        if token is None or token.kind == "bad":
            raise Stop
        tokens = up_to_property(self.cursor.to_boundary())
        if not tokens:
            self.report.fail(token.span, f"unexpected {self.cursor.shown}")
        name = read_name(tokens) or token.text
        span = self.cursor.take(len(tokens))
        hint = self.report.hint(name, (), cards=True) or (
            "; expected a card, power/toughness, or 'life', 'loyalty' or 'defense' and a number"
        )
        self.report.fail(span, f"{name!r} is no known card{hint}")

    def _property(self) -> None:
        token = self.cursor.token
        assert token is not None
        if token.kind == "bad":
            raise Stop
        if token.kind == "quoted":
            self._keyword(token.text, self.cursor.take())
            return
        words = words_of(self.cursor.ahead(WORDS_AHEAD))
        if token.kind == "mark":
            self.report.fail(token.span, "unexpected ':'; a name and a colon stand in front of a "
                             "description")  # fmt: skip
        if self.item.kind is Kind.CREATURE and self._of_creatures(token, words):
            return
        assert self.item.kind is not None
        found, keyword = property_at(self.item.kind, words), keyword_at(words)
        if keyword and (found is None or keyword[1] > found[1]):
            self._keyword(keyword[0], self.cursor.take(keyword[1]))
        elif found:
            self._give(PROPERTIES[self.item.kind][found[0]], found[0], self.cursor.take(found[1]))
        else:
            self._strange(words)

    def _of_creatures(self, token: Token, words: tuple[str, ...]) -> bool:
        """Read what only creatures have and what is no fixed phrase: P/T, xN, ``without``."""
        if match := POWER_TOUGHNESS.fullmatch(token.text):
            if self.card is None or "power" in self.item.body:
                self.report.fail(token.span, "a second power/toughness; put ',' between creatures")
            self._power_toughness(match.groups(), self.cursor.take())
            return True
        if match := COUNT.fullmatch(token.text):
            span = self.cursor.take()
            self._set("count", self.values.number(match.group(1), span), span, token.text)
            return True
        if words[0] == "without":
            self._without(self.cursor.take())
            return True
        return False

    def _power_toughness(self, texts: Sequence[str], span: Span) -> None:
        for key, text in zip(("power", "toughness"), texts, strict=True):
            self.item.body[key] = self.values.number(text, span)
            self.item.places[key] = span

    def _keyword(self, keyword: str, span: Span) -> None:
        if self.item.kind not in (Kind.CREATURE, Kind.PLANESWALKER):
            self.report.fail(span, f"a {self.item.kind} has no keywords")
        if not is_keyword(keyword):
            if is_keyword(f"{keyword} 1"):
                self.report.fail(span, f"{keyword!r} needs a number, such as '{keyword} 1'")
            hint = self.report.hint(keyword, PROPERTIES[Kind.CREATURE])
            self.report.fail(span, f"the game has no keyword {keyword!r}{hint}")
        self.item.body.setdefault("keywords", []).append(keyword)
        self.item.places["keywords"] = span

    def _without(self, start: Span) -> None:
        words = words_of(self.cursor.ahead(WORDS_AHEAD))
        token = self.cursor.token
        if words[:1] == ("type",):
            self.cursor.take()
            key, (what, span) = "types", self.values.word("'without type'")
        elif token is not None and token.kind == "quoted":
            key, what, span = "keywords", token.text, self.cursor.take()
        elif found := keyword_at(words):
            key, what, span = "keywords", found[0], self.cursor.take(found[1])
        else:
            self.report.fail(start, "expected a keyword, or 'type' and a type, after 'without'")
        if self.card is None or what not in getattr(self.card, key):
            owner = self.card.name if self.card else "a creature without a card"
            self.report.fail(span, f"{owner} has no {what!r} to be without")
        self.removed.add((key, what))
        self.item.places.setdefault(key, span)

    def _give(self, given: Property, phrase: str, span: Span) -> None:
        """Read what follows the words of a property, and set its key."""
        value: Any = [] if given.value == () else given.value
        place = span
        if given.takes is not Takes.NOTHING:
            value, place = self.values.read(given.takes, f"'{phrase}'")
            place = (span[0], place[1])
        if given.takes is Takes.COMMANDER_DAMAGE:
            known = self.item.body.setdefault(given.key, {})
            if value[0] in known:
                self.report.fail(place, f"the commander damage from {value[0]!r} is given twice")
            known[value[0]] = value[1]
        elif given.repeats:
            known = self.item.body.setdefault(given.key, [])
            if not isinstance(known, list):
                self.report.fail(place, f"{phrase!r} contradicts what stands before it")
            self.item.places[f"{given.key}[{len(known)}]"] = place
            known.append(value)
        else:
            self._set(given.key, value, place, phrase)
        self.item.places[given.key] = place

    def _set(self, key: str, value: Any, span: Span, phrase: str) -> None:
        if key in self.item.body:
            self.report.fail(span, f"{phrase!r}: this is given already")
        self.item.body[key] = value
        self.item.places[key] = span

    def _strange(self, words: tuple[str, ...]) -> None:
        """Say that a word is neither a keyword nor a property of this kind of object."""
        token = self.cursor.token
        assert token is not None
        assert self.item.kind is not None
        for kind in Kind:
            if found := property_at(kind, words):
                what = f"{found[0]!r} is for a {kind}, not for a {self.item.kind}"
                self.report.fail(self.cursor.take(found[1]), what)
        if POWER_TOUGHNESS.fullmatch(token.text) or COUNT.fullmatch(token.text):
            self.report.fail(
                token.span, f"{token.text!r} is for a creature, not for a {self.item.kind}"
            )
        hint = self.report.hint(words[0], _vocabulary(self.item.kind))
        self.report.fail(token.span, f"{token.text!r} is neither a keyword nor a property{hint}")

    def _finish(self) -> None:
        """Let keywords and types add to those of the card."""
        body = self.item.body
        if self.item.kind is not Kind.CREATURE or self.card is None:
            return
        for key, own in (("keywords", self.card.keywords), ("types", self.card.types)):
            if key in body or any(changed == key for changed, _ in self.removed):
                kept = [text for text in own if (key, text) not in self.removed]
                body[key] = kept + body.get(key, [])


def _vocabulary(kind: Kind) -> list[str]:
    words = [*PROPERTIES[kind]]
    if kind in (Kind.CREATURE, Kind.PLANESWALKER):
        words += sorted(known_keywords())
    return words
