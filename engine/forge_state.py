"""Forge's game state text -> `Combat`: the ``[state]`` part of a puzzle, or a developer's dump.

The text has a line for each thing: ``humanlife=20``, ``activeplayer=human``,
``aibattlefield=...``. A battlefield is a list of entries separated by ``;``, an entry a card's name
(or ``t:`` and a token) and properties separated by ``|``:
``Serra Angel|Tapped|Counters:P1P1=2|Damage:1|Attacking``. Keys may be in any case; lines that begin
with ``#`` are comments. The players are ``human`` and ``ai``, or ``p0``, ``p1``, ... It never says
who blocks.

A combat needs less than a game has, and a text may say what a combat has no place for: what was not
understood or left out stands in `Combat.notes`, a sentence each.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from engine.combat import Combat
from engine.faults import DocumentError, Fault
from engine.forge_permanents import Attachment, Permanent, Permanents
from engine.notation_draft import read_sound

_SECTION = re.compile(r"\[\s*(\w+)\s*\]")
_LINE = re.compile(r"\s*(\w+)\s*=(.*)", re.DOTALL)
_PLAYER = re.compile(r"(human|ai|p\d{1,2})([a-z]+)")
_BEGINS = re.compile(
    r"^[ \t\ufeff]*(?:\[[ \t]*(?:state|metadata)[ \t]*\]"
    r"|(?:human|ai|p\d{1,2})(?:life|battlefield|play|counters|hand|library|graveyard|exile|command)"
    r"[ \t]*=|active(?:player|phase)[ \t]*=)",
    re.IGNORECASE | re.MULTILINE,
)
_DEFAULT_LIFE = 20

_GAME = frozenset(("turn", "activephase", "activephaseadvance", "removesummoningsickness"))
# What a player has besides, and what a combat does not ask for.
_BESIDES = frozenset(
    (
        "library", "graveyard", "exile", "command", "sideboard", "landsplayed",
        "landsplayedlastturn", "numringtemptedyou", "startingplayer",
    )
)  # fmt: skip
_SAID_TO_BE_LEFT_OUT = {
    "hand": "cards in hand",
    "manapool": "mana in the pool",
    "persistentmana": "mana in the pool",
    "precast": "spells that are cast first",
    "putonstack": "spells on the stack",
    "speed": "speed",
}


def is_state(text: str) -> bool:
    """Say whether a text is a game state of Forge's, by its content."""
    return _BEGINS.search(text) is not None


@dataclass
class _Player:
    id: str
    life: int | None = None
    poison: int = 0
    permanents: list[Permanent] = field(default_factory=list)


def parse(text: str) -> Combat:
    """Read a combat from a game state of Forge's.

    Parameters
    ----------
    text
        See the module's docstring.

    Raises
    ------
    DocumentError
        With every fault that was found; the path is the line, such as ``line 7``.
    """
    return _Reading(text).combat()


