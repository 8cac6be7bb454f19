"""Why a wish cannot be met: the facts of small boards, worked out by hand, and what always holds.

The random boards ask for one more than the best. Each explanation is solved again, with its facts
alone and without each of them; on small boards every smaller set of facts is tried; and what is
possible with some facts switched off is compared with a search of all moves by the engine alone.
"""

import json
import random
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations, product

import pytest

from engine import Combat, check_assignment, read_combat
from engine.assignment import Assigned
from engine.divisions import Division, divisions, thresholds
from engine.faults import DocumentError
from engine.relaxation import RelaxedCombat
from optimizer.choices import splits
from optimizer.damage import solve_damage
from optimizer.explain import Explanation, Fact, explain
from optimizer.position import Position
from optimizer.reasons.question import Question
from optimizer.reasons.variant import Variant
from optimizer.wishes import Wish, read_wishes
from tests.conftest import Document, attacker, blocker, board, siege, walker
from tests.oracle.boards import BANDING, MODIFIERS, Bias, random_board

ISSUE = board(
    attacker("giant 5/5 trample"), attacker("knight 2/2"), blocker("wall 0/4", "giant", "knight")
)


def why(document: Document, wish: str, *wishes: str) -> Explanation:
    """Return the explanation of what cannot be, which must be verified and the smallest."""
    explanation = explain(read_combat(document), wish, wishes)
    assert not explanation.possible
    assert explanation.solution.status == "infeasible"
    assert (explanation.verified, explanation.smallest) == (True, True)
    return explanation


def facts(document: Document, wish: str, *wishes: str) -> list[str]:
    """Return the facts as they are shown."""
    return [str(fact) for fact in why(document, wish, *wishes).facts]


def with_life(life: int, **more: object) -> Document:
    return {"A": {"life": 20}, "B": {"life": life} | more}


# --- the example ---------------------------------------------------------------------------------


def test_the_example_of_the_issue() -> None:
    """The wall must get 4 of the 7, so 3 go through: one short of 4, two of the 5 asked for."""
    found = why(ISSUE, "player_damage >= 5")
    gate, giant, knight = found.facts
    assert gate == Fact(
        "702.19b",
        "giant must first assign lethal damage, 4, to wall, counting what others assign, "
        "before anything goes past it",
        ("giant", "wall"),
    )
    assert giant == Fact("510.1a", "giant assigns exactly its power, 5", ("giant",))
    assert knight == Fact("510.1a", "knight assigns exactly its power, 2", ("knight",))
    assert found.sum == "giant and knight together have 7; 4 + 5 = 9"


def test_its_text_and_its_document() -> None:
    found = why(ISSUE, "player_damage >= 5")
    assert str(found).splitlines() == [
        "player_damage >= 5: not possible, because",
        f"- {found.facts[0].sentence} (702.19b)",
        "- giant assigns exactly its power, 5 (510.1a)",
        "- knight assigns exactly its power, 2 (510.1a)",
        "So giant and knight together have 7; 4 + 5 = 9.",
    ]
    document = json.loads(json.dumps(found.to_document()))
    assert (document["status"], document["possible"]) == ("infeasible", False)
    assert document["reason"]["sum"] == found.sum
    assert document["reason"]["facts"][1] == {
        "rule": "510.1a",
        "sentence": "giant assigns exactly its power, 5",
        "creatures": ["giant"],
    }


def test_what_is_possible_comes_with_a_legal_assignment() -> None:
    combat = read_combat(ISSUE)
    found = explain(combat, "player_damage >= 3", ["destroys(wall)"])
    assert (found.possible, found.verified, found.facts, found.sum) == (True, True, (), None)
    assert found.solution.outcome is not None
    assert check_assignment(combat, found.solution.outcome.steps) == ()
    assert str(found).splitlines() == [
        "player_damage >= 3 and destroys(wall): possible",
        "- giant assigns 2 to wall, 3 to B",
        "- knight assigns 2 to wall",
    ]
    assert found.to_document()["possible"] is True
    assert "reason" not in found.to_document()


