"""The short notation: what it means, what it says of mistakes, and that nothing is lost."""

import json
import os
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from engine import read_combat
from engine.cards import card_table
from engine.combat import Combat
from engine.document import read_document
from engine.document_writer import write_document
from engine.faults import DocumentError, Fault
from engine.notation import parse
from engine.notation_words import PROPERTIES, ZONES, Kind
from engine.notation_writer import NotationError, describe, write
from engine.objects import Battle, Creature, Planeswalker, Player
from engine.resources.cards import Resources

SHARED = Path(os.environ.get("OVERRUN_SHARED", Path(__file__).resolve().parents[3] / "shared"))
CASES = sorted((SHARED / "cases").glob("*/*.json"))

EXAMPLES = [
    "8/8 trample <- 2/2, 3/3 deathtouch",
    "Boldwyr Heavyweights <- Grizzly Bears x2",
    "3/5 <- wall; 4/4 trample <- wall; 4/4 <- wall; wall: 0/6",
    "7/7 trample over planeswalkers -> jace; 1/1 -> jace; jace: loyalty 3; B: life 5",
    "Horta <- Grizzly Bears x2; Boldwyr Heavyweights <- Palace Guard, Battle Mammoth",
]


def document(*creatures: dict[str, Any], **other: Any) -> dict[str, Any]:
    """Return a document with the notation's default players."""
    players = {"A": {"life": 20}, "B": {"life": 20}}
    beginning: dict[str, Any] = {"version": 1, "active_player": "A", "players": players}
    if creatures:
        beginning["creatures"] = list(creatures)
    return beginning | other


def creature(
    name: str, controller: str, power: int, toughness: int, **other: Any
) -> dict[str, Any]:
    return {
        "id": name,
        "controller": controller,
        "power": power,
        "toughness": toughness,
        **other,
    }


def faults(text: str) -> tuple[Fault, ...]:
    with pytest.raises(DocumentError) as caught:
        parse(text)
    return caught.value.faults


def fault(text: str) -> Fault:
    (only,) = faults(text)
    return only


def same(one: Combat, other: Combat) -> bool:
    """Compare everything, the order of what is kept by id included."""
    keys = ("players", "planeswalkers", "battles")
    return one == other and all(list(getattr(one, k)) == list(getattr(other, k)) for k in keys)


# --- the five examples ---------------------------------------------------------------------------


def test_one_attacker_two_blockers() -> None:
    assert write_document(parse(EXAMPLES[0])) == document(
        creature("8/8", "A", 8, 8, keywords=["trample"], attacking="B"),
        creature("2/2", "B", 2, 2, blocking=["8/8"]),
        creature("3/3", "B", 3, 3, keywords=["deathtouch"], blocking=["8/8"]),
    )


def test_cards_and_a_group() -> None:
    combat = parse(EXAMPLES[1])
    assert write_document(combat) == document(
        {
            "id": "Boldwyr Heavyweights",
            "controller": "A",
            "card": "Boldwyr Heavyweights",
            "attacking": "B",
        },
        {
            "id": "Grizzly Bears",
            "controller": "B",
            "card": "Grizzly Bears",
            "blocking": ["Boldwyr Heavyweights"],
            "count": 2,
        },
    )
    assert list(combat.creatures) == [
        "Boldwyr Heavyweights", "Grizzly Bears#1", "Grizzly Bears#2"
    ]  # fmt: skip
    assert combat.creatures["Boldwyr Heavyweights"].keywords == ("trample",)


def test_a_shared_blocker_that_is_defined_at_the_end() -> None:
    assert write_document(parse(EXAMPLES[2])) == document(
        creature("3/5", "A", 3, 5, attacking="B"),
        creature("4/4", "A", 4, 4, keywords=["trample"], attacking="B"),
        creature("4/4 (2)", "A", 4, 4, attacking="B"),
        creature("wall", "B", 0, 6, blocking=["3/5", "4/4", "4/4 (2)"]),
    )


def test_a_planeswalker_and_the_life_of_its_controller() -> None:
    assert write_document(parse(EXAMPLES[3])) == document(
        creature("7/7", "A", 7, 7, keywords=["trample over planeswalkers"], attacking="jace"),
        creature("1/1", "A", 1, 1, attacking="jace"),
        players={"A": {"life": 20}, "B": {"life": 5}},
        planeswalkers=[{"id": "jace", "controller": "B", "loyalty": 3}],
    )


