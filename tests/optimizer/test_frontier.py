"""Trade-offs between two objectives: worked out by hand, and against enumeration."""

import json
import os
import random
from collections.abc import Callable

import pytest

from engine import DocumentError, check_assignment, read_combat
from optimizer import frontier
from optimizer.goals import ObjectiveGoal
from optimizer.objectives import read_objectives
from optimizer.wishes import WishesGoal, read_wishes
from tests.conftest import COMPARED, Document, attacker, blocker, board
from tests.optimizer.brute import Brute, small_boards
from tests.oracle import UnsupportedError
from tests.oracle import frontier as oracle_frontier
from tests.oracle.boards import random_wishes
from tests.oracle.scoring import NAMES

BASE = int(os.environ.get("OVERRUN_SEED", "20260925"))
BOARDS, CHUNKS = 33, 4
LARGEST = 500
DAMAGE, VALUE = "max player_damage", "max kill_value"
CONFLICTS = (
    (DAMAGE, VALUE),
    (DAMAGE, "min kills"),
    ("max kills", "max overkill"),
    ("max overkill", DAMAGE),
    ("max planeswalker_damage", DAMAGE),
    ("max kill_value", "min 2*kills - overkill"),
)

# A trampler and an ogre share a wall; the ogre also faces a dragon and three imps.
SHARED = board(
    attacker("giant 6/6 trample"),
    attacker("ogre 5/5"),
    blocker("wall 0/5", "giant", "ogre"),
    blocker("dragon 4/5", "ogre"),
    blocker("imp 2/1", "ogre", count=3),
)

# The same for the solver: which damage a shield prevents is to be chosen.
HARD = board(
    attacker("giant 6/6 trample"),
    attacker("ogre 5/5"),
    blocker("wall 0/5", "giant", "ogre", prevent=1),
    blocker("dragon 4/5", "ogre"),
)


def pairs(document: Document, first: str, second: str, *wishes: str) -> list[tuple[int, int]]:
    return [point.values for point in frontier(read_combat(document), first, second, wishes)]


class TestByHand:
    def test_the_ogre_covers_the_wall_or_kills(self) -> None:
        """702.19b: the wall's 5 are the ogre's, the giant's, or both of them's.

        Ogre 5 on the wall: 6 through, the wall (0 + 5) dies. Ogre 4 and 1 on an imp, giant 1 on the
        wall: 5 through, 5 + 3. So on, one point for each imp: 6 of the ogre's 5 do not exist, so 3
        imps: 3 through, 5 + 9. The dragon (9) needs all 5: 1 through, 5 + 9.
        """
        assert pairs(SHARED, DAMAGE, VALUE) == [(6, 5), (5, 8), (4, 11), (3, 14)]
        assert pairs(SHARED, VALUE, DAMAGE) == [(14, 3), (11, 4), (8, 5), (5, 6)]

    def test_both_senses(self) -> None:
        """More damage to the wall kills it or not: fewest kills means 5 at most on it."""
        combat = board(attacker("a 6/6 trample"), blocker("b 0/4", "a"), blocker("c 0/1", "a"))
        assert pairs(combat, "max kills", "min kills") == [(2, 2), (1, 1)]
        assert pairs(combat, "min kills", "max player_damage") == [(1, 0), (2, 1)]

    def test_no_trade_off(self) -> None:
        combat = board(attacker("a 6/6 trample"), blocker("b 0/4", "a"))
        assert pairs(combat, DAMAGE, VALUE) == [(2, 4)]
        assert pairs(combat, DAMAGE, DAMAGE) == [(2, 2)]
        assert pairs(board(attacker("a 3/3")), DAMAGE, VALUE) == [(3, 0)]

    def test_every_point_is_an_assignment(self) -> None:
        combat = read_combat(SHARED)
        for point in frontier(combat, DAMAGE, VALUE):
            assert point.is_proven
            assert point.is_followed_up
            assert point.solution.values == point.solution.bounds == point.values
            assert point.solution.outcome is not None
            assert check_assignment(combat, point.solution.outcome.steps) == ()
            document = point.to_document()
            assert document["values"] == list(point.values)
            assert document["status"] == "optimal"

    def test_wishes(self) -> None:
        assert pairs(SHARED, DAMAGE, VALUE, "kills >= 3", "player_damage <= 4") == [
            (4, 11), (3, 14),
        ]  # fmt: skip
        assert pairs(SHARED, DAMAGE, VALUE, "player_damage > 6") == []

    def test_what_is_guaranteed_against_any_reply(self) -> None:
        """B divides b's 2 damage after A's assignment, and may kill either of a (value 9) and c.

        The worst for own_loss_value is 9, whatever A does; kills go up to 1.
        """
        combat = board(
            attacker("a 1/2", value=9), attacker("c 1/2", value=1), blocker("b 2/2", "a", "c")
        )
        assert pairs(combat, "max kills", "min own_loss_value") == [(1, 9)]
        assert pairs(combat, "min own_losses", "min own_loss_value") == [(1, 9)]

    def test_no_single_reply_does_its_worst_to_both(self) -> None:
        """B puts 2 on a (9 lost), 2 on c (1 lost), or 1 on each (nothing lost): it is B's choice.

        What is guaranteed: no more than 9 lost, and no less than 0; no reply does both.
        """
        combat = board(
            attacker("a 1/2", value=9), attacker("c 1/2", value=1), blocker("b 2/5", "a", "c")
        )
        assert pairs(combat, "min own_loss_value", "max own_loss_value") == [(9, 0)]

    def test_an_objective_that_cannot_be_read(self) -> None:
        with pytest.raises(DocumentError) as caught:
            frontier(read_combat(SHARED), "kills", "max nothing")
        assert [f.path for f in caught.value.faults] == ["objectives[0]", "objectives[1]"]

    def test_an_objective_that_is_too_large(self) -> None:
        huge = 10**9
        combat = board(
            attacker(f"a {huge}/1 trample"), attacker(f"x {huge}/1"), blocker("b 1/9", "a", "x")
        )
        with pytest.raises(DocumentError) as caught:
            frontier(read_combat(combat), "max kills", f"max {huge}*player_damage")
        assert [fault.path for fault in caught.value.faults] == ["objectives[1]"]

    def test_no_time(self) -> None:
        points = frontier(read_combat(HARD), DAMAGE, VALUE, deadline=0)
        assert len(points) == 1
        assert (points[0].is_proven, points[0].is_followed_up) == (False, False)
        assert points[0].solution.status == "feasible"
        with pytest.raises(TimeoutError):
            frontier(read_combat(SHARED), DAMAGE, VALUE, ["player_damage == 4"], deadline=0)


