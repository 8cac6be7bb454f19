"""What must be blocked and who must block, as far as can be met (509.1c)."""

import pytest

from engine import DocumentError, read_combat
from engine.declarations import block_rules, judge_blocks, obedient
from engine.declarations.maximum import search
from engine.declarations.parts import parts
from engine.declarations.rules import DeclarationRules, Pair
from tests.conftest import Document, attacker, board, creature


def no_solver(_: DeclarationRules) -> frozenset[Pair]:
    raise AssertionError("too large for the search")


def most(document: Document) -> int:
    rules = block_rules(read_combat(document))
    declared = obedient(rules, no_solver)
    assert not rules.broken_limits(declared)
    return rules.met(declared)


def is_legal(document: Document, **blocks: str) -> bool:
    """Judge blocks given as x="a c"; an illegal one must break 509.1c alone."""
    combat = read_combat(document)
    found = judge_blocks(combat, {b: a.split() for b, a in blocks.items()}, most(document))
    assert [violation.rule for violation in found] in ([], ["509.1c"])
    return not found


def test_509_1c_printed_example() -> None:
    """One creature blocks if able, the other need not; the attacker has menace: both block."""
    document = board(
        attacker("m 3/3 menace"), creature("B forced 1/1", must_block=True), creature("B free 1/1")
    )
    assert most(document) == 1
    assert not is_legal(document)
    assert is_legal(document, forced="m", free="m")


def test_509_1c_a_requirement_that_cannot_be_obeyed() -> None:
    alone = board(attacker("m 3/3 menace", must_be_blocked=True), creature("B b 1/1"))
    assert most(alone) == 0
    assert is_legal(alone)
    evading = board(attacker("f 1/1 flying", must_be_blocked=True), creature("B b 1/1"))
    assert block_rules(read_combat(evading)).requirements == ()


def test_509_1c_at_least_one_creature_must_block_it() -> None:
    document = board(
        attacker("a 1/1", must_be_blocked=True), attacker("c 1/1"),
        creature("B x 1/1"), creature("B y 1/1"),
    )  # fmt: skip
    assert most(document) == 1
    assert not is_legal(document)
    assert not is_legal(document, x="c", y="c")
    assert is_legal(document, x="a", y="c")
    assert is_legal(document, x="a", y="a")
    assert is_legal(document, y="a")


def test_509_1c_each_of_a_list_is_a_requirement() -> None:
    document = board(
        attacker("a 1/1", must_be_blocked=["x", "y", "w"]), attacker("c 1/1"),
        creature("B x 1/1"), creature("B y 1/1"), creature("B w 1/1", tapped=True),
    )  # fmt: skip
    assert most(document) == 2
    assert not is_legal(document, x="a", y="c")
    assert is_legal(document, x="a", y="a")


def test_509_1c_the_most_of_several_requirements() -> None:
    """It must block a and c, and a must be blocked: a meets two, c one."""
    document = board(
        attacker("a 1/1", must_be_blocked=True), attacker("c 1/1"),
        creature("B x 1/1", must_block=["a", "c"]),
    )  # fmt: skip
    assert most(document) == 2
    assert is_legal(document, x="a")
    assert not is_legal(document, x="c")


def test_509_1c_the_same_block_meets_the_requirements_of_both() -> None:
    document = board(
        attacker("a 1/1", must_be_blocked=["x"]), attacker("c 1/1"),
        creature("B x 1/1", must_block=["a"]),
    )  # fmt: skip
    assert len(block_rules(read_combat(document)).requirements) == 2
    assert most(document) == 2


def test_509_1c_it_must_block_something() -> None:
    document = board(
        attacker("a 1/1"), attacker("f 1/1 flying"), creature("B x 1/1", must_block=True),
        creature("B y 1/1"),
    )  # fmt: skip
    assert not is_legal(document, y="a")
    assert is_legal(document, x="a")


def test_509_1c_two_attackers_and_one_blocker() -> None:
    document = board(
        attacker("a 5/5", must_be_blocked=True), attacker("c 5/7", must_be_blocked=True),
        creature("B x 3/3"),
    )  # fmt: skip
    assert most(document) == 1
    assert is_legal(document, x="a")
    assert is_legal(document, x="c")
    assert not is_legal(document)


def test_509_1c_one_blocker_at_most_for_what_three_must_block() -> None:
    document = board(
        attacker("a 5/5", max_blockers=1),
        *(creature(f"B {name} 1/1", must_block=["a"]) for name in "xyz"),
    )
    assert most(document) == 1
    assert is_legal(document, y="a")
    assert not is_legal(document)


def test_509_1c_extra_blocks_meet_more() -> None:
    attackers = [attacker(f"{name} 1/1", must_be_blocked=True) for name in "acd"]
    document = board(*attackers, creature("B x 1/1", max_blocks=2))
    assert most(document) == 2
    assert is_legal(document, x="a d")
    assert not is_legal(document, x="a")


def test_509_1c_a_blocker_is_taken_from_one_attacker_for_another() -> None:
    """x and y must block a, which needs three; so z, whom c requires, is better off with a."""
    document = board(
        attacker("a 5/5", min_blockers=3), attacker("c 1/1", must_be_blocked=["z"]),
        creature("B x 1/1", must_block=["a"]), creature("B y 1/1", must_block=["a"]),
        creature("B z 1/1"),
    )  # fmt: skip
    assert most(document) == 2
    assert is_legal(document, x="a", y="a", z="a")
    assert not is_legal(document, z="c")


