"""What the values of a combat document may be, as pydantic types: types and ranges.

`engine.given` uses these names; what the objects may be to each other is judged in
`engine.validity`.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from engine.cards import closest_names
from engine.keywords import is_keyword, known_keywords
from engine.limits import LIMIT


def _keyword(text: str) -> str:
    if not is_keyword(text):
        near = closest_names(text.lower(), known_keywords())
        hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
        raise ValueError(f"the game has no keyword {text!r} (keywords are lower case){hint}")
    return text


def _keyword_or_all(text: str) -> str:
    return text if text == "all" else _keyword(text)


# What only cards need is loaded when there are cards.


def _cost(text: str) -> str:
    from engine.resources.costs import parse_cost

    parse_cost(text)
    return text


def _effect(text: str) -> str:
    from engine.resources.effects import EffectKind

    kinds = [kind.value for kind in EffectKind]
    if text not in kinds:
        near = closest_names(text, kinds)
        hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
        raise ValueError(f"there is no effect {text!r}{hint}")
    return text


def _target(text: str) -> str:
    from engine.resources.scopes import misspelt, read_scope

    if text != "it":
        for word in frozenset().union(*read_scope(text).conditions):
            near = misspelt(word)
            if near is not None:
                raise ValueError(f"cannot tell what {text!r} is; did you mean {near!r}?")
    return text


Identifier = Annotated[str, Field(min_length=1, strict=True)]
Whole = Annotated[int, Field(strict=True, ge=-LIMIT, le=LIMIT)]
Amount = Annotated[int, Field(strict=True, ge=0, le=LIMIT)]
Amounts = dict[str, Amount]
Positive = Annotated[int, Field(strict=True, ge=1, le=LIMIT)]
Version = Annotated[int, Field(strict=True, ge=1, le=1)]
Flag = Annotated[bool, Field(strict=True)]
Text = Annotated[str, Field(strict=True)]
Shield = Amount | Literal["all"]
Requirement = Flag | list[Identifier]
Color = Literal["W", "U", "B", "R", "G"]
KeywordText = Annotated[str, Field(strict=True), AfterValidator(_keyword)]
KeywordOrAll = Annotated[str, Field(strict=True), AfterValidator(_keyword_or_all)]
CostText = Annotated[str, Field(strict=True), AfterValidator(_cost)]
EffectText = Annotated[str, Field(strict=True), AfterValidator(_effect)]
TargetText = Annotated[str, Field(strict=True), AfterValidator(_target)]
Variable = Whole | Literal["X", "-X"]


class SelectModel(BaseModel):
    """The sources or targets of an effect, by properties."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    controller: Identifier | None = None
    color: Color | None = None
    type: Text | None = None
    keyword: KeywordText | None = None
    kind: Literal["creature", "planeswalker", "battle", "player"] | None = None
