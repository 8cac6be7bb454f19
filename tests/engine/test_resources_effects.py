"""Each effect of the vocabulary, with values worked out by hand."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine import Combat, play, read_combat
from engine.assignment import Assigned, StepAssignment
from engine.combat import Step
from engine.resources import Use, Way, Window, check_uses, play_uses, resolve, rest_of
from engine.state import State
from engine.steps import advance, next_step
from tests.conftest import Document, attacker, blocker, board, creature, siege, walker

Effects = Sequence[Document]


def given(
    *creatures: Document,
    effects: Effects = (),
    player: str = "A",
    cost: str = "{0}",
    card: Document | None = None,
    hand: Sequence[Any] = (),
    **more: Any,
) -> Combat:
    own = {"name": "Card", "cost": cost, "timing": "instant", "effects": list(effects)}
    cards = [*hand] or [own | (card or {})]
    mana = {"W": 5, "U": 5, "B": 5, "R": 5, "G": 5}
    return read_combat(board(*creatures, resources={player: {"mana": mana, "hand": cards}}, **more))


def use(*targets: str, player: str = "A", x: int = 0, card: int = 0) -> Use:
    return Use(player, card, Way.CAST, Window.AFTER_BLOCKS, x, targets)


def played(combat: Combat, *uses: Use) -> Combat:
    """Play uses that must be legal."""
    assert check_uses(combat, uses) == ()
    return play_uses(combat, uses)


def dealt(combat: Combat, *rows: tuple[str, str, int], step: Step = Step.REGULAR) -> State:
    """Deal combat damage as these rows say it."""
    assigned = tuple(Assigned(*row) for row in rows)
    return play(combat, [StepAssignment(step, assigned)]).final


def size(combat: Combat, name: str) -> tuple[int, int]:
    return combat.creatures[name].power, combat.creatures[name].toughness


def effect(kind: str, target: str | None = "creature", **keys: Any) -> Document:
    return {"kind": kind} | ({"target": target} if target else {}) | keys


X = attacker("x 4/4")
W = blocker("w 2/2", "x")


class TestPump:
    def test_power_and_toughness(self) -> None:
        after = played(given(X, W, effects=[effect("pump", power=3, toughness=3)]), use("w"))
        assert (size(after, "w"), size(after, "x")) == ((5, 5), (4, 4))
        assert dealt(after, ("x", "w", 4), ("w", "x", 5)).died == {"x"}

    def test_a_minus_that_kills_leaves_the_attacker_blocked(self) -> None:
        """704.5f: 2/2 with -2/-2 is gone; x stays blocked by nobody (509.1h)."""
        after = played(given(X, W, effects=[effect("pump", power=-2, toughness=-2)]), use("w"))
        assert set(after.creatures) == {"x"}
        assert after.is_blocked("x")

    def test_with_x(self) -> None:
        minus = [effect("pump", power="-X", toughness="-X")]
        after = played(given(X, W, effects=minus, cost="{X}{B}"), use("x", x=3))
        assert size(after, "x") == (1, 1)

    def test_each(self) -> None:
        effects = [effect("pump", "each attacking creature", power=2)]
        after = played(given(X, attacker("y 1/1"), W, effects=effects), use())
        assert [size(after, n) for n in "xyw"] == [(6, 4), (3, 1), (2, 2)]

    def test_only_one_of_a_group(self) -> None:
        bears = attacker("bear 2/2", count=3)
        after = played(given(bears, effects=[effect("pump", power=3)]), use("bear#2"))
        assert [after.creatures[f"bear#{k}"].power for k in (1, 2, 3)] == [2, 5, 2]


class TestDoublePower:
    def test_doubles_what_it_is_now(self) -> None:
        effects = [effect("pump", power=1, toughness=0), effect("double_power", None)]
        assert size(played(given(X, effects=effects), use("x")), "x") == (10, 4)

    def test_701_10_a_negative_power(self) -> None:
        low = attacker("l -2/3")
        after = played(given(low, effects=[effect("double_power")]), use("l"))
        assert after.creatures["l"].power == -4

    def test_berserk(self) -> None:
        after = played(given(X, W, hand=["Berserk"]), use("x"))
        assert after.creatures["x"].power == 8
        assert dealt(after, ("x", "w", 2), ("x", "B", 6)).life["B"] == 14


class TestKeywords:
    def test_gain(self) -> None:
        effects = [effect("gain", keywords=["trample", "deathtouch"])]
        after = played(given(X, blocker("w 9/9", "x"), effects=effects), use("x"))
        assert after.creatures["x"].keywords == ("trample", "deathtouch")
        assert dealt(after, ("x", "w", 1), ("x", "B", 3)).died == {"w"}

    def test_gained_twice_is_gained_once_but_toxic_adds_up(self) -> None:
        strong = attacker("t 1/1 trample, toxic 1")
        effects = [effect("gain", keywords=["trample", "toxic 1"])]
        after = played(given(strong, effects=effects), use("t"))
        assert after.creatures["t"].keywords == ("trample", "toxic 1", "toxic 1")
        assert dealt(after, ("t", "B", 1)).poison["B"] == 2  # 702.164b

    def test_first_strike_makes_two_steps(self) -> None:
        after = played(given(X, W, effects=[effect("gain", keywords=["first strike"])]), use("x"))
        assert after.steps == (Step.FIRST_STRIKE, Step.REGULAR)

    def test_lose(self) -> None:
        strong = attacker("t 4/4 trample, deathtouch")
        after = played(given(strong, effects=[effect("lose", keywords=["trample"])]), use("t"))
        assert after.creatures["t"].keywords == ("deathtouch",)

    def test_lose_all(self) -> None:
        strong = attacker("t 4/4 trample, deathtouch")
        after = played(given(strong, effects=[effect("lose", keywords=["all"])]), use("t"))
        assert after.creatures["t"].keywords == ()

    def test_losing_indestructible_with_damage_on_it_kills(self) -> None:
        tough = attacker("t 4/4 indestructible", damage=4)
        effects = [effect("lose", keywords=["indestructible"])]
        assert played(given(tough, effects=effects), use("t")).creatures == {}  # 704.5g

    def test_protection_gained_prevents_damage_and_asks_nobody_to_assign_less(self) -> None:
        red = attacker("r 4/4", colors=["R"])
        effects = [effect("gain", keywords=["protection from red"])]
        after = played(given(red, blocker("w 2/2", "r"), effects=effects), use("w"))
        assert dealt(after, ("r", "w", 4), ("w", "r", 2)).died == frozenset()


class TestDamage:
    def test_to_a_creature(self) -> None:
        after = played(given(X, W, effects=[effect("damage", "any", amount=3)]), use("x"))
        assert after.creatures["x"].damage == 3
        assert dealt(after, ("x", "w", 4), ("w", "x", 2)).died == {"x", "w"}

    def test_that_kills(self) -> None:
        after = played(given(X, W, effects=[effect("damage", "any", amount=2)]), use("w"))
        assert set(after.creatures) == {"x"}

    def test_to_a_player_a_planeswalker_and_a_battle(self) -> None:
        things: Any = {"planeswalkers": [walker("j", 3)], "battles": [siege("s", 4)]}
        combat = given(X, effects=[effect("damage", "any", amount=2)], **things)
        assert played(combat, use("B")).players["B"].life == 18
        assert played(combat, use("j")).planeswalkers["j"].loyalty == 1
        assert played(combat, use("s")).battles["s"].defense == 2

    def test_a_planeswalker_that_leaves_is_attacked_no_more(self) -> None:
        """506.4c: x attacks nothing; its defending player is still known."""
        combat = given(
            attacker("x 4/4", "j"), W, effects=[effect("damage", "any", amount=3)],
            planeswalkers=[walker("j", 3)],
        )  # fmt: skip
        after = played(combat, use("j"))
        x = after.creatures["x"]
        assert after.planeswalkers == {}
        assert (x.attacks, x.attacking, x.was_attacking_controller) == (True, None, "B")
        assert after.blockers["x"] == ("w",)

    def test_x(self) -> None:
        effects = [effect("damage", "any", amount="X")]
        after = played(given(X, effects=effects, cost="{X}{R}"), use("B", x=7))
        assert after.players["B"].life == 13

    def test_each(self) -> None:
        effects = [effect("damage", "each creature", amount=2)]
        after = played(given(X, W, creature("B z 1/3"), effects=effects), use())
        assert {n: c.damage for n, c in after.creatures.items()} == {"x": 2, "z": 2}

    def test_prevention_protection_and_multipliers_are_honoured(self) -> None:
        effects = [effect("damage", "each creature", amount=3)]
        combat = given(
            attacker("p 1/4", prevent=2), attacker("q 1/4 protection from red"), attacker("r 1/9"),
            effects=effects, card={"colors": ["R"]},
        )  # fmt: skip
        combat = read_combat(
            {**_document(combat), "effects": [{"kind": "multiply", "factor": 2, "targets": ["r"]}]}
        )
        after = played(combat, use())
        assert {n: c.damage for n, c in after.creatures.items()} == {"p": 1, "q": 0, "r": 6}
        assert after.creatures["p"].prevent == 0  # 615.7: the shield is used up

    def test_a_card_is_no_creature_as_a_source(self) -> None:
        """702.16e: protection from creatures does not stop an instant's damage."""
        safe = attacker("s 1/4 protection from creatures")
        combat = given(safe, effects=[effect("damage", "each creature", amount=3)])
        assert played(combat, use()).creatures["s"].damage == 3

    def test_a_lethal_life_total_is_seen(self) -> None:
        combat = given(X, effects=[effect("damage", "any", amount=30)])
        assert resolve(State.beginning(combat), [use("B")]).lost == {"B"}


