"""Where everything stands: what is attacked above its attackers, and blockers below them.

Clusters stand side by side and wrap like words in lines; what fights nobody comes last.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from optimizer.picture.geometry import Box
from optimizer.picture.grouping import Cluster, clusters
from optimizer.picture.looks import owner
from optimizer.picture.scene import Flow, Scene
from optimizer.picture.text import width

CARD = 146.0
HEIGHT = 74.0
BAR = 46.0
GAP = 22.0
NUMBER = 12.0
"""The size of the numbers on arrows."""
_LEAST_BAR = 160.0
_WIDEST_CARD = 1200.0
_LONGEST_ROW = 1560.0
_SHORTEST_LINE, _LONGEST_LINE = 700.0, 1680.0
_PROPORTION = 2.8
_HEADING = 24.0
_WIDE_GAP = 40.0


def span(flow: Flow) -> float:
    """Return how wide the number on an arrow is; without one, what the arrow itself takes."""
    return width(flow.label, NUMBER, bold=True) + 12 if flow.label else 12.0


@dataclass(frozen=True)
class Group:
    """A cluster with the boxes of its cards; its targets' boxes may be shared with others."""

    boxes: Mapping[str, Box]


@dataclass
class Layout:
    """All boxes, headings between them, and how much room they take."""

    groups: list[Group] = field(default_factory=list)
    others: list[Box] = field(default_factory=list)
    headings: list[tuple[str, float, float]] = field(default_factory=list)
    width: float = 0.0
    height: float = 0.0

    def boxes(self) -> list[Box]:
        """Return every box once."""
        found = {(b.key, b.left, b.top): b for group in self.groups for b in group.boxes.values()}
        return [*found.values(), *self.others]


@dataclass(frozen=True)
class _Block:
    """A cluster laid out on its own, from (0, 0) under its targets."""

    cluster: Cluster
    boxes: tuple[Box, ...]
    width: float
    height: float


def lay_out(scene: Scene) -> Layout:
    """Return the layout of a scene, the same for all of its panels."""
    found, rest = clusters(scene)
    widths = {key: _card_width(scene, key) for one in found for key in (*one.above, *one.below)}
    blocks = [_block(scene, one, widths) for one in found]
    area = sum((b.width + GAP) * (b.height + BAR + 80) for b in blocks)
    area += len(rest) * (CARD + GAP) * (HEIGHT + GAP)
    line = sqrt(area * _PROPORTION / len(scene.panels))
    line = max(min(max(line, _SHORTEST_LINE), _LONGEST_LINE), *(b.width for b in blocks), 0.0)
    layout = Layout()
    seen: set[str] = set()
    for strip in _balanced(blocks, line):
        _place_strip(scene, layout, strip, seen)
    _place_rest(scene, layout, rest, line)
    boxes = layout.boxes()
    layout.width = max([box.right for box in boxes])
    layout.height = max([box.bottom for box in boxes])
    return layout


def _card_width(scene: Scene, key: str) -> float:
    """Return how wide a card must be for the numbers of the arrows at one of its edges."""
    needed = CARD
    cards = scene.cards
    for panel in scene.panels:
        up = down = 0.0
        for flow in panel.flows:
            if key in (flow.source, flow.target):
                other = cards[flow.target if flow.source == key else flow.source]
                if other.kind == "creature":
                    down += span(flow) + 6
                else:
                    up += span(flow) + 6
        needed = max(needed, up + 16, down + 16)
    return min(needed, _WIDEST_CARD)


def _block(scene: Scene, cluster: Cluster, widths: Mapping[str, float]) -> _Block:
    rows = [*_wrapped(cluster.above, widths), *_wrapped(cluster.below, widths)]
    number = len(_wrapped(cluster.above, widths))
    gap = GAP if len(rows) <= 2 else _WIDE_GAP  # arrows pass between cards
    lengths = [sum(widths[key] + gap for key in row) - gap for row in rows]
    least = len(cluster.targets) * (_LEAST_BAR + GAP) - GAP if len(cluster.targets) > 1 else 0.0
    whole = max(*lengths, least)
    boxes: list[Box] = []
    top = 0.0
    for place, row in enumerate(rows):
        left = (whole - lengths[place]) / 2
        if place:
            top += HEIGHT + _zone(scene, cluster, lengths, is_main=place == number)
        for key in row:
            boxes.append(Box(key, left, top, widths[key], HEIGHT, place + 1))
            left += widths[key] + gap
    return _Block(cluster, tuple(boxes), whole, top + HEIGHT)


