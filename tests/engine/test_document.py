"""Reading the JSON document: every fault is found and named, and nothing is silently lost."""

import copy
import json
import random
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Combat, DocumentError, Fault, check_assignment, read_combat
from engine.document_writer import write_document
from engine.given import GivenCreature
from engine.limits import LIMIT, MOST_CREATURES
from engine.objects import Creature
from engine.schema import shape_of
from tests.conftest import (
    CASES,
    Document,
    attacker,
    blocker,
    board,
    creature,
    require_shared_cases,
    siege,
    walker,
)
from tests.oracle.boards import random_board

X = creature("A x 1/1")
AB = {"A": {"life": 20}, "B": {"life": 20}}

NOT_TEXT: Any = {7: 1}

EVERYTHING: Document = {
    "version": 1,
    "active_player": "A",
    "players": {
        "A": {"life": 40, "team": "left"},
        "B": {"life": 38, "poison": 3, "commander_damage": {"x": 7}, "team": "right"},
        "C": {"life": 38, "poison": 3, "team": "right"},
        "D": {"life": 1},
    },
    "creatures": [
        creature(
            "A x 3/4 trample, toxic 1, toxic 1, flying",
            colors=["R", "G"],
            types=["artifact", "elf"],
            damage=2,
            attacking="jace",
            damage_order=["c#2", "b", "c#1", "c#3"],
            band="left",
            assigns="toughness",
            as_though_unblocked=True,
            divides_among_defenders=True,
            assigned_by="B",
            tapped=True,
            summoning_sick=True,
            max_blocks=2,
            min_blockers=2,
            max_blockers=3,
            must_attack=["jace", "B"],
            must_be_blocked=["b"],
            must_block=True,
            cant_attack=["D"],
            cant_block=True,
            cant_be_blocked_by=["c"],
            regeneration_shields=1,
            shield_counters=2,
            prevent="all",
            deals=2,
            commander=True,
            value=11,
        ),
        creature("A y -1/2 banding", attacking="jace", band="left", blocked=True, prevent=4),
        creature("A z 1/1 first strike, flying", attacking=None, was_attacking_controller="D"),
        {"id": "horta", "controller": "A", "card": "Horta", "toughness": 7, "keywords": ["reach"]},
        creature("B b 2/2 indestructible", blocking=["x"], damage=5),
        creature("C c 0/1 deathtouch", blocking=["x", "y"], count=3),
    ],
    "planeswalkers": [
        walker("jace", 3, "B", value=9, keywords=["protection from red"], prevent=1),
        {"id": "gideon", "controller": "C", "card": "Gideon Jura"},
    ],
    "battles": [
        siege("s", 4, value=2),
        {"id": "t", "controller": "B", "protector": "B", "defense": 5, "siege": False},
    ],
    "effects": [
        {"kind": "multiply", "factor": 2, "sources": ["x", "c#1"], "targets": {"kind": "player"}},
        {"kind": "prevent", "amount": "all", "targets": ["B", "s"]},
        {
            "kind": "add",
            "amount": 1,
            "sources": {"controller": "A", "color": "R", "type": "elf", "keyword": "trample"},
        },
    ],
    "resources": {"A": {"mana": {"G": 2}, "hand": ["Giant Growth"]}},
    "after_first_strike": {
        "x": {"gains": ["deathtouch"], "loses": ["trample"], "power": 6},
        "c": {"removed": True},
        "b": {"regenerated": True},
    },
    "rules": "ordered",
    "comment": "everything at once",
}


def faults(source: Any) -> tuple[Fault, ...]:
    with pytest.raises(DocumentError) as caught:
        read_combat(source)
    assert caught.value.faults
    return caught.value.faults


# --- one fault of each kind --------------------------------------------------------------------


def _players(**changes: Any) -> Document:
    return board(players={"A": {"life": 20}, "B": {"life": 20} | changes})


def _team(**second: Any) -> Document:
    mates = {"B": {"life": 30, "poison": 1, "team": "t"}, "C": {"life": 30, "team": "t"} | second}
    return board(players={"A": {"life": 30}, **mates})


def _x(**changes: Any) -> Document:
    return board(X | changes)


def _without(document: Document, key: str) -> Document:
    return {name: value for name, value in document.items() if name != key}


def _block(attack: Document, block: Document, **more: Any) -> Document:
    return board(attack, block, **more)


