"""The table of tricks: what is in it, and that its creatures are as the list of creatures says."""

import csv
from collections import Counter

import pytest

from engine.cards import card_table
from engine.resources import EffectKind, ResourceCard
from engine.resources.table import find_trick, trick_names, trick_table
from tests.conftest import SHARED


def trick(name: str) -> ResourceCard:
    card = find_trick(name)
    assert card is not None, name
    return card


def test_there_are_at_least_sixty_tricks_cyclers_and_foretell_cards() -> None:
    cards = trick_table()
    assert len({card.name for card in cards}) == len(cards)
    assert sum(bool(c.effects or c.cycling or c.foretell) for c in cards) >= 60
    assert sum(card.cycling is not None for card in cards) >= 20
    assert sum(card.foretell is not None for card in cards) >= 12
    assert sum(card.timing == "instant" and bool(card.effects) for card in cards) >= 60


def test_it_uses_the_vocabulary() -> None:
    used = Counter(
        effect.kind
        for card in trick_table()
        for effect in (*card.effects, *(card.cycling.effects if card.cycling else ()))
    )
    without = {EffectKind.LOSE, EffectKind.REMOVE_FROM_COMBAT, EffectKind.BECOME_UNBLOCKED}
    assert set(used) == set(EffectKind) - without


def test_the_three_cards_that_this_began_with() -> None:
    horta = trick("Horta")
    assert (horta.cost, horta.power, horta.toughness, horta.keywords) == (
        "{4}{R}{R}", 7, 6, ("trample",),
    )  # fmt: skip
    assert horta.cycling is not None
    assert (horta.cycling.cost, horta.cycling.kind) == ("{2}", "basic land")
    mammoth = trick("Battle Mammoth")
    assert (mammoth.cost, mammoth.foretell, mammoth.timing) == ("{3}{G}{G}", "{2}{G}{G}", "sorcery")
    (search,) = trick("Boldwyr Heavyweights").effects
    assert (search.kind, search.target, search.quality, search.onto, search.optional) == (
        EffectKind.SEARCH, "each opponent", "creature", "battlefield", True,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "cost", "cycling", "foretell"),
    [
        ("Giant Growth", "{G}", None, None),
        ("Dismember", "{1}{B/P}{B/P}", None, None),
        ("Volcanic Geyser", "{X}{R}{R}", None, None),
        ("Resounding Thunder", "{2}{R}", "{5}{B}{R}{G}", None),
        ("Primal Boost", "{2}{G}", "{2}{G}", None),
        ("Fiery Fall", "{5}{R}", "{1}{R}", None),
        ("Krosan Tusker", "{5}{G}{G}", "{2}{G}", None),
        ("Ash Barrens", None, "{1}", None),
        ("Demon Bolt", "{2}{R}", None, "{R}"),
        ("Iron Verdict", "{2}{W}", None, "{W}"),
        ("Mammoth Growth", "{2}{G}", None, "{G}"),
        ("Doomskar", "{3}{W}{W}", None, "{1}{W}{W}"),
    ],
)
def test_costs(name: str, cost: str | None, cycling: str | None, foretell: str | None) -> None:
    card = trick(name)
    assert card.cost == cost
    assert (card.cycling.cost if card.cycling else None) == cycling
    assert card.foretell == foretell


def test_creatures_are_as_the_list_says() -> None:
    path = SHARED / "creatures.csv"
    if not path.exists():
        pytest.skip("the list of creatures is not there")
    with path.open(encoding="utf-8", newline="") as file:
        listed = {row[0]: row[1:6] for row in csv.reader(file)}
    creatures = [card for card in trick_table() if card.is_creature]
    assert len(creatures) >= 10
    for card in creatures:
        cost, power, toughness, types, keywords = listed[card.name]
        assert (card.cost, card.power, card.toughness) == (cost, int(power), int(toughness))
        assert set(card.types) - {"creature"} == set(types.split())
        listed_keywords = {word for word in keywords.split(";") if word}
        assert set(card.keywords) - {"flash"} == listed_keywords - {"flash"}, card.name


def test_cards_of_both_tables_agree() -> None:
    both = [card for card in trick_table() if card.name.casefold() in card_table()]
    assert {"Horta", "Battle Mammoth", "Boldwyr Heavyweights"} <= {card.name for card in both}
    for card in both:
        printed = card_table()[card.name.casefold()]
        assert (card.cost, card.power, card.toughness, card.keywords, card.colors) == (
            printed.mana_cost, printed.power, printed.toughness, printed.keywords, printed.colors,
        )  # fmt: skip


def test_the_creatures_of_the_other_table_are_cards_too() -> None:
    bears = trick("grizzly  bears")
    assert (bears.name, bears.cost, bears.types, bears.timing) == (
        "Grizzly Bears", "{1}{G}", ("creature", "bear"), "sorcery",
    )  # fmt: skip
    assert trick("Gideon Jura").types[0] == "planeswalker"
    assert find_trick("no such card") is None
    assert {"Giant Growth", "Grizzly Bears"} <= set(trick_names())
