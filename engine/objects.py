"""The objects of a combat: players, creatures, planeswalkers, battles. Frozen, without relations.

The fields are those of the combat document; every value is resolved (a card's characteristics are
filled in) and every default is applied. What refers to other objects is kept by id; `engine.combat`
gives the references their meaning.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from engine.keywords import Keyword, toxic_value

Prevention = int | Literal["all"]
_TRAMPLE = frozenset((Keyword.TRAMPLE, Keyword.TRAMPLE_OVER_PLANESWALKERS))
_COUNTERS = frozenset((Keyword.WITHER, Keyword.INFECT))
_FIRST = frozenset((Keyword.FIRST_STRIKE, Keyword.DOUBLE_STRIKE))

Requirement = bool | tuple[str, ...]
"""A requirement or restriction: in general, or towards the objects listed."""


@dataclass(frozen=True)
class Player:
    """A player (rule 102): life, poison counters, combat damage from commanders so far."""

    id: str
    life: int
    poison: int = 0
    commander_damage: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    team: str | None = None
    prevent: Prevention = 0


@dataclass(frozen=True)
class Creature:
    """A creature or, with a `count` above 1, a group of identical ones.

    `attacking` is the id of what it attacks; a creature with `attacks` true and `attacking` None is
    attacking nothing any more (506.4c).
    """

    id: str
    controller: str
    power: int
    toughness: int
    value: int
    card: str | None = None
    keywords: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    damage: int = 0
    attacks: bool = False
    attacking: str | None = None
    was_attacking_controller: str | None = None
    blocking: tuple[str, ...] = ()
    blocked: bool | None = None
    damage_order: tuple[str, ...] | None = None
    band: str | None = None
    assigns: Literal["power", "toughness", "nothing"] = "power"
    as_though_unblocked: bool = False
    divides_among_defenders: bool = False
    assigned_by: str | None = None
    tapped: bool = False
    summoning_sick: bool = False
    max_blocks: int = 1
    min_blockers: int = 1
    max_blockers: int | None = None
    must_attack: Requirement = False
    must_be_blocked: Requirement = False
    must_block: Requirement = False
    cant_attack: Requirement = False
    cant_block: Requirement = False
    cant_be_blocked_by: Requirement = False
    regeneration_shields: int = 0
    shield_counters: int = 0
    prevent: Prevention = 0
    deals: int = 1
    commander: bool = False
    count: int = 1

    def has(self, keyword: Keyword) -> bool:
        """Say whether it has this keyword ability."""
        return bool(self.keywords) and keyword in self.keywords

    @property
    def tramples(self) -> bool:
        """Trample of either kind: 702.19c is a variant of 702.19b."""
        return not _TRAMPLE.isdisjoint(self.keywords)

    @property
    def toxic(self) -> int:
        """The total toxic value, the sum over all its toxic abilities (702.164b)."""
        return sum(toxic_value(keyword) or 0 for keyword in self.keywords)

    @property
    def deals_counters(self) -> bool:
        """Its damage to creatures becomes -1/-1 counters (702.80a, 702.90c)."""
        return not _COUNTERS.isdisjoint(self.keywords)

    @property
    def strikes_first(self) -> bool:
        """It assigns damage in the first of two steps (702.4b, 702.7b)."""
        return not _FIRST.isdisjoint(self.keywords)

    @property
    def strikes_last(self) -> bool:
        """It assigns damage in the second of two steps (510.4)."""
        return not self.has(Keyword.FIRST_STRIKE) or self.has(Keyword.DOUBLE_STRIKE)


@dataclass(frozen=True)
class SpellSource(Creature):
    """A card as the source of damage that is not combat damage (120.1); it is no creature there."""


@dataclass(frozen=True)
class Planeswalker:
    """A planeswalker (306) with its current loyalty."""

    id: str
    controller: str
    loyalty: int
    value: int
    card: str | None = None
    keywords: tuple[str, ...] = ()
    prevent: Prevention = 0


@dataclass(frozen=True)
class Battle:
    """A battle (310) with its current defense; only its protector blocks for it (310.9c)."""

    id: str
    controller: str
    protector: str
    defense: int
    value: int
    siege: bool = True
    card: str | None = None


@dataclass(frozen=True)
class Select:
    """Which sources or targets an effect is about; all properties given must hold."""

    ids: tuple[str, ...] | None = None
    controller: str | None = None
    color: str | None = None
    type: str | None = None
    keyword: str | None = None
    kind: Literal["creature", "planeswalker", "battle", "player"] | None = None


@dataclass(frozen=True)
class Effect:
    """A damage modifier that is not on one creature (614, 615)."""

    kind: Literal["multiply", "prevent", "add"]
    amount: Prevention
    sources: Select | None = None
    targets: Select | None = None


@dataclass(frozen=True)
class Change:
    """What happens to a creature between the two damage steps, if it is still there.

    `power` is its power from then on, -1/-1 counters of this combat aside; a creature that is
    `removed` or has `regenerated` is out of combat (506.4), a regenerated one without damage.
    """

    gains: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    power: int | None = None
    removed: bool = False
    regenerated: bool = False