WRONG: dict[str, tuple[Document, str, str | None, str]] = {
    # the document as a whole
    "no version": (_without(board(), "version"), "version", None, "required"),
    "another version": (board(version=2), "version", None, "not 2"),
    "version as text": (board(version="1"), "version", None, "'1'"),
    "version as a truth value": (board(version=True), "version", None, "True"),
    "version as a float": (board(version=1.0), "version", None, "1.0"),
    "no active player": (_without(board(), "active_player"), "active_player", None, "required"),
    "unknown active player": (board(active_player="Z"), "active_player", None, "'Z'"),
    "no players": (_without(board(), "players"), "players", None, "required"),
    "one player": (board(players="A"), "players", None, "two"),
    "players as a list": (board() | {"players": ["A", "B"]}, "players", None, "list"),
    "creatures as an object": (board() | {"creatures": {}}, "creatures", None, "list"),
    "a creature as text": (board() | {"creatures": ["x"]}, "creatures[0]", None, "object"),
    "unknown rules": (board(rules="old"), "rules", None, "'ordered'"),
    "comment as a number": (board(comment=3), "comment", None, "3"),
    "unknown key": (board(creature=[]), "creature", None, "did you mean 'creatures'"),
    "unknown key named like a type": (board(int=3), "int", None, "unknown key 'int'"),
    "a key that is no text": (board() | NOT_TEXT, "7", None, "unknown key"),
    # players
    "no life": (_players() | {"players": AB | {"B": {}}}, "players.B.life", None, "required"),
    "life as text": (_players(life="20"), "players.B.life", None, "'20'"),
    "life as a float": (_players(life=2.5), "players.B.life", None, "2.5"),
    "life as a truth value": (_players(life=True), "players.B.life", None, "True"),
    "life 0": (_players(life=0), "players.B.life", "704.5a", "lost"),
    "poison below 0": (_players(poison=-1), "players.B.poison", None, "-1"),
    "poison 10": (_players(poison=10), "players.B.poison", "704.5c", "10 poison"),
    "commander damage by nobody": (
        _players(commander_damage={"q": 1}),
        "players.B.commander_damage",
        "903.10a",
        "'q'",
    ),
    "commander damage below 0": (
        board(X, players=AB | {"B": {"life": 1, "commander_damage": {"x": -1}}}),
        "players.B.commander_damage.x",
        None,
        "-1",
    ),
    "misspelt key of a player": (_players(lief=1), "players.B.lief", None, "'life'"),
    "an empty id of a player": (board(players=AB | {"": {"life": 1}}), "players", None, "empty"),
    "everybody in one team": (
        board(players={n: {"life": 30, "team": "t"} for n in "AB"}),
        "players",
        "506.2",
        "nobody defends",
    ),
    "a team without one life total": (
        _team(life=29, poison=1),
        "players.C.life",
        "810.9",
        "B has 30, C has 29",
    ),
    "a team without one poison total": (_team(), "players.C.poison", "810.10", "B has 1, C has 0"),
    "a team's poison 15": (
        board(players=AB | {"B": {"life": 30, "team": "t", "poison": 15}}),
        "players.B.poison",
        "704.6b",
        "15",
    ),
    # a creature by itself
    "no id": (board(_without(X, "id")), "creatures[0].id", None, "required"),
    "an empty id": (_x(id=""), "creatures[0].id", None, "at least 1"),
    "an id taken by a creature": (board(X, X), "creatures[1].id", None, "creatures[0]"),
    "an id taken by a player": (_x(id="B"), "creatures[0].id", None, "a player"),
    "an id taken by a copy": (
        board(X | {"count": 2}, X | {"id": "x#2"}),
        "creatures[1].id",
        None,
        "copy",
    ),
    "a group one of whose copies is there": (
        board(X | {"id": "x#2"}, X | {"count": 2}),
        "creatures[1].id",
        None,
        "'x#2' of one of its copies is taken by creatures[0]",
    ),
    "no controller": (board(_without(X, "controller")), "creatures[0].controller", None, "req"),
    "unknown controller": (_x(controller="Z"), "creatures[0].controller", None, "'Z'"),
    "no power": (board(_without(X, "power")), "creatures[0].power", None, "required"),
    "no toughness": (board(_without(X, "toughness")), "creatures[0].toughness", None, "required"),
    "power as a float": (_x(power=1.0), "creatures[0].power", None, "1.0"),
    "power null": (_x(power=None), "creatures[0].power", None, "power"),
    "toughness 0": (_x(toughness=0), "creatures[0].toughness", "704.5f", "toughness 0"),
    "toughness 0, indestructible": (
        _x(toughness=-1, keywords=["indestructible"]),
        "creatures[0].toughness",
        "704.5f",
        "-1",
    ),
    "lethal damage": (_x(damage=1), "creatures[0].damage", "704.5g", "1 damage"),
    "damage below 0": (_x(damage=-1), "creatures[0].damage", None, "-1"),
    "count 0": (_x(count=0), "creatures[0].count", None, "0"),
    "far too many": (_x(count=MOST_CREATURES + 1), "creatures", None, str(MOST_CREATURES)),
    "value below 0": (_x(value=-1), "creatures[0].value", None, "-1"),
    "misspelt keyword": (_x(keywords=["tramplee"]), "creatures[0].keywords[0]", None, "'trample'"),
    "keyword in capitals": (_x(keywords=["Trample"]), "creatures[0].keywords[0]", None, "'trample"),
    "keyword as a number": (_x(keywords=["reach", 3]), "creatures[0].keywords[1]", None, "3"),
    "keywords as text": (_x(keywords="trample"), "creatures[0].keywords", None, "list"),
    "toxic without a number": (_x(keywords=["toxic"]), "creatures[0].keywords[0]", None, "toxic"),
    "unknown colour": (_x(colors=["W", "X"]), "creatures[0].colors[1]", None, "'X'"),
    "unknown way to assign": (_x(assigns="both"), "creatures[0].assigns", None, "'toughness'"),
    "flag as a number": (_x(commander=1), "creatures[0].commander", None, "1"),
    "shield below 0": (_x(prevent=-1), "creatures[0].prevent", None, "-1"),
    "shield as another word": (_x(prevent="most"), "creatures[0].prevent", None, "'all'"),
    "misspelt key": (_x(attackign="B"), "creatures[0].attackign", None, "'attacking'"),
    "unknown key named like a branch": (_x(bool=1), "creatures[0].bool", None, "unknown key"),
    "unknown card": (
        board({"id": "x", "controller": "A", "card": "Hrta"}),
        "creatures[0].card",
        None,
        "'Horta'",
    ),
    "a card of another kind": (
        board({"id": "x", "controller": "A", "card": "Gideon Jura"}),
        "creatures[0].card",
        None,
        "planeswalker",
    ),
    # attacks
    "attacks nobody known": (_x(attacking="Z"), "creatures[0].attacking", "508.1b", "'Z'"),
    "attacks a creature": (
        board(X | {"attacking": "y"}, creature("B y 1/1")),
        "creatures[0].attacking",
        "508.1b",
        "'y'",
    ),
    "attacks its own side": (_x(attacking="A"), "creatures[0].attacking", "506.2", "own side"),
    "attacks its own planeswalker": (
        board(attacker("x 1/1", "w"), planeswalkers=[walker("w", 1, "A")]),
        "creatures[0].attacking",
        "506.2",
        "w",
    ),
    "attacks what its side protects": (
        board(
            attacker("x 1/1", "s"),
            battles=[{"id": "s", "controller": "B", "protector": "A", "defense": 1}],
        ),
        "creatures[0].attacking",
        "310.9c",
        "A protects s",
    ),
    "attacks on another's turn": (
        board(creature("B x 1/1", attacking="A")),
        "creatures[0].attacking",
        "506.2",
        "controlled by B",
    ),
    "blocked without attacking": (_x(blocked=True), "creatures[0].blocked", "506.4", "attacking"),
    "banded without attacking": (_x(band="l"), "creatures[0].band", "506.4", "not attacking"),
    "attacked somebody and attacks": (
        _x(attacking="B", was_attacking_controller="B"),
        "creatures[0].was_attacking_controller",
        "506.4c",
        "null",
    ),
    "attacked its own side": (
        _x(attacking=None, was_attacking_controller="A"),
        "creatures[0].was_attacking_controller",
        "506.2",
        "defending",
    ),
    "a band apart": (
        board(
            attacker("x 1/1", band="l"),
            attacker("y 1/1 banding", "w", band="l"),
            planeswalkers=[walker("w", 1)],
        ),
        "creatures[1].band",
        "702.22c",
        "different",
    ),
    # blocks
    "blocks nobody known": (
        board(blocker("b 1/1", "q")),
        "creatures[0].blocking[0]",
        "509.1a",
        "'q'",
    ),
    "blocks what does not attack": (
        board(X, blocker("b 1/1", "x")),
        "creatures[1].blocking[0]",
        "509.1a",
        "not attacking",
    ),
    "blocks on the attacking side": (
        board(attacker("x 1/1"), creature("A y 1/1", blocking=["x"])),
        "creatures[1].blocking",
        "509.1a",
        "attacking side",
    ),
    "attacks and blocks": (
        board(attacker("x 1/1"), attacker("y 1/1", blocking=["x"])),
        "creatures[1].blocking",
        "506.3",
        "at once",
    ),
    "blocks one twice": (
        board(attacker("x 1/1"), blocker("b 1/1", "x", "x")),
        "creatures[1].blocking[1]",
        None,
        "twice",
    ),
    "blocks for another player": (
        board(attacker("x 1/1"), creature("C c 1/1", blocking=["x"]), players="ABC"),
        "creatures[1].blocking[0]",
        "509.1a",
        "attacks B",
    ),
    "blocks for another protector": (
        board(
            attacker("x 1/1", "s"),
            creature("C c 1/1", blocking=["x"]),
            players="ABC",
            battles=[siege("s", 1)],
        ),
        "creatures[1].blocking[0]",
        "310.9c",
        "attacks B",
    ),
    "blocks one of whom nobody knows whom it attacked": (
        board(attacker("x 1/1", None), blocker("b 1/1", "x"), players="ABC"),
        "creatures[1].blocking[0]",
        "506.4c",
        "was_attacking_controller",
    ),
    "blocks an unblocked one": (
        board(attacker("x 1/1", blocked=False), blocker("b 1/1", "x")),
        "creatures[0].blocked",
        "509.1h",
        "b blocks it",
    ),
    "an order under the current rules": (
        board(attacker("x 1/1", damage_order=["b"]), blocker("b 1/1", "x")),
        "creatures[0].damage_order",
        "510.1c",
        "ordered",
    ),
    "an order that leaves somebody out": (
        board(
            attacker("x 1/1", damage_order=["b"]),
            blocker("b 1/1", "x"),
            blocker("c 1/1", "x"),
            rules="ordered",
        ),
        "creatures[0].damage_order",
        "510.1c",
        "c",
    ),
    "a requirement about nobody": (_x(must_block=["q"]), "creatures[0].must_block[0]", None, "'q'"),
    "a restriction said twice": (
        board(X | {"cant_block": ["y", "y"]}, creature("B y 1/1")),
        "creatures[0].cant_block[1]",
        None,
        "twice",
    ),
    # planeswalkers and battles
    "no loyalty": (
        board(planeswalkers=[{"id": "w", "controller": "B"}]),
        "planeswalkers[0].loyalty",
        None,
        "required",
    ),
    "loyalty 0": (
        board(planeswalkers=[walker("w", 0)]),
        "planeswalkers[0].loyalty",
        "704.5i",
        "loyalty 0",
    ),
    "loyalty below 0": (
        board(planeswalkers=[walker("w", -1)]),
        "planeswalkers[0].loyalty",
        None,
        "-1",
    ),
    "no protector": (
        board(battles=[{"id": "s", "controller": "A", "defense": 1}]),
        "battles[0].protector",
        None,
        "required",
    ),
    "defense 0": (board(battles=[siege("s", 0)]), "battles[0].defense", "704.5v", "defense 0"),
    "defense 0, no Siege": (
        board(battles=[siege("s", 0, siege=False)]),
        "battles[0].defense",
        "704.5w",
        "defense 0",
    ),
    "a Siege's own protector": (
        board(battles=[siege("s", 1, "A")]),
        "battles[0].protector",
        "310.12a",
        "opponent",
    ),
    # effects
    "unknown kind": (board(effects=[{"kind": "halve"}]), "effects[0].kind", None, "'halve'"),
    "no factor": (board(effects=[{"kind": "multiply"}]), "effects[0].factor", None, "required"),
    "no amount": (board(effects=[{"kind": "add"}]), "effects[0].amount", None, "required"),
    "adds everything": (
        board(effects=[{"kind": "add", "amount": "all"}]),
        "effects[0].amount",
        None,
        "'all'",
    ),
    "a factor to prevent": (
        board(effects=[{"kind": "prevent", "amount": 1, "factor": 2}]),
        "effects[0].factor",
        None,
        "prevent",
    ),
    "an amount below 0": (
        board(effects=[{"kind": "add", "amount": -1}]),
        "effects[0].amount",
        None,
        "-1",
    ),
    "sources unknown": (
        board(effects=[{"kind": "add", "amount": 1, "sources": ["q"]}]),
        "effects[0].sources[0]",
        None,
        "'q'",
    ),
    "an unknown player's": (
        board(effects=[{"kind": "add", "amount": 1, "targets": {"controller": "Z"}}]),
        "effects[0].targets.controller",
        None,
        "'Z'",
    ),
    "an unknown property": (
        board(effects=[{"kind": "add", "amount": 1, "targets": {"colr": "R"}}]),
        "effects[0].targets.colr",
        None,
        "unknown key 'colr'; did you mean 'color'",
    ),
    # resources
    "an unknown player's resources": (
        board(resources={"Q": {}}),
        "resources.Q",
        None,
        "'Q'",
    ),
}


