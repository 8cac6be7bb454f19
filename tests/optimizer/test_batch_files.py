"""Files of many questions: lines, faults of lines, interrupted runs, memory."""

import json
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from engine import DocumentError, check_assignment, read_combat
from optimizer.batch.files import Progress, count_lines, run
from optimizer.requests import Defaults
from tests.conftest import attacker, board
from tests.optimizer.test_batch import SHARED, WRONG
from tests.optimizer.test_vectorised import limited

ROOT = Path(__file__).resolve().parents[2]
DEFAULTS = Defaults(("max player_damage", "max kill_value"))


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
            (b'{"combat": "1/1 -> B", "deadline": NaN}', ""),
            (b'{"combat": "1/1 -> B", "deadline": 1e999}', "deadline"),
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


MEMORY = """
import resource, sys
from pathlib import Path
from optimizer.batch.files import run
from optimizer.requests import Defaults
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
