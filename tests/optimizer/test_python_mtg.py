"""The player for `python-mtg`: states made by hand become documents; every move is offered."""

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from engine import read_combat
from optimizer.opponents import python_mtg
from optimizer.opponents.python_mtg import OpponentMissingError, OverrunPlayer
from optimizer.opponents.python_mtg_state import combat_document
from optimizer.policy import Policy

WHY = "python-mtg is not installed (the extra `opponents`)"


def game(*creatures: str, **more: Any) -> Any:
    """Return a game of alice's turn: ``alice bear 2/2 flying``, `tapped` and `sick` as words."""
    mtg = pytest.importorskip("mtg", reason=WHY)
    state: dict[str, Any] = mtg.Game(seed=0).state
    state = {key: value for key, value in state.items() if not key.startswith("printed_")}
    state |= {
        "active_player": {("alice",)},
        "current_step": {("declare_attackers",)},
        "attacks": set(),
        "blocks": set(),
        "on_battlefield": set(),
        "tapped": set(),
        "_sick": set(),
        "instance_of": set(),
    }
    keys = ("power", "toughness", "control", "type", "keyword", "color", "subtype")
    state |= {f"printed_{key}": set() for key in keys}
    for text in creatures:
        player, name, size, *words = text.split()
        power, toughness = map(int, size.split("/"))
        state["on_battlefield"].add((name,))
        state["printed_control"].add((player, name))
        state["printed_type"].add((name, "creature"))
        state["printed_power"].add((name, power))
        state["printed_toughness"].add((name, toughness))
        for word in words:
            if word == "tapped":
                state["tapped"].add((name,))
            elif word == "sick":
                state["_sick"].add((name,))
            else:
                state["printed_keyword"].add((name, word))
    return mtg.Game.from_state(state | more)


def by_name(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {creature["id"]: creature for creature in document["creatures"]}


def test_what_the_engine_says_is_in_the_document() -> None:
    document = combat_document(
        game(
            "alice ogre 3/4 first_strike trample",
            "alice cub 2/2 tapped sick",
            "bob bird 1/2 flying",
            "bob wall 0/5 defender",
            life={("alice", 7), ("bob", 12)},
            poison={("alice", 0), ("bob", 3)},
        )
    )
    assert document["active_player"] == "alice"
    assert document["players"] == {"alice": {"life": 7}, "bob": {"life": 12, "poison": 3}}
    found = by_name(document)
    assert found["ogre"] == {
        "id": "ogre",
        "controller": "alice",
        "power": 3,
        "toughness": 4,
        "keywords": ["first strike", "trample", "vigilance"],  # it does not tap attackers
        "types": ["creature"],
    }
    assert (found["cub"]["tapped"], found["cub"]["summoning_sick"]) == (True, True)
    assert found["bird"]["keywords"] == ["flying", "vigilance"]
    assert found["wall"]["keywords"] == ["defender", "vigilance"]
    assert "cant_attack" not in found["wall"]  # defender says so
    combat = read_combat(document)
    assert (combat.creatures["ogre"].power, combat.players["bob"].life) == (3, 12)


def test_counters_count() -> None:
    document = combat_document(game("alice bear 2/2", counter={("bear", "p1p1", 3)}))
    assert (by_name(document)["bear"]["power"], by_name(document)["bear"]["toughness"]) == (5, 5)


def test_restrictions() -> None:
    """A flier cannot be blocked from the ground; two may yet block one with menace."""
    document = combat_document(
        game(
            "alice bird 2/2 flying",
            "alice thug 2/2 menace",
            "alice rogue 1/1",
            "bob bear 2/2",
            "bob spider 1/3 reach",
            "bob coward 3/3",
            cant_be_blocked={("rogue",)},
            _cant_block={("coward",)},
        )
    )
    found = by_name(document)
    assert found["bear"]["cant_block"] == ["bird"]
    assert "cant_block" not in found["spider"]
    assert found["coward"]["cant_block"] is True
    assert found["rogue"]["cant_be_blocked_by"] is True
    read_combat(document)


def test_attackers_that_are_declared() -> None:
    begun = game(
        "alice bear 2/2",
        "alice ogre 3/3",
        "bob wall 0/4",
        attacks={("ogre", "bob")},
        current_step={("declare_blockers",)},
    )
    found = by_name(combat_document(begun))
    assert found["ogre"]["attacking"] == "bob"
    assert "attacking" not in found["bear"]


def test_an_attack_that_wins_and_a_block_that_saves() -> None:
    begun = game(
        "alice bird 2/2 flying",
        "alice cub 1/1",
        "bob ogre 3/3",
        life={("alice", 20), ("bob", 2)},
    )
    player = OverrunPlayer(Policy(budget=5)).bind(begun, "alice")
    assert "bird" in player.choose_move(begun).attackers
    attacked = game(
        "alice giant 5/5",
        "alice cub 1/1",
        "bob ogre 3/3",
        life={("alice", 20), ("bob", 5)},
        attacks={("giant", "bob"), ("cub", "bob")},
        current_step={("declare_blockers",)},
    )
    assert player.choose_move(attacked).blocks == {("ogre", "giant")}


def test_of_what_is_offered_the_best_is_taken() -> None:
    """Seven may attack: the engine offers all, one or none; all of them win."""
    begun = game(
        *(f"alice a{k} 1/1" for k in range(7)), "bob wall 0/4", life={("alice", 20), ("bob", 6)}
    )
    player = OverrunPlayer(Policy(budget=5)).bind(begun, "alice")
    moves = begun.legal_moves
    assert len(moves) == 9
    chosen = player.choose_move(begun)
    assert chosen in moves
    assert len(chosen.attackers) == 7


@pytest.mark.parametrize("seat", ["alice", "bob"])
def test_a_game_of_legal_moves(seat: str) -> None:
    """`Game.push` refuses what is not legal; the engine's default player is the other one."""
    mtg = pytest.importorskip("mtg", reason=WHY)
    other = "bob" if seat == "alice" else "alice"
    player = OverrunPlayer(Policy(budget=0.02))
    played = mtg.play({seat: player, other: mtg.GreedyPlayer()}, variant="two-player", seed=1)
    assert played.is_game_over()
    assert any(move.kind in ("attack", "block") for _, move in played._history)  # noqa: SLF001


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python_mtg, "find_spec", lambda name: None)
    with pytest.raises(OpponentMissingError, match=r"not installed.*overrun\[opponents\]"):
        OverrunPlayer()


def test_with_the_other_package_of_that_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python_mtg, "find_spec", lambda name: SimpleNamespace())
    monkeypatch.setitem(sys.modules, "mtg", ModuleType("mtg"))
    with pytest.raises(OpponentMissingError, match="another one"):
        OverrunPlayer()
