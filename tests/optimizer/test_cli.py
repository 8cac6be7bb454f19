"""The command line: exit statuses, what goes where, the order of objectives, lazy imports."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from engine import DocumentError, check_assignment, read_combat, write_document
from optimizer import best_answers, cli, explain, frontier, next_best, requests, solve_damage
from optimizer.console import arguments as reading
from optimizer.console import demo

ROOT = Path(__file__).resolve().parents[2]

# A 5/5 trampler and a 4/4 share a 0/4: the 4/4 covers it, and all 5 go through.
BOARD: dict[str, Any] = {
    "version": 1,
    "active_player": "A",
    "players": {"A": {"life": 20}, "B": {"life": 7}},
    "creatures": [
        {"id": "giant", "controller": "A", "power": 5, "toughness": 5, "keywords": ["trample"],
         "attacking": "B"},
        {"id": "ogre", "controller": "A", "power": 4, "toughness": 4, "attacking": "B"},
        {"id": "wall", "controller": "B", "power": 0, "toughness": 4,
         "blocking": ["giant", "ogre"]},
    ],
}  # fmt: skip
TEXT = json.dumps(BOARD)
BEST = [
    {"source": "giant", "target": "B", "amount": 5},
    {"source": "ogre", "target": "wall", "amount": 4},
]
# Nobody has a choice: one unblocked creature.
FORCED = json.dumps(BOARD | {"creatures": BOARD["creatures"][1:2]})
TWO_FAULTS = json.dumps(
    BOARD | {"players": {"A": {"life": 20}, "B": {"life": 7, "posion": 1}}, "active_player": "C"}
)


def overrun(*arguments: str, stdin: bytes | str | None = None) -> Result:
    return CliRunner().invoke(cli.app, list(arguments), input=stdin)


def steps(*rows: dict[str, Any]) -> str:
    return json.dumps([{"step": "regular", "assignments": list(rows)}])


def without_time(document: dict[str, Any]) -> dict[str, Any]:
    statistics = {k: v for k, v in document["statistics"].items() if k != "milliseconds"}
    return document | {"statistics": statistics}


def unwrapped(text: str) -> str:
    return " ".join(text.split())


def process(*arguments: str, code: str | None = None, **options: Any) -> Any:
    start = ["-m", "optimizer"] if code is None else ["-c", code]
    return subprocess.run(
        [sys.executable, *start, *arguments],
        cwd=ROOT, capture_output=True, timeout=60, check=False, **options,
    )  # fmt: skip


def loading(*arguments: str) -> tuple[Any, set[str]]:
    """Run the command, and return the result and the packages that were loaded."""
    code = (
        "import sys\nfrom optimizer.cli import main\n"
        "try: main()\n"
        "finally: print('\\n', *{n.split('.')[0] for n in sys.modules}, file=sys.stderr)"
    )
    result = process(*arguments, code=code)
    return result, set(result.stderr.decode().splitlines()[-1].split())


class TestDamage:
    def test_json_is_the_document_of_the_api(self) -> None:
        result = overrun("damage", TEXT, "--json")
        expected = solve_damage(read_combat(BOARD), reading.DEFAULT_OBJECTIVES).to_document()
        assert result.exit_code == 0
        assert result.stderr == ""
        assert without_time(json.loads(result.stdout)) == without_time(expected)
        assert result.stdout.startswith('{\n  "status": "optimal"')

    def test_default_objectives(self) -> None:
        document = json.loads(overrun("damage", TEXT, "--json").stdout)
        named = [(o["name"], o["value"]) for o in document["objectives"]]
        # 5 go through; the wall (value 0 + 4) dies; nothing of A's does.
        assert named == [("player_damage", 5), ("kill_value", 4), ("own_loss_value", 0)]

    def test_readable(self) -> None:
        result = overrun("damage", TEXT)
        assert result.exit_code == 0
        assert result.stdout.startswith("Proven best")
        assert "max player_damage" in result.stdout

    @pytest.mark.parametrize(
        ("typed", "expected"),
        [
            ("--max player_damage --min own_losses --max kills", "player_damage own_losses kills"),
            ("--min own_losses --max=kills --min overkill", "own_losses kills overkill"),
            ("--min overkill --min own_losses --max kills", "overkill own_losses kills"),
            ("--max kills --deadline 9 --min kills --max kills", "kills kills kills"),
        ],
    )
    def test_objectives_keep_the_order_as_typed(self, typed: str, expected: str) -> None:
        for arguments in (
            [TEXT, *typed.split()],
            [*typed.split(), TEXT],
            [*typed.split(), "--", TEXT],
        ):
            result = overrun("damage", "--json", *arguments)
            document = json.loads(result.stdout)
            assert [o["name"] for o in document["objectives"]] == expected.split()

    def test_the_sense_goes_with_the_name(self) -> None:
        typed = ("--min", "player_damage", "--max", "kills")
        document = json.loads(overrun("damage", TEXT, "--json", *typed).stdout)
        # Nothing goes through if the giant hits the wall, and the wall dies.
        assert [o["value"] for o in document["objectives"]] == [0, 1]

    def test_a_value_that_looks_like_an_option(self) -> None:
        result = overrun("damage", TEXT, "--json", "--max", "--min", "--min", "kills")
        faults = json.loads(result.stdout)["error"]["faults"]
        assert [fault["path"] for fault in faults] == ["objectives[0]"]
        assert "--min" in faults[0]["message"]

    def test_all_arguments_reach_the_question(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[object] = []

        def question(combat: object, *arguments: object) -> None:
            asked.extend(arguments)
            raise DocumentError([])

        monkeypatch.setattr("optimizer.damage.solve_damage", question)
        overrun("damage", TEXT, "--wish", "kills >= 1", "--wish", "survives(ogre)",
                "--deadline", "0.5", "--min", "kills")  # fmt: skip
        assert asked == [["min kills"], ("kills >= 1", "survives(ogre)"), 0.5]

    def test_infeasible_is_no(self) -> None:
        """5 can go through, not 6: the answer is no, with the reason."""
        wish = ("--wish", "player_damage >= 6")
        result = overrun("damage", TEXT, *wish)
        assert result.exit_code == 1
        assert result.stdout.startswith("No: no legal assignment meets every wish")
        reason = str(explain(read_combat(BOARD), wish[1]))
        assert unwrapped(reason) in unwrapped(result.stdout)
        result = overrun("damage", TEXT, *wish, "--json")
        document = json.loads(result.stdout)
        assert (result.exit_code, document["status"]) == (1, "infeasible")
        assert document["reason"]["verified"] is True
        assert all(fact["rule"] and fact["sentence"] for fact in document["reason"]["facts"])

    def test_a_sum_that_is_too_large_is_a_fault(self) -> None:
        board = json.loads(TEXT)
        for creature in board["creatures"]:
            creature["power"] = 10**9
        large = ("--max", "kills", "--max", "1000000000*overkill")
        result = overrun("damage", json.dumps(board), *large, "--json")
        faults = json.loads(result.stdout)["error"]["faults"]
        assert result.exit_code == 2
        assert [fault["path"] for fault in faults] == ["objectives[1]"]

    def test_deadline_of_zero_is_answered(self) -> None:
        result = overrun("damage", TEXT, "--deadline", "0", "--json")
        assert result.exit_code == 0
        assert json.loads(result.stdout)["status"] in ("feasible", "optimal")


class TestAll:
    """The ogre's 4 on the wall, all 5 through; or fewer than 5 through without an objective."""

    def test_json_is_the_document_of_the_api(self) -> None:
        result = overrun("damage", TEXT, "--all", "--max", "kills", "--json")
        expected = best_answers(read_combat(BOARD), ["max kills"]).to_document()
        document = json.loads(result.stdout)
        assert result.exit_code == 0
        assert without_time(document) == without_time(expected)
        # The ogre's 4 kill the wall alone: the giant divides 5 between it and B, 6 ways.
        assert (document["total"], document["complete"]) == (6, True)

    @pytest.mark.parametrize(
        "typed", ["--all 2", "--all=2", "--max kills --all 2", "--all 2 --max kills"]
    )
    def test_a_limit(self, typed: str) -> None:
        arguments = [*typed.split(), "--max", "kills", "--json"]
        for result in (overrun("damage", TEXT, *arguments), overrun("damage", *arguments, TEXT)):
            document = json.loads(result.stdout)
            assert (document["total"], document["complete"]) == (2, False)
            assert len(document["answers"]) == 2

    def test_without_a_number_before_the_combat(self) -> None:
        document = json.loads(overrun("damage", "--max", "kills", "--json", "--all", TEXT).stdout)
        assert document["total"] == 6
        assert requests.MOST_ANSWERS == 100
        assert json.loads(overrun("damage", "--json", "--all", "--", TEXT).stdout)["total"] == 1

    def test_a_value_is_no_option(self) -> None:
        result = overrun("damage", TEXT, "--max", "--all", "--json")
        assert json.loads(result.stdout)["error"]["faults"][0]["path"] == "objectives[0]"

    @pytest.mark.parametrize("limit", ["0", "-3", "99999999999"])
    def test_a_limit_that_is_none(self, limit: str) -> None:
        result = overrun("damage", TEXT, "--all", limit)
        assert (result.exit_code, "limit: " in result.stderr) == (2, True)

    def test_readable(self) -> None:
        result = overrun("damage", TEXT, "--max", "kills", "--all")
        assert result.stdout.startswith("Proven best")
        assert "All 6 best answers" in result.stdout
        result = overrun("damage", TEXT, "--max", "kills", "--all", "3")
        assert "More than 3 best answers; the first 3" in result.stdout
        assert "No other answer is as good" in overrun("damage", FORCED, "--all").stdout

    def test_infeasible(self) -> None:
        result = overrun("damage", TEXT, "--all", "--wish", "kills > 1", "--json")
        document = json.loads(result.stdout)
        assert (result.exit_code, document["status"], document["total"]) == (1, "infeasible", 0)
        result = overrun("damage", TEXT, "--all", "--wish", "kills > 1")
        assert (result.exit_code, "not possible" in result.stdout) == (1, True)