@pytest.mark.parametrize(("document", "path", "rule", "part"), WRONG.values(), ids=WRONG.keys())
def test_each_fault(document: Document, path: str, rule: str | None, part: str) -> None:
    found = faults(document)
    at_path = [fault for fault in found if fault.path == path]
    assert at_path, found
    assert rule in {fault.rule for fault in at_path}
    assert any(part in fault.message for fault in at_path), found
    # One mistake is reported where it is (and perhaps for what it is part of), nowhere else.
    assert all(path.startswith(fault.path) for fault in found), found


def test_a_fault_as_text_and_as_the_contract_has_it() -> None:
    with pytest.raises(DocumentError) as caught:
        read_combat(board(X | {"toughness": 0}, {"id": "y"}))
    error = caught.value
    assert str(error).splitlines() == [str(fault) for fault in error.faults]
    assert str(error.faults[0]) == (
        "creatures[0].toughness: x with toughness 0 would not be there (704.5f)"
    )
    document: Any = error.to_document()
    assert document["error"]["kind"] == "document"
    assert document["error"]["faults"][0]["rule"] == "704.5f"
    assert len(document["error"]["faults"]) == len(error.faults)
    assert all("rule" not in entry for entry in document["error"]["faults"][1:])
    json.dumps(document)


def test_every_fault_is_found_at_once_in_document_order() -> None:
    document = board(
        X | {"powr": 3, "toughness": 0},
        creature("Q y 1/1", attacking="B", keywords=["flyign"]),
        creature("B b 1/1", blocking=["x", "zz"], damage=4),
        planeswalkers=[walker("w", 0), walker("w", 2)],
        battles=[siege("s", 0, "A")],
        effects=[{"kind": "multiply"}],
        rules="both",
        comment=1,
    )
    document["players"]["B"]["life"] = -3
    assert [fault.path for fault in faults(document)] == [
        "rules",
        "comment",
        "players.B.life",
        "creatures[0].powr",
        "creatures[0].toughness",
        "creatures[1].keywords[0]",
        "creatures[1].controller",
        "creatures[2].damage",
        "creatures[2].blocking[0]",
        "creatures[2].blocking[1]",
        "planeswalkers[0].loyalty",
        "planeswalkers[1].id",
        "battles[0].defense",
        "battles[0].protector",
        "effects[0].factor",
    ]