def _document(combat: Combat) -> Document:
    from engine import write_document

    return write_document(combat)


class TestLeaving:
    def test_destroy(self) -> None:
        combat = given(X, W, effects=[effect("destroy")])
        after = played(combat, use("w"))
        assert set(after.creatures) == {"x"}
        assert after.is_blocked("x")
        assert resolve(State.beginning(combat), [use("w")]).died == {"w"}

    def test_destroying_an_attacker_frees_its_blocker_of_it(self) -> None:
        after = played(given(X, attacker("y 1/1"), blocker("w 2/2", "x", "y", max_blocks=2),
                             effects=[effect("destroy")]), use("x"))  # fmt: skip
        assert after.blocks == {"w": ("y",)}

    def test_702_12b_indestructible(self) -> None:
        tough = blocker("t 1/1 indestructible", "x")
        after = played(given(X, tough, effects=[effect("destroy")]), use("t"))
        assert after.blockers["x"] == ("t",)

    def test_701_19_a_regeneration_shield(self) -> None:
        """It is tapped, out of combat, without damage, a shield less; x stays blocked."""
        shielded = blocker("r 1/3", "x", damage=2, regeneration_shields=2)
        after = played(given(X, shielded, effects=[effect("destroy")]), use("r"))
        r = after.creatures["r"]
        assert (r.tapped, r.damage, r.regeneration_shields, r.blocking) == (True, 0, 1, ())
        assert after.is_blocked("x")

    def test_701_19c_that_does_not_help(self) -> None:
        shielded = blocker("r 1/3", "x", regeneration_shields=2)
        effects = [effect("destroy", cant_regenerate=True)]
        assert set(played(given(X, shielded, effects=effects), use("r")).creatures) == {"x"}

    def test_122_1c_a_shield_counter(self) -> None:
        shielded = blocker("s 1/3", "x", shield_counters=1)
        after = played(given(X, shielded, effects=[effect("destroy")]), use("s"))
        assert after.creatures["s"].shield_counters == 0
        assert after.blockers["x"] == ("s",)

    @pytest.mark.parametrize("kind", ["exile", "return"])
    def test_exile_and_return_to_hand(self, kind: str) -> None:
        """Neither is dying; indestructible and regeneration do not help."""
        tough = blocker("t 1/1 indestructible", "x", regeneration_shields=1)
        combat = given(X, tough, effects=[effect(kind)])
        state = resolve(State.beginning(combat), [use("t")])
        assert (state.died, state.left) == (frozenset(), frozenset("t"))
        assert set(played(combat, use("t")).creatures) == {"x"}

    def test_what_is_gone_is_named_nowhere(self) -> None:
        combat = given(
            attacker("x 4/4", must_be_blocked=["w"], cant_be_blocked_by=["v"]), W,
            creature("B v 1/1"), effects=[effect("destroy", "each creature you don't control")],
            players={"A": {"life": 20}, "B": {"life": 20, "commander_damage": {"x": 5}}},
        )  # fmt: skip
        after = played(combat, use())
        assert (after.creatures["x"].must_be_blocked, after.creatures["x"].cant_be_blocked_by) == (
            False,
            False,
        )
        again = read_combat(_document(after))
        assert again == after  # which would not be if anything were left dangling

    def test_two_targets(self) -> None:
        combat = given(X, W, hand=["Peel from Reality"])
        after = played(combat, use("x", "w"))
        assert after.creatures == {}


