"""A player for the engine `python-mtg` (imports as `mtg`): attacks and blocks by Overrun.

Everything else (lands, spells, abilities, targets) is left to that engine's default player::

    import mtg
    from optimizer.opponents.python_mtg import OverrunPlayer

    game = mtg.play({"alice": OverrunPlayer(), "bob": mtg.GreedyPlayer()}, seed=7)

The engine divides combat damage itself and asks nobody. It offers only some of the declarations
that the rules allow: every attack of up to five creatures, and blocks by one creature or one for
each attacker. Where Overrun's choice is not among them, the best of those offered is taken.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from optimizer.opponents.python_mtg_state import combat_document
from optimizer.policy import Policy

_NEEDED = "pip install 'overrun[opponents]'"


class OpponentMissingError(ImportError):
    """The package `python-mtg` is not there."""


def engine() -> Any:
    """Import `python-mtg`.

    Raises
    ------
    OpponentMissingError
        If it is not installed, or another package called `mtg` is.
    """
    if find_spec("mtg") is None:
        raise OpponentMissingError(f"python-mtg is not installed: {_NEEDED}")
    module: Any = import_module("mtg")
    if not hasattr(module, "GreedyPlayer"):
        raise OpponentMissingError(
            "the installed package mtg is another one, not python-mtg: "
            f"pip uninstall mtg, then {_NEEDED}"
        )
    return module


class OverrunPlayer:
    """Plays a seat in a game of `python-mtg`, as `mtg.play` takes it.

    Parameters
    ----------
    policy
        What decides attacks and blocks; a `Policy` that plays well if none is given.

    Attributes
    ----------
    unoffered
        How many decisions were not among what the engine offers.
    """

    name = "overrun"
    wants_explicit_lands = False
    wants_instant_speed = False

    def __init__(self, policy: Policy | None = None) -> None:
        self.policy = policy or Policy()
        self.unoffered = 0
        self._default: Any = engine().GreedyPlayer()

    def bind(self, game: Any, seat: str | None = None) -> "OverrunPlayer":
        """Be told the game and the seat of the next decision."""
        self._default.bind(game, seat)
        return self

    def as_policy(self) -> Any:
        """Return what decides within a move: targets, modes, what to discard."""
        return self.decide

    def decide(self, view: Any, key: str, options: Any, default: Any) -> Any:
        """Decide as that engine's default player does."""
        return self._default.decide(view, key, options, default)

    def choose_move(self, game: Any) -> Any:
        """Choose one of the game's legal moves."""
        moves = game.legal_moves
        kinds = {move.kind for move in moves}
        if len(moves) < 2 or not kinds <= {"attack", "block"}:
            return self._default.choose_move(game)
        document = combat_document(game)
        if "attack" in kinds:
            return self._attack(document, moves)
        return self._block(document, moves)

    def _attack(self, document: Mapping[str, Any], moves: list[Any]) -> Any:
        chosen = self.policy.choose_attack(document)
        for move in moves:
            if set(move.attackers) == set(chosen):
                return move
        self.unoffered += 1
        (target,) = set(document["players"]) - {document["active_player"]}
        offered = [dict.fromkeys(sorted(move.attackers), target) for move in moves]
        return moves[self.policy.pick_attack(document, offered)]

    def _block(self, document: Mapping[str, Any], moves: list[Any]) -> Any:
        chosen = self.policy.choose_blocks(document)
        pairs = {(blocker, name) for blocker, names in chosen.items() for name in names}
        for move in moves:
            if set(move.blocks) == pairs:
                return move
        self.unoffered += 1
        offered = [_blocks(move.blocks) for move in moves]
        return moves[self.policy.pick_blocks(document, offered)]


def _blocks(pairs: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for blocker, attacker in sorted(pairs):
        found.setdefault(blocker, []).append(attacker)
    return found