def test_too_many_creatures_do_not_hide_other_faults() -> None:
    document = board(X | {"count": MOST_CREATURES + 1}, active_player="Z")
    assert {fault.path for fault in faults(document)} == {"active_player", "creatures"}


# --- sources -----------------------------------------------------------------------------------


def test_dict_text_and_path_are_the_same(tmp_path: Path) -> None:
    text = json.dumps(EVERYTHING, indent=1)
    path = tmp_path / "combat.json"
    path.write_text(text, encoding="utf-8")
    before = copy.deepcopy(EVERYTHING)
    combats = [read_combat(source) for source in (EVERYTHING, text, f"\n {text}", path)]
    assert combats == [combats[0]] * 4
    assert before == EVERYTHING


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    missing = faults(tmp_path / "missing.json")
    assert "missing.json" in missing[0].message
    faults(tmp_path)
    (tmp_path / "latin.json").write_bytes(b'{"comment": "\xe9"}')
    faults(tmp_path / "latin.json")


def test_text_that_is_no_json() -> None:
    (fault,) = faults('{"version": 1,\n "players" {}}')
    assert fault.path == "line 2, column 12"
    faults('{"a":' * 100_000)
    faults("[" * 100_000)
    faults('{"version": 1' + "0" * 10_000 + "}")


