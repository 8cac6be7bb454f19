"""The answers as pydantic models: what the OpenAPI description says of them.

The contract's documents are written by the answers themselves; these models describe them.
"""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class _Described(BaseModel):
    model_config = ConfigDict(extra="forbid")


_PICTURE = Field(None, description="The answer drawn as SVG, if it was asked for")


class Value(_Described):
    """An objective of an answer."""

    name: str
    value: int
    bound: int = Field(description="The best that may be possible; the value where it is proven")


class AssignedRow(_Described):
    """What one source assigns to one target."""

    source: str
    target: str
    amount: int
    copies: int | None = Field(None, description="So many identical sources or targets")


class StepRows(_Described):
    """A step of combat damage."""

    step: Literal["first_strike", "regular"]
    assignments: list[AssignedRow]
    prevented: list[AssignedRow] | None = None


class PlayerResult(_Described):
    """A player after the combat."""

    life: int
    damage: int
    poison: int


class PlaneswalkerResult(_Described):
    """A planeswalker after the combat."""

    loyalty: int
    dies: bool


class BattleResult(_Described):
    """A battle after the combat."""

    defense: int
    defeated: bool


class Result(_Described):
    """The combat after its last step and state-based actions."""

    players: dict[str, PlayerResult]
    planeswalkers: dict[str, PlaneswalkerResult]
    battles: dict[str, BattleResult]
    destroyed: list[str]
    outcome: Literal["win", "loss", "draw", "undecided"]


class Answer(BaseModel):
    """The answer to a damage question."""

    id: str | int | None = Field(None, description="The one of the request, if it has one")
    status: Literal["optimal", "feasible", "infeasible"] = Field(
        description="Proven; legal but not proven in time; a wish cannot be met"
    )
    objectives: list[Value]
    steps: list[StepRows]
    result: Result | None = Field(None, description="Absent if there is no answer")
    wishes_met: bool | None = Field(None, description="False if they are not met, or not in time")
    statistics: dict[str, Any]
    picture: str | None = _PICTURE


class OtherValue(_Described):
    """An objective of a declaration that is not the best."""

    name: str
    value: int


class OtherDeclaration(_Described):
    """A declaration that is not the best."""

    objectives: list[OtherValue]
    blocks: dict[str, list[str]]
    attacks: dict[str, str] | None = None


class Declared(Answer):
    """The answer to a question about declarations, with the damage that follows."""

    blocks: dict[str, list[str]] | None = Field(None, description="Attackers of each blocker")
    attacks: dict[str, str] | None = Field(None, description="What each attacker attacks")
    others: list[OtherDeclaration] | None = Field(None, description="The next best")
    others_complete: bool | None = Field(None, description="They are proven to be the next best")


class Played(_Described):
    """One of several best answers."""

    steps: list[StepRows]
    result: Result


class Answers(Answer):
    """All best answers to a damage question, the first in full."""

    answers: list[Played]
    total: int = Field(description="How many were found")
    complete: bool = Field(description="There are no others")


class Following(BaseModel):
    """The best answer, and the best that is worse."""

    id: str | int | None = None
    best: Answer
    next: Answer | None = Field(description="Null if there is none, or none was found in time")
    complete: bool = Field(description="It is proven that there is nothing between the two")
    picture: str | None = _PICTURE


class Point(Answer):
    """A trade-off, with an answer that makes it."""

    values: list[int]


class TradeOffs(BaseModel):
    """Every trade-off between two objectives."""

    id: str | int | None = None
    frontier: list[Point]
    complete: bool = Field(description="It is proven that there are no others")
    picture: str | None = _PICTURE


class Fact(_Described):
    """A fact that takes part in making a wish impossible."""

    rule: str | None
    sentence: str
    creatures: list[str]


class Reason(_Described):
    """Why a wish cannot be met."""

    facts: list[Fact]
    sum: str | None = Field(description="What the facts add up to")
    verified: bool
    smallest: bool = Field(description="It is proven that no fact can be left out")


class Explanation(Answer):
    """How a wish can be met, as an answer that meets it, or why not."""

    wish: str
    possible: bool | None
    reason: Reason | None = None


class Violation(_Described):
    """A rule that is broken."""

    rule: str
    message: str
    step: Literal["first_strike", "regular"]
    source: str | None = Field(None, description="Whose damage or declaration it is")


class Verdict(_Described):
    """The answer to ``check``."""

    id: str | int | None = None
    legal: bool
    violations: list[Violation]
    picture: str | None = _PICTURE


class Written(_Described):
    """A combat in the forms that it can be written in."""

    id: str | int | None = None
    combat: dict[str, Any] = Field(description="The combat document")
    notation: str | None = Field(description="The short notation; null if that cannot say it")
    unsayable: str | None = Field(description="What the short notation cannot say")


class FaultEntry(_Described):
    """One thing that is wrong with a request."""

    path: str = Field(description="Where it is, such as `creatures[3].blocking[0]`")
    message: str
    rule: str | None = Field(None, description="The number of the rule that it breaks")


class Faults(_Described):
    """What is wrong."""

    kind: str = Field(
        description="`document`: the input is at fault; `request`: not what is expected over "
        "HTTP; `size`, `busy`, `stopping`, `deadline`: a limit; `worker`: the process was lost; "
        "`unavailable`: not part of this version; `internal`: a defect"
    )
    faults: list[FaultEntry]


class ErrorDocument(_Described):
    """An error."""

    error: Faults


class CardEntry(_Described):
    """A card as it is printed."""

    name: str
    kind: Literal["creature", "planeswalker", "battle"]
    mana_cost: str
    power: int | None
    toughness: int | None
    loyalty: int | None
    defense: int | None
    colors: list[str]
    types: list[str]
    keywords: list[str]


class Cards(_Described):
    """Cards, the most fitting first."""

    cards: list[CardEntry]


class Health(_Described):
    """How the service is."""

    status: Literal["ok", "stopping"]
    version: str
    workers: int = Field(description="How many questions are worked on at a time")
    busy: int = Field(description="How many are being worked on")
    waiting: int = Field(description="How many wait for a worker")