def test_two_attackers_with_blockers_of_their_own() -> None:
    combat = parse(EXAMPLES[4])
    assert [group.id for group in combat.groups] == [
        "Horta", "Grizzly Bears", "Boldwyr Heavyweights", "Palace Guard", "Battle Mammoth"
    ]  # fmt: skip
    assert combat.blockers == {
        "Horta": ("Grizzly Bears#1", "Grizzly Bears#2"),
        "Boldwyr Heavyweights": ("Palace Guard", "Battle Mammoth"),
    }


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_examples_come_back_as_they_were(text: str) -> None:
    assert describe(parse(text)) == text
    assert repr(read_combat(text)) == text


# --- statements ----------------------------------------------------------------------------------


def test_newlines_semicolons_comments_and_white_space() -> None:
    text = '# a comment; with <- anything "\n 8/8\ttrample<-2/2 ,3/3   deathtouch;;\r\n;# the end'
    assert parse(text) == parse(EXAMPLES[0])


def test_a_comment_begins_only_a_statement() -> None:
    assert fault("t: 3/3 x2 -> B; t#1 <- 1/1 # no").path == "line 1, column 28"


def test_the_arrows_stand_in_either_order() -> None:
    one, other = parse("3/3 -> B <- 2/2"), parse("3/3 <- 2/2 -> B")
    assert one == other == parse("3/3 <- 2/2")


def test_every_blocker_blocks_every_attacker_of_a_statement() -> None:
    combat = parse("2/2, 3/3 <- 0/4, 0/5")
    assert combat.blocks == {"0/4": ("2/2", "3/3"), "0/5": ("2/2", "3/3")}


def test_a_description_alone_attacks_and_a_definition_does_not() -> None:
    combat = parse("2/2; 3/3, idle: 4/4; Horta")
    assert [attacker.id for attacker in combat.attackers] == ["2/2", "3/3", "Horta"]
    assert combat.creatures["idle"].controller == "B"


def test_labels_within_a_statement() -> None:
    combat = parse("giant: 8/8 trample <- bear: 2/2, 3/3 deathtouch")
    assert combat.blockers == {"giant": ("bear", "3/3")}


def test_statements_about_one_attacker_add_up() -> None:
    combat = parse("giant: 8/8; giant -> C; giant <- 1/1; giant <- 2/2; B: life 9; C: life 9")
    assert combat.creatures["giant"].attacking == "C"
    assert combat.blockers == {"giant": ("1/1", "2/2")}
    assert combat.creatures["1/1"].controller == "C"


def test_one_copy_of_a_group_is_blocked() -> None:
    combat = parse("t: 3/3 trample x10 -> B; t#7 <- 1/1")
    assert combat.blocks == {"1/1": ("t#7",)}
    assert parse("3/3 x2; 3/3#2 <- 1/1").blocks == {"1/1": ("3/3#2",)}


def test_the_target_has_left_combat_506_4c() -> None:
    combat = parse("2/2 -> nothing; 3/3 -> nothing of C <- 1/1; B: life 9; C: life 9")
    first, second, blocker = combat.creatures.values()
    assert first.attacks
    assert (first.attacking, first.was_attacking_controller) == (None, None)
    assert (second.attacking, second.was_attacking_controller) == (None, "C")
    assert blocker.controller == "C"


def test_a_target_may_be_described_where_it_is_attacked() -> None:
    combat = parse("3/3 -> jace: loyalty 4; 2/2 -> Gideon Jura; 1/1 -> B: life 3")
    assert combat.planeswalkers["jace"].loyalty == 4
    assert combat.planeswalkers["Gideon Jura"].card == "Gideon Jura"
    assert combat.players["B"].life == 3
    assert [c.attacking for c in combat.attackers] == ["jace", "Gideon Jura", "B"]


def test_ids_of_objects_without_a_label_are_numbered() -> None:
    combat = parse("2/2; 2/2; Horta; Horta; 2/2")
    assert list(combat.creatures) == ["2/2", "2/2 (2)", "Horta", "Horta (2)", "2/2 (3)"]
    assert parse("2/2; 2/2; 2/2 (2) <- 1/1").blocks == {"1/1": ("2/2 (2)",)}
    assert list(parse('"2/2": 1/1; 2/2').creatures) == ["2/2", "2/2 (2)"]


def test_names_in_quotation_marks() -> None:
    combat = parse('"a, b; c": 3/3 <- 1/1; "a, b; c" <- "\\"x\\"\\n": 2/2; "Horta" <- 1/2')
    assert combat.blockers == {"a, b; c": ("1/1", '"x"\n'), "Horta": ("1/2",)}


def test_a_label_goes_before_a_card_of_the_same_name() -> None:
    combat = parse("Horta: 1/1 -> B; Horta <- 2/2")
    assert combat.blockers == {"Horta": ("2/2",)}
    assert combat.creatures["Horta"].card is None