@pytest.mark.parametrize("source", [None, 3, 1.5, b"{}", [], [board()], "[]", "[1]", set()])
def test_what_is_no_document(source: Any) -> None:
    faults(source)


def test_a_key_given_twice_is_no_guess() -> None:
    text = json.dumps(board(X)).replace('"power": 1', '"power": 1, "power": 2')
    (fault,) = faults(text)
    assert fault.path.endswith("power")
    assert "more than once" in fault.message


# --- limits ------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["power", "toughness", "value", "deals", "prevent", "max_blocks"])
def test_numbers_at_their_limit(key: str) -> None:
    combat = read_combat(_x(**{key: LIMIT}))
    assert getattr(combat.creatures["x"], key) == LIMIT
    for beyond in (LIMIT + 1, 2**63, 10**400, -LIMIT - 1):
        assert [fault.path for fault in faults(_x(**{key: beyond}))] == [f"creatures[0].{key}"]


def test_the_lowest_power() -> None:
    combat = read_combat(_x(power=-LIMIT))
    assert combat.creatures["x"].power == -LIMIT
    assert combat.creatures["x"].value == 0


def test_the_most_creatures() -> None:
    combat = read_combat(_x(count=MOST_CREATURES))
    assert len(combat.copies["x"]) == MOST_CREATURES
    assert combat.copies["x"][-1] == f"x#{MOST_CREATURES}"


