"""The arenas: legal games that end, the same for the same seed; intervals by known values."""

import csv
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmarks.__main__ import app
from benchmarks.arena import combats, page
from benchmarks.arena.games import Game, Row, interval, read_rows, scores, write_rows
from benchmarks.arena.matches import COMBATS, ENGINE, THUMBS, matches
from benchmarks.arena.thumbs import Aggressive, AllOut, Balanced, Cautious, Chance
from benchmarks.records import Record, current_context, write_records
from benchmarks.report import write_report
from engine import read_combat
from optimizer.policy import Policy
from tests.conftest import attacker, board, creature


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [
        # Newcombe 1998, Statistics in Medicine 17, p. 861, method 3 (score without correction)
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_of_published_examples(won: int, games: int, low: float, high: float) -> None:
    assert interval(won, games) == pytest.approx((low, high), abs=5e-5)


def row(result: str, milliseconds: str) -> Row:
    return Row(COMBATS, "random", 1, "A", 0.05, result, 7, milliseconds)


def test_a_score_counts_draws_as_not_won() -> None:
    rows = [row("won", "1.0 2.0"), row("won", "3.0"), row("drawn", ""), row("lost", "10.0")]
    (score,) = scores(rows)
    assert (score.games, score.won, score.drawn, score.rate) == (4, 2, 1, 0.5)
    assert (score.decisions, score.median, score.most) == (4, 2.5, 10.0)
    assert score.p99 == pytest.approx(3 + 0.97 * 7)
    assert (score.low, score.high) == interval(2, 4)
    assert not score.is_better
    assert page.cells(score)[5] == 1  # lost


def test_rows_are_read_as_they_were_written(tmp_path: Path) -> None:
    game = Game(won=None, turns=12, seconds=(0.0123, 0.5))
    rows = [row("won", "1.5"), Row.of(ENGINE, "GreedyPlayer", 3, "bob", 0.1, game)]
    write_rows(tmp_path / "games.csv", current_context("arena"), rows)
    assert read_rows(tmp_path / "games.csv") == rows
    assert rows[1].result == "drawn"
    assert rows[1].times == [12.3, 500.0]


def test_the_report_shows_the_newest_games(tmp_path: Path) -> None:
    context = current_context("quick")
    write_records(tmp_path / "a.csv", context, [Record("limited", "x", 3, "overrun", 0, "optimal")])
    write_rows(tmp_path / "arena" / "1.csv", context, [row("lost", "9.0")])
    write_rows(tmp_path / "arena" / "2.csv", context, [row("won", "2.0")] * 10)
    write_report(tmp_path / "a.csv", tmp_path / "report.md")
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    low, high = interval(10, 10)
    cells = f"| combats | random | 10 | 10 | 0 | 0 | 100.0% | {low:.1%} to {high:.1%} | yes |"
    assert f"{cells} 7.0 | 10 | 2 | 2 | 2 |" in text
    assert "arena/2.csv" in text


def test_both_sides_of_a_seed_are_the_same_board() -> None:
    played = list(matches(3, [COMBATS], ["random"], first_seed=0))
    assert [(m.seed, m.seat) for m in played] == [(0, "A"), (0, "B"), (1, "A"), (1, "B")]
    assert combats.start(5) == combats.start(5)
    assert combats.start(5) != combats.start(6)


@pytest.mark.parametrize("opponent", THUMBS)
def test_rules_of_thumb_play_legal_games(opponent: str) -> None:
    """`combats.play` raises if the engine finds a declaration illegal."""
    thumb = THUMBS[opponent](1)
    for seed in range(2):
        game = combats.play(combats.start(seed), {"A": thumb, "B": Chance(2)}, "A")
        assert 1 <= game.turns <= combats.TURNS
        assert game.won is not None or game.turns == combats.TURNS


def test_an_illegal_declaration_ends_a_game() -> None:
    class Cheat(Chance):
        def choose_attack(self, combat: object) -> dict[str, str]:
            return {"b0": "B"} if combat.active_player == "A" else {}  # type: ignore[attr-defined]

    with pytest.raises(Exception, match="b0"):
        combats.play(combats.start(0), {"A": Cheat(1), "B": Chance(1)}, "A")


def test_overrun_wins_combats_against_chance() -> None:
    """Four boards from both sides; how much time there is decides only how far it looks."""
    policy = Policy(budget=0.05)
    games = [
        combats.play(combats.start(seed), {side: policy, other: Chance(seed)}, side)
        for seed in range(4)
        for side, other in (("A", "B"), ("B", "A"))
    ]
    assert sum(game.won is True for game in games) >= 6
    assert all(game.seconds for game in games)


PLAIN = read_combat(
    board(
        creature("A giant 5/5"),
        creature("A elf 1/1"),
        creature("A bird 2/2 flying"),
        creature("B ogre 3/4"),
    )
)


def test_what_each_rule_of_thumb_attacks_with() -> None:
    """The ogre kills the elf for nothing, cannot block the bird and does not kill the giant."""
    assert AllOut().choose_attack(PLAIN) == {"giant": "B", "elf": "B", "bird": "B"}
    for thumb in (Aggressive(), Cautious(), Balanced()):
        assert thumb.choose_attack(PLAIN) == {"giant": "B", "bird": "B"}


def test_only_the_aggressive_one_trades() -> None:
    combat = read_combat(board(creature("A bear 2/2"), creature("B cub 2/2")))
    assert Aggressive().choose_attack(combat) == {"bear": "B"}
    assert Cautious().choose_attack(combat) == {}


def test_what_each_rule_of_thumb_blocks() -> None:
    combat = read_combat(
        board(attacker("bear 2/2"), creature("B wall 0/4"), creature("B ogre 3/3"))
    )
    for thumb in (Aggressive(), Cautious(), Balanced()):
        assert thumb.choose_blocks(combat) == {"ogre": ["bear"]}
    assert AllOut().choose_blocks(combat) == {"wall": ["bear"]}


def test_the_balanced_one_keeps_blockers_back() -> None:
    """Whoever attacks cannot block: with 7 life, the 6/6 must not get through."""
    combat = read_combat(
        board(
            creature("A ogre 7/7"),
            creature("B giant 6/6"),
            players={"A": {"life": 7}, "B": {"life": 20}},
        )
    )
    assert Balanced().choose_attack(combat) == {}
    assert Cautious().choose_attack(combat) == {"ogre": "B"}


def test_the_command_writes_its_games(tmp_path: Path) -> None:
    target = tmp_path / "games.csv"
    words = ["arena", "--games", "2", "--only", "combats", "--opponent", "all-out"]
    done = CliRunner().invoke(app, [*words, "--output", str(target)])
    assert done.exit_code == 0, done.output
    assert "all-out" in done.output
    with target.open(encoding="utf-8", newline="") as file:
        assert [(r["seat"], r["opponent"]) for r in csv.DictReader(file)] == [
            ("A", "all-out"),
            ("B", "all-out"),
        ]


def test_an_unknown_opponent_is_named() -> None:
    done = CliRunner().invoke(app, ["arena", "--opponent", "nobody"])
    assert done.exit_code == 2
    assert "nobody" in done.output


def test_the_engine_arena_plays_a_game() -> None:
    pytest.importorskip("mtg", reason="python-mtg is not installed (the extra `opponents`)")
    (match, _) = matches(2, [ENGINE], ["RandomPlayer"])
    played = match.play(0.05)
    assert (played.arena, played.seat, played.result in {"won", "lost"}) == (ENGINE, "alice", True)
    assert played.times
