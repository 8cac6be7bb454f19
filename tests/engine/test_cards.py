"""The card table against the shared list of creatures, and the look-up of names."""

import csv
import os
import re
from collections import Counter
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from engine import read_combat
from engine.cards import Card, CardKind, card_table, closest_names, find_card
from engine.limits import LIMIT

SHARED = Path(os.environ.get("OVERRUN_SHARED", Path(__file__).resolve().parents[3] / "shared"))

PLAIN_KEYWORDS = {
    "trample",
    "trample over planeswalkers",
    "deathtouch",
    "first strike",
    "double strike",
    "lifelink",
    "infect",
    "wither",
    "indestructible",
    "banding",
    "flying",
    "reach",
    "menace",
    "vigilance",
    "haste",
    "defender",
    "fear",
    "intimidate",
    "shadow",
    "horsemanship",
    "skulk",
    "hexproof",
    "shroud",
    "flash",
    "ward {4}",
    "unblockable",
    "flanking",
}
# The shared list leaves these out, so a row's use of them is not compared with it.
NOT_IN_SHARED_KEYWORDS = {"hexproof", "shroud", "flash", "ward {4}", "unblockable", "flanking"}
# Well-known creatures that the shared list does not hold.
NOT_IN_SHARED_NAMES = {"Benalish Hero"}
# A colour indicator (204), and an ability that defines the colour (105.2).
COLORS_NOT_FROM_MANA_COST = {"Dryad Arbor": "G", "Transguild Courier": "WUBRG"}
CARD_TYPES = {"artifact", "enchantment", "land"}


def cards_of(kind: CardKind) -> list[Card]:
    return [card for card in card_table().values() if card.kind == kind]


def written_names() -> list[str]:
    text = resources.files("engine").joinpath("card_table.csv").read_text(encoding="utf-8")
    return [row["name"] for row in csv.DictReader(text.splitlines())]


def is_compared(keyword: str) -> bool:
    return keyword not in NOT_IN_SHARED_KEYWORDS and not keyword.startswith("protection from ")


@pytest.fixture(scope="module")
def shared_creatures() -> dict[str, dict[str, str]]:
    path = SHARED / "creatures.csv"
    if not path.is_file():
        pytest.skip(f"the shared list of creatures is not there: {path}")
    with path.open(encoding="utf-8", newline="") as file:
        return {row["name"]: row for row in csv.DictReader(file)}


def test_creatures_agree_with_the_shared_list(
    shared_creatures: dict[str, dict[str, str]],
) -> None:
    table = {}
    expected = {}
    for card in cards_of(CardKind.CREATURE):
        if card.name in NOT_IN_SHARED_NAMES:
            assert card.name not in shared_creatures
            continue
        assert card.name in shared_creatures
        row = shared_creatures[card.name]
        table[card.name] = (
            card.mana_cost,
            str(card.power),
            str(card.toughness),
            set(card.types) - CARD_TYPES,
            {keyword for keyword in card.keywords if is_compared(keyword)},
        )
        expected[card.name] = (
            row["mana_cost"],
            row["power"],
            row["toughness"],
            set(row["types"].split()),
            set(filter(None, row["keywords"].split(";"))),
        )
    assert table == expected
    assert len(table) >= 800


def test_size_of_the_table() -> None:
    counts = Counter(card.kind for card in card_table().values())
    assert counts[CardKind.CREATURE] >= 420
    assert counts[CardKind.PLANESWALKER] >= 40
    assert counts[CardKind.BATTLE] >= 15


def test_names_are_sorted_and_unique() -> None:
    names = written_names()
    assert names == sorted(names, key=str.casefold)
    assert len({name.casefold() for name in names}) == len(names)
    assert len(card_table()) == len(names)
    assert all(key == card.name.casefold() for key, card in card_table().items())