def test_a_fact_that_is_not_needed_is_left_out() -> None:
    """Alone the giant has 4; that the knight cannot get at B is all there is to know of it."""
    document = board(
        attacker("giant 4/4 trample"),
        attacker("knight 3/3"),
        blocker("wall 0/4", "giant", "knight"),
    )
    found = why(document, "player_damage >= 5")
    assert [fact.rule for fact in found.facts] == ["510.1a", "510.1c"]
    assert [fact.creatures for fact in found.facts] == [("giant",), ("knight", "wall")]
    assert found.sum == "giant has 4; 5 is needed"


# --- one test for each kind of fact --------------------------------------------------------------

ONE_FACT: dict[str, tuple[Document, str, str]] = {
    "510.1b": (
        board(attacker("k 3/3", "jace"), planeswalkers=[walker("jace", 4)]),
        "player_damage >= 1",
        "k is unblocked, so it assigns damage only to jace (510.1b)",
    ),
    "510.1c": (
        board(attacker("k 3/3"), blocker("w 0/4", "k"), blocker("x 0/4", "k")),
        "player_damage >= 1",
        "k is blocked by w and x and has no trample, so it may assign damage only to w and x "
        "(510.1c)",
    ),
    "510.1c, no blocker left": (
        board(attacker("k 3/3", blocked=True)),
        "player_damage >= 1",
        "k is blocked, no blocker is left, so it assigns no damage (510.1c)",
    ),
    "702.19f": (
        board(
            attacker("g 5/5 trample", "jace"),
            blocker("w 0/2", "g"),
            planeswalkers=[walker("jace", 1)],
        ),
        "player_damage >= 1",
        "g tramples to jace, never past it to B (702.19f)",
    ),
    "506.4c": (
        board(attacker("k 3/3", None)),
        "player_damage >= 1",
        "k is attacking nothing any more, so it assigns no damage (506.4c)",
    ),
    "510.1a, power 0": (
        board(attacker("k 0/3")),
        "player_damage >= 1",
        "the power of k is 0, so it assigns no damage (510.1a)",
    ),
    "510.1a, an effect": (
        board(attacker("k 3/3", assigns="nothing")),
        "player_damage >= 1",
        "k assigns no damage, as an effect says (510.1a)",
    ),
    "510.1a, toughness": (
        board(attacker("k 0/3", assigns="toughness")),
        "player_damage >= 4",
        "k assigns exactly its toughness, 3 (510.1a)",
    ),
    "510.1a, less": (
        board(attacker("k 3/3")),
        "player_damage <= 2",
        "k assigns exactly its power, 3 (510.1a)",
    ),
    "510.1a, twice": (
        board(attacker("k 4/4 double strike")),
        "player_damage >= 9",
        "k assigns exactly its power, 4, in each damage step (510.1a)",
    ),
    "702.12b": (
        board(attacker("k 4/4"), blocker("w 0/2 indestructible", "k")),
        "destroys(w)",
        "w is indestructible, so damage does not destroy it (702.12b)",
    ),
    "701.19": (
        board(attacker("k 4/4"), blocker("w 0/2", "k", regeneration_shields=1)),
        "destroys(w)",
        "w has a regeneration shield, so it regenerates instead of being destroyed (701.19)",
    ),
    "702.16e": (
        board(attacker("k 3/3", colors=["R"]), blocker("w 0/2 protection from red", "k")),
        "destroys(w)",
        "w has protection from red, so damage to it by k is prevented (702.16e)",
    ),
    "122.1c": (
        board(attacker("k 3/3"), blocker("w 0/2", "k", shield_counters=1)),
        "destroys(w)",
        "w has 1 shield counter, so damage to it is prevented and one is removed (122.1c)",
    ),
    "615.1, a player": (
        board(attacker("k 3/3"), players=with_life(20, prevent="all")),
        "player_damage >= 1",
        "all damage to B is prevented (615.1)",
    ),
    "615.1, a source": (
        board(attacker("k 3/3", deals=0)),
        "player_damage >= 1",
        "all damage that k would deal is prevented (615.1)",
    ),
    "615.1, an effect": (
        board(
            attacker("k 3/3"),
            effects=[
                {
                    "kind": "prevent",
                    "amount": "all",
                    "sources": {"controller": "A"},
                    "targets": {"kind": "player"},
                }
            ],
        ),
        "player_damage >= 1",
        "all damage to players by sources that A controls is prevented (615.1)",
    ),
    "702.22j, one blocker": (
        board(attacker("g 6/6 trample"), blocker("w 0/4 banding", "g")),
        "player_damage >= 1",
        "w has banding, so all 6 damage of g goes to w (702.22j)",
    ),
    "510.1c, an effect": (
        board(attacker("g 4/6", assigned_by="B"), blocker("w 0/4", "g"), blocker("ox 0/4", "g")),
        "destroys(ox)",
        "B divides the 4 damage of g among w and ox (510.1c)",
    ),
    "510.1d": (
        board(attacker("k 3/3"), blocker("w 1/2", "k")),
        "no_damage(k)",
        "w deals its 1 damage to k (510.1d)",
    ),
}


