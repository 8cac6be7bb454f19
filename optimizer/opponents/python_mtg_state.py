"""A game of `python-mtg` as a combat document.

What that engine derives is taken as it says it: power, toughness, keywords, who controls what. Its
creatures have no damage between combats, and only players can be attacked. Attacking does not tap
them there (508.1f), so the document gives every creature vigilance. What the engine forbids or
requires in general or for two creatures is asked for with all possible blocks at once.
"""

from collections.abc import Collection, Iterable
from importlib import import_module
from typing import Any

from engine.colors import COLOR_WORDS
from engine.keywords import is_keyword

_RELATIONS = ("cant_attack", "detained", "illegal_block", "lure", "must_attack", "must_block",
              "must_be_blocked")  # fmt: skip


def combat_document(game: Any) -> dict[str, Any]:
    """Return the combat of a game of `python-mtg`, as it is now.

    Parameters
    ----------
    game
        An `mtg.Game`.

    Returns
    -------
    dict
        A combat document: with attackers if they are declared, never with blocks.
    """
    state = game.state
    active = _only(state["active_player"])
    attacks = dict(state.get("attacks", ()))
    creatures = [one for one in game.permanents() if one.is_creature]
    document: dict[str, Any] = {
        "version": 1,
        "active_player": active,
        "players": {name: _player(state, name, life) for name, life in game.life().items()},
        "creatures": _creatures(state, active, attacks, creatures),
    }
    if state.get("prevent_all_combat"):
        document["effects"] = [{"kind": "prevent", "amount": "all"}]
    return document


def _only(rows: Collection[tuple[Any, ...]]) -> Any:
    ((value,),) = rows
    return value


def _player(state: Any, name: str, life: int) -> dict[str, Any]:
    found: dict[str, Any] = {"life": int(life)}
    for player, number in state.get("poison") or ():
        if player == name and number:
            found["poison"] = int(number)
    damage = {
        commander: int(number)
        for player, commander, number in state.get("commander_damage") or ()
        if player == name and number and (commander,) in state.get("on_battlefield", ())
    }
    return found | ({"commander_damage": damage} if damage else {})


def _creatures(
    state: Any, active: str, attacks: dict[str, str], creatures: Iterable[Any]
) -> list[dict[str, Any]]:
    creatures = list(creatures)
    controllers = {one.id: one.controller for one in creatures}
    attackers = attacks or [name for name, player in controllers.items() if player == active]
    others = [name for name, player in controllers.items() if player != active]
    asked = {(blocker, attacker) for blocker in others for attacker in attackers}
    said = _derived(state, asked)
    illegal = said["illegal_block"] & asked
    unable = said["detained"] | {row[0] for row in state.get("_cant_block") or ()}
    grounded = "without_flying" in unable  # the engine's word for "creatures without flying"
    evading = {row[0] for row in state.get("cant_be_blocked") or ()}
    commanders = {row[0] for row in state.get("is_commander") or ()}
    found = []
    for one in creatures:
        name = one.id
        creature: dict[str, Any] = {
            "id": name,
            "controller": one.controller,
            "power": int(one.power),
            "toughness": int(one.toughness),
        }
        cant_block = name in unable or (grounded and "flying" not in one.keywords)
        banned = sorted(attacker for blocker, attacker in illegal if blocker == name)
        lures = sorted(
            attacker for b, attacker in asked - illegal if b == name and attacker in said["lure"]
        )
        given = {
            "keywords": _keywords(state, one),
            "colors": [letter for word, letter in COLOR_WORDS.items() if word in one.colors],
            "types": sorted({*one.types, *one.subtypes}),
            "attacking": attacks.get(name),
            "tapped": bool(one.tapped),
            "summoning_sick": bool(one.summoning_sick),
            "cant_attack": name in said["cant_attack"] and "defender" not in one.keywords,
            "cant_block": True if cant_block else banned,
            "cant_be_blocked_by": name in evading,
            "must_attack": name in said["must_attack"],
            "must_block": name in said["must_block"] or lures,
            "must_be_blocked": name in said["must_be_blocked"],
            "regeneration_shields": int((name,) in (state.get("_regen_shield") or ())),
            "commander": name in commanders,
        }
        found.append(creature | {key: value for key, value in given.items() if value})
    return found


def _derived(state: Any, blocks: set[tuple[str, str]]) -> dict[str, set[Any]]:
    """Return what the engine derives if all these blocks are made: one word a row, or a pair.

    All at once, so that menace, which bears on their number, forbids none of them alone.
    """
    driver = import_module("mtg.driver")
    rows = driver.run({**state, "blocks": blocks}, list(_RELATIONS))
    return {
        name: {row if name == "illegal_block" else row[0] for row in rows[name]}
        for name in _RELATIONS
    }


def _keywords(state: Any, one: Any) -> list[str]:
    """Return the keywords that the game of Magic has; the engine's names have underscores."""
    names = {word.replace("_", " ") for word in one.keywords}
    colors = [row[1] for row in state.get("protection_from") or () if row[0] == one.id]
    names |= {f"protection from {color}" for color in colors}
    return sorted({"vigilance", *filter(is_keyword, names)})
