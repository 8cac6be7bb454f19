"""`overrun pipe`, spoken to by a client in another process; no time is asserted."""

import json
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest

from engine import check_assignment, read_combat
from optimizer import solve_attack, solve_blocks, solve_damage
from optimizer.console.arguments import DEFAULT_OBJECTIVES
from optimizer.pipe import conversation
from optimizer.pipe.requests import lines
from optimizer.requests import Defaults
from tests.conftest import attacker, blocker, board, creature
from tests.optimizer.client import Client
from tests.optimizer.test_deadline import large

SHARED = board(
    attacker("x 4/4"), attacker("y 5/5 trample"), blocker("b 0/4", "x", "y"), blocker("c 2/3", "x")
)
DECLARED = board(
    attacker("giant 5/5 trample"), attacker("rat 1/1 deathtouch"), creature("B wall 0/6")
)
OBJECTIVES = ["max player_damage", "min own_losses"]
ENDLESS = {
    "question": "damage",
    "combat": large(1, 300, 0.3),
    "objectives": ["max kill_value", "min overkill", "max own_losses"],
}


@pytest.fixture
def client() -> Iterator[Client]:
    with Client() as found:
        yield found


def timeless(answer: Any) -> Any:
    """Return an answer without what differs from run to run, as JSON has it."""
    found = json.loads(json.dumps(answer))
    found["statistics"].pop("milliseconds")
    return found


def deep(levels: int) -> Any:
    """Return lists in lists."""
    found: list[Any] = []
    for _ in range(levels):
        found = [found]
    return found


def faults(answer: Any) -> list[str]:
    assert answer["error"]["kind"] == "document"
    return [fault["path"] for fault in answer["error"]["faults"]]


