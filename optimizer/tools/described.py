"""What a language model is told of the questions: names, descriptions, the contract's schemas."""

from collections.abc import Mapping
from typing import Any

from engine.json_schema import combat_schemas
from engine.measures import MEASURES
from optimizer.cards.describing import DEFAULT_LIMIT
from optimizer.requests import KEYS

CARDS = "cards"
"""The tool that looks cards up."""

INSTRUCTIONS = """\
Overrun answers questions about combat in Magic: The Gathering exactly, with proof, by the
Comprehensive Rules. Describe the board as a combat document (see the schema) or in the short
notation, such as "giant: 6/6 trample <- bear: 2/2, wall: 0/3; B: life 5": attackers, then "<-" and
what blocks them; "x: 2/2 of B" is a creature that does neither. A is the attacking player. Known
cards may be given by name. Objectives speak from the attacking player's side, the most important
first. Never work the damage out yourself: an answer with the status "optimal" is proven best."""

_DESCRIPTIONS: Mapping[str, str] = {
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
}

_TEXTS = {"type": "array", "items": {"type": "string"}}
_KEYS: Mapping[str, dict[str, Any]] = {
    "combat": {
        "description": "A combat document, the short notation, or a game state of Forge's",
        "anyOf": [
            {"$ref": "#/$defs/Combat"},
            {"type": "string", "examples": ["8/8 trample <- 2/2, 3/3 deathtouch; B: life 7"]},
        ],
    },
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
_REQUIRED = {"why": ["combat", "wish"], "frontier": ["combat", "objectives"]}


def input_schemas() -> dict[str, dict[str, Any]]:
    """Return the schema of what each tool takes, by name."""
    definitions = combat_schemas()
    schemas: dict[str, dict[str, Any]] = {
        kind: {
            "type": "object",
            "properties": {key: _KEYS.get(key, {}) for key in keys},
            "required": _REQUIRED.get(kind, ["combat"]),
            "additionalProperties": False,
            "$defs": definitions,
        }
        for kind, keys in KEYS.items()
    }
    schemas[CARDS] = {
        "type": "object",
        "properties": {
            "text": {"type": "string", "description": "A part of a card's name"},
            "limit": {"type": "integer", "minimum": 1, "default": DEFAULT_LIMIT},
        },
        "required": ["text"],
        "additionalProperties": False,
    }
    return schemas


def description_of(tool: str) -> str:
    """Return what a tool does, in a sentence."""
    if tool == CARDS:
        return "What is known of the cards with a text in their names, and what is not understood."
    return _DESCRIPTIONS.get(tool, f"The question {tool!r} about a combat.")