@pytest.mark.parametrize("number", range(CHUNKS))
def test_against_enumeration(number: int, record_property: Callable[[str, object], None]) -> None:
    """The oracle where the other side has no choice; else what every play guarantees."""
    rng = random.Random(f"{BASE} frontier {number}")
    several = 0
    for document in small_boards(rng, BOARDS, LARGEST):
        first, second = rng.choice(CONFLICTS)
        if rng.random() < 0.3:
            names = rng.sample(list(NAMES), 2)
            first, second = (f"{rng.choice(('max', 'min'))} {name}" for name in names)
        wishes = random_wishes(rng, document) if rng.random() < 0.15 else []
        context = json.dumps([document, first, second, wishes])
        points = frontier(read_combat(document), first, second, wishes)
        assert all(point.is_proven and point.is_followed_up for point in points), context
        found = [point.values for point in points]
        several += len(found) > 1
        try:
            expected = None if wishes else oracle_frontier(document, first, second)
        except UnsupportedError:
            expected = None
        if expected is not None:
            assert found == expected, context
        else:
            assert is_frontier(document, first, second, wishes, found), context
    assert several >= 1
    record_property(COMPARED, BOARDS)


def is_frontier(
    document: Document,
    first: str,
    second: str,
    wishes: list[str],
    found: list[tuple[int, int]],
) -> bool:
    """Say whether each point can be guaranteed, and nothing beyond the stairs that they make."""
    combat = read_combat(document)
    one, other = map(ObjectiveGoal, read_objectives(combat, [first, second]))
    met = WishesGoal(read_wishes(combat, wishes))

    def guaranteed(low: float, least: float) -> bool:
        plays = Brute(
            combat,
            lambda o: (int(met.value(o) and one.value(o) >= low and other.value(o) >= least),),
        ).plays()
        return (1,) in plays.values()

    senses = one.objective.sense, other.objective.sense
    points = [(senses[0] * a, senses[1] * b) for a, b in found]
    nothing = float("-inf")
    corners = [(nothing, nothing)]
    if points:
        corners = [(points[0][0] + 1, nothing), (nothing, points[-1][1] + 1)]
        corners += [(points[k + 1][0] + 1, points[k][1] + 1) for k in range(len(points) - 1)]
    return all(guaranteed(*point) for point in points) and not any(
        guaranteed(*corner) for corner in corners
    )
