"""Which blocks may be declared; named after the rules (509.1a-b and the evasion keywords)."""

import pytest

from engine import read_combat
from engine.declarations import block_rules, judge_blocks, may_block, possible_blocks
from engine.violation import Declaring
from tests.conftest import Document, attacker, board, creature, siege, walker


def reason(document: Document, blocker: str = "b", attacked: str = "a") -> str | None:
    """Return the rule by which the blocker may not block the attacker, None if it may."""
    combat = read_combat(document)
    found = may_block(combat, blocker, attacked)
    assert (attacked in possible_blocks(combat).get(blocker, ())) == (found is None)
    judged = judge_blocks(combat, {blocker: [attacked]}, 0) if found else ()
    assert found is None or judged[0] == found
    if found is None:
        return None
    assert found.source == blocker
    assert found.step is Declaring.BLOCKERS
    assert found.message.count(blocker) or found.message.count(attacked)
    return found.rule


def rule(attacking: str, blocking: str, **more: object) -> str | None:
    """Return what forbids a block between two creatures, given by size and keywords."""
    one = attacker(f"a {attacking}", **more.get("a", {}))  # type: ignore[arg-type]
    other = creature(f"B b {blocking}", **more.get("b", {}))  # type: ignore[arg-type]
    return reason(board(one, other))


# --- 509.1a: who blocks whom -------------------------------------------------------------------


def test_509_1a_an_untapped_creature_of_the_defending_player_blocks() -> None:
    assert rule("2/2", "1/1") is None
    assert rule("2/2", "1/1", b={"summoning_sick": True}) is None
    assert rule("2/2", "1/1", b={"tapped": True}) == "509.1a"
    assert rule("2/2", "1/1", b={"types": ["battle"]}) == "509.1a"


def test_509_1a_only_attackers_are_blocked_and_only_by_the_other_side() -> None:
    document = board(attacker("a 1/1"), creature("A mate 1/1"), creature("B b 1/1"))
    assert reason(document, "b", "mate") == "509.1a"
    assert reason(document, "mate", "a") == "509.1a"
    assert reason(document, "b", "b") == "509.1a"


def test_802_4_each_player_blocks_what_attacks_that_player() -> None:
    document = board(
        attacker("a 1/1", "B"),
        attacker("w 1/1", "jace"),
        attacker("s 1/1", "siege"),
        creature("B b 1/1"),
        creature("C c 1/1"),
        players="ABC",
        planeswalkers=[walker("jace", 3, "C")],
        battles=[siege("siege", 3, "C")],
    )
    assert possible_blocks(read_combat(document)) == {"b": ("a",), "c": ("w", "s")}
    assert reason(document, "c", "a") == "509.1a"
    assert reason(document, "b", "w") == "509.1a"
    assert reason(document, "b", "s") == "310.9c"


def test_506_4c_an_attacker_of_something_that_has_left_may_be_blocked() -> None:
    gone = attacker("a 1/1", None, was_attacking_controller="C")
    document = board(gone, creature("B b 1/1"), creature("C c 1/1"), players="ABC")
    assert possible_blocks(read_combat(document)) == {"c": ("a",)}
    unknown = board(attacker("a 1/1", None), creature("B b 1/1"), players="ABC")
    assert reason(unknown) == "506.4c"


def test_805_10d_team_mates_block_for_each_other() -> None:
    players = {name: {"life": 30, "team": team} for name, team in zip("ADBC", "xxyy", strict=True)}
    document = board(
        attacker("a 5/5", "B"), creature("C c 0/6"), creature("D d 1/1"), players=players
    )
    assert possible_blocks(read_combat(document)) == {"c": ("a",)}


def test_blocks_in_the_document_are_not_looked_at() -> None:
    document = board(attacker("a 1/1", blocked=True), creature("B b 1/1", blocking=["a"]))
    combat = read_combat(document)
    assert possible_blocks(combat) == {"b": ("a",)}
    assert judge_blocks(combat, {}, 0) == ()


