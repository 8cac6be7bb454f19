"""Reading one item of the short notation: a description or the name of something.

See `engine.notation` for the grammar.
"""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

from engine.keywords import is_keyword, known_keywords
from engine.limits import LIMIT
from engine.notation_cards import card_at
from engine.notation_cursor import Cursor, Stop, quoted, read_name, words_of
from engine.notation_faults import Report
from engine.notation_resources import known_card, read_mana, unknown_card
from engine.notation_words import (
    BEGINNINGS,
    COPY,
    COUNT,
    NUMBER,
    NUMBERED,
    POWER_TOUGHNESS,
    PROPERTIES,
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

_WORDS_AHEAD = 8


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
        self.card: Card | None = None
        self.removed: set[tuple[str, str]] = set()

    def read(self) -> None:
        self._label()
        if self.cursor.at_boundary:
            self._fail(self.cursor.span, "nothing stands here; expected power/toughness, a card's "
                       "name, or the name of something defined elsewhere")  # fmt: skip
        if self.item.name is None and self._reference():
            return
        self._head()
        while not self.cursor.at_boundary:
            self._property()
        self._finish()

    def _fail(self, span: Span, message: str) -> NoReturn:
        self.report.add(span, message)
        raise Stop

    # --- the beginning --------------------------------------------------------------------------

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
            tokens = self._up_to_property(tokens)
        self.item.span = self.cursor.take(len(tokens))
        self.item.name = read_name(tokens)
        if self.item.name is None:
            self._fail(self.item.span, "expected one name, as words or in one pair of quotation "
                       "marks")  # fmt: skip
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
            self._fail(self.cursor.span, f"unexpected {self._shown()}")
        return True

    def _up_to_property(self, tokens: Sequence[Token]) -> Sequence[Token]:
        """Leave off keywords and properties after a name: no description begins with a name."""
        for k in range(1, len(tokens)):
            words = words_of(tokens[k : k + _WORDS_AHEAD])
            if words and (
                keyword_at(words)
                or any(property_at(kind, words) for kind in Kind)
                or COUNT.fullmatch(words[0])
            ):
                return tokens[:k]
        return tokens

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
                self._fail(span, f"a {self.item.kind} needs a name in front, such as "
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
        tokens = self._up_to_property(self.cursor.to_boundary())
        if not tokens:
            self._fail(token.span, f"unexpected {self._shown()}")
        name = read_name(tokens) or token.text
        span = self.cursor.take(len(tokens))
        hint = self.report.hint(name, (), cards=True) or (
            "; expected a card, power/toughness, or 'life', 'loyalty' or 'defense' and a number"
        )
        self._fail(span, f"{name!r} is no known card{hint}")

    # --- what follows ---------------------------------------------------------------------------

    def _property(self) -> None:
        token = self.cursor.token
        assert token is not None
        if token.kind == "bad":
            raise Stop
        if token.kind == "quoted":
            self._keyword(token.text, self.cursor.take())
            return
        words = words_of(self.cursor.ahead(_WORDS_AHEAD))
        if token.kind == "mark":
            self._fail(token.span, "unexpected ':'; a name and a colon stand in front of a "
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
                self._fail(token.span, "a second power/toughness; put ',' between creatures")
            self._power_toughness(match.groups(), self.cursor.take())
            return True
        if match := COUNT.fullmatch(token.text):
            span = self.cursor.take()
            self._set("count", self._number(match.group(1), span), span, token.text)
            return True
        if words[0] == "without":
            self._without(self.cursor.take())
            return True
        return False

    def _power_toughness(self, texts: Sequence[str], span: Span) -> None:
        for key, text in zip(("power", "toughness"), texts, strict=True):
            self.item.body[key] = self._number(text, span)
            self.item.places[key] = span

    def _keyword(self, keyword: str, span: Span) -> None:
        if self.item.kind not in (Kind.CREATURE, Kind.PLANESWALKER):
            self._fail(span, f"a {self.item.kind} has no keywords")
        if not is_keyword(keyword):
            if is_keyword(f"{keyword} 1"):
                self._fail(span, f"{keyword!r} needs a number, such as '{keyword} 1'")
            hint = self.report.hint(keyword, PROPERTIES[Kind.CREATURE])
            self._fail(span, f"the game has no keyword {keyword!r}{hint}")
        self.item.body.setdefault("keywords", []).append(keyword)
        self.item.places["keywords"] = span

    def _without(self, start: Span) -> None:
        words = words_of(self.cursor.ahead(_WORDS_AHEAD))
        token = self.cursor.token
        if words[:1] == ("type",):
            self.cursor.take()
            key, (what, span) = "types", self._word("'without type'")
        elif token is not None and token.kind == "quoted":
            key, what, span = "keywords", token.text, self.cursor.take()
        elif found := keyword_at(words):
            key, what, span = "keywords", found[0], self.cursor.take(found[1])
        else:
            self._fail(start, "expected a keyword, or 'type' and a type, after 'without'")
        if self.card is None or what not in getattr(self.card, key):
            owner = self.card.name if self.card else "a creature without a card"
            self._fail(span, f"{owner} has no {what!r} to be without")
        self.removed.add((key, what))
        self.item.places.setdefault(key, span)

    def _give(self, given: Property, phrase: str, span: Span) -> None:
        """Read what follows the words of a property, and set its key."""
        readers: dict[Takes, Callable[[str], tuple[Any, Span]]] = {
            Takes.NUMBER: self._amount,
            Takes.SHIELD: self._shield,
            Takes.NAME: self._word,
            Takes.ASSIGNS: self._assigns,
            Takes.COMMANDER_DAMAGE: self._commander_damage,
            Takes.MANA: self._mana,
            Takes.CARD: self._card_name,
        }
        value: Any = [] if given.value == () else given.value
        place = span
        if given.takes is not Takes.NOTHING:
            value, place = readers[given.takes](f"'{phrase}'")
            place = (span[0], place[1])
        if given.takes is Takes.COMMANDER_DAMAGE:
            known = self.item.body.setdefault(given.key, {})
            if value[0] in known:
                self._fail(place, f"the commander damage from {value[0]!r} is given twice")
            known[value[0]] = value[1]
        elif given.repeats:
            known = self.item.body.setdefault(given.key, [])
            if not isinstance(known, list):
                self._fail(place, f"{phrase!r} contradicts what stands before it")
            self.item.places[f"{given.key}[{len(known)}]"] = place
            known.append(value)
        else:
            self._set(given.key, value, place, phrase)
        self.item.places[given.key] = place

    def _set(self, key: str, value: Any, span: Span, phrase: str) -> None:
        if key in self.item.body:
            self._fail(span, f"{phrase!r}: this is given already")
        self.item.body[key] = value
        self.item.places[key] = span

    def _strange(self, words: tuple[str, ...]) -> None:
        """Say that a word is neither a keyword nor a property of this kind of object."""
        token = self.cursor.token
        assert token is not None
        assert self.item.kind is not None
        for kind in Kind:
            if found := property_at(kind, words):
                self._fail(self.cursor.take(found[1]), f"{found[0]!r} is for a {kind}, not for a "
                           f"{self.item.kind}")  # fmt: skip
        if POWER_TOUGHNESS.fullmatch(token.text) or COUNT.fullmatch(token.text):
            self._fail(token.span, f"{token.text!r} is for a creature, not for a {self.item.kind}")
        hint = self.report.hint(words[0], _vocabulary(self.item.kind))
        self._fail(token.span, f"{token.text!r} is neither a keyword nor a property{hint}")

    # --- values ---------------------------------------------------------------------------------

    def _amount(self, after: str) -> tuple[int, Span]:
        token = self._next(after, Takes.NUMBER)
        if not NUMBER.fullmatch(token.text):
            self._fail(token.span, f"expected a number after {after}, not {quoted(token)}")
        return self._number(token.text, token.span), self.cursor.take()

    def _shield(self, after: str) -> tuple[int | str, Span]:
        token = self._next(after, Takes.SHIELD)
        if plain(token.text) == "all":
            return "all", self.cursor.take()
        return self._amount(after)

    def _assigns(self, after: str) -> tuple[str, Span]:
        token = self._next(after, Takes.ASSIGNS)
        if plain(token.text) not in ("power", "toughness", "nothing"):
            self._fail(token.span, f"expected {Takes.ASSIGNS} after {after}, not {quoted(token)}")
        return plain(token.text), self.cursor.take()

    def _word(self, after: str) -> tuple[str, Span]:
        token = self._next(after, Takes.NAME)
        text = token.text
        if after.endswith("type'") and token.kind == "word":
            text = text.lower()
        return text, self.cursor.take()

    def _commander_damage(self, after: str) -> tuple[tuple[str, int], Span]:
        amount, span = self._amount(after)
        token = self._next(after, Takes.COMMANDER_DAMAGE)
        if plain(token.text) != "from":
            self._fail(token.span, f"expected {Takes.COMMANDER_DAMAGE} after {after}")
        self.cursor.take()
        name, end = self._word("'from'")
        return (name, amount), (span[0], end[1])

    def _mana(self, after: str) -> tuple[list[Any], Span]:
        token = self._next(after, Takes.MANA)
        sources = read_mana(token)
        if sources is None:
            self._fail(token.span, f"expected {Takes.MANA} after {after}, not {quoted(token)}")
        return sources, self.cursor.take()

    def _card_name(self, after: str) -> tuple[str, Span]:
        self._next(after, Takes.CARD)
        tokens = self.cursor.to_boundary()
        found = known_card(self.cursor.ahead(16))
        if found is None:
            span = self.cursor.take(len(tokens))
            self._fail(span, unknown_card(read_name(tokens) or tokens[0].text))
        return found[0], self.cursor.take(found[1])

    def _next(self, after: str, expected: str) -> Token:
        token = self.cursor.token
        if token is None or token.kind == "mark":
            self._fail(self.cursor.span, f"expected {expected} after {after}")
        assert token is not None
        if token.kind == "bad":
            raise Stop
        return token

    def _number(self, text: str, span: Span) -> int:
        if len(text) < len(str(LIMIT)):
            return int(text)
        digits = text.lstrip("-").lstrip("0") or "0"
        if len(digits) > len(str(LIMIT)) or int(digits) > LIMIT:
            self._fail(span, f"a number may be at most {LIMIT}")
        return -int(digits) if text.startswith("-") else int(digits)

    # --- the end --------------------------------------------------------------------------------

    def _finish(self) -> None:
        """Let keywords and types add to those of the card."""
        body = self.item.body
        if self.item.kind is not Kind.CREATURE or self.card is None:
            return
        for key, own in (("keywords", self.card.keywords), ("types", self.card.types)):
            if key in body or any(changed == key for changed, _ in self.removed):
                kept = [text for text in own if (key, text) not in self.removed]
                body[key] = kept + body.get(key, [])

    def _shown(self) -> str:
        token = self.cursor.token
        return "end" if token is None else quoted(token)


def _vocabulary(kind: Kind) -> list[str]:
    words = [*PROPERTIES[kind]]
    if kind in (Kind.CREATURE, Kind.PLANESWALKER):
        words += sorted(known_keywords())
    return words
