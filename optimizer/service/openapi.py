"""The OpenAPI description: the contract's documents, with the limits of this service."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel

from engine.json_schema import combat_schemas
from optimizer.requests import KEYS
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

ADDRESSES: dict[str, tuple[str, type[BaseModel]]] = {
    "damage": ("Attackers and blockers are given: assign combat damage in the best way", Answer),
    "check": ("Judge an assignment of combat damage, attacks and blocks", Verdict),
    "blocks": ("Attackers are given: block so that the attacking side gets the least", Declared),
    "attack": ("Nothing is given: attack so that as much as possible is certain", Declared),
    "tricks": ("Which combat tricks to use, and the damage that follows", Answer),
    "answers": ("All best answers to a damage question", Answers),
    "next": ("The best answer to a damage question, and the best that is worse", Following),
    "frontier": ("Every trade-off between two objectives of a damage question", TradeOffs),
    "why": ("How a wish can be met, or which facts make it impossible", Explanation),
    "read": ("A combat in any form that is read, as a document and in the short notation", Written),
}
"""The questions, with what they ask and what is answered."""

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
    summary, model = ADDRESSES[kind]
    content: dict[str, Any] = {"schema": request_schema(kind, settings)}
    if kind in REQUESTS:
        content["examples"] = {"board": {"value": REQUESTS[kind]}}
    answered: dict[str, Any] = {"model": model, "description": "The answer"}
    if kind in ANSWERS:
        examples = {"board": {"value": ANSWERS[kind]}}
        answered["content"] = {"application/json": {"examples": examples}}
    refused = (400, 408, 413, 415, 422, 500, 501, 503, 504)
    return {
        "summary": summary,
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
    known: dict[str, dict[str, Any]] = {
        "combat": {
            "description": "A combat document, or the short notation",
            "anyOf": [
                {"$ref": _SCHEMAS.format(model="Combat")},
                {"type": "string", "examples": ["8/8 trample <- 2/2, 3/3"]},
            ],
        },
        "objectives": _texts(
            "In order of importance, such as `max player_damage`, `min own_losses`, `play`"
        ),
        "wishes": _texts("What must hold, such as `destroys(bear)`, `player_damage >= 3`"),
        "deadline": {
            "description": "Seconds for the search, once it has begun; the longest one if null",
            "anyOf": [
                {"type": "number", "minimum": 0, "maximum": settings.seconds},
                {"type": "null"},
            ],
        },
        "steps": {
            "description": "An answer's steps, to be judged",
            "type": "array",
            "items": {"$ref": _SCHEMAS.format(model="StepRows")},
        },
        "attacks": {
            "description": "What each attacker attacks, to be judged",
            "type": "object",
            "additionalProperties": {"type": "string"},
        },
        "blocks": {
            "description": "Which attackers each blocker blocks, to be judged",
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
        },
        "declarations": {
            "description": "Judge the combat's own attacks and blocks",
            "type": "boolean",
        },
        "top": {
            "description": "How many of the best declarations that differ in value",
            "type": "integer",
            "minimum": 1,
        },
        "survive_reply": {
            "description": "Only attacks after which the opponent's best attack does not win",
            "type": "boolean",
        },
        "most": {
            "description": "How many of the best answers at most",
            "type": "integer",
            "minimum": 1,
        },
        "wish": {"description": "What is to be explained", "type": "string"},
        "side": _text_or_null("The player whose tricks are asked for; the active one if null"),
        "opponent": {
            "description": "Whether the other side answers with its own tricks",
            "enum": ["nothing", "best"],
        },
        "against": _text_or_null("Unknown cards to reckon with, such as `foretold=2,mana=4`"),
        "before_blocks": {
            "description": "Tricks may be used before blockers are declared too",
            "type": "boolean",
        },
        "search": {
            "description": "Opponents search their libraries first",
            "type": "boolean",
        },
    }
    properties = {key: known.get(key, {}) for key in KEYS.get(kind, KEYS["damage"])}
    properties[PICTURE] = {"description": "Draw the answer as SVG", "type": "boolean"}
    properties["id"] = {
        "description": "Is answered as it is",
        "anyOf": [{"type": "string"}, {"type": "integer"}],
    }
    properties["question"] = {"const": kind}
    schema: dict[str, Any] = {
        "type": "object",
        "properties": properties,
        "required": ["combat", "wish"] if kind == "why" else ["combat"],
        "additionalProperties": False,
    }
    if kind == "frontier":
        properties["objectives"] |= {"minItems": 2, "maxItems": 2}
        schema["required"].append("objectives")
    if kind == "check":
        schema["anyOf"] = [
            {"required": [key]} for key in ("attacks", "blocks", "steps", "declarations")
        ]
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


def _texts(description: str) -> dict[str, Any]:
    return {"description": description, "type": "array", "items": {"type": "string"}}


def _text_or_null(description: str) -> dict[str, Any]:
    return {"description": description, "anyOf": [{"type": "string"}, {"type": "null"}]}