class TestTapped:
    def test_a_tapped_attacker_or_blocker_goes_on_fighting(self) -> None:
        """Tapping is not removing from combat (506.4)."""
        after = played(given(X, W, effects=[effect("tap", "each creature")]), use())
        assert after.creatures["w"].tapped
        assert after.blockers["x"] == ("w",)
        assert dealt(after, ("x", "w", 4), ("w", "x", 2)).died == {"w"}

    def test_a_tapped_creature_cannot_be_declared(self) -> None:
        from engine.declarations import may_block

        combat = given(X, creature("B w 2/2"), effects=[effect("tap")])
        before = Use("A", 0, Way.CAST, Window.BEFORE_BLOCKS, targets=("w",))
        assert may_block(combat, "w", "x") is None
        found = may_block(play_uses(combat, [before]), "w", "x")
        assert found is not None
        assert found.rule == "509.1a"

    def test_untap(self) -> None:
        tapped = creature("B w 2/2", tapped=True)
        after = played(given(X, tapped, effects=[effect("untap")]), use("w"))
        assert not after.creatures["w"].tapped


class TestCombatRoles:
    def test_506_4_remove_from_combat(self) -> None:
        after = played(given(X, W, effects=[effect("remove_from_combat")]), use("x"))
        assert set(after.creatures) == {"x", "w"}
        assert (after.attackers, after.blocks) == ((), {})

    def test_509_1h_an_attacker_whose_blocker_is_removed_stays_blocked(self) -> None:
        after = played(given(X, W, effects=[effect("remove_from_combat")]), use("w"))
        assert after.is_blocked("x")
        assert after.blockers["x"] == ()

    def test_become_blocked(self) -> None:
        effects = [effect("become_blocked", "unblocked attacking creature")]
        combat = given(X, attacker("y 3/3"), W, effects=effects, player="B")
        after = played(combat, use("y", player="B"))
        assert after.is_blocked("y")
        assert after.blockers["y"] == ()
        assert [v.rule for v in check_uses(combat, [use("x", player="B")])] == ["115.1"]

    def test_become_unblocked(self) -> None:
        """Its blocker blocks nothing any more; 4 get through."""
        effects = [effect("become_unblocked", "blocked creature")]
        after = played(given(X, W, effects=effects), use("x"))
        assert not after.is_blocked("x")
        assert after.blocks == {}
        assert dealt(after, ("x", "B", 4)).life["B"] == 16

    def test_become_unblocked_leaves_the_other_attacker_blocked(self) -> None:
        wide = blocker("w 2/2", "x", "y", max_blocks=2)
        effects = [effect("become_unblocked", "attacking creature")]
        after = played(given(X, attacker("y 1/1"), wide, effects=effects), use("x"))
        assert after.blocks == {"w": ("y",)}

    def test_nothing_is_blocked_before_blocks(self) -> None:
        effects = [effect("become_blocked", "attacking creature")]
        combat = given(X, effects=effects)
        early = Use("A", 0, Way.CAST, Window.BEFORE_BLOCKS, targets=("x",))
        assert [v.rule for v in check_uses(combat, [early])] == ["509.1h"]


