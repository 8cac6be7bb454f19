"""The words of the short notation: tokens, keywords, properties, names (see `engine.notation`).

Both directions use this vocabulary, so that what is written can be read.
"""

import json
import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import lru_cache
from typing import Literal, NamedTuple

from engine.colors import COLOR_WORDS
from engine.keywords import is_keyword, known_keywords

Span = tuple[int, int]
"""The first position in the text and the one after the last."""

DEFAULT_LIFE = 20
POWER_TOUGHNESS = re.compile(r"(-?[0-9]+)/(-?[0-9]+)")
NUMBER = re.compile(r"-?[0-9]+")
WORDS_AHEAD = 8  # more than any keyword or property has
COUNT = re.compile(r"[xX]([0-9]+)")
NUMBERED = re.compile(r"\([0-9]+\)")
COPY = re.compile(r"(.+)#([1-9][0-9]{0,9})", re.DOTALL)

_TOKEN = re.compile(
    r"""(?:(?P<quoted>"(?:[^"\\\n]|\\.)*")|(?P<bad>"[^\n]*)|(?P<separator>[;\n])"""
    r"""|(?P<mark>->|<-|[,:])|(?P<word>(?:[^\s,;:"<-]++|-(?!>)|<(?!-))++))?[^\S\n]*"""
)
_COMMENT = re.compile(r"#[^\n]*")
_PLAIN_NAME = re.compile(r"[^\W_][\w'/().#-]*(?: [\w'/().#-]+)*")
_PARAMETER = re.compile(r"[0-9]+|x|(?:\{[^{}]+\})+")
_OPEN_KEYWORDS = frozenset({"protection from", "hexproof from", "affinity for"})
_TYPED_KEYWORD = re.compile(r"[a-z'-]+(?:walk|cycling)")
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\u00b4`", "'"))
_LONGEST_PHRASE = 5


@unique
class Kind(StrEnum):
    """What a description is of."""

    CREATURE = "creature"
    PLANESWALKER = "planeswalker"
    BATTLE = "battle"
    PLAYER = "player"


@unique
class Takes(StrEnum):
    """What follows the words of a property."""

    NOTHING = "nothing"
    NUMBER = "a number"
    SHIELD = "a number or 'all'"
    NAME = "a name"
    ASSIGNS = "'power', 'toughness' or 'nothing'"
    COMMANDER_DAMAGE = "a number, 'from' and a commander's name"
    MANA = "mana such as GG, W/UU (either) or any"
    CARD = "a card's name"


@dataclass(frozen=True, slots=True)
class Property:
    """A property: the document's key, what follows, and the value of one that takes nothing."""

    key: str
    takes: Takes = Takes.NOTHING
    value: object = True
    repeats: bool = False


class Token(NamedTuple):
    """A word, a quoted string (`text` is what it stands for) or a mark, and where it is.

    A `bad` one is at fault already, and what depends on it is left alone.
    """

    kind: Literal["word", "quoted", "mark", "bad"]
    text: str
    span: Span


REQUIREMENTS = {
    "must attack": ("must_attack", "target"),
    "must block": ("must_block", "target"),
    "must be blocked": ("must_be_blocked", "by"),
    "can't attack": ("cant_attack", "target"),
    "can't block": ("cant_block", "target"),
    "can't be blocked": ("cant_be_blocked_by", "by"),
}
"""What is either so at all or only with certain objects: the key, and the word before a name."""

ZONES = ("hand", "foretold", "library", "outside")
"""Where a player's cards are."""

_VALUE = {"value": Property("value", Takes.NUMBER), "of": Property("controller", Takes.NAME)}

PROPERTIES: Mapping[Kind, Mapping[str, Property]] = {
    Kind.CREATURE: _VALUE
    | {
        "damage": Property("damage", Takes.NUMBER),
        "blocked": Property("blocked"),
        "unblocked": Property("blocked", value=False),
        "band": Property("band", Takes.NAME),
        "assigns": Property("assigns", Takes.ASSIGNS),
        "as though unblocked": Property("as_though_unblocked"),
        "divides among defenders": Property("divides_among_defenders"),
        "divided by": Property("assigned_by", Takes.NAME),
        "tapped": Property("tapped"),
        "summoning sick": Property("summoning_sick"),
        "max blocks": Property("max_blocks", Takes.NUMBER),
        "min blockers": Property("min_blockers", Takes.NUMBER),
        "max blockers": Property("max_blockers", Takes.NUMBER),
        "regeneration": Property("regeneration_shields", Takes.NUMBER),
        "shield counters": Property("shield_counters", Takes.NUMBER),
        "prevent": Property("prevent", Takes.SHIELD),
        "deals": Property("deals", Takes.NUMBER),
        "commander": Property("commander"),
        "type": Property("types", Takes.NAME, repeats=True),
        "colorless": Property("colors", value=()),
    }
    | {phrase: Property(key) for phrase, (key, _) in REQUIREMENTS.items()}
    | {
        f"{phrase} {joint}": Property(key, Takes.NAME, repeats=True)
        for phrase, (key, joint) in REQUIREMENTS.items()
    }
    | {
        word: Property("colors", value=letter, repeats=True) for word, letter in COLOR_WORDS.items()
    },
    Kind.PLANESWALKER: _VALUE
    | {
        "loyalty": Property("loyalty", Takes.NUMBER),
        "prevent": Property("prevent", Takes.SHIELD),
    },
    Kind.BATTLE: _VALUE
    | {
        "defense": Property("defense", Takes.NUMBER),
        "protected by": Property("protector", Takes.NAME),
        "not a siege": Property("siege", value=False),
    },
    Kind.PLAYER: {
        "life": Property("life", Takes.NUMBER),
        "poison": Property("poison", Takes.NUMBER),
        "team": Property("team", Takes.NAME),
        "prevent": Property("prevent", Takes.SHIELD),
        "commander damage": Property("commander_damage", Takes.COMMANDER_DAMAGE, repeats=True),
        "active": Property("active"),
        "mana": Property("mana", Takes.MANA, repeats=True),
    }
    | {zone: Property(zone, Takes.CARD, repeats=True) for zone in ZONES},
}

BEGINNINGS: Mapping[str, Kind] = {
    "loyalty": Kind.PLANESWALKER,
    "defense": Kind.BATTLE,
    "life": Kind.PLAYER,
    "poison": Kind.PLAYER,
    "team": Kind.PLAYER,
    "active": Kind.PLAYER,
    "mana": Kind.PLAYER,
    **dict.fromkeys(ZONES, Kind.PLAYER),
}
"""The words that begin a description which is neither power/toughness nor a card."""


def tokenize(text: str) -> tuple[list[list[Token]], list[Token]]:
    """Split a text into statements of tokens; also return the quotations that are at fault."""
    statements: list[list[Token]] = []
    bad: list[Token] = []
    statement: list[Token] = []
    position = 0
    while position < len(text):
        if not statement and (comment := _COMMENT.match(text, position)):
            position = comment.end()
            continue
        match = _TOKEN.match(text, position)
        assert match is not None  # the kinds of token cover every character
        position = match.end()
        kind = match.lastgroup
        if kind == "word":
            statement.append(Token("word", match[kind], match.span(kind)))
        elif kind == "mark":
            statement.append(Token("mark", match[kind], match.span(kind)))
        elif kind == "separator":
            if statement:
                statements.append(statement)
                statement = []
        elif kind is not None:
            token = _quoted(match[kind], match.span(kind))
            statement.append(token)
            if token.kind == "bad":
                bad.append(token)
    if statement:
        statements.append(statement)
    return statements, bad


def _quoted(text: str, span: Span) -> Token:
    """Return a quoted string as a token; one that is not closed is none in JSON either."""
    try:
        return Token("quoted", json.loads(text, strict=False), span)
    except ValueError:  # or it has an escape sequence that JSON does not have
        return Token("bad", text, span)


def plain(word: str) -> str:
    """Return a word of the vocabulary as the vocabulary has it."""
    if not word.isascii() or "`" in word:
        word = word.translate(_APOSTROPHES)
    return word.lower()


