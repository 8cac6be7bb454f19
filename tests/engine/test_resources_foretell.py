"""Foretell, letter by letter (702.143, 116.2h)."""

from typing import Any

import pytest

from engine import Combat, read_combat
from engine.resources import HIDDEN, Use, Way, Window, check_uses, payment_of, possible_uses
from engine.resources.foretell import (
    FORETELL_COST,
    Mark,
    after_turn,
    foretold,
    make_foretold,
    marks,
    revealed,
    seen_by,
    was_foretold,
    why_not_foretold,
)
from engine.resources.table import find_trick
from engine.resources.uses import stack_of
from tests.conftest import attacker, blocker, board

BOLT = "Demon Bolt"  # {2}{R}, foretell {R}: 4 damage to a creature or planeswalker


def combat(**resources: Any) -> Combat:
    creatures = [attacker("x 4/4"), blocker("w 2/2", "x")]
    return read_combat(board(*creatures, resources=resources))


def use(way: Way, *targets: str, player: str = "A", card: int = 0) -> Use:
    return Use(player, card, way, Window.AFTER_BLOCKS, targets=targets)


def rules(given: Combat, *uses: Use) -> list[str]:
    return [violation.rule for violation in check_uses(given, uses)]


class Test1162hASpecialAction:
    def test_it_costs_two_whatever_the_foretell_cost_is(self) -> None:
        assert str(FORETELL_COST) == "{2}"
        given = combat(A={"mana": "{C}{C}", "hand": [BOLT]})
        assert rules(given, use(Way.FORETELL)) == []
        given = combat(A={"mana": "{R}", "hand": [BOLT]})
        assert rules(given, use(Way.FORETELL)) == ["601.2h"]

    def test_in_ones_own_turn_only(self) -> None:
        given = combat(B={"mana": "{C}{C}", "hand": [BOLT]})
        assert rules(given, use(Way.FORETELL, player="B")) == ["116.2h"]

    @pytest.mark.parametrize("window", list(Window))
    def test_whenever_one_has_priority_in_combat_too(self, window: Window) -> None:
        given = combat(A={"mana": "{C}{C}", "hand": [BOLT]})
        assert check_uses(given, [Use("A", 0, Way.FORETELL, window)]) == ()

    def test_a_card_in_somebody_elses_foretold_zone_cannot_be_of_this_turn(self) -> None:
        """B cannot have foretold anything in A's turn: the document is refused."""
        card = {"name": BOLT, "foretold_this_turn": True}
        with pytest.raises(ValueError, match=r"foretold_this_turn: .*own turn.*116\.2h"):
            combat(B={"foretold": [card]})


class Test702143aForetold:
    def test_the_card_goes_from_the_hand_to_exile(self) -> None:
        before = combat(A={"hand": ["Shock", BOLT]}).resources["A"]
        after = foretold(before, 1)
        assert [card.name for card in after.hand] == ["Shock"]
        assert [(c.name, c.foretold_this_turn) for c in after.foretold] == [(BOLT, True)]

    def test_only_a_card_with_foretell(self) -> None:
        given = combat(A={"mana": "{C}{C}", "hand": ["Shock"]})
        assert rules(given, use(Way.FORETELL)) == ["702.143a"]
        assert why_not_foretold(given, "A", given.resources["A"].hand[0]) is not None

    def test_it_is_not_cast_in_the_same_turn(self) -> None:
        card = {"name": BOLT, "foretold_this_turn": True}
        given = combat(A={"mana": "{R}", "foretold": [card]})
        assert possible_uses(given, "A", Window.AFTER_BLOCKS) == ()
        assert rules(given, use(Way.FORETOLD, "w")) == ["702.143a"]

    def test_once_the_turn_has_ended_it_is(self) -> None:
        resources = combat(A={"foretold": [{"name": BOLT, "foretold_this_turn": True}]})
        later = after_turn(resources.resources["A"])
        assert not later.foretold[0].foretold_this_turn

    def test_it_is_cast_for_its_foretell_cost_instead_of_its_mana_cost(self) -> None:
        given = combat(A={"mana": "{R}", "foretold": [BOLT], "hand": [BOLT]})
        assert rules(given, use(Way.FORETOLD, "w")) == []
        assert rules(given, use(Way.CAST, "w")) == ["601.2h"]
        payment = payment_of(given, "A", [use(Way.FORETOLD, "w")])
        assert payment is not None
        assert payment.costs[0].mana == (("R", 1),)

    @pytest.mark.parametrize("player", ["A", "B"])
    def test_an_instant_in_anybodys_turn(self, player: str) -> None:
        given = combat(**{player: {"mana": "{R}", "foretold": [BOLT]}})
        found = possible_uses(given, player, Window.AFTER_BLOCKS)
        assert [u.targets for u in found] == [("x",), ("w",)]

    def test_the_timing_is_its_own(self) -> None:
        """Foretelling makes no sorcery an instant, and gives no creature card flash."""
        cards = ["Doomskar", "Battle Mammoth", "Glorious Protector"]
        given = combat(B={"mana": {"W": 5, "G": 5}, "foretold": cards})
        found = possible_uses(given, "B", Window.AFTER_BLOCKS)
        assert [u.card for u in found] == [2]  # it has flash
        assert rules(given, use(Way.FORETOLD, player="B")) == ["307.1"]
        assert rules(given, use(Way.FORETOLD, player="B", card=1)) == ["302.1"]


