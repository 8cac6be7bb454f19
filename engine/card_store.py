"""The store of imported cards: an SQLite file, read only here; `optimizer.cards` writes it.

It stands where the environment variable ``OVERRUN_CARDS`` says, else with the user's data. A file
that was replaced is noticed at the next look-up. Nothing is opened where there is no file.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.card import Card, plain_name, printed_card
from engine.faults import DocumentError, Fault

if TYPE_CHECKING:
    import sqlite3

VARIABLE = "OVERRUN_CARDS"
"""The environment variable that says where the store is."""

FORMAT = 1
"""Raised when the tables change; a store of another format has to be imported again."""

SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE cards (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, mana_cost TEXT NOT NULL,
    face_value INTEGER, power TEXT, toughness TEXT, loyalty TEXT, defense TEXT,
    colors TEXT NOT NULL, details TEXT NOT NULL
);
CREATE TABLE names (plain TEXT PRIMARY KEY, card INTEGER NOT NULL) WITHOUT ROWID;
"""
"""`details` is a JSON object: the whole card's name, types, keywords and the like."""

COLUMNS = (
    "name", "kind", "mana_cost", "face_value", "power", "toughness", "loyalty", "defense",
    "colors", "details",
)  # fmt: skip
"""The columns of a card that are written."""

OTHER = "other"
"""The kind of a card that is nothing in combat."""

_REMEMBERED = 4096


@dataclass(frozen=True, slots=True)
class Cycling:
    """A cycling ability (702.29).

    Attributes
    ----------
    cost
        As it is printed: ``{2}``, or words such as ``Pay 2 life``.
    kind
        What a typecycling ability searches for, such as ``basic land`` or ``forest``; empty for
        cycling itself.
    """

    cost: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class CardInHand:
    """What is known of a card that somebody holds.

    Attributes
    ----------
    types
        Lower case, the types other than creature, planeswalker and battle, then the subtypes.
    foretell
        The cost of casting it once it is foretold (702.143); None if it has no foretell.
    """

    name: str
    mana_cost: str
    types: tuple[str, ...]
    cycling: tuple[Cycling, ...] = ()
    foretell: str | None = None


@dataclass(frozen=True, slots=True)
class StoredCard:
    """A card, or a face of one, as it was imported.

    Attributes
    ----------
    card
        What it is in combat; None if it is nothing there.
    printed
        Power, toughness, loyalty and defense as they are printed, where they are: ``1+*``.
    types
        Lower case, as `engine.card.Card` has them; of a card that is nothing in combat too.
    cycling, foretell
        What can be done with it in hand.
    notes
        What of it was not understood, a sentence each.
    full_name
        The name of the whole card, its faces separated by ``//``.
    gives
        Power, toughness and keywords that an aura or equipment gives, if that is all it does.
    """

    name: str
    card: Card | None
    mana_cost: str
    printed: Mapping[str, str]
    types: tuple[str, ...]
    cycling: tuple[Cycling, ...]
    foretell: str | None
    notes: tuple[str, ...]
    full_name: str
    gives: Mapping[str, Any] | None


def place() -> Path | None:
    """Return where the store is or would be; None if nobody says where a user's data belong."""
    if said := os.environ.get(VARIABLE):
        return Path(said)
    return _place_of_user()


@cache
def _place_of_user() -> Path | None:
    try:
        from platformdirs import user_data_path
    except ImportError:
        return None
    return user_data_path("overrun", appauthor=False) / "cards.sqlite"


def exists() -> bool:
    """Say whether there is a store."""
    return _stamp() is not None


def find(name: str) -> StoredCard | None:
    """Return the card of this name, or None if there is none in the store.

    Raises
    ------
    DocumentError
        If the store cannot be read.
    """
    stamp = _stamp()
    return _find(stamp, plain_name(name)) if stamp else None


def find_card(plain: str) -> Card | None:
    """Return what the card of a name in plain form is in combat."""
    stamp = _stamp()
    found = _find(stamp, plain) if stamp else None
    return found.card if found else None


def names(*, every: bool = False) -> tuple[str, ...]:
    """Return the names of all stored cards that are something in combat, or of every one."""
    stamp = _stamp()
    return _names(stamp, every) if stamp else ()


def meta() -> Mapping[str, str]:
    """Return what the store says of itself: where its cards come from, how many there are."""
    stamp = _stamp()
    if stamp is None:
        return {}
    with _opened(stamp) as connection:
        return dict(connection.execute("SELECT key, value FROM meta"))


Stamp = tuple[str, int, int, int]
"""A file and what changes when it is replaced."""


def _stamp() -> Stamp | None:
    path = place()
    if path is None:
        return None
    try:
        status = os.stat(path)
    except OSError:
        return None
    return str(path), status.st_ino, status.st_mtime_ns, status.st_size


@lru_cache(maxsize=_REMEMBERED)
def _find(stamp: Stamp, plain: str) -> StoredCard | None:
    with _opened(stamp) as connection:
        row = connection.execute(
            f"SELECT {', '.join(COLUMNS)} FROM names JOIN cards ON cards.id = names.card "
            "WHERE plain = ?",
            (plain,),
        ).fetchone()
    return None if row is None else _stored(dict(zip(COLUMNS, row, strict=True)))


@lru_cache(maxsize=2)
def _names(stamp: Stamp, every: bool) -> tuple[str, ...]:
    left_out = "" if every else OTHER
    with _opened(stamp) as connection:
        rows = connection.execute("SELECT name FROM cards WHERE kind != ?", (left_out,))
        return tuple(name for (name,) in rows)


@contextmanager
def _opened(stamp: Stamp) -> "Iterator[sqlite3.Connection]":
    """Open the store for reading; a connection of its own for each look-up suits every thread."""
    import sqlite3

    path = stamp[0]
    try:
        uri = f"{Path(path).absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            found = connection.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
            if found != (str(FORMAT),):
                what = "is of another version of this program; import the cards again"
                raise DocumentError([Fault("", f"the card store {path} {what}")])
            yield connection
    except sqlite3.Error as error:
        what = f"cannot read the card store {path}: {error}; import the cards again"
        raise DocumentError([Fault("", what)]) from error


def _stored(row: Mapping[str, Any]) -> StoredCard:
    details = json.loads(row["details"])
    card = None
    if row["kind"] != OTHER:
        card = printed_card(
            row,
            types=tuple(details["types"]),
            keywords=tuple(details["keywords"]),
            properties=tuple(details["properties"].items()),
            face_value=row["face_value"],
        )
    numbers = ("power", "toughness", "loyalty", "defense")
    return StoredCard(
        name=row["name"],
        card=card,
        mana_cost=row["mana_cost"],
        printed={key: row[key] for key in numbers if row[key] is not None},
        types=tuple(details["types"]),
        cycling=tuple(Cycling(*each) for each in details["cycling"]),
        foretell=details["foretell"],
        notes=tuple(details["notes"]),
        full_name=details["full_name"],
        gives=details["gives"],
    )
