"""A face of a card as its publisher describes it, the same for every publisher."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

CARD_TYPES = frozenset(
    (
        "artifact", "battle", "conspiracy", "creature", "dungeon", "enchantment", "instant",
        "kindred", "land", "phenomenon", "plane", "planeswalker", "scheme", "sorcery", "tribal",
        "vanguard",
    )
)  # fmt: skip
"""The words of a type line that are card types; the others before the dash are supertypes."""

LEFT = {
    "token": "tokens",
    "double_faced_token": "tokens",
    "emblem": "emblems",
    "art_series": "art cards",
    "planar": "planes and phenomena",
    "scheme": "schemes",
    "vanguard": "vanguards",
}
"""Layouts that are no cards to play with, or of which many have one name; publishers agree."""

BACK_HAS_VALUE_OF_FRONT = ("transform", "meld")
"""Layouts whose back has the mana value of the front."""

_TWO_WORDS = re.compile(r"\btime lord\b")


@dataclass(frozen=True)
class Face:
    """What is printed on a face, or on a card that has only one.

    Attributes
    ----------
    full_name
        The name of the whole card, its faces separated by ``//``.
    text
        The rules text; None if the publisher gives none.
    listed
        The keywords that the publisher lists, as listed; of the whole card, not of this face.
    printed
        Power, toughness, loyalty and defense as printed, those that there are.
    face_value
        Its mana value, if that is another face's (202.3b).
    """

    name: str
    full_name: str
    type_line: str
    mana_cost: str = ""
    text: str | None = None
    listed: tuple[str, ...] = ()
    colors: str = ""
    printed: dict[str, str] = field(default_factory=dict)
    face_value: int | None = None

    @property
    def is_whole(self) -> bool:
        """Whether the card has this face only."""
        return self.name == self.full_name

    @property
    def kind(self) -> str:
        """What it is in combat; a vehicle counts as the creature that it is when it is crewed."""
        words = self._words()
        for kind in ("creature", "planeswalker", "battle"):
            if kind in words:
                return kind
        return "creature" if "power" in self.printed and "toughness" in self.printed else "other"

    @property
    def types(self) -> tuple[str, ...]:
        """The card types other than its kind, then the subtypes; lower case, no supertypes."""
        front, _, subtypes = self._line().partition("\u2014")
        cards = [word for word in front.split() if word in CARD_TYPES and word != self.kind]
        joined = _TWO_WORDS.sub("time\u00a0lord", subtypes)
        return (*cards, *(word.replace("\u00a0", " ") for word in joined.split(" ") if word))

    def _words(self) -> set[str]:
        return set(self._line().partition("\u2014")[0].split())

    def _line(self) -> str:
        return self.type_line.lower()


@dataclass(frozen=True)
class Left:
    """A record that is no card to be kept, and why."""

    name: str
    reason: str


def text_of(record: dict[str, Any], key: str) -> str:
    """Return a text of a record; empty if it is not there."""
    value = record.get(key)
    return value if isinstance(value, str) else ""


def numbers_of(record: dict[str, Any]) -> dict[str, str]:
    """Return the numbers that are printed, as they are printed."""
    keys = ("power", "toughness", "loyalty", "defense")
    return {key: str(record[key]) for key in keys if record.get(key) is not None}


def colors_of(*lists: Any) -> str:
    """Return the letters of the first list of colors there is, in the order of the rules."""
    found = next((each for each in lists if isinstance(each, list)), [])
    return "".join(letter for letter in "WUBRG" if letter in found)


def each_text(value: Any) -> Iterator[str]:
    """Yield the texts of a list."""
    yield from (each for each in value or () if isinstance(each, str))