@pytest.mark.parametrize(
    ("name", "mana_cost", "power", "toughness", "colors", "types", "keywords"),
    [
        ("Horta", "{4}{R}{R}", 7, 6, "R", {"elemental"}, {"trample"}),
        ("Boldwyr Heavyweights", "{2}{R}{R}", 8, 8, "R", {"giant", "warrior"}, {"trample"}),
        ("Battle Mammoth", "{3}{G}{G}", 6, 5, "G", {"elephant"}, {"trample"}),
        ("Benalish Hero", "{W}", 1, 1, "W", {"human", "soldier"}, {"banding"}),
        (
            "Wurmcoil Engine",
            "{6}",
            6,
            6,
            "",
            {"artifact", "phyrexian", "wurm"},
            {"deathtouch", "lifelink"},
        ),
    ],
)
def test_printed_values_of_creatures(
    name: str,
    mana_cost: str,
    power: int,
    toughness: int,
    colors: str,
    types: set[str],
    keywords: set[str],
) -> None:
    card = find_card(name)
    assert card is not None
    assert card.kind == "creature"
    assert (card.mana_cost, card.power, card.toughness) == (mana_cost, power, toughness)
    assert card.colors == tuple(colors)
    assert set(card.types) == types
    assert set(card.keywords) == keywords


@pytest.mark.parametrize(
    ("name", "loyalty"),
    [
        ("Jace, the Mind Sculptor", 3),
        ("Gideon Jura", 6),
        ("Ugin, the Spirit Dragon", 7),
        ("Karn Liberated", 6),
    ],
)
def test_printed_loyalty_of_planeswalkers(name: str, loyalty: int) -> None:
    card = find_card(name)
    assert card is not None
    assert (card.kind, card.loyalty) == ("planeswalker", loyalty)


@pytest.mark.parametrize(
    ("name", "defense"),
    [("Invasion of Zendikar", 3), ("Invasion of Tarkir", 5), ("Invasion of Gobakhan", 3)],
)
def test_printed_defense_of_battles(name: str, defense: int) -> None:
    card = find_card(name)
    assert card is not None
    assert (card.kind, card.defense, card.types) == ("battle", defense, ("siege",))


def test_each_kind_has_its_numbers_and_no_others() -> None:
    expected = {
        "creature": (True, True, False, False),
        "planeswalker": (False, False, True, False),
        "battle": (False, False, False, True),
    }
    for card in card_table().values():
        numbers = (card.power, card.toughness, card.loyalty, card.defense)
        assert tuple(number is not None for number in numbers) == expected[card.kind], card.name


def test_mana_costs_are_well_formed() -> None:
    symbol = r"\{(X|C|\d+|[WUBRG]|[WUBRG]/[WUBRG]|2/[WUBRG]|[WUBRG]/P)\}"
    for card in card_table().values():
        assert re.fullmatch(f"({symbol})*", card.mana_cost), card.name


def test_colors_follow_from_mana_costs() -> None:
    for card in card_table().values():
        from_cost = "".join(color for color in "WUBRG" if color in card.mana_cost)
        expected = COLORS_NOT_FROM_MANA_COST.get(card.name, from_cost)
        assert "".join(card.colors) == expected, card.name


def test_keywords_are_in_the_vocabulary() -> None:
    parameter = re.compile(r"toxic [1-9]|protection from [a-z ]+")
    for card in card_table().values():
        assert len(set(card.keywords)) == len(card.keywords), card.name
        for keyword in card.keywords:
            assert keyword in PLAIN_KEYWORDS or parameter.fullmatch(keyword), card.name


def test_every_keyword_of_the_vocabulary_is_on_some_card() -> None:
    used = {keyword for card in card_table().values() for keyword in card.keywords}
    assert used >= PLAIN_KEYWORDS
    assert {"toxic 1", "protection from red"} <= used


