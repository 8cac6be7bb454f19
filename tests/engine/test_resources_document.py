"""``resources`` in a document: read, written, and every fault named."""

import random
from typing import Any

import pytest

from engine import DocumentError, Fault, read_combat, write_document
from engine.limits import MOST_MANA
from engine.resources import (
    CardEffect,
    Cycling,
    EffectKind,
    Mana,
    NewCreature,
    ResourceCard,
    Resources,
    Source,
)
from engine.resources.table import trick_table
from engine.resources.writing import write_card, write_resources
from tests.conftest import Document, attacker, blocker, board

X, W = attacker("x 4/4"), blocker("w 2/2", "x")


def document(resources: Any, player: str = "A") -> Document:
    return board(X, W, resources={player: resources})


def read(resources: Any) -> Resources:
    return read_combat(document(resources)).resources["A"]


def faults(resources: Any, player: str = "A") -> tuple[Fault, ...]:
    with pytest.raises(DocumentError) as caught:
        read_combat(document(resources, player))
    return caught.value.faults


ALL_EFFECTS: list[Document] = [
    {"kind": "pump", "target": "two creatures", "power": "X", "toughness": -1},
    {"kind": "double_power"},
    {"kind": "gain", "keywords": ["trample", "toxic 1"]},
    {"kind": "lose", "target": "another creature", "keywords": ["all"]},
    {"kind": "damage", "target": "any", "amount": "X"},
    {"kind": "destroy", "target": "nonblack creature", "cant_regenerate": True},
    {"kind": "exile", "target": "up to two attacking creatures"},
    {"kind": "return", "target": "permanent"},
    {"kind": "tap", "target": "each creature you don't control"},
    {"kind": "untap"},
    {"kind": "remove_from_combat", "target": "object x"},
    {"kind": "prevent", "target": "any", "amount": "all"},
    {"kind": "regenerate", "target": "creature"},
    {"kind": "become_blocked", "target": "unblocked attacking creature"},
    {"kind": "become_unblocked", "target": "attacking creature"},
    {"kind": "fog"},
    {
        "kind": "enter",
        "creature": {"name": "Imp", "power": 1, "toughness": 1, "keywords": ["flying"]},
        "attacking": True,
        "tapped": True,
        "count": 2,
    },
    {"kind": "enter", "creature": "Horta"},
    {
        "kind": "search",
        "target": "each opponent",
        "quality": "creature",
        "onto": "battlefield",
        "optional": True,
    },
    {"kind": "life", "target": "you", "amount": -2},
    {"kind": "draw", "target": "you", "amount": 1},
]
EVERYTHING: Document = {
    "mana": [["W", "GG"], "C", "any"],
    "hand": [
        "Giant Growth",
        {
            "name": "All",
            "cost": "{X}{2}{W/U}{R/P}",
            "timing": "instant",
            "colors": ["B"],
            "effects": ALL_EFFECTS,
            "windows": ["before_blocks", "between_steps"],
        },
        {
            "name": "Cat",
            "cost": "{1}{W}",
            "types": ["legendary", "creature", "cat"],
            "power": 2,
            "toughness": 1,
            "keywords": ["flash"],
            "cycling": {
                "cost": "{2}",
                "kind": "cat",
                "effects": [{"kind": "pump", "target": "creature", "power": 1}],
            },
        },
        {"name": "Horta", "cycling": None},
        {"name": "Demon Bolt", "cost": "{U}"},
        {"name": "Rock", "types": ["land"]},
        {"hidden": True},
    ],
    "foretold": [
        {"name": "Giant Growth", "foretell": "{0}", "foretold_this_turn": True},
        "Demon Bolt",
        {"hidden": True, "foretold_this_turn": True},
    ],
    "library": ["Forest", "Grizzly Bears", "Gideon Jura", {"hidden": True}],
    "outside": ["Horta"],
    "watchers": [
        {
            "when": "cycle or discard",
            "effects": [{"kind": "damage", "target": "each opponent", "amount": 1}],
        }
    ],
    "cycling_tax": "{1}{U}",
    "cycling_discount": 2,
    "cant_cycle": True,
}


