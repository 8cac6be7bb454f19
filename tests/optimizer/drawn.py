"""Reading pictures: their cards, arrows and numbers, and where they stand."""

import re
from dataclasses import dataclass
from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Rectangle:
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Rectangle") -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def holds(self, other: "Rectangle") -> bool:
        return (
            self.left <= other.left
            and self.top <= other.top
            and other.right <= self.right
            and other.bottom <= self.bottom
        )


def classes(element: ET.Element) -> list[str]:
    return (element.get("class") or "").split()


def having(element: ET.Element, *names: str) -> list[ET.Element]:
    """Return the parts that have all of these classes."""
    return [part for part in element.iter() if set(names) <= set(classes(part))]


def card(element: ET.Element, name: str) -> ET.Element:
    """Return the first card of a thing."""
    return next(part for part in having(element, "card") if part.get("data-id") == name)


def texts(element: ET.Element) -> list[str]:
    return [part.text or "" for part in element.iter(f"{SVG}text")]


def title(element: ET.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


def damage(panel: ET.Element) -> dict[tuple[str, str, int], int]:
    """Return how many times each amount goes from where to where; no arrow may be there twice."""
    found = {}
    for arrow in having(panel, "arrow", "damage"):
        amount, copies = int(arrow.attrib["data-amount"]), int(arrow.attrib["data-copies"])
        key = arrow.attrib["data-source"], arrow.attrib["data-target"], amount
        assert key not in found
        found[key] = copies
        (number,) = having(arrow, "number")
        assert number.text == (str(amount) if copies == 1 else f"{copies}×{amount}")
    return found


def related(panel: ET.Element, kind: str) -> set[tuple[str, str]]:
    """Return who blocks whom, or attacks what, without damage between them."""
    return {
        (arrow.attrib["data-source"], arrow.attrib["data-target"])
        for arrow in having(panel, "arrow", kind)
    }


def members(name: str, copies: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the ids that a card's name stands for."""
    if name in copies:
        return copies[name]
    base, _, numbers = name.partition("#")
    if not numbers:
        return (name,)
    found: list[str] = []
    for run in numbers.split(","):
        first, _, last = run.partition("-")
        found += [f"{base}#{k}" for k in range(int(first), int(last or first) + 1)]
    return tuple(found)


def rectangle(element: ET.Element) -> Rectangle:
    x, y, width, height = (float(element.attrib[key]) for key in ("x", "y", "width", "height"))
    return Rectangle(x, y, x + width, y + height)


def place(panel: ET.Element) -> tuple[float, float]:
    """Return where a panel stands."""
    numbers = re.findall(r"-?[\d.]+", panel.attrib["transform"])
    return float(numbers[0]), float(numbers[1])


def way(path: ET.Element) -> list[tuple[float, float]]:
    """Return the points of an arrow's line; straight pieces only say their heights."""
    points: list[tuple[float, float]] = []
    for command, rest in re.findall(r"([MCV])([-\d. ]+)", path.attrib["d"]):
        numbers = [float(number) for number in rest.split()]
        if command == "V":
            points.append((points[-1][0], numbers[0]))
        else:
            points += list(zip(numbers[::2], numbers[1::2], strict=True))
    return points


def structure(element: ET.Element) -> tuple[object, ...]:
    """Return what a picture is made of, without coordinates and style."""
    kept = {
        key: value
        for key, value in element.attrib.items()
        if key in ("class", "role") or key.startswith("data-")
    }
    text = "" if element.tag == f"{SVG}style" else (element.text or "").strip()
    return element.tag, tuple(sorted(kept.items())), text, tuple(map(structure, element))
