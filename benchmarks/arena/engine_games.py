"""The first arena: whole games in `python-mtg` against that engine's own players.

The decks are that engine's own two; each seed is played twice, with the seats and so the decks
swapped. The engine refuses any declaration that it does not find legal. A decision's time includes
reading the board.
"""

from time import perf_counter
from typing import Any

from benchmarks.arena.games import Game
from optimizer.opponents.python_mtg import OverrunPlayer, engine
from optimizer.policy import Policy

SEATS = ("alice", "bob")
OPPONENTS = ("GreedyPlayer", "RandomPlayer")


class _Timed(OverrunPlayer):
    """Remembers how long its declarations took."""

    def __init__(self, policy: Policy) -> None:
        super().__init__(policy)
        self.seconds: list[float] = []

    def choose_move(self, game: Any) -> Any:
        """Choose, and remember how long that took if it was a declaration."""
        began = perf_counter()
        move = super().choose_move(game)
        if move is not None and move.kind in ("attack", "block"):
            self.seconds.append(perf_counter() - began)
        return move


def play(opponent: str, seed: int, seat: str, policy: Policy) -> Game:
    """Play a game; the same one for the same seed, as far as decisions do not depend on time.

    Parameters
    ----------
    opponent
        The name of one of that package's players.
    seat
        Overrun's; the other one is the opponent's.
    """
    mtg = engine()
    player = _Timed(policy)
    other = next(name for name in SEATS if name != seat)
    game = mtg.play(
        {seat: player, other: getattr(mtg, opponent)()},
        variant="two-player",
        seed=seed,
    )
    winner = game.winner()
    won = None if winner is None else bool(winner == seat)
    return Game(won, int(game.turn_number), tuple(player.seconds))