@pytest.mark.parametrize(("document", "wish", "fact"), ONE_FACT.values(), ids=ONE_FACT.keys())
def test_one_fact(document: Document, wish: str, fact: str) -> None:
    assert facts(document, wish) == [fact]


def test_loyalty_comes_before_the_controller() -> None:
    """702.19c: 3 for the blocker, 4 for jace, 2 for B are 9."""
    document = board(
        attacker("g 8/5 trample over planeswalkers", "jace"),
        blocker("w 0/3", "g"),
        planeswalkers=[walker("jace", 4)],
    )
    found = why(document, "player_damage >= 2")
    assert [str(fact) for fact in found.facts] == [
        "g must first assign lethal damage, 3, to w before anything goes past it (702.19b)",
        "g must first assign the loyalty of jace, 4, to it before anything goes to B (702.19c)",
        "g assigns exactly its power, 8 (510.1a)",
    ]
    assert found.sum == "g has 8; 3 + 4 + 2 = 9"


def test_deathtouch_makes_1_lethal_for_its_gates() -> None:
    document = board(
        attacker("r 2/2 trample, deathtouch"), blocker("x 0/4", "r"), blocker("y 0/4", "r")
    )
    found = why(document, "player_damage >= 1")
    assert found.facts[0].sentence == (
        "r must first assign lethal damage, 1 with deathtouch, to x before anything goes past it"
    )
    assert found.sum == "r has 2; 1 + 1 + 1 = 3"


def test_the_ordered_rule() -> None:
    document = board(
        attacker("a 5/5"), blocker("x 0/4", "a"), blocker("y 0/3", "a"), rules="ordered"
    )
    found = why(document, "destroys(y)")
    assert [str(fact) for fact in found.facts] == [
        "a must first assign lethal damage, 4, to x before anything goes to y (510.1c)",
        "a assigns exactly its power, 5 (510.1a)",
        "y has toughness 3, so 3 damage destroy it (704.5g)",
    ]
    assert found.sum == "a has 5; 4 + 3 = 7"


def test_marked_damage() -> None:
    document = board(attacker("a 4/4"), blocker("w 0/6", "a", damage=1))
    found = why(document, "destroys(w)")
    assert [str(fact) for fact in found.facts] == [
        "a assigns exactly its power, 4 (510.1a)",
        "w has toughness 6, with 1 damage marked, so 5 more destroy it (704.5g)",
    ]
    assert found.sum == "a has 4; 5 is needed"