@pytest.mark.parametrize(
    "text",
    [
        "Akroma, Angel of Wrath, 2/2",
        '"Akroma, Angel of Wrath", 2/2',
        "akroma ,  Angel Of wrath,2/2",
    ],
)
def test_card_names_with_commas(text: str) -> None:
    assert list(parse(text.replace(" ,", ",")).creatures) == ["Akroma, Angel of Wrath", "2/2"]


@pytest.mark.parametrize("name", [card.name for card in card_table().values()])
def test_every_card_of_the_table(name: str) -> None:
    kind = card_table()[name.casefold()].kind
    text = f"{name} 1/1 tapped" if kind == "creature" else f"{name} value 1"
    combat = parse(text)
    found: list[Creature | Planeswalker | Battle] = [*combat.groups]
    found += [*combat.planeswalkers.values(), *combat.battles.values()]
    assert [(thing.id, thing.card) for thing in found] == [(name, name)]
    assert same(parse(write(combat)), combat)


# --- properties ----------------------------------------------------------------------------------

PLAIN = Creature("x", "A", 2, 2, 4, attacks=True, attacking="B")

PROPERTIES_OF_CREATURES = [
    ("damage 1", {"damage": 1}),
    ("value 9", {"value": 9}),
    ("blocked", {"blocked": True}),
    ("unblocked", {"blocked": False}),
    ("band left", {"band": "left"}),
    ("assigns toughness", {"assigns": "toughness"}),
    ("assigns nothing", {"assigns": "nothing"}),
    ("as though unblocked", {"as_though_unblocked": True}),
    ("divides among defenders", {"divides_among_defenders": True}),
    ("divided by B", {"assigned_by": "B"}),
    ("tapped", {"tapped": True}),
    ("summoning sick", {"summoning_sick": True}),
    ("max blocks 2", {"max_blocks": 2}),
    ("min blockers 2", {"min_blockers": 2}),
    ("max blockers 1", {"max_blockers": 1}),
    ("must attack", {"must_attack": True}),
    ("must attack target B", {"must_attack": ("B",)}),
    ("must block", {"must_block": True}),
    ("must be blocked", {"must_be_blocked": True}),
    ("must be blocked by y must be blocked by z", {"must_be_blocked": ("y", "z")}),
    ("can't attack", {"cant_attack": True}),
    ("can't attack target B", {"cant_attack": ("B",)}),
    ("can't block", {"cant_block": True}),
    ("can't block target y", {"cant_block": ("y",)}),
    ("can't be blocked", {"cant_be_blocked_by": True}),
    ("can't be blocked by y", {"cant_be_blocked_by": ("y",)}),
    ("regeneration 1", {"regeneration_shields": 1}),
    ("shield counters 2", {"shield_counters": 2}),
    ("prevent 3", {"prevent": 3}),
    ("prevent all", {"prevent": "all"}),
    ("deals 0", {"deals": 0}),
    ("commander", {"commander": True}),
    ("x3", {"count": 3}),
    ("white green", {"colors": ("W", "G")}),
    ("type elf type wall", {"types": ("elf", "wall")}),
    ("trample toxic 2", {"keywords": ("trample", "toxic 2")}),
    ("First  Strike", {"keywords": ("first strike",)}),
    ("protection from red flying", {"keywords": ("protection from red", "flying")}),
    ("protection from each color", {"keywords": ("protection from each color",)}),
    ('"protection from the weak"', {"keywords": ("protection from the weak",)}),
    ("ward {2}{U} bushido 1", {"keywords": ("ward {2}{U}".lower(), "bushido 1")}),
    ("trample over planeswalkers", {"keywords": ("trample over planeswalkers",)}),
    ("dragonwalk", {"keywords": ("dragonwalk",)}),
    ("tapped trample damage 1", {"tapped": True, "keywords": ("trample",), "damage": 1}),
]


@pytest.mark.parametrize(("words", "expected"), PROPERTIES_OF_CREATURES)
def test_a_property_of_a_creature(words: str, expected: dict[str, Any]) -> None:
    others = "; y: 1/1; z: 1/1"
    text = f"x: 2/2 {words} -> B{others}"
    combat = parse(text)
    assert combat.groups[0] == replace(PLAIN, **expected)
    assert same(parse(write(combat)), combat)


