"""A publisher's file of cards as a stream of faces: packed or not, never all of it in memory."""

import bz2
import gzip
import lzma
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

from engine.faults import DocumentError, Fault
from optimizer.cards import mtgjson, scryfall
from optimizer.cards.faces import Face, Left

SCRYFALL, MTGJSON = "scryfall", "mtgjson"

_PACKED: tuple[tuple[bytes, Callable[[BinaryIO], Any]], ...] = (
    (b"\x1f\x8b", lambda file: gzip.GzipFile(fileobj=file)),
    (b"\xfd7zXZ\x00", lzma.LZMAFile),
    (b"BZh", bz2.BZ2File),
)
_BROKEN = (OSError, EOFError, lzma.LZMAError, zlib.error)
_MARK = b"\xef\xbb\xbf"
_LOOK = 64


class _Counted:
    """A file that says how much of it has been read."""

    def __init__(self, file: BinaryIO, show: Callable[[int], None]) -> None:
        self._file = file
        self._show = show

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self._show(self._file.tell())
        return data

    def seek(self, *args: int) -> int:
        return self._file.seek(*args)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True


def read_faces(
    path: Path, show: Callable[[int], None] = lambda done: None
) -> tuple[str, Iterator[Face | Left]]:
    """Return whose file this is, and a stream of the faces in it.

    Parameters
    ----------
    path
        Scryfall's "oracle cards" or MTGJSON's ``AtomicCards``, as they are or packed (gzip, xz,
        bzip2); its content says which.
    show
        Is told how many bytes of the file have been read.

    Raises
    ------
    DocumentError
        If the file cannot be read or is no such file; from the stream too.
    """
    try:
        import ijson
    except ImportError:
        what = "reading card data needs the package ijson: pip install 'overrun[cards]'"
        raise DocumentError([Fault("", what)]) from None
    try:
        with path.open("rb") as file:
            packed = file.read(8)
            file.seek(0)
            start = _unpacked(file, packed).read(_LOOK).removeprefix(_MARK).lstrip()
    except _BROKEN as error:
        raise _unreadable(path, error) from error
    if start[:1] == b"[":
        return SCRYFALL, _stream(path, show, ijson, _of_scryfall)
    if start[:1] == b"{":
        return MTGJSON, _stream(path, show, ijson, _of_mtgjson)
    what = "is neither Scryfall's bulk data nor MTGJSON's AtomicCards: it is no JSON"
    raise DocumentError([Fault("", f"{path} {what}")])


def _stream(
    path: Path,
    show: Callable[[int], None],
    ijson: Any,
    read: Callable[[Any, BinaryIO], Iterator[Face | Left]],
) -> Iterator[Face | Left]:
    try:
        with path.open("rb") as raw:
            packed = raw.read(8)
            raw.seek(0)
            file = _unpacked(cast(BinaryIO, _Counted(raw, show)), packed)
            yield from read(ijson, _unmarked(file))
    except DocumentError as error:
        faults = (Fault(fault.path, f"{path} {fault.message}") for fault in error.faults)
        raise DocumentError(faults) from error
    except ijson.JSONError as error:
        what = " ".join(str(error).split())[:200]
        raise DocumentError([Fault("", f"{path} is damaged or cut off: {what}")]) from error
    except _BROKEN as error:
        raise _unreadable(path, error) from error


def _unpacked(file: BinaryIO, start: bytes) -> BinaryIO:
    for magic, opened in _PACKED:
        if start.startswith(magic):
            return cast(BinaryIO, opened(file))
    return file


def _unmarked(file: BinaryIO) -> BinaryIO:
    """Skip a byte order mark."""
    if file.read(len(_MARK)) != _MARK:
        file.seek(0)
    return file


def _of_scryfall(ijson: Any, file: BinaryIO) -> Iterator[Face | Left]:
    for record in ijson.items(file, "item", use_float=True):
        if not isinstance(record, dict) or "name" not in record:
            raise DocumentError([Fault("", "is no list of Scryfall's card objects")])
        yield from scryfall.faces(record)


def _of_mtgjson(ijson: Any, file: BinaryIO) -> Iterator[Face | Left]:
    is_empty = True
    for name, records in ijson.kvitems(file, "data", use_float=True):
        is_empty = False
        if not isinstance(records, list):
            what = "is no AtomicCards file of MTGJSON: its data are not lists of cards by name"
            raise DocumentError([Fault("", what)])
        yield from mtgjson.faces(name, records)
    if is_empty:
        what = "is no AtomicCards file of MTGJSON: it has no cards under 'data'"
        raise DocumentError([Fault("", what)])


def _unreadable(path: Path, error: BaseException) -> DocumentError:
    what = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return DocumentError([Fault("", f"cannot read {path}: {what or 'it is cut off'}")])