STARTS: dict[str, tuple[Document, str, str, str | None]] = {
    "704.5a": (
        board(attacker("a 3/3"), players=with_life(4)),
        "lethal >= 1",
        "B has 4 life, so 4 damage makes B lose (704.5a)",
        "a has 3; 4 is needed",
    ),
    "704.5c": (
        board(attacker("a 3/3 infect"), players=with_life(20, poison=6)),
        "lethal >= 1",
        "B has 6 poison counters, so 4 more make B lose (704.5c)",
        None,
    ),
    "704.5i": (
        board(attacker("a 3/3", "jace"), planeswalkers=[walker("jace", 4)]),
        "planeswalkers_killed >= 1",
        "jace has loyalty 4, so 4 damage puts it into the graveyard (704.5i)",
        "a has 3; 4 is needed",
    ),
    "704.5v": (
        board(attacker("a 3/3", "s"), battles=[siege("s", 4)]),
        "battles_defeated >= 1",
        "s has defense 4, so 4 damage defeats it (704.5v)",
        "a has 3; 4 is needed",
    ),
    "120.3a": (
        board(attacker("a 3/3")),
        "life(B) <= 16",
        "B has 20 life as combat damage begins (120.3a)",
        "a has 3; 4 is needed",
    ),
    "120.3a, exactly": (
        board(attacker("a 3/3")),
        "life(B) == 15",
        "B has 20 life as combat damage begins (120.3a)",
        None,
    ),
    "120.3b": (
        board(attacker("a 3/3 infect"), players=with_life(20, poison=6)),
        "poison(B) >= 10",
        "B has 6 poison counters as combat damage begins (120.3b)",
        None,
    ),
    "120.3c": (
        board(attacker("a 3/3", "jace"), planeswalkers=[walker("jace", 4)]),
        "loyalty(jace) == 0",
        "jace has loyalty 4 as combat damage begins (120.3c)",
        "a has 3; 4 is needed",
    ),
}


@pytest.mark.parametrize(("document", "wish", "fact", "total"), STARTS.values(), ids=STARTS.keys())
def test_what_is_there_to_begin_with(
    document: Document, wish: str, fact: str, total: str | None
) -> None:
    found = why(document, wish)
    assert [str(f) for f in found.facts] == ["a assigns exactly its power, 3 (510.1a)", fact]
    assert found.sum == total


def test_more_poison_than_a_player_survives_to_begin_with() -> None:
    """Whatever B began with, 3 are not enough for 13: with 9 it is 12."""
    document = board(attacker("a 3/3 infect"), blocker("w 0/4"), players=with_life(20, poison=6))
    assert facts(document, "poison(B) >= 13") == ["a assigns exactly its power, 3 (510.1a)"]


def test_commander_damage_is_another_way_to_lose() -> None:
    document = board(
        attacker("a 3/3", commander=True), players=with_life(20, commander_damage={"a": 10})
    )
    assert facts(document, "lethal >= 1") == [
        "a assigns exactly its power, 3 (510.1a)",
        "B has 20 life, so 20 damage makes B lose (704.5a)",
        "B has been dealt 10 combat damage by a, so 11 more makes B lose (704.6c)",
    ]


MODIFIED: dict[str, tuple[Document, str, list[str]]] = {
    "615.7": (
        board(attacker("a 3/3"), blocker("w 0/2", "a", prevent=2)),
        "destroys(w)",
        [
            "the next 2 damage to w is prevented (615.7)",
            "w has toughness 2, so 2 damage destroy it (704.5g)",
        ],
    ),
    "615.10": (
        board(attacker("a 3/3"), effects=[{"kind": "prevent", "amount": 1}]),
        "player_damage >= 3",
        ["of each source's damage, 1 is prevented (615.10)"],
    ),
    "614.1a, multiplied": (
        board(attacker("a 3/3"), effects=[{"kind": "multiply", "factor": 2, "sources": ["a"]}]),
        "player_damage <= 5",
        ["damage by a is multiplied by 2 (614.1a)"],
    ),
    "614.1a, increased": (
        board(attacker("a 3/3"), effects=[{"kind": "add", "amount": 2}]),
        "player_damage <= 4",
        ["damage is increased by 2 (614.1a)"],
    ),
    "614.1a, a creature": (
        board(attacker("a 3/3", deals=2)),
        "player_damage <= 5",
        ["a deals 2 times its damage (614.1a)"],
    ),
}


