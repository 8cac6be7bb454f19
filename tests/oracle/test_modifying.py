"""Hand-worked examples: modifiers, protection, shields that are used up, regeneration."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle import best, is_legal, result, values

from .examples import Document, combat, creature, step


def told(*rows: tuple[str, str, int]) -> Any:
    return step(*rows)["assignments"]


def test_616_1_prevent_then_multiply_then_add() -> None:
    board = combat(
        creature("A x 5/5", attacking="B", deals=2),
        effects=[
            {"kind": "add", "amount": 1},
            {"kind": "multiply", "factor": 3, "targets": {"kind": "player"}},
            {"kind": "prevent", "amount": 2},
            {"kind": "prevent", "amount": 1, "sources": ["x"]},
        ],
    )
    assert best(board, ["max player_damage"]) == (13,)  # (5 - 3) * 2 * 3 + 1
    board["creatures"][0]["power"] = 3
    assert best(board, ["max player_damage"]) == (0,)  # 614.7a: 0 is never raised


def test_615_10_static_prevention_is_for_each_source_and_each_target() -> None:
    board = combat(
        creature("A x 4/4 lifelink", attacking="B"),
        creature("B b1 0/9", blocking=["x"]),
        creature("B b2 0/9", blocking=["x"]),
        effects=[{"kind": "prevent", "amount": 1}],
    )
    assert best(board, ["max life_gained"]) == (3,)
    assert best(board, ["min life_gained"]) == (2,)


def test_nothing_is_dealt_without_damage() -> None:
    board = combat(
        creature("A x 3/3 lifelink, toxic 2, deathtouch", attacking="B", deals=0, commander=True),
        creature("A y 2/2 trample, deathtouch", attacking="B"),
        creature("B b 0/4 protection from creatures", blocking=["y"]),
    )
    names = ["max player_damage", "max poison", "max commander_damage", "max life_gained"]
    assert best(board, [*names, "max kills", "max overkill"]) == (1, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("quality", "prevented"),
    [
        ("red", True),
        ("blue", False),
        ("everything", True),
        ("creatures", True),
        ("all colors", True),
        ("each color", True),
        ("colorless", False),
        ("monocolored", False),
        ("multicolored", True),
        ("elves", True),
        ("elf", True),
        ("goblins", False),
        ("artifacts", True),
    ],
)
def test_702_16e_qualities(quality: str, prevented: bool) -> None:
    board = combat(
        creature("A x 3/3", attacking="w", colors=["R", "G"], types=["elf", "artifact"]),
        planeswalkers=[
            {
                "id": "w",
                "controller": "B",
                "loyalty": 5,
                "keywords": [f"protection from {quality}"],
            }
        ],
    )
    assert best(board, ["max planeswalker_damage"]) == (0 if prevented else 3,)


def test_selections() -> None:
    def dealt(sources: Any = None, targets: Any = None) -> tuple[int, ...]:
        effect = {"kind": "prevent", "amount": "all", "sources": sources, "targets": targets}
        board = combat(
            creature("A rat 1/1 flying", attacking="B", count=2, colors=["B"], types=["rat"]),
            creature("A ox 3/3", attacking="s"),
            battles=[{"id": "s", "controller": "A", "protector": "B", "defense": 5}],
            effects=[{key: value for key, value in effect.items() if value is not None}],
        )
        return best(board, ["max player_damage", "max battle_damage"])

    assert dealt() == (0, 0)
    assert dealt(sources=["rat"]) == (0, 3)
    assert dealt(sources=["rat#2"]) == (1, 3)
    assert dealt(sources={"color": "B", "type": "rat", "keyword": "flying"}) == (0, 3)
    assert dealt(sources={"color": "B", "type": "ox"}) == (2, 3)
    assert dealt(sources={"controller": "B"}) == (2, 3)
    assert dealt(targets={"controller": "B"}) == (2, 3)  # a player is never meant
    assert dealt(targets={"controller": "A"}) == (2, 0)
    assert dealt(targets={"kind": "battle"}) == (2, 0)
    assert dealt(targets={"kind": "player"}) == (0, 3)
    assert dealt(sources=["ox"], targets=["B"]) == (2, 3)


def shielded_player(shield: int) -> Document:
    board = combat(
        creature("A plain 3/3", attacking="B"),
        creature("A holy 2/2 lifelink", attacking="B"),
    )
    board["players"]["B"]["prevent"] = shield
    return board


def test_615_7_the_shielded_side_chooses() -> None:
    board = shielded_player(2)
    assert best(board, ["max life_gained", "max player_damage"]) == (0, 3)
    assert best(board, ["min life_gained"]) == (2,)
    made = [step(("plain", "B", 3), ("holy", "B", 2))]
    names = ["max player_damage", "max life_gained"]
    assert values(board, made, names) == (3, 2)  # the first rows are prevented first
    assert values(board, made, names, [told(("plain", "B", 1), ("holy", "B", 1))]) == (3, 1)
    assert values(board, made, names, [told(("holy", "B", 2))]) == (3, 0)
    for wrong in ([("holy", "B", 1)], [("holy", "B", 3)], [("plain", "B", 2), ("holy", "B", 1)]):
        assert values(board, made, names, [told(*wrong)]) == (3, 2)
    assert result(board, made, [told(("holy", "B", 2))])["players"]["A"]["life"] == 20
    backwards = [step(("holy", "B", 2), ("plain", "B", 3))]
    assert values(board, backwards, names) == (3, 0)


def test_615_7_the_active_side_splits_its_own_shields_last() -> None:
    """The defenders have shared out the 2 when the attackers' shield turns the lifelink off."""
    board = combat(
        creature("A x 0/9", attacking="B", prevent=2),
        creature("B plain 2/2", blocking=["x"]),
        creature("B priest 2/2 lifelink", blocking=["x"]),
    )
    board["players"]["B"]["life"] = 1
    made = [step(("plain", "x", 2), ("priest", "x", 2))]
    assert best(board, ["max player_damage"], ["life(B) == 1"]) == (0,)
    assert best(board, ["max player_damage"], ["life(B) == 3"]) == (0,)
    assert best(board, ["max player_damage"], ["life(B) == 4"]) is None
    assert result(board, made, [told(("priest", "x", 2))])["players"]["B"]["life"] == 1


