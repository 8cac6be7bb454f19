"""How the command line answers: for people or as JSON, with the exit status."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

import typer

if TYPE_CHECKING:
    from rich.console import RenderableType

    from optimizer.solution import Solution

NO, AT_FAULT, DEFECT, NO_OUTPUT = 1, 2, 70, 74


def give(
    solution: "Solution",
    as_json: bool,
    *,
    document: Mapping[str, object] | None = None,
    more: "RenderableType | None" = None,
    reason: Callable[[], str] | None = None,
) -> NoReturn:
    """Show an answer and exit; the status is 1 if a wish cannot be met.

    Parameters
    ----------
    document
        What to print as JSON, if it is more than the answer's own document.
    more
        What people see below the answer, if there is one.
    reason
        Says why the wishes cannot be met.
    """
    if as_json:
        show_json(solution.to_document() if document is None else document)
    else:
        from optimizer.console import display

        show(display.solution(solution))
        if solution.outcome is None and reason is not None:
            show_text(f"\n{reason()}")
        elif solution.outcome is not None and more is not None:
            show(more)
    raise typer.Exit(NO if solution.outcome is None else 0)


@contextmanager
def refusing(as_json: bool) -> Iterator[None]:
    """Show every fault of the input on standard error, as JSON on standard output; exit."""
    from engine.faults import DocumentError

    try:
        yield
    except DocumentError as error:
        if as_json:
            show_json(error.to_document())
        else:
            from optimizer.console import display

            typer.echo(display.refusal(error.faults), err=True)
        raise typer.Exit(AT_FAULT) from None


def show(renderable: "RenderableType") -> None:
    """Print for people."""
    from rich.console import Console

    Console(markup=False, highlight=False, emoji=False).print(renderable)


def show_text(text: str) -> None:
    """Print lines of plain text for people."""
    from rich.text import Text

    from optimizer.console.display_parts import plain

    show(Text("\n").join(map(plain, text.split("\n"))))


def show_json(document: Mapping[str, object]) -> None:
    """Print JSON, in UTF-8 wherever it goes; a lone surrogate becomes its JSON escape."""
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    typer.echo(text.encode("utf-8", "backslashreplace"), nl=False)
