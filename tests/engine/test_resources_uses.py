"""Which uses of cards there are, and what is wrong with others (115, 117, 601, 702.11-21)."""

import random
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from engine import Combat, read_combat
from engine.resources import (
    Use,
    Way,
    Window,
    check_uses,
    parse_cost,
    payment_of,
    play_uses,
    possible_uses,
    resolve,
)
from engine.resources.scopes import read_scope
from engine.resources.targets import matches
from engine.resources.uses import cost_of
from engine.state import State
from tests.conftest import Document, attacker, blocker, board, creature, siege, walker

X = attacker("x 4/4")
W = blocker("w 2/2", "x")


def given(
    *creatures: Document, hand: Sequence[Any] = (), mana: Any = "{W}{U}{B}{R}{G}", **more: Any
) -> Combat:
    return read_combat(
        board(*creatures, resources={"A": {"mana": mana, "hand": list(hand)}}, **more)
    )


def use(*targets: str, card: int = 0, x: int = 0, way: Way = Way.CAST) -> Use:
    return Use("A", card, way, Window.AFTER_BLOCKS, x, targets)


def rules(combat: Combat, *uses: Use) -> list[str]:
    return [violation.rule for violation in check_uses(combat, uses)]


def targets(combat: Combat, window: Window = Window.AFTER_BLOCKS) -> list[tuple[str, ...]]:
    return [found.targets for found in possible_uses(combat, "A", window)]


def card(target: str, kind: str = "destroy", **more: Any) -> Document:
    effects = [{"kind": kind, "target": target}]
    return {"name": "Card", "cost": "{0}", "timing": "instant", "effects": effects} | more


class TestPossible:
    def test_cards_ways_and_targets_in_the_order_of_the_document(self) -> None:
        combat = given(X, W, hand=["Giant Growth", "Primal Boost"])
        found = [
            (u.card, u.way, u.targets) for u in possible_uses(combat, "A", Window.AFTER_BLOCKS)
        ]
        assert found == [
            (0, Way.CAST, ("x",)),
            (0, Way.CAST, ("w",)),
            (1, Way.CAST, ("x",)),
            (1, Way.CAST, ("w",)),
            (1, Way.CYCLE, ("x",)),
            (1, Way.CYCLE, ("w",)),
        ]

    def test_every_x_that_can_be_paid(self) -> None:
        combat = given(X, hand=["Volcanic Geyser"], mana={"R": 4, "C": 1})
        found = {(u.x, u.targets) for u in possible_uses(combat, "A", Window.AFTER_BLOCKS)}
        assert found == set(product(range(4), [("x",), ("A",), ("B",)]))  # {X}{R}{R} of five

    def test_what_cannot_be_paid_is_none(self) -> None:
        assert targets(given(X, hand=["Murder"], mana="{B}{R}{R}")) == []

    def test_a_player_without_resources_has_none(self) -> None:
        assert possible_uses(given(X, hand=["Shock"]), "B", Window.AFTER_BLOCKS) == ()

    def test_lands_and_sorceries_and_creatures_without_flash_are_none(self) -> None:
        combat = given(X, hand=["Forest", "Overrun", "Horta"], mana={"G": 9, "R": 1})
        found = possible_uses(combat, "A", Window.AFTER_BLOCKS)
        assert [(u.card, u.way) for u in found] == [(2, Way.CYCLE)]

    def test_up_to_four_targets(self) -> None:
        """Of three creatures: one way to take three, three each to take two and one, one none."""
        names = ["x", "w", "v"]
        combat = given(X, W, creature("B v 1/1"), hand=["Choking Tethers"], mana={"U": 4})
        found = [u for u in possible_uses(combat, "A", Window.AFTER_BLOCKS) if u.way is Way.CAST]
        sets = [tuple(n for n in u.targets if n) for u in found]
        assert len(sets) == len(set(sets)) == 8
        assert all(len(u.targets) == 4 for u in found)
        assert {n for one in sets for n in one} == set(names)

    def test_all_of_them_are_legal_and_no_others_are(self) -> None:
        """Against every use there could be: card, way, X and targets."""
        random_ = random.Random(3)
        names = ["Giant Growth", "Terror", "Smite", "Resounding Silence", "Death Wind", "Overrun"]
        legal = 0
        for _ in range(12):
            hand = random_.sample(names, 3)
            mana = {"any": random_.randint(1, 4), "C": 4}
            combat = given(X, attacker("y 1/1", colors=["B"]), W, hand=hand, mana=mana)
            found = set(possible_uses(combat, "A", Window.AFTER_BLOCKS))
            things = ["x", "y", "w", "A", "B", ""]
            for way, k, x in product((Way.CAST, Way.CYCLE), range(3), range(3)):
                for count in range(3):
                    for chosen in product(things, repeat=count):
                        one = use(*chosen, card=k, x=x, way=way)
                        if x and combat.resources["A"].hand[k].name != "Death Wind":
                            continue
                        right = check_uses(combat, [one]) == ()
                        listed = one in found or use(*chosen[::-1], card=k, x=x, way=way) in found
                        assert right == listed, one
                        legal += right
        assert legal > 100


