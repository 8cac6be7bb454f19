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

ANSWERS: dict[str, dict[str, Any]] = {
    "check": {"legal": True, "violations": []},
}
