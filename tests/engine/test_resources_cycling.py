"""Cycling and typecycling, letter by letter (702.29)."""

from dataclasses import replace
from typing import Any

import pytest

from engine import Combat, read_combat
from engine.resources import (
    CardEffect,
    Cost,
    EffectKind,
    Resources,
    Use,
    Watcher,
    Way,
    Window,
    check_uses,
    payment_of,
    play_uses,
    possible_uses,
)
from engine.resources.cycling import cycle, cycling_cost, has_cycling, why_not_cycled
from engine.resources.uses import stack_of
from tests.conftest import attacker, blocker, board

ROAR = {
    "name": "Roar",
    "cost": "{4}{G}",
    "timing": "sorcery",
    "cycling": {"cost": "{G}", "effects": [{"kind": "pump", "power": 2, "target": "creature"}]},
}
PLAIN = {"name": "Stone", "cost": "{9}", "timing": "sorcery", "cycling": {"cost": "{2}"}}
CLEAR = {"name": "Clear", "cost": "{9}", "timing": "sorcery"}


def combat(*hand: Any, mana: Any = "{G}{G}{G}{G}", player: str = "A", **more: Any) -> Combat:
    own = {"mana": mana, "hand": list(hand)} | more
    creatures = [attacker("x 2/2"), blocker("w 1/5", "x")]
    return read_combat(board(*creatures, resources={player: own}))


def resources(given: Combat, player: str = "A") -> Resources:
    return given.resources[player]


def use(way: Way, *targets: str, player: str = "A", card: int = 0) -> Use:
    return Use(player, card, way, Window.AFTER_BLOCKS, targets=targets)


def rules(given: Combat, *uses: Use) -> list[str]:
    return [violation.rule for violation in check_uses(given, uses)]


class Test70229aAnActivatedAbilityFromTheHand:
    def test_the_discard_is_part_of_the_cost(self) -> None:
        before = resources(combat(ROAR, PLAIN))
        after = cycle(before, 0)
        assert [card.name for card in after.resources.hand] == ["Stone"]
        assert (after.card.name, after.lies_in) == ("Roar", "graveyard")

    def test_so_is_the_mana(self) -> None:
        assert cycling_cost(resources(combat(PLAIN)), resources(combat(PLAIN)).hand[0]) == Cost(2)
        assert rules(combat(PLAIN, mana="{G}{G}"), use(Way.CYCLE)) == []
        assert rules(combat(PLAIN, mana="{G}"), use(Way.CYCLE)) == ["601.2h"]

    def test_it_draws_a_card(self) -> None:
        ability = cycle(resources(combat(PLAIN)), 0).ability
        assert (ability.kind, ability.amount) == (EffectKind.DRAW, 1)

    @pytest.mark.parametrize("player", ["A", "B"])
    @pytest.mark.parametrize("window", list(Window))
    def test_at_instant_speed_in_any_turn_whatever_the_card_is(
        self, player: str, window: Window
    ) -> None:
        given = combat(ROAR, player=player)
        found = possible_uses(given, player, window)
        assert {(u.way, u.window) for u in found} == {(Way.CYCLE, window)}  # a sorcery, not cast

    def test_from_the_hand_only(self) -> None:
        given = combat(CLEAR, foretold=[ROAR | {"foretell": "{G}"}], library=[ROAR])
        assert possible_uses(given, "A", Window.AFTER_BLOCKS) == ()
        card = resources(given).library[0]
        assert why_not_cycled(resources(given), card, "library") == (
            "702.29a",
            "Roar can be cycled from the hand only, not from library",
        )

    def test_a_card_without_it_is_not_cycled(self) -> None:
        assert rules(combat(CLEAR), use(Way.CYCLE)) == ["702.29a"]

    def test_a_card_is_cycled_once(self) -> None:
        twice = [use(Way.CYCLE, "x"), use(Way.CYCLE, "x")]
        assert rules(combat(ROAR), *twice) == ["601.2a"]


class Test70229bTheAbilityIsThereInEveryZone:
    def test_what_looks_for_a_card_with_cycling_finds_it_anywhere(self) -> None:
        given = resources(combat(ROAR, library=[PLAIN, CLEAR], outside=[ROAR]))
        assert [has_cycling(card) for card in given.library] == [True, False]
        assert has_cycling(given.outside[0])


