"""All best answers: worked out by hand, and against plain enumeration."""

import json
import os
import random
from collections.abc import Callable
from contextlib import suppress

import pytest

from engine import (
    Assigned,
    Combat,
    DocumentError,
    Step,
    StepAssignment,
    check_assignment,
    read_combat,
)
from engine import play as played
from engine.steps import Outcome
from optimizer import best_answers
from optimizer.alternatives import Answers
from optimizer.encoding.enumeration import PlainGame
from optimizer.encoding.lexicographic import new_solver
from optimizer.goals import Goal, ObjectiveGoal
from optimizer.identical import MOST_ORDERS, Identical
from optimizer.objectives import read_objectives
from optimizer.plays import Plays
from optimizer.position import Position
from optimizer.wishes import WishesGoal, read_wishes
from tests.conftest import COMPARED, attacker, blocker, board, walker
from tests.optimizer.brute import Brute, Play, Worth, orbits, small_boards, symmetries
from tests.oracle import UnsupportedError, count_optimal
from tests.oracle.boards import random_objectives, random_wishes

BASE = int(os.environ.get("OVERRUN_SEED", "20260925"))
BOARDS, CHUNKS = 44, 4
LARGEST = 600


def found(document: dict[str, object], *objectives: str, limit: int = 100) -> Answers:
    return best_answers(read_combat(document), objectives, limit=limit)


def rows(answers: Answers) -> set[frozenset[tuple[str, str, int]]]:
    """Return what A's creatures assign in each answer with a single step."""
    return {
        frozenset((a.source, a.target, a.amount) for a in outcome.steps[0].assignments
                  if a.source.startswith("a"))
        for outcome in answers.answers
    }  # fmt: skip


