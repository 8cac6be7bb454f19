"""Names of cards in the short notation: where one ends and the words after it begin."""

from collections.abc import Sequence

from engine.cards import Card, find_card, find_longest
from engine.notation_cursor import words_of
from engine.notation_words import (
    COUNT,
    POWER_TOUGHNESS,
    WORDS_AHEAD,
    Kind,
    Token,
    keyword_at,
    property_at,
)

_LONGEST_CARD_NAME = 12  # in tokens; the names of real creatures end earlier


def card_at(tokens: Sequence[Token]) -> tuple[Card, int] | None:
    """Return the card with the longest name that the tokens begin with, and how many it takes.

    The imported cards are looked at only where the cards of the table leave a word unexplained.
    """
    if tokens and tokens[0].kind == "quoted":
        card = find_card(tokens[0].text)
        return (card, 1) if card else None
    names = names_at(tokens)
    found = find_longest(names, imported=False)
    if found and (found[1] == len(names) or not _is_strange(tokens[found[1] :])):
        return found
    longer = find_longest(names, imported=True)
    return longer if longer and longer[1] > (found[1] if found else 0) else found


def names_at(tokens: Sequence[Token]) -> list[str]:
    """Return the names that tokens may begin with: of one token, of two, and so on."""
    names: list[str] = []
    for token in tokens[:_LONGEST_CARD_NAME]:
        if token.kind == "word":
            names.append(f"{names[-1]} {token.text}" if names else token.text)
        elif names and token.text == ",":
            names.append(names[-1] + ",")
        else:
            break
    return names


def up_to_property(tokens: Sequence[Token]) -> Sequence[Token]:
    """Leave off keywords and properties after a name: no description begins with a name."""
    for k in range(1, len(tokens)):
        if _is_property(words_of(tokens[k : k + WORDS_AHEAD])):
            return tokens[:k]
    return tokens


def _is_property(words: tuple[str, ...]) -> bool:
    """Say whether words begin with a keyword, a property or a number of copies."""
    return bool(words) and bool(
        keyword_at(words)
        or any(property_at(kind, words) for kind in Kind)
        or COUNT.fullmatch(words[0])
    )


def _is_strange(tokens: Sequence[Token]) -> bool:
    """Say whether tokens begin with a word that is neither of the vocabulary nor a number."""
    words = words_of(tokens)
    return bool(words) and not (
        _is_property(words) or POWER_TOUGHNESS.fullmatch(words[0]) or words[0] == "without"
    )