class TestFrontier:
    """With the wall killed, 5 go through; it survives with 3 and less, and nothing through."""

    PAIR = ("max player_damage", "min kills")

    def test_json_is_the_document_of_the_api(self) -> None:
        result = overrun("damage", TEXT, "--frontier", *self.PAIR, "--json")
        document = json.loads(result.stdout)
        points = [point.to_document() for point in frontier(read_combat(BOARD), *self.PAIR)]
        assert result.exit_code == 0
        assert list(map(without_time, document["frontier"])) == list(map(without_time, points))
        assert [point["values"] for point in document["frontier"]] == [[5, 1]]
        assert document["complete"] is True

    def test_a_bare_name_is_maximised(self) -> None:
        bare = json.loads(
            overrun("damage", TEXT, "--frontier", "player_damage", "overkill", "--json").stdout
        )
        # All 5 through and the wall just dead, or some of the 5 on the wall as well.
        values = [[5 - k, k] for k in range(6)]
        assert [point["values"] for point in bare["frontier"]] == values

    def test_readable(self) -> None:
        result = overrun("damage", TEXT, "--frontier", "player_damage", "overkill")
        assert result.stdout.startswith("6 trade-offs (all of them, proven)")
        assert result.stdout.count("*") == 6

    def test_wishes(self) -> None:
        result = overrun("damage", TEXT, "--frontier", *self.PAIR, "--wish", "kills > 1")
        assert (result.exit_code, "not possible" in result.stdout) == (1, True)
        result = overrun("damage", TEXT, "--frontier", *self.PAIR, "--wish", "kills > 1", "--json")
        assert (result.exit_code, json.loads(result.stdout)) == (
            1, {"frontier": [], "complete": True},
        )  # fmt: skip

    def test_no_time(self) -> None:
        wish = ("--wish", "player_damage == 3", "--deadline", "0")
        result = overrun("damage", TEXT, "--frontier", *self.PAIR, *wish, "--json")
        assert (result.exit_code, json.loads(result.stdout)["complete"]) == (0, False)
        assert overrun("damage", TEXT, "--frontier", *self.PAIR, *wish).exit_code == 0

    @pytest.mark.parametrize(
        "more", [["--max", "kills"], ["--min", "kills"], ["--all"], ["--next"], ["--why", "kills"]]
    )
    def test_one_question_at_a_time(self, more: list[str]) -> None:
        result = overrun("damage", TEXT, "--frontier", *self.PAIR, *more)
        assert (result.exit_code, result.stderr.startswith("Refused:")) == (2, True)

    def test_names_that_are_none(self) -> None:
        result = overrun("damage", TEXT, "--frontier", "live", "max nothing", "--json")
        faults = json.loads(result.stdout)["error"]["faults"]
        assert [fault["path"] for fault in faults] == ["objectives[0]", "objectives[1]"]
        assert overrun("damage", TEXT, "--frontier", "kills").exit_code == 2