def test_every_field_of_the_objects_can_be_said_or_is_refused() -> None:
    said = {given.key for given in PROPERTIES[Kind.CREATURE].values()}
    elsewhere = {
        "id", "power", "toughness", "card", "keywords", "count", "attacks", "attacking",
        "was_attacking_controller", "blocking", "damage_order",
    }  # fmt: skip
    assert {field.name for field in fields(Creature)} == said | elsewhere
    said = {given.key for given in PROPERTIES[Kind.PLAYER].values()}
    of_resources = {"mana", *ZONES}
    assert of_resources <= {field.name for field in fields(Resources)}
    assert {field.name for field in fields(Player)} == (said | {"id"}) - {"active"} - of_resources
    said = {given.key for given in PROPERTIES[Kind.PLANESWALKER].values()}
    assert {field.name for field in fields(Planeswalker)} == said | {"id", "card", "keywords"}
    said = {given.key for given in PROPERTIES[Kind.BATTLE].values()}
    assert {field.name for field in fields(Battle)} == said | {"id", "card"}


def test_negative_power() -> None:
    combat = parse("5/5<--1/4")
    assert combat.creatures["-1/4"].power == -1


def test_typographic_apostrophes() -> None:
    assert parse("x: 2/2 can\u2019t block").creatures["x"].cant_block is True


def test_what_follows_a_card_changes_it() -> None:
    bears = parse("Grizzly Bears 3/4 trample red without type bear type elf").groups[0]
    assert (bears.power, bears.toughness, bears.value) == (3, 4, 2)
    assert (bears.keywords, bears.colors, bears.types) == (("trample",), ("R",), ("elf",))
    horta = parse("Horta without trample flying colorless").groups[0]
    assert (horta.keywords, horta.colors) == (("flying",), ())
    assert parse("Horta deathtouch").groups[0].keywords == ("trample", "deathtouch")


def test_planeswalkers() -> None:
    walker = 'w: loyalty 4 value 7 of C prevent all "protection from red" hexproof'
    combat = parse(f"{walker}; B: life 3; C: life 4; Gideon Jura loyalty 2")
    assert combat.planeswalkers == {
        "w": Planeswalker(
            "w", "C", 4, 7, keywords=("protection from red", "hexproof"), prevent="all"
        ),
        "Gideon Jura": Planeswalker("Gideon Jura", "B", 2, 5, card="Gideon Jura"),
    }
    assert same(parse(write(combat)), combat)


def test_battles() -> None:
    combat = parse(
        "a: defense 4; b: defense 2 protected by A of B value 3; c: defense 1 not a siege"
    )
    assert combat.battles == {
        "a": Battle("a", "A", "B", 4, 4),
        "b": Battle("b", "B", "A", 2, 3),
        "c": Battle("c", "A", "B", 1, 1, siege=False),
    }
    assert same(parse(write(combat)), combat)


def test_blockers_belong_to_who_defends() -> None:
    text = (
        "2/2 -> w <- 1/1; 3/3 -> b <- 1/2; 4/4 -> D <- 1/3; w: loyalty 3 of C;"
        "b: defense 3 protected by D; B: life 1; C: life 1; D: life 1"
    )
    owners = {name: c.controller for name, c in parse(text).creatures.items()}
    assert [owners[name] for name in ("1/1", "1/2", "1/3")] == ["C", "D", "D"]


# --- players -------------------------------------------------------------------------------------


def players(text: str) -> tuple[str, list[tuple[str, int]]]:
    combat = parse(text)
    assert same(parse(write(combat)), combat)
    return combat.active_player, [(p.id, p.life) for p in combat.players.values()]


def test_players() -> None:
    assert players("2/2") == ("A", [("A", 20), ("B", 20)])
    assert players("2/2; B: life 5") == ("A", [("A", 20), ("B", 5)])
    assert players("2/2; A: life 5") == ("A", [("A", 5), ("B", 20)])
    assert players("2/2; B: life 5; A: life 6") == ("A", [("B", 5), ("A", 6)])
    assert players("2/2; C: life 5; D: poison 3") == ("A", [("A", 20), ("C", 5), ("D", 20)])
    assert players("2/2; C: life 5 active") == ("C", [("C", 5), ("B", 20)])
    assert players("2/2; B: active") == ("B", [("B", 20), ("A", 20)])
    assert players("2/2; C: active; D: life 1") == ("C", [("C", 20), ("D", 1)])


def test_properties_of_players() -> None:
    text = "general: 5/5 commander -> C; A: team us; B: life 20 team us; C: life 9 poison 3 " \
           "commander damage 7 from general"  # fmt: skip
    combat = parse(text)
    assert combat.players["A"] == Player("A", 20, team="us")
    assert combat.players["C"] == Player("C", 9, 3, {"general": 7})
    assert combat.defending_players == ("C",)
    assert same(parse(write(combat)), combat)


# --- faults --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", " \n;; ", "# nothing\n"])
def test_an_empty_combat(text: str) -> None:
    found = fault(text)
    assert found.path == "line 1, column 1"
    assert found.message.startswith("an empty combat; expected attackers")


