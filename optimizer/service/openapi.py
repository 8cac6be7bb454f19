"""The OpenAPI description: the contract's documents, with the limits of this service."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel

from engine.json_schema import combat_schemas
from optimizer.request_schemas import QUESTIONS
from optimizer.request_schemas import request_schema as requested
from optimizer.service.answering import PICTURE
from optimizer.service.documents import (
    Answer,
    Answers,
    Declared,
    ErrorDocument,
    Explanation,
    Following,
    TradeOffs,
    Verdict,
    Written,
)
from optimizer.service.examples import ANSWERS, REQUESTS
from optimizer.service.settings import Settings

_SCHEMAS = "#/components/schemas/{model}"

ADDRESSES: dict[str, type[BaseModel]] = {
    "damage": Answer,
    "check": Verdict,
    "blocks": Declared,
    "attack": Declared,
    "tricks": Answer,
    "answers": Answers,
    "next": Following,
    "frontier": TradeOffs,
    "why": Explanation,
    "read": Written,
}
"""The questions, with the model of what is answered."""

_ERRORS = {
    400: "The request is not HTTP that can be read",
    404: "There is nothing at this address",
    405: "The address is asked in another way",
    408: "The body did not come in time",
    413: "The body is too large",
    415: "The body is not of the type application/json",
    422: "The input is at fault; every fault is named, with its place and rule",
    500: "The process that worked on it was lost, or a defect",
    501: "This version does not answer the question",
    503: "Too many questions wait, or the service is about to stop; `Retry-After` says when",
    504: "The question took far longer than its deadline and was stopped",
}


def question_of(kind: str, settings: Settings) -> dict[str, Any]:
    """Return what a route of a question says of itself."""
    content: dict[str, Any] = {"schema": request_schema(kind, settings)}
    if kind in REQUESTS:
        content["examples"] = {"board": {"value": REQUESTS[kind]}}
    answered: dict[str, Any] = {"model": ADDRESSES[kind], "description": "The answer"}
    if kind in ANSWERS:
        examples = {"board": {"value": ANSWERS[kind]}}
        answered["content"] = {"application/json": {"examples": examples}}
    refused = (400, 408, 413, 415, 422, 500, 501, 503, 504)
    return {
        "summary": QUESTIONS[kind].removesuffix("."),
        "operation_id": kind,
        "responses": {200: answered, **errors(*refused)},
        "openapi_extra": {
            "requestBody": {"required": True, "content": {"application/json": content}}
        },
    }


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the errors that an address may answer with."""
    return {status: {"model": ErrorDocument, "description": _ERRORS[status]} for status in statuses}


def request_schema(kind: str, settings: Settings) -> dict[str, Any]:
    """Return the schema of the body of a question."""
    schema = requested(kind, _SCHEMAS.format(model="Combat"))
    properties = schema["properties"]
    if "deadline" in properties:
        longest = properties["deadline"] | {"maximum": settings.seconds}
        properties["deadline"] = {"anyOf": [longest, {"type": "null"}]}
    properties[PICTURE] = {"description": "Draw the answer as SVG", "type": "boolean"}
    properties["id"] = {
        "description": "Is answered as it is",
        "anyOf": [{"type": "string"}, {"type": "integer"}],
    }
    properties["question"] = {"const": kind}
    return schema


def described(app: FastAPI, settings: Settings) -> dict[str, Any]:
    """Return the description of the whole service."""
    if app.openapi_schema is None:
        description = get_openapi(
            title=app.title,
            version=app.version,
            description=app.description,
            routes=app.routes,
        )
        schemas = description["components"]["schemas"]
        for name, schema in combat_schemas(_SCHEMAS).items():
            schemas[name] = schema
        for name in ("HTTPValidationError", "ValidationError"):  # the contract has its own
            schemas.pop(name, None)
        app.openapi_schema = description
    return app.openapi_schema
