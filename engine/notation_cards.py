"""Mana and cards of players in the short notation: ``A: mana GGR hand Giant Growth``."""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from engine.notation_words import Token, quote

if TYPE_CHECKING:
    from engine.resources.cards import Resources
    from engine.resources.mana import Source

_LETTERS = re.compile(r"[WUBRGC]+")
_LONGEST_NAME = 12  # in tokens
_SAID = ("mana", "hand", "foretold", "library", "outside")


def read_mana(token: Token) -> list[Any] | None:
    """Return the sources of mana that a token says, as a document has them; None if it is none.

    A word is so many sources of one mana each: ``GGR``, ``any``. With a ``/``, or in quotation
    marks, it is one source with its alternatives.
    """
    text = token.text
    word = token.kind == "word"
    if word:
        text = "any" if text.lower() == "any" else text.upper()
    alternatives = [one.lower() if one.lower() == "any" else one for one in text.split("/")]
    if not all(one == "any" or _LETTERS.fullmatch(one) for one in alternatives):
        return None
    if len(set(alternatives)) < len(alternatives):
        return None
    if word and len(alternatives) == 1 and text != "any":
        return list(text)
    return [alternatives]


def known_card(tokens: Sequence[Token]) -> tuple[str, int] | None:
    """Return the longest known name that tokens begin with, and how many of them it takes.

    Of what stands in quotation marks the document says whether it is known.
    """
    if tokens[0].kind == "quoted":
        return tokens[0].text, 1
    from engine.resources.table import is_trick

    names: list[str] = []
    for token in tokens[:_LONGEST_NAME]:
        if token.kind == "word":
            names.append(f"{names[-1]} {token.text}" if names else token.text)
        elif names and token.text == ",":
            names.append(names[-1] + ",")
        else:
            break
    for count in range(len(names), 0, -1):
        if is_trick(names[count - 1]):
            return names[count - 1], count
    return None


def unknown_card(name: str) -> str:
    """Say that a name is no card's, with the closest ones."""
    from engine.resources.reading_cards import unknown

    return unknown(name)


def is_sayable(resources: "Resources") -> bool:
    """Say whether the notation can say what a player has: known cards by their names, and mana."""
    from engine.resources.writing import write_resources

    document = write_resources(resources)
    return bool(document) and all(
        key in _SAID and (key == "mana" or all(isinstance(card, str) for card in value))
        for key, value in document.items()
    )


def write_cards(resources: "Resources") -> str:
    """Return the words for what a player has (`is_sayable`)."""
    from engine.resources.writing import write_resources

    words = []
    for are_letters, sources in groupby(resources.mana.sources, _is_letter):
        if are_letters:
            letters = "".join(source.alternatives[0] * source.count for source in sources)
            words.append(f"mana {letters}")
        else:
            words += (f"mana {_word(s)}" for s in sources for _ in range(s.count))
    document = write_resources(resources)
    words += (f"{zone} {quote(name)}" for zone in _SAID[1:] for name in document.get(zone, ()))
    return " ".join(words)


def _is_letter(source: "Source") -> bool:
    return len(source.alternatives) == 1 and len(source.alternatives[0]) == 1


def _word(source: "Source") -> str:
    made = "/".join(source.alternatives)
    return made if "/" in made or made == "any" else quote(made)