MISTAKES = [
    (
        "8/8 tramble <- 2/2",
        "line 1, column 5",
        "'tramble' is neither a keyword nor a property; did you mean 'trample'?\n"
        "  8/8 tramble <- 2/2\n"
        "      ^^^^^^^",
    ),
    (
        "8/8 <- 2/2;\nHorta <- Grizly Bears x2",
        "line 2, column 10",
        "'Grizly Bears' is neither defined in this text nor a known card; did you mean "
        "'Grizzly Bears'?\n"
        "  Horta <- Grizly Bears x2\n"
        "           ^^^^^^^^^^^^",
    ),
    (
        "3/5 <- wal; wall: 0/6",
        "line 1, column 8",
        "'wal' is neither defined in this text nor a known card; did you mean 'wall'?\n"
        "  3/5 <- wal; wall: 0/6\n"
        "         ^^^",
    ),
    (
        "3/5 damage",
        "line 1, column 11",
        "expected a number after 'damage'\n  3/5 damage\n            ^",
    ),
    (
        "3/5 prevent some",
        "line 1, column 13",
        "expected a number after 'prevent', not 'some'\n  3/5 prevent some\n              ^^^^",
    ),
    (
        "2/2 <- 1/1 <- 3/3",
        "line 1, column 12",
        "a second '<-' in one statement; expected ';' or the end\n"
        "  2/2 <- 1/1 <- 3/3\n"
        "             ^^",
    ),
    (
        "x: 2/2 -> B; x -> C; B: life 1; C: life 1",
        "line 1, column 19",
        "x attacks something else already (at line 1, column 11)\n"
        "  x: 2/2 -> B; x -> C; B: life 1; C: life 1\n"
        "                    ^",
    ),
    (
        "x: 2/2; x: 3/3",
        "line 1, column 9",
        "'x' is defined twice; the first is at line 1, column 1\n  x: 2/2; x: 3/3\n          ^",
    ),
    (
        "1/1 damage 1",
        "line 1, column 5",
        "1/1 with 1 damage on toughness 1 would not be there\n  1/1 damage 1\n      ^^^^^^^^",
    ),
    (
        'a"b',
        "line 1, column 2",
        'this quotation mark is not closed on its line\n  a"b\n   ^',
    ),
]


@pytest.mark.parametrize(("text", "path", "message"), MISTAKES)
def test_a_mistake_is_shown_in_its_place(text: str, path: str, message: str) -> None:
    found = fault(text)
    assert (found.path, found.message) == (path, message)


@pytest.mark.parametrize(
    ("text", "column", "begins"),
    [
        ("2/2,", 5, "nothing stands here; expected"),
        ("-> B", 1, "nothing stands here"),
        ("x:", 3, "nothing stands here"),
        ("x: y", 4, "'y' is no known card"),
        ("2/2 3/3", 5, "a second power/toughness; put ','"),
        ("2/2 x2 x3", 8, "'x3': this is given already"),
        ("2/2 damage 1 damage 1", 14, "'damage': this is given already"),
        ("2/2 bushido", 5, "'bushido' needs a number, such as 'bushido 1'"),
        ('2/2 "fliyng"', 5, "the game has no keyword 'fliyng'"),
        ("2/2 life 3", 5, "'life' is for a player, not for a creature"),
        ("life 3", 1, "a player needs a name in front"),
        ("B: life 3 x2", 11, "'x2' is for a creature, not for a player"),
        ("B: life 3 flying", 11, "a player has no keywords"),
        ("2/2 without flying", 13, "a creature without a card has no 'flying' to be without"),
        ("Horta without flying", 15, "Horta has no 'flying' to be without"),
        ("2/2 : 3", 7, "'3' is no known card"),
        ("2/2 value 2000000000", 11, "a number may be at most 1000000000"),
        ("2/2 -> nothing, B", 17, "a second target"),
        ("2/2 -> 3/3", 8, "3/3 is a creature; expected a player"),
        ("B <- 2/2", 1, "B is a player; only creatures attack"),
        ("2/2 <- nothing", 8, "expected 'nothing' only after '->'"),
        ("x: 2/2; x", 9, "nothing is said of 'x'"),
        ("x: 2/2; x tapped -> B", 11, "'x' is defined elsewhere"),
        ("x: 2/2 x3; x#4 <- 1/1", 12, "'x' has no copy number 4"),
        ("x: 2/2 x3; 1/1 <- x#1", 19, "one copy of a group cannot block apart"),
        ("x: 2/2 x3; x#1 -> B", 12, "the copies of a group attack the same thing; expected 'x'"),
        ("A: active; B: active", 15, "A is the active player already"),
        ("2/2 assigns all", 13, "expected 'power', 'toughness' or 'nothing'"),
        ('2/2 "\\q"', 5, "this quoted string has an escape sequence"),
        ('2/2 <- "8/8"', 8, "nothing has the name '8/8'"),
        ("B: life 3 commander damage 3 of x", 30, "expected a number, 'from' and"),
        ("2/2 divided by Z", 5, "there is no player 'Z'"),
        ("0/0", 1, "0/0 with toughness 0 would not be there"),
        ("B: life 0; 2/2", 4, "B at life 0 has lost already"),
        ("x: 2/2; 3/3 <- x of A", 18, "'x' is defined elsewhere"),
        ("2/2 -> x; x: defense 3 protected by A of B", 8, "A protects x"),
        ("2/2 x60000, 3/3 x60000", 5, "more than 100000 creatures"),
        ("2/2 <- b: 1/1 of A", 8, "b is on the attacking side"),
    ],
)
def test_a_mistake_and_its_column(text: str, column: int, begins: str) -> None:
    found = fault(text)
    assert found.message.startswith(begins), found.message
    assert found.path == f"line 1, column {column}"


