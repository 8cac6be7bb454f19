"""What it costs to turn the fate of a player: a dynamic program over the damage that is missing.

Each part has done what is best for it alone, and its frontier says what else it may send through.
"""

from collections.abc import Sequence
from typing import NamedTuple

from optimizer.parts.frontiers import PartFrontier
from optimizer.parts.shapes import Solved
from optimizer.parts.vectors import Vector, add


class Part(NamedTuple):
    """A part: what is best for it alone, whom it may make lose, and how."""

    alone: Solved
    team: int | None
    through: int
    frontier: PartFrontier | None


class Turned(NamedTuple):
    """What it costs that a team's fate is turned, and how it is done."""

    change: Vector
    solved: list[Solved]


class _Choice(NamedTuple):
    """A way to reach some damage with the first parts: what it is worth, and the way there."""

    value: int
    before: int
    span: int
    through: int


def size(parts: Sequence[Part], needed: int, *, loses: bool) -> int:
    """Return the most steps that `turn` may take, about."""
    ways = 0
    for frontier in [part.frontier for part in parts if part.frontier is not None]:
        is_end = _ends(frontier.point, loses=loses)
        for span in frontier.spans:
            ways += 1 if is_end else min(span.high - span.low, needed) + 1
    return needed * ways


def _ends(point: Vector, *, loses: bool) -> bool:
    """Say whether one end of each span is enough, as what is nearer to the aim is worth no less."""
    none = (0,) * len(point)
    return point >= none if loses else point <= none


def turn(parts: Sequence[Part], needed: int, *, loses: bool) -> Turned | None:
    """Return the best in which a team loses, or does not, or None if that is not possible."""
    frontiers = [part.frontier for part in parts if part.frontier is not None]
    largest = 1
    for frontier in frontiers:
        reach = [max(span.high, 1) * sum(map(abs, frontier.point)) + sum(map(abs, span.worth))
                 for span in frontier.spans]  # fmt: skip
        largest += max(reach)
    base = 2 * largest + 1
    tables: list[dict[int, _Choice]] = [{0: _Choice(0, 0, 0, 0)}]
    rest = [0]
    for frontier in reversed(frontiers):
        spans = frontier.spans
        rest.append(
            rest[-1]
            + (max(span.high for span in spans) if loses else min(span.low for span in spans))
        )
    for frontier in frontiers:
        rest.pop()
        options = _options(frontier, needed, base, loses=loses)
        table: dict[int, _Choice] = {}
        for so_far, choice in tables[-1].items():
            for worth, span, through in options:
                total = so_far + through
                # What is beyond reach, or at the limit already, is not told apart.
                if total + rest[-1] < needed if loses else total + rest[-1] >= needed:
                    continue
                total = min(total, needed)
                value = choice.value + worth
                known = table.get(total)
                if known is None or value > known.value:
                    table[total] = _Choice(value, so_far, span, through)
        tables.append(_undominated(table, loses=loses))
    if not tables[-1]:
        return None
    at = max(tables[-1], key=lambda total: tables[-1][total].value)
    solved: list[Solved] = []
    change: Vector | None = None
    for k in range(len(frontiers) - 1, -1, -1):
        choice = tables[k + 1][at]
        point, chosen = frontiers[k].point, frontiers[k].spans[choice.span]
        vector = tuple([a + choice.through * b for a, b in zip(chosen.worth, point, strict=True)])
        solved.append(Solved(chosen.at(choice.through), vector))
        less = tuple([a - b for a, b in zip(vector, parts[k].alone.value, strict=True)])
        change = less if change is None else add(change, less)
        at = choice.before
    return None if change is None else Turned(change, solved)


def _undominated(table: dict[int, _Choice], *, loses: bool) -> dict[int, _Choice]:
    """Keep what no other beats that is at least as near to what is wanted."""
    kept: dict[int, _Choice] = {}
    best: int | None = None
    for total in sorted(table, reverse=loses):
        if best is None or table[total].value > best:
            kept[total] = table[total]
            best = table[total].value
    return kept


def _options(
    frontier: PartFrontier, needed: int, base: int, *, loses: bool
) -> list[tuple[int, int, int]]:
    """Return what a part may do: its worth packed, the span and how much goes through."""
    point = _packed(frontier.point, base)
    is_end = _ends(frontier.point, loses=loses)
    found = []
    for k, span in enumerate(frontier.spans):
        low, high = span.low, span.high
        if is_end:
            low = high = high if loses else low
        elif loses:
            high = max(low, min(high, needed))
        else:
            high = min(high, needed - 1)
        worth = _packed(span.worth, base)
        found += [(worth + point * n, k, n) for n in range(low, high + 1)]
    return found


def _packed(vector: Vector, base: int) -> int:
    packed = 0
    for entry in vector:
        packed = packed * base + entry
    return packed
