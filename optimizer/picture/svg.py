"""Writing SVG: elements with attributes, text with a tooltip. Escaping is ElementTree's."""

from typing import Final
from xml.etree import ElementTree as ET

from optimizer.printable import printable

NAMESPACE: Final = "http://www.w3.org/2000/svg"


def element(parent: ET.Element, tag: str, **attributes: object) -> ET.Element:
    """Add an element; ``class_`` is ``class``, and other underscores are hyphens.

    Attributes that are None are left out, and numbers are rounded to what can be seen.
    """
    return ET.SubElement(parent, tag, _written(attributes))


def root(width: float, height: float, **attributes: object) -> ET.Element:
    """Return an empty picture of this size."""
    size = {"viewBox": f"0 0 {_number(width)} {_number(height)}"}
    size |= {"width": _number(width), "height": _number(height)}
    return ET.Element("svg", {"xmlns": NAMESPACE} | size | _written(attributes))


def text(parent: ET.Element, x: float, y: float, words: str, **attributes: object) -> ET.Element:
    """Add a line of text."""
    found = element(parent, "text", x=x, y=y, **attributes)
    found.text = printable(words)
    return found


def title(parent: ET.Element, words: str) -> None:
    """Give an element a tooltip, which is its accessible name as well."""
    element(parent, "title").text = printable(words)


def written(picture: ET.Element) -> str:
    """Return a picture as text."""
    return ET.tostring(picture, encoding="unicode")


def _written(attributes: dict[str, object]) -> dict[str, str]:
    return {
        name.rstrip("_").replace("_", "-"): _number(value)
        if isinstance(value, float)
        else printable(str(value))
        for name, value in attributes.items()
        if value is not None
    }


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
