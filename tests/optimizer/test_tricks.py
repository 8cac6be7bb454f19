"""`solve_tricks`: each kind of effect, windows, payment, answers; values worked out by hand."""

from typing import Any

import pytest

from engine import DocumentError, read_combat
from optimizer import Tricks, solve_attack, solve_blocks, solve_damage, solve_tricks
from tests.conftest import Document, attacker, blocker, board, creature, walker

DAMAGE = ["max player_damage"]


def card(cost: str, *effects: Document, **more: Any) -> Document:
    """Return an instant with these effects."""
    return {"name": "Trick", "cost": cost, "timing": "instant", "effects": list(effects)} | more


def effect(kind: str, target: str | None = "creature", **more: Any) -> Document:
    return {"kind": kind} | ({} if target is None else {"target": target}) | more


def with_hand(document: Document, *cards: Any, mana: Any = 9, player: str = "A") -> Document:
    own = {"mana": {"any": mana} if isinstance(mana, int) else mana, "hand": list(cards)}
    return document | {"resources": {**document.get("resources", {}), player: own}}


def solve(document: Document, *objectives: str, **more: Any) -> Tricks:
    return solve_tricks(read_combat(document), objectives or DAMAGE, **more)


def said(found: Tricks) -> list[tuple[str, ...]]:
    """Return what is used: the player, the card, the window, the targets."""
    return [(u.use.player, u.name, u.use.window.value, *u.use.targets) for u in found.uses]


BLOCKED = board(attacker("giant 4/4 trample"), blocker("wall 1/5", "giant"))
"""One point less than lethal damage to the wall."""