class TestByHand:
    def test_where_the_surplus_goes(self) -> None:
        """510.1c: 5 damage, 2 and 2 are lethal; the fifth point goes to either."""
        combat = board(attacker("a 5/5"), blocker("b 1/2", "a"), blocker("c 2/2", "a"))
        answers = found(combat, "max kills")
        assert (answers.total, answers.is_complete, answers.is_cut_short) == (2, True, False)
        assert rows(answers) == {
            frozenset({("a", "b", 3), ("a", "c", 2)}),
            frozenset({("a", "b", 2), ("a", "c", 3)}),
        }

    def test_identical_blockers_count_once(self) -> None:
        """As above, but nobody can tell the two blockers apart."""
        combat = board(attacker("a 5/5"), blocker("b 2/2", "a"), blocker("c 2/2", "a"))
        assert found(combat, "max kills").total == 1
        other = board(attacker("a 5/5"), blocker("b 2/2", "a"), blocker("c 2/2", "a", value=9))
        assert found(other, "max kills").total == 2

    def test_groups_count_once(self) -> None:
        """Partitions of 4 into at most 3 parts: 4, 3+1, 2+2, 2+1+1."""
        combat = board(attacker("a 4/4"), blocker("b 1/9", "a", count=3))
        assert found(combat).total == 4

    def test_identical_attackers_and_identical_blockers(self) -> None:
        """Two 2/2 against two 1/9: tables of two rows that sum to 2, up to both orders.

        20|20, 20|11, 20|02, 11|11: 02|20 is 20|02 with its rows changed, and so on.
        """
        combat = board(attacker("a 2/2", count=2), blocker("b 1/9", "a", count=2))
        assert found(combat).total == 4

    def test_other_targets_are_other_roles(self) -> None:
        """702.19b: the same creature that attacks a planeswalker is not the same attacker."""
        combat = board(
            attacker("a 2/2 trample"),
            attacker("ax 2/2 trample", "jace"),
            blocker("b 0/1", "a"),
            blocker("c 0/1", "ax"),
            planeswalkers=[walker("jace", 9)],
        )
        assert found(combat, "max kills").total == 4

    def test_without_objectives_every_legal_assignment_is_as_good(self) -> None:
        """702.19b: 3 to the blocker alone, or 2 to it and 1 through; never 1 or 0 to it."""
        combat = board(attacker("a 3/3 trample"), blocker("b 1/2", "a"))
        assert rows(found(combat)) == {
            frozenset({("a", "b", 3)}),
            frozenset({("a", "b", 2), ("a", "B", 1)}),
        }

    def test_a_forced_answer_is_the_only_one(self) -> None:
        answers = found(board(attacker("a 3/3")), "max player_damage")
        assert (answers.total, answers.is_complete) == (1, True)

    def test_both_steps_are_counted(self) -> None:
        """510.4: double strike assigns 2 twice; both 9-toughness blockers survive: 3 times 3."""
        combat = board(
            attacker("a 2/2 double strike"), blocker("b 0/9", "a"), blocker("c 0/9", "a", value=1)
        )
        assert found(combat).total == 9

    def test_only_the_first_step_where_the_other_side_answers_it(self) -> None:
        """510.1: the first striker that blocks both divides its damage having seen the first."""
        combat = board(
            attacker("a 2/2 double strike"),
            attacker("ax 1/1"),
            blocker("b 2/9 first strike", "a", "ax"),
            blocker("c 0/9", "a"),
        )
        # a: 2 to b, 1 each, 2 to c. The second step is not counted.
        assert found(combat).total == 3

    def test_the_worst_reply_decides(self) -> None:
        """702.22k does not apply: B divides b's 2 damage, and kills a 2/2 whatever A does."""
        combat = board(
            attacker("a 2/2"),
            attacker("ax 2/2"),
            blocker("b 2/4", "a", "ax"),
            blocker("c 0/1", "a"),
        )
        # b dies of 4, or c of at least 1: one kill either way. a assigns 2 0, 1 1 or 0 2.
        answers = found(combat, "min own_losses", "max kills")
        assert answers.solution.values == (1, 1)
        assert answers.total == 3

    def test_the_ordinary_answer_comes_first(self) -> None:
        combat = board(attacker("a 5/5"), blocker("b 1/2", "a"), blocker("c 2/2", "a"))
        answers = found(combat, "max kills", limit=1)
        assert answers.solution.outcome is not None
        assert answers.answers[0].steps == answers.solution.outcome.steps

    @pytest.mark.parametrize(("limit", "complete"), [(1, False), (3, False), (4, True), (5, True)])
    def test_the_limit_is_exact(self, limit: int, complete: bool) -> None:
        combat = board(attacker("a 4/4"), blocker("b 1/9", "a", count=3))
        answers = found(combat, limit=limit)
        assert (answers.total, len(answers.answers)) == (min(limit, 4), min(limit, 4))
        assert answers.is_complete is complete
        assert not answers.is_cut_short

    def test_wishes(self) -> None:
        combat = board(attacker("a 5/5"), blocker("b 1/2", "a"), blocker("c 2/2", "a"))
        answers = best_answers(read_combat(combat), [], ["destroys(b)", "survives(c)"])
        assert answers.total == 2  # 4 1 or 5 0
        none = best_answers(read_combat(combat), [], ["survives(b)", "survives(c)"])
        assert (none.solution.status, none.total, none.is_complete) == ("infeasible", 0, True)
        assert none.answers == ()

    def test_a_wish_tells_creatures_apart(self) -> None:
        """4 on b, or 3 and 1, or 2 and 2; without the wish for b, these and their mirror images."""
        combat = read_combat(board(attacker("a 4/4"), blocker("b 1/2", "a"), blocker("c 1/2", "a")))
        assert best_answers(combat, [], ["destroys(b)"]).total == 3
        assert best_answers(combat, [], ["kills >= 1"]).total == 3
        assert best_answers(combat, ["max kills"], ["destroys(b)", "survives(c)"]).total == 2

    def test_shields_of_the_active_side(self) -> None:
        """615.7: a's shield is split after B has assigned; that is no part of an assignment."""
        combat = board(
            attacker("a 3/3", prevent=1), blocker("b 1/9 wither", "a"), blocker("c 2/9", "a")
        )
        assert found(combat, "min own_losses").total == 4

    def test_document(self) -> None:
        combat = board(attacker("a 5/5"), blocker("b 1/2", "a"), blocker("c 2/2", "a"))
        answers = found(combat, "max kills")
        document = answers.to_document()
        assert document["status"] == "optimal"
        assert (document["total"], document["complete"]) == (2, True)
        assert isinstance(document["answers"], list)
        assert [set(answer) for answer in document["answers"]] == [{"steps", "result"}] * 2

    @pytest.mark.parametrize("limit", [0, -1, 10**10, 1.5])
    def test_a_limit_that_is_none(self, limit: int) -> None:
        with pytest.raises(DocumentError) as caught:
            found(board(attacker("a 3/3")), limit=limit)
        assert [fault.path for fault in caught.value.faults] == ["limit"]

    def test_no_time(self) -> None:
        combat = board(attacker("a 5/5"), blocker("b 1/2", "a"), blocker("c 2/2", "a"))
        answers = best_answers(read_combat(combat), ["max overkill"], deadline=0)
        assert not answers.is_complete
        assert answers.is_cut_short

    def test_too_many_identical_creatures(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is refused, never miscounted."""
        monkeypatch.setattr("optimizer.identical.MOST_ORDERS", 1)
        combat = board(attacker("a 3/3", count=4), blocker("b 1/9", "a", count=4))
        with pytest.raises(DocumentError, match="too many identical creatures"):
            found(combat)

    def test_an_objective_that_is_too_large(self) -> None:
        huge = 10**9
        combat = board(
            attacker(f"a {huge}/1 trample"), attacker(f"ax {huge}/1"), blocker("b 1/9", "a", "ax")
        )
        with pytest.raises(DocumentError) as caught:
            found(combat, "max kills", f"max {huge}*overkill")
        assert [fault.path for fault in caught.value.faults] == ["objectives[1]"]


class TestIdentical:
    def test_forms_do_not_depend_on_names(self) -> None:
        """Any permutation of identical creatures leaves the form alone, and nothing else does."""
        combat = read_combat(
            board(attacker("a 2/2", count=3), blocker("b 1/9", "a", count=3), attacker("c 2/2"))
        )
        identical = Identical(combat)
        assert identical.attackers == (("a#1", "a#2", "a#3"), ("c",))
        document = board(
            *(attacker(f"a{k} 2/2") for k in range(3)),
            *(blocker(f"b{k} 0/9", "a0", "a1", "a2") for k in range(3)),
        )
        small = read_combat(document)
        brute = Brute(small, lambda outcome: ())
        plays = Plays(Position.beginning(small), [])
        one = Identical(small)
        forms = {one.form(plays.play_of(play_out(small, play))) for play in brute.plays()}
        assert len(forms) == orbits(list(brute.plays()), symmetries(document))

    def test_the_order_tells_blockers_apart_under_the_old_rule(self) -> None:
        document = board(attacker("a 5/5"), blocker("b 2/2", "a", count=2), rules="ordered")
        assert Identical(read_combat(document)).others == (("b#1",), ("b#2",))
        assert MOST_ORDERS > 1

    @pytest.mark.parametrize(
        "different",
        [{"damage": 1}, {"keywords": ["reach"]}, {"value": 7}, {"card": "Grizzly Bears"},
         {"blocking": ["a", "c"]}, {"prevent": 1}],
    )  # fmt: skip
    def test_what_is_not_identical(self, different: dict[str, object]) -> None:
        one, other = blocker("b 2/2", "a", value=4), blocker("x 2/2", "a", value=4) | different
        combat = read_combat(board(attacker("a 5/5"), attacker("c 1/1"), one, other))
        assert ("b", "x") not in Identical(combat).others

    def test_effects_that_name_one_of_them(self) -> None:
        effect = {"kind": "prevent", "amount": 1, "targets": ["b"]}
        pair = (blocker("b 2/2", "a"), blocker("x 2/2", "a"))
        assert Identical(read_combat(board(attacker("a 5/5"), *pair))).others == (("b", "x"),)
        combat = read_combat(board(attacker("a 5/5"), *pair, effects=[effect]))
        assert Identical(combat).others == (("b",), ("x",))


def worth(goals: list[Goal]) -> Worth:
    return lambda outcome: tuple(goal.value(outcome) for goal in goals)


def play_out(combat: Combat, play: Play) -> Outcome:
    rows = tuple(Assigned(*row) for row in play[0])
    return played(combat, [StepAssignment(Step.REGULAR, rows)])


@pytest.mark.parametrize("one_by_one", [False, True])
@pytest.mark.parametrize("number", range(CHUNKS))
def test_against_enumeration(
    number: int,
    one_by_one: bool,
    record_property: Callable[[str, object], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both ways to list the plays, on boards with identical creatures."""
    if one_by_one:
        monkeypatch.setattr(
            PlainGame, "is_determined", property(lambda _: False, lambda *_: None), raising=False
        )
    rng = random.Random(f"{BASE} answers {number}")
    several = identical = 0
    for document in small_boards(rng, BOARDS, LARGEST):
        objectives = random_objectives(rng, document) if rng.random() < 0.9 else []
        wishes = random_wishes(rng, document) if rng.random() < 0.2 else []
        context = json.dumps([document, objectives, wishes])
        combat = read_combat(document)
        goals: list[Goal] = [WishesGoal(read_wishes(combat, wishes))] if wishes else []
        goals += map(ObjectiveGoal, read_objectives(combat, objectives))
        plays = Brute(combat, worth(goals)).plays()
        best = max(plays.values())
        good = [play for play, value in plays.items() if value == best]
        answers = best_answers(combat, objectives, wishes, limit=10**6)
        if wishes and not best[0]:
            assert answers.solution.status == "infeasible", context
            continue
        expected = orbits(good, symmetries(document, wishes))
        assert (answers.total, answers.is_complete) == (expected, True), context
        assert all(check_assignment(combat, o.steps) == () for o in answers.answers), context
        assert len({str(o.steps) for o in answers.answers}) == expected, context
        limit = rng.randint(1, expected + 1)
        some = best_answers(combat, objectives, wishes, limit=limit)
        assert (some.total, some.is_complete) == (min(limit, expected), limit >= expected), context
        if objectives and not wishes:
            with suppress(UnsupportedError):
                assert count_optimal(document, objectives) == len(good), context
        several += expected > 1
        identical += expected < len(good)
    assert several >= 5
    assert identical >= 1
    record_property(COMPARED, BOARDS)


def test_the_solver_keeps_to_one_worker_without_an_objective() -> None:
    """With more workers or an objective, CP-SAT would not list every solution."""
    combat = read_combat(board(attacker("a 4/4"), blocker("b 1/9", "a"), blocker("c 2/9", "a")))
    game = PlainGame(Position.beginning(combat), [], first_only=False)
    assert game.is_determined
    assert not game.variables.model.has_objective()
    solver = new_solver(None)
    assert solver.parameters.num_workers == 1
    assert not solver.parameters.cp_model_presolve
