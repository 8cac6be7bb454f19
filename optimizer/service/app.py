"""What can be asked over HTTP, and how each question is answered."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect
from starlette.routing import Match, Mount
from starlette.types import Scope

from engine.faults import Fault
from optimizer.requests import Defaults, Failure, line_of
from optimizer.service.answering import Reply, reply
from optimizer.service.bodies import CLOSE, BodyError, leaving, read_body
from optimizer.service.cards import completed
from optimizer.service.documents import Cards, Health
from optimizer.service.logs import LogRequests
from optimizer.service.openapi import ADDRESSES, described, question_of
from optimizer.service.pool import Pool, RefusedError, Times
from optimizer.service.settings import Settings

PAGE = Path(__file__).with_name("page")
"""The web page, if there is one."""

_GONE = 499
"""What is logged in place of a status when the client has gone away; nothing is sent."""

_PAGE_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data: blob:; "
    "style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


def create_app(settings: Settings, defaults: Defaults, page: Path = PAGE) -> FastAPI:
    """Return the service as an ASGI application; ``app.state.pool`` is its pool of workers."""
    pool = Pool(settings, defaults)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await pool.begin()
        try:
            yield
        finally:
            await pool.end()

    app = FastAPI(
        title="Overrun",
        version=_own_version(),
        description="The best combat damage in Magic: The Gathering, with proof.",
        lifespan=lifespan,
        docs_url=None,  # it would load its script from elsewhere
        redoc_url=None,
        openapi_url="/v1/openapi.json",
    )
    app.state.pool = pool
    app.openapi = lambda: described(app, settings)  # type: ignore[method-assign]
    for kind in ADDRESSES:
        app.add_api_route(
            f"/v1/{kind}", _asking(kind, pool), methods=["POST"], **question_of(kind, settings)
        )

    @app.get("/v1/cards", summary="Card names that begin like, or are like, what was typed")
    def cards(
        q: Annotated[str, Query(description="What was typed so far", max_length=200)],
        limit: Annotated[int, Query(description="The most cards to return", ge=1, le=100)] = 10,
    ) -> Cards:
        return completed(q, limit)

    @app.get("/v1/health", summary="Whether the service answers, and how much it has to do")
    async def health() -> Health:
        return Health(
            status="stopping" if pool.is_stopping else "ok",
            version=app.version,
            workers=settings.workers,
            busy=pool.busy,
            waiting=len(pool.waiting),
        )

    _handle_errors(app)
    if (page / "index.html").is_file():
        app.routes.append(_PageMount("/", _Page(directory=page, html=True), name="page"))
    if settings.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=[*settings.origins],
            allow_methods=["GET", "POST"],
            allow_headers=["Content-Type"],
            expose_headers=["Retry-After"],
        )
    app.add_middleware(LogRequests)
    return app


class _PageMount(Mount):
    """Everything but the questions, which say themselves how they may be asked."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope.get("path", "").startswith("/v1/"):
            return Match.NONE, {}
        return super().matches(scope)


class _Page(StaticFiles):
    """The files of the web page; what they may load comes from here only."""

    def file_response(self, *given: Any, **named: Any) -> Response:
        response = super().file_response(*given, **named)
        response.headers.update(_PAGE_HEADERS)
        return response


def _asking(kind: str, pool: Pool) -> Callable[[Request], Awaitable[Response]]:
    """Return the handler of a question."""

    async def ask(request: Request) -> Response:
        noted = request.state.noted
        try:
            text = await read_body(request, pool.settings)
        except BodyError as error:
            document = error.failure.to_document()
            found = Reply(error.status, line_of(document), error.failure.kind)
            return _sent(found, noted, CLOSE)
        except ClientDisconnect:
            return _gone(noted)
        times = Times()
        asking = asyncio.create_task(pool.ask(kind, text, times))
        left = asyncio.create_task(leaving(request))
        try:
            await asyncio.wait([asking, left], return_when=asyncio.FIRST_COMPLETED)
            if not asking.done():
                return _gone(noted)
            return _sent(asking.result(), noted)
        except RefusedError as error:
            retry = {} if error.retry is None else {"Retry-After": str(error.retry)}
            return _sent(reply(error.failure), noted, retry)
        finally:
            asking.cancel()
            left.cancel()
            await asyncio.wait([asking, left])
            noted["waited"], noted["worked"] = _ms(times.waited), _ms(times.worked)

    ask.__name__ = kind
    return ask


def _sent(
    found: Reply, noted: dict[str, Any], headers: Mapping[str, str] | None = None
) -> Response:
    if found.error is not None:
        noted["error"] = found.error
    if found.error == "internal":  # a defect: what it says is needed to mend it
        noted["answer"] = found.body.decode("ascii")
    return Response(found.body, found.status, headers, "application/json")


def _gone(noted: dict[str, Any]) -> Response:
    noted["error"] = "gone"
    return Response(status_code=_GONE)


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)


def _handle_errors(app: FastAPI) -> None:
    """Have every error be the contract's object."""

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        faults = [Fault(str(one["loc"][-1]), str(one["msg"])) for one in error.errors()]
        return _sent(reply(Failure("document", tuple(faults))), request.state.noted)

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        failure = Failure("request", (Fault("", f"{request.url.path}: {error.detail}"),))
        found = Reply(error.status_code, line_of(failure.to_document()), failure.kind)
        return _sent(found, request.state.noted, error.headers)

    @app.exception_handler(Exception)
    async def defect(request: Request, error: Exception) -> Response:
        return _sent(reply(Failure.of(error)), request.state.noted)


def _own_version() -> str:
    try:
        return version("overrun")
    except PackageNotFoundError:
        return "unknown"