class TestEffects:
    @pytest.mark.parametrize(
        ("trick", "damage"),
        [
            (effect("pump", power=3, toughness=3), 2),  # 7 - 5
            (effect("pump", power=-1, toughness=-2), 1),  # the wall has toughness 3
            (effect("double_power"), 3),  # 8 - 5
            (effect("gain", keywords=["double strike"]), 3),  # 4 marked, then 1 more of 4
            (effect("gain", keywords=["deathtouch"]), 3),  # 1 is lethal (702.2c)
            (effect("damage", "any", amount=2), 1),
            (effect("destroy"), 4),  # no blocker is left, it tramples (702.19d)
            (effect("exile"), 4),
            (effect("return"), 4),
            (effect("remove_from_combat"), 4),
            (effect("become_unblocked", "attacking creature"), 4),
        ],
    )
    def test_what_goes_through(self, trick: Document, damage: int) -> None:
        found = solve(with_hand(BLOCKED, card("{1}", trick)))
        assert (found.status, found.values) == ("optimal", (damage,))
        assert len(found.uses) == 1

    def test_losing_a_keyword(self) -> None:
        document = board(attacker("bear 2/2"), blocker("rat 1/1 first strike, deathtouch", "bear"))
        trick = card("{1}", effect("lose", keywords=["first strike"]))
        assert solve(with_hand(document, trick), "max kills").values == (1,)
        assert solve(document, "max kills").values == (0,)

    def test_indestructible_saves(self) -> None:
        document = board(attacker("bear 2/2"), blocker("giant 5/5", "bear"))
        trick = card("{1}", effect("gain", keywords=["indestructible"]))
        assert solve(with_hand(document, trick), "min own_losses").values == (0,)

    def test_regeneration_takes_out_of_combat_but_saves(self) -> None:
        document = board(attacker("bear 2/2"), blocker("giant 5/5", "bear"))
        trick = card("{1}", effect("regenerate"))
        assert solve(with_hand(document, trick), "min own_losses").values == (0,)

    def test_prevention_saves(self) -> None:
        document = board(attacker("bear 2/2"), blocker("ogre 3/3", "bear"))
        saved = with_hand(document, card("{1}", effect("prevent", amount=2)))
        assert solve(saved, "min own_losses").values == (0,)  # 1 of 3 is dealt
        lost = with_hand(document, card("{1}", effect("prevent", amount=1)))
        assert solve(lost, "min own_losses").values == (1,)

    def test_the_defending_side_taps_nothing_out_of_combat(self) -> None:
        trick = card("{1}", effect("tap"))
        found = solve(with_hand(BLOCKED, trick, player="B"), side="B")
        assert (found.values, said(found)) == ((0,), [])  # 506.4: it goes on attacking

    def test_a_fog(self) -> None:
        document = board(attacker("giant 4/4"), attacker("bear 2/2"))
        found = solve(with_hand(document, card("{1}", effect("fog", None)), player="B"), side="B")
        assert found.values == (0,)

    def test_becoming_blocked(self) -> None:
        document = board(attacker("giant 4/4"), attacker("bear 2/2"))
        trick = card("{1}", effect("become_blocked", "unblocked attacking creature"))
        found = solve(with_hand(document, trick, player="B"), side="B")
        assert (found.values, said(found)) == (
            (2,),
            [("B", "Trick", "after_blocks", "giant")],
        )

    def test_a_creature_that_enters_attacking(self) -> None:
        new = {"name": "Soldier", "power": 2, "toughness": 1}
        trick = card("{1}", effect("enter", None, creature=new, attacking=True))
        document = board(attacker("bear 2/2"), blocker("wall 0/4", "bear"))
        assert solve(with_hand(document, trick)).values == (2,)

    def test_each_creature_you_control(self) -> None:
        document = board(attacker("a 1/1"), attacker("b 1/1"), creature("A c 1/1"))
        trick = card("{1}", effect("pump", "each creature you control", power=2, toughness=0))
        assert solve(with_hand(document, trick)).values == (6,)

    def test_damage_to_a_player_counts_for_who_loses_but_is_no_combat_damage(self) -> None:
        players = {"A": {"life": 20}, "B": {"life": 5}}
        document = board(attacker("ogre 3/3"), players=players)
        bolt = with_hand(document, card("{X}{R}", effect("damage", "any", amount="X")), mana=3)
        found = solve(bolt, "max lethal", "max player_damage")
        assert found.values == (1, 3)
        assert [(u.use.x, u.use.targets) for u in found.uses] == [(2, ("B",))]
        assert sum(count for _, count in found.uses[0].paid.mana) == 3
        assert solve(document, "max lethal").values == (0,)

    def test_a_loyalty(self) -> None:
        document = board(attacker("bear 2/2", "jace"), planeswalkers=[walker("jace", 4)])
        trick = card("{1}", effect("damage", "creature or planeswalker", amount=2))
        found = solve(with_hand(document, trick), "max planeswalkers_killed")
        assert found.values == (1,)