def test_all_mistakes_are_reported_at_once() -> None:
    found = faults("2/2 tramble;\n3/3 <- wal, 4/4 damage x;\n5/5 flyin")
    assert [one.path for one in found] == [
        "line 1, column 5", "line 2, column 8", "line 2, column 24", "line 3, column 5"
    ]  # fmt: skip


def test_the_rule_of_a_fault_of_the_document_is_kept() -> None:
    assert fault("0/0").rule == "704.5f"
    assert fault("2/2 -> w; w: loyalty 3 of A").rule == "506.2"


def test_what_a_name_at_fault_stands_for_is_not_reported_again() -> None:
    assert [one.path for one in faults("x: 2/2 tramble; x <- 1/1; y: Hortaa; y <- 1/1")] == [
        "line 1, column 8", "line 1, column 30"
    ]  # fmt: skip


def test_a_long_line_is_cut_around_the_mistake() -> None:
    text = ", ".join(["2/2"] * 50) + ", 3/3 tramble, " + ", ".join(["2/2"] * 50)
    _, source, carets = fault(text).message.split("\n")
    begin = carets.index("^")
    assert source[begin : begin + len(carets.strip())] == "tramble"
    assert len(source) <= 106
    assert source.strip().startswith("...")
    assert source.endswith("...")


# --- writing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a: 2/2 -> B; b: 3/3 <- c; c: 1/1", "a: 2/2 -> B; b: 3/3 <- c: 1/1"),
        (
            "a: 2/2; b: 3/3; x: 1/1; y: 1/2; a <- x; b <- y",
            "a: 2/2 <- x; b: 3/3 <- y; x: 1/1; y: 1/2",
        ),
        ("x: 1/1; 2/2 <- x", "x: 1/1; 2/2 <- x"),
        ("2/2 -> B; B: life 20", "2/2"),
        ("2/2; idle: Horta of A", "2/2; idle: Horta of A"),
        ('"8/8": 8/8 <- 2/2', "8/8 <- 2/2"),
        ('"8/8": 8/8; 1/1 <- 2/2; "8/8" <- 2/2', "8/8 <- 2/2 (2); 1/1 <- 2/2; 2/2 (2): 2/2"),
        ("2/2 <- Horta: Horta x2 tapped", "2/2 <- Horta x2 tapped"),
        ("b, a <- w: 1/1; a: 2/2; b: 3/3", "b, a <- w: 1/1; a: 2/2 -> B; b: 3/3 -> B"),
        ("3/3 x2 -> nothing of B; 3/3#1 <- 1/1", "3/3 x2 -> nothing of B; 3/3#1 <- 1/1"),
        ("2/2 -> Gideon Jura", "2/2 -> Gideon Jura"),
        ("2/2 -> g; 3/3 -> g; g: Gideon Jura", "2/2 -> g; 3/3 -> g; g: Gideon Jura"),
    ],
)
def test_written(text: str, written: str) -> None:
    combat = parse(text)
    assert same(parse(write(combat)), combat)
    assert write(combat) == written


def test_refused_with_everything_in_the_way() -> None:
    combat = read_document(
        document(
            creature("x", "A", 2, 2, attacking="B", damage_order=["y"]),
            creature("y", "B", 2, 2, blocking=["x"], must_block=[]),
            effects=[{"kind": "prevent", "amount": "all"}],
            rules="ordered",
            comment="a comment",
        )
    )
    with pytest.raises(NotationError) as caught:
        write(combat)
    assert caught.value.paths == (
        "effects", "rules", "comment", "creatures[0].damage_order", "creatures[1].must_block"
    )  # fmt: skip
    assert str(caught.value) == (
        "the short notation cannot say effects, rules, comment, creatures[0].damage_order, "
        "creatures[1].must_block"
    )
    assert read_combat(describe(combat)) == combat


