"""The parts of a combat in which tricks are used, and the uses that belong to more than one.

A use belongs to the part of its targets. A *wide* one, such as "each creature you control", does
something in every part, or nothing in any. The few that tie parts (two targets in two of them, a
shield for a player) are *tying*; plans with those are tried on the whole combat.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.combat import Combat, Step
from engine.keywords import Keyword
from engine.resources.effects import CardEffect, EffectKind
from engine.resources.playing import settled
from engine.resources.resolving import choices
from engine.resources.uses import Use, Window
from engine.state import State
from optimizer.objectives import OWN_LOSS_MEASURES
from optimizer.parts.worths import ADDITIVE
from optimizer.tricks.apart import alone, groups, is_apart
from optimizer.tricks.choosing import Items
from optimizer.tricks.hand import Hand
from optimizer.tricks.table import Part
from optimizer.tricks.worth import Asked

_ADDING_UP = ADDITIVE | OWN_LOSS_MEASURES | {"overkill"}


@dataclass(frozen=True)
class Parts:
    """A combat in parts.

    Attributes
    ----------
    parts
        What is decided alone.
    wide
        The numbers of the uses that are about every part.
    has_tying
        Something can be used that ties parts.
    """

    combat: Combat
    hand: Hand
    parts: tuple[Part, ...]
    wide: Items
    has_tying: bool

    @classmethod
    def of(cls, combat: Combat, hand: Hand, asked: Asked) -> "Parts | None":
        """Return the parts, or None if the goals or the board do not fall apart."""
        measures = {n for o in asked.objectives for n, weight in o.weights.items() if weight}
        adds_up = {name.partition(":")[0] for name in measures} <= _ADDING_UP
        if asked.wishes or not adds_up or not is_apart(combat):
            return None
        ties = _Ties(combat, hand)
        if _may_lose(combat, hand):
            return None
        names = groups(combat)
        if ties.makes_creatures:
            names.append([])
        parts = []
        for own in names:
            part = alone(combat, own)
            if not own:
                part = _rest(combat, part)
            parts.append(Part(part, hand, asked, ties.filter(own), is_alone=False))
        return cls(combat, hand, tuple(parts), ties.wide, ties.any)


def _rest(combat: Combat, part: Combat) -> Combat:
    """Return the part without creatures, with what nobody attacks."""
    from dataclasses import replace

    attacked = {creature.attacking for creature in combat.attackers}
    return replace(
        part,
        planeswalkers={n: w for n, w in combat.planeswalkers.items() if n not in attacked},
        battles={n: b for n, b in combat.battles.items() if n not in attacked},
    )
