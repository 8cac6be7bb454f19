"""Drawing a card: name, numbers, what is said of it, its threshold; crossed out if it dies."""

from xml.etree import ElementTree as ET

from optimizer.picture import svg
from optimizer.picture.geometry import Box
from optimizer.picture.scene import Card, Look
from optimizer.picture.text import shortened, width

_PAD = 8.0


def draw_card(parent: ET.Element, box: Box, card: Card, look: Look) -> None:
    """Draw a card in its box."""
    states = {
        "active": card.is_active,
        "defending": not card.is_active,
        "dead": look.is_dead,
        "gone": look.is_gone,
        "met": look.needed is not None and look.is_met,
        "short": look.needed is not None and not look.is_met,
        "wrong": look.is_wrong,
        "repeated": box.is_repeated,
    }
    classes = " ".join(["card", card.kind, *(name for name, holds in states.items() if holds)])
    whole = svg.element(
        parent, "g", class_=classes, data_id=card.key, data_count=len(card.members), role="group",
    )  # fmt: skip
    svg.title(whole, look.title)
    for shape in ("face", "edge"):
        svg.element(
            whole, "rect", class_=shape, x=box.left, y=box.top, width=box.width,
            height=box.height, rx=7,
        )  # fmt: skip
    if look.is_dead or look.is_gone:
        _cross(whole, box)
    if card.kind == "creature":
        _creature(whole, box, card, look)
    else:
        _target(whole, box, card, look)


def _cross(whole: ET.Element, box: Box) -> None:
    left, right = box.left + 4, box.right - 4
    top, bottom = box.top + 4, box.bottom - 4
    if box.width > 3 * box.height:  # across a long bar it would look like a line
        middle = box.middle
        left, right = middle - box.height, middle + box.height
    way = f"M{left:.1f} {top:.1f}L{right:.1f} {bottom:.1f}M{left:.1f} {bottom:.1f}"
    svg.element(whole, "path", class_="cross", d=f"{way}L{right:.1f} {top:.1f}")


def _creature(whole: ET.Element, box: Box, card: Card, look: Look) -> None:
    left, right, top = box.left + _PAD, box.right - _PAD, box.top
    room = box.width - 2 * _PAD
    if len(card.members) > 1:
        count = f"×{len(card.members)}"
        svg.text(whole, right, top + 17, count, class_="count end")
        room -= width(count, 12, bold=True) + 4
    name = shortened(card.key, room, 12, bold=True)
    svg.text(whole, left, top + 17, name, class_="name")
    svg.text(whole, left, top + 36, look.stats, class_="stats")
    notes = list(look.notes)
    at = left + width(look.stats, 15, bold=True) + 6
    if notes and notes[0].startswith("damage "):
        svg.text(whole, at, top + 36, shortened(notes.pop(0), right - at, 12), class_="marked")
    words = ", ".join(notes)
    svg.text(whole, left, top + 51, shortened(words, right - left, 11), class_="faint")
    if look.needed is not None:
        _meter(whole, left, top + box.height - 16, right - left, look)


def _meter(whole: ET.Element, left: float, top: float, length: float, look: Look) -> None:
    """Draw how much of its threshold a card is assigned, in figures and as a bar."""
    figures = f"{look.received} of {look.needed}"
    taken = width(figures, 11) + 20
    bar = min(length - taken, 160.0)
    part = 1.0 if look.is_met or not look.needed else look.received / look.needed
    svg.element(whole, "rect", class_="meter", x=left, y=top, width=bar, height=7, rx=3)
    svg.element(whole, "rect", class_="filled", x=left, y=top, width=bar * part, height=7, rx=3)
    svg.text(whole, left + bar + 5, top + 8, figures, class_="faint threshold")
    if look.is_met:
        x = left + bar + taken - 11
        svg.element(whole, "path", class_="tick", d=f"M{x:.1f} {top + 3:.1f}l3.5 4l6 -8")


def _target(whole: ET.Element, box: Box, card: Card, look: Look) -> None:
    """Draw a player, planeswalker or battle; on a wide bar it stands in the middle."""
    length = min(box.width, 250.0) - 2 * _PAD
    left = box.middle - length / 2
    stats = shortened(look.stats, length, 14, bold=True)
    room = length
    if box.width >= 200:
        room -= width(stats, 15, bold=True) + 6
        svg.text(whole, left + length, box.top + 18, stats, class_="stats end")
    svg.text(
        whole, left, box.top + 17, shortened(card.key, room, 12, bold=True), class_="name",
    )  # fmt: skip
    at = left
    if box.width < 200:
        svg.text(whole, left, box.top + 36, stats, class_="stats")
        at += width(stats, 15, bold=True) + 6
    notes = ", ".join([*look.notes, *[f"assigned {look.received}"] * bool(look.received)])
    if look.needed is not None and box.width >= 200:
        _meter(whole, left, box.top + 28, length / 2, look)
        at += length / 2 + 8
        notes = ", ".join(look.notes)
    words = shortened(notes, left + length - at, 11)
    if len(words) > 4 or words == notes:  # the tooltip has them anyway
        svg.text(whole, at, box.top + 36, words, class_="faint")
