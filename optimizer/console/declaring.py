"""The questions ``overrun blocks`` and ``overrun attack``: what to declare, and what follows."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import typer

from optimizer.console.arguments import every, judge_deadline, only_one, read_board
from optimizer.console.output import NO, refusing, show, show_json
from optimizer.console.pictures import judge_picture, save_picture

if TYPE_CHECKING:
    from rich.console import RenderableType

    from optimizer.declaring.solution import Declared, Other


def declare(
    question: Literal["blocks", "attack"],
    combat: str,
    objectives: Sequence[str],
    deadline: float | None,
    picture: str | None,
    as_json: bool,
    **more: Any,
) -> NoReturn:
    """Read the combat, ask for blocks or an attack, show the answer and exit.

    Parameters
    ----------
    combat, picture
        As they were typed.
    more
        What else the question takes (`optimizer.solve_blocks`, `optimizer.solve_attack`).
    """
    limits = {"--deadline": deadline is not None, "--effort": more["effort"] is not None}
    with refusing(as_json):
        board, *_ = every(
            lambda: read_board(combat),
            lambda: judge_deadline(deadline),
            lambda: judge_picture(picture),
            lambda: only_one(limits, "limits of which one holds: give one only"),
        )
        found = _solver(question)(board, objectives, deadline, **more)
        save_picture(picture, board, found)
        give_declared(found, as_json)


def _solver(question: str) -> "Callable[..., Declared]":
    """Return what answers a question; it takes time to load."""
    if question == "blocks":
        from optimizer.declaring.blocks import solve_blocks

        return solve_blocks
    from optimizer.declaring.attack import solve_attack

    return solve_attack


def give_declared(found: "Declared", as_json: bool) -> NoReturn:
    """Show a declaration and the damage that follows, and exit; 1 if no attack survives."""
    if as_json:
        show_json(found.to_document())
    elif found.outcome is None:
        show(_nothing(found))
    else:
        show(_shown(found))
    raise typer.Exit(NO if found.status.value == "infeasible" else 0)


def _nothing(found: "Declared") -> "RenderableType":
    from rich.text import Text

    if found.status.value == "infeasible":
        return Text("No attack survives the opponent's best attack next turn", "bold red")
    return Text("The deadline passed before an attack was found that survives", "bold yellow")


def _shown(found: "Declared") -> "RenderableType":
    """Return the declaration above what follows from it."""
    from rich.console import Group
    from rich.text import Text

    from optimizer.console import display

    lines: list[RenderableType] = [display.declared_headline(found)]
    if found.objectives:
        lines += [Text(), display.objectives(found)]
    if found.fetched is not None:
        rows = [f"{who} fetches {card or 'nothing'}" for who, card in found.fetched.items()]
        lines += _section("Search", rows, "nobody searches")
    if found.attacks is not None:
        attacks = [f"{name} attacks {target}" for name, target in found.attacks.items()]
        lines += _section("Attack", attacks, "nobody attacks")
    blocks = [f"{name} blocks {', '.join(names)}" for name, names in found.blocks.items()]
    title = "Blocks" if found.attacks is None else "The best blocks against it"
    lines += _section(title, blocks, "nobody blocks")
    if found.tricks is not None:
        from optimizer.console.tricks import said

        lines += _section("Uses", [said(used) for used in found.tricks.uses], "nothing")
    if found.damage.outcome is not None:
        lines += display.whole(found.damage.outcome)
    if found.others:
        sure = "" if found.others_complete else " (not proven to be the next best)"
        lines += _section(f"The next best{sure}", [_in_short(o) for o in found.others], "")
    return Group(*lines)


def _in_short(other: "Other") -> str:
    names = [objective.name for objective in other.damage.objectives]
    worth = ", ".join(f"{n} {value}" for n, value in zip(names, other.values, strict=True))
    blocks = [f"{name} blocks {', '.join(of)}" for name, of in other.blocks.items()]
    attacks = [f"{name} attacks {target}" for name, target in (other.attacks or {}).items()]
    if other.attacks is not None:
        attacks = attacks or ["nobody attacks"]
    return f"{worth}: {', '.join([*attacks, *(blocks or ['nobody blocks'])])}"


def _section(title: str, rows: list[str], nothing: str) -> "list[RenderableType]":
    from rich.text import Text

    from optimizer.console.display_parts import plain

    return [Text(), Text(title, "bold"), *(plain(f"  {row}") for row in rows or [nothing])]