@pytest.mark.parametrize(("document", "wish", "more"), MODIFIED.values(), ids=MODIFIED.keys())
def test_what_changes_damage(document: Document, wish: str, more: list[str]) -> None:
    assert facts(document, wish) == ["a assigns exactly its power, 3 (510.1a)", *more]


# --- the other side ------------------------------------------------------------------------------


def test_a_blocker_deals_its_damage() -> None:
    document = board(attacker("k 3/3"), blocker("ox 5/6", "k"))
    assert facts(document, "survives(k)") == [
        "ox deals its 5 damage to k (510.1d)",
        "k has toughness 3, so 3 damage destroy it (704.5g)",
    ]


def test_the_defending_player_chooses_whom_to_kill() -> None:
    """The ox could spare the knight, but the wish must hold whatever B does."""
    document = board(attacker("k 3/3"), attacker("elf 1/1"), blocker("ox 3/6", "k", "elf"))
    assert facts(document, "survives(k)") == [
        "ox divides its 3 damage among k and elf as B likes (510.1d)",
        "k has toughness 3, so 3 damage destroy it (704.5g)",
    ]


def test_deathtouch_of_the_other_side() -> None:
    document = board(attacker("k 3/3"), blocker("rat 1/1 deathtouch", "k"))
    assert facts(document, "survives(k)") == [
        "rat deals its 1 damage to k (510.1d)",
        "k has toughness 3, so 3 damage destroy it, as does any damage by rat, with deathtouch "
        "(704.5g)",
    ]


def test_banding_lets_the_defending_player_divide() -> None:
    """B puts 3 on each of the two: 702.22j."""
    document = board(attacker("g 6/6"), blocker("w 0/4 banding", "g"), blocker("ox 0/4", "g"))
    assert facts(document, "kills >= 1") == [
        "w has banding, so B divides the 6 damage of g among w and ox (702.22j)",
        "w has toughness 4, so 4 damage destroy it (704.5g)",
        "ox has toughness 4, so 4 damage destroy it (704.5g)",
    ]


# --- two steps -----------------------------------------------------------------------------------


def test_each_creature_has_its_step() -> None:
    document = board(attacker("a 4/4 first strike"), attacker("b 3/3"))
    found = why(document, "player_damage >= 8")
    assert [str(fact) for fact in found.facts] == [
        "a has first strike and not double strike, so it assigns damage only in the first damage "
        "step (510.4)",
        "a assigns exactly its power, 4 (510.1a)",
        "b has neither first strike nor double strike, so it assigns damage only in the second "
        "damage step (510.4)",
        "b assigns exactly its power, 3 (510.1a)",
    ]
    assert found.sum == "a and b together have 7; 8 is needed"


def test_an_attacker_dies_before_it_strikes() -> None:
    document = board(attacker("k 3/3 trample"), blocker("ox 3/1 first strike", "k"))
    assert facts(document, "player_damage >= 1") == [
        "k has neither first strike nor double strike, so it assigns damage only in the second "
        "damage step (510.4)",
        "ox deals its 3 damage to k in the first damage step (510.1d)",
        "k has toughness 3, so 3 damage destroy it (704.5g)",
    ]


def test_a_blocker_survives_the_first_step() -> None:
    """3 in the first step leave 1 for the second, so 2 go through; dead, 3 would."""
    document = board(attacker("k 3/3 double strike, trample"), blocker("ox 1/4", "k"))
    found = why(document, "player_damage >= 3")
    assert [fact.rule for fact in found.facts] == ["702.19b", "510.1a", "704.5g"]
    assert explain(read_combat(document), "player_damage >= 2").possible


# --- identical creatures -------------------------------------------------------------------------


def test_identical_creatures_share_a_fact() -> None:
    walls = blocker("wall 0/2", "bear", count=2)
    document = board(attacker("bear 3/2 trample", count=3), walls)
    found = why(document, "player_damage >= 6")
    assert [str(fact) for fact in found.facts] == [
        "each bear must first assign lethal damage, 2, to each wall, counting what others assign, "
        "before anything goes past it (702.19b)",
        "each bear assigns exactly its power, 3 (510.1a)",
    ]
    assert found.facts[1].creatures == ("bear#1", "bear#2", "bear#3")
    assert found.sum == "the 3 copies of bear together have 9; 4 + 6 = 10"


