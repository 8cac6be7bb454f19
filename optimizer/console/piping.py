"""The command ``overrun pipe``: a conversation with another program."""

import sys
from typing import Annotated

import typer

from optimizer.console.arguments import judge_deadline, refuse
from optimizer.console.output import refusing


def pipe(
    context: typer.Context,
    maximize: Annotated[
        list[str] | None,
        typer.Option(
            "--max", metavar="NAME", help="What to make large, for questions without objectives."
        ),
    ] = None,
    minimize: Annotated[
        list[str] | None,
        typer.Option("--min", metavar="NAME", help="What to make small."),
    ] = None,
    wish: Annotated[
        list[str] | None,
        typer.Option(metavar="EXPR", help="What must hold, for damage questions without wishes."),
    ] = None,
    deadline: Annotated[
        float | None,
        typer.Option(metavar="S", help="Seconds to spend on a question, for those without one."),
    ] = None,
) -> None:
    """Answer questions of another program: a JSON line in, a JSON line out, until it quits.

    A line is {"id": ..., "question": "damage", "combat": ..., "objectives": [...]}. The questions
    are damage, blocks, attack, tricks, check, read, about the answers to a damage question answers,
    next, frontier and why, and about the conversation cancel, options and quit.
    """
    with refusing(as_json=False):
        judge_deadline(deadline)
        if sys.stdin is None or sys.stdin.closed:
            refuse("", "cannot read standard input: it is closed")
    import signal

    from optimizer.pipe.conversation import Conversation
    from optimizer.requests import Defaults

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # ends at once; the worker ends with it
    defaults = Defaults(tuple(context.obj), tuple(wish or ()), deadline)
    # Unbuffered: it gives what is there, and no lock is held by the thread that waits at the end.
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as given:
        Conversation(given, sys.stdout.buffer, defaults).run()
