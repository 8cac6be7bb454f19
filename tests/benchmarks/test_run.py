"""Running: every solver on every instance, the command line, and the whole processes."""

import signal
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmarks import __main__ as command_line_module
from benchmarks.batch_memory import batch_memory, small_boards
from benchmarks.instances import FAMILIES, load, read_instances, write_instances
from benchmarks.peers import solvers
from benchmarks.peers.answer import Answer
from benchmarks.prove import prove
from benchmarks.records import Record, read_records
from benchmarks.run import REPEATS, limit, run, run_one
from benchmarks.whole_process import command_line, many_boards, texts
from engine import read_combat
from engine.combat import Combat

RUNNER = CliRunner()


def test_every_solver_meets_every_instance() -> None:
    instances = [i for i in load("quick", ["known"]) if i.source.startswith("design.md")]
    given = solvers()
    records = list(run(instances, given, "quick"))
    pairs = {(r.instance, r.solver) for r in records}
    assert len(instances) == 8
    assert pairs == {(i.id, s.name) for i in instances for s in given}
    ours = [r for r in records if r.solver == "overrun"]
    assert {r.status for r in ours} == {"optimal"}
    assert {r.repeat for r in ours} == {0}
    assert all(r.best is not None and r.player_damage == r.best for r in ours)
    assert not [r for r in records if r.status == "wrong"]


def test_larger_boards_get_more_time() -> None:
    large = next(i for i in load("full") if i.family == "shared" and i.size == 300)
    small = next(i for i in load("full") if i.family == "limited")
    assert limit(large, "overrun", "full") > limit(small, "overrun", "full")
    assert limit(large, "enumeration", "full") < limit(large, "plain-cpsat", "full")


def test_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = load("quick", ["limited"])[:2]
    monkeypatch.setattr(command_line_module, "load", lambda suite, families: few)
    output = tmp_path / "r.csv"
    words = ["run", "--no-whole", "--solver", "overrun", "--output", str(output)]
    assert RUNNER.invoke(command_line_module.app, words).exit_code == 0
    context, records = read_records(output)
    assert context.suite == "quick"
    assert len(records) == 2 * REPEATS["quick"]
    found = RUNNER.invoke(command_line_module.app, ["report", str(output)])
    assert (found.exit_code, (tmp_path / "report.md").exists()) == (0, True)
    found = RUNNER.invoke(command_line_module.app, ["compare", str(output), str(output)])
    assert "| limited | overrun | 2 | 1.00 |" in found.output


@pytest.mark.parametrize("words", [["--suite", "huge"], ["--family", "x"], ["--solver", "x"]])
def test_unknown_names_are_refused(words: list[str]) -> None:
    assert RUNNER.invoke(command_line_module.app, ["run", *words]).exit_code == 2


def test_values_are_written_where_two_solvers_agree(tmp_path: Path) -> None:
    for family in FAMILIES:
        write_instances(tmp_path / f"{family}.jsonl", [])
    first = load("quick", ["limited"])[0]
    path = tmp_path / "limited.jsonl"
    bare = type(first)(**{**vars(first), "values": None, "proven_by": ()})
    write_instances(path, [bare])
    prove(10.0, tmp_path)
    (proven,) = read_instances(path)
    assert proven.values == first.values
    assert len(proven.proven_by) == 2


def test_the_command_is_measured_as_a_whole_process() -> None:
    records = list(command_line(1))
    assert [r.solver for r in records] == ["overrun", "imports"]
    assert all(isinstance(r, Record) and r.status == "measured" for r in records)
    assert all(r.total_ms > 0 and r.peak_mb > 1 for r in records)


def test_files_of_many_boards_are_answered_by_a_whole_process() -> None:
    records = list(batch_memory((10, 200)))
    assert [(r.size, r.status, r.note) for r in records] == [
        (10, "measured", ""),
        (200, "measured", ""),
    ]
    assert all(r.total_ms > 0 and r.peak_mb > 1 for r in records)


def test_small_boards_have_two_or_three_creatures() -> None:
    combats = [read_combat(board) for board in small_boards(50)]
    assert {len(combat.creatures) for combat in combats} == {2, 3}
    assert list(small_boards(20)) == list(small_boards(50))[:20]


def test_many_boards_are_all_different() -> None:
    assert len(set(texts(50))) == 50


def test_many_boards_are_measured_in_every_way() -> None:
    records = list(many_boards(20, 1))
    ways = ["overrun", "plain-cpsat", "overrun, 1 worker", "overrun, 2 workers"]
    assert [r.solver for r in records] == ways
    assert all(r.status == "measured" and r.total_ms > 0 for r in records)


class _Deaf:
    name = "deaf"
    parameters = "none"

    def solve(self, combat: Combat, objectives: Sequence[str], seconds: float) -> Answer:
        """Never look at the clock."""
        while True:
            pass


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarm clock")
def test_a_solver_that_does_not_stop_is_stopped() -> None:
    record = run_one(load("quick", ["limited"])[0], _Deaf(), 0.001)
    assert (record.status, record.note) == ("nothing", "did not stop in time")
    assert record.solve_ms >= 1000
