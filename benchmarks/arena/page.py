"""The arena's section of the report."""

from collections.abc import Iterator, Sequence

from benchmarks.arena.games import Row, Score, scores

HEAD = (
    "arena", "opponent", "games", "won", "drawn", "lost", "win rate", "95 % interval",
    "above one half", "turns", "decisions", "median ms", "p99 ms", "max ms",
)  # fmt: skip
WORDS = 2


def cells(score: Score) -> tuple[object, ...]:
    """Return a row of the table."""
    return (
        score.arena,
        score.opponent,
        score.games,
        score.won,
        score.drawn,
        score.games - score.won - score.drawn,
        f"{score.rate:.1%}",
        f"{score.low:.1%} to {score.high:.1%}",
        "yes" if score.is_better else "**no**",
        f"{score.turns:.1f}",
        score.decisions,
        f"{score.median:.0f}",
        f"{score.p99:.0f}",
        f"{score.most:.0f}",
    )


def introduction(rows: Sequence[Row], source: str) -> Iterator[str]:
    """Write what was played."""
    budgets = sorted({row.budget for row in rows})
    yield "## Arena"
    yield ""
    yield (
        "`Policy()` against players that do not search. `python-mtg`: whole games in that engine "
        "with its two decks against its own players; Overrun attacks and blocks, the rest is the "
        "engine's default player. `combats`: nothing but creature combats, "
        "2 to 6 creatures a side drawn as often as cards have them and one more each turn, against "
        "rules of thumb; drawn after 40 turns. Each seed was played from both seats. The interval "
        "is Wilson's, and a draw counts as not won. "
        f"Budget: {', '.join(f'{1000 * budget:g}' for budget in budgets)} ms a decision. "
        f"Rows: `{source}`."
    )
    yield ""


def table(rows: Sequence[Row]) -> list[tuple[object, ...]]:
    """Return the cells for all opponents."""
    return [cells(score) for score in scores(rows)]
