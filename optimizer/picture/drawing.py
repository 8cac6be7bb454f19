"""The picture of a combat and its answer, as SVG: for files, notebooks and the web page."""

from collections.abc import Iterable
from xml.etree import ElementTree as ET

from engine.combat import Combat
from optimizer.picture import svg
from optimizer.picture.answers import scenes
from optimizer.picture.arrows import TIP, routes
from optimizer.picture.cards import draw_card
from optimizer.picture.describing import described
from optimizer.picture.geometry import Box
from optimizer.picture.layout import Layout, lay_out
from optimizer.picture.numbers import Number, numbers
from optimizer.picture.scene import Panel, Scene
from optimizer.picture.style import stylesheet
from optimizer.picture.text import wrapped

_MARGIN = 20.0
_BETWEEN = 48.0
_LINE = 18.0
_LEAST_WIDTH = 480.0


def picture(combat: Combat, answer: object = None, violations: Iterable[object] = ()) -> str:
    """Draw a combat, with an answer if there is one.

    Attackers stand above their blockers and below what they attack. Arrows with numbers are the
    damage that is assigned, broken lines are blocks and attacks without any. Two damage steps stand
    side by side, other answers below the best.

    Parameters
    ----------
    combat
        The combat that was asked about.
    answer
        A solution or an output document of any question, also one that lists several answers, or
        what `overrun check` judges: ``attacks``, ``blocks``, ``steps``, with the judgement's
        ``legal`` and ``violations`` beside them. None draws what is declared. Of combat tricks give
        the solution: its document does not say what they have made of the combat.
    violations
        What the answer breaks (`Violation` or its document), if that does not stand in it; the
        arrows of these creatures are marked, and nobody dies.

    Returns
    -------
    str
        An SVG element. Cards have ``data-id``; arrows have ``data-source``, ``data-target``,
        ``data-amount`` and ``data-copies`` (so many times the amount).

    Raises
    ------
    DocumentError
        If the answer is not about objects of this combat.
    """
    return svg.written(_whole(scenes(combat, answer, violations)))


def _whole(found: list[Scene]) -> ET.Element:
    layouts = [lay_out(scene) for scene in found]
    whole = max(_LEAST_WIDTH, *map(_scene_width, found, layouts)) + 2 * _MARGIN
    canvas = svg.root(whole, 0.0, class_="overrun-picture", role="img")
    svg.title(canvas, found[0].title or "Combat")
    svg.element(canvas, "desc").text = "\n".join(map(described, found))
    svg.element(canvas, "style").text = stylesheet()
    paper = svg.element(canvas, "rect", class_="paper", width="100%", height="100%")
    paper.set("rx", "0")
    top = _MARGIN
    for scene, layout in zip(found, layouts, strict=True):
        top = _draw_scene(canvas, scene, layout, top, whole - 2 * _MARGIN) + _BETWEEN
    height = f"{top - _BETWEEN + _MARGIN:.0f}"
    canvas.set("height", height)
    canvas.set("viewBox", f"0 0 {canvas.get('width')} {height}")
    return canvas


def _scene_width(scene: Scene, layout: Layout) -> float:
    return (layout.width + _BETWEEN) * len(scene.panels) - _BETWEEN


def _draw_scene(canvas: ET.Element, scene: Scene, layout: Layout, top: float, room: float) -> float:
    """Draw a scene from a height on, and return where it ends."""
    whole = svg.element(canvas, "g", class_="scene", role="group")
    if scene.title:
        for line in wrapped(scene.title, room, 19):
            svg.text(whole, _MARGIN, top + 14, line, class_="title")
            top += 24
        top += 4
    top += 24 if any(panel.title for panel in scene.panels) else 0
    left = _MARGIN
    for panel in scene.panels:
        part = svg.element(
            whole, "g", class_="panel", data_step=panel.step, role="group",
            transform=f"translate({left:.1f} {top:.1f})",
        )  # fmt: skip
        _draw_panel(part, scene, layout, panel)
        left += layout.width + _BETWEEN
    top += layout.height + 14
    for note in scene.notes:
        for line in wrapped(note.text, room, 13.5):
            svg.text(
                whole, _MARGIN, top + _LINE, line, class_=f"note {note.kind}",
                data_rule=note.rule or None, data_source=note.source or None,
            )  # fmt: skip
            top += _LINE
    return top + 6


def _draw_panel(part: ET.Element, scene: Scene, layout: Layout, panel: Panel) -> None:
    if panel.title:
        svg.text(part, 0.0, -10.0, panel.title, class_="heading")
    for words, x, y in layout.headings:
        svg.text(part, x, y, words, class_="heading")
    boxes = layout.boxes()
    arrows = numbers(routes(layout, panel), boxes)
    arrows.sort(key=lambda arrow: arrow.box is not None)
    groups = [_arrow(part, arrow, panel.step) for arrow in arrows]
    for box in boxes:
        draw_card(part, box, scene.cards[box.key], panel.looks[box.key])
    for arrow, group in zip(arrows, groups, strict=True):
        if arrow.box is not None:
            part.remove(group)  # its number stands above everything else
            part.append(group)
            _number(group, arrow.box)


def _arrow(part: ET.Element, arrow: Number, step: str) -> ET.Element:
    """Draw an arrow without its number."""
    flow, points = arrow.route.flow, arrow.route.points
    side = "active" if flow.is_active else "defending"
    classes = f"arrow {flow.kind} {side}{' wrong' * flow.is_wrong}"
    is_damage = flow.kind == "damage"
    group = svg.element(
        part, "g", class_=classes, data_id=f"{flow.source}->{flow.target}",
        data_source=flow.source, data_target=flow.target, data_step=step,
        data_amount=flow.amount if is_damage else None,
        data_copies=flow.copies if is_damage else None,
    )  # fmt: skip
    times = f", {flow.copies} times" if flow.copies > 1 else ""
    verb = {"damage": f"assigns {flow.amount} to", "block": "blocks", "attack": "attacks"}
    svg.title(group, f"{flow.source} {verb[flow.kind]} {flow.target}{times}")
    (x, y), *others = points
    before, end = points[-2], points[-1]
    sign = 1 if end[1] > before[1] else -1
    others[-1] = (end[0], end[1] - sign * TIP)
    way = f"M{x:.1f} {y:.1f}"
    for to_x, to_y in others:
        middle = (y + to_y) / 2
        if abs(to_x - x) < 0.05:
            way += f"V{to_y:.1f}"
        else:
            way += f"C{x:.1f} {middle:.1f} {to_x:.1f} {middle:.1f} {to_x:.1f} {to_y:.1f}"
        x, y = to_x, to_y
    svg.element(group, "path", class_="line", d=way)
    tip = f"M{end[0]:.1f} {end[1]:.1f}l-4.5 {-sign * TIP:.1f}h9z"
    svg.element(group, "path", class_="tip", d=tip)
    return group


def _number(group: ET.Element, box: Box) -> None:
    svg.element(
        group, "rect", class_="pill", x=box.left, y=box.top, width=box.width, height=box.height,
        rx=8,
    )  # fmt: skip
    svg.text(group, box.middle, box.top + 13.5, box.key, class_="number")
