"""The command ``overrun mcp``: the questions as tools for language models."""

import sys
from typing import Annotated

import typer

from optimizer.console.arguments import judge_deadline, refuse
from optimizer.console.output import refusing

DEFAULT_SECONDS = 10.0


def mcp(
    deadline: Annotated[
        float,
        typer.Option(metavar="S", help="Seconds to spend on a question that does not say it."),
    ] = DEFAULT_SECONDS,
) -> None:
    """Offer the questions to a language model as tools, over standard input and output (MCP)."""
    with refusing(as_json=False):
        judge_deadline(deadline)
        if sys.stdin is None or sys.stdin.closed:
            refuse("", "cannot read standard input: it is closed")
        try:
            from optimizer.tools.server import serve
        except ImportError as error:
            refuse("", f"overrun mcp needs the package {error.name}: pip install 'overrun[mcp]'")
    serve(deadline)
