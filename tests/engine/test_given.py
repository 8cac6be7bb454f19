"""The keys of a document, their defaults, and the two ways to a combat."""

import json
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest

from engine import read_combat, write_notation
from engine.document import read_document
from engine.given import Given, GivenBattle, GivenCreature, GivenPlaneswalker, GivenPlayer
from engine.notation import parse
from engine.notation_draft import read_sound
from engine.objects import Battle, Creature, Planeswalker, Player
from engine.schema import shape_of

INSTANCES = Path(__file__).parents[2] / "benchmarks" / "instances"

DOUBTFUL: dict[str, dict[str, Any]] = {
    "a number below 0": {"damage": -1},
    "an empty name": {"band": ""},
    "an empty name in a list": {"must_attack": [""]},
    "no copies": {"count": 0},
}


@pytest.mark.parametrize(
    ("given", "made"),
    [
        (GivenPlayer, Player),
        (GivenCreature, Creature),
        (GivenPlaneswalker, Planeswalker),
        (GivenBattle, Battle),
    ],
)
def test_a_key_that_is_left_out_means_what_the_object_has_by_default(
    given: type[Given], made: Any
) -> None:
    defaults = {
        f.name: f.default if f.default_factory is MISSING else f.default_factory()
        for f in fields(made)
        if f.default is not MISSING or f.default_factory is not MISSING
    }
    for key in shape_of(given).keys:
        if key in defaults and hasattr(given, key):
            own = getattr(given, key)
            assert own == defaults[key] or (own is None and defaults[key] == ()), key


def test_required_keys_have_no_default() -> None:
    assert shape_of(GivenCreature).required == ["id", "controller"]
    assert shape_of(GivenBattle).required == ["id", "controller", "protector"]


def test_a_creature_that_is_read_is_like_one_that_is_made() -> None:
    document = {"id": "x", "controller": "A", "power": 3, "toughness": 2, "keywords": ["trample"],
                "attacking": "B", "blocked": True}  # fmt: skip
    players = {"A": {"life": 20}, "B": {"life": 20}}
    combat = read_combat(
        {"version": 1, "active_player": "A", "players": players, "creatures": [document]}
    )
    made = Creature(
        "x", "A", 3, 2, 5, keywords=("trample",), attacks=True, attacking="B", blocked=True
    )
    assert combat.groups == (made,)
    assert repr(combat.groups[0]) == repr(made)
    assert hash(combat.groups[0]) == hash(made)
    assert vars(combat.groups[0]) == {f.name: getattr(made, f.name) for f in fields(Creature)}


@pytest.mark.parametrize("family", ["limited", "commander", "two_steps", "planeswalkers", "known"])
def test_what_the_notation_makes_is_what_pydantic_makes_of_it(
    family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Any] = []

    def note(document: Any) -> Any:
        made.append(document)
        return read_sound(document)

    monkeypatch.setattr("engine.notation.read_sound", note)
    lines = (INSTANCES / f"{family}.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [source for line in lines if isinstance(source := json.loads(line)["combat"], str)]
    assert texts
    for text in texts:
        combat = parse(text)
        assert combat == read_document(made.pop())
        assert read_combat(write_notation(combat)) == combat


@pytest.mark.parametrize("wrong", DOUBTFUL.values(), ids=DOUBTFUL)
def test_in_doubt_pydantic_is_asked(wrong: dict[str, Any]) -> None:
    creature = {"id": "x", "controller": "A", "power": 1, "toughness": 1, "attacking": "B"} | wrong
    players = {"A": {"life": 20}, "B": {"life": 20}}
    document = {"version": 1, "active_player": "A", "players": players, "creatures": [creature]}
    with pytest.raises(ValueError, match=next(iter(wrong))):
        read_sound(document)
