"""Uses of cards in an answer are judged, and the damage that follows; rules by hand."""

from typing import Any

import pytest

from engine import read_combat
from engine.combat import Combat
from engine.faults import DocumentError
from optimizer import solve_blocks, solve_tricks
from optimizer.checking import judge_answer
from tests.conftest import attacker, blocker, board


def with_axe() -> dict[str, Any]:
    """The giant's player has a sorcery, two Giant Growths and a card foretold this turn."""
    hand = ["Giant Growth", {"name": "Axe", "cost": "{G}", "timing": "sorcery"}, "Giant Growth"]
    foretold = [{"name": "Iron Verdict", "foretold_this_turn": True}]
    return board(
        attacker("giant 4/4 trample"),
        blocker("bear 2/2", "giant"),
        resources={"A": {"mana": {"G": 2}, "hand": hand, "foretold": foretold}},
    )


def use(card: str, *targets: str, **more: Any) -> dict[str, Any]:
    said = {"player": "A", "card": card, "way": "cast", "window": "after_blocks"}
    return {**said, "targets": list(targets), **more}


def rules(combat: Combat, *uses: dict[str, Any], damage: dict[str, int] | None = None) -> list[str]:
    answer: dict[str, Any] = {"uses": list(uses)}
    if damage is not None:
        rows = [{"source": "giant", "target": name, "amount": n} for name, n in damage.items()]
        rows.append({"source": "bear", "target": "giant", "amount": 2})
        answer["steps"] = [{"step": "regular", "assignments": rows}]
    return [violation.rule for violation in judge_answer(combat, answer)]


def test_damage_is_judged_after_the_uses() -> None:
    """510.1a: with Giant Growth the giant assigns 7; without it 4."""
    combat = read_combat(with_axe())
    growth = use("Giant Growth", "giant")
    assert rules(combat, growth, damage={"bear": 2, "B": 5}) == []
    assert rules(combat, damage={"bear": 2, "B": 2}) == []
    assert rules(combat, growth, damage={"bear": 2, "B": 2}) == ["510.1a"]
    assert rules(combat, growth, growth, damage={"bear": 2, "B": 8}) == []


def test_what_may_not_be_used() -> None:
    combat = read_combat(with_axe())
    growth = use("Giant Growth", "giant")
    assert rules(combat, use("Axe")) == ["307.1"]  # a sorcery
    assert rules(combat, growth, growth, growth) == ["601.2a"]  # two of them, not three
    early = use("Iron Verdict", "giant", way="foretold")
    assert rules(combat, early) == ["702.143a"]  # foretold this turn
    assert rules(combat, use("Giant Growth", "nobody")) == ["115.1"]
    assert rules(combat, use("Giant Growth")) == ["601.2c"]
    late = use("Giant Growth", "giant", window="between_steps")
    assert rules(combat, late, damage={"bear": 2, "B": 2}) == ["510.4"]


def test_what_cannot_be_paid() -> None:
    """601.2h: each alone could be."""
    document = with_axe()
    document["resources"]["A"]["mana"] = {"G": 1}
    combat = read_combat(document)
    growth = use("Giant Growth", "giant")
    assert rules(combat, growth) == []
    assert rules(combat, growth, growth) == ["601.2h"]


def test_between_the_damage_steps() -> None:
    """702.4b, 510.4: pumped after its first damage, a double striker deals 2 and then 5."""
    document = board(
        attacker("knight 2/2 double strike"),
        resources={"A": {"mana": {"G": 1}, "hand": ["Giant Growth"]}},
    )
    growth = use("Giant Growth", "knight", window="between_steps")
    steps = [
        {"step": name, "assignments": [{"source": "knight", "target": "B", "amount": amount}]}
        for name, amount in (("first_strike", 2), ("regular", 5))
    ]
    combat = read_combat(document)
    assert judge_answer(combat, {"uses": [growth], "steps": steps}) == ()
    assert [v.rule for v in judge_answer(combat, {"steps": steps})] == ["510.1a"]


