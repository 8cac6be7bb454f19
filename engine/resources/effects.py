"""What a card does in a combat: the vocabulary of ``effects`` in a card (609-611)."""

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Literal

Number = int | Literal["X", "-X"]
"""A number, or the X of the card's cost (107.3)."""


@unique
class EffectKind(StrEnum):
    """The kinds of effects."""

    PUMP = "pump"
    """+power/+toughness until end of turn, or as counters (613.4c)."""
    DOUBLE_POWER = "double_power"
    """701.10: +X/+0, X being its power as this resolves."""
    GAIN = "gain"
    """It gains keywords (613.1f)."""
    LOSE = "lose"
    """It loses keywords; `all` loses all (613.1f)."""
    DAMAGE = "damage"
    """120: damage that is not combat damage."""
    DESTROY = "destroy"
    """701.8: to the graveyard; indestructible, regeneration and shield counters help."""
    EXILE = "exile"
    """701.13."""
    RETURN = "return"
    """To its owner's hand (400)."""
    TAP = "tap"
    """701.26a: an attacker or blocker stays in combat; a tapped creature cannot be declared."""
    UNTAP = "untap"
    """701.26b."""
    REMOVE_FROM_COMBAT = "remove_from_combat"
    """506.4."""
    PREVENT = "prevent"
    """615: the next damage to it, or all damage this turn."""
    REGENERATE = "regenerate"
    """701.19: a shield for the next time it would be destroyed this turn."""
    BECOME_BLOCKED = "become_blocked"
    """509.1h: an attacker becomes blocked, with no creature blocking it."""
    BECOME_UNBLOCKED = "become_unblocked"
    """An attacker becomes unblocked; its blockers no longer block it."""
    FOG = "fog"
    """615: combat damage by the creatures named (each creature, if none are) is prevented."""
    ENTER = "enter"
    """A creature enters the battlefield, attacking or not (508.4)."""
    SEARCH = "search"
    """701.23: a library is searched for a card."""
    LIFE = "life"
    """119.3: a player gains life, or loses it if the amount is negative."""
    DRAW = "draw"
    """121: of no effect on this combat, as nobody knows the card."""


@dataclass(frozen=True)
class NewCreature:
    """The creature that an effect puts onto the battlefield (111.4).

    Its `value` is what its controller loses when it dies; None: power + toughness.
    """

    name: str
    power: int
    toughness: int
    keywords: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    value: int | None = None


@dataclass(frozen=True)
class CardEffect:
    """One effect of a card.

    Attributes
    ----------
    kind
        What it does.
    target
        Whom it does it to (`engine.resources.scopes`): a target such as ``attacking creature`` or
        ``any``, or ``each creature you control``, ``you``. None: what the effect before it did it
        to.
    power, toughness
        Of `pump`.
    amount
        Of `damage`, `prevent`, `life`, `draw`; `all` for `prevent`.
    keywords
        Of `gain` and `lose`.
    creature, attacking, tapped, count
        Of `enter`: which creature, how it enters, how many.
    cant_regenerate
        Of `destroy`: regeneration does not help (701.19c).
    quality, onto, optional
        Of `search`: what is searched for (None: any card), where it goes, whether the player may
        leave it.
    """

    kind: EffectKind
    target: str | None = None
    power: Number = 0
    toughness: Number = 0
    amount: Number | Literal["all"] | None = None
    keywords: tuple[str, ...] = ()
    creature: NewCreature | None = None
    attacking: bool = False
    tapped: bool = False
    count: int = 1
    cant_regenerate: bool = False
    quality: str | None = None
    onto: Literal["hand", "battlefield"] = "hand"
    optional: bool = False

    @property
    def uses_x(self) -> bool:
        """Whether the X of the cost is part of it."""
        return any(
            isinstance(n, str) and "X" in n for n in (self.power, self.toughness, self.amount)
        )
