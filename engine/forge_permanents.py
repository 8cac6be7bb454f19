"""The permanents in a game state of Forge's: entries such as ``Serra Angel|Tapped|Damage:1``."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engine import card_store
from engine.cards import Card, closest_names, find_card
from engine.colors import COLOR_WORDS, COLORS
from engine.faults import Fault
from engine.keywords import is_keyword
from engine.notation_words import Numbering

_SIZE = re.compile(r"([PM])(\d+)([PM])(\d+)")
_SCRIPT = re.compile(r"([wubrgc]+)_(\d+)_(\d+)_([a-z0-9_]+)")
_COLORS = COLOR_WORDS | {letter.lower(): letter for letter in COLORS}
_CARD_TYPES = frozenset(("artifact", "enchantment", "land", "tribal", "kindred"))
_BASICS = frozenset(
    name for land in ("plains", "island", "swamp", "mountain", "forest", "wastes")
    for name in (land, f"snow-covered {land}")
)  # fmt: skip

# Properties that mean nothing for a combat, or are said by other ones (counters) as well.
_SILENT = frozenset(
    (
        "set", "art", "noetbtrigs", "owner", "exiledwith", "imprinting", "rememberedcards",
        "renowned", "monstrous", "chosencolor", "chosentype", "chosentype2", "chosencards",
        "namedcard", "namedcard2", "foil", "etb",
    )
)  # fmt: skip
_BACK = frozenset(("transformed", "flipped", "modal", "meld"))


@dataclass(frozen=True, slots=True)
class Attachment:
    """What an aura or equipment gives."""

    power: int = 0
    toughness: int = 0
    keywords: tuple[str, ...] = ()


@dataclass
class Permanent:
    """An entry of a battlefield, as far as it is understood.

    Attributes
    ----------
    kind
        ``creature``, ``planeswalker``, ``battle``, or empty for what takes no part in combat.
    number
        The number by which other entries refer to it.
    attacked
        The number of what it attacks; None is the opponent.
    gives
        What it gives the creature that it is attached to, if that is known.
    """

    place: str
    name: str
    controller: str
    id: str = ""
    kind: str = ""
    card: Card | None = None
    number: int | None = None
    keys: dict[str, Any] = field(default_factory=dict)
    power: int = 0
    toughness: int = 0
    counted: int | None = None
    keywords: list[str] = field(default_factory=list)
    attacks: bool = False
    attacked: int | None = None
    attached_to: int | None = None
    gives: Attachment | None = None
    attachments: list[Attachment] = field(default_factory=list)

    def body(self) -> dict[str, Any] | None:
        """Return the object of the combat document; None if it takes no part in combat."""
        if not self.kind:
            return None
        body: dict[str, Any] = {"id": self.id, "controller": self.controller}
        if self.card is not None:
            body["card"] = self.card.name
        if self.kind == "planeswalker":
            return body | ({} if self.counted is None else {"loyalty": self.counted})
        if self.kind == "battle":
            return body | ({} if self.counted is None else {"defense": self.counted})
        body |= self.keys
        power = self.power + sum(each.power for each in self.attachments)
        toughness = self.toughness + sum(each.toughness for each in self.attachments)
        if self.card is None or (power, toughness) != (self.card.power, self.card.toughness):
            body |= {"power": power, "toughness": toughness}
        keywords = self.keywords + [k for each in self.attachments for k in each.keywords]
        if self.card is None or tuple(keywords) != self.card.keywords:
            body["keywords"] = list(dict.fromkeys(keywords))
        return body


class Permanents:
    """Reads battlefields; notes and faults go to the lists of the whole text."""

    def __init__(self, notes: list[str], faults: list[Fault]) -> None:
        self.notes = notes
        self.faults = faults
        self.numbering = Numbering(("human", "ai", *(f"p{k}" for k in range(100))))

    def read(self, place: str, controller: str, value: str) -> Iterator[Permanent]:
        """Yield the permanents of a line."""
        for k, entry in enumerate(value.split(";"), 1):
            name, *properties = (part.strip() for part in entry.split("|"))
            if not name:
                continue
            permanent = Permanent(f"{place}, entry {k} ({name})", name, controller)
            if any(each.lower().startswith("phasedout") for each in properties):
                self._note(permanent, "phased out, so it is left out")
                continue
            if name[:2] in ("t:", "T:"):
                self._token(permanent, name[2:])
            else:
                self._card(permanent, {each.partition(":")[0].lower() for each in properties})
            for each in properties:
                self._property(permanent, each)
            if permanent.kind:
                shown = permanent.card.name if permanent.card else permanent.name
                permanent.id = self.numbering.name(shown)
            elif permanent.attacks:
                what = f"{permanent.name} attacks, and nothing is known of it"
                self.faults.append(Fault(permanent.place, what))
            yield permanent

    # --- what it is -----------------------------------------------------------------------------

    def _card(self, permanent: Permanent, properties: set[str]) -> None:
        name = permanent.name
        if "facedown" in properties:
            # 708.2a: a 2/2 creature without name, types and abilities.
            permanent.kind, permanent.name = "creature", "face-down creature"
            permanent.power = permanent.toughness = 2
            return
        stored = None
        card = find_card(name)
        if card is None or properties & _BACK:
            stored = card_store.find(name)
        if properties & _BACK:
            card = self._back(permanent, stored)
            if card is None:
                return
        if card is None:
            self._nothing(permanent, stored)
            return
        if card.kind == "creature":
            if card.power is None or card.toughness is None:
                what = "its printed power or toughness is no fixed number, so it is left out"
                self._note(permanent, what)
                return
            permanent.power, permanent.toughness = card.power, card.toughness
            permanent.keywords = list(card.keywords)
        permanent.card, permanent.kind = card, card.kind.value

    def _back(self, permanent: Permanent, stored: card_store.StoredCard | None) -> Card | None:
        """Return the other face of a card, which only an imported card has."""
        front, _, back = stored.full_name.partition(" // ") if stored else ("", "", "")
        card = find_card(back if stored and stored.name == front else permanent.name)
        if card is None or not back:
            self._note(permanent, "its other face is not known, so it is left out")
            return None
        return card

    def _nothing(self, permanent: Permanent, stored: card_store.StoredCard | None) -> None:
        """Take what is no creature, planeswalker or battle, or is not known at all."""
        if stored is not None:
            if stored.gives:
                permanent.gives = Attachment(
                    stored.gives["power"], stored.gives["toughness"],
                    tuple(stored.gives["keywords"]),
                )  # fmt: skip
            elif "land" not in stored.types and stored.notes:
                self._note(permanent, "what it does is not played out")
        elif permanent.name.casefold() not in _BASICS:
            near = closest_names(permanent.name, limit=1)
            hint = f" (the closest is {near[0]!r})" if near else ""
            self._note(permanent, f"an unknown card{hint}, so it is left out")

    def _token(self, permanent: Permanent, text: str) -> None:
        """Take a token: ``Soldier,P:1,T:1,...`` or the name of a script, ``w_1_1_soldier``."""
        if match := _SCRIPT.fullmatch(text.strip()):
            permanent.name = match[4].replace("_", " ")
            permanent.power, permanent.toughness = int(match[2]), int(match[3])
            colors = [letter for letter in COLORS if letter.lower() in match[1]]
            self._words(permanent, match[4].split("_"), colors)
            return
        name, *parts = text.split(",")
        given = {key.strip().lower(): value for key, _, value in (p.partition(":") for p in parts)}
        permanent.name = name.strip() or "token"
        types = [word.strip().lower() for word in given.get("types", "").split("-") if word.strip()]
        numbers = (given.get("p", "").strip(), given.get("t", "").strip())
        if "creature" not in types and "vehicle" not in types:
            return
        if not all(re.fullmatch(r"-?\d{1,9}", number) for number in numbers):
            self.faults.append(Fault(permanent.place, "expected P: and T: with numbers"))
            return
        permanent.power, permanent.toughness = map(int, numbers)
        permanent.kind = "creature"
        words = re.findall(r"[a-z]+", given.get("color", "").lower())
        colors = [letter for letter in COLORS if letter in {_COLORS.get(word) for word in words}]
        if "color" not in given:
            colors = [letter for letter in COLORS if letter in given.get("cost", "").upper()]
        self._set_list(permanent, "colors", colors)
        self._set_list(
            permanent, "types", [w for w in types if w not in ("creature", "legendary", "token")]
        )
        for keyword in filter(None, map(str.strip, given.get("keywords", "").split("-"))):
            self._keyword(permanent, keyword.lower().replace(":", " "))

    def _words(self, permanent: Permanent, words: list[str], colors: list[str]) -> None:
        """Take the words of a script's name: types, then keywords."""
        permanent.kind = "creature"
        types: list[str] = []
        while words:
            two = " ".join(words[:2])
            if len(words) > 1 and is_keyword(two):
                permanent.keywords.append(two)
                words = words[2:]
                continue
            word, *words = words
            if is_keyword(word):
                permanent.keywords.append(word)
            else:
                types.append({"a": "artifact", "e": "enchantment"}.get(word, word))
        self._set_list(permanent, "colors", colors)
        self._set_list(permanent, "types", types)
        self._note(permanent, "of its script only the name is read, not what else it can do")

    @staticmethod
    def _set_list(permanent: Permanent, key: str, values: list[str]) -> None:
        if values:
            permanent.keys[key] = values

    # --- its properties -------------------------------------------------------------------------

    def _property(self, permanent: Permanent, text: str) -> None:
        key, _, value = text.partition(":")
        key, value = key.strip().lower(), value.strip()
        if key == "tapped":
            permanent.keys["tapped"] = True
        elif key == "summonsick":
            permanent.keys["summoning_sick"] = True
        elif key == "iscommander":
            permanent.keys["commander"] = True
        elif key == "counters":
            self._counters(permanent, value)
        elif key == "attacking":
            permanent.attacks = True
            permanent.attacked = self._number(permanent, key, value) if value else None
        elif key == "damage":
            if number := self._number(permanent, key, value):
                permanent.keys["damage"] = number
        elif key == "id":
            permanent.number = self._number(permanent, key, value)
        elif key in ("attachedto", "attaching"):
            permanent.attached_to = self._number(permanent, key, value)
        elif key and key not in _SILENT | _BACK and key not in ("facedown", "manifested"):
            self._note(permanent, f"{text!r} is not understood")

    def _number(self, permanent: Permanent, key: str, value: str) -> int | None:
        if re.fullmatch(r"\d{1,9}", value):
            return int(value)
        self.faults.append(Fault(permanent.place, f"{key!r}: expected a number, not {value!r}"))
        return None

    def _counters(self, permanent: Permanent, value: str) -> None:
        for pair in filter(None, value.split(",")):
            name, _, written = (part.strip() for part in pair.partition("="))
            number = self._number(permanent, name, written)
            if number is None:
                continue
            if match := _SIZE.fullmatch(name.upper()):
                signs = {"P": number, "M": -number}
                permanent.power += signs[match[1]] * int(match[2])
                permanent.toughness += signs[match[3]] * int(match[4])
            elif name.upper() in ("LOYALTY", "DEFENSE"):
                permanent.counted = number
            elif name.upper() == "SHIELD":
                permanent.keys["shield_counters"] = number
            elif is_keyword(name.lower().replace("_", " ")):
                self._keyword(permanent, name.lower().replace("_", " "))
            elif permanent.kind:
                self._note(permanent, f"{name.lower()} counters are left out")

    def _keyword(self, permanent: Permanent, keyword: str) -> None:
        if is_keyword(keyword):
            permanent.keywords.append(keyword)
        else:
            self._note(permanent, f"the ability {keyword!r} is not understood")

    def _note(self, permanent: Permanent, what: str) -> None:
        self.notes.append(f"{permanent.place}: {what}")
