"""The questions and answers that the OpenAPI description shows; the tests ask them."""

from typing import Any

_PLAYERS = {"A": {"life": 20}, "B": {"life": 20}}
_GIANT = {
    "id": "giant",
    "controller": "A",
    "power": 6,
    "toughness": 6,
    "keywords": ["trample"],
    "attacking": "B",
}
_BEAR = {"id": "bear", "controller": "B", "power": 2, "toughness": 2}
_COMBAT = {"version": 1, "active_player": "A", "players": _PLAYERS}
_BLOCKED = _COMBAT | {"creatures": [_GIANT, _BEAR | {"blocking": ["giant"]}]}
_ATTACKING = _COMBAT | {"creatures": [_GIANT, _BEAR]}
_STEPS = [
    {
        "step": "regular",
        "assignments": [
            {"source": "giant", "target": "bear", "amount": 2},
            {"source": "giant", "target": "B", "amount": 4},
            {"source": "bear", "target": "giant", "amount": 2},
        ],
    }
]
_OBJECTIVES = ["max player_damage", "max kill_value"]

REQUESTS: dict[str, dict[str, Any]] = {
    "damage": {"combat": _BLOCKED, "objectives": _OBJECTIVES, "deadline": 0.5},
    "check": {"combat": _BLOCKED, "steps": _STEPS},
    "blocks": {"combat": _ATTACKING, "objectives": _OBJECTIVES},
    "attack": {"combat": _ATTACKING, "objectives": _OBJECTIVES},
}

_DAMAGE: dict[str, Any] = {
    "status": "optimal",
    "objectives": [
        {"name": "player_damage", "value": 4, "bound": 4},
        {"name": "kill_value", "value": 4, "bound": 4},
    ],
    "steps": _STEPS,
    "result": {
        "players": {
            "A": {"life": 20, "damage": 0, "poison": 0},
            "B": {"life": 16, "damage": 4, "poison": 0},
        },
        "planeswalkers": {},
        "battles": {},
        "destroyed": ["bear"],
        "outcome": "undecided",
    },
    "statistics": {"method": "closed_form", "milliseconds": 0.35},
}
_DECLARED = {
    "statistics": {"method": "gangs", "milliseconds": 1.42, "declarations": 2},
    "blocks": {"bear": ["giant"]},
}

ANSWERS: dict[str, dict[str, Any]] = {
    "damage": _DAMAGE,
    "check": {"legal": True, "violations": []},
    "blocks": _DAMAGE | _DECLARED,
    "attack": _DAMAGE | _DECLARED | {"attacks": {"giant": "B"}},
}
