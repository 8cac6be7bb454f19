"""A combat with a declaration in place of its own attacks and blocks."""

from typing import Any

import pytest

from engine import Combat, DocumentError, check_assignment, read_combat, write_document
from engine.declarations import before_blocks, judge_attacks, with_attacks, with_blocks
from tests.conftest import Document, attacker, blocker, board, creature, siege, walker


def written(combat: Combat) -> Document:
    """Return the document of a combat, which must be read as the same combat."""
    document = write_document(combat)
    again = read_combat(document)
    assert again.creatures == combat.creatures
    assert again.blockers == combat.blockers
    assert write_document(again) == document
    return document


def test_blocks_take_the_place_of_the_blocks() -> None:
    before = read_combat(
        board(attacker("a 1/1", blocked=True), attacker("c 1/1"), blocker("x 1/1", "a"),
              creature("B y 1/1"))
    )  # fmt: skip
    combat = with_blocks(before, {"y": ["c"], "x": []})
    assert combat.blockers == {"a": (), "c": ("y",)}
    assert not combat.is_blocked("a")
    written(combat)
    assert with_blocks(combat, {"x": ["a"]}) == with_blocks(before, {"x": ["a"]})


def test_no_blocks() -> None:
    before = read_combat(board(attacker("a 1/1"), blocker("x 1/1", "a")))
    assert with_blocks(before, {}).blocks == {}


def test_a_group_whose_copies_differ_becomes_single_creatures() -> None:
    before = read_combat(
        board(
            attacker("a 1/1", must_be_blocked=["x"], commander=True),
            attacker("e 1/1", count=2, cant_be_blocked_by=["x", "z"]),
            blocker("x 1/1 first strike", "a", count=3, value=5),
            creature("B z 1/1", count=2),
            players={"A": {"life": 20}, "B": {"life": 20, "commander_damage": {"a": 3}}},
            effects=[{"kind": "add", "amount": 1, "sources": ["x", "a"]}],
            after_first_strike={"x": {"power": 2}},
        )
    )
    combat = with_blocks(before, {"x#2": ["a"], "z": ["e#1"]})
    assert combat.blockers == {"a": ("x#2",), "e#1": ("z#1", "z#2"), "e#2": ()}
    assert [group.id for group in combat.groups] == ["a", "e", "x#1", "x#2", "x#3", "z"]
    singles = ("x#1", "x#2", "x#3")
    assert combat.groups[0].must_be_blocked == singles
    assert combat.groups[1].cant_be_blocked_by == (*singles, "z")
    assert combat.effects[0].sources is not None
    assert combat.effects[0].sources.ids == (*singles, "a")
    assert set(combat.changes) == set(singles)
    assert {combat.creatures[name].value for name in singles} == {5}
    written(combat)


def test_commander_damage_follows_the_copies() -> None:
    before = read_combat(
        board(
            creature("A k 1/1", count=2, commander=True),
            players={"A": {"life": 20}, "B": {"life": 20, "commander_damage": {"k": 7}}},
        )
    )
    combat = with_attacks(before, {"k#2": "B"})
    assert combat.players["B"].commander_damage == {"k#1": 7, "k#2": 7}
    written(combat)


def test_what_comes_between_the_steps_needs_two_steps() -> None:
    before = read_combat(
        board(attacker("a 1/1"), blocker("x 1/1 first strike", "a"),
              after_first_strike={"a": {"power": 3}})
    )  # fmt: skip
    assert with_blocks(before, {"x": ["a"]}).after_first_strike
    assert not with_blocks(before, {}).after_first_strike
    written(with_blocks(before, {}))


