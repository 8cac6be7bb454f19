"""What a card's keywords and text say of combat, and which of its sentences are not understood.

The publisher's list of keywords comes first. It says that a card has to do with a keyword, not
that the card always has it, nor with which cost or number: that is on a line of keywords in the
text. What is listed and on no such line is not filled in, and said; so is every sentence about
combat that has none of the forms known here.
"""

import re
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from engine.card_store import Cycling
from engine.keywords import Keyword, is_keyword
from engine.limits import LIMIT
from optimizer.cards.faces import Face

_REMINDER = re.compile(r"\s*\([^()]*\)")
_SENTENCES = re.compile(r"(?<=[.!])\s+")
_SYMBOLS = re.compile(r"(\{[^{}]*\})")
_CYCLING = re.compile(r"(?P<kind>[a-z' ]*?) ?cycling ?(?:[\u2014-] ?)?(?P<cost>.+)", re.IGNORECASE)
_FORETELL = re.compile(r"foretell ?(?:[\u2014-] ?)?(?P<cost>.+)", re.IGNORECASE)
_FROM = re.compile(r",? and from |, from |,? and (?=from )")

_COMBAT = frozenset(keyword.value for keyword in Keyword) | {"protection", "toxic"}
_TYPECYCLING = re.compile(r"[a-z' ]*cycling")

# They change damage or who blocks when creatures attack or block; the engine does not play them.
_NOT_PLAYED = frozenset(
    (
        "absorb", "afflict", "battle cry", "bushido", "dethrone", "exalted", "flanking", "frenzy",
        "enlist", "melee", "mentor", "myriad", "poisonous", "provoke", "rampage", "training",
    )
)  # fmt: skip
_ABOUT_COMBAT = re.compile(
    r"\b(assigns?|combat damage|block(s|ed|ing)?|attack(s|ing)?|unblockable|prevent|"
    r"gets? [+-]|indestructible|regenerate|as long as|bands with)\b",
    re.IGNORECASE,
)
_NOT_STATIC = re.compile(r"(when|whenever|at) |[^.]*: ", re.IGNORECASE)

_THIS = re.compile(r"\bthis (?:creature|vehicle|permanent|card)\b", re.IGNORECASE)
_LATER = re.compile(r"LEVEL \d|STATION \d|\d+\+ \|")
_ABILITY_WORD = re.compile(r"([A-Z][a-z][A-Za-z' -]*) \u2014 ")
_ATTACHED = re.compile(r"(enchanted|equipped) creature ", re.IGNORECASE)
_GIVES = re.compile(
    r"(?:enchanted|equipped) creature (?:gets (?P<power>[+-]\d+)/(?P<toughness>[+-]\d+))?"
    r"(?: and )?(?:has (?P<keywords>[^.\"]+))?\.?",
    re.IGNORECASE,
)
_NUMBERS = {"an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "seven": 7,
            "ninety-nine": 99}  # fmt: skip


@dataclass
class Abilities:
    """What was understood of a face, and what was not."""

    keywords: list[str] = field(default_factory=list)
    properties: dict[str, Any] = field(default_factory=dict)
    cycling: list[Cycling] = field(default_factory=list)
    foretell: str | None = None
    gives: dict[str, Any] | None = None
    notes: list[str] = field(default_factory=list)


def read(face: Face) -> Abilities:
    """Return what the keywords and the text of a face say of combat."""
    found = Abilities()
    if face.text is None:
        _from_list_alone(face, found)
        return found
    for line in map(str.strip, _REMINDER.sub("", face.text).splitlines()):
        if _LATER.match(line):  # 711.2: it has what follows only at that level, if at all
            found.notes.append(f"not understood: all from {line!r} on")
            break
        if not line or _read_keywords(line, found):
            continue
        if face.kind != "other":
            for sentence in _SENTENCES.split(_without_ability_word(line)):
                _read_sentence(sentence.strip(), face, found)
        elif _ATTACHED.match(line):
            _read_attachment(line, found)
    if face.kind != "other":
        has = {re.split(r"[ \u2014-]", keyword)[0] for keyword in found.keywords}
        has |= set(found.keywords)
        for word in face.listed:
            listed = word.lower()
            if listed in _COMBAT and listed not in has and face.is_whole:
                found.notes.append(f"{word}: not an ability that it always has")
    for word in face.listed:
        if word.lower() == "foretell" and found.foretell is None and face.is_whole:
            found.notes.append("Foretell: its cost is not understood")
    for keyword in found.keywords:
        names = keyword, keyword.split(" ")[0]
        if keyword.endswith("walk") or not _NOT_PLAYED.isdisjoint(names):
            found.notes.append(f"{keyword}: kept, but what it does in combat is not played out")
    return found


