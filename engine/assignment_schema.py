"""The shape of an assignment in a document, as pydantic models."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from engine.combat import Step
from engine.faults import DocumentError, Fault
from engine.limits import LIMIT


class Row(BaseModel):
    """An entry of ``assignments`` or ``prevented``."""

    model_config = ConfigDict(extra="forbid")

    source: str
    target: str
    amount: Annotated[int, Field(strict=True, ge=0, le=LIMIT)]
    copies: Annotated[int, Field(strict=True, ge=1, le=LIMIT)] | None = None


class StepRows(BaseModel):
    """An entry of ``steps``."""

    model_config = ConfigDict(extra="forbid")

    step: Step
    assignments: list[Row]
    prevented: list[Row] = []


_STEPS = TypeAdapter(list[StepRows])


def validated(steps: Sequence[object]) -> list[StepRows]:
    """Return the steps of a document, each of the right shape.

    Raises
    ------
    DocumentError
        With every fault that was found.
    """
    try:
        return _STEPS.validate_python(steps)
    except ValidationError as error:
        raise DocumentError(
            Fault("steps" + _path(detail["loc"]), str(detail["msg"])) for detail in error.errors()
        ) from error


def _path(location: Sequence[int | str]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location)