def test_one_copy_is_wished_dead() -> None:
    document = board(attacker("k 1/1"), blocker("wall 0/2", "k", count=2))
    found = why(document, "destroys(wall#2)")
    assert found.facts[1].creatures == ("wall#2",)


# --- wishes that contradict themselves -----------------------------------------------------------

NEVER: dict[str, tuple[tuple[str, ...], str]] = {
    "too many": (("kills >= 9",), "kills >= 9 can never hold: there is 1 creature (wall)"),
    "worth": (("kill_value >= 5",), "kill_value >= 5 can never hold: wall is worth 4"),
    "none": (("battle_damage >= 1",), "battle_damage >= 1 can never hold: there is no battle"),
    "negative": (
        ("player_damage < 0",),
        "player_damage < 0 can never hold: player_damage is never below 0",
    ),
    "lethal": (("lethal >= 2",), "lethal >= 2 can never hold: lethal is 0 or 1"),
    "sum": (("2*kills >= 3",), "2*kills >= 3 can never hold, whatever is assigned"),
    "together": (
        ("kills >= 1", "player_damage >= 1", "survives(wall)"),
        "kills >= 1 and survives(wall) can never hold together, whatever is assigned",
    ),
}


@pytest.mark.parametrize(("wishes", "sentence"), NEVER.values(), ids=NEVER.keys())
def test_what_can_never_hold(wishes: tuple[str, ...], sentence: str) -> None:
    found = why(ISSUE, *wishes)
    assert found.facts == (Fact("", sentence),)
    assert found.sum is None


def test_a_wish_that_cannot_be_read() -> None:
    with pytest.raises(DocumentError):
        explain(read_combat(ISSUE), "player_damage >= much")


# --- deadlines -----------------------------------------------------------------------------------


def test_no_time_at_all() -> None:
    found = explain(read_combat(ISSUE), "player_damage >= 5", deadline=0.0)
    assert (found.possible, found.verified, found.smallest) == (False, False, False)
    assert str(found) == "player_damage >= 5: not known, the deadline passed"
    assert "reason" not in found.to_document()