class TestPrevention:
    def test_a_number_is_a_shield(self) -> None:
        after = played(given(X, W, effects=[effect("prevent", "any", amount=3)]), use("w"))
        assert after.creatures["w"].prevent == 3
        final = dealt(after, ("x", "w", 4), ("w", "x", 2))
        assert (final.marked["w"], final.died) == (1, frozenset())

    def test_it_adds_to_the_one_that_is_there(self) -> None:
        shielded = blocker("w 2/2", "x", prevent=1)
        after = played(given(X, shielded, effects=[effect("prevent", "any", amount=2)]), use("w"))
        assert after.creatures["w"].prevent == 3

    def test_all(self) -> None:
        after = played(given(X, effects=[effect("prevent", "any", amount="all")]), use("B"))
        assert after.players["B"].prevent == "all"
        assert dealt(after, ("x", "B", 4)).life["B"] == 20

    def test_on_a_planeswalker(self) -> None:
        combat = given(
            attacker("x 4/4", "j"), effects=[effect("prevent", "any", amount=3)],
            planeswalkers=[walker("j", 3)],
        )  # fmt: skip
        assert dealt(played(combat, use("j")), ("x", "j", 4)).loyalty["j"] == 2

    def test_fog(self) -> None:
        after = played(given(X, W, attacker("y 3/3"), hand=["Fog"]), use())
        final = dealt(after, ("x", "w", 4), ("w", "x", 2), ("y", "B", 3))
        assert (final.died, final.life["B"]) == (frozenset(), 20)

    def test_fog_by_some(self) -> None:
        effects = [effect("fog", "each creature you don't control")]
        after = played(given(X, W, effects=effects), use())
        final = dealt(after, ("x", "w", 4), ("w", "x", 2))
        assert (final.died, final.marked["x"]) == (frozenset("w"), 0)

    def test_fog_stops_combat_damage_only(self) -> None:
        bolt = {"name": "Bolt", "cost": "{R}", "timing": "instant",
                "effects": [effect("damage", "any", amount=3)]}  # fmt: skip
        combat = given(X, hand=["Fog", bolt])
        after = played(combat, use(), use("B", card=1))
        assert after.players["B"].life == 17

    def test_701_19a_regenerate(self) -> None:
        after = played(given(X, W, effects=[effect("regenerate")]), use("w"))
        assert after.creatures["w"].regeneration_shields == 1
        final = dealt(after, ("x", "w", 4), ("w", "x", 2))
        assert (final.died, final.marked["w"]) == (frozenset(), 0)


