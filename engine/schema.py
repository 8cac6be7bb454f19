"""The combat document's shape: keys, types and ranges, as pydantic models.

What a single object may look like stands here; what the objects may be to each other stands in
`engine.validity`. Numbers are kept within `LIMIT`, so that no sum over a combat leaves 64 bits.
"""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from engine.cards import closest_names
from engine.keywords import is_keyword, known_keywords

LIMIT = 1_000_000_000
"""The largest absolute value that a number in a document may have."""

MOST_CREATURES = 100_000
"""The largest number of creatures in a document, copies counted."""


def _keyword(text: str) -> str:
    if not is_keyword(text):
        near = closest_names(text.lower(), known_keywords())
        hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
        raise ValueError(f"the game has no keyword {text!r} (keywords are lower case){hint}")
    return text


Identifier = Annotated[str, Field(min_length=1, strict=True)]
Whole = Annotated[int, Field(strict=True, ge=-LIMIT, le=LIMIT)]
Amount = Annotated[int, Field(strict=True, ge=0, le=LIMIT)]
Positive = Annotated[int, Field(strict=True, ge=1, le=LIMIT)]
Flag = Annotated[bool, Field(strict=True)]
Text = Annotated[str, Field(strict=True)]
Shield = Amount | Literal["all"]
Color = Literal["W", "U", "B", "R", "G"]
KeywordText = Annotated[str, Field(strict=True), AfterValidator(_keyword)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PlayerModel(_Model):
    """One entry of ``players``."""

    life: Whole
    poison: Amount = 0
    commander_damage: dict[str, Amount] = {}
    team: Identifier | None = None
    prevent: Shield = 0


class CreatureModel(_Model):
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
    blocking: list[Identifier] = []
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
    must_attack: Flag | list[Identifier] = False
    must_be_blocked: Flag | list[Identifier] = False
    must_block: Flag | list[Identifier] = False
    cant_attack: Flag | list[Identifier] = False
    cant_block: Flag | list[Identifier] = False
    cant_be_blocked_by: Flag | list[Identifier] = False
    regeneration_shields: Amount = 0
    shield_counters: Amount = 0
    prevent: Shield = 0
    deals: Amount = 1
    commander: Flag = False
    value: Amount | None = None
    count: Positive = 1


class PlaneswalkerModel(_Model):
    """One entry of ``planeswalkers``."""

    id: Identifier
    controller: Identifier
    loyalty: Amount | None = None
    card: Identifier | None = None
    value: Amount | None = None
    keywords: list[KeywordText] = []
    prevent: Shield = 0


class BattleModel(_Model):
    """One entry of ``battles``."""

    id: Identifier
    controller: Identifier
    protector: Identifier
    defense: Amount | None = None
    siege: Flag = True
    card: Identifier | None = None
    value: Amount | None = None


class SelectModel(_Model):
    """The sources or targets of an effect, by properties."""

    controller: Identifier | None = None
    color: Color | None = None
    type: Text | None = None
    keyword: KeywordText | None = None
    kind: Literal["creature", "planeswalker", "battle", "player"] | None = None


class EffectModel(_Model):
    """One entry of ``effects``."""

    kind: Literal["multiply", "prevent", "add"]
    factor: Amount | None = None
    amount: Shield | None = None
    sources: list[Identifier] | SelectModel | None = None
    targets: list[Identifier] | SelectModel | None = None


class ChangeModel(_Model):
    """One entry of ``after_first_strike``."""

    gains: list[KeywordText] = []
    loses: list[KeywordText] = []
    power: Whole | None = None
    removed: Flag = False
    regenerated: Flag = False


class CombatModel(_Model):
    """The document; its objects are validated one by one, so that each fault is found."""

    version: Annotated[int, Field(strict=True, ge=1, le=1)]
    active_player: Identifier
    players: dict[str, Any]
    creatures: list[Any] = []
    planeswalkers: list[Any] = []
    battles: list[Any] = []
    effects: list[Any] = []
    after_first_strike: dict[str, Any] = {}
    resources: dict[str, Any] = {}
    rules: Literal["current", "ordered"] = "current"
    comment: Text | None = None
