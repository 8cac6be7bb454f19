"""Fetching card data from its publisher, at the addresses that the publisher documents.

Scryfall's list of bulk data says where the file of the day is; MTGJSON's file has a fixed address
and its SHA-256 in another beside it. A download is written to a file of its own first: one that is
interrupted, too short or not what it should be changes nothing.
"""

import hashlib
import http.client
import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from engine.faults import DocumentError, Fault
from optimizer.cards.files import MTGJSON, SCRYFALL
from optimizer.cards.importing import Imported, import_cards, store_place

ADDRESSES = {
    SCRYFALL: "https://api.scryfall.com/bulk-data",
    MTGJSON: "https://mtgjson.com/api/v5/AtomicCards.json.xz",
}
"""Where the publishers say that their data are."""

_ORACLE = "oracle_cards"
_BLOCK = 1 << 18
_SECONDS_OF_SILENCE = 60
_MOST_BYTES_OF_TEXT = 1 << 20

Show = Callable[[str, int, int | None], None]
"""Is told what is being done, how many bytes of it are done, and of how many if that is known."""


def update_cards(
    source: str,
    address: str | None = None,
    place: Path | None = None,
    show: Show = lambda what, done, total: None,
) -> Imported:
    """Fetch a publisher's cards and put them into the store.

    Parameters
    ----------
    source
        One of `ADDRESSES`.
    address
        Where to ask instead, at a mirror for instance.
    place
        Where the store is; None means the usual place.

    Raises
    ------
    DocumentError
        If the data cannot be fetched or are not what they should be; the store is then as it was.
    """
    address = address or ADDRESSES[source]
    place = store_place(place)
    checksum = None
    if source == SCRYFALL:
        address = _address_of_oracle_cards(address)
    else:
        words = _text(f"{address}.sha256").split()
        checksum = words[0].lower() if words else ""
    with _beside(place) as download:
        _download(address, download, checksum, show)
        size = download.stat().st_size
        return import_cards(download, place, lambda done: show("reading", done, size))


@contextmanager
def _beside(place: Path) -> Iterator[Path]:
    """Give a place on the same disk for a download, which is gone afterwards."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f"{place.name}.", dir=place.parent) as directory:
            yield Path(directory) / "download"
    except OSError as error:
        what = f"cannot write beside {place}: {error.strerror}"
        raise DocumentError([Fault("", what)]) from error


def _address_of_oracle_cards(address: str) -> str:
    """Ask Scryfall's list of bulk data where the oracle cards are."""
    text = _text(address)
    try:
        listed = json.loads(text)["data"]
        found = next(entry["download_uri"] for entry in listed if entry.get("type") == _ORACLE)
    except (ValueError, KeyError, TypeError, AttributeError, StopIteration):
        what = f"{address} does not say where the bulk data {_ORACLE!r} are"
        raise DocumentError([Fault("", what)]) from None
    return str(found)


def _text(address: str) -> str:
    with closing(_open(address)) as answer:
        return str(answer.read(_MOST_BYTES_OF_TEXT).decode("utf-8", "replace"))


def _download(address: str, place: Path, checksum: str | None, show: Show) -> None:
    digest = hashlib.sha256()
    done = 0
    with closing(_open(address)) as answer, place.open("wb") as file:
        length = answer.headers.get("Content-Length")
        total = int(length) if length and length.isdecimal() else None
        try:
            while block := answer.read(_BLOCK):
                file.write(block)
                digest.update(block)
                done += len(block)
                show("fetching", done, total)
        except (OSError, http.client.HTTPException) as error:
            raise _failed(address, f"interrupted after {done:,} bytes: {error}") from error
    if total is not None and done != total:
        raise _failed(address, f"interrupted after {done:,} of {total:,} bytes")
    if checksum is not None and checksum != digest.hexdigest():
        raise _failed(address, "its SHA-256 is not the one that the publisher gives")


def _open(address: str) -> Any:
    if urlsplit(address).scheme not in ("http", "https"):
        raise _failed(address, "no address of the web")
    # Scryfall asks every program to say who it is and what it takes.
    headers = {"User-Agent": f"overrun/{_version()}", "Accept": "application/json;q=0.9,*/*;q=0.8"}
    try:
        return urlopen(Request(address, headers=headers), timeout=_SECONDS_OF_SILENCE)
    except HTTPError as error:
        with error:
            raise _failed(address, f"status {error.code} {error.reason}") from None
    except (URLError, OSError, http.client.HTTPException, ValueError) as error:
        raise _failed(address, str(getattr(error, "reason", error))) from error


def _failed(address: str, reason: str) -> DocumentError:
    return DocumentError([Fault("", f"cannot fetch {address}: {reason}; the cards stay as before")])


def _version() -> str:
    try:
        return version("overrun")
    except PackageNotFoundError:
        return "0"
