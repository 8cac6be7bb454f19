"""What happens to one source's damage to one recipient before it is dealt (615, 616, 702.16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from .reading import Board, Creature

COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}


class Modifier(NamedTuple):
    """The order that leaves the recipient the least (616.1): prevent, multiply, add."""

    nullified: bool
    prevented: int
    factor: int
    added: int

    def prevent(self, assigned: int) -> int:
        """What static prevention leaves, the same for each source (615.10)."""
        return 0 if self.nullified else max(0, assigned - self.prevented)

    def raised(self, left: int) -> int:
        """What is dealt of what prevention left. 0 is no damage and never raised (614.7a)."""
        return left * self.factor + self.added if left > 0 else 0


def modifier(board: Board, source: Creature, target: str) -> Modifier:
    """All that changes the source's damage to the target, shields that are used up apart."""
    if not board.modified:
        return _UNCHANGED
    key = source.name, target
    if key not in board.memo:
        board.memo[key] = _modifier(board, source, target)
    found: Modifier = board.memo[key]
    return found


_UNCHANGED = Modifier(nullified=False, prevented=0, factor=1, added=0)


def _modifier(board: Board, source: Creature, target: str) -> Modifier:
    nullified = target in board.prevents_all or _is_protected(board, source, target)
    prevented, factor, added = 0, source.deals, 0
    for effect in board.effects:
        matches = _selects(board, effect.get("sources"), source.name)
        if not (matches and _selects(board, effect.get("targets"), target)):
            continue
        if effect["kind"] == "multiply":
            factor *= effect["factor"]
        elif effect["kind"] == "add":
            added += effect["amount"]
        elif effect["amount"] == "all":
            nullified = True
        else:
            prevented += effect["amount"]
    return Modifier(nullified or factor == 0, prevented, factor, added)


def _selects(board: Board, select: list[str] | Mapping[str, Any] | None, name: str) -> bool:
    """The contract's SELECT: a list of ids, properties that all must hold, or absent."""
    if select is None:
        return True
    if isinstance(select, Mapping):
        return all(_has_property(board, name, key, value) for key, value in select.items())
    return any(name in board.groups.get(chosen, [chosen]) for chosen in select)


def _has_property(board: Board, name: str, key: str, value: str) -> bool:
    if key == "kind":
        return value == _kind(board, name)
    if key == "controller":
        return value == _controller(board, name)
    if name in board.creatures:
        creature = board.creatures[name]
        sets = {"color": creature.colors, "type": creature.types, "keyword": creature.keywords}
        return value in sets[key]
    return key == "keyword" and value in board.walker_keywords.get(name, ())


def _kind(board: Board, name: str) -> str:
    if name in board.creatures:
        return "creature"
    if name in board.planeswalkers:
        return "planeswalker"
    return "battle" if name in board.battles else "player"


def _controller(board: Board, name: str) -> str | None:
    """Whose permanent it is; a player is nobody's."""
    if name in board.creatures:
        return board.creatures[name].controller
    if name in board.battles:
        return board.battles[name][0]
    return board.planeswalkers.get(name)


def _is_protected(board: Board, source: Creature, target: str) -> bool:
    """702.16e: the target has protection from a quality of the source."""
    if target in board.creatures:
        keywords = board.creatures[target].keywords
    else:
        keywords = board.walker_keywords.get(target, frozenset())
    qualities = [k.removeprefix("protection from ") for k in keywords if k.startswith("protection")]
    return any(_has_quality(source, quality) for quality in qualities)


def _has_quality(source: Creature, quality: str) -> bool:
    colors = len(source.colors)
    special = {
        "everything": True,
        "creature": True,
        "creatures": True,
        "all colors": colors > 0,
        "each color": colors > 0,
        "colorless": colors == 0,
        "monocolored": colors == 1,
        "multicolored": colors > 1,
    }
    if quality in special:
        return special[quality]
    if quality in COLORS:
        return COLORS[quality] in source.colors
    return any(quality in (kind, *_plurals(kind)) for kind in source.types)


def _plurals(word: str) -> tuple[str, ...]:
    """Goblins, elves, faeries, harpies, octopuses."""
    stem = word.removesuffix("e").removesuffix("f")
    return f"{word}s", f"{word}es", f"{stem}ves", f"{word.removesuffix('y')}ies"