class TestRoundTrip:
    def test_everything_is_read_and_written_back(self) -> None:
        combat = read_combat(document(EVERYTHING))
        written = write_document(combat)
        assert written["resources"] == {"A": EVERYTHING}
        assert read_combat(written) == combat

    def test_nothing(self) -> None:
        assert read({}) == Resources()
        assert write_document(read_combat(document({})))["resources"] == {"A": {}}

    @pytest.mark.parametrize(
        ("given", "mana"),
        [
            ({"W": 1, "R": 2, "any": 1}, [(("W",), 1), (("R",), 2), (("any",), 1)]),
            ("{G}{C}{G}", [(("G",), 2), (("C",), 1)]),
            (["G", ["G"], ["W", "U"], "WU"], [(("G",), 2), (("W", "U"), 1), (("WU",), 1)]),
            ([["W", "GG"], ["W", "GG"]], [(("W", "GG"), 2)]),
            ({"G": 0}, []),
        ],
    )
    def test_mana(self, given: Any, mana: list[tuple[tuple[str, ...], int]]) -> None:
        found = read({"mana": given}).mana
        assert found == Mana(tuple(Source(*one) for one in mana))
        again = write_resources(Resources(found))
        assert read(again).mana == found

    def test_every_card_of_the_table_is_its_name(self) -> None:
        cards = [card for card in trick_table() if card.foretell is None]
        assert [write_card(card) for card in cards] == [card.name for card in cards]

    def test_random_cards(self) -> None:
        random_ = random.Random(5)
        for _ in range(200):
            resources = Resources(hand=tuple(_random_card(random_) for _ in range(2)))
            written = write_resources(resources)
            assert read(written) == resources, written
            assert write_resources(read(written)) == written

    def test_the_default_timing_and_types(self) -> None:
        (flash, spell, land) = read(
            {
                "hand": [
                    {"name": "a", "types": ["creature"], "power": 1, "toughness": 1,
                     "keywords": ["flash"]},
                    {"name": "b", "cost": "{R}", "timing": "instant"},
                    {"name": "c", "types": ["land"]},
                ]
            }
        ).hand  # fmt: skip
        assert [card.timing for card in (flash, spell, land)] == ["instant", "instant", "sorcery"]
        assert (spell.types, spell.colors) == (("instant",), ("R",))

    def test_given_keys_win_over_the_table(self) -> None:
        (card,) = read({"hand": [{"name": "giant growth", "cost": "{R}"}]}).hand
        assert (card.name, card.cost, card.colors) == ("Giant Growth", "{R}", ("R",))
        assert card.effects[0].power == 3


def _random_card(random_: random.Random) -> ResourceCard:
    def some(*values: Any) -> Any:
        return random_.choice(values)

    effects = some((), (CardEffect(EffectKind.PUMP, "creature", some(0, 1, -2), some(0, 3)),))
    creature = NewCreature("Token", 1, 1, some((), ("flying",)), (), (), some(None, 0, 5))
    effects += some((), (CardEffect(EffectKind.ENTER, creature=creature, count=some(1, 2)),))
    base = random_.choice(trick_table())
    known = random_.random() < 0.5
    types = some(("instant",), ("sorcery",), ("creature", "elf"), ("land",))
    is_creature = "creature" in types
    timing = some("instant", "sorcery")
    return ResourceCard(
        base.name if known else "Own",
        some(None, "{1}{G}", "{X}{R}", base.cost),
        timing,
        some((), ("G",), base.colors),
        types,
        1 if is_creature else None,
        2 if is_creature else None,
        some((), ("flash",), ("flying", "reach")),
        effects,
        some((), ("after_blocks",)),
        some(None, Cycling("{2}"), Cycling("{R}", "forest", effects)),
        some(None, "{1}"),
    )


def _hand(card: Any) -> Document:
    return {"hand": [card]}


def _effect(**effect: Any) -> Document:
    return _hand({"name": "Own", "cost": "{X}", "timing": "instant", "effects": [effect]})


