"""The objects of a combat document as they are given: their keys and the defaults of those.

Which values a key may have is said by the name of its type; `engine.value_types` gives these names
their meaning, and is loaded only when there is a document to validate. What the short notation
makes is of the right shape by itself (`engine.draft`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from engine.value_types import (
        Amount,
        Amounts,
        Color,
        CostText,
        EffectText,
        Flag,
        Identifier,
        KeywordOrAll,
        KeywordText,
        Positive,
        Requirement,
        SelectModel,
        Shield,
        TargetText,
        Text,
        Variable,
        Version,
        Whole,
    )

_NOTHING: Final[Any] = ()
_NO_KEYS: Final[Any] = {}


class Given:
    """An object of a document: every key is an attribute, given or by default."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        vars(self).update(values)

    def gives(self, key: str) -> bool:
        """Say whether the document gives this key itself."""
        return key in vars(self)

    def gives_any(self, keys: Collection[str]) -> bool:
        """Say whether the document gives one of these keys itself."""
        return not vars(self).keys().isdisjoint(keys)


class GivenPlayer(Given):
    """One entry of ``players``."""

    life: Whole
    poison: Amount = 0
    commander_damage: Amounts = _NO_KEYS
    team: Identifier | None = None
    prevent: Shield = 0


class GivenCreature(Given):
    """One entry of ``creatures``."""

    id: Identifier
    controller: Identifier
    card: Identifier | None = None
    power: Whole | None = None
    toughness: Whole | None = None
    keywords: list[KeywordText] | None = None
    colors: list[Color] | None = None
    types: list[Text] | None = None
    damage: Amount = 0
    attacking: Identifier | None = None
    was_attacking_controller: Identifier | None = None
    blocking: list[Identifier] = _NOTHING
    blocked: Flag | None = None
    damage_order: list[Identifier] | None = None
    band: Identifier | None = None
    assigns: Literal["power", "toughness", "nothing"] = "power"
    as_though_unblocked: Flag = False
    divides_among_defenders: Flag = False
    assigned_by: Identifier | None = None
    tapped: Flag = False
    summoning_sick: Flag = False
    max_blocks: Amount = 1
    min_blockers: Amount = 1
    max_blockers: Amount | None = None
    must_attack: Requirement = False
    must_be_blocked: Requirement = False
    must_block: Requirement = False
    cant_attack: Requirement = False
    cant_block: Requirement = False
    cant_be_blocked_by: Requirement = False
    regeneration_shields: Amount = 0
    shield_counters: Amount = 0
    prevent: Shield = 0
    deals: Amount = 1
    commander: Flag = False
    value: Amount | None = None
    count: Positive = 1


class GivenPlaneswalker(Given):
    """One entry of ``planeswalkers``."""

    id: Identifier
    controller: Identifier
    loyalty: Amount | None = None
    card: Identifier | None = None
    value: Amount | None = None
    keywords: list[KeywordText] = _NOTHING
    prevent: Shield = 0


class GivenBattle(Given):
    """One entry of ``battles``."""

    id: Identifier
    controller: Identifier
    protector: Identifier
    defense: Amount | None = None
    siege: Flag = True
    card: Identifier | None = None
    value: Amount | None = None


class GivenEffect(Given):
    """One entry of ``effects``."""

    kind: Literal["multiply", "prevent", "add"]
    factor: Amount | None = None
    amount: Shield | None = None
    sources: list[Identifier] | SelectModel | None = None
    targets: list[Identifier] | SelectModel | None = None


class GivenChange(Given):
    """One entry of ``after_first_strike``."""

    gains: list[KeywordText] = _NOTHING
    loses: list[KeywordText] = _NOTHING
    power: Whole | None = None
    removed: Flag = False
    regenerated: Flag = False


class GivenNewCreature(Given):
    """The creature of an effect that puts one onto the battlefield."""

    name: Identifier
    power: Whole | None = None
    toughness: Whole | None = None
    keywords: list[KeywordText] | None = None
    colors: list[Color] | None = None
    types: list[Text] | None = None
    value: Amount | None = None


class GivenCardEffect(Given):
    """One effect of a card."""

    kind: EffectText
    target: TargetText | None = None
    power: Variable = 0
    toughness: Variable = 0
    amount: Variable | Literal["all"] | None = None
    keywords: list[KeywordOrAll] = _NOTHING
    creature: Any = None
    attacking: Flag = False
    tapped: Flag = False
    count: Positive = 1
    cant_regenerate: Flag = False
    quality: Text | None = None
    onto: Literal["hand", "battlefield"] = "hand"
    optional: Flag = False


class GivenCycling(Given):
    """The cycling ability of a card."""

    cost: CostText
    kind: Identifier | None = None
    effects: list[Any] = _NOTHING


class GivenCard(Given):
    """One card of a hand, a library, or foretold."""

    name: Identifier
    cost: CostText | None = None
    timing: Literal["instant", "sorcery"] | None = None
    colors: list[Color] | None = None
    types: list[Text] | None = None
    power: Whole | None = None
    toughness: Whole | None = None
    keywords: list[KeywordText] | None = None
    effects: list[Any] | None = None
    windows: list[Literal["before_blocks", "after_blocks", "between_steps"]] | None = None
    cycling: dict[str, Any] | None = None
    foretell: CostText | None = None
    foretold_this_turn: Flag = False


class GivenHidden(Given):
    """A card of which only that it is there is known."""

    hidden: Literal[True]
    foretold_this_turn: Flag = False


class GivenWatcher(Given):
    """One entry of ``watchers``."""

    when: Literal["cycle", "discard", "cycle or discard"]
    effects: list[Any] = _NOTHING


class GivenResources(Given):
    """One entry of ``resources``."""

    mana: Any = _NO_KEYS
    hand: list[Any] = _NOTHING
    foretold: list[Any] = _NOTHING
    library: list[Any] = _NOTHING
    outside: list[Any] = _NOTHING
    watchers: list[Any] = _NOTHING
    cycling_tax: CostText | None = None
    cycling_discount: Amount = 0
    cant_cycle: Flag = False


class GivenCombat(Given):
    """The document itself; its objects are validated one by one, so that each fault is found."""

    version: Version
    active_player: Identifier
    players: dict[str, Any]
    creatures: list[Any] = _NOTHING
    planeswalkers: list[Any] = _NOTHING
    battles: list[Any] = _NOTHING
    effects: list[Any] = _NOTHING
    after_first_strike: dict[str, Any] = _NO_KEYS
    resources: dict[str, Any] = _NO_KEYS
    rules: Literal["current", "ordered"] = "current"
    comment: Text | None = None
