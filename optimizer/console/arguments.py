"""What was typed on the command line: the order of options, files, standard input, faults."""

import math
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from optimizer.play_well import PLAY

if TYPE_CHECKING:
    from engine.combat import Combat

DEFAULT_OBJECTIVES = ("max player_damage", "max kill_value", "min own_loss_value")
"""What is best when nothing is said about it, in order of importance."""


TEXTS = frozenset(
    {
        "combat", "assignment", "maximize", "minimize", "wish", "frontier", "why", "picture",
        "side", "opponent", "against",
    }
)  # fmt: skip
"""The parameters that are text, or several texts."""


class PlainGroup(TyperGroup):
    """Commands whose own options are taken as they were typed."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, --help included."""
        return _plain(super().get_params(ctx))


class PlainCommand(TyperCommand):
    """A command that takes text as it was typed."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, --help included."""
        return _plain(super().get_params(ctx))


def _plain(parameters: list[Any]) -> list[Any]:
    """Have parameters take text as it is, and be empty if they are not given.

    Typer would have pydantic build a validator for each of them, which takes longer than answering
    a board; what is left for it are numbers, paths, and what is missing.
    """
    for parameter in parameters:
        if not isinstance(parameter.process_value, partial):
            parameter.process_value = partial(_value, parameter, parameter.process_value)
    return parameters


def _value(parameter: Any, validated: Callable[[Any, Any], Any], context: Any, value: Any) -> Any:
    if value is None and not parameter.required:
        value = () if parameter.multiple else None
        act = parameter.callback
        return act(context, parameter, value) if act else value
    texts = value if isinstance(value, list | tuple) else [value]
    if parameter.name in TEXTS and all(isinstance(text, str) for text in texts):
        return value
    return validated(context, value)


class ObjectiveCommand(PlainCommand):
    """A command whose context has the objectives in the order in which they were typed."""

    senses: Mapping[str, str] = {"maximize": "max", "minimize": "min"}

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Note objectives in their order first, as each option only keeps its own values."""
        args = self.with_number(args)
        values, _, order = self.make_parser(ctx).parse_args(list(args))
        left = {name: iter(values.get(name) or ()) for name in self.senses}
        typed = [
            PLAY if option.name == PLAY else f"{self.senses[option.name]} {next(left[option.name])}"
            for option in order
            if option.name == PLAY or option.name in self.senses
        ]
        ctx.obj = typed or DEFAULT_OBJECTIVES
        return super().parse_args(ctx, args)

    def with_number(self, args: Sequence[str]) -> list[str]:
        """Return the arguments with a number after each --all that has none.

        What follows an option that takes values is its value, whatever it looks like.
        """
        values = {
            name: parameter.nargs
            for parameter in self.params
            if not getattr(parameter, "is_flag", True)
            for name in parameter.opts
            if name != "--all"
        }
        found: list[str] = []
        left = list(args)
        while left:
            argument = left.pop(0)
            found.append(argument)
            if argument == "--":
                return found + left
            count = values.get(argument, 0)
            found += left[:count]
            del left[:count]
            if argument == "--all" and not (left and left[0].lstrip("-").isdecimal()):
                from optimizer.requests import MOST_ANSWERS

                found.append(str(MOST_ANSWERS))
        return found


def with_sense(objective: str) -> str:
    """Return an objective as it is written in full: one without max or min is maximised."""
    return objective if objective.split()[:1] in (["max"], ["min"]) else f"max {objective}"


def read_board(argument: str) -> "Combat":
    """Read the combat that an argument stands for; what is not understood goes to stderr."""
    from engine import read_combat

    combat = read_combat(read_text(argument))
    for note in combat.notes:
        typer.echo(f"note: {note}", err=True)
    return combat


def read_answer(argument: str | None, *, declarations: bool) -> dict[str, Any]:
    """Read what is to be judged: a list of steps, or the parts of an object that can be judged.

    Nothing need be given if the combat's own declarations are judged.
    """
    if argument is None:
        if not declarations:
            refuse("", "ASSIGNMENT is missing; only --declarations needs none")
        return {}
    from engine.json_text import parse_json
    from optimizer.checking import JUDGED

    text = read_text(argument)
    if not text.lstrip().startswith(("[", "{")):
        refuse("", "ASSIGNMENT is neither a file nor JSON (a list of steps, or an answer)")
    data = parse_json(text)
    given = data if isinstance(data, dict) else {"steps": data}
    found = {key: given[key] for key in JUDGED if key in given}
    if not found or not isinstance(found.get("steps", []), list):
        refuse("steps", "expected a list of steps, or an object with such a list as 'steps'")
    return found


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
    named = argument.endswith((".json", ".txt", ".pzl")) and len(argument.split()) == 1
    return named or os.path.exists(argument)


def judge_deadline(deadline: float | None, path: str = "deadline") -> None:
    """Refuse a deadline that is no time."""
    if deadline is not None and not (math.isfinite(deadline) and deadline >= 0):
        refuse(path, f"expected a number of seconds, 0 or more, not {deadline}")


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


def only_one(
    chosen: Mapping[str, object], what: str = "different questions: ask one at a time"
) -> None:
    """Refuse more than one of several options that do not go together.

    Parameters
    ----------
    what
        What they are.
    """
    names = [name for name, value in chosen.items() if value]
    if len(names) > 1:
        refuse("", f"{' and '.join(names)} are {what}")
