"""The server of `overrun mcp`: a tool for each question, answered as over the pipe."""

import json
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import anyio
import anyio.to_thread
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from engine.cards import closest_names
from engine.faults import DocumentError, Fault
from optimizer.console.arguments import DEFAULT_OBJECTIVES
from optimizer.pipe.worker import answer
from optimizer.requests import KEYS, Defaults, Failure, Parts, read_question
from optimizer.tools.described import CARDS, INSTRUCTIONS, description_of, input_schemas


def serve(deadline: float | None) -> None:
    """Answer a language model over standard input and output until it goes away.

    Parameters
    ----------
    deadline
        Seconds for a question that does not say it.
    """
    anyio.run(_serve, deadline)


async def _serve(deadline: float | None) -> None:
    server = make_server(deadline)
    async with stdio_server() as (received, sent):
        await server.run(received, sent, server.create_initialization_options())


def make_server(deadline: float | None) -> Server[Any]:
    """Return the server; what it runs over is the caller's."""
    defaults = Defaults(DEFAULT_OBJECTIVES, (), deadline)
    # One question after another: the solver uses every core, and a model asks one at a time.
    one_at_a_time = anyio.CapacityLimiter(1)

    async def list_tools(context: Any, asked: Any) -> types.ListToolsResult:
        return types.ListToolsResult(
            tools=[
                types.Tool(name=name, description=description_of(name), input_schema=schema)
                for name, schema in input_schemas().items()
            ]
        )

    async def call_tool(context: Any, asked: types.CallToolRequestParams) -> types.CallToolResult:
        # A thread, so that the protocol goes on meanwhile; a cancelled question is left behind.
        found, is_error = await anyio.to_thread.run_sync(
            answer_tool, asked.name, asked.arguments or {}, defaults,
            abandon_on_cancel=True, limiter=one_at_a_time,
        )  # fmt: skip
        text = json.dumps(found, ensure_ascii=False)
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=text)],
            structured_content=found,
            is_error=is_error,
        )

    return Server(
        "overrun",
        version=_version(),
        title="Overrun",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def answer_tool(
    name: str, arguments: Mapping[str, Any], defaults: Defaults
) -> tuple[dict[str, Any], bool]:
    """Return the output document of a tool, or the contract's error object and True."""
    try:
        if name == CARDS:
            return _look_up(arguments), False
        if name not in KEYS:
            near = closest_names(name, (*KEYS, CARDS))
            hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
            raise DocumentError([Fault("", f"there is no tool {name!r}{hint}")])
        return answer(read_question(arguments, name, defaults)), False
    except Exception as error:  # the model is told; the next question may be sound
        return Failure.of(error).to_document(), True


def _look_up(arguments: Mapping[str, Any]) -> dict[str, Any]:
    from optimizer.cards.describing import DEFAULT_LIMIT, search

    parts = Parts(arguments)
    parts.only(("text", "limit"))
    text, limit = arguments.get("text"), arguments.get("limit", DEFAULT_LIMIT)
    if not isinstance(text, str):
        parts.faults.append(Fault("text", "expected a part of a card's name"))
    if not isinstance(limit, int) or isinstance(limit, bool) or limit < 1:
        parts.faults.append(Fault("limit", "expected a whole number, 1 or more"))
    if parts.faults:
        raise DocumentError(parts.faults)
    return search(str(text), int(limit))


def _version() -> str:
    try:
        return version("overrun")
    except PackageNotFoundError:
        return "0"