def test_510_4_who_may_strike_first_is_known_when_blocks_are_declared() -> None:
    document = board(
        creature("A a 1/1"), creature("B x 1/1 first strike"),
        after_first_strike={"a": {"power": 3}},
    )  # fmt: skip
    before = read_combat(document)
    attacked = with_attacks(before, {"a": "B"})
    for combat in (before, before_blocks(before), attacked, before_blocks(attacked)):
        assert written(combat)["after_first_strike"] == {"a": {"power": 3}}
    assert with_blocks(attacked, {"x": ["a"]}).after_first_strike
    with pytest.raises(DocumentError, match="no first-strike step"):
        check_assignment(before, [])
    document["creatures"][1]["keywords"] = []
    with pytest.raises(DocumentError, match="no first-strike step"):
        read_combat(document)


def test_a_damage_order_is_kept_if_it_is_about_the_same_creatures() -> None:
    before = read_combat(
        board(attacker("a 3/3", damage_order=["y", "x"]), blocker("x 1/1", "a"),
              blocker("y 1/1", "a"), creature("B z 1/1"), rules="ordered")
    )  # fmt: skip
    same = with_blocks(before, {"x": ["a"], "y": ["a"]})
    assert same.fighting_order("a") == ("y", "x")
    other = with_blocks(before, {"x": ["a"], "z": ["a"]})
    assert other.fighting_order("a") == ("x", "z")
    for combat in (same, other, with_blocks(before, {"z": ["a"]})):
        written(combat)


def test_attacks_take_the_place_of_the_attacks() -> None:
    before = read_combat(
        board(
            attacker("a 1/1", "jace", band="one"), attacker("c 1/1", "jace", band="one"),
            creature("A d 1/1"), attacker("e 1/1", None, was_attacking_controller="B"),
            blocker("x 1/1", "a"), planeswalkers=[walker("jace", 3)], battles=[siege("siege", 4)],
        )
    )  # fmt: skip
    combat = with_attacks(before, {"a": "siege", "d": "B", "e": "B"})
    found = {creature.id: creature.attacking for creature in combat.attackers}
    assert found == {"a": "siege", "d": "B", "e": "B"}
    assert combat.blocks == {}
    assert {creature.band for creature in combat.attackers} == {None}
    written(combat)
    assert with_attacks(before, {}).attackers == ()
    assert judge_attacks(combat, {"a": "B"}, 0) == ()  # attacking leaves a creature untapped


@pytest.mark.parametrize(
    ("blocks", "path", "rule"),
    [({"x": ["d"]}, "blocks.x", "509.1a"), ({"d": ["a"]}, "blocks.d", "509.1a"),
     ({"x": ["c"]}, "blocks.x", "509.1a"), ({"x": ["s"]}, "blocks.x", "310.9c")],
)  # fmt: skip
def test_blocks_that_cannot_be(blocks: Any, path: str, rule: str) -> None:
    combat = read_combat(
        board(attacker("a 1/1"), attacker("c 1/1", "C"), attacker("s 1/1", "siege"),
              creature("A d 1/1"), creature("B x 1/1"), players="ABC",
              battles=[siege("siege", 4, "C")])
    )  # fmt: skip
    with pytest.raises(DocumentError) as caught:
        with_blocks(combat, blocks)
    assert [(fault.path, fault.rule) for fault in caught.value.faults] == [(path, rule)]


@pytest.mark.parametrize(
    ("attacks", "path", "rule"),
    [({"x": "B"}, "attacks.x", "506.2"), ({"a": "A"}, "attacks.a", "506.2"),
     ({"a": "siege"}, "attacks.a", "310.9c"), ({"a": "x"}, "attacks.a", "508.1b"),
     ({"a": None}, "attacks.a", "508.1b"), ({"a": ["B"]}, "attacks.a", "508.1b"),
     ({"n": "B"}, "attacks.n", None), (5, "attacks", None)],
)  # fmt: skip
def test_attacks_that_cannot_be(attacks: Any, path: str, rule: str | None) -> None:
    combat = read_combat(
        board(creature("A a 1/1"), creature("B x 1/1"),
              battles=[siege("siege", 4, "A", controller="B")])
    )  # fmt: skip
    with pytest.raises(DocumentError) as caught:
        with_attacks(combat, attacks)
    assert [(fault.path, fault.rule) for fault in caught.value.faults] == [(path, rule)]
