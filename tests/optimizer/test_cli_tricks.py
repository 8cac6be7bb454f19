"""``overrun tricks``, and the question ``tricks`` of the pipe: what is shown, what is refused."""

import json
from typing import Any

from optimizer.pipe.worker import answer_line
from optimizer.requests import Defaults
from tests.optimizer.test_cli import overrun, unwrapped

BOARD = "ogre: 4/4 trample <- wall: 0/5; A: life 20 mana GR hand 'Giant Growth' hand Shock".replace(
    "'", '"'
)
ANSWERED = (
    'giant: 5/5 -> B; bear: 2/2 -> B; A: life 20 mana G hand "Giant Growth"; '
    'B: life 20 mana BB foretold "Poison the Cup"'
)
BEFORE = (
    "giant: 4/4 -> B; bear: 2/2 -> B; wall: 1/5 of B; elf: 1/1 of B; A: life 20 mana R hand Shock"
)
SEARCH = 'Boldwyr Heavyweights of A; B: life 20 library "Wall of Stone" library "Typhoid Rats"'


def asked(**request: Any) -> Any:
    line = json.dumps({"question": "tricks", "objectives": ["max player_damage"], **request})
    return json.loads(answer_line(line.encode(), Defaults()))


class TestCommand:
    def test_what_is_used_and_paid(self) -> None:
        found = overrun("tricks", BOARD, "--max", "player_damage")
        assert found.exit_code == 0
        assert "A casts Giant Growth on ogre, after blocks, for {G}" in unwrapped(found.stdout)
        assert "A casts Shock on wall, after blocks, for {R}" in unwrapped(found.stdout)
        assert "B life 20 -> 16" in unwrapped(found.stdout)

    def test_as_json(self) -> None:
        document = json.loads(overrun("tricks", BOARD, "--max", "player_damage", "--json").stdout)
        assert document["status"] == "optimal"
        assert document["uses"][0] == {
            "player": "A",
            "card": "Giant Growth",
            "position": 0,
            "way": "cast",
            "window": "after_blocks",
            "targets": ["ogre"],
            "paid": {"G": 1},
        }
        assert document["result"]["players"]["B"]["damage"] == 4

    def test_nothing_is_used(self) -> None:
        found = overrun("tricks", "bear: 2/2 -> B", "--max", "player_damage")
        assert "Uses nothing" in unwrapped(found.stdout)

    def test_the_other_side_answers(self) -> None:
        found = overrun("tricks", ANSWERED, "--opponent", "best", "--max", "player_damage")
        text = unwrapped(found.stdout)
        assert "B casts the foretold Poison the Cup on bear, after blocks, for {B}{B}" in text
        assert "Dies before damage bear" in text

    def test_what_they_may_have(self) -> None:
        found = overrun(
            "tricks", "giant: 5/5 -> B", "--against", "foretold=1,mana=2", "--max", "player_damage"
        )
        assert "B life 20" in unwrapped(found.stdout)
        assert "0 proven best" in unwrapped(found.stdout)

    def test_the_side_of_the_cards(self) -> None:
        found = overrun("tricks", ANSWERED, "--side", "B", "--max", "player_damage", "--json")
        assert json.loads(found.stdout)["objectives"][0]["value"] == 2

    def test_before_blocks(self) -> None:
        found = overrun("tricks", BEFORE, "--before-blocks", "--max", "player_damage")
        text = unwrapped(found.stdout)
        assert "A casts Shock on elf, before blocks, for {R}" in text
        assert "wall blocks giant" in text

    def test_a_wish_that_cannot_be_met(self) -> None:
        found = overrun("tricks", BOARD, "--wish", "player_damage >= 5")
        assert found.exit_code == 1
        assert "No" in found.stdout

    def test_the_search(self) -> None:
        found = overrun("tricks", SEARCH, "--search", "--max", "player_damage")
        assert (found.exit_code, "B fetches Wall of Stone" in found.stdout) == (0, True)

    def test_blocks_with_cards(self) -> None:
        board = 'giant: 5/5 -> B; elf: 1/1 of B; B: life 20 mana G hand "Giant Growth"'
        found = overrun("blocks", board, "--max", "kill_value - own_loss_value")
        text = unwrapped(found.stdout)
        assert "elf blocks giant" not in text  # 4 damage do not kill it
        board = board.replace("5/5", "4/5")
        assert "Uses nothing" in unwrapped(overrun("blocks", board, "--max", "kills").stdout)

    def test_what_is_refused(self) -> None:
        for arguments in (
            ("--opponent", "maybe"),
            ("--against", "two cards"),
            ("--side", "C"),
            ("--opponent", "best", "--against", "hand=1,mana=1"),
            ("--search", "--side", "A"),
            ("--search",),  # nobody has a library
            ("--before-blocks", "--opponent", "best"),
            ("--deadline", "-1"),
        ):
            assert overrun("tricks", BOARD, *arguments).exit_code == 2, arguments


class TestPipe:
    def test_the_answer_is_that_of_the_command(self) -> None:
        found = asked(combat=BOARD)
        printed = json.loads(overrun("tricks", BOARD, "--max", "player_damage", "--json").stdout)
        for document in (found, printed):
            document["statistics"].pop("milliseconds")
        assert found == printed

    def test_all_that_a_question_may_say(self) -> None:
        assert asked(combat=ANSWERED, side="B")["objectives"][0]["value"] == 2
        assert asked(combat=ANSWERED, opponent="best")["objectives"][0]["value"] == 5
        bare = "giant: 5/5 -> B"
        assert asked(combat=bare, against="foretold=1,mana=2")["objectives"][0]["value"] == 0
        assert asked(combat=BEFORE, before_blocks=True)["blocks"] == {"wall": ["giant"]}
        assert asked(combat=SEARCH, search=True)["fetched"] == {"B": "Wall of Stone"}
        assert asked(combat=BOARD, wishes=["player_damage >= 5"])["status"] == "infeasible"

    def test_every_fault_is_named(self) -> None:
        found = asked(combat=BOARD, side=1, opponent="x", before_blocks=2, against=3, cards=4)
        paths = [fault["path"] for fault in found["error"]["faults"]]
        assert sorted(paths) == ["against", "before_blocks", "cards", "opponent", "side"]
