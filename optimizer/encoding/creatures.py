"""How a creature stands, and what damage and state-based actions make of it (120.3, 704.5f-h)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.keywords import Keyword
from engine.objects import Creature
from optimizer.encoding.events import Landed
from optimizer.encoding.variables import Sum, Value, Variables


@dataclass
class CreatureNow:
    """How one creature stands.

    Attributes
    ----------
    absent, off, dead
        It has left combat; it has left the battlefield; it has died.
    marked, counters
        Damage marked on it, and -1/-1 counters of this combat.
    regeneration
        Regeneration shields left.
    """

    absent: Value
    off: Value
    dead: Value
    marked: Sum
    counters: Sum
    regeneration: Sum


def hurt(
    variables: Variables,
    creatures: Mapping[str, Creature],
    now: CreatureNow,
    hits: Sequence[Landed],
) -> CreatureNow:
    """Return a creature with the damage marked or the counters put (120.3d-e)."""
    marked = [hit.amount for hit in hits if not creatures[hit.source].deals_counters]
    counters = [hit.amount for hit in hits if creatures[hit.source].deals_counters]
    return replace(
        now,
        marked=variables.sum(now.marked, *marked),
        counters=variables.sum(now.counters, *counters),
    )


def settle(
    variables: Variables,
    now: CreatureNow,
    creature: Creature,
    touched: Sequence[Value],
    label: str,
) -> CreatureNow:
    """Return a creature after 704.5f-h and regeneration (701.19)."""
    label = f"{creature.id} {label} {creature.has(Keyword.INDESTRUCTIBLE)}"
    destroyed: Value = 0
    if not creature.has(Keyword.INDESTRUCTIBLE):
        taken = variables.sum(now.marked, now.counters)
        lethal = variables.reaches(taken, creature.toughness, f"{label} lethal")
        destroyed = variables.any_of([lethal, *touched], f"{label} destroyed")
    saved: Value = 0
    withered = variables.reaches(now.counters, creature.toughness, f"{label} withered")
    if now.regeneration.high > 0:
        has_shield = variables.reaches(now.regeneration, 1, f"{label} shield")
        here = variables.opposite(now.off)
        alive = variables.opposite(withered)
        saved = variables.all_of([destroyed, has_shield, alive, here], f"{label} regenerates")
        lethally = variables.all_of([destroyed, variables.opposite(has_shield)], f"{label} unsaved")
    else:
        lethally = destroyed
    dead = variables.any_of([now.dead, withered, lethally], f"{label} dead")
    return CreatureNow(
        absent=variables.any_of([now.absent, dead, saved], f"{label} absent"),
        off=variables.any_of([now.off, dead], f"{label} off"),
        dead=dead,
        marked=variables.product(variables.opposite(saved), now.marked, f"{label} marked"),
        counters=now.counters,
        regeneration=variables.sum(now.regeneration, (saved, -1)),
    )
