"""The option ``--picture``: the answer of any question as a file."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from optimizer.console.arguments import refuse

if TYPE_CHECKING:
    from engine.combat import Combat

PictureFile = Annotated[
    str | None,
    typer.Option(
        "--picture",
        metavar="FILE",
        help="Draw the combat and the answer as well, into FILE.svg or FILE.png.",
    ),
]


def judge_picture(file: str | None) -> None:
    """Refuse a file that no picture can be written to, before there is anything to draw."""
    if file is not None:
        from optimizer.picture import files

        found = files.fault(file)
        if found is not None:
            refuse("picture", found)


def save_picture(
    file: str | None, combat: "Combat", answer: object, violations: Iterable[object] = ()
) -> None:
    """Draw an answer into a file, if one is asked for."""
    if file is not None:
        from optimizer.picture import files, picture

        files.write(file, picture(combat, answer, violations))