class TestQuestions:
    def test_the_answers_are_those_of_the_functions(self, client: Client) -> None:
        declared = read_combat(DECLARED)
        for name, document, expected in (
            ("damage", SHARED, solve_damage(read_combat(SHARED), OBJECTIVES)),
            ("blocks", DECLARED, solve_blocks(declared, OBJECTIVES)),
            ("attack", DECLARED, solve_attack(declared, OBJECTIVES)),
        ):
            answer = client.ask(
                {"id": name, "question": name, "combat": document, "objectives": OBJECTIVES}
            )
            assert timeless(answer) == {"id": name} | timeless(expected.to_document())
        # The wall takes 6, b its 4 of x: the trampler owes b nothing.
        assert solve_damage(read_combat(SHARED), OBJECTIVES).values[0] == 5

    def test_wishes(self, client: Client) -> None:
        request = {"question": "damage", "combat": "6/6 trample <- bear: 2/2, wall: 0/3"}
        met = client.ask(request | {"wishes": ["survives(bear)"]})
        assert (met["status"], met["result"]["destroyed"]) == ("optimal", ["wall"])
        unmet = client.ask(request | {"wishes": ["player_damage >= 2"]})
        assert (unmet["status"], unmet["steps"]) == ("infeasible", [])

    def test_what_else_is_asked_about_an_answer(self, client: Client) -> None:
        request = {"combat": "4/4 <- bear: 2/2, wall: 0/3", "objectives": ["max kill_value"]}
        found = client.ask(request | {"question": "answers", "most": 1})
        assert (found["total"], found["complete"]) == (1, False)
        found = client.ask(request | {"question": "next"})
        # Only one of the two can die: the bear is worth 4, the wall 3.
        assert [found[name]["objectives"][0]["value"] for name in ("best", "next")] == [4, 3]
        pair = ["max kill_value", "min overkill"]
        found = client.ask(request | {"question": "frontier", "objectives": pair})
        # The bear takes 2 and the wall the other 2; the wall 3 and the bear 1.
        assert [point["values"] for point in found["frontier"]] == [[4, 0]]
        why = {"question": "why", "combat": request["combat"], "wish": "kills >= 2"}
        found = client.ask(why)
        assert (found["possible"], found["reason"]["sum"]) == (False, "4/4 has 4; 2 + 3 = 5")
        assert faults(client.ask(why | {"wish": 2, "objectives": []})) == ["objectives", "wish"]

    def test_several_declarations(self, client: Client) -> None:
        request = {"question": "blocks", "combat": DECLARED, "objectives": OBJECTIVES}
        assert len(client.ask(request | {"top": 3})["others"]) == 2
        attack = {"question": "attack", "combat": DECLARED, "survive_reply": True}
        expected = solve_attack(read_combat(DECLARED), DEFAULT_OBJECTIVES, survive_reply=True)
        assert timeless(client.ask(attack)) == timeless(expected.to_document())

    def test_check(self, client: Client) -> None:
        combat = "giant: 6/6 trample <- bear: 2/2"
        rows = [
            {"source": "giant", "target": "B", "amount": 6},
            {"source": "bear", "target": "giant", "amount": 2},
        ]
        steps = [{"step": "regular", "assignments": rows}]
        answer = client.ask({"id": 1, "question": "check", "combat": combat, "steps": steps})
        assert (answer["id"], answer["legal"]) == (1, False)
        expected = [violation.rule for violation in check_assignment(read_combat(combat), steps)]
        assert [violation["rule"] for violation in answer["violations"]] == expected
        rows[0]["amount"] = 4
        rows.append({"source": "giant", "target": "bear", "amount": 2})
        answer = client.ask({"question": "check", "combat": combat, "steps": steps})
        assert answer == {"legal": True, "violations": []}

    def test_check_of_declarations(self, client: Client) -> None:
        combat = board(creature("A bull 3/3 menace", must_attack=True), creature("B x 1/1"))
        request = {"question": "check", "combat": combat}
        for said, rules in (
            ({"attacks": {"bull": "B"}}, []),
            ({"attacks": {}}, ["508.1d"]),
            ({"attacks": {"bull": "B"}, "blocks": {"x": ["bull"]}}, ["702.111b"]),
            ({"declarations": True}, ["508.1d"]),
        ):
            answer = client.ask(request | said)
            assert [violation["rule"] for violation in answer["violations"]] == rules
        assert faults(client.ask(request | {"declarations": 1})) == ["declarations", "steps"]
        assert faults(client.ask(request | {"blocks": ["x"]})) == ["blocks"]

    def test_a_stupid_number_of_questions_at_once(self, client: Client) -> None:
        request = {"question": "damage", "combat": "3/3 trample <- 1/1"}
        for number in range(300):
            client.say(request | {"id": number})
        answers = client.end()
        assert [answer["id"] for answer in answers] == list(range(300))
        assert {answer["objectives"][0]["value"] for answer in answers} == {2}
        assert client.status() == 0