@pytest.mark.parametrize(
    ("given", "path"),
    [
        (use("Giant Grwoth", "giant"), "uses[0].card"),
        (use("Giant Growth", "giant", player="C"), "uses[0].player"),
        (use("Giant Growth", "giant", way="play"), "uses[0].way"),
        (use("Giant Growth", "giant", x=-1), "uses[0].x"),
        (use("Giant Growth", "giant", colour="G"), "uses[0].colour"),
    ],
)
def test_what_is_no_use(given: dict[str, Any], path: str) -> None:
    with pytest.raises(DocumentError) as caught:
        judge_answer(read_combat(with_axe()), {"uses": [given]})
    assert [fault.path for fault in caught.value.faults] == [path]


def test_answers_are_legal() -> None:
    document = with_axe()
    combat = read_combat(document)
    found = solve_tricks(combat, ["max player_damage"])
    assert found.values == (8,)  # 4 and twice 3 on the giant, less 2 for the bear
    assert judge_answer(combat, found.to_document()) == ()
    blocks = solve_blocks(combat, ["max player_damage"])
    assert judge_answer(combat, blocks.to_document()) == ()


def test_before_the_blocks() -> None:
    """509.1b: what flies now is not blocked by what does not."""
    document = board(
        attacker("giant 4/4"),
        {"id": "bear", "controller": "B", "power": 2, "toughness": 2},
        resources={"A": {"mana": {"W": 2}, "hand": ["Mighty Leap"]}},
    )
    combat = read_combat(document)
    leap = use("Mighty Leap", "giant", window="before_blocks")
    late = use("Mighty Leap", "giant")
    blocks = {"bear": ["giant"]}
    assert [v.rule for v in judge_answer(combat, {"uses": [leap], "blocks": blocks})] == ["702.9b"]
    assert judge_answer(combat, {"uses": [late], "blocks": blocks}) == ()


def test_cards_of_one_name_are_told_apart_by_their_position() -> None:
    """601.2h: with {B} only the second can be paid for."""
    pump = [{"kind": "pump", "target": "creature", "power": 1, "toughness": 1}]
    hand = [
        {"name": "growth", "cost": cost, "timing": "instant", "effects": pump}
        for cost in ("{G}", "{1}")
    ]
    combat = read_combat(
        board(attacker("giant 4/4"), resources={"A": {"mana": {"B": 1}, "hand": hand}})
    )
    assert rules(combat, use("growth", "giant", position=1)) == []
    assert rules(combat, use("growth", "giant", position=0)) == ["601.2h"]
    answer = solve_tricks(combat, ["max player_damage"]).to_document()
    assert judge_answer(combat, answer) == ()
    with pytest.raises(DocumentError) as caught:
        rules(combat, use("growth", "giant", position=2))
    assert [fault.path for fault in caught.value.faults] == ["uses[0].position"]


def test_who_enters_between_the_damage_steps_deals_damage_in_the_second() -> None:
    """508.4, 510.4: it attacks, and has not struck yet."""
    ambush = {
        "name": "ambush",
        "cost": "{G}",
        "timing": "instant",
        "windows": ["between_steps"],
        "effects": [
            {
                "kind": "enter",
                "attacking": True,
                "creature": {"name": "wolf", "power": 3, "toughness": 3},
            }
        ],
    }
    combat = read_combat(
        board(
            attacker("knight 2/2 first strike"),
            resources={"A": {"mana": {"G": 1}, "hand": [ambush]}},
        )
    )
    found = solve_tricks(combat, ["max player_damage"])
    assert found.values == (5,)
    assert judge_answer(combat, found.to_document()) == ()


def test_an_answer_resolves_before_what_it_answers() -> None:
    """405.5, 608.2b: Giant Growth was cast before Poison the Cup killed its target."""
    combat = read_combat(
        'giant: 5/5 -> B; bear: 2/2 -> B; A: life 20 mana G hand "Giant Growth"; '
        'B: life 20 mana BB foretold "Poison the Cup"'
    )
    found = solve_tricks(combat, ["max player_damage"], opponent="best")
    assert [used.name for used in found.uses] == ["Poison the Cup", "Giant Growth"]
    assert judge_answer(combat, found.to_document()) == ()
    growth = use("Giant Growth", "bear")
    removal = use("Poison the Cup", "bear", player="B", way="foretold")
    assert judge_answer(combat, {"uses": [growth, removal]}) == ()
    assert rules(combat, use("Giant Growth", "nobody"), removal) == ["115.1"]
    assert rules(combat, removal, growth, growth) == ["601.2a"]
