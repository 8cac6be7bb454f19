"""Random valid combat documents inside the part that the oracle supports, and objectives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .game import count_choices
from .maker import Bias as Bias
from .maker import Maker
from .reading import read
from .scoring import NAMES

if TYPE_CHECKING:
    import random

MODIFIERS = Bias(modifiers=0.3, shields=0.25, max_attackers=3, max_blockers=3, max_choices=3_000)
"""Damage prevented, multiplied, added to; protection; shields and regeneration."""

SHIELDS = Bias(
    shields=0.6,
    modifiers=0.1,
    shared_blockers=0.8,
    lifelink=0.4,
    deathtouch=0.3,
    shrinking=0.3,
    max_attackers=3,
    max_blockers=3,
    max_choices=3_000,
    trivial=0.05,
)
"""Shields that are used up, and much for which it matters what they prevent."""

BANDING = Bias(
    banding=0.5, assigned_by=0.2, trample=0.5, max_attackers=3, max_blockers=3, max_choices=3_000
)
"""702.22h-k, and effects that say who divides."""

FIRST_STEP_CHOICES = Bias(
    blocker_strikes=0.6,
    shared_blockers=0.9,
    special_assignment=0.05,
    max_attackers=3,
    max_blockers=2,
    max_choices=3_000,
)
"""The defending side divides in the first of two steps."""

ORDERED = Bias(ordered=1, shared_blockers=0.7, gangs=0.7, max_choices=4_000)
"""The rule before November 2024."""

TEAMS = Bias(teams=1, lifelink=0.3, max_choices=4_000)
"""Shared life and poison (810)."""

INTERLUDE = Bias(interlude=1, strikes=0.5, max_attackers=3, max_blockers=3, max_choices=3_000)
"""Something happens between the two steps."""

EVERYTHING = Bias(
    teams=0.2,
    banding=0.25,
    assigned_by=0.05,
    modifiers=0.12,
    shields=0.1,
    ordered=0.25,
    interlude=0.4,
    strikes=0.2,
    blocker_strikes=0.15,
    max_attackers=3,
    max_blockers=3,
    max_choices=3_000,
)
"""All of it at once."""

PRESETS = {
    "MODIFIERS": MODIFIERS,
    "SHIELDS": SHIELDS,
    "BANDING": BANDING,
    "FIRST_STEP_CHOICES": FIRST_STEP_CHOICES,
    "ORDERED": ORDERED,
    "TEAMS": TEAMS,
    "INTERLUDE": INTERLUDE,
    "EVERYTHING": EVERYTHING,
}


def random_board(
    rng: random.Random, *, steps: int | None = None, bias: Bias | None = None
) -> dict[str, Any]:
    """Draw a valid document; `steps` forces combats of one or of two damage steps.

    Boards whose `count_choices` exceeds `bias.max_choices` are drawn again, and so are most of
    those in which nobody has a choice.
    """
    bias = bias or Bias()
    while True:
        document = Maker(rng, bias, steps).document()
        choices = count_choices(document)
        if choices > bias.max_choices or (choices <= 2 and rng.random() >= bias.trivial):
            continue
        return document


def random_objectives(rng: random.Random, document: dict[str, Any]) -> list[str]:
    """Draw one to three different objectives, some of them sums with negative weights."""
    names = _names(document)
    found = []
    for name in rng.sample(names, rng.choice((1, 1, 2, 2, 3))):
        text = name
        if rng.random() < 0.25:
            others = [other for other in names if other != name]
            for other in rng.sample(others, rng.choice((1, 1, 2))):
                text += f" {rng.choice('+-')} {_weighted(rng, other)}"
            if rng.random() < 0.5:
                text = f"{rng.randint(2, 4)}*{text}"
        found.append(f"{rng.choice(('max', 'min'))} {text}")
    return found


def _weighted(rng: random.Random, name: str) -> str:
    return f"{rng.randint(2, 5)}*{name}" if rng.random() < 0.5 else name


def random_wishes(rng: random.Random, document: dict[str, Any]) -> list[str]:
    """Draw one or two wishes, about sums and about single things."""
    return [rng.choice((_comparison, _about))(rng, document) for _ in range(rng.choice((1, 1, 2)))]


def _comparison(rng: random.Random, document: dict[str, Any]) -> str:
    names = _names(document)
    text = rng.choice(names)
    if rng.random() < 0.2:
        text += f" {rng.choice('+-')} {_weighted(rng, rng.choice(names))}"
    kinds = [("life", player) for player in document["players"]]
    kinds += [("loyalty", entry["id"]) for entry in document.get("planeswalkers", ())]
    kinds += [("defense", entry["id"]) for entry in document.get("battles", ())]
    if rng.random() < 0.4:
        text = "{}({})".format(*rng.choice(kinds))
    number = rng.randint(0, 20) if text.startswith("life(") else rng.randint(0, 4)
    return f"{text} {rng.choice(('>=', '>=', '<=', '<=', '==', '>', '<'))} {number}"


def _about(rng: random.Random, document: dict[str, Any]) -> str:
    creatures = [entry["id"] for entry in document["creatures"]]
    if rng.random() < 0.7:
        return f"{rng.choice(('destroys', 'survives'))}({rng.choice(creatures)})"
    others = [e["id"] for key in ("planeswalkers", "battles") for e in document.get(key, ())]
    return f"no_damage({rng.choice([*creatures, *others, *document['players']])})"


def _names(document: dict[str, Any]) -> list[str]:
    return [*NAMES, *(f"player_damage:{player}" for player in read(document).defenders)]
