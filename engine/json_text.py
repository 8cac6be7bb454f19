"""JSON text, in which nothing is silently lost."""

import json
from collections import Counter
from typing import Any

from engine.faults import DocumentError, Fault


def parse_json(text: str) -> Any:
    """Parse JSON text; a repeated key is a fault, as JSON would silently keep the last.

    Raises
    ------
    DocumentError
        If the text is no JSON.
    """

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            faults.extend(
                Fault(name, f"the key {name!r} is given more than once in one object")
                for name, times in Counter(name for name, _ in pairs).items()
                if times > 1
            )
        return found

    def refuse(constant: str) -> None:  # Python would take it
        raise ValueError(f"{constant} is no number of JSON")

    faults: list[Fault] = []
    try:
        data = json.loads(text, object_pairs_hook=unique, parse_constant=refuse)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise DocumentError([Fault(place, f"this is no JSON: {error.msg}")]) from error
    except (ValueError, RecursionError) as error:
        raise DocumentError([Fault("", f"this is no usable JSON: {error}")]) from error
    if faults:
        raise DocumentError(faults)
    return data
