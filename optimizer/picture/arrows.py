"""The ways of arrows: from edge to edge of cards, through the gaps between others."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from optimizer.picture.geometry import Box, spread
from optimizer.picture.layout import Layout, span
from optimizer.picture.scene import Flow, Panel

Point = tuple[float, float]
TIP = 9.0
"""How long an arrowhead is."""
_STRAIGHT = 14.0
"""How far an arrow goes straight up or down at both ends."""
_MARGIN = 11.0


@dataclass(frozen=True)
class Route:
    """An arrow with its way: cubic curves from point to point, all going up or down at their ends.

    Attributes
    ----------
    points
        Where it begins, the ends of straight pieces, where it ends.
    """

    flow: Flow
    points: tuple[Point, ...]

    def samples(self) -> list[Point]:
        """Return points along the way, from the end to the beginning, some 5 apart."""
        found: list[Point] = []
        for (x0, y0), (x1, y1) in pairwise(self.points):
            pieces = max(2, int((abs(x1 - x0) + abs(y1 - y0)) / 5))
            middle = (y0 + y1) / 2
            for k in range(pieces):
                t = k / pieces
                u = 1 - t
                a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
                x = (a + b) * x0 + (c + d) * x1
                y = a * y0 + (b + c) * middle + d * y1
                found.append((x, y))
        return [*found, self.points[-1]][::-1]


def routes(layout: Layout, panel: Panel) -> list[Route]:
    """Return the way of each arrow of a panel."""
    found: list[Route] = []
    for group in layout.groups:
        boxes = group.boxes
        own = [f for f in panel.flows if f.source in boxes and f.target in boxes]
        found += _group_routes(boxes, own)
    return found


def _group_routes(boxes: Mapping[str, Box], flows: Sequence[Flow]) -> list[Route]:
    rows = _by_row(boxes)
    gaps: dict[tuple[int, int], int] = {}
    through = [list(_through(boxes, rows, flow, gaps)) for flow in flows]
    starts = _ports(boxes, flows, through)
    found = []
    for k, flow in enumerate(flows):
        source, target = boxes[flow.source], boxes[flow.target]
        down = target.row >= source.row
        begin = (starts[k, True], source.bottom if down else source.top)
        arrives = target.top if target.row > source.row else target.bottom
        end = (starts[k, False], arrives)
        out = _STRAIGHT if down else -_STRAIGHT
        into = _STRAIGHT + TIP
        back = -into if target.row > source.row else into
        points = [begin, (begin[0], begin[1] + out)]
        for x, first, last in through[k]:
            points += [(x, first), (x, last)]
        if target.row == source.row:  # a wrong assignment: down and up again
            points += [(end[0], end[1] + back + 8)]
        points += [(end[0], end[1] + back), end]
        found.append(Route(flow, tuple(points)))
    return found


def _by_row(boxes: Mapping[str, Box]) -> dict[int, list[Box]]:
    rows: dict[int, list[Box]] = {}
    for box in boxes.values():
        rows.setdefault(box.row, []).append(box)
    for row in rows.values():
        row.sort(key=lambda box: box.left)
    return rows


def _through(
    boxes: Mapping[str, Box],
    rows: Mapping[int, Sequence[Box]],
    flow: Flow,
    gaps: dict[tuple[int, int], int],
) -> Iterator[tuple[float, float, float]]:
    """Yield where an arrow passes each row between its ends: the place and both heights."""
    source, target = boxes[flow.source], boxes[flow.target]
    step = 1 if target.row > source.row else -1
    between = range(source.row + step, target.row, step) if source.row != target.row else ()
    for row in between:
        cards = rows[row]
        part = (row - source.row) / (target.row - source.row)
        wish = source.middle + (_near(target, source.middle) - source.middle) * part
        edges = [cards[0].left - _MARGIN]
        edges += [(a.right + b.left) / 2 for a, b in pairwise(cards)]
        edges.append(cards[-1].right + _MARGIN)
        gap = min(range(len(edges)), key=lambda k: abs(edges[k] - wish))
        used = gaps[row, gap] = gaps.get((row, gap), 0) + 1
        room = int(cards[gap].left - cards[gap - 1].right) // 8 if 0 < gap < len(cards) else 2
        x = edges[gap] + (-1 if used % 2 else 1) * (used // 2 % max(room, 1)) * 4.0
        top, bottom = cards[0].top - 2, cards[0].bottom + 2
        yield (x, top, bottom) if step > 0 else (x, bottom, top)


def _near(box: Box, x: float) -> float:
    """Return the place on a card that is straight above or below, as near as there is one."""
    margin = min(16.0, box.width / 2)
    return min(max(x, box.left + margin), box.right - margin)


def _ports(
    boxes: Mapping[str, Box],
    flows: Sequence[Flow],
    through: Sequence[Sequence[tuple[float, float, float]]],
) -> dict[tuple[int, bool], float]:
    """Return where each arrow begins (True) and ends (False), spread along the cards' edges.

    What is attacked comes last, so that arrows go straight up where they can.
    """
    edges: dict[tuple[str, bool], list[tuple[int, bool]]] = {}
    for k, flow in enumerate(flows):
        down = boxes[flow.target].row >= boxes[flow.source].row
        below = boxes[flow.target].row > boxes[flow.source].row
        edges.setdefault((flow.source, down), []).append((k, True))
        edges.setdefault((flow.target, not below), []).append((k, False))
    found: dict[tuple[int, bool], float] = {}
    for (key, _), ends in sorted(edges.items(), key=lambda item: boxes[item[0][0]].row == 0):
        box = boxes[key]
        wishes = []
        for k, begins in ends:
            flow = flows[k]
            other = boxes[flow.target if begins else flow.source]
            if through[k]:
                toward = through[k][0 if begins else -1][0]
            elif box.row == 0:
                toward = found[k, not begins]
            else:
                toward = _near(other, box.middle) if other.row == 0 else other.middle
            is_other_side = not flow.is_active
            wishes.append((toward, other.key, is_other_side, k, begins))
        wishes.sort()
        places = spread(
            [_near(box, wish[0]) for wish in wishes],
            [span(flows[wish[3]]) + 4 for wish in wishes],
            box.left + 4,
            box.right - 4,
        )
        for wish, place in zip(wishes, places, strict=True):
            found[wish[3], wish[4]] = place
    return found