class TestNext:
    def test_json_is_the_document_of_the_api(self) -> None:
        result = overrun("damage", TEXT, "--next", "--max", "player_damage", "--json")
        following = next_best(read_combat(BOARD), ["max player_damage"])
        assert following is not None
        document = json.loads(result.stdout)
        assert result.exit_code == 0
        assert without_time(document["next"]) == without_time(following.to_document())
        assert document["best"]["objectives"][0]["value"] == 5
        assert document["next"]["objectives"][0]["value"] == 4
        assert document["next"]["gives_way"] == {"objective": "player_damage", "by": 1}
        assert document["complete"] is True

    def test_readable(self) -> None:
        result = overrun("damage", TEXT, "--next", "--max", "player_damage")
        assert "Next best: 1 worse in player_damage" in result.stdout
        assert "Every legal answer is as good" in overrun("damage", FORCED, "--next").stdout

    def test_nothing_is_worse(self) -> None:
        document = json.loads(overrun("damage", FORCED, "--next", "--json").stdout)
        assert (document["next"], document["complete"]) == (None, True)

    def test_infeasible(self) -> None:
        result = overrun("damage", TEXT, "--next", "--wish", "kills > 1", "--json")
        document = json.loads(result.stdout)
        assert (result.exit_code, document["best"]["status"]) == (1, "infeasible")
        assert overrun("damage", TEXT, "--next", "--wish", "kills > 1").exit_code == 1

    def test_no_time(self) -> None:
        typed = ("--next", "--max", "overkill", "--deadline", "0")
        document = json.loads(overrun("damage", TEXT, *typed, "--json").stdout)
        assert (document["next"], document["complete"]) == (None, False)
        assert "The deadline passed before" in overrun("damage", TEXT, *typed).stdout