@lru_cache(maxsize=1024)
def keyword_at(words: tuple[str, ...]) -> tuple[str, int] | None:
    """Return the keyword that plain words begin with and how many it takes, or None.

    Of a keyword that needs a number and has none the name alone is returned: it is no keyword.
    """
    for count in range(min(len(words), _LONGEST_PHRASE), 0, -1):
        name = " ".join(words[:count])
        rest = words[count:]
        if name in _OPEN_KEYWORDS and rest:
            taken = 2 if rest[0] in ("each", "all") and len(rest) > 1 else 1
            return " ".join(words[: count + taken]), count + taken
        if name in known_keywords():
            if rest and _PARAMETER.fullmatch(rest[0]) and is_keyword(f"{name} {rest[0]}"):
                return f"{name} {rest[0]}", count + 1
            return name, count
    if words and _TYPED_KEYWORD.fullmatch(words[0]):
        return words[0], 1
    return None


@lru_cache(maxsize=1024)
def property_at(kind: Kind, words: tuple[str, ...]) -> tuple[str, int] | None:
    """Return the longest property that plain words begin with, and how many words it takes."""
    for count in range(min(len(words), _LONGEST_PHRASE), 0, -1):
        name = " ".join(words[:count])
        if name in PROPERTIES[kind]:
            return name, count
    return None


def write_keyword(keyword: str) -> str:
    """Return a keyword as the notation has it: in quotation marks if it would be read wrongly."""
    words = tuple(keyword.split(" "))
    tokens = [_TOKEN.fullmatch(word) for word in words]
    are_words = all(t and t["word"] == word for t, word in zip(tokens, words, strict=True))
    if are_words and plain(keyword) == keyword:
        # After "each" and "all" one more word is read.
        complete = words[-1] not in ("each", "all") and is_keyword(keyword)
        if complete and keyword_at(words) == (keyword, len(words)):
            return keyword
    return quote(keyword)


def write_name(name: str) -> str:
    """Return a name as it stands for an object, before a colon or as a reference."""
    reserved = POWER_TOUGHNESS.fullmatch(name) or name.split(" ")[0].lower() == "nothing"
    return quote(name) if reserved or not _PLAIN_NAME.fullmatch(name) else name


def write_word(name: str) -> str:
    """Return a name as it stands in a property: a single word or in quotation marks."""
    # With a "#" the whole item would look like a copy of a group.
    plain = _PLAIN_NAME.fullmatch(name) and not {" ", "#"} & set(name)
    return name if plain else quote(name)


def quote(text: str) -> str:
    """Return a text in quotation marks, written as JSON writes a string."""
    return json.dumps(text, ensure_ascii=not text.isprintable())


class Numbering:
    """The ids of objects without a name: the description, then `` (2)``, `` (3)``, ..."""

    def __init__(self, taken: Container[str]) -> None:
        self._taken = taken
        self._next: dict[str, int] = {}

    def name(self, description: str) -> str:
        """Return the id of the next object of this description."""
        number = self._next.get(description, 1)
        while (name := _numbered(description, number)) in self._taken:
            number += 1
        self._next[description] = number + 1
        return name


def _numbered(description: str, number: int) -> str:
    return description if number == 1 else f"{description} ({number})"
