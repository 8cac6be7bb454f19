"""Reading a combat from whatever says it: a document, JSON text, the short notation, a file."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.combat import Combat
from engine.faults import DocumentError, Fault


def read_combat(source: Mapping[str, Any] | str | Path) -> Combat:
    """Read a combat from a document or from the short notation.

    Parameters
    ----------
    source
        The document as a dict or as JSON text, the short notation (`engine.notation`), or the path
        of a file that holds either.

    Raises
    ------
    DocumentError
        With every fault that was found.
    """
    if isinstance(source, Path):
        try:
            source = source.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError, ValueError) as error:
            raise DocumentError([Fault("", f"cannot read {source}: {error}")]) from error
    if isinstance(source, str):
        if not source.lstrip().startswith(("{", "[")):
            from engine.notation import parse

            return parse(source)
        from engine.json_text import parse_json

        source = parse_json(source)
    from engine.document import read_document  # loads pydantic, which the notation does not need

    return read_document(source)