def test_types_are_words_without_supertypes_or_kinds() -> None:
    excluded = {"legendary", "snow", "basic", "creature", "planeswalker", "battle"}
    for card in card_table().values():
        assert all(re.fullmatch(r"[a-z-]+", word) for word in card.types), card.name
        assert not excluded & set(card.types), card.name
        assert len(set(card.types)) == len(card.types), card.name


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("horta", "Horta"),
        ("  BOLDWYR \t heavyweights\n", "Boldwyr Heavyweights"),
        ("Thrasta, Tempest\u2019s Roar", "Thrasta, Tempest's Roar"),
        ("mons\u2018s goblin  raiders", "Mons's Goblin Raiders"),
    ],
)
def test_find_card_forgives(written: str, name: str) -> None:
    card = find_card(written)
    assert card is not None
    assert card.name == name


@pytest.mark.parametrize("written", ["", "   ", "Hort", "Boldwyr", "\ud800", "\0"])
def test_find_card_does_not_guess(written: str) -> None:
    assert find_card(written) is None


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Boldwyr Hevyweights", "Boldwyr Heavyweights"),
        ("hrta", "Horta"),
        ("grizly bear", "Grizzly Bears"),
        ("Jace the Mindsculptor", "Jace, the Mind Sculptor"),
    ],
)
def test_closest_names_starts_with_the_name_meant(written: str, name: str) -> None:
    names = closest_names(written)
    assert names[0] == name
    assert len(names) <= 3


def test_closest_names_among_choices() -> None:
    choices = ["giant", "bear", "bear", "goblin"]
    assert closest_names("baer", choices) == ("bear",)
    assert closest_names("gobln", iter(choices), limit=1) == ("goblin",)
    assert closest_names("bear", []) == ()
    assert closest_names("bear", choices, limit=0) == ()


@pytest.mark.parametrize(
    "written", ["", "   ", "?!", "\0", "\ud800", "e", "qqqqqqqq", "x" * 10_000]
)
def test_closest_names_of_nothing_similar(written: str) -> None:
    assert closest_names(written) == ()


@pytest.mark.parametrize(
    ("mana_cost", "value"),
    [
        ("", 0),
        ("{0}", 0),
        ("{12}", 12),
        ("{X}{1}{G}", 2),
        ("{X}{X}", 0),
        ("{2/W}{2/W}", 4),
        ("{G/P}{1}", 2),
        ("{G/W}{G/W}", 2),
        ("{G/U/P}", 1),
        ("{3}{C}", 4),
    ],
)
def test_mana_value_202_3(mana_cost: str, value: int) -> None:
    horta = find_card("Horta")
    assert horta is not None
    assert replace(horta, mana_cost=mana_cost).mana_value == value


def test_mana_value_of_cards() -> None:
    names = ["Horta", "Reaper King", "Dryad Arbor", "Hydroid Krasis", "Vault Skirge"]
    values = [card.mana_value for name in names if (card := find_card(name))]
    assert values == [6, 10, 0, 2, 2]


def test_card_is_frozen() -> None:
    horta = find_card("Horta")
    assert horta is not None
    with pytest.raises(AttributeError):
        horta.power = 8  # type: ignore[misc]


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("Rhox", "as_though_unblocked", True),
        ("Thorn Elemental", "as_though_unblocked", True),
        ("Lone Wolf", "as_though_unblocked", True),
        ("Pride of Lions", "as_though_unblocked", True),
        ("Butcher Orgg", "divides_among_defenders", True),
        ("Two-Headed Giant of Foriys", "max_blocks", 2),
        ("Two-Headed Dragon", "max_blocks", 2),
        ("Palace Guard", "max_blocks", LIMIT),
        ("Pathrazer of Ulamog", "min_blockers", 3),
        ("Phyrexian Colossus", "min_blockers", 3),
    ],
)
def test_what_a_text_says_of_combat_is_filled_in(name: str, key: str, value: object) -> None:
    (creature,) = read_combat(f"{name} -> B").groups
    assert getattr(creature, key) == value