def test_the_document_is_minimal_and_in_the_order_of_the_contract() -> None:
    effects = [{"kind": "multiply", "factor": 2, "sources": {"color": "R"}, "targets": ["B"]}]
    full = document(
        {
            "attacking": "B", "id": "x", "count": 2, "controller": "A", "card": "Horta", "power": 7,
            "keywords": ["trample"], "damage": 1, "value": 6, "blocked": True,
        },
        effects=effects, battles=[], rules="current",
    )  # fmt: skip
    written = write_document(read_document(full))
    assert json.dumps(written) == json.dumps(
        document(
            {"id": "x", "controller": "A", "card": "Horta", "damage": 1, "attacking": "B",
             "blocked": True, "count": 2},
            effects=effects,
        )
    )  # fmt: skip


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_nothing_of_a_shared_case_is_lost(path: Path) -> None:
    content = json.loads(path.read_text(encoding="utf-8"))
    for case in content if isinstance(content, list) else [content]:
        try:
            combat = read_document(case["combat"])
        except DocumentError:
            continue
        assert same(read_document(write_document(combat)), combat)
        try:
            text = write(combat)
        except NotationError as error:
            in_the_way = set(error.paths)
        else:
            in_the_way = set()
            assert same(parse(text), combat), text
        assert in_the_way <= {"effects", "resources", "rules", "comment"}


# --- any text, any combat ------------------------------------------------------------------------

ROUGH = settings(
    max_examples=300,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)

VOCABULARY = r"""
2/2 -1/4 0/0 Horta Grizzly Bears Akroma, Angel of Wrath -> <- , ; : # x3 x B A nothing life 3
trample toxic " b#1 (2) prevent all without type must block target wall loyalty 99999999999
active team commander damage from "a\u0000" protection defense x: x ->
"""
WORDS = st.sampled_from(
    ["\n", "\x00", "Akroma, Angel of Wrath", "Grizzly Bears", *VOCABULARY.split()]
)


def only_refuses(text: str) -> None:
    try:
        combat = parse(text)
    except DocumentError as error:
        places = [one.path for one in error.faults]
    else:
        places = ["line"]
        assert same(parse(write(combat)), combat)
    assert places
    assert all(place.startswith("line") for place in places)


@ROUGH
@given(st.text(max_size=80))
def test_any_text(text: str) -> None:
    only_refuses(text)


@ROUGH
@given(st.lists(WORDS, max_size=25).map(" ".join))
@example("x: 2/2 -> nothing of B; x -> nothing")
def test_any_words(text: str) -> None:
    only_refuses(text)


@ROUGH
@given(st.data())
def test_valid_text_with_a_change(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(EXAMPLES))
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(len(text), begin + 6)))
    only_refuses(text[:begin] + data.draw(WORDS | st.text(max_size=3)) + text[end:])


@pytest.mark.parametrize(
    "text",
    [
        "2/2 x" + "9" * 10_000,
        "2/2 damage " + "0" * 10_000,
        "9" * 5_000 + "/" + "9" * 5_000,
        "2/2 x999999999",
        '"' * 10_001,
        "(" * 50_000,
        "-> " * 5_000,
        "a: " * 5_000,
        "bear, " * 5_000,
        "2/2 <- " + ", ".join(f"x{k}" for k in range(2_000)),
        "\ud800: 2/2",
        "\x00\x1b[31m",
    ],
)
def test_hostile_text(text: str) -> None:
    only_refuses(text)


WALKER_CARDS = ["Gideon Jura", "Gideon, Champion of Justice"]
NAMES = st.sampled_from(
    ["a", "wall", "8/8", "8/8 (2)", "2/2", "Horta", "Horta (2)", "nothing", "nothing of B", "x3",
     "Akroma", "a b", "a#1", *WALKER_CARDS, "#1", "life", "B", "tapped", "Grizzly Bears"]
) | st.text(min_size=1, max_size=4)  # fmt: skip
KEYWORDS = st.sampled_from(
    ["flying", "trample", "toxic 2", "trample over planeswalkers", "protection from red",
     "protection from each", "protection from a, b", "ward {2}", "bushido 1", "first strike",
     "champion an elf", "equipment", "commander ninjutsu {1}", "ward", "haste", "islandwalk"]
)  # fmt: skip
CREATURE_CARDS = ["Horta", "Grizzly Bears", "Palace Guard", "Akroma, Angel of Wrath"]


