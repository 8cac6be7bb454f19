"""What a game gave: a row of the arena's results, as CSV; and what the games gave together."""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.records import RESULTS as ALL_RESULTS
from benchmarks.records import Context
from benchmarks.statistics import percentile

RESULTS = ALL_RESULTS / "arena"
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Game:
    """How a game ended for the player that is watched.

    Attributes
    ----------
    won
        None if it was drawn.
    turns
        Of both players together.
    seconds
        How long each decision about attacks or blocks of the watched player took.
    """

    won: bool | None
    turns: int
    seconds: tuple[float, ...]


@dataclass(frozen=True)
class Row:
    """A game as it is written.

    Attributes
    ----------
    arena, opponent, seed, seat
        What was played, and where Overrun sat.
    budget
        Seconds that it had for a decision.
    result
        ``won``, ``lost`` or ``drawn``.
    milliseconds
        Of each of its decisions, with spaces between them.
    """

    arena: str
    opponent: str
    seed: int
    seat: str
    budget: float
    result: str
    turns: int
    milliseconds: str

    @staticmethod
    def of(arena: str, opponent: str, seed: int, seat: str, budget: float, game: Game) -> "Row":
        """Return the row of a game."""
        result = {True: "won", False: "lost", None: "drawn"}[game.won]
        times = " ".join(f"{1000 * second:.1f}" for second in game.seconds)
        return Row(arena, opponent, seed, seat, budget, result, game.turns, times)

    @property
    def times(self) -> list[float]:
        """The milliseconds as numbers."""
        return [float(number) for number in self.milliseconds.split()]


@dataclass(frozen=True)
class Score:
    """What the games against one opponent gave.

    Attributes
    ----------
    low, high
        The ends of the 95 % interval of the win rate (Wilson); a draw is not won.
    median, p99, most
        Milliseconds for a decision.
    """

    arena: str
    opponent: str
    games: int
    won: int
    drawn: int
    low: float
    high: float
    turns: float
    decisions: int
    median: float
    p99: float
    most: float

    @property
    def rate(self) -> float:
        """The part of the games that was won."""
        return self.won / self.games

    @property
    def is_better(self) -> bool:
        """Whether more than half is won beyond doubt."""
        return self.low > 0.5


def interval(won: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a win rate by Wilson's method; scipy is needed."""
    found = import_module("scipy.stats").binomtest(won, games)
    ends = found.proportion_ci(CONFIDENCE, method="wilson")
    return float(ends.low), float(ends.high)


def scores(rows: Iterable[Row]) -> list[Score]:
    """Put the games together, opponent by opponent."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.arena, row.opponent), []).append(row)
    return [_score(*key, group) for key, group in groups.items()]


def _score(arena: str, opponent: str, rows: Sequence[Row]) -> Score:
    won = sum(row.result == "won" for row in rows)
    drawn = sum(row.result == "drawn" for row in rows)
    times = [time for row in rows for time in row.times] or [0.0]
    return Score(
        arena,
        opponent,
        len(rows),
        won,
        drawn,
        *interval(won, len(rows)),
        sum(row.turns for row in rows) / len(rows),
        len(times),
        median(times),
        percentile(times, 0.99),
        max(times),
    )


def write_rows(path: Path, context: Context, rows: Iterable[Row]) -> None:
    """Write the games to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    names = [field.name for field in (*fields(Row), *fields(Context))]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(row) | asdict(context) for row in rows)


def read_rows(path: Path) -> list[Row]:
    """Read a file of games."""
    kinds: dict[str, Any] = {"seed": int, "turns": int, "budget": float}
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Row(**{f.name: kinds.get(f.name, str)(line[f.name]) for f in fields(Row)})
            for line in csv.DictReader(file)
        ]


def newest_games(directory: Path = RESULTS) -> Path | None:
    """Return the file of games with the last name, which is the newest; None if there is none."""
    return max(directory.glob("*.csv"), key=lambda path: path.name, default=None)