SOLDIER = {"name": "Soldier", "power": 1, "toughness": 1, "colors": ["W"], "types": ["soldier"]}


class TestEntering:
    def test_not_attacking(self) -> None:
        effects = [effect("enter", None, creature=SOLDIER, count=2)]
        after = played(given(X, effects=effects), use())
        assert set(after.creatures) == {"x", "soldier", "soldier 2"}
        new = after.creatures["soldier"]
        assert (new.controller, new.attacks, new.summoning_sick) == ("A", False, True)
        assert (new.colors, new.types, new.value) == (("W",), ("soldier",), 2)

    def test_508_4_attacking_what_its_controller_chooses(self) -> None:
        effects = [effect("enter", None, creature=SOLDIER, attacking=True, tapped=True)]
        combat = given(X, effects=effects, planeswalkers=[walker("j", 3)])
        after = played(combat, use("j"))
        new = after.creatures["soldier"]
        assert (new.attacks, new.attacking, new.tapped) == (True, "j", True)
        assert not after.is_blocked("soldier")
        assert [v.rule for v in check_uses(combat, [use("A")])] == ["115.1"]

    def test_the_defending_players_creatures_do_not_enter_attacking(self) -> None:
        effects = [effect("enter", None, creature=SOLDIER, attacking=True)]
        combat = given(X, effects=effects, player="B")
        assert check_uses(combat, [use("A", player="B")]) != ()

    def test_a_creature_card_with_flash(self) -> None:
        combat = given(X, hand=["Glorious Protector"], player="B")
        after = played(combat, use(player="B"))
        new = after.creatures["glorious protector"]
        assert (new.controller, new.power, new.toughness, new.value) == ("B", 3, 4, 4)

    def test_what_has_died_as_it_entered_is_not_there(self) -> None:
        weak = SOLDIER | {"toughness": 0}
        after = played(given(X, effects=[effect("enter", None, creature=weak)]), use())
        assert set(after.creatures) == {"x"}