def test_largest_damage_is_judged_exactly() -> None:
    document = board(
        attacker(f"x {LIMIT}/1", count=2), attacker(f"y {LIMIT}/1 trample"), blocker("b 0/1", "y")
    )
    rows = [
        {"source": "x", "target": "B", "amount": LIMIT},
        {"source": "y", "target": "b", "amount": 1},
        {"source": "y", "target": "B", "amount": LIMIT - 1},
    ]
    assert check_assignment(read_combat(document), [{"step": "regular", "assignments": rows}]) == ()


# --- nothing is lost ---------------------------------------------------------------------------


def test_every_key_of_a_creature_is_in_the_large_document() -> None:
    given = {key for entry in EVERYTHING["creatures"] for key in entry}
    assert given == set(shape_of(GivenCreature).keys)
    read = {field.name for field in fields(Creature)}
    assert read == set(shape_of(GivenCreature).keys) | {"attacks"}


def test_everything_is_read_and_written_back() -> None:
    combat = read_combat(EVERYTHING)
    written = write_document(combat)
    assert written == _without_empty_lists(EVERYTHING)
    assert read_combat(written) == combat
    x = combat.creatures["x"]
    for key, value in EVERYTHING["creatures"][0].items():
        assert getattr(x, key) == (tuple(value) if isinstance(value, list) else value), key


def _without_empty_lists(document: Document) -> Document:
    text = json.dumps(document)
    return json.loads(text, object_hook=lambda o: {k: v for k, v in o.items() if v != []})  # type: ignore[no-any-return]


def test_defaults_are_those_of_the_contract() -> None:
    combat = read_combat(board({"id": "x", "controller": "A", "power": 2, "toughness": 3}))
    assert combat.creatures["x"] == Creature("x", "A", 2, 3, value=5)
    assert combat.rules == "current"
    player = combat.players["B"]
    assert (player.life, player.poison, dict(player.commander_damage)) == (20, 0, {})


def test_a_card_fills_in_what_the_document_leaves_out() -> None:
    document = board({"id": "h", "controller": "A", "card": "horta", "toughness": 9})
    horta = read_combat(document).creatures["h"]
    assert (horta.card, horta.power, horta.toughness) == ("Horta", 7, 9)
    assert (horta.keywords, horta.colors, horta.value) == (("trample",), ("R",), 6)
    assert read_combat(board({**X, "card": "Horta", "keywords": []})).creatures["x"].keywords == ()


