"""The next best answer: worked out by hand, and against enumeration."""

import json
import os
import random
from collections.abc import Callable

import pytest

from engine import DocumentError, check_assignment, read_combat
from optimizer import next_best, solve_damage
from optimizer.goals import Goal, ObjectiveGoal
from optimizer.next_best import NextBest
from optimizer.objectives import read_objectives
from optimizer.plays import Plays
from optimizer.position import Position
from optimizer.wishes import WishesGoal, read_wishes
from tests.conftest import COMPARED, Document, attacker, blocker, board
from tests.optimizer.brute import Brute, Worth, small_boards
from tests.oracle.boards import random_objectives, random_wishes

BASE = int(os.environ.get("OVERRUN_SEED", "20260925"))
BOARDS, CHUNKS = 44, 4
LARGEST = 600

# 7 damage; the wall costs 4, the imps 1 each. Values: 4, 3 and 3.
GIANT = board(
    attacker("giant 7/7 trample"),
    blocker("wall 0/4", "giant"),
    blocker("imp 2/1", "giant", count=2),
)


def found(document: Document, *objectives: str, wishes: tuple[str, ...] = ()) -> NextBest | None:
    return next_best(read_combat(document), objectives, wishes)


def given(document: Document, *objectives: str, wishes: tuple[str, ...] = ()) -> NextBest:
    """Return the next best answer, with what it says of itself checked."""
    answer = found(document, *objectives, wishes=wishes)
    assert answer is not None
    assert answer.status == "optimal"
    assert answer.values == answer.bounds
    assert answer.outcome is not None
    assert check_assignment(answer.outcome.combat, answer.outcome.steps) == ()
    return answer


class TestByHand:
    def test_the_last_objective_gives_way_first(self) -> None:
        """All die and 1 goes through; next, it stays: 0 through, still all die (702.19b)."""
        answer = given(GIANT, "max kills", "max player_damage")
        assert (answer.best.values, answer.values) == ((3, 1), (3, 0))
        assert (answer.gives_way.name, answer.by) == ("player_damage", 1)

    def test_then_the_one_before_it(self) -> None:
        """Without a point through, player_damage may be 0 with all dead, or with the wall alive."""
        answer = given(GIANT, "max player_damage", "max kill_value")
        assert (answer.best.values, answer.values) == ((1, 10), (0, 10))
        assert answer.gives_way.name == "player_damage"

    def test_the_smallest_step_down(self) -> None:
        """Kill values: all 10, without an imp 7, without the wall 6, ..."""
        answer = given(GIANT, "max kill_value")
        assert (answer.best.values, answer.values, answer.by) == ((10,), (7,), 3)

    def test_an_objective_to_be_made_small(self) -> None:
        """The fewest kills are none: 7 on the wall kill it, 7 on one imp too: 1, and then 2."""
        answer = given(GIANT, "min kills")
        assert (answer.best.values, answer.values) == ((1,), (2,))
        assert (answer.gives_way.name, answer.by) == ("kills", 1)

    def test_nothing_is_worse(self) -> None:
        assert found(board(attacker("a 3/3")), "max player_damage") is None
        assert found(GIANT, "max life_gained") is None
        assert found(GIANT) is None

    def test_wishes_hold_as_well(self) -> None:
        answer = given(GIANT, "max kill_value", wishes=("survives(wall)",))
        assert (answer.best.values, answer.values) == ((6,), (3,))
        assert found(GIANT, "max kills", wishes=("player_damage > 1",)) is None
        assert found(GIANT, "max kills", wishes=("player_damage >= 1",)) is None

    def test_what_the_other_side_decides(self) -> None:
        """B may kill a or c with b; A decides whether b dies: 1 kill, else 0."""
        combat = board(
            attacker("a 2/2"), attacker("c 2/2"), blocker("b 2/4", "a", "c"), blocker("d 0/9", "a")
        )
        answer = given(combat, "max kills", "min own_losses")
        assert (answer.best.values, answer.values) == ((1, 1), (0, 1))

    def test_worse_because_of_a_reply(self) -> None:
        """510.1: shield of size 2 on b: A must see to it that B cannot save b.

        4 on b from a alone leave 2, which kills it; any less does not. B prevents what it likes.
        """
        combat = board(
            attacker("a 4/4"),
            attacker("c 1/1 deathtouch"),
            blocker("b 0/4", "a", "c", prevent=2),
            blocker("d 0/1", "a"),
        )
        answer = given(combat, "max kills")
        assert (answer.best.values, answer.values) == ((1,), (0,))

    def test_the_answer_that_is_known(self) -> None:
        combat = read_combat(GIANT)
        best = solve_damage(combat, ["max kills"])
        answer = next_best(combat, ["max kills"], best=best)
        assert answer is not None
        assert answer.best is best

    def test_document(self) -> None:
        document = given(GIANT, "max kills", "max player_damage").to_document()
        assert document["gives_way"] == {"objective": "player_damage", "by": 1}
        assert document["objectives"] == [
            {"name": "kills", "value": 3, "bound": 3},
            {"name": "player_damage", "value": 0, "bound": 0},
        ]

    def test_an_objective_that_is_too_large(self) -> None:
        huge = 10**9
        combat = board(
            attacker(f"a {huge}/1 trample"), attacker(f"x {huge}/1"), blocker("b 1/9", "a", "x")
        )
        with pytest.raises(DocumentError) as caught:
            found(combat, f"max {huge}*player_damage", "max kills")
        assert [fault.path for fault in caught.value.faults] == ["objectives[0]"]

    def test_no_time(self) -> None:
        combat = read_combat(GIANT)
        best = solve_damage(combat, ["max kills", "max overkill"])
        with pytest.raises(TimeoutError):
            next_best(combat, ["max kills", "max overkill"], deadline=0)
        try:
            answer = next_best(combat, ["max kills", "max overkill"], deadline=0, best=best)
        except TimeoutError:
            return
        assert answer is not None
        assert answer.status == "feasible"


def worth(goals: list[Goal]) -> Worth:
    return lambda outcome: tuple(goal.value(outcome) for goal in goals)


@pytest.mark.parametrize("number", range(CHUNKS))
def test_against_enumeration(number: int, record_property: Callable[[str, object], None]) -> None:
    rng = random.Random(f"{BASE} next {number}")
    worse = against_replies = 0
    for document in small_boards(rng, BOARDS, LARGEST):
        objectives = random_objectives(rng, document)
        wishes = random_wishes(rng, document) if rng.random() < 0.15 else []
        context = json.dumps([document, objectives, wishes])
        combat = read_combat(document)
        goals: list[Goal] = [WishesGoal(read_wishes(combat, wishes))] if wishes else []
        goals += map(ObjectiveGoal, read_objectives(combat, objectives))
        values = set(Brute(combat, worth(goals)).plays().values())
        if wishes:
            values = {value for value in values if value[0]}
        answer = next_best(combat, objectives, wishes)
        values -= {max(values, default=())}
        if not values:
            assert answer is None, context
            continue
        assert answer is not None, context
        assert answer.status == "optimal", context
        signed = [
            goal.objective.sense * value
            for goal, value in zip(goals[bool(wishes):], answer.values, strict=True)
            if isinstance(goal, ObjectiveGoal)
        ]  # fmt: skip
        assert tuple(signed) == max(values)[bool(wishes):], context  # fmt: skip
        worse += 1
        against_replies += Plays(Position.beginning(combat), goals).may_vary
    assert worse >= 5
    assert against_replies >= 1
    record_property(COMPARED, BOARDS)
