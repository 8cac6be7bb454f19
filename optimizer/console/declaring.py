"""The questions ``overrun blocks`` and ``overrun attack``: what to declare, and what follows."""

from typing import TYPE_CHECKING, NoReturn

import typer

from optimizer.console.output import show, show_json

if TYPE_CHECKING:
    from rich.console import RenderableType

    from optimizer.declaring.solution import Declared


def give_declared(found: "Declared", as_json: bool) -> NoReturn:
    """Show a declaration and the damage that follows, and exit."""
    if as_json:
        show_json(found.to_document())
    else:
        show(_shown(found))
    raise typer.Exit(0)


def _shown(found: "Declared") -> "RenderableType":
    """Return the declaration above what follows from it."""
    from rich.console import Group
    from rich.text import Text

    from optimizer.console import display

    lines: list[RenderableType] = [display.declared_headline(found)]
    if found.objectives:
        lines += [Text(), display.objectives(found)]
    if found.attacks is not None:
        attacks = [f"{name} attacks {target}" for name, target in found.attacks.items()]
        lines += _section("Attack", attacks, "nobody attacks")
    blocks = [f"{name} blocks {', '.join(names)}" for name, names in found.blocks.items()]
    title = "Blocks" if found.attacks is None else "The best blocks against it"
    lines += _section(title, blocks, "nobody blocks")
    if found.damage.outcome is not None:
        lines += display.whole(found.damage.outcome)
    return Group(*lines)


def _section(title: str, rows: list[str], nothing: str) -> "list[RenderableType]":
    from rich.text import Text

    from optimizer.console.display_parts import plain

    return [Text(), Text(title, "bold"), *(plain(f"  {row}") for row in rows or [nothing])]
