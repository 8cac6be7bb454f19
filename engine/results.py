"""What a combat's damage has led to, in the words of the output document (``result``)."""

from enum import StrEnum, unique

from engine.state import State
from engine.steps import Outcome


@unique
class Verdict(StrEnum):
    """How the game stands for the active player's side (104.2a, 104.4a)."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    UNDECIDED = "undecided"


def verdict(state: State) -> Verdict:
    """Return how the game stands for the active player's side."""
    won = state.lost.issuperset(state.combat.defending_players)
    lost = state.lost.issuperset(state.combat.active_side)
    if won and lost:
        return Verdict.DRAW
    return Verdict.WIN if won else Verdict.LOSS if lost else Verdict.UNDECIDED


def result_document(outcome: Outcome) -> dict[str, object]:
    """Return the output's ``result``: after the last step and its state-based actions."""
    state, combat = outcome.final, outcome.combat
    damage = dict.fromkeys(combat.players, 0)
    for event in outcome.events:
        for hit in event.dealt:
            if hit.target in damage:
                damage[hit.target] += hit.amount
    return {
        "players": {
            name: {"life": state.life[name], "damage": damage[name], "poison": state.poison[name]}
            for name in combat.players
        },
        "planeswalkers": {
            name: {"loyalty": loyalty, "dies": loyalty == 0}
            for name, loyalty in state.loyalty.items()
        },
        "battles": {
            name: {"defense": defense, "defeated": defense == 0}
            for name, defense in state.defense.items()
        },
        "destroyed": [name for name in combat.creatures if name in state.died],
        "outcome": verdict(state).value,
    }