class Test702143bNoStack:
    def test_foretelling_puts_nothing_on_the_stack(self) -> None:
        given = combat(A={"mana": "{C}{C}", "hand": [BOLT]})
        assert stack_of(given, use(Way.FORETELL)) == ()

    def test_casting_the_card_does(self) -> None:
        given = combat(A={"mana": "{R}", "foretold": [BOLT]})
        assert len(stack_of(given, use(Way.FORETOLD, "w"))) == 1


class Test702143cWhatWasForetold:
    def test_a_spell_that_was_a_foretold_card(self) -> None:
        assert was_foretold(Way.FORETOLD)
        assert not was_foretold(Way.CAST)


class Test702143dMadeForetold:
    def test_an_effect_gives_a_cost(self) -> None:
        """Giant Growth has no foretell; made foretold for {G}, it is cast for that."""
        growth = find_trick("Giant Growth")
        assert growth is not None
        empty = combat(A={"mana": "{G}"}).resources["A"]
        made = make_foretold(empty, growth, "{G}")
        assert (made.foretold[0].foretell, made.foretold[0].foretold_this_turn) == ("{G}", True)

    def test_in_a_document_the_cost_is_given_with_the_card(self) -> None:
        card = {"name": "Giant Growth", "foretell": "{0}"}
        given = combat(A={"foretold": [card]})
        assert rules(given, use(Way.FORETOLD, "x")) == []

    def test_without_a_cost_it_has_the_printed_one(self) -> None:
        bolt = find_trick(BOLT)
        assert bolt is not None
        assert make_foretold(combat(A={}).resources["A"], bolt).foretold[0].foretell == "{R}"


class Test702143eToldApart:
    def test_the_order_and_every_other_cost_are_known(self) -> None:
        cards = [BOLT, {"name": BOLT, "foretell": "{2}{R}"}, "Iron Verdict"]
        given = combat(A={"foretold": cards}).resources["A"]
        assert marks(given) == (Mark(1, None), Mark(2, "{2}{R}"), Mark(3, None))

    def test_a_card_that_is_foretold_is_the_last(self) -> None:
        given = combat(A={"foretold": ["Iron Verdict"], "hand": [BOLT]}).resources["A"]
        assert [card.name for card in foretold(given, 0).foretold] == ["Iron Verdict", BOLT]

    def test_two_alike_are_two_uses(self) -> None:
        given = combat(A={"mana": "{R}{R}", "foretold": [BOLT, BOLT]})
        both = [use(Way.FORETOLD, "x"), use(Way.FORETOLD, "w", card=1)]
        assert rules(given, *both) == []


GIVEN: Any = {"mana": "{R}", "hand": ["Shock"], "foretold": [BOLT], "library": ["Forest"]}


class TestWhatIsSeen:
    def test_the_owner_sees_all(self) -> None:
        given = combat(B=GIVEN)
        assert seen_by(given, "B") == given

    def test_others_see_that_they_are_there(self) -> None:
        seen = seen_by(combat(B=GIVEN), "A").resources["B"]
        assert (seen.hand, seen.foretold, seen.library) == ((HIDDEN,), (HIDDEN,), (HIDDEN,))

    def test_a_hidden_card_is_never_used(self) -> None:
        given = seen_by(combat(B=GIVEN), "A")
        assert possible_uses(given, "B", Window.AFTER_BLOCKS) == ()

    def test_702_143f_all_are_revealed_at_the_end(self) -> None:
        given = combat(A={"foretold": [BOLT]}, B={"foretold": ["Iron Verdict", BOLT]})
        shown = {who: [card.name for card in cards] for who, cards in revealed(given).items()}
        assert shown == {"A": [BOLT], "B": ["Iron Verdict", BOLT]}

    def test_702_143f_a_leaving_players_at_once(self) -> None:
        given = combat(A={"foretold": [BOLT]}, B={"foretold": ["Iron Verdict"]})
        assert set(revealed(given, left="B")) == {"B"}
