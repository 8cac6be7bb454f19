"""Reading a combat from whatever says it: a document, the short notation, a game state, a file."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.combat import Combat
from engine.faults import DocumentError, Fault


def read_combat(source: Mapping[str, Any] | str | Path) -> Combat:
    """Read a combat from a document, the short notation or a game state of Forge's.

    Parameters
    ----------
    source
        The document as a dict or as JSON text, the short notation (`engine.notation`), a game state
        of Forge's (`engine.forge_state`), or the path of a file that holds one of them.

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
        if "=" in source and not source.lstrip().startswith("{"):
            from engine import forge_state

            if forge_state.is_state(source):
                return forge_state.parse(source)
        if not source.lstrip().startswith(("{", "[")):
            from engine.notation import parse

            return parse(source)
        from engine.json_text import parse_json

        source = parse_json(source)
    from engine.document import read_document  # loads pydantic, which the notation does not need

    return read_document(source)
