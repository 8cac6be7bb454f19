"""Searching, letter by letter (701.23)."""

from typing import Any

import pytest

from engine import Combat, read_combat
from engine.resources import ResourceCard
from engine.resources.search import (
    Search,
    Searched,
    fetch,
    fetches,
    findings,
    has,
    in_turn_order,
    looked_at,
    revealed,
    searched,
)
from tests.conftest import attacker, blocker, board

LIBRARY = ["Forest", "Grizzly Bears", "Shock", "Horta", "Forest"]


def combat(players: str = "AB", **resources: Any) -> Combat:
    creatures = [attacker("x 4/4"), blocker("w 2/2", "x")]
    return read_combat(board(*creatures, players=players, resources=resources))


def cards(*names: Any) -> tuple[ResourceCard, ...]:
    return combat(A={"library": list(names)}).resources["A"].library


class Test70123aLookAtAllAndFind:
    def test_the_whole_zone_is_looked_at(self) -> None:
        assert looked_at(cards(*LIBRARY), Search("creature")) == (0, 1, 2, 3, 4)

    def test_what_is_found_matches(self) -> None:
        assert findings(cards(*LIBRARY), Search("creature")) == ((1,), (3,), ())

    @pytest.mark.parametrize(
        ("quality", "found"),
        [
            ("basic land", {0, 4}),
            ("forest", {0, 4}),
            ("instant", {2}),
            ("red creature", {3}),
            ("noncreature", {0, 2, 4}),
            ("instant or land", {0, 2, 4}),
            ("creature with power 2 or less", {1}),
            ("creature with toughness 6 or greater", {3}),
            ("card with mana value 1 or less", {0, 2, 4}),
        ],
    )
    def test_qualities(self, quality: str, found: set[int]) -> None:
        assert {k for k, card in enumerate(cards(*LIBRARY)) if has(card, quality)} == found


class Test70123bAStatedQualityInAHiddenZoneMayNotBeFound:
    def test_none_or_some_may_be_found(self) -> None:
        assert findings(cards(*LIBRARY), Search("creature", 2)) == ((1, 3), (1,), (3,), ())

    def test_in_a_public_zone_it_must_be(self) -> None:
        search = Search("creature", zone="graveyard")
        assert findings(cards(*LIBRARY), search) == ((1,), (3,))
        assert findings(cards("Forest"), search) == ((),)


class Test70123cAnUndefinedQuality:
    def test_finds_nothing(self) -> None:
        search = Search("creature", undefined=True)
        assert findings(cards(*LIBRARY), search) == ((),)
        assert looked_at(cards(*LIBRARY), search) == (0, 1, 2, 3, 4)  # but is searched


class Test70123dABareQuantity:
    def test_must_be_found(self) -> None:
        assert findings(cards("Forest", "Shock"), Search()) == ((0,), (1,))

    def test_as_many_as_there_are(self) -> None:
        assert findings(cards("Forest", "Shock"), Search(quantity=3)) == ((0, 1),)
        assert findings((), Search()) == ((),)


class Test70123eRevealedOnlyIfTold:
    def test_not_by_itself(self) -> None:
        assert revealed((1,), Search("creature")) == ()

    def test_if_told(self) -> None:
        assert revealed((1,), Search("creature", reveal=True)) == (1,)


class Test70123fAPartOfAZone:
    def test_only_that_part_is_searched(self) -> None:
        search = Search("creature", top=2)
        assert looked_at(cards(*LIBRARY), search) == (0, 1)
        assert findings(cards(*LIBRARY), search) == ((1,), ())

    def test_it_is_a_search_of_the_library_that_is_shuffled(self) -> None:
        assert searched([Search("creature", top=4)]) == Searched(times=1, shuffles=True)

    def test_more_than_there_is(self) -> None:
        assert looked_at(cards("Forest"), Search(top=4)) == (0,)