_AT = "resources.A.hand[0].effects[0]"
WRONG: dict[str, tuple[Any, str, str | None, str]] = {
    "no object": ([], "resources.A", None, "expected an object"),
    "an unknown key": ({"hnd": []}, "resources.A.hnd", None, "did you mean 'hand'"),
    "mana that is a number": ({"mana": 3}, "resources.A.mana", None, "expected an object such as"),
    "an unknown kind of mana": ({"mana": {"P": 1}}, "resources.A.mana.P", "106.1", "the kinds are"),
    "a negative amount": ({"mana": {"G": -1}}, "resources.A.mana.G", None, "whole number"),
    "an amount that is true": ({"mana": {"G": True}}, "resources.A.mana.G", None, "whole number"),
    "generic mana": ({"mana": "{2}"}, "resources.A.mana", "106.1", "symbols such as"),
    "mana without braces": ({"mana": "GG"}, "resources.A.mana", "106.1", "symbols such as"),
    "a source that makes nothing": ({"mana": [[]]}, "resources.A.mana[0]", None, "can make"),
    "a source of a number": ({"mana": [2]}, "resources.A.mana[0]", None, "can make"),
    "a source of no mana": (
        {"mana": ["G", ["W", "X"]]}, "resources.A.mana[1][1]", "106.1", "'X'",
    ),
    "an alternative twice": ({"mana": [["W", "W"]]}, "resources.A.mana[0][1]", None, "twice"),
    "too much mana": ({"mana": {"G": MOST_MANA + 1}}, "resources.A.mana", None, str(MOST_MANA)),
    "an unknown card": (
        _hand("Gaint Growth"), "resources.A.hand[0]", None, "the closest are 'Giant Growth'",
    ),
    "an unknown card with nothing said of it": (
        {"foretold": [{"name": "Demon Blot", "foretold_this_turn": True}]},
        "resources.A.foretold[0].name", None, "'Demon Bolt'",
    ),
    "a card that is a number": (_hand(7), "resources.A.hand[0]", None, "a card's name"),
    "a card without a name": (_hand({"cost": "{G}"}), "resources.A.hand[0].name", None, "required"),
    "an unknown key of a card": (
        _hand({"name": "Shock", "csot": "{R}"}), "resources.A.hand[0].csot", None, "'cost'",
    ),
    "a hidden card with more": (
        _hand({"hidden": True, "name": "Shock"}), "resources.A.hand[0].name", None, "unknown key",
    ),
    "no cost": (
        _hand({"name": "Shock", "cost": "{Q}"}), "resources.A.hand[0].cost", None, "{Q}",
    ),
    "no timing": (
        _hand({"name": "Own", "cost": "{R}"}), "resources.A.hand[0].timing", None, "required",
    ),
    "another timing": (
        _hand({"name": "Shock", "timing": "flash"}), "resources.A.hand[0].timing", None, "expected",
    ),
    "a creature card without a size": (
        _hand({"name": "Own", "types": ["creature"], "toughness": 1}),
        "resources.A.hand[0].power", None, "required of a creature card",
    ),
    "an unknown keyword of a card": (
        _hand({"name": "Horta", "keywords": ["trampel"]}),
        "resources.A.hand[0].keywords[0]", None, "'trample'",
    ),
    "foretold without a foretell cost": (
        {"foretold": ["Shock"]}, "resources.A.foretold[0]", "702.143a", "no foretell cost",
    ),
    "foretold in the hand": (
        _hand({"name": "Demon Bolt", "foretold_this_turn": True}),
        "resources.A.hand[0].foretold_this_turn", "702.143a", "not foretold",
    ),
    "cycling without a cost": (
        _hand({"name": "Own", "cycling": {"kind": "forest"}}),
        "resources.A.hand[0].cycling.cost", None, "required",
    ),
    "an effect in cycling": (
        _hand({"name": "Own", "cycling": {"cost": "{1}", "effects": [{"kind": "dray"}]}}),
        "resources.A.hand[0].cycling.effects[0].kind", "609.1", "'draw'",
    ),
    "an unknown effect": (_effect(kind="pmup"), f"{_AT}.kind", "609.1", "did you mean 'pump'"),
    "an effect without a kind": (_effect(target="any"), f"{_AT}.kind", "609.1", "required"),
    "an unknown key of an effect": (
        _effect(kind="pump", target="creature", powr=1), f"{_AT}.powr", None, "'power'",
    ),
    "a key that means nothing to it": (
        _effect(kind="destroy", target="creature", power=1), f"{_AT}.power", None, "means nothing",
    ),
    "a key that it needs": (
        _effect(kind="damage", target="any"), f"{_AT}.amount", None, "required",
    ),
    "no target": (_effect(kind="destroy"), f"{_AT}.target", "115.1", "required"),
    "an unknown target": (
        _effect(kind="destroy", target="crature"), f"{_AT}.target", None, "'crature'",
    ),
    "a misspelt target": (
        _effect(kind="destroy", target="atacking creature"), f"{_AT}.target", None, "'attacking'",
    ),
    "a target that it is not about": (
        _effect(kind="pump", target="any"), f"{_AT}.target", "115.1", "not about 'any'",
    ),
    "an object that is not there": (
        _effect(kind="tap", target="object q"), f"{_AT}.target", None, "no object 'q'",
    ),
    "all keywords gained": (
        _effect(kind="gain", target="creature", keywords=["all"]),
        f"{_AT}.keywords", None, "not gained",
    ),
    "a keyword that is none": (
        _effect(kind="gain", target="creature", keywords=["trampel"]),
        f"{_AT}.keywords[0]", None, "'trample'",
    ),
    "all damage": (
        _effect(kind="damage", target="any", amount="all"), f"{_AT}.amount", None, "not 'all'",
    ),
    "an amount that is no number": (
        _effect(kind="damage", target="any", amount="Y"), f"{_AT}.amount", None, "'Y'",
    ),
    "a creature without a size": (
        _effect(kind="enter", creature={"name": "Imp", "power": 1}),
        f"{_AT}.creature.toughness", None, "required",
    ),
    "an X without one in the cost": (
        _hand({"name": "Own", "cost": "{R}", "timing": "instant",
               "effects": [{"kind": "damage", "target": "any", "amount": "X"}]}),
        _AT, "107.3", "no X in the cost",
    ),
    "another time to trigger": (
        {"watchers": [{"when": "draw"}]}, "resources.A.watchers[0].when", None, "expected",
    ),
    "another window": (
        _hand({"name": "Shock", "windows": ["upkeep"]}),
        "resources.A.hand[0].windows[0]", None, "expected",
    ),
    "a tax that is no cost": ({"cycling_tax": "2"}, "resources.A.cycling_tax", None, "braces"),
}  # fmt: skip