class _Reading:
    def __init__(self, text: str) -> None:
        self.notes: list[str] = []
        self.faults: list[Fault] = []
        self.lines = list(_state_lines(text))
        numbered = any(
            (match := _PLAYER.fullmatch(key)) and match[1].startswith("p")
            for _, key, _ in self.lines
        )
        self.names = ("p0", "p1") if numbered else ("human", "ai")
        self.players = {name: _Player(name) for name in self.names}
        self.active: str | None = None
        self.permanents = Permanents(self.notes, self.faults)
        self.sick_is_removed = False

    def combat(self) -> Combat:
        """Read line by line, then put the document together."""
        for number, key, value in self.lines:
            self._line(f"line {number}", key, value.strip())
        if self.faults:
            raise DocumentError(self.faults)
        if self.active is None:
            self.active = self.names[0]
            self.notes.append(f"no active player is given: {self.active} is taken")
        document, places = self._document(self.active)
        if self.faults:
            raise DocumentError(self.faults)
        try:
            combat = read_sound(document)
        except DocumentError as error:
            raise DocumentError([_placed(fault, places) for fault in error.faults]) from None
        return replace(combat, notes=tuple(self.notes))

    def _line(self, place: str, key: str, value: str) -> None:
        if key == "activeplayer":
            self._active(place, value.lower())
        elif key == "removesummoningsickness":
            self.sick_is_removed = value.lower() == "true"
        elif key in _GAME or key.startswith("ability"):
            pass
        elif match := _PLAYER.fullmatch(key):
            name = self._name(match[1])
            player = self.players.setdefault(name, _Player(name))
            self._of_player(place, player, match[2], value)
        else:
            self.notes.append(f"{place}: {key!r} is not understood")

    def _name(self, written: str) -> str:
        """Return the id of a player: a file may mix both ways of writing the first two."""
        both = {"human": 0, "p0": 0, "ai": 1, "p1": 1}
        return self.names[both[written]] if written in both else written

    def _active(self, place: str, value: str) -> None:
        if re.fullmatch(r"human|ai|p\d{1,2}", value):
            self.active = self._name(value)
            self.players.setdefault(self.active, _Player(self.active))
        elif value not in ("", "none"):
            self.faults.append(Fault(place, f"there is no player {value!r}; expected human or ai"))

    def _of_player(self, place: str, player: _Player, what: str, value: str) -> None:
        if what == "life":
            if re.fullmatch(r"-?\d{1,9}", value):
                player.life = int(value)
            else:
                self.faults.append(Fault(place, f"expected a number, not {value!r}"))
        elif what == "counters":
            self._counters(place, player, value)
        elif what in ("battlefield", "play"):
            player.permanents += self.permanents.read(place, player.id, value)
        elif what in _SAID_TO_BE_LEFT_OUT:
            if value:
                self.notes.append(f"{place}: {_SAID_TO_BE_LEFT_OUT[what]} are left out: {value}")
        elif what not in _BESIDES:
            self.notes.append(f"{place}: {player.id}'s {what!r} is not understood")

    def _counters(self, place: str, player: _Player, value: str) -> None:
        for pair in filter(None, value.split(",")):
            name, _, number = (part.strip() for part in pair.partition("="))
            if not re.fullmatch(r"\d{1,9}", number):
                self.faults.append(Fault(place, f"expected a counter and a number, not {pair!r}"))
            elif name.upper() == "POISON":
                player.poison = int(number)
            else:
                self.notes.append(f"{place}: {name.lower()} counters of {player.id} are left out")

    # --- the document ---------------------------------------------------------------------------

    def _document(self, active: str) -> tuple[dict[str, Any], dict[str, str]]:
        """Return the combat document, and the place in the text of each of its objects."""
        everything = [each for player in self.players.values() for each in player.permanents]
        by_number = {each.number: each for each in everything if each.number is not None}
        places: dict[str, str] = {}
        lists: dict[str, list[dict[str, Any]]] = {
            "creatures": [], "planeswalkers": [], "battles": [],
        }  # fmt: skip
        for permanent in everything:
            if permanent.attached_to is not None:
                self._attach(permanent, by_number)
        opponents = [name for name in self.players if name != active]
        for permanent in everything:
            body = permanent.body()
            if body is None:
                continue
            if permanent.kind == "battle":
                others = [name for name in self.players if name != body["controller"]]
                body["protector"] = others[0]
            if permanent.attacks:
                body["attacking"] = self._attacked(permanent, by_number, opponents[0])
            if self.sick_is_removed:
                body.pop("summoning_sick", None)
            listed = lists[f"{permanent.kind}s"]
            places[f"{permanent.kind}s[{len(listed)}]"] = permanent.place
            listed.append(body)
        players = {}
        for player in self.players.values():
            if player.life is None:
                self.notes.append(f"the life of {player.id} is not given: {_DEFAULT_LIFE} is taken")
            life = _DEFAULT_LIFE if player.life is None else player.life
            players[player.id] = {"life": life} | (
                {"poison": player.poison} if player.poison else {}
            )
        document = {"version": 1, "active_player": active, "players": players}
        return document | {key: value for key, value in lists.items() if value}, places

    def _attacked(
        self, permanent: Permanent, by_number: dict[int, Permanent], opponent: str
    ) -> str:
        if permanent.attacked is None:
            return opponent
        target = by_number.get(permanent.attacked)
        if target is None or target.body() is None:
            what = f"nothing that can be attacked has the Id {permanent.attacked}"
            self.faults.append(Fault(permanent.place, what, "508.1b"))
            return opponent
        return target.id

    def _attach(self, permanent: Permanent, by_number: dict[int, Permanent]) -> None:
        host = by_number.get(permanent.attached_to or 0)
        if host is None:
            what = f"{permanent.name} is attached to nothing that is there"
            self.notes.append(f"{permanent.place}: {what}")
            return
        gives: Attachment | None = permanent.gives
        if gives is None:
            what = f"what {permanent.name} gives {host.name} is not known and left out"
            self.notes.append(f"{permanent.place}: {what}")
        else:
            host.attachments.append(gives)


def _state_lines(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield number, key and value of the lines of the state, keys in lower case."""
    section = "state"
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if line.lstrip().startswith("#"):
            continue
        if match := _SECTION.fullmatch(line.strip()):
            section = match[1].lower()
        elif section == "state" and (match := _LINE.fullmatch(line)):
            yield number, match[1].lower(), match[2]


def _placed(fault: Fault, places: dict[str, str]) -> Fault:
    """Return a fault of the document with its place in the text."""
    head, dot, rest = fault.path.partition(".")
    if head in places:
        what = f"{rest}: {fault.message}" if dot else fault.message
        return Fault(places[head], what, fault.rule)
    return fault
