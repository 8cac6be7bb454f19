"""Text in pictures: how wide it may be, names shortened to fit, lines wrapped."""

import unicodedata

_NARROW = frozenset("iljtfrI.,:;'|!()[]/ -·")
_WIDE = frozenset("mwMW@%&—→…×")


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Return about how wide a text is, rather too much: the reader's font is not known."""
    return sum(map(_em, text)) * size * (1.1 if bold else 1.0)


def _em(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.1
    if character in _NARROW:
        return 0.42
    if character in _WIDE:
        return 0.98
    return 0.72 if character.isupper() else 0.64


def shortened(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """Return a text, or as much of it as fits with an ellipsis at the end."""
    if width(text, size, bold=bold) <= room:
        return text
    room -= width("…", size, bold=bold)
    kept = ""
    for character in text:
        room -= width(character, size, bold=bold)
        if room < 0:
            break
        kept += character
    return f"{kept.rstrip()}…"


def wrapped(text: str, room: float, size: float) -> list[str]:
    """Split a text into lines that fit, at spaces; a word that is too long is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and width(longer, size) > room:
            lines.append(line)
            longer = word
        while width(longer, size) > room and len(longer) > 1:
            fits = 1
            while width(longer[: fits + 1], size) <= room:
                fits += 1
            lines.append(longer[:fits])
            longer = longer[fits:]
        line = longer
    return [*lines, line] if line else lines