class TestTargets:
    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("creature", "xyvwz"),
            ("attacking creature", "xy"),
            ("blocking creature", "w"),
            ("attacking or blocking creature", "xyw"),
            ("blocked creature", "x"),
            ("unblocked attacking creature", "y"),
            ("tapped creature", "xz"),
            ("untapped attacking creature", "y"),
            ("creature you control", "xyv"),
            ("creature you don't control", "wz"),
            ("creature an opponent controls", "wz"),
            ("creature with flying", "yw"),
            ("creature without flying", "xvz"),
            ("creature you don't control with flying", "w"),
            ("flying creature", "yw"),
            ("red creature", "x"),
            ("red or green creature", "xv"),
            ("nonred creature", "yvwz"),
            ("nonred nongreen creature", "ywz"),
            ("colorless creature", "ywz"),
            ("artifact creature", "w"),
            ("elf", None),
            ("elf creature", "v"),
            ("creature with power 4 or greater", "xz"),
            ("creature with toughness 1 or less", "y"),
            ("planeswalker", "j"),
            ("creature or planeswalker", "xyvwzj"),
            ("battle", "s"),
            ("permanent", "xyvwzjs"),
            ("permanent an opponent controls", "wzj"),
            ("player", "AB"),
            ("opponent", "B"),
            ("player or planeswalker", "ABj"),
            ("any", "xyvwzABjs"),
            ("each creature you control", "xyv"),
            ("you", "A"),
            ("each opponent", "B"),
            ("object w", "w"),
            ("two attacking creatures", "xy"),
            ("up to three creatures you control", "xyv"),
            ("target creature", None),
            ("creature with flaying", None),
            ("creature with power 4", None),
            ("", None),
            ("crea7ure", None),
        ],
    )
    def test_words(self, text: str, found: str | None) -> None:
        combat = read_combat(
            board(
                attacker("x 4/4", colors=["R"], tapped=True), attacker("y 1/1 flying"),
                creature("A v 2/2", colors=["G"], types=["elf"]),
                blocker("w 2/2 flying", "x", types=["artifact"]),
                creature("B z 5/5", tapped=True),
                planeswalkers=[walker("j", 3)], battles=[siege("s", 4)],
            )
        )  # fmt: skip
        if found is None:
            with pytest.raises(ValueError, match="cannot tell"):
                read_scope(text)
        else:
            names = matches(State.beginning(combat), read_scope(text), "A")
            assert sorted(names) == sorted(found)

    def test_702_11_hexproof_is_about_opponents(self) -> None:
        combat = given(attacker("x 4/4 hexproof"), blocker("w 2/2 hexproof", "x"),
                       hand=[card("creature")])  # fmt: skip
        assert targets(combat) == [("x",)]
        assert rules(combat, use("w")) == ["115.1"]

    def test_702_11d_hexproof_from_a_quality(self) -> None:
        red, blue = card("creature", colors=["R"]), card("creature", colors=["U"])
        own, other = attacker("x 4/4 hexproof from red"), blocker("w 2/2 hexproof from red", "x")
        assert targets(given(own, other, hand=[red])) == [("x",)]
        assert targets(given(own, other, hand=[blue])) == [("x",), ("w",)]

    def test_702_18_shroud_is_about_everybody(self) -> None:
        combat = given(attacker("x 4/4 shroud"), W, hand=[card("creature")])
        assert targets(combat) == [("w",)]

    def test_702_16_protection(self) -> None:
        red = card("creature", colors=["R"])
        combat = given(attacker("x 4/4 protection from red"), W, hand=[red])
        assert targets(combat) == [("w",)]
        assert targets(given(attacker("x 4/4 protection from blue"), W, hand=[red])) != [("w",)]

    def test_702_16_protection_from_instants_and_from_creatures(self) -> None:
        combat = given(attacker("x 4/4 protection from instants"), W, hand=[card("creature")])
        assert targets(combat) == [("w",)]
        combat = given(attacker("x 4/4 protection from creatures"), W, hand=[card("creature")])
        assert targets(combat) == [("x",), ("w",)]

    def test_what_is_not_targeted_is_not_protected(self) -> None:
        combat = given(attacker("x 4/4 hexproof, shroud"), hand=[card("each creature")])
        assert play_uses(combat, [use()]).creatures == {}

    def test_a_response_with_hexproof_makes_the_target_illegal(self) -> None:
        """608.2b: the spell does nothing to a target that has got hexproof meanwhile."""
        combat = read_combat(
            board(X, W, resources={
                "A": {"mana": "{B}{B}{B}", "hand": ["Murder"]},
                "B": {"mana": "{G}", "hand": ["Ranger's Guile"]},
            })
        )  # fmt: skip
        guile = Use("B", 0, Way.CAST, Window.AFTER_BLOCKS, targets=("w",))
        assert play_uses(combat, [guile, use("w")]).creatures["w"].toughness == 3

    def test_the_same_one_twice(self) -> None:
        combat = given(X, W, hand=[card("two creatures")])
        assert targets(combat) == [("x", "w")]
        assert rules(combat, use("x", "x")) == ["115.3"]

    def test_another(self) -> None:
        effects = [
            {"kind": "tap", "target": "creature"},
            {"kind": "untap", "target": "another creature"},
        ]
        combat = given(X, W, hand=[card("creature", effects=effects)])
        assert targets(combat) == [("x", "w"), ("w", "x")]

    def test_702_21_ward_is_paid_with_the_spell(self) -> None:
        tough = blocker("w 2/2 ward {2}", "x")
        assert targets(given(X, tough, hand=["Shock"], mana="{R}{R}")) == [("x",), ("A",), ("B",)]
        combat = given(X, tough, hand=["Shock"], mana="{R}{R}{R}")
        assert cost_of(combat, use("w")) == parse_cost("{2}{R}")
        assert rules(combat, use("w")) == []

    def test_702_21_ward_is_about_opponents(self) -> None:
        combat = given(attacker("x 4/4 ward {9}"), hand=["Shock"], mana="{R}")
        assert ("x",) in targets(combat)

    def test_702_21_ward_of_life(self) -> None:
        combat = given(X, blocker("w 2/2 ward—pay 3 life", "x"), hand=["Shock"], mana="{R}")
        payment = payment_of(combat, "A", [use("w")])
        assert payment is not None
        assert payment.life == 3

    def test_702_21_ward_that_no_mana_pays(self) -> None:
        combat = given(X, blocker("w 2/2 ward—discard a card", "x"), hand=["Shock"], mana="{R}")
        assert rules(combat, use("w")) == ["601.2h"]