class TestWhatIsUsed:
    def test_what_a_trick_kills_is_a_kill(self) -> None:
        document = board(attacker("bear 2/2"), creature("B elf 1/1"), creature("B ogre 3/3"))
        found = solve(
            with_hand(document, card("{1}", effect("destroy"))), "max kills", "max kill_value"
        )
        assert found.values == (1, 6)
        assert found.to_document()["result"]["destroyed"] == ["ogre"]  # type: ignore[index]

    def test_the_order_of_two_uses_matters(self) -> None:
        pump = card("{1}", effect("pump", power=2, toughness=0), name="Pump")
        double = card("{1}", effect("double_power"), name="Double")
        document = board(attacker("ogre 3/3"), attacker("bear 1/1"))
        found = solve(with_hand(document, double, pump))
        assert found.values == (11,)  # (3 + 2) * 2 + 1
        assert [u.name for u in found.uses] == ["Pump", "Double"]

    def test_no_more_than_the_mana_pays_for(self) -> None:
        green = card("{G}{G}", effect("pump", power=3, toughness=3), name="Green")
        red = card("{1}{R}", effect("pump", power=2, toughness=0), name="Red")
        document = board(attacker("bear 2/2"))
        both = with_hand(document, green, red, mana={"G": 3, "R": 1})
        assert solve(both).values == (7,)
        one = with_hand(document, green, red, mana={"G": 2, "R": 1})
        assert solve(one).values == (5,)
        assert solve(with_hand(document, green, red, mana={"R": 2})).values == (4,)

    def test_a_card_is_cycled_or_cast(self) -> None:
        pump = [effect("pump", power=1, toughness=1)]
        cycler = card("{1}", effect("pump", power=2, toughness=2), name="Cycler")
        cycler |= {"cycling": {"cost": "{2}", "effects": pump}}
        document = board(attacker("bear 2/2"))
        found = solve(with_hand(document, cycler, mana=3))
        assert (found.values, [u.use.way for u in found.uses]) == ((4,), ["cast"])
        found = solve(with_hand(document, cycler | {"cost": "{9}"}, mana=3))
        assert (found.values, [u.use.way for u in found.uses]) == ((3,), ["cycle"])

    def test_702_143a_a_foretold_card_is_cast_for_its_foretell_cost(self) -> None:
        document = board(attacker("giant 5/5"))
        own = {"mana": {"B": 1, "any": 1}, "foretold": ["Poison the Cup"]}
        found = solve(document | {"resources": {"B": own}}, side="B")
        assert (found.values, said(found)) == (
            (0,),
            [("B", "Poison the Cup", "after_blocks", "giant")],
        )

    def test_702_143a_a_card_foretold_this_turn_is_not_cast_in_it(self) -> None:
        document = board(attacker("giant 5/5"), creature("B elf 1/1"))
        for is_fresh, kills in ((False, 1), (True, 0)):
            cup = {"name": "Poison the Cup", "foretold_this_turn": is_fresh}
            own = {"mana": {"B": 2}, "foretold": [cup]}
            assert solve(document | {"resources": {"A": own}}, "max kills").values == (kills,)

    def test_of_what_is_worth_the_same_the_fewest_cards_are_used(self) -> None:
        document = board(attacker("bear 2/2 flying"), creature("B elf 1/1"))
        found = solve(with_hand(document, card("{1}", effect("gain", keywords=["trample"]))))
        assert found.uses == ()

    def test_between_the_steps(self) -> None:
        """A pump after the first strike damage has been dealt; before, it would be pinged away."""
        document = board(
            attacker("knight 2/2 double strike"), blocker("bear 2/3", "knight"), players="AB"
        )
        trick = card("{1}", effect("gain", keywords=["trample"]))
        # 2 marked, 1 more is lethal in the second step: 1 goes through.
        found = solve(with_hand(document, trick))
        assert found.values == (1,)
        late = card("{1}", effect("gain", keywords=["trample"]), windows=["between_steps"])
        found = solve(with_hand(document, late))
        assert (found.values, [u.use.window for u in found.uses]) == ((1,), ["between_steps"])

    def test_the_answer_to_the_first_step_waits_for_it(self) -> None:
        """Two strike first; the defender kills the one that has sent less to the player."""
        document = board(attacker("x 2/2 double strike"), attacker("y 3/3 double strike"))
        found = solve(with_hand(document, card("{1}", effect("destroy")), player="B"), side="B")
        assert found.values == (4,)  # y never strikes


class TestWishes:
    def test_a_wish_is_met_by_a_trick(self) -> None:
        document = board(attacker("bear 2/2"), blocker("ogre 3/3", "bear"))
        hand = with_hand(document, card("{1}", effect("pump", power=2, toughness=2)))
        found = solve(hand, wishes=["survives(bear)", "destroys(ogre)"])
        assert (found.status, said(found)[0][3:]) == ("optimal", ("bear",))
        assert solve(document, wishes=["survives(bear)"]).status == "infeasible"

    def test_what_died_before_damage_meets_a_wish(self) -> None:
        document = board(attacker("bear 2/2"), creature("B elf 1/1"))
        hand = with_hand(document, card("{1}", effect("destroy")))
        assert solve(hand, wishes=["destroys(elf)", "kills >= 1"]).status == "optimal"
        exile = with_hand(document, card("{1}", effect("exile")))
        assert solve(exile, wishes=["destroys(elf)"]).status == "infeasible"

    def test_the_defending_side_wishes(self) -> None:
        document = board(attacker("bear 2/2"), blocker("elf 1/1", "bear"))
        saving = card("{1}", effect("prevent", amount=2))
        found = solve(with_hand(document, saving, player="B"), side="B", wishes=["survives(elf)"])
        assert (found.status, said(found)[0][3:]) == ("optimal", ("elf",))
        found = solve(document, side="B", wishes=["survives(elf)"])
        assert found.status == "infeasible"


