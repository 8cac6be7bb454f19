"""Game states of Forge's on the command line and over the pipe's requests."""

import json
from pathlib import Path

from typer.testing import CliRunner

from optimizer.batch.lines import Line, answer_lines
from optimizer.cli import app
from optimizer.pipe.worker import answer_line
from optimizer.requests import Defaults

STATE = """\
humanlife=20
ailife=4
activeplayer=human
activephase=COMBAT_DECLARE_BLOCKERS
humanbattlefield=Serra Angel|Attacking;Grizzly Bears|Attacking
aibattlefield=
aihand=Shock
"""


def test_every_command_takes_it_and_says_what_it_left_out(tmp_path: Path) -> None:
    path = tmp_path / "board.pzl"
    path.write_text(STATE, encoding="utf-8")
    for command in ("damage", "blocks", "attack"):
        run = CliRunner().invoke(app, [command, str(path), "--json"])
        assert run.exit_code == 0
        answer = json.loads(run.stdout)
        assert answer["result"]["players"]["ai"]["life"] == -2
        assert run.stderr == "note: line 7: cards in hand are left out: Shock\n"
    run = CliRunner().invoke(app, ["check", str(path), "--declarations", "--json"])
    assert run.exit_code == 0


def test_standard_input_and_a_missing_file(tmp_path: Path) -> None:
    run = CliRunner().invoke(app, ["damage", "-", "--json"], input=STATE)
    assert json.loads(run.stdout)["result"]["outcome"] == "win"
    run = CliRunner().invoke(app, ["damage", str(tmp_path / "none.pzl")])
    assert run.exit_code == 2
    assert "cannot read" in run.stderr


def test_an_answer_over_the_pipe_has_the_notes() -> None:
    line = json.dumps({"id": 1, "question": "damage", "combat": STATE}).encode()
    answer = json.loads(answer_line(line, Defaults(("max player_damage",))))
    assert answer["objectives"][0]["value"] == 6
    assert answer["notes"] == ["line 7: cards in hand are left out: Shock"]
    line = json.dumps({"question": "damage", "combat": "2/2"}).encode()
    assert "notes" not in json.loads(answer_line(line, Defaults(("max player_damage",))))


def test_a_line_of_many_has_the_notes() -> None:
    lines = [Line(1, json.dumps(STATE).encode()), Line(2, b'"2/2"')]
    first, second = answer_lines(lines, Defaults(("max player_damage",)))
    assert json.loads(first[0])["notes"] == ["line 7: cards in hand are left out: Shock"]
    assert "notes" not in json.loads(second[0])
