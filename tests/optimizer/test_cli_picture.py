"""`--picture`: the answer of every question as a file, and clear errors where there can be none."""

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner, Result

from optimizer import cli
from optimizer.picture import files
from tests.optimizer.drawn import classes, damage, having, texts

BOARD = "giant: 5/5 trample <- wall; ogre: 4/4 <- wall; wall: 0/4"
STEPS = [
    {
        "step": "regular",
        "assignments": [
            {"source": "giant", "target": "B", "amount": 5},
            {"source": "ogre", "target": "wall", "amount": 3},
        ],
    }
]


def overrun(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli.app, list(map(str, arguments)))


def read(file: Path) -> ET.Element:
    return ET.fromstring(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("arguments", "status", "scenes"),
    [
        (["damage", BOARD], 0, 1),
        (["damage", BOARD, "--all"], 0, 1),
        (["damage", BOARD, "--next"], 0, 2),
        (["damage", BOARD, "--frontier", "player_damage", "kills"], 0, 1),
        (["damage", BOARD, "--why", "player_damage >= 6"], 1, 1),
        (["damage", BOARD, "--wish", "player_damage >= 6"], 1, 1),
        (["check", BOARD, json.dumps(STEPS)], 1, 1),
        (["check", BOARD, "--declarations"], 1, 1),
        (["blocks", "6/6; wall: 0/4 of B; ox: 2/4 of B", "--top", "2"], 0, 2),
        (["attack", BOARD], 0, 1),
    ],
)
@pytest.mark.parametrize("as_json", [False, True])
def test_every_question(
    tmp_path: Path, arguments: list[str], status: int, scenes: int, as_json: bool
) -> None:
    file = tmp_path / "answer.svg"
    result = overrun(*arguments, *["--json"] * as_json, "--picture", file)
    assert result.exit_code == status
    assert len(having(read(file), "scene")) == scenes
    without = overrun(*arguments, *["--json"] * as_json)
    assert len(result.stdout.splitlines()) == len(without.stdout.splitlines())


def test_the_answer_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "answer.SVG"
    overrun("damage", BOARD, "--picture", file)
    assert damage(read(file)) == {("giant", "B", 5): 1, ("ogre", "wall", 4): 1}


def test_the_judgement_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "answer.svg"
    overrun("check", BOARD, json.dumps(STEPS), "--picture", file)
    whole = read(file)
    wrong = {arrow.get("data-source") for arrow in having(whole, "arrow", "damage", "wrong")}
    assert wrong == {"giant", "ogre"}  # 510.1a: 3 of 4; 702.19b: the wall has 3 of 4
    assert texts(whole)[0].startswith("Illegal: ")


def test_why_not_stands_below(tmp_path: Path) -> None:
    file = tmp_path / "answer.svg"
    overrun("damage", BOARD, "--wish", "player_damage >= 6", "--picture", file)
    notes = [note.text or "" for note in having(read(file), "note")]
    assert any("510.1a" in note for note in notes)
    assert not any("dead" in classes(one) for one in having(read(file), "card"))


def test_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    file = tmp_path / "answer.png"
    result = overrun("damage", BOARD, "--picture", file)
    if "needs a font" in result.output:
        pytest.skip("no font is installed")
    assert result.exit_code == 0
    data = file.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    svg = tmp_path / "answer.svg"
    overrun("damage", BOARD, "--picture", svg)
    width = float(read(svg).attrib["width"])
    assert int.from_bytes(data[16:20], "big") == pytest.approx(2 * width, abs=1)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("answer.jpg", "ends in .svg or .png"),
        ("answer", "ends in .svg or .png"),
        ("missing/answer.svg", "there is no directory"),
        ("folder.svg", "is a directory"),
    ],
)
def test_no_such_file(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / "folder.svg").mkdir()
    result = overrun("damage", BOARD, "--picture", tmp_path / name)
    assert result.exit_code == 2
    assert words in " ".join(result.output.split())
    assert "Combat damage" not in result.output


def test_every_fault_is_named_at_once(tmp_path: Path) -> None:
    result = overrun("damage", "", "--deadline=-1", "--picture", tmp_path / "x", "--json")
    paths = [fault["path"] for fault in json.loads(result.stdout)["error"]["faults"]]
    assert {"deadline", "picture"} <= set(paths)
    assert len(paths) == 3


def test_png_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "find_spec", lambda _: None)
    result = overrun("damage", BOARD, "--picture", tmp_path / "answer.png")
    assert result.exit_code == 2
    assert "overrun[pictures]" in result.output


def test_png_without_a_font(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resvg_py")
    monkeypatch.setattr(files, "_has_fonts", lambda: False)
    result = overrun("damage", BOARD, "--picture", tmp_path / "answer.png")
    assert result.exit_code == 2
    assert "needs a font" in result.output


def test_nothing_is_loaded_for_pictures_that_nobody_asks_for() -> None:
    code = (
        "import sys\nfrom optimizer import cli\n"
        "sys.argv = ['overrun', 'check', '4/4', '[]', '--json']\n"
        "try:\n    cli.main()\nexcept SystemExit:\n    pass\n"
        "assert not [n for n in sys.modules if n.startswith(('optimizer.picture', 'resvg'))]"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
