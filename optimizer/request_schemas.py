"""What other programs are told of requests: each question in a sentence, each key as a schema.

The OpenAPI description (`optimizer.service`) and the tools for language models (`optimizer.tools`)
are both made of these.
"""

from collections.abc import Mapping
from typing import Any

from engine.measures import MEASURES
from optimizer.requests import KEYS

QUESTIONS: Mapping[str, str] = {
    "damage": "Attackers and blockers are given: the best legal assignment of combat damage, what "
    "dies, and what each player ends on.",
    "blocks": "Attackers are given: the blocks that leave the attacking side the least, and the "
    "damage that follows.",
    "attack": "Nothing is given: the attack that makes the most certain, whatever is blocked.",
    "check": "Is this assignment of combat damage, attack or block legal? Every rule that it "
    "breaks is named.",
    "tricks": "Which instants, cyclings and foretold cards to use, paid with the mana there is, "
    "and the damage that follows.",
    "answers": "All best answers to a damage question.",
    "next": "The best answer to a damage question, and the best that is worse.",
    "frontier": "Every trade-off between two objectives of a damage question.",
    "why": "How a wish can be met, or which facts make it impossible.",
    "read": "A combat in any form that is read, as a document and in the short notation.",
}
"""What each question asks, in a sentence."""

_TEXTS = {"type": "array", "items": {"type": "string"}}
_KEYS: Mapping[str, dict[str, Any]] = {
    "objectives": _TEXTS
    | {
        "description": "What is best, in order of importance: 'max NAME', 'min NAME', or sums such "
        f"as 'max 2*kill_value + player_damage'. NAME is one of {', '.join(MEASURES)}",
        "examples": [["max lethal", "max kill_value", "min own_loss_value"]],
    },
    "wishes": _TEXTS
    | {
        "description": "What must hold, whatever the other side does",
        "examples": [["destroys(bear)", "survives(giant)", "player_damage >= 3"]],
    },
    "deadline": {"type": "number", "minimum": 0, "description": "Seconds for the search"},
    "steps": {
        "type": "array",
        "description": "The assignment to be judged: the steps of an answer",
        "items": {
            "type": "object",
            "properties": {
                "step": {"enum": ["first_strike", "regular"]},
                "assignments": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "source": {"type": "string"},
                            "target": {"type": "string"},
                            "amount": {"type": "integer"},
                        },
                        "required": ["source", "target", "amount"],
                    },
                },
            },
            "required": ["step", "assignments"],
        },
    },
    "uses": {
        "type": "array",
        "description": "Cards used, to be judged: the uses of an answer",
        "items": {"type": "object"},
    },
    "attacks": {
        "type": "object",
        "description": "What each attacker attacks, to be judged",
        "additionalProperties": {"type": "string"},
    },
    "blocks": {
        "type": "object",
        "description": "Which attackers each blocker blocks, to be judged",
        "additionalProperties": _TEXTS,
    },
    "declarations": {
        "type": "boolean",
        "description": "Judge the combat's own attacks and blocks as though declared now",
    },
    "wish": {"type": "string", "description": "What is to be explained: 'player_damage >= 3'"},
    "top": {"type": "integer", "minimum": 1, "description": "So many of the best declarations"},
    "most": {"type": "integer", "minimum": 1, "description": "So many answers at most"},
    "survive_reply": {
        "type": "boolean",
        "description": "Only attacks after which the opponent's best attack next turn is no win",
    },
    "side": {"type": "string", "description": "The player whose tricks are asked for"},
    "opponent": {
        "enum": ["nothing", "best"],
        "description": "Whether the other side answers with what it has",
    },
    "against": {
        "type": "string",
        "description": "Unknown cards that the other side may have: 'foretold=2,mana=4'",
    },
    "before_blocks": {"type": "boolean", "description": "Cards may be used before blocks as well"},
    "search": {"type": "boolean", "description": "Opponents search their libraries first"},
}
_REQUIRED: Mapping[str, list[str]] = {"why": ["wish"], "frontier": ["objectives"]}


def request_schema(kind: str, combat: str) -> dict[str, Any]:
    """Return the JSON Schema of a request.

    Parameters
    ----------
    kind
        The question.
    combat
        Where the schema of the combat document is: a reference.
    """
    known = {
        "combat": {
            "description": "A combat document, the short notation, or a game state of Forge's",
            "anyOf": [
                {"$ref": combat},
                {"type": "string", "examples": ["8/8 trample <- 2/2, 3/3 deathtouch; B: life 7"]},
            ],
        },
        **_KEYS,
    }
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {key: known[key] for key in KEYS[kind]},
        "required": ["combat", *_REQUIRED.get(kind, ())],
        "additionalProperties": False,
    }
    if kind == "frontier":
        two = {"minItems": 2, "maxItems": 2}
        schema["properties"] |= {"objectives": known["objectives"] | two}
    if kind == "check":
        schema["anyOf"] = [
            {"required": [key]} for key in ("attacks", "uses", "blocks", "steps", "declarations")
        ]
    return schema
