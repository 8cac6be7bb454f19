"""The command ``overrun tricks``: what to use, and what follows."""

from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from optimizer.console.arguments import every, judge_deadline, only_one, read_board, refuse
from optimizer.console.output import NO, refusing, show, show_json
from optimizer.console.pictures import PictureFile, judge_picture, save_picture

if TYPE_CHECKING:
    from rich.console import RenderableType

    from optimizer.tricks.solution import Tricks, Used

_WINDOWS = {
    "before_blocks": "before blocks",
    "after_blocks": "after blocks",
    "between_steps": "between the damage steps",
}
_WAYS = {"cast": "casts", "cycle": "cycles", "foretold": "casts the foretold"}


def tricks(
    context: typer.Context,
    combat: Annotated[
        str,
        typer.Argument(
            help="A file, - for standard input, or JSON: a combat with its players' resources."
        ),
    ],
    maximize: Annotated[
        list[str] | None,
        typer.Option("--max", metavar="NAME", help="What the attacking side makes large."),
    ] = None,
    minimize: Annotated[
        list[str] | None,
        typer.Option("--min", metavar="NAME", help="What the attacking side makes small."),
    ] = None,
    play: Annotated[bool, typer.Option("--play", help="Play well.")] = False,
    side: Annotated[
        str | None,
        typer.Option(metavar="PLAYER", help="Whose cards are asked about: the active player's."),
    ] = None,
    opponent: Annotated[
        str,
        typer.Option(
            metavar="nothing|best", help="What the other side does with its own cards and mana."
        ),
    ] = "nothing",
    against: Annotated[
        str | None,
        typer.Option(
            metavar="CARDS",
            help="What the opponent may have, such as 'foretold=2,mana=4' or 'hand=1,mana=2': the "
            "worst cards of the table.",
        ),
    ] = None,
    before_blocks: Annotated[
        bool,
        typer.Option(
            "--before-blocks",
            help="Blocks are not declared yet: cards may be used before, and the best blocks "
            "follow.",
        ),
    ] = False,
    search: Annotated[
        bool,
        typer.Option(
            "--search",
            help="Each opponent may fetch a creature from its library, as Boldwyr Heavyweights "
            "lets it; then comes the best attack.",
        ),
    ] = False,
    wish: Annotated[
        list[str] | None,
        typer.Option(metavar="EXPR", help="What the side wants to hold: 'survives(bear)', ..."),
    ] = None,
    deadline: Annotated[
        float | None,
        typer.Option(metavar="S", help="Seconds to spend; without it, until it is proven."),
    ] = None,
    picture: PictureFile = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")] = False,
) -> None:
    """Cards and mana are given: what to use, when, on what, and the damage that follows."""
    chosen = {"--opponent best": opponent == "best", "--against": against, "--search": search}
    with refusing(as_json):
        board, *_ = every(
            lambda: read_board(combat),
            lambda: judge_deadline(deadline),
            lambda: only_one(chosen),
            lambda: judge_picture(picture),
        )
        if opponent not in ("nothing", "best"):
            refuse("opponent", f"expected 'nothing' or 'best', not {opponent!r}")
        if search:
            from optimizer.console.declaring import give_declared
            from optimizer.tricks.searching import solve_search

            if side is not None or wish or before_blocks:
                refuse(
                    "", "--search is about the attack: leave out --side, --wish, --before-blocks"
                )
            declared = solve_search(board, context.obj, deadline)
            save_picture(picture, board, declared)
            give_declared(declared, as_json)
        from optimizer.tricks.solve import solve_tricks

        found = solve_tricks(
            board,
            context.obj,
            side=side,
            opponent="best" if opponent == "best" else "nothing",
            against=against,
            wishes=wish or (),
            deadline=deadline,
            before_blocks=before_blocks,
        )
        save_picture(picture, board, found)
    give_tricks(found, as_json)


def give_tricks(found: "Tricks", as_json: bool) -> NoReturn:
    """Show an answer and exit; the status is 1 if a wish cannot be met."""
    if as_json:
        show_json(found.to_document())
    else:
        show(_shown(found))
    raise typer.Exit(NO if found.outcome is None else 0)


def _shown(found: "Tricks") -> "RenderableType":
    from rich.console import Group
    from rich.text import Text

    from optimizer.console import display
    from optimizer.console.display_parts import plain

    lines: list[RenderableType] = [display.declared_headline(found)]
    if found.outcome is None:
        return Group(*lines)
    if not found.wishes_met:
        lines.append(Text("It does not meet every wish; it is not known whether any use does"))
    if found.objectives:
        lines += [Text(), display.objectives(found)]
    lines += [Text(), Text("Uses", "bold")]
    lines += [plain(f"  {said(used)}") for used in found.uses] or [Text("  nothing")]
    if found.blocks is not None:
        rows = [f"{name} blocks {', '.join(of)}" for name, of in found.blocks.items()]
        lines += [Text(), Text("Blocks", "bold")]
        lines += [plain(f"  {row}") for row in rows] or [Text("  nobody blocks")]
    if found.died:
        lines += [Text(), Text("Dies before damage", "bold"), plain(f"  {', '.join(found.died)}")]
    return Group(*lines, *display.whole(found.outcome))


def said(used: "Used") -> str:
    """Return a use in words: who, how, what, on what, when, and what pays for it."""
    use = used.use
    text = f"{use.player} {_WAYS[use.way.value]} {used.name}"
    if use.x:
        text += f" with X = {use.x}"
    if use.targets:
        text += f" on {', '.join(use.targets)}"
    mana = "".join(f"{{{kind}}}" * count for kind, count in used.paid.mana)
    paid = [mana] if mana else []
    if used.paid.life:
        paid.append(f"{used.paid.life} life")
    paid_by = f" for {' and '.join(paid)}" if paid else " for nothing"
    return f"{text}, {_WINDOWS[use.window.value]},{paid_by}"