# --- 509.1b and 702: evasion -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacking", "blocking", "expected"),
    [
        ("1/1 flying", "1/1", "702.9b"),
        ("1/1 flying", "1/1 flying", None),
        ("1/1 flying", "1/1 reach", None),
        ("1/1", "1/1 flying", None),
        ("1/1 shadow", "1/1", "702.28b"),
        ("1/1 shadow", "1/1 shadow", None),
        ("1/1", "1/1 shadow", "702.28b"),
        ("1/1 horsemanship", "1/1", "702.31b"),
        ("1/1 horsemanship", "1/1 flying", "702.31b"),
        ("1/1 horsemanship", "1/1 horsemanship", None),
        ("1/1", "1/1 horsemanship", None),
        ("2/2 skulk", "3/1", "702.118b"),
        ("2/2 skulk", "2/5", None),
        ("2/2 skulk", "1/5", None),
        ("-1/2 skulk", "0/1", "702.118b"),
        ("1/1 unblockable", "9/9 flying, reach", "509.1b"),
        ("1/1 fear", "1/1", "702.36b"),
        ("1/1 intimidate", "1/1", "702.13b"),
        ("1/1", "1/1 defender", None),
        ("1/1", "1/1 decayed", "702.147a"),
        ("1/1 islandwalk", "1/1", None),  # lands are no part of a document
    ],
)
def test_702_evasion(attacking: str, blocking: str, expected: str | None) -> None:
    assert rule(attacking, blocking) == expected


@pytest.mark.parametrize(
    ("colors", "types", "fear", "intimidate"),
    [
        (["B"], [], None, "702.13b"),
        (["R"], [], "702.36b", None),
        (["G", "R"], ["elf"], "702.36b", None),
        (["G", "B"], [], None, "702.13b"),
        (["W"], ["artifact"], None, None),
        ([], ["artifact", "golem"], None, None),
        ([], [], "702.36b", "702.13b"),
    ],
)
def test_702_36b_fear_and_702_13b_intimidate_of_a_red_creature(
    colors: list[str], types: list[str], fear: str | None, intimidate: str | None
) -> None:
    other = {"colors": colors, "types": types}
    assert rule("1/1 fear", "1/1", a={"colors": ["R"]}, b=other) == fear
    assert rule("1/1 intimidate", "1/1", a={"colors": ["R"]}, b=other) == intimidate


@pytest.mark.parametrize(
    ("quality", "expected"),
    [
        ("red", "702.16f"),
        ("green", None),
        ("goblins", "702.16f"),
        ("elves", None),
        ("everything", "702.16f"),
        ("creatures", "702.16f"),
        ("colorless", None),
        ("monocolored", "702.16f"),
        ("white and from red", "702.16f"),
    ],
)
def test_702_16f_protection_from_a_red_goblin(quality: str, expected: str | None) -> None:
    goblin = {"colors": ["R"], "types": ["goblin"]}
    assert rule(f"2/2 protection from {quality}", "1/1", b=goblin) == expected
    assert rule("2/2", f"1/1 protection from {quality}", a=goblin) is None


def test_509_1b_evasion_adds_up() -> None:
    assert rule("1/1 flying, shadow", "1/1 flying") == "702.28b"
    assert rule("1/1 flying, shadow", "1/1 shadow") == "702.9b"
    assert rule("1/1 flying, shadow", "1/1 shadow, reach") is None


def test_509_1b_what_the_document_says_cannot_be() -> None:
    assert rule("1/1", "1/1", b={"cant_block": True}) == "509.1b"
    assert rule("1/1", "1/1", b={"cant_block": ["a"]}) == "509.1b"
    assert rule("1/1", "1/1", b={"max_blocks": 0}) == "509.1b"
    assert rule("1/1", "1/1", a={"cant_be_blocked_by": True}) == "509.1b"
    assert rule("1/1", "1/1", a={"cant_be_blocked_by": ["b"]}) == "509.1b"
    assert rule("1/1", "1/1", a={"max_blockers": 0}) == "509.1b"
    assert rule("1/1", "1/1", a={"cant_be_blocked_by": ["a"]}) is None


def test_509_1b_an_id_of_a_group_means_all_of_its_copies() -> None:
    document = board(
        attacker("a 1/1", count=2),
        creature("B b 1/1", count=2, cant_block=["a#1"]),
        creature("B c 1/1", cant_block=["a"]),
        creature("B d 1/1"),
    )
    found = possible_blocks(read_combat(document))
    assert found == {"b#1": ("a#2",), "b#2": ("a#2",), "d": ("a#1", "a#2")}


# --- how many ----------------------------------------------------------------------------------

THREE = [creature(f"B {name} 1/1") for name in "xyz"]


