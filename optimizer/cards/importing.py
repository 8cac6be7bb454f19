"""Putting a publisher's cards into the store: a new file that takes the old one's place at the end.

Whatever goes wrong before, the old store stays as it is.
"""

import json
import os
import sqlite3
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine import card_store
from engine.cards import plain_name
from engine.faults import DocumentError, Fault
from optimizer.cards import abilities
from optimizer.cards.faces import Face, Left
from optimizer.cards.files import read_faces


@dataclass(frozen=True)
class Imported:
    """What an import has done.

    Attributes
    ----------
    kinds
        How many faces there are of each kind.
    left_out
        How many records were left out, by reason.
    without_number
        How many permanents have a printed number that is none, such as ``*``.
    with_notes
        How many faces have something about combat in their text that is not understood.
    """

    source: str
    place: Path
    kinds: Mapping[str, int]
    left_out: Mapping[str, int]
    without_number: int
    with_notes: int

    @property
    def faces(self) -> int:
        """How many faces are in the store."""
        return sum(self.kinds.values())

    def to_document(self) -> dict[str, object]:
        """Return it as a JSON object."""
        return {
            "source": self.source,
            "store": str(self.place),
            "cards": self.faces,
            "kinds": dict(self.kinds),
            "left_out": dict(self.left_out),
            "without_number": self.without_number,
            "not_understood": self.with_notes,
        }


def import_cards(
    path: Path, place: Path | None = None, show: Callable[[int], None] = lambda done: None
) -> Imported:
    """Put the cards of a file into the store, in place of those that are there.

    Parameters
    ----------
    path
        See `optimizer.cards.files.read_faces`.
    place
        Where the store is; None means the usual place.
    show
        Is told how many bytes of the file have been read.

    Raises
    ------
    DocumentError
        If the file is at fault or the store cannot be written; the store is then as it was.
    """
    place = store_place(place)
    source, faces = read_faces(path, show)
    with replacing(place) as new, closing(sqlite3.connect(new)) as connection:
        try:
            imported = _Writing(connection, source, place).all(faces)
        except sqlite3.Error as error:
            what = f"cannot write the card store {place}: {error}"
            raise DocumentError([Fault("", what)]) from error
    return imported


def store_place(place: Path | None) -> Path:
    """Return where the store is.

    Raises
    ------
    DocumentError
        If nobody says it.
    """
    found = place or card_store.place()
    if found is None:
        what = f"say in the environment variable {card_store.VARIABLE} where the cards are kept"
        raise DocumentError([Fault("", what)])
    return found


@contextmanager
def replacing(place: Path) -> Iterator[Path]:
    """Give a new file to be written, which takes a place if all goes well and else is gone."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f"{place.name}.", dir=place.parent)
        os.close(handle)
    except OSError as error:
        what = f"cannot write {place}: {error.strerror}"
        raise DocumentError([Fault("", what)]) from error
    new = Path(name)
    try:
        yield new
        try:
            new.replace(place)
        except OSError as error:
            what = f"cannot write {place}: {error.strerror}"
            raise DocumentError([Fault("", what)]) from error
    finally:
        new.unlink(missing_ok=True)


class _Writing:
    """Fills a new store."""

    def __init__(self, connection: sqlite3.Connection, source: str, place: Path) -> None:
        self.connection = connection
        self.source = source
        self.place = place
        self.taken: dict[str, bool] = {}  # whether it is a whole card's
        self.full: dict[str, int] = {}
        self.number = 0
        self.kinds: Counter[str] = Counter()
        self.left_out: Counter[str] = Counter()
        self.without_number = self.with_notes = 0

    def all(self, faces: Iterator[Face | Left]) -> Imported:
        # The file is new and is thrown away if anything fails: no journal is needed.
        self.connection.execute("PRAGMA journal_mode = OFF")
        self.connection.execute("PRAGMA synchronous = OFF")
        self.connection.executescript(card_store.SCHEMA)
        for face in faces:
            if isinstance(face, Left):
                self.left_out[face.reason] += 1
            elif self._is_taken(face):
                self.left_out["further versions with the same name"] += 1
            else:
                self._write(face)
        if not self.number:
            raise DocumentError([Fault("", "there is no card in the file")])
        for name, number in self.full.items():
            self._name(name, number, is_whole=False)
        meta = {
            "format": str(card_store.FORMAT),
            "source": self.source,
            "cards": str(self.number),
        }
        self.connection.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
        self.connection.commit()
        return Imported(
            self.source, self.place, dict(self.kinds), dict(self.left_out),
            self.without_number, self.with_notes,
        )  # fmt: skip

    def _is_taken(self, face: Face) -> bool:
        """Say whether its name is another's; a whole card takes the name of a mere face."""
        by_whole = self.taken.get(plain_name(face.name))
        return by_whole is not None and (by_whole or not face.is_whole)

    def _write(self, face: Face) -> None:
        self.number += 1
        read = abilities.read(face)
        numberless = list(_numberless(face))
        notes = list(dict.fromkeys((*numberless, *read.notes)))
        self.kinds[face.kind] += 1
        self.without_number += bool(numberless)
        self.with_notes += bool(read.notes)
        details = {
            "types": face.types,
            "keywords": read.keywords,
            "properties": read.properties,
            "cycling": [(each.cost, each.kind) for each in read.cycling],
            "foretell": read.foretell,
            "notes": notes,
            "full_name": face.full_name,
            "gives": read.gives,
        }
        numbers = (face.printed.get(key) for key in ("power", "toughness", "loyalty", "defense"))
        self.connection.execute(
            f"INSERT INTO cards (id, {', '.join(card_store.COLUMNS)}) "
            f"VALUES ({', '.join('?' * (1 + len(card_store.COLUMNS)))})",
            (
                self.number, face.name, face.kind, face.mana_cost, face.face_value, *numbers,
                face.colors, json.dumps(details, ensure_ascii=False),
            ),
        )  # fmt: skip
        self._name(face.name, self.number, is_whole=face.is_whole)
        self.full.setdefault(face.full_name, self.number)

    def _name(self, name: str, number: int, *, is_whole: bool) -> None:
        """Have a card found by a name, with its accents or without."""
        plain = plain_name(name).replace("\u00e6", "ae")
        bare = "".join(
            letter for letter in unicodedata.normalize("NFKD", plain) if letter.isascii()
        )
        for each in dict.fromkeys((plain_name(name), plain, bare)):
            if each and (each not in self.taken or (is_whole and not self.taken[each])):
                self.taken[each] = is_whole
                self.connection.execute(
                    "INSERT OR REPLACE INTO names VALUES (?, ?)", (each, number)
                )


def _numberless(face: Face) -> Iterator[str]:
    for key, printed in face.printed.items():
        if not printed.removeprefix("-").isdecimal():
            yield f"{key} {printed}: to be given where the card is used"
