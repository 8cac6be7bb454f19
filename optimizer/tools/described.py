"""What a language model is told of the questions: names, descriptions, the contract's schemas."""

from typing import Any

from engine.json_schema import combat_schemas
from optimizer.cards.describing import DEFAULT_LIMIT
from optimizer.request_schemas import QUESTIONS, request_schema
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


def input_schemas() -> dict[str, dict[str, Any]]:
    """Return the schema of what each tool takes, by name."""
    definitions = combat_schemas()
    schemas = {
        kind: request_schema(kind, "#/$defs/Combat") | {"$defs": definitions} for kind in KEYS
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
    return QUESTIONS[tool]