BRING = {
    "name": "Bring",
    "cost": "{1}",
    "timing": "sorcery",
    "effects": [{"kind": "search", "target": "each player", "onto": "battlefield"}],
}


class Test70123gSearchingThoughTheRestIsImpossible:
    def test_an_instant_may_be_found_and_stays_where_it_is(self) -> None:
        """A card is put onto the battlefield, but the only one is an instant (400.4a)."""
        given = combat(A={"hand": [BRING], "library": ["Shock"]}, B={})
        effect = given.resources["A"].hand[0].effects[0]
        assert fetches(given, "A", effect) == (("A", (0,)), ("B", (None,)))
        after = fetch(given, {"A": 0, "B": None})
        assert [card.name for card in after.resources["A"].library] == ["Shock"]
        assert set(after.creatures) == {"x", "w"}


class Test70123hSeveralSearchesBeforeOneShuffle:
    def test_count_as_one(self) -> None:
        twice = [Search("forest"), Search("creature")]
        assert searched(twice) == Searched(times=1, shuffles=True)

    def test_another_zone_is_no_search_of_the_library(self) -> None:
        assert searched([Search("forest", zone="graveyard")]) == Searched(0, shuffles=False)


class Test70123iSeveralPlayersSearchAtTheSameTime:
    def test_they_choose_in_turn_order(self) -> None:
        given = combat("CABD")  # C, A, B, D; A is active
        assert in_turn_order(given, ["B", "C", "D", "A"]) == ("A", "B", "D", "C")

    def test_each_from_their_own_library(self) -> None:
        given = combat("CAB", A={"hand": [BRING]}, B={"library": ["Forest"]}, C={"library": []})
        effect = given.resources["A"].hand[0].effects[0]
        assert fetches(given, "A", effect) == (("A", (None,)), ("B", (0,)), ("C", (None,)))


class Test70123jFromOutsideTheGame:
    def test_a_card_that_the_player_owns_there(self) -> None:
        given = combat(A={"outside": ["Horta", "Shock"], "library": ["Grizzly Bears"]})
        found = findings(given.resources["A"].outside, Search("creature", zone="outside"))
        assert found == ((0,), ())

    def test_none_need_be_chosen(self) -> None:
        assert () in findings(cards("Horta"), Search(zone="outside"))


class TestBoldwyrHeavyweights:
    """Each opponent may search for a creature card and put it onto the battlefield."""

    def given(self) -> Combat:
        return combat(
            "ABC",
            A={"hand": ["Boldwyr Heavyweights"], "library": ["Horta"]},
            B={"library": ["Forest", "Grizzly Bears", "Horta"]},
            C={"library": ["Shock"]},
        )

    def test_each_opponent_in_turn_order_a_creature_or_nothing(self) -> None:
        given = self.given()
        effect = given.resources["A"].hand[0].effects[0]
        assert fetches(given, "A", effect) == (("B", (1, 2, None)), ("C", (None,)))

    def test_it_enters_under_that_players_control_and_has_left_the_library(self) -> None:
        after = fetch(self.given(), {"B": 2, "C": None})
        horta = after.creatures["horta"]
        assert (horta.controller, horta.power, horta.toughness) == ("B", 7, 6)
        assert (horta.keywords, horta.value) == (("trample",), 6)
        assert (horta.attacks, horta.blocking, horta.summoning_sick) == (False, (), True)
        assert [card.name for card in after.resources["B"].library] == ["Forest", "Grizzly Bears"]
        assert after.creatures["x"].attacks

    def test_two_at_once(self) -> None:
        given = combat("ABC", B={"library": ["Horta"]}, C={"library": ["Horta"]})
        after = fetch(given, {"C": 0, "B": 0})
        owners = {name: after.creatures[name].controller for name in ("horta", "horta 2")}
        assert owners == {"horta": "B", "horta 2": "C"}

    def test_nobody_finds_anything(self) -> None:
        given = self.given()
        assert fetch(given, {"B": None, "C": None}) == given
