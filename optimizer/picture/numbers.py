"""Where the number of each arrow stands: on its line, on no card, on no other number."""

from collections.abc import Sequence
from dataclasses import dataclass

from optimizer.picture.arrows import TIP, Route
from optimizer.picture.geometry import Box
from optimizer.picture.layout import span

PILL = 18.0
"""How high a number is with what is around it."""
_CELL = 12.0


@dataclass(frozen=True)
class Number:
    """An arrow with the box of its number; without a number there is no box."""

    route: Route
    box: Box | None


def numbers(routes: Sequence[Route], cards: Sequence[Box]) -> list[Number]:
    """Place the numbers, each near the end of its arrow where it crosses the fewest others."""
    samples = [route.samples() for route in routes]
    lines: dict[tuple[int, int], set[int]] = {}
    for k, points in enumerate(samples):
        for x, y in points:
            lines.setdefault((int(x // _CELL), int(y // _CELL)), set()).add(k)
    heights: dict[int, list[Box]] = {}
    for card in cards:
        _note(heights, card)
    found = []
    for k, route in enumerate(routes):
        if not route.flow.label:
            found.append(Number(route, None))
            continue
        best: tuple[float, Box] | None = None
        wide = span(route.flow) - 2
        for place, (x, y) in enumerate(samples[k]):
            box = Box(route.flow.label, x - wide / 2, y - PILL / 2, wide, PILL)
            end = route.points[-1][1]
            if place * 5 < TIP and abs(y - end) < TIP + PILL / 2:
                continue
            if abs(y - end) < TIP + PILL / 2 and abs(x - route.points[-1][0]) < 2:
                continue
            clashes = sum(box.meets(other, 1.5) for other in _near(heights, box))
            crossed = len(_crossed(lines, box) - {k})
            cost = clashes * 1000.0 + crossed * 12.0 + place
            if best is None or cost < best[0]:
                best = cost, box
        if best is None:  # shorter than its own number
            x, y = samples[k][len(samples[k]) // 2]
            best = 0.0, Box(route.flow.label, x - wide / 2, y - PILL / 2, wide, PILL)
        _note(heights, best[1])
        found.append(Number(route, best[1]))
    return found


def _note(heights: dict[int, list[Box]], box: Box) -> None:
    for level in range(int(box.top // 40), int(box.bottom // 40) + 1):
        heights.setdefault(level, []).append(box)


def _near(heights: dict[int, list[Box]], box: Box) -> list[Box]:
    first, last = int(box.top // 40), int(box.bottom // 40)
    found = heights.get(first, [])
    return found if first == last else [*found, *heights.get(last, [])]


def _crossed(lines: dict[tuple[int, int], set[int]], box: Box) -> set[int]:
    found: set[int] = set()
    for column in range(int(box.left // _CELL), int(box.right // _CELL) + 1):
        for row in range(int(box.top // _CELL), int(box.bottom // _CELL) + 1):
            found |= lines.get((column, row), set())
    return found
