"""What an effect may be about: reading the ``target`` of an effect (115).

The words: ``any`` (any target, 115.4), ``player``, ``opponent``, ``you``; or a noun with what is
asked of it, such as ``attacking creature``, ``nonblack creature an opponent controls``,
``creature with power 4 or greater``. ``two`` or ``up to two`` in front asks for that many different
ones; ``each`` makes it about all of them, without a target; ``another`` asks for another one than
the targets before; ``it`` is what the effect before was about, ``object x`` the object with id x.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from engine.cards import card_table
from engine.colors import COLOR_WORDS
from engine.keywords import is_keyword

_NOUNS = {
    "creature": {"creature"},
    "planeswalker": {"planeswalker"},
    "battle": {"battle"},
    "player": {"player"},
    "opponent": {"player"},
    "permanent": {"creature", "planeswalker", "battle"},
    "any": {"creature", "player", "planeswalker", "battle"},
}
_ALL = frozenset(_NOUNS["any"])
ROLES = frozenset(("attacking", "blocking", "blocked", "unblocked", "tapped", "untapped"))
_CONTROL: dict[str, Literal["you", "opponent"]] = {
    "you control": "you",
    "you don't control": "opponent",
    "an opponent controls": "opponent",
    "your opponents control": "opponent",
}
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_COUNTED = re.compile(rf"(up to )?({'|'.join(_NUMBERS)}) (.+)")
_NO_WORDS = frozenset(("target", "a", "an", "the", "all", "each", "another", "other"))
_LIMIT = re.compile(r"(power|toughness) (\d{1,9}) or (greater|less)")
_WORD = re.compile(r"[a-z][a-z'-]*")


@dataclass(frozen=True)
class Scope:
    """What an effect may be about.

    Attributes
    ----------
    each
        All of them, without a target.
    another
        Not what is a target already.
    most, optional
        How many targets there are, and whether there may be fewer.
    names
        Only the objects with these ids, if there are any.
    nouns
        Out of ``creature``, ``player``, ``planeswalker``, ``battle``.
    control
        Whose it must be; for a player: who it must be.
    conditions
        Of each of these one must hold: roles (``attacking``, ``tapped`` ...), colours, types,
        keywords; with ``non`` in front it must not.
    without
        Keywords that it must not have.
    limits
        ``("power", 4, "greater")``: what its power or toughness must be.
    """

    nouns: frozenset[str]
    each: bool = False
    another: bool = False
    most: int = 1
    optional: bool = False
    names: tuple[str, ...] = ()
    control: Literal["you", "opponent"] | None = None
    conditions: tuple[frozenset[str], ...] = ()
    without: tuple[str, ...] = ()
    limits: tuple[tuple[str, int, str], ...] = ()


@lru_cache(maxsize=4096)
def read_scope(text: str) -> Scope:
    """Read the target of an effect.

    Raises
    ------
    ValueError
        If it is none.
    """
    words = text
    each = another = optional = False
    most = 1
    if words.startswith("object "):
        return Scope(_ALL, each=True, names=(words.removeprefix("object "),))
    if found := _COUNTED.fullmatch(words):
        optional, most, words = found[1] is not None, _NUMBERS[found[2]], found[3]
    if words.startswith("each "):
        each, words = True, words.removeprefix("each ")
    elif words.startswith("another "):
        another, words = True, words.removeprefix("another ")
    if words == "you":
        return Scope(frozenset({"player"}), each=True, control="you")
    control: Literal["you", "opponent"] | None = None
    for phrase, whose in _CONTROL.items():
        if words.endswith(f" {phrase}"):
            control, words = whose, words.removesuffix(f" {phrase}")
        elif f" {phrase} with" in words:
            control, words = whose, words.replace(f" {phrase}", "")
    limits: list[tuple[str, int, str]] = []
    conditions: list[frozenset[str]] = []
    without: list[str] = []
    words, _, wanted = words.partition(" with ")
    words, _, missing = words.partition(" without ")
    if limit := _LIMIT.fullmatch(wanted):
        limits.append((limit[1], int(limit[2]), limit[3]))
    elif wanted and is_keyword(wanted):
        conditions.append(frozenset((wanted,)))
    elif wanted:
        raise ValueError(_what(text, f"{wanted!r} is no keyword"))
    if missing and is_keyword(missing):
        without.append(missing)
    elif missing:
        raise ValueError(_what(text, f"{missing!r} is no keyword"))
    nouns: set[str] = set()
    *adjectives, last = words.split(" ")
    last = _singular(last)
    while last in _NOUNS and len(adjectives) > 1 and adjectives[-1] == "or":
        if _singular(adjectives[-2]) not in _NOUNS:
            break
        nouns |= _NOUNS[last]
        *adjectives, last, _ = adjectives
        last = _singular(last)
    if last not in _NOUNS:
        raise ValueError(_what(text, f"{last!r} is nothing that an effect can be about"))
    nouns |= _NOUNS[last]
    if last == "opponent":
        control = "opponent"
    for alternatives in " ".join(adjectives).replace(" or ", "|").split():
        either = frozenset(alternatives.split("|"))
        for word in either:
            if not _WORD.fullmatch(word) or word in _NO_WORDS:
                raise ValueError(_what(text, f"{word!r} is no word"))
        conditions.append(either)
    return Scope(
        frozenset(nouns), each, another, most, optional, (), control, tuple(conditions),
        tuple(without), tuple(limits),
    )  # fmt: skip


def misspelt(word: str) -> str | None:
    """Return the role or colour that a word seems to mean, if it is none and no known type."""
    from rapidfuzz import fuzz, process

    plain = word.removeprefix("non").lstrip("-")
    known = [*ROLES, *COLOR_WORDS]
    if plain in known or is_keyword(plain) or any(plain in c.types for c in card_table().values()):
        return None
    found = process.extractOne(plain, known, scorer=fuzz.ratio, score_cutoff=80)
    return found[0] if found else None


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and word[:-1] in _NOUNS else word


def _what(text: str, why: str) -> str:
    return f"cannot tell what {text!r} is: {why}"
