"""The command ``overrun serve``: the questions over HTTP."""

from typing import TYPE_CHECKING, Annotated

import typer

from optimizer.console.arguments import every, judge_deadline, refuse
from optimizer.console.output import refusing

if TYPE_CHECKING:
    import socket


def serve(
    context: typer.Context,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 is everywhere.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0 for any that is free.")
    ] = 8000,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Questions to work on at a time; one more than there are processors.",
        ),
    ] = None,
    deadline: Annotated[
        float,
        typer.Option(metavar="S", help="The longest deadline, and that of questions without one."),
    ] = 10.0,
    most_bytes: Annotated[int, typer.Option(metavar="N", min=1, help="The largest request.")] = 1
    << 20,
    body_seconds: Annotated[
        float, typer.Option(metavar="S", help="Seconds for a client to send a request.")
    ] = 10.0,
    most_waiting: Annotated[
        int, typer.Option(metavar="N", min=0, help="Questions that may wait for their turn.")
    ] = 100,
    grace: Annotated[
        float,
        typer.Option(metavar="S", help="Seconds to finish what is worked on when it is to stop."),
    ] = 10.0,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="URL",
            help="A web page from elsewhere that may ask (CORS), such as https://example.org; "
            "may be given several times; '*' for all.",
        ),
    ] = None,
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
) -> None:
    """Answer questions over HTTP, for a browser and for other programs (extra: service).

    POST /v1/damage, /v1/check, /v1/blocks, /v1/attack, /v1/tricks; GET /v1/cards, /v1/health and
    /v1/openapi.json, which describes them all. It logs JSON lines on standard error.
    """
    with refusing(as_json=False):
        every(
            lambda: judge_deadline(deadline),
            lambda: judge_deadline(body_seconds, "body-seconds"),
            lambda: judge_deadline(grace, "grace"),
        )
        try:
            from optimizer.service import running
        except ModuleNotFoundError as error:
            refuse("", f"serve needs {error.name!r}: pip install 'overrun[service]'")
        from optimizer.requests import Defaults
        from optimizer.service.settings import Settings

        listening = _listen(host, port)
    settings = Settings(
        seconds=deadline,
        most_bytes=most_bytes,
        body_seconds=body_seconds,
        most_waiting=most_waiting,
        grace=grace,
        origins=tuple(origin or ()),
        **({} if workers is None else {"workers": workers}),
    )
    typer.echo(f"Overrun answers at {running.address_of(listening)}; Ctrl-C stops it.")
    running.run(listening, settings, Defaults(tuple(context.obj)))


def _listen(host: str, port: int) -> "socket.socket":
    from optimizer.service.running import listen

    try:
        return listen(host, port)
    except OSError as error:
        refuse("--port", f"cannot listen at {host}, port {port}: {error.strerror or error}")
