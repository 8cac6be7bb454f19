"""The command `overrun batch`: exit statuses, refusals, worker processes, signals, kills."""

import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from optimizer.console.arguments import ObjectiveCommand
from optimizer.console.many import batch
from tests.optimizer.test_batch import SHARED
from tests.optimizer.test_batch_files import ROOT, answers, text_of
from tests.optimizer.test_batch_files import expected as expected
from tests.optimizer.test_batch_files import source as source
from tests.optimizer.test_vectorised import limited

COMMAND = (
    "import typer\n"
    "from optimizer.console.many import batch\n"
    "from optimizer.console.arguments import ObjectiveCommand\n"
    "app = typer.Typer()\n"
    "app.command(cls=ObjectiveCommand)(batch)\n"
    "if __name__ == '__main__': app()\n"
)

app = typer.Typer()
app.command(cls=ObjectiveCommand)(batch)


def overrun(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


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

    @pytest.mark.parametrize("options", [[], ["--workers", "2"]])
    def test_killed(self, tmp_path: Path, options: list[str]) -> None:
        source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        rng = random.Random(2)
        source.write_text(text_of([limited(rng) for _ in range(50)] * 30), encoding="utf-8")
        command = [sys.executable, "-c", COMMAND, str(source), "--out", str(out), *options]
        for _ in range(2):
            size = out.stat().st_size if out.exists() else 0
            process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE)
            wait_for(partial(is_longer, out, size))
            process.kill()
            process.communicate(timeout=60)  # ends when no worker has the stream any more
        assert overrun(source, "--out", out).exit_code == 0
        assert [document["line"] for document in answers(out)] == [*range(1, 1_501)]


def is_longer(path: Path, size: int) -> bool:
    return path.exists() and path.stat().st_size > size


def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)