class TestPlayers:
    def test_life(self) -> None:
        effects = [effect("life", "each opponent", amount=-2), effect("life", "you", amount=3)]
        after = played(given(X, effects=effects), use())
        assert [after.players[name].life for name in "AB"] == [23, 18]

    def test_810_9_a_team_shares_it(self) -> None:
        teams = zip("ABCD", "ppqq", strict=True)
        players = {name: {"life": 30, "team": team} for name, team in teams}
        combat = given(
            attacker("x 4/4", "C"), effects=[effect("life", "you", amount=3)], players=players
        )
        after = played(combat, use())
        assert [after.players[name].life for name in "ABCD"] == [33, 33, 30, 30]

    def test_drawing_changes_nothing(self) -> None:
        combat = given(X, W, effects=[effect("draw", "you", amount=2)])
        assert played(combat, use()) == combat


class TestOneAfterTheOther:
    def test_608_2b_a_use_whose_only_target_is_gone_does_nothing(self) -> None:
        effects = [effect("destroy"), effect("life", "you", amount=5)]
        combat = given(X, W, hand=["Shock", _card(effects)])
        after = play_uses(combat, [use("w"), use("w", card=1)])
        assert after.players["A"].life == 20

    def test_608_2b_one_legal_target_is_enough(self) -> None:
        effects = [effect("destroy"), effect("pump", "another creature", power=1)]
        combat = given(X, W, hand=["Shock", _card(effects)])
        after = play_uses(combat, [use("w"), use("w", "x", card=1)])
        assert after.creatures["x"].power == 5

    def test_704_3_state_based_actions_between(self) -> None:
        """Shock kills the 2/2 before Giant Growth could save it, and not after."""
        combat = given(X, W, hand=["Shock", "Giant Growth"])
        assert "w" not in play_uses(combat, [use("w"), use("w", card=1)]).creatures
        assert play_uses(combat, [use("w", card=1), use("w")]).creatures["w"].damage == 2

    def test_the_order_of_a_pump_and_a_doubling(self) -> None:
        combat = given(X, hand=["Giant Growth", "Berserk"])
        both = [use("x"), use("x", card=1)]
        assert play_uses(combat, both).creatures["x"].power == 14
        assert play_uses(combat, both[::-1]).creatures["x"].power == 11


def _card(effects: Effects) -> Document:
    return {"name": "Card", "cost": "{0}", "timing": "instant", "effects": list(effects)}