class TestFaults:
    def test_no_request(self, client: Client) -> None:
        for text in ('"6/6"', "5", "[]", "null", "{", "", "[" * 100_000, '{"a": NaN}'):
            answer = client.ask(text)
            assert "id" not in answer
            assert answer["error"]["kind"] == "document"
            assert client.ask({"id": 2, "question": "damage", "combat": "1/1"})["id"] == 2

    def test_the_conversation_goes_on(self, client: Client) -> None:
        good: dict[str, Any] = {"question": "damage", "combat": "3/3 trample <- 1/1"}
        requests: list[tuple[dict[str, Any], list[str] | None]] = [
            ({"combat": "1/1"}, ["question"]),
            ({"question": "damge", "combat": "1/1"}, ["question"]),
            ({"question": ["damage"]}, ["question"]),
            ({"question": "damage"}, ["combat"]),
            ({"question": "damage", "combat": 7}, ["combat"]),
            (good | {"objectives": "max kills"}, ["objectives"]),
            (good | {"objectives": ["max nothing"]}, ["objectives[0]"]),
            (good | {"deadline": "1", "wishs": []}, ["wishs", "deadline"]),
            (good | {"deadline": 10**400}, ["deadline"]),
            ({"question": "blocks", "combat": "1/1", "wishes": []}, ["wishes"]),
            ({"question": "check", "combat": "1/1"}, ["steps"]),
            ({"question": "check", "combat": "1/1", "steps": [{"step": 3}]}, None),
            ({"question": "cancel"}, ["cancel"]),
            ({"question": "cancel", "cancel": True, "what": 1}, ["what", "cancel"]),
            ({"question": "quit", "now": True}, ["now"]),
            ({"question": "damage", "combat": {"version": 1}}, None),
            ({"question": "check", "combat": "1/1", "steps": deep(400)}, None),
        ]  # fmt: skip
        for number, (request, paths) in enumerate(requests):
            answer = client.ask(request | {"id": number})
            assert answer["id"] == number
            assert paths in (None, faults(answer)), answer
            assert faults(answer)
            assert client.ask(good | {"id": "next"})["status"] == "optimal"

    def test_an_id_that_is_none(self, client: Client) -> None:
        names: list[Any] = [None, True, 1.5, [], {}]
        for name in names:
            answer = client.ask({"id": name, "question": "damage", "combat": "1/1", "deadline": -1})
            assert faults(answer) == ["id", "deadline"]
            assert "id" not in answer

    def test_bytes(self, client: Client) -> None:
        for line, about in (
            (b'{"id": 1, "question": "damage", "combat": "\xff"}', "UTF-8"),
            (b'{"id": 1, "id": 1, "question": "quit"}', "more than once"),
            (b'{"id": 1, "question": "damage", "combat": "' + b" " * (16 << 20) + b'"}', "longer"),
            (b'{"id": 1, "question": "quit", "deadline": NaN}', "NaN"),
        ):
            answer = client.ask(line)
            assert faults(answer) in ([""], ["id"])
            assert about in answer["error"]["faults"][0]["message"]
        name = "\ud800 \N{SNOWMAN}"
        client.say(f"\ufeff{json.dumps({'id': name})}\r")  # a mark is for the first line only
        assert client.hear()["error"]
        assert client.ask(json.dumps({"id": name, "question": "options"}) + "\r")["id"] == name

    def test_the_first_line_may_begin_with_a_mark(self, client: Client) -> None:
        assert client.ask('\ufeff{"question": "quit"}') == {"quit": True}


class TestCancel:
    def test_a_running_and_a_waiting_question(self, client: Client) -> None:
        assert client.ask({"question": "damage", "combat": "1/1"})["status"] == "optimal"
        client.say(ENDLESS | {"id": "running"})
        client.say(ENDLESS | {"id": 7})
        client.say({"id": 8, "question": "damage", "combat": "3/3"})
        for name in (7, "running"):
            client.say({"id": "now", "question": "cancel", "cancel": name})
            assert client.hear() == {"id": "now", "cancelled": True}
        for name in ("running", 7):
            answer = client.hear()
            assert (answer["id"], answer["error"]["kind"]) == (name, "cancelled")
        assert (answer := client.hear())["id"] == 8
        assert answer["objectives"][0]["value"] == 3

    def test_what_is_not_there(self, client: Client) -> None:
        client.ask({"id": 1, "question": "damage", "combat": "1/1"})
        for name in (1, "1", 2):
            answer = client.ask({"id": 3, "question": "cancel", "cancel": name})
            assert answer == {"id": 3, "cancelled": False}


