"""What two creatures do to each other if they fight alone, at a glance.

No more than a guide for habits and for what an opponent may do: what really happens is the engine's
to say.
"""

from collections.abc import Iterable

from engine.keywords import Keyword
from engine.objects import Creature


def kills(killer: Creature, victim: Creature) -> bool:
    """Say whether one creature destroys another if these two fight alone."""
    if victim.strikes_first and not killer.strikes_first and _is_enough(victim, killer, 1):
        return False
    return _is_enough(killer, victim, 2 if killer.has(Keyword.DOUBLE_STRIKE) else 1)


def _is_enough(killer: Creature, victim: Creature, strikes: int) -> bool:
    if killer.power <= 0 or victim.has(Keyword.INDESTRUCTIBLE):
        return False
    return killer.has(Keyword.DEATHTOUCH) or strikes * killer.power >= victim.toughness


def reach(creatures: Iterable[Creature]) -> int:
    """Return the damage that creatures deal if nobody blocks them."""
    return sum(max(0, c.power) * (2 if c.has(Keyword.DOUBLE_STRIKE) else 1) for c in creatures)
