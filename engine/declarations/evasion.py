"""Evasion: which creatures an attacker can't be blocked by (509.1b, 702).

Evasion abilities add up. Landwalk depends on lands, which are no part of a document: where it
applies, it is given as `unblockable`. The same holds for what says "can't be blocked by creatures
with ...": it is given by the ids (`cant_be_blocked_by`).
"""

from collections.abc import Callable

from engine.keywords import Keyword
from engine.modifiers import protects
from engine.objects import Creature


def _flying(blocker: Creature, attacker: Creature) -> bool:
    return blocker.has(Keyword.FLYING) or blocker.has(Keyword.REACH)


def _fear(blocker: Creature, attacker: Creature) -> bool:
    return "artifact" in blocker.types or "B" in blocker.colors


def _intimidate(blocker: Creature, attacker: Creature) -> bool:
    return "artifact" in blocker.types or not set(blocker.colors).isdisjoint(attacker.colors)


def _shadow(blocker: Creature, attacker: Creature) -> bool:
    return blocker.has(Keyword.SHADOW)


def _horsemanship(blocker: Creature, attacker: Creature) -> bool:
    return blocker.has(Keyword.HORSEMANSHIP)


def _skulk(blocker: Creature, attacker: Creature) -> bool:
    return blocker.power <= attacker.power


_OVERCOME: tuple[
    tuple[Keyword, str, Callable[[Creature, Creature], bool], Callable[[Creature], str]], ...
] = (
    (Keyword.FLYING, "702.9b", _flying, lambda b: "has neither flying nor reach"),
    (Keyword.FEAR, "702.36b", _fear, lambda b: "is neither an artifact nor black"),
    (
        Keyword.INTIMIDATE, "702.13b", _intimidate,
        lambda b: "is no artifact and shares no color with it",
    ),
    (Keyword.SHADOW, "702.28b", _shadow, lambda b: "has no shadow"),
    (Keyword.HORSEMANSHIP, "702.31b", _horsemanship, lambda b: "has no horsemanship"),
    (Keyword.SKULK, "702.118b", _skulk, lambda b: f"has power {b.power}, which is greater"),
)  # fmt: skip
"""An attacker's keyword, its rule, which blockers overcome it, and what is said of the others."""


def evades(attacker: Creature, blocker: Creature) -> tuple[str, str] | None:
    """Return the first rule by which an attacker evades a blocker, and why; None if it does not."""
    if blocker.has(Keyword.SHADOW) and not attacker.has(Keyword.SHADOW):
        what = f"{blocker.id} has shadow and blocks only creatures with shadow"
        return "702.28b", f"{what}, not {attacker.id}"
    if not attacker.keywords:
        return None
    if attacker.has(Keyword.UNBLOCKABLE):
        return "509.1b", f"{attacker.id} can't be blocked"
    for keyword, rule, overcomes, reason in _OVERCOME:
        if attacker.has(keyword) and not overcomes(blocker, attacker):
            has = f"{attacker.id} has {keyword.value}"
            return rule, f"{has} and can't be blocked by {blocker.id}, which {reason(blocker)}"
    if protects(attacker.keywords, blocker):
        what = f"{attacker.id} has protection from {blocker.id}"
        return "702.16f", f"{what} and can't be blocked by it"
    return None