class TestBetweenTheSteps:
    """A 2/2 first striker and a 3/3 attack; w 2/3 blocks the first striker."""

    def state(self, effects: Effects, *more: Document, cost: str = "{0}") -> State:
        fast, slow = attacker("f 2/2 first strike"), attacker("s 3/3")
        combat = given(fast, slow, blocker("w 2/3", "f"), *more, effects=effects, cost=cost)
        state = State.beginning(combat)
        step = next_step(state, None)
        assert step is Step.FIRST_STRIKE
        return advance(state, StepAssignment(step, (Assigned("f", "w", 2),))).after

    def use(self, *targets: str) -> Use:
        return Use("A", 0, Way.CAST, Window.BETWEEN_STEPS, targets=targets)

    def test_what_is_dealt_is_dealt(self) -> None:
        """w has 2 damage on 3 toughness: -1/-1 kills it, and f takes nothing."""
        state = self.state([effect("pump", power=-1, toughness=-1)])
        assert check_uses(state.combat, [self.use("w")], state) == ()
        after = resolve(state, [self.use("w")])
        assert after.died == {"w"}
        final = advance(after, StepAssignment(Step.REGULAR, (Assigned("s", "B", 3),))).after
        assert (final.life["B"], final.marked["f"]) == (17, 0)

    def test_the_rest_is_a_combat_of_one_step(self) -> None:
        rest = rest_of(self.state([effect("draw", "you", amount=1)]))
        assert rest.steps == (Step.REGULAR,)
        assert (rest.creatures["f"].assigns, rest.creatures["s"].assigns) == ("nothing", "power")
        assert rest.creatures["w"].damage == 2
        assert rest.creatures["f"].keywords == ()

    def test_510_4_losing_first_strike_does_not_make_it_strike_again(self) -> None:
        state = resolve(self.state([effect("lose", keywords=["first strike"])]), [self.use("f")])
        assert rest_of(state).creatures["f"].assigns == "nothing"

    def test_510_4_gaining_double_strike_does(self) -> None:
        state = resolve(self.state([effect("gain", keywords=["double strike"])]), [self.use("f")])
        assert rest_of(state).creatures["f"].assigns == "power"
        final = advance(state, StepAssignment(Step.REGULAR, (Assigned("f", "w", 2),))).after
        assert final.died == {"w"}

    def test_510_4_gaining_first_strike_takes_no_second_strike_away(self) -> None:
        state = resolve(self.state([effect("gain", keywords=["first strike"])]), [self.use("s")])
        assert rest_of(state).creatures["s"].assigns == "power"

    def test_510_4_what_enters_with_first_strike_strikes_in_the_second_step(self) -> None:
        new = SOLDIER | {"keywords": ["first strike"]}
        effects = [effect("enter", None, creature=new, attacking=True)]
        state = resolve(self.state(effects), [self.use("B")])
        assert rest_of(state).creatures["soldier"].assigns == "power"
        rows = (Assigned("s", "B", 3), Assigned("soldier", "B", 1))
        assert advance(state, StepAssignment(Step.REGULAR, rows)).after.life["B"] == 16

    def test_a_shield_made_now_counts(self) -> None:
        state = resolve(self.state([effect("prevent", "any", amount=2)]), [self.use("B")])
        final = advance(state, StepAssignment(Step.REGULAR, (Assigned("s", "B", 3),))).after
        assert final.life["B"] == 19
        assert rest_of(state).players["B"].prevent == 2

    def test_protection_gained_now_counts(self) -> None:
        state = self.state([effect("gain", keywords=["protection from everything"])])
        state = resolve(state, [self.use("f")])
        row = Assigned("w", "f", 2)
        assert advance(state, StepAssignment(Step.REGULAR, (row,))).after.marked["f"] == 0

    def test_counters_of_the_first_step_are_part_of_power_and_toughness(self) -> None:
        wither = attacker("v 1/1 first strike, wither")
        combat = given(wither, blocker("w 2/3", "v"))
        state = State.beginning(combat)
        row = (Assigned("v", "w", 1),)
        rest = rest_of(advance(state, StepAssignment(Step.FIRST_STRIKE, row)).after)
        assert (size(rest, "w"), rest.creatures["w"].damage) == ((1, 2), 0)
