"""Which attacks may be declared; named after the rules (508.1)."""

import pytest

from engine import read_combat
from engine.declarations import attack_targets, judge_attacks, may_attack, may_attack_target
from engine.violation import Declaring
from tests.conftest import Document, attacker, board, creature, siege, walker


def rule(text: str, **more: object) -> str | None:
    """Return the rule by which a creature of the active player may not attack."""
    combat = read_combat(board(creature(f"A a {text}", **more), creature("B b 1/1")))
    found = may_attack(combat, "a")
    assert attack_targets(combat, "a") == (() if found else ("B",))
    assert may_attack_target(combat, "a", "B") == found
    assert judge_attacks(combat, {"a": "B"}, 0) == ((found,) if found else ())
    if found is None:
        return None
    assert found.source == "a"
    assert found.step is Declaring.ATTACKERS
    return found.rule


def test_508_1a_untapped_and_there_since_the_turn_began_or_hasty() -> None:
    assert rule("1/1") is None
    assert rule("1/1", tapped=True) == "508.1a"
    assert rule("1/1", summoning_sick=True) == "508.1a"
    assert rule("1/1 haste", summoning_sick=True) is None
    assert rule("1/1 vigilance", tapped=True) == "508.1a"
    assert rule("1/1", types=["battle"]) == "508.1a"
    assert rule("0/1") is None
    assert rule("1/1 decayed", cant_block=True) is None


def test_702_3b_defender() -> None:
    assert rule("1/1 defender") == "702.3b"


def test_508_1c_it_cannot_attack() -> None:
    assert rule("1/1", cant_attack=True) == "508.1c"


def test_508_1a_only_the_active_player_attacks() -> None:
    combat = read_combat(board(creature("A a 1/1"), creature("B b 1/1")))
    assert attack_targets(combat, "b") == ()
    found = may_attack(combat, "b")
    assert found is not None
    assert found.rule == "508.1a"


def many(*creatures: Document, **more: object) -> Document:
    """Return a board with three opponents' things to attack."""
    return board(
        *creatures,
        players="ABC",
        planeswalkers=[walker("jace", 3, "C"), walker("mine", 3, "A")],
        battles=[siege("siege", 3, "C"), siege("foreign", 3, "A", controller="B")],
        **more,
    )


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("B", None),
        ("C", None),
        ("jace", None),
        ("siege", None),  # its own controller attacks a Siege
        ("A", "506.2"),
        ("mine", "506.2"),
        ("foreign", "310.9c"),  # A protects it
    ],
)
def test_508_1b_what_may_be_attacked(target: str, expected: str | None) -> None:
    combat = read_combat(many(creature("A a 1/1")))
    assert attack_targets(combat, "a") == ("B", "C", "jace", "siege")
    found = may_attack_target(combat, "a", target)
    assert (found.rule if found else None) == expected


def test_508_1c_what_one_creature_may_not_attack() -> None:
    combat = read_combat(many(creature("A a 1/1", cant_attack=["B", "siege"])))
    assert attack_targets(combat, "a") == ("C", "jace")
    assert [v.rule for v in judge_attacks(combat, {"a": "siege"}, 0)] == ["508.1c"]


def test_805_10_a_team_attacks_together() -> None:
    players = {name: {"life": 30, "team": team} for name, team in zip("ADBC", "xxyy", strict=True)}
    combat = read_combat(board(creature("D d 1/1"), players=players))
    assert attack_targets(combat, "d") == ("B", "C")


def test_attacks_in_the_document_are_not_looked_at() -> None:
    combat = read_combat(board(attacker("a 1/1"), creature("B b 1/1", blocking=["a"])))
    assert judge_attacks(combat, {}, 0) == ()
    assert judge_attacks(combat, {"a": "B"}, 0) == ()


# --- 508.1d ------------------------------------------------------------------------------------


def unmet(document: Document, attacks: dict[str, str], most: int) -> list[tuple[str, str]]:
    found = judge_attacks(read_combat(document), attacks, most)
    return [(v.rule, v.source) for v in found]


def test_508_1d_it_attacks_if_able() -> None:
    document = board(creature("A a 1/1", must_attack=True), creature("A c 1/1"))
    assert unmet(document, {}, 1) == [("508.1d", "a")]
    assert unmet(document, {"c": "B"}, 1) == [("508.1d", "a")]
    assert unmet(document, {"a": "B"}, 1) == []


def test_508_1d_one_of_several_targets() -> None:
    document = many(creature("A a 1/1", must_attack=["B", "jace"]))
    assert unmet(document, {"a": "C"}, 1) == [("508.1d", "a")]
    assert unmet(document, {"a": "B"}, 1) == []
    assert unmet(document, {"a": "jace"}, 1) == []


@pytest.mark.parametrize("reason", [{"tapped": True}, {"cant_attack": True}])
def test_508_1d_only_if_able(reason: dict[str, bool]) -> None:
    document = board(creature("A a 1/1", must_attack=True, **reason))
    assert unmet(document, {}, 0) == []


def test_508_1c_restrictions_come_first() -> None:
    document = board(creature("A a 1/1", must_attack=True), creature("A t 1/1", tapped=True))
    assert unmet(document, {"t": "B"}, 1) == [("508.1a", "t")]


def test_a_group_attacks_by_its_id() -> None:
    document = board(creature("A a 1/1", count=3, must_attack=True))
    assert unmet(document, {"a": "B"}, 3) == []
    assert unmet(document, {"a#1": "B", "a#3": "B"}, 3) == [("508.1d", "a#2")]
