"""Shields that are used up (615.7, 122.1c), and whose choice it is what they prevent."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from .dealing import NO_EFFECT, Effect, hit, merge
from .modifiers import modifier

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .reading import Board, State

Hits = dict[str, int]
"""Source to what static prevention leaves of its damage to one shielded recipient."""

Told = dict[tuple[str, str], int]
"""Source and target to the damage that the target's shield prevents."""


def settled(board: Board, state: State, effect: Effect, own: bool) -> list[Effect]:
    """615.7: all that may come of an effect when one side fixes what its own shields prevent."""
    if not board.shielded:
        return [effect]
    found = [_without_pending(board, effect, own)]
    for target, hits in _pending(board, effect, own).items():
        parts = {frozenset(part.items()): part for part in _outcomes(board, state, target, hits)}
        found = [merge(one, part) for one in found for part in parts.values()]
    return found


def settled_as_told(board: Board, state: State, effect: Effect, told: Told) -> Effect:
    """The same with both sides' splits given; where they don't fit: first come, first served."""
    for own in (False, True):
        rest = _without_pending(board, effect, own)
        for target, hits in _pending(board, effect, own).items():
            split = _told_split(board, state, target, hits, told)
            rest = merge(rest, _outcome(board, state, target, hits, split))
        effect = rest
    return effect


def _pending(board: Board, effect: Effect, own: bool) -> dict[str, Hits]:
    found: dict[str, Hits] = {}
    for slot, number in effect.items():
        if slot[0] == "pending" and board.is_own(slot[1]) == own:
            found.setdefault(slot[1], {})[slot[2]] = number
    return found


def _without_pending(board: Board, effect: Effect, own: bool) -> Effect:
    return {
        slot: number
        for slot, number in effect.items()
        if slot[0] != "pending" or board.is_own(slot[1]) != own
    }


def _counter_covers(state: State, target: str, hits: Hits) -> bool:
    """A shield counter is used where the number does not cover everything [R]."""
    more = sum(hits.values()) > state["shield", target]
    return more and state.get(("shield counters", target), 0) > 0


def _outcomes(board: Board, state: State, target: str, hits: Hits) -> Iterator[Effect]:
    if _counter_covers(state, target, hits):
        yield _outcome(board, state, target, hits, {})
        return
    prevented = min(state["shield", target], sum(hits.values()))
    for split in _splits(prevented, hits):
        yield _outcome(board, state, target, hits, split)


def _splits(prevented: int, hits: Hits) -> Iterator[Hits]:
    for points in product(*(range(min(prevented, number) + 1) for number in hits.values())):
        if sum(points) == prevented:
            yield dict(zip(hits, points, strict=True))


def _outcome(board: Board, state: State, target: str, hits: Hits, split: Hits) -> Effect:
    """What is dealt to one shielded recipient, and what of its shields is used up."""
    if _counter_covers(state, target, hits):
        return {("used counter", target): 1}
    effect: Effect = {("used shield", target): sum(split.values())}
    for name, number in hits.items():
        source = board.creatures[name]
        dealt = modifier(board, source, target).raised(number - split[name])
        effect = merge(effect, hit(board, source, target, dealt) if dealt else NO_EFFECT)
    return effect


def _told_split(board: Board, state: State, target: str, hits: Hits, told: Told) -> Hits:
    prevented = min(state["shield", target], sum(hits.values()))
    rows: Mapping[str, int] = {source: n for (source, to), n in told.items() if to == target}
    fits = all(0 <= n <= hits.get(source, 0) for source, n in rows.items())
    if fits and sum(rows.values()) == prevented:
        return {source: rows.get(source, 0) for source in hits}
    split = {}
    for source, number in hits.items():
        split[source] = min(number, prevented)
        prevented -= split[source]
    return split