@pytest.mark.parametrize(("given", "path", "rule", "part"), WRONG.values(), ids=WRONG.keys())
def test_each_fault(given: Any, path: str, rule: str | None, part: str) -> None:
    found = faults(given)
    at_path = [fault for fault in found if fault.path == path]
    assert at_path, found
    assert rule in {fault.rule for fault in at_path}, found
    assert any(part in fault.message for fault in at_path), found
    assert len(found) == 1, found


def test_116_2h_foretold_in_somebody_elses_turn() -> None:
    (found,) = faults({"foretold": [{"name": "Demon Bolt", "foretold_this_turn": True}]}, "B")
    assert (found.path, found.rule) == ("resources.B.foretold[0].foretold_this_turn", "116.2h")


def test_every_fault_is_found_at_once() -> None:
    wrong = {
        "mana": {"Q": 1},
        "hand": ["Gaint Growth", {"name": "Own", "cost": "{R}"}, {"name": "Shock", "cost": "R"}],
        "foretold": ["Shock"],
        "watchers": [{"when": "cycle", "effects": [{"kind": "pump"}]}],
    }
    assert [fault.path for fault in faults(wrong)] == [
        "resources.A.mana.Q",
        "resources.A.hand[0]",
        "resources.A.hand[1].timing",
        "resources.A.hand[2].cost",
        "resources.A.foretold[0]",
        "resources.A.watchers[0].effects[0].target",
    ]