class TestWhy:
    def test_how_and_why_not(self) -> None:
        for wish, status in (("player_damage >= 5", 0), ("player_damage >= 6", 1)):
            found = explain(read_combat(BOARD), wish)
            result = overrun("damage", TEXT, "--why", wish)
            assert result.exit_code == status
            assert unwrapped(result.stdout) == unwrapped(str(found))
            result = overrun("damage", TEXT, "--why", wish, "--json")
            assert result.exit_code == status
            assert without_time(json.loads(result.stdout)) == without_time(found.to_document())

    def test_besides_other_wishes(self) -> None:
        typed = ("--why", "player_damage >= 5", "--wish", "survives(wall)")
        assert overrun("damage", TEXT, *typed).exit_code == 1

    def test_a_wish_that_is_none(self) -> None:
        assert overrun("damage", TEXT, "--why", "dies(wall)").exit_code == 2


class TestSources:
    def test_file(self, tmp_path: Path) -> None:
        path = tmp_path / "größe.json"
        path.write_text(TEXT, encoding="utf-8-sig")
        assert overrun("damage", str(path)).exit_code == 0

    def test_standard_input(self) -> None:
        assert overrun("damage", "-", stdin=TEXT).exit_code == 0
        assert overrun("damage", "-", stdin=b"\xef\xbb\xbf" + TEXT.encode()).exit_code == 0

    def test_short_notation(self) -> None:
        board = "Horta <- Grizzly Bears x2; Boldwyr Heavyweights <- Palace Guard, Battle Mammoth"
        document = json.loads(overrun("damage", board, "--json").stdout)
        # Horta 7 - 2 - 2 goes through; the Heavyweights' 8 cannot pass 4 + 5.
        assert document["objectives"][0] == {"name": "player_damage", "value": 3, "bound": 3}

    def test_names_need_no_ascii(self) -> None:
        board = json.loads(FORCED)
        board["creatures"][0]["id"] = "Jötun"
        result = process("damage", json.dumps(board), "--json", env={"PYTHONIOENCODING": "ascii"})
        assert '"source": "Jötun"'.encode() in result.stdout
        result = process("damage", json.dumps(board), env={"PYTHONIOENCODING": "ascii"})
        assert (result.returncode, rb"J\xf6tun" in result.stdout) == (0, True)


