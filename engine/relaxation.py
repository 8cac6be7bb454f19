"""Rules of assignment that are waived, to find out what they forbid ("why not").

A `RelaxedCombat` is a combat in which some creatures may do more than the rules allow. Everything
that reads `engine.divisions` follows it; nothing is ever answered from it as though it were legal.
Only the active side gets more freedom, so what was possible stays possible.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from engine.combat import Combat
from engine.lazy import lazy
from engine.objects import Creature


@dataclass(frozen=True)
class Relaxation:
    """What is waived for damage that the active side divides.

    Attributes
    ----------
    amounts
        Creatures that may assign any amount up to this one, instead of exactly theirs (510.1a).
    steps
        Creatures that may assign damage in both damage steps (510.4), up to theirs in the other.
    recipients
        What creatures may assign damage to besides what the rules say (510.1b-d); with trample
        that still goes past the creature's blockers.
    gates
        Pairs of a creature and something whose threshold it need not meet (702.19b-c).
    thresholds
        What is added to the thresholds of objects whose marked damage or loyalty is not the real
        one, so that gates stay what they are.
    """

    amounts: Mapping[str, int] = field(default_factory=dict)
    steps: frozenset[str] = frozenset()
    recipients: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    gates: frozenset[tuple[str, str]] = frozenset()
    thresholds: Mapping[str, int] = field(default_factory=dict)


_NONE = Relaxation()


@dataclass(frozen=True, repr=False)
class RelaxedCombat(Combat):
    """A combat with waived rules, and perhaps with creatures that are not the real ones."""

    relaxation: Relaxation = _NONE
    changed: Mapping[str, Creature] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        combat: Combat,
        relaxation: Relaxation,
        changed: Mapping[str, Creature],
        **others: Any,
    ) -> "RelaxedCombat":
        """Relax a combat; `others` are further fields of it that are not the real ones."""
        given = {f.name: getattr(combat, f.name) for f in fields(Combat)} | others
        return cls(**given, relaxation=relaxation, changed=changed)

    @lazy
    def creatures(self) -> dict[str, Creature]:
        """Every single creature by id, the changed ones as they are here."""
        return {**super().creatures, **self.changed}


def relaxation_of(combat: Combat) -> Relaxation:
    """Return what is waived in a combat: nothing, but in a `RelaxedCombat`."""
    return combat.relaxation if isinstance(combat, RelaxedCombat) else _NONE