def _without_ability_word(line: str) -> str:
    """Leave off a word that has no meaning of its own (207.2c); "Max speed" has one (702.178)."""
    match = _ABILITY_WORD.match(line)
    return line if match is None or is_keyword(match[1].lower()) else line[match.end() :]


def _read_attachment(line: str, found: Abilities) -> None:
    """Take what an aura or equipment gives; with anything besides, it is not known."""
    match = _GIVES.fullmatch(line)
    keywords = _listed(match["keywords"]) if match and match["keywords"] else []
    if match is None or keywords is None or found.notes:
        found.gives = None
        found.notes.append(f"not understood: {line}")
        return
    before = found.gives or {"power": 0, "toughness": 0, "keywords": []}
    found.gives = {
        "power": before["power"] + int(match["power"] or 0),
        "toughness": before["toughness"] + int(match["toughness"] or 0),
        "keywords": [*before["keywords"], *keywords],
    }


def _listed(text: str) -> list[str] | None:
    """Return the keywords of a list in a sentence; None if something else is among them."""
    pieces = re.split(r",? and (?!from )|, ", text)
    read = [_keywords(piece) for piece in pieces]
    return [keyword for each in read for keyword in each] if all(read) else None


def _from_list_alone(face: Face, found: Abilities) -> None:
    for word in map(str.lower, face.listed):
        if word in _COMBAT and is_keyword(word):
            found.keywords.append(word)
        elif word in _COMBAT or word == "foretell" or _TYPECYCLING.fullmatch(word):
            found.notes.append(f"{word}: its number, cost or kind is not given")


def _read_keywords(line: str, found: Abilities) -> bool:
    """Take a line of keyword abilities; False if it is none."""
    whole = line.rstrip(".")
    pieces = [whole] if _is_one(whole) else re.split(r"[,;] (?!from |and from )", whole)
    read: list[tuple[str, Any]] = []
    for piece in pieces:
        keywords = _keywords(piece)
        if not keywords:
            return False
        read += [(piece, keyword) for keyword in keywords]
    for piece, keyword in read:
        if match := _CYCLING.fullmatch(piece):
            found.cycling.append(Cycling(match["cost"].strip(), match["kind"].strip().lower()))
        elif keyword.startswith("foretell") and (match := _FORETELL.fullmatch(piece)):
            found.foretell = match["cost"].strip()
        elif keyword not in found.keywords or keyword.startswith("toxic"):
            found.keywords.append(keyword)
    return True


def _is_one(line: str) -> bool:
    """Say whether a line is one keyword with a cost in words, which may have commas in it."""
    return re.match(r"[A-Za-z' ]+\u2014", line) is not None and is_keyword(_lower(line))


def _keywords(piece: str) -> list[str]:
    text = _lower(piece.strip())
    for several in ("protection", "hexproof"):
        if text.startswith(f"{several} from "):
            kinds = _FROM.split(text.removeprefix(f"{several} from "))
            each = [f"{several} from {kind.removeprefix('from ')}" for kind in kinds]
            return each if all(map(is_keyword, each)) else []
    return [text] if is_keyword(text) else []


def _lower(text: str) -> str:
    """Return a text in lower case, mana symbols apart."""
    parts = _SYMBOLS.split(text)
    return "".join(part if part.startswith("{") else part.lower() for part in parts)


def _read_sentence(sentence: str, face: Face, found: Abilities) -> None:
    plain = _with_tilde(sentence, face.name)
    for pattern, properties in _forms():
        if match := pattern.fullmatch(plain):
            given, note = properties(match, face, found)
            if given is not None:
                found.properties |= given
            if note:
                found.notes.append(f"not understood: {sentence}")
            return
    if _ABOUT_COMBAT.search(sentence) and not _NOT_STATIC.match(sentence):
        found.notes.append(f"not understood: {sentence}")