class TestOptions:
    def test_they_hold_for_what_comes_later(self, client: Client) -> None:
        question = {"question": "damage", "combat": SHARED}
        client.say(question)
        client.say({"id": 1, "question": "options", "objectives": ["max kills"], "deadline": 5})
        client.say(question)
        client.say(question | {"objectives": []})
        client.say({"question": "options", "wishes": ["kills >= 3"]})
        client.say(question)
        client.say({"question": "options", "deadline": None, "wishes": []})
        first, options, second, third, _, fourth, last = client.end()
        names = [[goal["name"] for goal in a["objectives"]] for a in (first, second, third)]
        assert names == [["player_damage", "kill_value", "own_loss_value"], ["kills"], []]
        assert options["id"] == 1
        assert options["options"] == {"objectives": ["max kills"], "wishes": [], "deadline": 5.0}
        assert fourth["status"] == "infeasible"
        assert last["options"] == options["options"] | {"deadline": None}

    def test_a_fault_changes_nothing(self, client: Client) -> None:
        before = client.ask({"question": "options"})
        bad = {"question": "options", "objectives": ["max kills"], "deadline": -1, "seed": 3}
        assert faults(client.ask(bad)) == ["seed", "deadline"]
        assert client.ask({"question": "options"}) == before

    def test_the_command_line_gives_the_first(self) -> None:
        with Client("--min", "kills", "--max", "poison", "--deadline", "2") as client:
            answer = client.ask({"question": "options"})
        assert answer["options"] == {
            "objectives": ["min kills", "max poison"],
            "wishes": [],
            "deadline": 2.0,
        }


class TestEnd:
    def test_quit(self, client: Client) -> None:
        assert client.ask({"id": 1, "question": "quit"}) == {"id": 1, "quit": True}
        assert client.rest() == []
        assert client.status() == 0

    def test_quit_waits_for_nothing(self, client: Client) -> None:
        client.ask({"question": "damage", "combat": "1/1"})
        client.say(ENDLESS | {"id": 1})
        client.say({"id": 2, "question": "damage", "combat": "1/1"})
        client.say({"id": 3, "question": "quit"})
        one, two, three = client.rest()
        for answer, name in ((one, 1), (two, 2)):
            assert (answer["id"], answer["error"]["kind"]) == (name, "cancelled")
        assert three == {"id": 3, "quit": True}
        assert client.status() == 0

    def test_the_end_of_the_input_waits_for_the_answers(self, client: Client) -> None:
        for number in range(3):
            client.say({"id": number, "question": "damage", "combat": "3/3"})
        assert [answer["id"] for answer in client.end()] == [0, 1, 2]
        assert client.status() == 0

    def test_a_last_line_without_an_end(self, client: Client) -> None:
        assert client.process.stdin is not None
        client.process.stdin.write(b'{"id": 1, "question": "damage", "combat": "3/3"}')
        assert [answer["id"] for answer in client.end()] == [1]

    def test_nothing_said(self, client: Client) -> None:
        assert client.end() == []
        assert client.status() == 0


def test_lines_come_whole_and_long_ones_are_dropped() -> None:
    class Slow(BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(min(3, size or 3))

    given = Slow(b"ab\n\nabcde\nabcdef\nx" + b"y" * 20 + b"\nlast")
    assert list(lines(given, most=5)) == [b"ab", b"", b"abcde", None, None, b"last"]
    assert list(lines(Slow(b"abcdefgh"), most=5)) == [None]


class TestLostWorker:
    def test_only_its_question_is_lost(self, monkeypatch: pytest.MonkeyPatch) -> None:
        begun = []

        class Mortal:
            def __init__(self, answering: object, beginning: object) -> None: ...

            def begin(self) -> None:
                begun.append(self)

            def ask(self, line: bytes, defaults: Defaults) -> bytes | None:
                return None if json.loads(line)["id"] == 2 else b"answered\n"

            def end(self) -> None: ...

        monkeypatch.setattr(conversation, "Worker", Mortal)
        asked = [{"id": number, "question": "damage", "combat": "1/1"} for number in (1, 2, 3)]
        out = BytesIO()
        given = BytesIO("\n".join(map(json.dumps, asked)).encode())
        conversation.Conversation(given, out, Defaults()).run()
        first, second, third = out.getvalue().splitlines()
        assert first == third == b"answered"
        assert json.loads(second)["id"] == 2
        assert json.loads(second)["error"]["kind"] == "internal"