class TestTheOtherSide:
    DOCUMENT = with_hand(
        with_hand(
            board(attacker("giant 5/5"), attacker("bear 2/2")),
            card("{1}", effect("pump", power=4, toughness=4), name="Growth"),
        ),
        card("{1}", effect("destroy"), name="Murder"),
        player="B",
    )

    def test_it_does_nothing(self) -> None:
        assert solve(self.DOCUMENT).values == (11,)

    def test_it_answers_in_response(self) -> None:
        """Whatever is pumped dies with the pump on the stack; else the giant dies."""
        found = solve(self.DOCUMENT, opponent="best")
        # On the bear: it dies in response, 5; or the giant dies, 2 + 4 = 6. On the giant: 2.
        assert found.values == (5,)
        assert [line[1:] for line in said(found)] == [
            ("Murder", "after_blocks", "bear"),
            ("Growth", "after_blocks", "bear"),
        ]

    def test_a_hidden_card_is_no_card(self) -> None:
        hidden = {"mana": {"any": 9}, "hand": [{"hidden": True}]}
        document = self.DOCUMENT | {"resources": {**self.DOCUMENT["resources"], "B": hidden}}
        assert solve(document, opponent="best").values == (11,)

    def test_what_they_may_have_foretold(self) -> None:
        """Poison the Cup, foretold, is cast for {1}{B} and destroys the giant."""
        bare = board(attacker("giant 5/5"), attacker("bear 2/2"))
        found = solve(bare, against="foretold=1,mana=2")
        assert found.values == (2,)
        found = solve(bare, against="foretold=2,mana=1")  # {U} returns one of them
        assert found.values == (2,)
        assert solve(bare, against="foretold=2,mana=0").values == (7,)

    def test_what_they_may_have_in_hand(self) -> None:
        bare = board(attacker("giant 5/5"), attacker("bear 2/2"))
        assert solve(bare, against="hand=1,mana=1").values == (0,)  # Fog

    @pytest.mark.parametrize("text", ["", "foretold", "cards=2", "mana=1,mana=2", "mana=-1"])
    def test_what_cannot_be_read(self, text: str) -> None:
        with pytest.raises(DocumentError, match="against"):
            solve(self.DOCUMENT, against=text)

    def test_several_opponents(self) -> None:
        document = board(attacker("giant 5/5"), players="ABC")
        with pytest.raises(DocumentError, match="several opponents"):
            solve(document, against="hand=1,mana=1")

    def test_no_such_player(self) -> None:
        with pytest.raises(DocumentError, match="there is no player 'C'"):
            solve(self.DOCUMENT, side="C")


class TestDeadline:
    def test_without_any_time(self) -> None:
        document = with_hand(BLOCKED, card("{1}", effect("pump", power=3, toughness=3)))
        found = solve(document, deadline=0.0)
        assert found.status == "feasible"
        assert found.values[0] <= 2 <= found.bounds[0]

    def test_the_defending_side_without_any_time(self) -> None:
        document = with_hand(BLOCKED, card("{1}", effect("destroy")), player="B")
        found = solve(document, side="B", deadline=0.0)
        assert found.status == "feasible"
        assert found.bounds[0] <= 0 <= found.values[0]

    def test_against_answers_without_any_time(self) -> None:
        found = solve(TestTheOtherSide.DOCUMENT, opponent="best", deadline=0.0)
        assert found.status == "feasible"
        assert found.bounds[0] >= 5