class TestCheck:
    def test_legal(self) -> None:
        result = overrun("check", TEXT, steps(*BEST))
        assert (result.exit_code, result.stdout) == (0, "legal\n")
        result = overrun("check", TEXT, steps(*BEST), "--json")
        assert json.loads(result.stdout) == {"legal": True, "violations": []}

    def test_illegal(self) -> None:
        rows = [BEST[0], {"source": "ogre", "target": "wall", "amount": 3}]
        result = overrun("check", TEXT, steps(*rows), "--json")
        expected = [
            {"rule": v.rule, "message": v.message, "step": "regular", "source": v.source}
            for v in check_assignment(read_combat(BOARD), json.loads(steps(*rows)))
        ]
        assert result.exit_code == 1
        assert json.loads(result.stdout) == {"legal": False, "violations": expected}
        assert {v["rule"] for v in expected} == {"510.1a", "510.1e", "702.19b"}
        result = overrun("check", TEXT, steps(*rows))
        assert result.exit_code == 1
        assert "702.19b" in result.stdout

    def test_an_answer_is_an_assignment(self, tmp_path: Path) -> None:
        answer = overrun("damage", TEXT, "--json").stdout
        path = tmp_path / "answer"
        path.write_text(answer, encoding="utf-8")
        assert overrun("check", TEXT, answer).exit_code == 0
        assert overrun("check", TEXT, str(path)).exit_code == 0
        assert overrun("check", TEXT, "-", stdin=answer).exit_code == 0
        assert overrun("check", "-", answer, stdin=TEXT).exit_code == 0


