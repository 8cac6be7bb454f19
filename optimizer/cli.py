"""The command line: its commands (their options: `optimizer.console.options`).

Exit status 0: answered; 1: the answer is no; 2: the input is at fault; 70: a defect of this
program; 74: the answer cannot be written. Modules that take time to load are imported where they
are used.
"""

import sys

import typer

from optimizer.console import cards
from optimizer.console.arguments import (
    DEFAULT_OBJECTIVES,
    ObjectiveCommand,
    PlainCommand,
    PlainGroup,
    every,
    judge_deadline,
    only_one,
    read_answer,
    read_board,
    refuse,
)
from optimizer.console.many import batch
from optimizer.console.options import (
    All,
    AsJson,
    AssignmentText,
    CombatText,
    Deadline,
    Declarations,
    Effort,
    Frontier,
    Maximize,
    Minimize,
    NextBest,
    Play,
    SurviveReply,
    Top,
    Why,
    Wishes,
)
from optimizer.console.output import DEFECT, NO, NO_OUTPUT, give, refusing, show, show_json
from optimizer.console.pictures import PictureFile, judge_picture, save_picture
from optimizer.console.piping import pipe
from optimizer.console.questions import Question
from optimizer.console.serving import serve
from optimizer.console.tools import mcp
from optimizer.console.tricks import tricks

app = typer.Typer(
    cls=PlainGroup,
    help="The best combat damage in Magic: The Gathering, with proof.",
    epilog="Exit status: 0 answered, 1 the answer is no, 2 the input is at fault.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command(cls=ObjectiveCommand)
def damage(
    context: typer.Context,
    combat: CombatText,
    maximize: Maximize = None,
    minimize: Minimize = None,
    play: Play = False,
    wish: Wishes = None,
    deadline: Deadline = None,
    all_answers: All = None,
    frontier: Frontier = None,
    next_best: NextBest = False,
    why: Why = None,
    picture: PictureFile = None,
    as_json: AsJson = False,
) -> None:
    """Attackers and blockers are given: assign combat damage in the best way."""
    chosen = {
        "--all": all_answers is not None,
        "--frontier": frontier is not None,
        "--next": next_best,
        "--why": why is not None,
    }
    with refusing(as_json):
        board, *_ = every(
            lambda: read_board(combat),
            lambda: judge_deadline(deadline),
            lambda: only_one(chosen),
            lambda: judge_picture(picture),
        )
        if frontier is not None and (maximize or minimize or play):
            refuse("", "--frontier names both of its objectives: leave out --max, --min and --play")
        question = Question(board, context.obj, tuple(wish or ()), deadline, as_json, picture)
        if all_answers is not None:
            question.all(all_answers)
        elif frontier is not None:
            question.frontier(*frontier)
        elif next_best:
            question.next()
        elif why is not None:
            question.why(why)
        else:
            question.best()


@app.command(cls=PlainCommand)
def check(
    combat: CombatText,
    assignment: AssignmentText = None,
    declarations: Declarations = False,
    picture: PictureFile = None,
    as_json: AsJson = False,
) -> None:
    """Judge an assignment of combat damage, attacks and blocks: is it legal, which rules break."""
    from optimizer.checking import judge_answer, verdict_document

    with refusing(as_json):
        if combat == assignment == "-":
            refuse("", "only one of COMBAT and ASSIGNMENT can be standard input")
        board, answer, _ = every(
            lambda: read_board(combat),
            lambda: read_answer(assignment, declarations=declarations),
            lambda: judge_picture(picture),
        )
        violations = judge_answer(board, answer, declarations=declarations)
        save_picture(picture, board, answer | {"legal": not violations}, violations)
    if as_json:
        show_json(verdict_document(violations))
    else:
        from optimizer.console import display

        show(display.verdict(violations))
    raise typer.Exit(NO if violations else 0)


@app.command(cls=ObjectiveCommand)
def blocks(
    context: typer.Context,
    combat: CombatText,
    maximize: Maximize = None,
    minimize: Minimize = None,
    play: Play = False,
    deadline: Deadline = None,
    effort: Effort = None,
    top: Top = 1,
    picture: PictureFile = None,
    as_json: AsJson = False,
) -> None:
    """Attackers are given: block so that the attacking side gets the least."""
    from optimizer.console.declaring import declare

    more = {"top": top, "effort": effort}
    declare("blocks", combat, context.obj, deadline, picture, as_json, **more)


@app.command(cls=ObjectiveCommand)
def attack(
    context: typer.Context,
    combat: CombatText,
    maximize: Maximize = None,
    minimize: Minimize = None,
    play: Play = False,
    deadline: Deadline = None,
    effort: Effort = None,
    top: Top = 1,
    survive_reply: SurviveReply = False,
    picture: PictureFile = None,
    as_json: AsJson = False,
) -> None:
    """Nothing is given: attack so that as much as possible is certain, whatever is blocked."""
    from optimizer.console.declaring import declare

    more = {"top": top, "effort": effort, "survive_reply": survive_reply}
    declare("attack", combat, context.obj, deadline, picture, as_json, **more)


app.command(cls=ObjectiveCommand)(tricks)
app.command(cls=ObjectiveCommand)(batch)
app.command(cls=ObjectiveCommand)(pipe)
app.command(cls=ObjectiveCommand)(serve)
app.command(cls=PlainCommand)(mcp)
app.add_typer(cards.app, name="cards")


@app.command(cls=PlainCommand)
def demo(as_json: AsJson = False) -> None:
    """Solve a built-in board on which deciding attacker by attacker does not win."""
    from optimizer.console.demo import board, introduction
    from optimizer.damage import solve_damage

    combat = board()
    solution = solve_damage(combat, DEFAULT_OBJECTIVES)
    if not as_json:
        show(introduction(combat, solution))
    give(solution, as_json)


@app.command(cls=PlainCommand)
def version() -> None:
    """Print the versions of Overrun, Python and the solver."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    for name in ("overrun", "ortools"):
        try:
            typer.echo(f"{name} {installed(name)}")
        except PackageNotFoundError:
            typer.echo(f"{name} (not installed)")
    typer.echo(f"python {sys.version.split()[0]}")


def main() -> None:
    """Run the command line; the entry point of ``overrun``."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # None if it is closed
            stream.reconfigure(errors="backslashreplace")
    try:
        app(prog_name="overrun")
    except OSError as error:
        typer.echo(f"cannot write the answer: {error.strerror}", err=True)
        sys.exit(NO_OUTPUT)
    except Exception:  # not status 1, which says "no"
        import traceback

        traceback.print_exc()
        typer.echo("This is a defect of Overrun, not of your input. Please report it.", err=True)
        sys.exit(DEFECT)