class TestBeforeBlocks:
    DOCUMENT = board(
        attacker("giant 4/4"), attacker("bear 2/2"), creature("B wall 1/5"), creature("B elf 1/1")
    )

    def test_a_blocker_is_killed_before_it_blocks(self) -> None:
        """The elf would block the bear; without it, the wall stops the giant."""
        shock = card("{R}", effect("damage", "any", amount=2))
        found = solve(with_hand(self.DOCUMENT, shock), before_blocks=True)
        assert found.values == (2,)
        assert said(found) == [("A", "Trick", "before_blocks", "elf")]
        assert found.blocks == {"wall": ("giant",)}
        assert found.died == ("elf",)

    def test_after_the_blocks_is_better_for_a_pump(self) -> None:
        """Pumped before, the bear would be blocked by the wall instead of the elf."""
        trample = card("{1}", effect("gain", keywords=["trample"]), effect("pump", "it", power=3))
        found = solve(with_hand(self.DOCUMENT, trample), before_blocks=True)
        assert found.values == (4,)  # 2 + 3 - 1 through the elf
        assert said(found) == [("A", "Trick", "after_blocks", "bear")]

    def test_the_defending_side_knows_its_cards(self) -> None:
        document = board(attacker("giant 5/5"), creature("B elf 1/1"))
        growth = card("{1}", effect("pump", power=4, toughness=5))
        found = solve(
            with_hand(document, growth, player="B"),
            "max kill_value - own_loss_value",
            side="B",
            before_blocks=True,
        )
        assert (found.values, found.blocks) == ((-10,), {"elf": ("giant",)})

    def test_with_answers_it_is_refused(self) -> None:
        with pytest.raises(DocumentError, match="before_blocks"):
            solve(self.DOCUMENT, before_blocks=True, opponent="best")


class TestDeclarations:
    def test_blocks_with_a_trick_in_hand(self) -> None:
        """The elf blocks the giant and is pumped: 1 + 4 damage to 5, and it survives."""
        document = board(attacker("giant 5/5"), creature("B elf 1/1"))
        hand = with_hand(document, card("{1}", effect("pump", power=4, toughness=5)), player="B")
        found = solve_blocks(read_combat(hand), ["max kill_value - own_loss_value"])
        assert (found.status, found.values, found.blocks) == (
            "optimal",
            (-10,),
            {"elf": ("giant",)},
        )
        assert found.tricks is not None
        assert said(found.tricks) == [("B", "Trick", "after_blocks", "elf")]

    def test_blocks_against_a_trick(self) -> None:
        """Whichever the wall blocks, the other is pumped to 2 + 3, or tramples over nothing."""
        document = board(attacker("giant 4/4"), attacker("bear 2/2"), creature("B wall 0/4"))
        hand = with_hand(document, card("{1}", effect("pump", power=3, toughness=3)))
        found = solve_blocks(read_combat(hand), DAMAGE)
        assert (found.values, found.blocks) == ((5,), {"wall": ("giant",)})

    def test_an_attack_with_a_trick_in_hand(self) -> None:
        """Without it the bear does not attack into the ogre; with it, nothing is lost."""
        document = board(creature("A bear 2/2"), creature("B ogre 3/3"))
        objectives = ["max kill_value - own_loss_value", "max player_damage"]
        assert solve_attack(read_combat(document), objectives).attacks == {}
        hand = with_hand(document, card("{1}", effect("pump", power=3, toughness=3)))
        found = solve_attack(read_combat(hand), objectives)
        assert (found.values, found.attacks) == ((0, 5), {"bear": "B"})
        assert found.blocks == {}

    def test_without_time_there_is_an_answer(self) -> None:
        document = with_hand(
            board(attacker("giant 5/5"), creature("B elf 1/1")),
            card("{1}", effect("pump", power=4, toughness=5)),
        )
        found = solve_blocks(read_combat(document), DAMAGE, deadline=0.0)
        assert found.status == "feasible"
        assert found.bounds[0] <= 0

    def test_damage_is_about_the_board_as_it_is(self) -> None:
        with pytest.raises(DocumentError, match="resources"):
            solve_damage(read_combat(with_hand(BLOCKED, card("{1}", effect("fog", None)))), DAMAGE)