def _with_tilde(sentence: str, name: str) -> str:
    """Return a sentence with ``~`` in place of the name of its own card, or what stands for it."""
    for own in (name, name.split(",")[0]):
        sentence = sentence.replace(own, "~")
    return _THIS.sub("~", sentence)


Result = tuple[dict[str, Any] | None, bool]


def _fixed(**properties: Any) -> Any:
    return lambda match, face, found: (properties, False)


def _blocks_more(match: re.Match[str], face: Face, found: Abilities) -> Result:
    if match["any"]:
        return {"max_blocks": LIMIT}, False
    number = _NUMBERS.get((match["more"] or match["extra"] or "an").lower())
    return (None, True) if number is None else ({"max_blocks": 1 + number}, False)


def _fewest(match: re.Match[str], face: Face, found: Abilities) -> Result:
    number = _NUMBERS.get(match["number"].lower())
    return (None, True) if number is None else ({"min_blockers": number}, False)


def _unblockable(match: re.Match[str], face: Face, found: Abilities) -> Result:
    found.keywords.append(Keyword.UNBLOCKABLE.value)
    return {}, False


def _everybody(match: re.Match[str], face: Face, found: Abilities) -> Result:
    """Take a sentence about a class of creatures that this one may belong to; it stays noted."""
    which = match["which"] or ""
    if "defender" in which:
        holds = Keyword.DEFENDER.value in found.keywords
    elif "toughness greater than its power" in which:
        numbers = face.printed.get("power", ""), face.printed.get("toughness", "")
        if not all(map(str.isdecimal, numbers)):
            return None, True
        holds = int(numbers[1]) > int(numbers[0])
    else:
        holds = not which
    return ({"assigns": "toughness"} if holds else None), True


@cache
def _forms() -> list[tuple[re.Pattern[str], Any]]:
    """Return the forms of sentences that are known, and what takes each."""
    number = "|".join(_NUMBERS)
    toughness = r"assigns combat damage equal to its toughness rather than its power"
    forms: list[tuple[str, Any]] = [
        (rf"~ {toughness}", _fixed(assigns="toughness")),
        (
            rf"each creature(?: you control)?(?P<which> with [a-z ]+?)? {toughness}",
            _everybody,
        ),
        (r"~ assigns no combat damage", _fixed(assigns="nothing")),
        (
            r"you may have ~ assign its combat damage as though it weren't blocked",
            _fixed(as_though_unblocked=True),
        ),
        (
            r"you may (?:assign ~'s combat damage|have ~ assign its combat damage) divided "
            r"as you choose among defending player and/or any number of creatures they control",
            _fixed(divides_among_defenders=True),
        ),
        (
            rf"~ can block (?:(?P<any>any number of creatures)|an additional "
            rf"(?:(?P<more>{number}) )?creatures?|(?P<extra>{number}) additional creatures?)"
            r"(?: each (?:combat|turn))?",
            _blocks_more,
        ),
        (r"~ can't be blocked", _unblockable),
        (
            rf"~ can't be blocked except by (?P<number>{number}) or more creatures",
            _fewest,
        ),
        (r"~ can't be blocked by more than one creature", _fixed(max_blockers=1)),
        (r"~ attacks each (?:combat|turn) if able", _fixed(must_attack=True)),
        (r"~ blocks each (?:combat|turn) if able", _fixed(must_block=True)),
        (
            r"~ attacks or blocks each (?:combat|turn) if able",
            _fixed(must_attack=True, must_block=True),
        ),
        (r"~ can't attack", _fixed(cant_attack=True)),
        (r"~ can't block", _fixed(cant_block=True)),
        (r"~ can't attack or block", _fixed(cant_attack=True, cant_block=True)),
        (
            r"prevent all (?:combat )?damage that would be dealt to ~",
            _fixed(prevent="all"),
        ),
        (r"prevent all (?:combat )?damage that would be dealt by ~", _fixed(deals=0)),
        (
            r"prevent all (?:combat )?damage that would be dealt to and dealt by ~",
            _fixed(prevent="all", deals=0),
        ),
    ]
    return [(re.compile(form + r"\.?", re.IGNORECASE), take) for form, take in forms]
