"""Which keywords the game has (702), and what is read out of them."""

import pytest

from engine import read_combat
from engine.keywords import Keyword, is_keyword, known_keywords, toxic_value
from engine.objects import Creature
from tests.conftest import board, creature

CONTRACT = """trample;trample over planeswalkers;deathtouch;first strike;double strike;lifelink;
infect;wither;toxic 2;indestructible;banding;flying;reach;menace;vigilance;haste;defender;fear;
intimidate;shadow;horsemanship;skulk;unblockable;protection from red"""


def make(*keywords: str) -> Creature:
    return Creature("x", "A", 1, 1, 1, keywords=keywords)


@pytest.mark.parametrize("text", [text.strip() for text in CONTRACT.split(";")])
def test_keywords_of_the_contract(text: str) -> None:
    assert is_keyword(text)
    combat = read_combat(board(creature(f"A x 1/1 {text}")))
    assert combat.creatures["x"].keywords == (text,)


@pytest.mark.parametrize("keyword", Keyword)
def test_every_member_is_a_keyword_that_a_creature_may_have(keyword: Keyword) -> None:
    assert is_keyword(keyword.value)
    assert make(keyword.value).has(keyword)
    assert not make("prowess").has(keyword)


@pytest.mark.parametrize(
    "text",
    ["bushido 2", "ward {2}", "ward—pay 3 life", "islandwalk", "protection from everything",
     "cycling {1}{g}", "prowess", "annihilator 4", "umbra armor", "hexproof from black"],
)  # fmt: skip
def test_702_keywords_that_do_not_bear_on_damage_are_known(text: str) -> None:
    assert is_keyword(text)


@pytest.mark.parametrize(
    "text",
    ["", " ", "Trample", "TRAMPLE", "trample ", " trample", "tramples", "first-strike", "toxic",
     "toxic x", "toxic -1", "toxic 1.5", "toxic  1", "toxic 1 1", "protection from", "bushido",
     "deathtouch 2", "banding with others"],
)  # fmt: skip
def test_702_what_the_game_does_not_have(text: str) -> None:
    assert not is_keyword(text)


def test_702_19_both_kinds_of_trample() -> None:
    assert make("trample").tramples
    assert make("trample over planeswalkers").tramples
    assert not make("flying").tramples


@pytest.mark.parametrize(
    ("text", "value"),
    [("toxic 1", 1), ("toxic 12", 12), ("toxic 0", 0), ("toxic", None), ("infect", None)],
)
def test_702_164_value_of_toxic(text: str, value: int | None) -> None:
    assert toxic_value(text) == value


def test_702_164b_the_total_toxic_value_is_the_sum() -> None:
    assert make("toxic 1", "infect", "toxic 1", "toxic 3").toxic == 5
    assert make("infect").toxic == 0


@pytest.mark.parametrize(
    ("keywords", "steps"),
    [
        ((), (False, True)),
        (("first strike",), (True, False)),
        (("double strike",), (True, True)),
        (("first strike", "double strike"), (True, True)),
    ],
)
def test_510_4_who_strikes_when(keywords: tuple[str, ...], steps: tuple[bool, bool]) -> None:
    assert (make(*keywords).strikes_first, make(*keywords).strikes_last) == steps


def test_120_3d_who_deals_counters() -> None:
    assert make("wither").deals_counters
    assert make("infect").deals_counters
    assert not make("toxic 2").deals_counters


def test_names_to_suggest_are_names_of_keywords() -> None:
    names = known_keywords()
    assert {"trample", "toxic", "bushido"} <= names
    assert all(is_keyword(name) or is_keyword(f"{name} 1") for name in names)