@pytest.mark.parametrize("seed", range(200))
def test_random_boards_are_written_and_read_back(seed: int) -> None:
    document = random_board(random.Random(seed))
    combat = read_combat(document)
    written = write_document(combat)
    assert read_combat(json.dumps(written)) == combat
    assert write_document(read_combat(written)) == written


def test_shared_cases_are_written_and_read_back() -> None:
    require_shared_cases()
    count = 0
    for path in CASES:
        case = json.loads(path.read_text(encoding="utf-8"))
        if "error" not in case["expect"]:
            combat = read_combat(case["combat"])
            assert read_combat(write_document(combat)) == combat, path
            count += 1
    assert count > 200


# --- whatever comes in, a combat or a DocumentError comes out ----------------------------------

ATOMS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-3, 12),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["A", "B", "x", "b", "w", "s", "all", "trample", "toxic 2", "x#1", "R"]),
)
KEYS = st.one_of(
    st.text(max_size=6),
    st.sampled_from(sorted({*shape_of(GivenCreature).keys, *EVERYTHING, "int", "list[str]"})),
)
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=8,
)


def _read_or_refusal(source: Any) -> Combat | DocumentError:
    try:
        return read_combat(source)
    except DocumentError as refusal:
        return refusal


def _reads_or_refuses(source: Any) -> None:
    answer = _read_or_refusal(source)
    if isinstance(answer, Combat):
        assert read_combat(write_document(answer)) == answer
    else:
        assert answer.faults
        assert all(isinstance(fault.path, str) and fault.message for fault in answer.faults)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container in a document with each of its keys."""
    items: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    for key, inner in items:
        yield value, key
        yield from _places(inner)


@given(VALUES)
def test_any_value(value: Any) -> None:
    _reads_or_refuses(value if not isinstance(value, str) else [value])


@given(st.dictionaries(KEYS, VALUES, max_size=6))
def test_any_object(value: Document) -> None:
    _reads_or_refuses(board() | value)


@given(st.dictionaries(KEYS, VALUES, max_size=4))
def test_any_creature(value: Document) -> None:
    _reads_or_refuses(board(attacker("y 1/1"), X | value))


@given(st.data(), st.integers(0, 300))
def test_mutated_documents(data: st.DataObject, seed: int) -> None:
    document = copy.deepcopy(EVERYTHING) if seed % 3 == 0 else random_board(random.Random(seed))
    for _ in range(data.draw(st.integers(1, 3))):
        places = list(_places(document))
        container, key = data.draw(st.sampled_from(places))
        action = data.draw(st.sampled_from(["delete", "replace", "insert"]))
        if action == "delete":
            del container[key]
        elif action == "replace":
            container[key] = data.draw(VALUES)
        elif isinstance(container, dict):
            container[data.draw(KEYS)] = data.draw(VALUES)
        else:
            container.insert(key, data.draw(VALUES))
    _reads_or_refuses(document)


@given(st.one_of(st.text(), st.text('{}[]",:0123456789.eE+-truefalsn\\u \n')))
def test_any_text_in_braces(text: str) -> None:
    _reads_or_refuses("{" + text)
    _reads_or_refuses('{"version": 1, ' + text + "}")


@given(st.text())
def test_any_text(text: str) -> None:
    answer = _read_or_refusal(text)
    assert isinstance(answer, Combat) or answer.faults


@given(st.lists(st.dictionaries(st.sampled_from(["step", "assignments"]), VALUES), max_size=3))
def test_any_steps(steps: list[Document]) -> None:
    combat = read_combat(board(attacker("x 1/1")))
    faults_found: tuple[Fault, ...] = ()
    try:
        legal = not check_assignment(combat, steps)
    except DocumentError as refusal:
        legal, faults_found = False, refusal.faults
    assert not legal  # x would have to assign 1 to B, which no random value says
    assert all(fault.path.startswith("steps") for fault in faults_found)


def test_only_the_numbers_of_copies_are_their_ids() -> None:
    names = ["x#0", "x#3", "x#01", "x#", "#2", "y#1"]
    combat = read_combat(board(X | {"count": 2}, *(X | {"id": name} for name in names)))
    assert [*combat.creatures] == ["x#1", "x#2", *names]