def test_509_1c_copies_of_a_group_are_required_each() -> None:
    document = board(
        attacker("a 1/1", count=2, must_be_blocked=True), attacker("m 1/1"),
        creature("B x 1/1", count=2, must_block=["m"]),
    )  # fmt: skip
    assert len(block_rules(read_combat(document)).requirements) == 4
    assert most(document) == 2
    combat = read_combat(document)
    assert judge_blocks(combat, {"x": ["m"]}, 2) == ()
    assert judge_blocks(combat, {"x#1": ["m"], "x#2": ["a#2"]}, 2) == ()
    assert judge_blocks(combat, {"x#1": ["a#2"], "x#2": ["a#2"]}, 2) != ()


def test_702_22h_a_requirement_is_met_by_blocking_another_of_the_band() -> None:
    document = board(
        attacker("walker 2/2", band="one"),
        attacker("bird 2/2 flying", band="one", must_be_blocked=True),
        creature("B r 1/1 reach"), creature("B g 1/1"),
    )  # fmt: skip
    assert not is_legal(document)
    assert is_legal(document, r="walker")
    assert is_legal(document, r="bird")
    assert not is_legal(document, g="walker")  # it is not able to block the bird


def test_802_4b_each_player_has_a_maximum_of_his_own() -> None:
    document = board(
        attacker("a 1/1", "B", must_be_blocked=True), attacker("c 1/1", "C", must_be_blocked=True),
        creature("B b 1/1"), creature("C d 1/1", tapped=True), players="ABC",
    )  # fmt: skip
    assert most(document) == 1
    assert is_legal(document, b="a")


def test_restrictions_are_judged_before_requirements() -> None:
    document = board(
        attacker("m 3/3 menace", must_be_blocked=True), creature("B x 1/1"), creature("B y 1/1")
    )
    found = judge_blocks(read_combat(document), {"x": ["m"]}, 1)
    assert [violation.rule for violation in found] == ["702.111b"]


def test_what_is_not_met_is_said() -> None:
    document = board(
        attacker("a 1/1", must_be_blocked=True), attacker("c 1/1"),
        creature("B x 1/1", must_block=["c"], max_blocks=2),
    )  # fmt: skip
    (found,) = judge_blocks(read_combat(document), {"x": ["c"]}, 2)
    assert str(found) == (
        "509.1c: requirements met: 1, but 2 can be met at once; not met: a must be blocked"
    )


def test_a_maximum_that_is_too_small_is_an_error() -> None:
    document = board(attacker("a 1/1", must_be_blocked=True), creature("B x 1/1"))
    with pytest.raises(ValueError, match="meets 1 requirements, but 0"):
        judge_blocks(read_combat(document), {"x": ["a"]}, 0)


# --- the search --------------------------------------------------------------------------------


def test_what_has_nothing_in_common_is_decided_apart() -> None:
    attackers = [attacker(f"a{k} 1/1", f"P{k}", must_be_blocked=True) for k in range(6)]
    blockers = [creature(f"P{k} b{k} 1/1") for k in range(6)]
    players = {name: {"life": 20} for name in ["A", *(f"P{k}" for k in range(6))]}
    rules = block_rules(read_combat(board(*attackers, *blockers, players=players)))
    assert [len(part.pairs) for part in parts(rules)] == [1] * 6
    assert len(obedient(rules, no_solver)) == 6


def test_attackers_that_nothing_is_required_of_are_left_out() -> None:
    document = board(
        attacker("a 1/1", must_be_blocked=True), *(attacker(f"c{k} 1/1") for k in range(9)),
        *(creature(f"B b{k} 1/1") for k in range(9)),
    )  # fmt: skip
    (part,) = parts(block_rules(read_combat(document)))
    assert part.pairs == tuple((f"b{k}", "a") for k in range(9))
    assert len(search(part) or ()) == 1


def test_a_search_that_would_take_long_is_given_up() -> None:
    attackers = [attacker(f"a{k} 1/1", must_be_blocked=True, min_blockers=3) for k in range(8)]
    blockers = [creature(f"B b{k} 1/1") for k in range(16)]
    rules = block_rules(read_combat(board(*attackers, *blockers)))
    assert search(rules) is None
    given = frozenset({("b0", "a0"), ("b1", "a0"), ("b2", "a0")})
    assert obedient(rules, lambda part: given if part == rules else frozenset()) == given


# --- names -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("blocks", "path"),
    [
        ({"nobody": ["a"]}, "blocks.nobody"),
        ({"x": ["nobody"]}, "blocks.x[0]"),
        ({"x": ["a", "a"]}, "blocks.x[1]"),
        ({"x": ["a", "a#1"]}, "blocks.x[1]"),
        ({"x": "a"}, "blocks.x"),
        ({"x": None}, "blocks.x"),
        ({"x": [5]}, "blocks.x[0]"),
        ({"x": ["B"]}, "blocks.x[0]"),
        ({"y": [], "y#2": ["a"]}, "blocks.y#2"),
        ([], "blocks"),
        (None, "blocks"),
    ],
)
def test_names_that_stand_for_nothing(blocks: dict[str, list[str]], path: str) -> None:
    document = board(attacker("a 1/1", count=2), creature("B x 1/1"), creature("B y 1/1", count=2))
    with pytest.raises(DocumentError) as caught:
        judge_blocks(read_combat(document), blocks, 0)
    assert [fault.path for fault in caught.value.faults] == [path]