class TestFaults:
    def test_every_fault_is_shown(self) -> None:
        with pytest.raises(DocumentError) as caught:
            read_combat(TWO_FAULTS)
        assert len(caught.value.faults) >= 2
        result = overrun("damage", TWO_FAULTS, "--deadline", "-1")
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(f"Refused, {len(caught.value.faults) + 1} faults:\n")
        for fault in caught.value.faults:
            assert str(fault) in result.stderr
        assert "deadline: expected a number of seconds, 0 or more, not -1.0" in result.stderr

    def test_json_has_the_error_object(self) -> None:
        with pytest.raises(DocumentError) as caught:
            read_combat(TWO_FAULTS)
        for command in (["damage", TWO_FAULTS], ["check", TWO_FAULTS, "[]"]):
            result = overrun(*command, "--json")
            assert (result.exit_code, result.stderr) == (2, "")
            assert json.loads(result.stdout) == caught.value.to_document()

    def test_rule_numbers_are_shown(self) -> None:
        board = json.loads(TEXT)
        board["creatures"][1]["attacking"] = "A"
        result = overrun("damage", json.dumps(board))
        assert "\n  creatures[1].attacking: " in result.stderr
        assert " (506.2)\n" in result.stderr

    def test_combat_and_assignment_are_both_judged(self) -> None:
        result = overrun("check", TWO_FAULTS, "{}")
        assert result.exit_code == 2
        assert "posion" in result.stderr
        assert "steps: expected a list" in result.stderr

    @pytest.mark.parametrize("deadline", ["-1", "nan", "inf", "-inf"])
    def test_deadline(self, deadline: str) -> None:
        result = overrun("damage", TEXT, "--deadline", deadline)
        assert result.exit_code == 2
        assert "deadline: " in result.stderr

    @pytest.mark.parametrize(
        "combat",
        ["", " ", "\0", "\n", "{", "[", "[]", "{}", "null", ".", "missing.json", "?", "x" * 9999,
         '{"a":' * 9999, "[bold]", "\ud800", '{"version": NaN}', '{"version": 1, "version": 1}'],
    )  # fmt: skip
    def test_no_combat(self, combat: str) -> None:
        for command in (["damage", combat], ["check", combat, "[]"], ["damage", combat, "--json"]):
            result = overrun(*command)
            assert result.exit_code == 2, result.output
            assert isinstance(result.exception, SystemExit)

    @pytest.mark.parametrize(
        "assignment",
        ["", " ", "5", '"x"', "null", "{}", "[5]", "[[]]", '{"steps": 5}', '{"steps": {}}', "[",
         '[{"step": "third", "assignments": []}]', ".", "missing.json", "[" * 9999,
         steps({"source": "x", "target": "B", "amount": 1}), steps({"source": "giant"}),
         steps({"source": "giant", "target": "B", "amount": 10**30})],
    )  # fmt: skip
    def test_no_assignment(self, assignment: str) -> None:
        for flags in ([], ["--json"]):
            result = overrun("check", TEXT, assignment, *flags)
            assert result.exit_code == 2, result.output
            assert isinstance(result.exception, SystemExit)

    def test_binary(self, tmp_path: Path) -> None:
        path = tmp_path / "binary"
        path.write_bytes(bytes(range(256)))
        for result in (overrun("damage", str(path)), overrun("damage", "-", stdin=b"\xff\0")):
            assert result.exit_code == 2
            assert "it is not text in UTF-8" in result.stderr

    def test_standard_input_once_only(self) -> None:
        result = overrun("check", "-", "-", stdin=TEXT)
        assert result.exit_code == 2
        assert "only one of" in result.stderr

    def test_closed_standard_input(self) -> None:
        code = (
            "import os, sys; os.close(0); sys.stdin = None\nfrom optimizer.cli import main; main()"
        )
        result = process("damage", "-", code=code)
        assert result.returncode == 2
        assert result.stderr == b"Refused:\n  cannot read standard input: it is closed\n"

    @pytest.mark.parametrize(
        "arguments",
        [["damage"], ["damage", TEXT, "--deadline", "soon"], ["damage", TEXT, "--max"], ["nothing"],
         ["damage", TEXT, "--wrong"], ["damage", TEXT, TEXT], ["check", TEXT], []],
    )  # fmt: skip
    def test_usage(self, arguments: list[str]) -> None:
        assert overrun(*arguments).exit_code == 2

    def test_a_defect_is_neither_no_nor_a_fault(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def defect(*_: object) -> None:
            raise RuntimeError("the model and the engine disagree")

        monkeypatch.setattr("optimizer.damage.solve_damage", defect)
        monkeypatch.setattr(sys, "argv", ["overrun", "damage", TEXT])
        with pytest.raises(SystemExit) as caught:
            cli.main()
        assert caught.value.code == 70
        assert "the model and the engine disagree" in capsys.readouterr().err


class TestDemo:
    def test_json_is_the_document_of_the_api(self) -> None:
        result = overrun("demo", "--json")
        expected = solve_damage(demo.board(), reading.DEFAULT_OBJECTIVES).to_document()
        assert result.exit_code == 0
        assert without_time(json.loads(result.stdout)) == without_time(expected)

    def test_what_each_way_of_deciding_gives(self) -> None:
        """Worked out by hand.

        In the order of the board: the Heavyweights 8 - 4 = 4 past the Guard; Thrasta 7 - 4 = 3 past
        Chandra's loyalty; Horta 7 - 5 = 2 past the Hundred-Handed: 9. In the best order the Wurm
        covers the Guard and the Mammoth Chandra: 8 + 7 + 2 = 17. The Rats kill the Baloth, which is
        worth more than the Hundred-Handed; if they do not, all of Horta goes through: 22.
        """
        result = overrun("demo")
        assert result.exit_code == 0
        line = "Attacker by attacker: 9 damage, 17 in the best of all 720 orders. Together: 22."
        assert line in result.stdout.splitlines()
        assert result.stdout.startswith(demo.BOARD)

    def test_attacker_by_attacker_is_legal(self) -> None:
        combat = demo.board()
        declared = demo.one_by_one(combat, [attacker.id for attacker in combat.attackers])
        assert check_assignment(combat, [declared]) == ()
        assert check_assignment(combat, demo.best_one_by_one(combat).steps) == ()


class TestProcesses:
    def test_version(self) -> None:
        result = process("version")
        lines = result.stdout.decode().splitlines()
        assert [line.split()[0] for line in lines] == ["overrun", "ortools", "python"]
        assert lines[2] == f"python {sys.version.split()[0]}"
        assert result.returncode == 0

    @pytest.mark.parametrize(
        ("arguments", "status"),
        [
            (["version"], 0),
            (["check", TEXT, steps(*BEST)], 0),
            (["check", TEXT, "[]"], 1),
            (["damage", FORCED], 0),
            (["damage", TWO_FAULTS], 2),
            (["damage", TEXT, "--max", "nothing"], 2),
            (["damage", TEXT, "--wrong"], 2),
            (["--help"], 0),
        ],
    )
    def test_the_solver_is_loaded_only_to_solve(self, arguments: list[str], status: int) -> None:
        result, loaded = loading(*arguments)
        assert result.returncode == status, result.stderr
        assert "typer" in loaded
        assert "ortools" not in loaded

    @pytest.mark.parametrize("kind", ["notation", "JSON", "file"])
    def test_a_closed_form_needs_no_more_than_it_needs(self, kind: str, tmp_path: Path) -> None:
        text = "8/8 trample <- 2/2, 3/3"
        if kind != "notation":
            text = json.dumps(write_document(read_combat(text)))
        if kind == "file":
            path = tmp_path / "board.json"
            path.write_text(text, encoding="utf-8")
            text = str(path)
        result, loaded = loading("damage", text, "--max", "player_damage")
        assert result.returncode == 0, result.stderr
        assert b"closed form" in result.stdout
        assert loaded.isdisjoint({"ortools", "pandas", "numpy", "rapidfuzz", "distributed"})
        assert ("pydantic" in loaded) is (kind != "notation")

    def test_pipe_from_damage_to_check(self) -> None:
        answer = process("damage", "-", "--json", input=TEXT.encode())
        assert answer.returncode == 0
        assert process("check", TEXT, "-", input=answer.stdout).returncode == 0

    def test_output_that_cannot_be_written(self) -> None:
        if not Path("/dev/full").exists():
            pytest.skip("no /dev/full")
        with open("/dev/full", "w") as full:
            result = subprocess.run(
                [sys.executable, "-m", "optimizer", "damage", FORCED],
                cwd=ROOT, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False,
            )  # fmt: skip
        assert result.returncode == 74
        assert b"Traceback" not in result.stderr

    def test_no_color_codes_where_nobody_sees_them(self) -> None:
        assert b"\x1b" not in process("damage", FORCED).stdout