class TestRefused:
    def test_601_2h_all_uses_are_paid_at_once(self) -> None:
        """Each alone is payable, both are not: only one source makes red."""
        combat = given(
            X, W, hand=["Shock", "Lightning Bolt", "Giant Growth"], mana=[["R", "G"], "G"]
        )
        assert rules(combat, use("w"), use("x", card=2)) == []
        assert rules(combat, use("w"), use("B", card=1)) == ["601.2h"]

    def test_what_was_used_before_is_paid_and_gone(self) -> None:
        combat = given(X, W, hand=["Shock", "Shock"], mana="{R}")
        before = Use("A", 0, Way.CAST, Window.BEFORE_BLOCKS, targets=("x",))
        assert rules(combat, use("x", card=1)) == []
        found = check_uses(combat, [use("x", card=1)], before=[before])
        assert [v.rule for v in found] == ["601.2h"]
        assert [v.rule for v in check_uses(combat, [use("x")], before=[before])] == ["601.2a"]

    def test_302_1_307_1_305_1_timing(self) -> None:
        cards = ["Horta", "Overrun", "Forest", {"name": "Null", "types": ["instant"], "colors": []}]
        combat = given(X, hand=cards, mana={"any": 9})
        assert [rules(combat, use(card=k)) for k in range(4)] == [
            ["302.1"],
            ["307.1"],
            ["305.1"],
            ["118.6"],
        ]

    def test_702_143a_without_a_foretell_cost(self) -> None:
        combat = given(X, hand=["Shock"])
        assert rules(combat, use("x", way=Way.FORETOLD)) == ["601.2a"]  # it is not foretold

    def test_601_2a_no_such_card(self) -> None:
        assert rules(given(X, hand=["Shock"]), use("x", card=3)) == ["601.2a"]
        assert rules(given(X, hand=["Shock"]), Use("B", 0, Way.CAST, Window.AFTER_BLOCKS)) == [
            "601.2a"
        ]

    def test_601_2c_the_number_of_targets(self) -> None:
        combat = given(X, hand=["Shock"])
        assert rules(combat, use()) == ["601.2c"]
        assert rules(combat, use("x", "B")) == ["601.2c"]

    def test_107_3_an_x_that_is_not_there(self) -> None:
        assert rules(given(X, hand=["Shock"]), use("x", x=2)) == ["107.3"]
        combat = given(X, hand=["Death Wind"], mana={"B": 3})
        assert rules(combat, use("x", x=2)) == []
        assert rules(combat, use("x", x=-1)) == ["107.3"]
        assert rules(combat, use("x", x=3)) == ["601.2h"]

    def test_601_3_at_the_cards_own_times(self) -> None:
        combat = given(X, hand=["Berserk"])
        for window, found in zip(Window, [[], [], ["601.3"]], strict=True):
            one = Use("A", 0, Way.CAST, window, targets=("x",))
            assert rules(combat, one) == found

    def test_601_2a_a_hidden_card(self) -> None:
        combat = given(X, hand=[{"hidden": True}])
        assert rules(combat, use("x")) == ["601.2a"]

    def test_each_fault_says_the_card_and_the_window(self) -> None:
        (found,) = check_uses(given(X, hand=["Overrun"]), [use()])
        assert (found.source, found.step) == ("Overrun", Window.AFTER_BLOCKS)
        assert "Overrun" in found.message

    def test_each_target_is_judged_after_the_uses_before(self) -> None:
        """Shock kills w, so Giant Growth has no legal target there any more."""
        combat = given(X, W, hand=["Shock", "Giant Growth"])
        assert rules(combat, use("w"), use("w", card=1)) == ["115.1"]
        assert rules(combat, use("w", card=1), use("w")) == []