def _zone(scene: Scene, cluster: Cluster, lengths: Sequence[float], *, is_main: bool) -> float:
    """Return how much room arrows need between two rows."""
    keys = {*cluster.above, *cluster.below}
    number = max(
        sum(flow.source in keys and flow.target in keys for flow in panel.flows)
        for panel in scene.panels
    )
    wrapped = len(lengths) > 2
    base = 92.0 if is_main else 60.0
    crowded = max(0.0, number - len(keys)) * 2.5
    return base + min(crowded, 120.0) + (40.0 if wrapped else 0.0)


def _wrapped(keys: Sequence[str], widths: Mapping[str, float]) -> list[list[str]]:
    """Split a row into rows, none longer than allowed.

    Neighbours stand below each other, so that who has to do with whom stays near.
    """
    if not keys:
        return []
    total = sum(widths[key] + GAP for key in keys)
    number = int(total // _LONGEST_ROW) + 1
    while number < len(keys) and any(
        sum(widths[key] + GAP for key in keys[row::number]) > _LONGEST_ROW for row in range(number)
    ):
        number += 1
    return [list(keys[row::number]) for row in range(number)]


def _strips(blocks: Sequence[_Block], line: float) -> list[list[_Block]]:
    strips: list[list[_Block]] = []
    length = 0.0
    for block in blocks:
        if not strips or length + GAP + block.width > line:
            strips.append([block])
            length = block.width
        else:
            strips[-1].append(block)
            length += GAP + block.width
    return strips


def _balanced(blocks: Sequence[_Block], line: float) -> list[list[_Block]]:
    """Return no more strips than lines of this length need, of lengths as even as they can be."""
    number = len(_strips(blocks, line))
    low, high = max([block.width for block in blocks], default=0.0), line
    while high - low > 1:
        middle = (low + high) / 2
        if len(_strips(blocks, middle)) > number:
            low = middle
        else:
            high = middle
    return _strips(blocks, high)


def _place_strip(scene: Scene, layout: Layout, strip: Sequence[_Block], seen: set[str]) -> None:
    """Place clusters side by side below what has been placed, with their targets above them."""
    bottom = max([box.bottom for box in layout.boxes()], default=-30.0)
    top = bottom + 30.0
    lefts = [0.0]
    for block in strip:
        lefts.append(lefts[-1] + block.width + GAP)
    crowds = [_upward(scene, b.cluster) for b in strip if len(b.cluster.targets) > 1]
    down = top + BAR + 66.0 + min(max(crowds, default=0) * 3.0, 60.0)
    start = 0
    while start < len(strip):
        targets = strip[start].cluster.targets
        end = start + 1
        if len(targets) <= 1:
            while end < len(strip) and strip[end].cluster.targets == targets:
                end += 1
        left, right = lefts[start], lefts[end] - GAP
        each = (right - left + GAP) / max(len(targets), 1) - GAP
        bars = []
        for place, key in enumerate(targets):
            at = left + place * (each + GAP)
            bars.append(Box(key, at, top, each, BAR, 0, key in seen))
            seen.add(key)
        for block, at in zip(strip[start:end], lefts[start:end], strict=True):
            boxes = [
                Box(box.key, box.left + at, box.top + down, box.width, box.height, box.row)
                for box in block.boxes
            ]
            layout.groups.append(Group({box.key: box for box in (*bars, *boxes)}))
        start = end


def _upward(scene: Scene, cluster: Cluster) -> int:
    """Return how many arrows go from a cluster to its targets at once."""
    keys = {*cluster.above, *cluster.below}
    return max(
        sum(flow.source in keys and flow.target in cluster.targets for flow in panel.flows)
        for panel in scene.panels
    )


def _place_rest(scene: Scene, layout: Layout, rest: Sequence[str], line: float) -> None:
    """Place what fights nobody, by the player to whom it belongs."""
    top = max([box.bottom for box in layout.boxes()], default=-20.0) + 20.0
    fights = bool(layout.groups)
    combat = scene.combat
    players = sorted(combat.players, key=lambda name: name not in combat.active_side)
    for player in players:
        keys = [key for key in rest if owner(combat, scene.cards[key]) == player]
        if not keys:
            continue
        creatures = [key for key in keys if scene.cards[key].kind == "creature"]
        words = f"{player}, active player" if player == combat.active_player else player
        words += ": not in this fight" if fights and creatures else ""
        layout.headings.append((words, 0.0, top + 14))
        top += _HEADING
        left = 0.0
        tallest = 0.0
        for key in keys:
            height = HEIGHT if key in creatures else BAR
            if left and left + CARD > line:
                left, top, tallest = 0.0, top + tallest + GAP, 0.0
            layout.others.append(Box(key, left, top, CARD, height))
            tallest = max(tallest, height)
            left += CARD + GAP
        top += tallest + 20.0