def test_615_7_shields_are_used_up_over_both_steps() -> None:
    board = combat(creature("A d 3/3 double strike", attacking="B"))
    board["players"]["B"]["prevent"] = 4
    assert best(board, ["max player_damage"]) == (2,)
    assert values(board, [step(("d", "B", 3), name="first_strike")], ["max player_damage"]) == (0,)


def test_shield_points_come_after_static_prevention_and_before_doubling() -> None:
    board = combat(
        creature("A x 5/5", attacking="w", deals=2),
        planeswalkers=[{"id": "w", "controller": "B", "loyalty": 9, "prevent": 2}],
        effects=[{"kind": "prevent", "amount": 1}],
    )
    assert best(board, ["max planeswalker_damage"]) == (4,)  # (5 - 1 - 2) * 2


def test_number_or_counter() -> None:
    def lost(power: int) -> tuple[int, ...]:
        guard = creature("B b 0/3", blocking=["x"], prevent=2, shield_counters=1)
        board = combat(creature(f"A x {power}/5 double strike", attacking="B"), guard)
        return best(board, ["max kills", "max overkill"])

    assert lost(1) == (0, 0)  # the number covers 1 + 1
    assert lost(2) == (0, 0)  # the number, then the counter
    assert lost(4) == (0, 0)  # the counter, then 4 - 2
    assert lost(5) == (1, 0)  # the counter, then 5 - 2
    assert lost(6) == (1, 1)


def test_modifiers_do_not_touch_gates() -> None:
    board = combat(
        creature("A t 5/5 trample", attacking="B", deals=3),
        creature("B b 0/3", blocking=["t"], prevent=2, shield_counters=1, regeneration_shields=1),
    )
    assert best(board, ["max player_damage"]) == (6,)
    assert is_legal(board, [step(("t", "b", 3), ("t", "B", 2))])
    assert not is_legal(board, [step(("t", "b", 2), ("t", "B", 3))])


def test_701_19a_regenerated_is_out_of_combat_and_still_there() -> None:
    troll = creature("B troll 5/3", blocking=["d"], regeneration_shields=1)
    board = combat(creature("A d 3/3 double strike, trample", attacking="B"), troll)
    assert best(board, ["max player_damage", "min own_losses"]) == (3, 0)
    steps = [step(("d", "troll", 3), name="first_strike")]
    assert is_legal(board, [*steps, step(("d", "B", 3))])
    assert not is_legal(board, [*steps, step(("d", "troll", 3))])
    plain = creature("A d 3/3 double strike", attacking="B")
    assert best(combat(plain, troll), ["max kills", "max player_damage"]) == (0, 0)
    orgg = creature("A d 3/3 double strike", attacking="B", divides_among_defenders=True)
    assert best(combat(orgg, troll), ["max kills"]) == (1,)


def test_701_19a_one_shield_for_both_reasons_and_none_for_toughness_0() -> None:
    def killed(text: str, shields: int) -> tuple[int, ...]:
        troll = creature("B troll 0/2", blocking=["x"], regeneration_shields=shields)
        return best(combat(creature(text, attacking="B"), troll), ["max kills"])

    assert killed("A x 2/2 deathtouch", 1) == (0,)
    assert killed("A x 2/2 wither", 2) == (1,)
    assert killed("A x 1/1 wither, deathtouch", 1) == (0,)
    assert killed("A x 2/2", 0) == (1,)


def test_701_19a_regenerated_attacker_strikes_no_more() -> None:
    board = combat(
        creature("A troll 3/2", attacking="B", regeneration_shields=1),
        creature("A other 1/1", attacking="B"),
        creature("B quick 2/2 first strike", blocking=["troll"]),
    )
    assert best(board, ["max player_damage", "max kills", "min own_losses"]) == (1, 0, 0)