class Test70229cWhenYouCycleThisCard:
    def test_it_goes_on_the_stack_above_the_ability_and_resolves_first(self) -> None:
        stack = stack_of(combat(ROAR), use(Way.CYCLE, "x"))
        kinds = [[effect.kind for effect in item.effects] for item in stack]
        assert kinds == [[EffectKind.PUMP], [EffectKind.DRAW]]
        assert stack[0].targets == ("x",)

    @pytest.mark.parametrize("zone", ["graveyard", "exile", "library"])
    def test_from_wherever_the_card_lies(self, zone: Any) -> None:
        done = cycle(resources(combat(ROAR)), 0, zone)
        assert done.lies_in == zone
        assert [[e.kind for e in effects] for effects in done.triggered] == [[EffectKind.PUMP]]

    def test_it_does_what_it_says(self) -> None:
        after = play_uses(combat(ROAR), [use(Way.CYCLE, "x")])
        assert (after.creatures["x"].power, after.creatures["x"].toughness) == (4, 2)

    def test_casting_the_card_is_not_cycling_it(self) -> None:
        given = combat(ROAR | {"timing": "instant"}, mana={"G": 5})
        after = play_uses(given, [use(Way.CAST)])
        assert after.creatures["x"].power == 2


class Test70229dCyclesOrDiscardsTriggersOnce:
    @pytest.mark.parametrize("when", ["cycle", "discard", "cycle or discard"])
    def test_once(self, when: Any) -> None:
        watcher = {
            "when": when,
            "effects": [
                {"kind": "pump", "power": -1, "toughness": -1, "target": "each creature you don't "
                 "control"}
            ],
        }  # fmt: skip
        after = play_uses(combat(PLAIN, watchers=[watcher]), [use(Way.CYCLE)])
        assert (after.creatures["w"].power, after.creatures["w"].toughness) == (0, 4)

    def test_a_discard_that_is_no_cycling_is_not_cycled(self) -> None:
        effects = (CardEffect(EffectKind.DRAW, "you", amount=1),)
        names = ("cycle", "discard", "cycle or discard")
        triggers = [Watcher(when, effects).triggers(cycled=False) for when in names]  # type: ignore[arg-type]
        assert triggers == [False, True, True]


LANDS = ["Forest", "Ash Barrens", "Grizzly Bears"]


class Test70229eTypecycling:
    def test_it_searches_instead_of_drawing(self) -> None:
        given = resources(combat("Horta", library=LANDS))
        ability = cycle(given, 0).ability
        assert (ability.kind, ability.quality, ability.onto) == (
            EffectKind.SEARCH,
            "basic land",
            "hand",
        )

    def test_it_may_fail_to_find(self) -> None:
        assert cycle(resources(combat("Horta")), 0).ability.optional

    @pytest.mark.parametrize("kind", ["forest", "basic land", "wizard", "artifact", "sliver"])
    def test_any_type_subtype_or_supertype(self, kind: str) -> None:
        card = {"name": "Seeker", "cycling": {"cost": "{1}", "kind": kind}}
        assert cycle(resources(combat(card)), 0).ability.quality == kind

    def test_horta_is_cycled_for_two(self) -> None:
        assert payment_of(combat("Horta", mana={"C": 2}), "A", [use(Way.CYCLE)]) is not None
        assert payment_of(combat("Horta", mana={"R": 1}), "A", [use(Way.CYCLE)]) is None


class Test70229fTypecyclingIsCycling:
    def test_it_has_cycling(self) -> None:
        assert has_cycling(resources(combat("Horta")).hand[0])

    def test_what_watches_cycling_triggers(self) -> None:
        watcher = {"when": "cycle", "effects": [{"kind": "pump", "power": 1, "target": "object x"}]}
        given = combat("Horta", mana="{R}{R}", watchers=[watcher])
        assert play_uses(given, [use(Way.CYCLE)]).creatures["x"].power == 3

    def test_what_stops_cycling_stops_it(self) -> None:
        given = combat("Horta", ROAR, cant_cycle=True)
        assert rules(given, use(Way.CYCLE)) == ["702.29f"]
        assert rules(given, use(Way.CYCLE, "x", card=1)) == ["702.29f"]

    def test_what_makes_cycling_dearer_or_cheaper_does_so(self) -> None:
        given = resources(combat("Horta"))
        card = given.hand[0]
        assert cycling_cost(replace(given, cycling_tax="{2}{U}"), card) == Cost(4, ("U",))
        assert cycling_cost(replace(given, cycling_discount=5), card) == Cost(0)
        assert rules(combat("Horta", mana="{R}", cycling_discount=1), use(Way.CYCLE)) == []