def test_without_patience_no_fact_is_needless(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deletion filter finds a set that is verified; whether it is the smallest is open."""
    monkeypatch.setattr("optimizer.reasons.smallest.perf_counter", iter([0.0, 1e9]).__next__)
    found = explain(read_combat(ISSUE), "player_damage >= 5")
    assert (found.verified, found.smallest) == (True, False)
    assert {fact.rule for fact in found.facts} == {"702.19b", "510.1a"}


# --- random boards -------------------------------------------------------------------------------

MEASURES = ("player_damage", "kills", "kill_value", "life_gained", "planeswalker_damage", "lethal")
SMALL = Bias(max_attackers=3, max_blockers=2, max_choices=500)


def one_more(rng: random.Random, document: Document) -> tuple[Combat, str]:
    """Return a board and a wish for one more than the best that there is."""
    combat = read_combat(document)
    name = rng.choice(MEASURES)
    best = solve_damage(combat, [f"max {name}"]).values[0]
    return combat, f"{name} >= {best + 1}"


def numbers_of(question: Question, explanation: Explanation) -> frozenset[int]:
    """Return the numbers of an explanation's facts."""
    known = [candidate.fact for candidate in question.candidates]
    return frozenset(known.index(fact) for fact in explanation.facts)


@pytest.mark.parametrize("bias", [SMALL, MODIFIERS, BANDING], ids=["plain", "modifiers", "banding"])
@pytest.mark.parametrize("number", range(6))
def test_one_more_than_the_best(number: int, bias: Bias) -> None:
    rng = random.Random(f"one more {number}")
    combat, wish = one_more(rng, random_board(rng, bias=bias, steps=1))
    context = f"{combat!r}\n{wish}"
    found = explain(combat, wish)
    assert not found.possible, context
    assert (found.verified, found.smallest) == (True, True), context
    if found.facts[0].rule:
        question = Question(combat, read_wishes(combat, [wish]))
        kept = numbers_of(question, found)
        assert question.is_possible(kept) is False, context
        for number in kept:
            assert question.is_possible(kept - {number}), context
        _assert_none_smaller(question, len(kept), context)


def _assert_none_smaller(question: Question, size: int, context: str) -> None:
    every = range(len(question.candidates))
    if len(every) <= 12:
        for smaller in combinations(every, size - 1):
            assert question.is_possible(smaller), f"{context}\n{smaller}"


@pytest.mark.parametrize("number", range(12))
def test_holding_all_facts_is_the_combat_itself(number: int) -> None:
    """And the more facts hold, the less is possible."""
    rng = random.Random(f"all facts {number}")
    document = random_board(rng, bias=SMALL, steps=1 + number % 2)
    combat = read_combat(document)
    wishes = [f"{rng.choice(MEASURES)} >= {rng.randint(1, 4)}"]
    question = Question(combat, read_wishes(combat, wishes))
    every = frozenset(range(len(question.candidates)))
    met = solve_damage(combat, (), wishes).status != "infeasible"
    assert question.is_possible(every) is met, f"{combat!r} {wishes}"
    some = frozenset(k for k in every if rng.random() < 0.7)
    fewer = frozenset(k for k in some if rng.random() < 0.7)
    if question.is_possible(some):
        assert question.is_possible(fewer), f"{combat!r} {wishes} {some} {fewer}"


# --- against all moves ---------------------------------------------------------------------------

TINY = {"max_attackers": 2, "max_blockers": 2, "max_power": 3, "max_choices": 60}


@pytest.mark.parametrize("steps", [1, 2])
@pytest.mark.parametrize("number", range(12))
def test_switched_off_facts_against_all_moves(number: int, steps: int) -> None:
    """What the solver says with some facts switched off is what trying everything says."""
    rng = random.Random(f"all moves {number} {steps}")
    compared = 0
    while compared < 2:
        bias = Bias(banding=0.2, assigned_by=0.1, **TINY)
        combat, wish = one_more(rng, random_board(rng, bias=bias, steps=steps))
        question = Question(combat, read_wishes(combat, [wish]))
        question.most = 3  # few moves, for the solver as well
        count = len(question.candidates)
        held = frozenset(k for k in range(count) if rng.random() < 0.8)
        tried = _by_trying(question, held)
        if tried is not None:
            assert question.is_possible(held) is tried, f"{combat!r}\n{wish}\n{sorted(held)}"
            compared += 1


def _by_trying(question: Question, held: Collection[int]) -> bool | None:
    """Say whether some way to switch the other facts off helps; None if that is too much."""
    off = [c for k, c in enumerate(question.candidates) if k not in held]
    ways = list(product(*((None, *candidate.changes) for candidate in off)))
    if len(ways) > 64:
        ways = [tuple(candidate.changes[0] for candidate in off)]
        if not all(candidate.always_helps for candidate in off):
            return None
    budget = _Budget(4_000)
    try:
        for way in ways:
            variant = Variant(question.combat, question.most)
            for switch in way:
                if switch is not None:
                    switch(variant)
            if _value(Position.beginning(variant.combat_now()), question.wishes, budget):
                return True
    except _TooMuchError:
        return None
    return False


class _TooMuchError(Exception):
    pass


class _Budget:
    def __init__(self, most: int) -> None:
        self.left = most

    def spend(self, amount: int = 1) -> None:
        self.left -= amount
        if self.left < 0:
            raise _TooMuchError


def _value(position: Position, wishes: Sequence[Wish], budget: _Budget) -> bool:
    """Say whether the active side can meet the wishes, whatever the other side does (510.1)."""
    if position.step is None:
        budget.spend()
        return all(wish.holds(position.outcome) for wish in wishes)
    return any(
        all(
            any(
                _value(position.then((*mine, *other), (*theirs, *own)), wishes, budget)
                for own in splits(position.state, (*mine, *other), active=True)
            )
            for other in _moves(position, mine, budget, active=False)
            for theirs in splits(position.state, (*mine, *other), active=False)
        )
        for mine in _moves(position, _forced(position), budget, active=True)
    )


def _forced(position: Position) -> tuple[Assigned, ...]:
    """Return what the other side assigns without a choice, which the gates count."""
    return tuple(
        Assigned(division.source, division.options[0].recipients[0].id, division.amount)
        for division in position.divisions(active=False)
        if len(division.options) == 1 and len(division.options[0].recipients) == 1
    )


def _moves(
    position: Position, counted: Sequence[Assigned], budget: _Budget, *, active: bool
) -> Iterator[tuple[Assigned, ...]]:
    """Yield all that a side may assign, what else its gates count given."""
    assert position.step is not None
    due, limits = position.divisions(active=active), thresholds(position.state)
    touching = {d.source for d in divisions(position.state, position.step) if d.deathtouch}
    ways = [list(_ways(division)) for division in due]
    for choice in product(*ways):
        mine = tuple(a for way in choice for a in way)
        rows = (*mine, *counted)

        def is_met(name: str, rows: Sequence[Assigned] = rows) -> bool:
            given = [a for a in rows if a.target == name]
            touched = limits[name].deathtouch and any(a.source in touching for a in given)
            return touched or sum(a.amount for a in given) >= limits[name].needed

        if all(_is_open(d, way, is_met) for d, way in zip(due, choice, strict=True)):
            yield mine


def _ways(division: Division) -> Iterator[tuple[Assigned, ...]]:
    seen = set()
    for option in division.options:
        names = [recipient.id for recipient in option.recipients]
        totals = range(division.amount + 1) if division.up_to else (division.amount,)
        for amounts in product(range(division.amount + 1), repeat=len(names)):
            if not names or sum(amounts) in totals:
                pairs = zip(names, amounts, strict=True)
                seen.add(tuple(Assigned(division.source, name, a) for name, a in pairs if a))
    yield from sorted(seen, key=str)


def _is_open(division: Division, way: Sequence[Assigned], is_met: Callable[[str], bool]) -> bool:
    for option in division.options:
        behind = {recipient.id: recipient.behind for recipient in option.recipients}
        if all(a.target in behind and all(map(is_met, behind[a.target])) for a in way):
            return True
    return False


# --- the engine's part ---------------------------------------------------------------------------


def test_a_relaxed_combat_without_a_relaxation_is_the_combat() -> None:
    combat = read_combat(ISSUE)
    relaxed = Variant(combat, most=9).combat_now()
    assert isinstance(relaxed, RelaxedCombat)
    assert relaxed.creatures == combat.creatures
    one, other = Position.beginning(combat), Position.beginning(relaxed)
    for active in (True, False):
        assert one.divisions(active=active) == other.divisions(active=active)


def test_lethal_damage_on_an_indestructible_creature_does_not_kill_it_afterwards() -> None:
    """Else it would be dead before it is hit."""
    document = board(
        attacker("k 4/4 double strike"), blocker("w 0/2 indestructible", "k", damage=5)
    )
    variant = Variant(read_combat(document), most=9)
    variant.make_destructible("w")
    state = Position.beginning(variant.combat_now()).state
    assert (state.marked["w"], thresholds(state)["w"].needed) == (1, 0)
    assert facts(document, "destroys(w)") == [
        "w is indestructible, so damage does not destroy it (702.12b)"
    ]


def test_weaker_and_stronger_creatures_keep_their_gates() -> None:
    combat = read_combat(ISSUE)
    for change in (Variant.weaken, Variant.strengthen):
        variant = Variant(combat, most=9)
        change(variant, "wall")
        state = Position.beginning(variant.combat_now()).state
        assert thresholds(state)["wall"].needed == 4
