"""All matches of both arenas: each seed is played from both seats."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from benchmarks.arena import combats, engine_games
from benchmarks.arena.games import Game, Row
from benchmarks.arena.thumbs import Aggressive, AllOut, Balanced, Cautious, Chance, Player
from optimizer.policy import Policy

ENGINE = "python-mtg"
COMBATS = "combats"
ARENAS = (ENGINE, COMBATS)

THUMBS: dict[str, Callable[[int], Player]] = {
    "forge-like": lambda seed: Balanced(),
    "xmage-like, aggressive": lambda seed: Aggressive(),
    "xmage-like, cautious": lambda seed: Cautious(),
    "all-out": lambda seed: AllOut(),
    "random": Chance,
}
"""The opponents in combats; what is random is so by the game's seed."""


FIRST_SEED = 1000
"""The policy was made while watching games of smaller seeds."""


@dataclass(frozen=True)
class Match:
    """A game that is to be played."""

    arena: str
    opponent: str
    seed: int
    seat: str

    def play(self, budget: float) -> Row:
        """Play it.

        Parameters
        ----------
        budget
            Seconds for each of Overrun's decisions.
        """
        policy = Policy(budget=budget)
        game = self._engine(policy) if self.arena == ENGINE else self._combats(policy)
        return Row.of(self.arena, self.opponent, self.seed, self.seat, budget, game)

    def _engine(self, policy: Policy) -> Game:
        return engine_games.play(self.opponent, self.seed, self.seat, policy)

    def _combats(self, policy: Policy) -> Game:
        (other,) = set(combats.SIDES) - {self.seat}
        players: dict[str, Player] = {self.seat: policy, other: THUMBS[self.opponent](self.seed)}
        return combats.play(combats.start(self.seed), players, self.seat)


def matches(
    games: int,
    arenas: Iterable[str] = ARENAS,
    opponents: Iterable[str] = (),
    first_seed: int = FIRST_SEED,
) -> Iterator[Match]:
    """Return what is to be played.

    Parameters
    ----------
    games
        How many against each opponent: half of them from each seat.
    opponents
        Only these; all if there are none.
    first_seed
        Each pair of games has the next one.
    """
    wanted = set(opponents)
    for arena in arenas:
        seats = engine_games.SEATS if arena == ENGINE else combats.SIDES
        for opponent in engine_games.OPPONENTS if arena == ENGINE else THUMBS:
            if not wanted or opponent in wanted:
                for seed in range(first_seed, first_seed - (-games // 2)):
                    for seat in seats:
                        yield Match(arena, opponent, seed, seat)


def known_opponents() -> frozenset[str]:
    """Return the names of all opponents."""
    return frozenset((*engine_games.OPPONENTS, *THUMBS))