class TestLifeAsACost:
    """Dismember, {1}{B/P}{B/P}: -5/-5."""

    def test_107_4f_each_amount_of_life_is_a_use_of_its_own(self) -> None:
        combat = given(X, hand=["Dismember"], mana="{B}{B}{C}")
        found = possible_uses(combat, "A", Window.AFTER_BLOCKS)
        assert [(u.life, u.targets) for u in found] == [(n, ("x",)) for n in (0, 2, 4)]
        poor = given(X, hand=["Dismember"], mana="{C}")
        assert [u.life for u in possible_uses(poor, "A", Window.AFTER_BLOCKS)] == [4]

    def test_107_4f_the_life_is_lost(self) -> None:
        combat = given(X, hand=["Dismember"], mana="{B}{C}")
        one = Use("A", 0, Way.CAST, Window.AFTER_BLOCKS, targets=("x",), life=2)
        assert check_uses(combat, [one]) == ()
        payment = payment_of(combat, "A", [one])
        assert payment is not None
        assert (payment.costs[0].mana, payment.life) == ((("B", 1), ("C", 1)), 2)
        after = play_uses(combat, [one])
        assert (after.players["A"].life, set(after.creatures)) == (18, set())

    def test_107_4f_no_more_than_the_symbols(self) -> None:
        combat = given(X, hand=["Dismember"], mana={"B": 9})
        for life in (1, 6, -2):
            one = Use("A", 0, Way.CAST, Window.AFTER_BLOCKS, targets=("x",), life=life)
            assert rules(combat, one) == ["107.4f"]

    def test_119_4_no_more_than_there_is(self) -> None:
        players = {"A": {"life": 3}, "B": {"life": 20}}
        combat = given(X, hand=["Dismember"], mana={"B": 9}, players=players)
        assert [u.life for u in possible_uses(combat, "A", Window.AFTER_BLOCKS)] == [0, 2]
        one = Use("A", 0, Way.CAST, Window.AFTER_BLOCKS, targets=("x",), life=4)
        assert "119.4" in rules(combat, one)

    def test_704_5a_the_last_life_may_be_paid_and_ends_the_game(self) -> None:
        players = {"A": {"life": 2}, "B": {"life": 20}}
        combat = given(X, hand=["Dismember"], mana={"B": 9}, players=players)
        one = Use("A", 0, Way.CAST, Window.AFTER_BLOCKS, targets=("x",), life=2)
        state = resolve(State.beginning(combat), [one])
        assert (state.lost, state.died) == (frozenset("A"), frozenset())

    def test_702_21_life_for_ward_is_lost(self) -> None:
        combat = given(X, blocker("w 2/2 ward—pay 3 life", "x"), hand=["Shock"], mana="{R}")
        assert play_uses(combat, [use("w")]).players["A"].life == 17
