"""Pictures as files: SVG always, PNG with the optional extra ``pictures``."""

from functools import cache
from importlib.util import find_spec
from math import sqrt
from pathlib import Path
from xml.etree import ElementTree as ET

from optimizer.picture.style import FONTS

_ENLARGED = 2.0
_MOST_PIXELS = 64e6
"""Larger pictures are drawn with fewer pixels to a card, as they would not fit into memory."""


def fault(file: str) -> str | None:
    """Return why a picture cannot be written to a file of this name, or None."""
    path = Path(file)
    kind = path.suffix.lower()
    if kind not in (".svg", ".png"):
        return f"a picture is a file that ends in .svg or .png, not {file!r}"
    if not path.parent.is_dir():
        return f"there is no directory {str(path.parent)!r} for the picture"
    if path.is_dir():
        return f"{file!r} is a directory"
    if kind == ".png":
        if find_spec("resvg_py") is None:
            return "PNG needs the extra 'pictures' (pip install 'overrun[pictures]'); .svg does not"
        if not _has_fonts():
            return "PNG needs a font, and none is installed on this machine; .svg does not"
    return None


def write(file: str, picture: str) -> None:
    """Write a picture to a file, whose name says in which form."""
    path = Path(file)
    if path.suffix.lower() == ".png":
        path.write_bytes(png(picture))
    else:
        path.write_text(picture, encoding="utf-8")


def png(picture: str) -> bytes:
    """Return a picture as PNG, in the light colors."""
    size = ET.fromstring(picture).attrib
    pixels = float(size["width"]) * float(size["height"])
    return _rendered(picture, min(_ENLARGED, sqrt(_MOST_PIXELS / pixels)))


def _rendered(picture: str, zoom: float) -> bytes:
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=picture, zoom=zoom))


@cache
def _has_fonts() -> bool:
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    text = f'<text y="18" font-size="20" font-family="{FONTS}">M</text>'
    return _rendered(f"{head}{text}</svg>", 1.0) != _rendered(f"{head}</svg>", 1.0)
