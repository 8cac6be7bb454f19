"""Mana and cards of players in the short notation."""

from typing import Any

import pytest

from engine import DocumentError, NotationError, read_combat, write_document, write_notation
from tests.conftest import attacker, board

MANA_AND_CARDS = (
    '4/4 <- 2/2; A: life 20 mana GGR mana any mana W/UU mana "GG" hand "Giant Growth" '
    'hand "Battle Mammoth"; B: life 9 foretold "Iron Verdict" library "Forest" outside "Horta"'
)


def resources(text: str) -> Any:
    return write_document(read_combat(text))["resources"]


def test_what_the_words_mean() -> None:
    assert resources(MANA_AND_CARDS) == {
        "A": {
            "mana": ["G", "G", "R", "any", ["W", "UU"], "GG"],
            "hand": ["Giant Growth", "Battle Mammoth"],
        },
        "B": {"foretold": ["Iron Verdict"], "library": ["Forest"], "outside": ["Horta"]},
    }


def test_it_is_written_as_it_is_read() -> None:
    combat = read_combat(MANA_AND_CARDS)
    assert write_notation(combat) == MANA_AND_CARDS
    assert read_combat(write_notation(combat)) == combat


def test_the_longest_known_name_is_read_without_quotation_marks() -> None:
    text = "2/2; A: hand Giant Growth hand Ranger's guile mana gG foretold demon bolt life 3"
    assert resources(text)["A"] == {
        "mana": {"G": 2},
        "hand": ["Giant Growth", "Ranger's Guile"],
        "foretold": ["Demon Bolt"],
    }
    assert read_combat(text).players["A"].life == 3


def test_a_player_with_cards_only_has_20_life() -> None:
    combat = read_combat("2/2; B: hand Shock")
    assert combat.players["B"].life == 20
    assert read_combat(write_notation(combat)) == combat


@pytest.mark.parametrize(
    ("text", "column", "part"),
    [
        ("2/2; A: mana", 13, "expected mana such as GG"),
        ("2/2; A: mana GX", 14, "not 'GX'"),
        ("2/2; A: mana W/", 14, "not 'W/'"),
        ("2/2; A: mana W/W", 14, "not 'W/W'"),
        ("2/2; A: mana 3", 14, "not '3'"),
        ("2/2; A: hand", 13, "expected a card's name"),
        ("2/2; A: hand Gaint Growth", 14, "the closest are 'Giant Growth'"),
        ('2/2; A: hand Shock hand "Gaint Growth"', 20, "the closest are 'Giant Growth'"),
        ("2/2; A: hand Shock foretold Shock", 20, "no foretell cost"),
        ("2/2 hand Shock", 5, "'hand' is for a player, not for a creature"),
        ("mana GG; 2/2", 1, "a player needs a name in front"),
    ],
)
def test_a_mistake_is_shown_in_its_place(text: str, column: int, part: str) -> None:
    with pytest.raises(DocumentError) as caught:
        read_combat(text)
    (fault,) = caught.value.faults
    assert fault.path == f"line 1, column {column}"
    assert part in fault.message


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"hand": [{"hidden": True}]},
        {"hand": [{"name": "Shock", "cost": "{0}"}]},
        {"cant_cycle": True},
    ],
)
def test_what_it_cannot_say(given: Any) -> None:
    combat = read_combat(board(attacker("x 2/2"), resources={"A": given}))
    with pytest.raises(NotationError) as caught:
        write_notation(combat)
    assert caught.value.paths == ("resources",)


def test_a_creature_with_one_of_these_words_in_its_name_is_a_creature() -> None:
    assert read_combat("hand: 2/2 <- library: 1/1").blockers == {"hand": ("library",)}