def broken(document: Document, blocks: dict[str, list[str]]) -> list[tuple[str, str]]:
    """Return rule and creature of each violation; nothing is required on these boards."""
    return [(v.rule, v.source) for v in judge_blocks(read_combat(document), blocks, 0)]


def test_702_111b_menace_needs_two_blockers_or_none() -> None:
    document = board(attacker("a 3/3 menace"), *THREE)
    assert broken(document, {}) == []
    assert broken(document, {"x": ["a"]}) == [("702.111b", "a")]
    assert broken(document, {"x": ["a"], "y": ["a"]}) == []
    assert broken(document, {"x": ["a"], "y": ["a"], "z": ["a"]}) == []


def test_702_111_menace_does_nothing_for_a_blocker() -> None:
    document = board(attacker("a 3/3"), creature("B x 1/1 menace"))
    assert broken(document, {"x": ["a"]}) == []


@pytest.mark.parametrize("keywords", ["", " menace"])
def test_509_1b_three_or_more_blockers(keywords: str) -> None:
    document = board(attacker(f"a 6/6{keywords}", min_blockers=3), *THREE)
    assert broken(document, {"x": ["a"], "y": ["a"]}) == [("509.1b", "a")]
    assert broken(document, {"x": ["a"], "y": ["a"], "z": ["a"]}) == []
    assert broken(document, {}) == []


def test_509_1b_one_blocker_at_most() -> None:
    document = board(attacker("a 6/5", max_blockers=1), attacker("c 1/1", min_blockers=0), *THREE)
    assert broken(document, {"x": ["a"], "y": ["a"], "z": ["c"]}) == [("509.1b", "a")]
    assert broken(document, {"x": ["a"], "y": ["c"], "z": ["c"]}) == []


def test_509_1b_menace_with_one_blocker_at_most_cannot_be_blocked() -> None:
    document = board(attacker("a 6/5 menace", max_blockers=1), *THREE)
    assert broken(document, {"x": ["a"]}) == [("702.111b", "a")]
    assert broken(document, {"x": ["a"], "y": ["a"]}) == [("509.1b", "a")]


def test_509_1a_one_attacker_unless_it_may_block_more() -> None:
    document = board(
        attacker("a 1/1"), attacker("c 1/1"), attacker("d 1/1"),
        creature("B x 1/1"), creature("B y 1/1", max_blocks=2), creature("B z 1/1", max_blocks=9),
    )  # fmt: skip
    assert broken(document, {"x": ["a", "c"]}) == [("509.1a", "x")]
    assert broken(document, {"y": ["a", "c"], "z": ["a", "c", "d"], "x": ["d"]}) == []
    assert broken(document, {"y": ["a", "c", "d"]}) == [("509.1a", "y")]


def test_509_1b_every_restriction_that_is_broken_is_named() -> None:
    document = board(
        attacker("a 1/1 flying"), attacker("m 1/1 menace"),
        creature("B x 1/1"), creature("B y 1/1"),
    )  # fmt: skip
    assert broken(document, {"x": ["a"], "y": ["m"]}) == [("702.9b", "x"), ("702.111b", "m")]


def test_a_block_that_is_forbidden_does_not_make_others_too_few() -> None:
    document = board(
        attacker("m 1/1 menace"), creature("B x 1/1", tapped=True), creature("B y 1/1")
    )
    assert broken(document, {"x": ["m"], "y": ["m"]}) == [("509.1a", "x")]


# --- bands -------------------------------------------------------------------------------------

BAND = [
    attacker("walker 2/2 banding", band="one"),
    attacker("bird 2/2 flying", band="one"),
    attacker("c 1/1"),
]


def test_702_22h_a_band_is_one_attacker() -> None:
    document = board(*BAND, creature("B r 1/1 reach"), creature("B g 1/1"))
    assert broken(document, {"r": ["walker", "bird"]}) == []
    assert broken(document, {"r": ["walker", "c"]}) == [("509.1a", "r")]
    assert broken(document, {"g": ["walker"]}) == []
    assert broken(document, {"g": ["bird"]}) == [("702.9b", "g")]


def test_the_limits_are_data() -> None:
    document = board(*BAND, creature("B r 1/1 reach"))
    (limit,) = block_rules(read_combat(document)).limits
    assert limit.subject == "r"
    assert limit.choices == ((("r", "walker"), ("r", "bird")), (("r", "c"),))
    assert (limit.fewest, limit.most) == (1, 1)
