"""`overrun batch`: lines, faults of lines, interrupted runs, memory, the command itself."""

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from engine import DocumentError, check_assignment, read_combat
from optimizer.batch_files import Progress, count_lines, run
from optimizer.batch_lines import Defaults
from optimizer.cli_batch import batch
from optimizer.cli_input import ObjectiveCommand
from tests.conftest import attacker, board
from tests.optimizer.test_batch import SHARED, WRONG
from tests.optimizer.test_vectorised import limited

ROOT = Path(__file__).resolve().parents[2]
DEFAULTS = Defaults(("max player_damage", "max kill_value"))

COMMAND = (
    "import typer\n"
    "from optimizer.cli_batch import batch\n"
    "from optimizer.cli_input import ObjectiveCommand\n"
    "app = typer.Typer()\n"
    "app.command(cls=ObjectiveCommand)(batch)\n"
    "if __name__ == '__main__': app()\n"
)

app = typer.Typer()
app.command(cls=ObjectiveCommand)(batch)


def overrun(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def text_of(lines: list[Any]) -> str:
    return "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)


def answers(path: Path) -> list[dict[str, Any]]:
    """The output's lines, without the times."""
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for document in found:
        document.get("statistics", {}).pop("milliseconds", None)
    return found


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """40 lines, some of them at fault."""
    rng = random.Random(1)
    lines: list[Any] = [{"combat": limited(rng), "id": f"board {k}"} for k in range(40)]
    lines[3], lines[17], lines[30], lines[39] = "{", WRONG, "", SHARED
    path = tmp_path / "in.jsonl"
    path.write_text(text_of(lines), encoding="utf-8")
    return path


@pytest.fixture
def expected(source: Path, tmp_path: Path) -> list[dict[str, Any]]:
    run(source, tmp_path / "expected.jsonl", DEFAULTS)
    return answers(tmp_path / "expected.jsonl")


class TestLines:
    def ask(self, tmp_path: Path, *lines: Any) -> list[dict[str, Any]]:
        source, out = tmp_path / "lines.jsonl", tmp_path / "answers.jsonl"
        source.write_bytes(
            b"".join(
                (line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n"
                for line in lines
            )
        )
        run(source, out, DEFAULTS, restart=True)
        found = answers(out)
        assert [document["line"] for document in found] == [*range(1, len(lines) + 1)]
        return found

    def test_every_kind_of_line(self, tmp_path: Path) -> None:
        found = self.ask(
            tmp_path,
            SHARED,
            {"combat": SHARED, "id": 7, "objectives": ["max kills"]},
            {"combat": "8/8 trample <- 2/2, 3/3", "question": "damage", "deadline": None},
            "8/8 trample <- 2/2, 3/3",
            {"combat": SHARED, "wishes": ["player_damage >= 3"], "id": "none"},
            {"combat": SHARED, "deadline": 5},
        )
        assert [document["status"] for document in found] == [
            "optimal", "optimal", "optimal", "optimal", "infeasible", "optimal",
        ]  # fmt: skip
        assert found[1]["objectives"] == [{"name": "kills", "value": 1, "bound": 1}]
        assert [document.get("id") for document in found] == [None, 7, None, None, "none", None]
        assert check_assignment(read_combat(SHARED), found[0]["steps"]) == ()

    @pytest.mark.parametrize(
        ("line", "path"),
        [
            (b"", ""),
            (b"   ", ""),
            (b"{", "line 1, column 2"),
            (b"\xff", ""),
            (b'"\\ud800"', ""),
            (b"nonsense", "line 1, column 1"),
            (b'{"combat": 1, "combat": 2}', "combat"),
            (b"[" * 100_000, ""),
            ([], ""),
            (5, ""),
            (None, ""),
            ({}, "combat"),
            ({"combat": 5}, "combat"),
            ({"combat": SHARED, "objectives": "max kills"}, "objectives"),
            ({"combat": SHARED, "objectives": ["max nothing"]}, "objectives[0]"),
            ({"combat": SHARED, "wishes": [1]}, "wishes"),
            ({"combat": SHARED, "deadline": -1}, "deadline"),
            ({"combat": SHARED, "deadline": True}, "deadline"),
            ({"combat": SHARED, "deadline": "1"}, "deadline"),
            (b'{"combat": "1/1 -> B", "deadline": NaN}', "deadline"),
            ({"combat": SHARED, "question": "blocks"}, "question"),
            ({"combat": SHARED, "objective": ["max kills"]}, "objective"),
            (WRONG, "players.A.posion"),
        ],
    )  # fmt: skip
    def test_a_bad_line_is_one_error(self, tmp_path: Path, line: Any, path: str) -> None:
        before, found, after = self.ask(tmp_path, SHARED, line, SHARED)
        assert found["error"]["kind"] == "document"
        if path:
            assert found["error"]["faults"][0]["path"] == path
        assert before["status"] == after["status"] == "optimal"

    def test_all_faults_and_the_id(self, tmp_path: Path) -> None:
        line = {"combat": WRONG, "deadline": -1, "id": 3}
        found = self.ask(tmp_path, line)[0]
        assert found["id"] == 3
        assert [fault["path"] for fault in found["error"]["faults"]] == [
            "deadline", "players.A.posion",
        ]  # fmt: skip

    def test_no_newline_at_the_end_and_a_mark_at_the_beginning(self, tmp_path: Path) -> None:
        source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        source.write_bytes(b"\xef\xbb\xbf" + json.dumps(SHARED).encode())
        assert run(source, out, DEFAULTS) == Progress(1, 0, 0, True)
        assert count_lines(source) == count_lines(out) == 1


class TestResuming:
    def test_wherever_the_output_ends(
        self, source: Path, tmp_path: Path, expected: list[dict[str, Any]]
    ) -> None:
        out = tmp_path / "out.jsonl"
        run(source, out, DEFAULTS, chunk=7)
        whole = out.read_bytes()
        for end in [*range(0, len(whole), len(whole) // 23), len(whole)]:
            out.write_bytes(whole[:end])
            done = whole[:end].count(b"\n")
            assert run(source, out, DEFAULTS, chunk=3).skipped == done
            assert answers(out) == expected

    @pytest.mark.parametrize("chunks", [1, 2, 4])
    def test_a_stopped_run_goes_on(
        self, source: Path, tmp_path: Path, expected: list[dict[str, Any]], chunks: int
    ) -> None:
        out = tmp_path / "out.jsonl"
        seen: list[int] = []
        with ThreadPoolExecutor(2) as executor:
            for _ in range(30):
                seen.clear()
                found = run(
                    source, out, DEFAULTS, executor, chunk=4,
                    report=lambda progress: seen.append(progress.done),
                    is_stopped=lambda: len(seen) > chunks,
                )  # fmt: skip
                if found.is_complete:
                    break
        assert found.is_complete
        assert answers(out) == expected

    def test_nothing_left(self, source: Path, tmp_path: Path) -> None:
        out = tmp_path / "out.jsonl"
        run(source, out, DEFAULTS)
        before = out.read_bytes()
        assert run(source, out, DEFAULTS) == Progress(40, 40, 0, True)
        assert out.read_bytes() == before

    def test_lines_that_were_added_to_the_input(self, source: Path, tmp_path: Path) -> None:
        out = tmp_path / "out.jsonl"
        run(source, out, DEFAULTS)
        with source.open("a", encoding="utf-8") as file:
            file.write(json.dumps(SHARED) + "\n")
        assert run(source, out, DEFAULTS) == Progress(41, 40, 0, True)

    def refused(self, source: Path, out: Path, defaults: Defaults = DEFAULTS) -> str:
        before = out.read_bytes()
        with pytest.raises(DocumentError) as caught:
            run(source, out, defaults)
        assert out.read_bytes() == before
        return str(caught.value)

    def test_another_input(self, source: Path, tmp_path: Path) -> None:
        out = tmp_path / "out.jsonl"
        run(source, out, DEFAULTS)
        lines = source.read_text(encoding="utf-8").splitlines(keepends=True)
        source.write_text("".join([lines[0], lines[2], *lines[2:]]), encoding="utf-8")
        assert "another input" in self.refused(source, out)
        source.write_text("".join(lines[:-1]), encoding="utf-8")
        assert "another input" in self.refused(source, out)
        source.write_text("".join(lines), encoding="utf-8")
        out.write_bytes(b"".join(out.read_bytes().splitlines(keepends=True)[:5]))
        source.write_text("".join([*lines[:10], *lines[11:]]), encoding="utf-8")
        assert "another input" in self.refused(source, out)

    def test_other_options(self, source: Path, tmp_path: Path) -> None:
        out = tmp_path / "out.jsonl"
        run(source, out, DEFAULTS)
        other = Defaults(("max kills",))
        assert "max player_damage" in self.refused(source, out, other)
        assert run(source, out, other, restart=True) == Progress(40, 0, 3, True)
        assert len(answers(out)) == 40

    def test_a_file_of_somebody_else(self, source: Path, tmp_path: Path) -> None:
        out = tmp_path / "out.jsonl"
        for text in ("notes", "notes\n", "{}\n{}\n"):
            out.write_text(text, encoding="utf-8")
            assert "there is no out.jsonl.state" in self.refused(source, out)
        (tmp_path / "out.jsonl.state").write_text("[]", encoding="utf-8")
        assert "is not of this program" in self.refused(source, out)

    def test_lines_that_were_appended_by_hand(self, source: Path, tmp_path: Path) -> None:
        out = tmp_path / "out.jsonl"
        run(source, out, DEFAULTS)
        with out.open("a", encoding="utf-8") as file:
            file.write("{}\n")
        assert "has not written" in self.refused(source, out)

    def test_the_input_is_not_overwritten(self, source: Path) -> None:
        assert "overwrite the input" in self.refused(source, source)

    def test_two_runs_at_once(self, source: Path, tmp_path: Path) -> None:
        pytest.importorskip("fcntl")
        out = tmp_path / "out.jsonl"
        messages: list[str] = []

        def second(progress: Progress) -> None:
            if progress.done == 0:
                messages.append(self.refused(source, out))

        run(source, out, DEFAULTS, report=second)
        assert messages == ["--out: another run is writing this file"]


class TestCommand:
    def test_exit_status(self, source: Path, tmp_path: Path) -> None:
        out = tmp_path / "out.jsonl"
        first, again = (overrun(source, "--out", out) for _ in range(2))
        assert (first.exit_code, again.exit_code) == (1, 0)
        assert first.stdout == ""
        assert first.stderr == "40 lines answered, 3 of them with an error.\n"
        assert again.stderr == "0 lines answered; 40 were answered before.\n"

    def test_objectives_are_for_lines_without(self, tmp_path: Path) -> None:
        source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        source.write_text(
            text_of([SHARED, {"combat": SHARED, "objectives": ["max kills"]}]), encoding="utf-8"
        )
        options = ("--min", "own_losses", "--max", "player_damage", "--deadline", "5")
        assert overrun(source, "--out", out, *options).exit_code == 0
        names = [[goal["name"] for goal in document["objectives"]] for document in answers(out)]
        assert names == [["own_losses", "player_damage"], ["kills"]]

    def test_refusals(self, source: Path, tmp_path: Path) -> None:
        out = tmp_path / "out.jsonl"
        for arguments in (
            [tmp_path / "missing", "--out", out],
            [source, "--out", tmp_path],
            [source, "--out", tmp_path / "missing" / "out"],
            [source, "--out", out, "--deadline", "-1"],
            [source, "--out", out, "--workers", "0"],
            [source, "--out", out, "--workers", "2", "--cluster", "tcp://127.0.0.1:1"],
            [source],
        ):
            result = overrun(*arguments)
            assert result.exit_code == 2, result.output
        assert not out.exists()

    def test_workers(self, source: Path, tmp_path: Path, expected: list[dict[str, Any]]) -> None:
        out = tmp_path / "out.jsonl"
        options = ["--max", "player_damage", "--max", "kill_value", "--workers", "2"]
        result = subprocess.run(
            [sys.executable, "-c", COMMAND, str(source), "--out", str(out), *options, "--progress"],
            cwd=ROOT, capture_output=True, timeout=60, check=False,
        )  # fmt: skip
        assert result.returncode == 1, result.stderr
        assert b"40 of 40 lines" in result.stderr
        assert answers(out) == expected

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    @pytest.mark.parametrize("options", [[], ["--workers", "2"]])
    def test_signals(self, tmp_path: Path, number: signal.Signals, options: list[str]) -> None:
        source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        rng = random.Random(2)
        source.write_text(text_of([limited(rng) for _ in range(50)] * 100), encoding="utf-8")
        command = [sys.executable, "-c", COMMAND, str(source), "--out", str(out), *options]
        process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE)
        wait_for(partial(is_longer, out, 0))
        process.send_signal(number)
        _, message = process.communicate(timeout=60)
        assert process.returncode == 128 + number
        assert b"Interrupted" in message
        assert b"Traceback" not in message
        lines = [document["line"] for document in answers(out)]
        assert lines == [*range(1, len(lines) + 1)]
        assert 0 < len(lines) < 5_000

    def test_killed(self, tmp_path: Path) -> None:
        source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        rng = random.Random(2)
        source.write_text(text_of([limited(rng) for _ in range(50)] * 30), encoding="utf-8")
        command = [sys.executable, "-c", COMMAND, str(source), "--out", str(out)]
        for _ in range(2):
            size = out.stat().st_size if out.exists() else 0
            process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
            wait_for(partial(is_longer, out, size))
            process.kill()
            process.wait(60)
        assert overrun(source, "--out", out).exit_code == 0
        assert [document["line"] for document in answers(out)] == [*range(1, 1_501)]


def is_longer(path: Path, size: int) -> bool:
    return path.exists() and path.stat().st_size > size


def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


MEMORY = """
import resource, sys
from pathlib import Path
from optimizer.batch_files import run
from optimizer.batch_lines import Defaults
peaks = {}
def report(progress):
    if progress.done in (5120, 20480):
        peaks[progress.done] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
run(Path(sys.argv[1]), Path(sys.argv[2]), Defaults(("max player_damage",)), report=report)
print(peaks[5120], peaks[20480])
"""


def test_memory_does_not_grow(tmp_path: Path) -> None:
    """Peak memory, in kilobytes, after 5,120 and after 20,480 lines of different boards."""
    pytest.importorskip("resource")
    source = tmp_path / "in.jsonl"
    with source.open("w", encoding="utf-8") as file:
        for k in range(20_480):
            file.write(json.dumps(board(attacker(f"a{k} {k}/1"))) + "\n")
    result = subprocess.run(
        [sys.executable, "-c", MEMORY, str(source), str(tmp_path / "out.jsonl")],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    early, late = map(int, result.stdout.split())
    assert late - early < 4_096