@st.composite
def creatures(draw: st.DrawFn, name: str) -> dict[str, Any]:
    entry: dict[str, Any] = {"id": name}
    if draw(st.booleans()):
        entry["card"] = draw(st.sampled_from(CREATURE_CARDS))
    if "card" not in entry or draw(st.booleans()):
        entry |= {"power": draw(st.integers(-2, 9)), "toughness": draw(st.integers(3, 9))}
    small = st.integers(0, 2)
    optional: dict[str, st.SearchStrategy[Any]] = {
        "keywords": st.lists(KEYWORDS, max_size=3),
        "colors": st.lists(st.sampled_from("WUBRG"), max_size=2),
        "types": st.lists(st.sampled_from(["elf", "bear", "Elf", "a b"]), max_size=2),
        "damage": small, "assigns": st.sampled_from(["power", "toughness", "nothing"]),
        "as_though_unblocked": st.booleans(), "divides_among_defenders": st.booleans(),
        "tapped": st.booleans(), "summoning_sick": st.booleans(), "max_blocks": small,
        "min_blockers": small, "max_blockers": small, "must_attack": st.booleans(),
        "must_be_blocked": st.booleans(), "must_block": st.booleans(), "cant_attack": st.booleans(),
        "cant_block": st.booleans(), "cant_be_blocked_by": st.booleans() | st.just([name]),
        "regeneration_shields": small, "shield_counters": small,
        "prevent": small | st.just("all"), "deals": small, "commander": st.booleans(),
        "value": small, "count": st.integers(1, 3),
    }  # fmt: skip
    for key in draw(st.lists(st.sampled_from(sorted(optional)), max_size=4, unique=True)):
        entry[key] = draw(optional[key])
    return entry


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    ids = draw(st.lists(NAMES, min_size=4, max_size=9, unique=True))
    sides = [name for name in draw(st.permutations(["A", "B", "C"])) if name not in ids]
    if draw(st.booleans()) or len(sides) < 2:
        sides += [ids.pop() for _ in range(2)]
    sides = sides[: draw(st.integers(2, len(sides)))]
    active = draw(st.sampled_from(sides))
    defending = [name for name in sides if name != active]
    lives = st.just(20) | st.integers(1, 40)
    found = document(
        active_player=active,
        players={name: {"life": draw(lives), "poison": draw(st.integers(0, 1))} for name in sides},
        creatures=[], planeswalkers=[], battles=[],
    )  # fmt: skip
    owners = {name: name for name in defending}
    attackers: dict[str, str] = {}
    for name in ids:
        kind = (
            "walker"
            if name in WALKER_CARDS
            else draw(st.sampled_from(["attacker"] * 3 + ["other"] * 4 + ["walker", "battle"]))
        )
        owner = draw(st.sampled_from(defending))
        if kind == "walker":
            owners[name] = owner
            found["planeswalkers"].append({"id": name, "controller": owner, "loyalty": 3})
            if name in WALKER_CARDS:
                found["planeswalkers"][-1]["card"] = name
        elif kind == "battle":
            owners[name] = owner
            found["battles"].append(
                {"id": name, "controller": active, "protector": owner, "defense": 3}
            )
        else:
            entry = draw(creatures(name)) | {"controller": owner}
            if kind == "attacker":
                target = draw(st.none() | st.sampled_from(list(owners)))
                attackers[name] = owners[target] if target is not None else owner
                entry |= {"controller": active, "attacking": target}
                if target is None:
                    entry["was_attacking_controller"] = owner
                if draw(st.booleans()):
                    entry["blocked"] = True
            elif draw(st.integers(0, 4)) == 0:
                entry["controller"] = draw(st.sampled_from(sides))
            found["creatures"].append(entry)
    for entry in found["creatures"]:
        mine = [name for name, owner in attackers.items() if owner == entry["controller"]]
        if mine and "attacking" not in entry and draw(st.integers(0, 3)):
            entry["blocking"] = draw(st.lists(st.sampled_from(mine), max_size=3, unique=True))
            counts = {c["id"]: c.get("count", 1) for c in found["creatures"]}
            if draw(st.integers(0, 3)) == 0:
                entry["blocking"] = [
                    f"{name}#2" if counts[name] > 1 else name for name in entry["blocking"]
                ]
    return found


@ROUGH
@given(documents())
def test_any_combat(found: dict[str, Any]) -> None:
    try:
        combat = read_document(found)
    except DocumentError:
        assume(False)
    assert same(read_document(write_document(combat)), combat)
    text = write(combat)
    assert same(parse(text), combat), text
