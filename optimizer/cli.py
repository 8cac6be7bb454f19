"""The command line: reads what was typed, asks the question, sets the exit status.

0: answered; 1: the answer is no; 2: the input is at fault; 70: a defect of this program; 74: the
answer cannot be written. What is shown is made in `optimizer.display`. Modules that take time to
load are imported where they are used.
"""

import json
import math
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand

if TYPE_CHECKING:
    from rich.console import RenderableType

    from engine.combat import Combat
    from optimizer.solution import Solution

DEFAULT_OBJECTIVES = ("max player_damage", "max kill_value", "min own_loss_value")
"""What is best when nothing is said about it, in order of importance."""

NO, AT_FAULT, DEFECT, NO_OUTPUT = 1, 2, 70, 74

app = typer.Typer(
    help="The best combat damage in Magic: The Gathering, with proof.",
    epilog="Exit status: 0 answered, 1 the answer is no, 2 the input is at fault.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

CombatText = Annotated[
    str,
    typer.Argument(
        help="A file, - for standard input, or the combat itself: the short notation in quotes, "
        "such as '8/8 trample <- 2/2, 3/3', or JSON."
    ),
]
AssignmentText = Annotated[
    str,
    typer.Argument(
        help="A file, - for standard input, or JSON: an answer of this program or its steps alone."
    ),
]
Maximize = Annotated[
    list[str] | None,
    typer.Option(
        "--max",
        metavar="NAME",
        help="What to make large: player_damage, kill_value, '2*kills + player_damage', ... "
        "--max and --min may be given several times, the most important first. "
        f"Without any: {', '.join(DEFAULT_OBJECTIVES)}.",
    ),
]
Minimize = Annotated[
    list[str] | None,
    typer.Option("--min", metavar="NAME", help="What to make small, such as own_losses."),
]
Wishes = Annotated[
    list[str] | None,
    typer.Option(
        metavar="EXPR", help="What must hold: 'player_damage >= 3', 'destroys(bear)', ..."
    ),
]
Deadline = Annotated[
    float | None,
    typer.Option(metavar="S", help="Seconds to spend; without it, until the proof is complete."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


class ObjectiveCommand(TyperCommand):
    """A command whose context has the objectives in the order in which they were typed."""

    senses: Mapping[str, str] = {"maximize": "max", "minimize": "min"}

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Note --max and --min in their order first, as each option only keeps its own values."""
        values, _, order = self.make_parser(ctx).parse_args(list(args))
        left = {name: iter(values.get(name) or ()) for name in self.senses}
        typed = [
            f"{self.senses[option.name]} {next(left[option.name])}"
            for option in order
            if option.name in self.senses
        ]
        ctx.obj = typed or DEFAULT_OBJECTIVES
        return super().parse_args(ctx, args)


@app.command(cls=ObjectiveCommand)
def damage(
    context: typer.Context,
    combat: CombatText,
    maximize: Maximize = None,
    minimize: Minimize = None,
    wish: Wishes = None,
    deadline: Deadline = None,
    as_json: AsJson = False,
) -> None:
    """Attackers and blockers are given: assign combat damage in the best way."""
    from optimizer.damage import solve_damage

    def question(board: "Combat") -> "Solution":
        return solve_damage(board, context.obj, wish or (), deadline)

    answer(question, combat, deadline, as_json)


@app.command()
def check(combat: CombatText, assignment: AssignmentText, as_json: AsJson = False) -> None:
    """Judge an assignment of combat damage: is it legal, and if not, which rules does it break."""
    from engine import check_assignment, read_combat

    with refusing(as_json):
        if combat == assignment == "-":
            refuse("", "only one of COMBAT and ASSIGNMENT can be standard input")
        board, steps = every(
            lambda: read_combat(read_text(combat)), lambda: read_assignment(assignment)
        )
        violations = check_assignment(board, steps)
    from optimizer import display

    if as_json:
        show_json(display.verdict_document(violations))
    else:
        show(display.verdict(violations))
    raise typer.Exit(NO if violations else 0)


@app.command()
def demo(as_json: AsJson = False) -> None:
    """Solve a built-in board on which deciding attacker by attacker does not win."""
    from optimizer.damage import solve_damage
    from optimizer.demo import board, introduction

    combat = board()
    solution = solve_damage(combat, DEFAULT_OBJECTIVES)
    if not as_json:
        show(introduction(combat, solution))
    give(solution, as_json)


@app.command()
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


def answer(
    question: "Callable[[Combat], Solution]", combat: str, deadline: float | None, as_json: bool
) -> None:
    """Ask a question about a combat and give the answer."""
    from engine import read_combat

    with refusing(as_json):
        board, _ = every(lambda: read_combat(read_text(combat)), lambda: judge_deadline(deadline))
        solution = question(board)
    give(solution, as_json)


def give(solution: "Solution", as_json: bool) -> None:
    """Show an answer; the exit status is 1 if a wish cannot be met."""
    if as_json:
        show_json(solution.to_document())
    else:
        from optimizer import display

        show(display.solution(solution))
    raise typer.Exit(NO if solution.status.value == "infeasible" else 0)


def read_assignment(argument: str) -> Any:
    """Read the steps that an argument stands for: a list, or the ``steps`` of an object."""
    from engine.document import parse_json

    text = read_text(argument)
    if not text.lstrip().startswith(("[", "{")):
        refuse("", "ASSIGNMENT is neither a file nor JSON (a list of steps, or an answer)")
    data = parse_json(text)
    steps = data.get("steps") if isinstance(data, dict) else data
    if not isinstance(steps, list):
        refuse("steps", "expected a list of steps, or an object with such a list as 'steps'")
    return steps


def read_text(argument: str) -> str:
    """Return the text that an argument stands for: of standard input, of a file, or itself."""
    name = "standard input" if argument == "-" else repr(argument)
    if argument == "-" and (sys.stdin is None or sys.stdin.closed):
        refuse("", "cannot read standard input: it is closed")
    try:
        if argument == "-":
            return sys.stdin.buffer.read().decode("utf-8-sig")
        if is_path(argument):
            with open(argument, encoding="utf-8-sig") as file:
                return file.read()
    except UnicodeDecodeError:
        refuse("", f"cannot read {name}: it is not text in UTF-8")
    except OSError as error:
        refuse("", f"cannot read {name}: {error.strerror}")
    return argument


def is_path(argument: str) -> bool:
    """Say whether an argument is the name of a file, or of one that is missing (``board.json``)."""
    named = argument.endswith((".json", ".txt")) and len(argument.split()) == 1
    return named or os.path.exists(argument)


def judge_deadline(deadline: float | None) -> None:
    """Refuse a deadline that is no time."""
    if deadline is not None and not (math.isfinite(deadline) and deadline >= 0):
        refuse("deadline", f"expected a number of seconds, 0 or more, not {deadline}")


def refuse(path: str, message: str) -> NoReturn:
    """Refuse the input for one fault."""
    from engine.faults import DocumentError, Fault

    raise DocumentError([Fault(path, message)])


def every(*readers: Callable[[], Any]) -> list[Any]:
    """Call all readers; if any refuses its input, refuse with the faults of all."""
    from engine.faults import DocumentError, Fault

    results: list[Any] = []
    faults: list[Fault] = []
    for reader in readers:
        try:
            results.append(reader())
        except DocumentError as error:
            faults += error.faults
    if faults:
        raise DocumentError(faults)
    return results


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
            from optimizer import display

            typer.echo(display.refusal(error.faults), err=True)
        raise typer.Exit(AT_FAULT) from None


def show(renderable: "RenderableType") -> None:
    """Print for people."""
    from rich.console import Console

    Console(markup=False, highlight=False, emoji=False).print(renderable)


def show_json(document: Mapping[str, object]) -> None:
    """Print JSON, in UTF-8 wherever it goes; a lone surrogate becomes its JSON escape."""
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    typer.echo(text.encode("utf-8", "backslashreplace"), nl=False)
