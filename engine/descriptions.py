"""What the keys of a combat document mean, in a sentence each, for its JSON Schema."""

from collections.abc import Mapping

from engine.given import (
    Given,
    GivenBattle,
    GivenChange,
    GivenCombat,
    GivenCreature,
    GivenEffect,
    GivenPlaneswalker,
    GivenPlayer,
)

_PREVENT = 'Damage to it that is prevented: a shield of that size, or "all"'
_CARD = "The name of a card, which fills in what is not given here"
_VALUE = "What its controller loses with it; of a known card its mana value if it is not given"
_ID = "Its name, unlike those of all other objects and players"
_CONTROLLER = "The player who controls it"

DESCRIPTIONS: Mapping[type[Given], Mapping[str, str]] = {
    GivenCombat: {
        "version": "The version of the format",
        "active_player": "The player whose turn it is, who attacks",
        "players": "The players by their ids",
        "creatures": "Every creature that matters, attacking, blocking or neither",
        "planeswalkers": "The planeswalkers that matter",
        "battles": "The battles that matter",
        "effects": "What changes damage and is not on a single creature",
        "after_first_strike": "What changes between the two damage steps, by creature",
        "resources": "The mana and cards of players, by player",
        "rules": "`ordered`: attackers assign damage in an order, as before November 2024",
        "comment": "Is ignored",
    },
    GivenPlayer: {
        "life": "The life total",
        "poison": "Poison counters",
        "commander_damage": "Combat damage taken so far from each commander, by its id",
        "team": "Players of one team share life and poison (810)",
        "prevent": 'Damage to the player that is prevented: a shield of that size, or "all"',
    },
    GivenCreature: {
        "id": _ID,
        "controller": _CONTROLLER,
        "card": _CARD,
        "power": "Its current power",
        "toughness": "Its current toughness",
        "keywords": "Keyword abilities in lower case, such as `trample`, `toxic 2`",
        "colors": "Its colours",
        "types": "Its types and subtypes in lower case, such as `artifact`, `elf`",
        "damage": "Damage already marked on it this turn",
        "attacking": "The id of the player, planeswalker or battle that it attacks; null if that "
        "has left combat",
        "was_attacking_controller": "Who controlled what it attacked and has left combat (702.19e)",
        "blocking": "The ids of the attackers that it is blocking",
        "blocked": "It is blocked; needed only if no creature blocks it any more",
        "damage_order": "With the rules `ordered`: what it fights, first to last",
        "band": "Attackers with the same label are a band (702.22)",
        "assigns": "Damage equal to what it assigns",
        "as_though_unblocked": "Its controller may have it assign damage as though unblocked",
        "divides_among_defenders": "It may divide its damage among the defending player and any "
        "number of their creatures",
        "assigned_by": "The player who divides its damage, if an effect says so",
        "tapped": "It is tapped",
        "summoning_sick": "It has not been under control since the turn began (302.6)",
        "max_blocks": "How many attackers it may block",
        "min_blockers": "How many creatures must block it, if any do",
        "max_blockers": "How many creatures may block it",
        "must_attack": "It attacks if able; a list: one of these",
        "must_be_blocked": "It is blocked if able; a list: by each of these",
        "must_block": "It blocks if able; a list: each of these",
        "cant_attack": "It can't attack; a list: these",
        "cant_block": "It can't block; a list: these",
        "cant_be_blocked_by": "It can't be blocked; a list: by these",
        "regeneration_shields": "How often it regenerates this turn (701.19)",
        "shield_counters": "Shield counters on it (122.1c)",
        "prevent": _PREVENT,
        "deals": "What the damage that it deals is multiplied by; 0 if it is prevented",
        "commander": "It is a commander",
        "value": _VALUE + ", else power and toughness together",
        "count": "So many identical creatures, with the ids `id#1`, `id#2`, ...",
    },
    GivenPlaneswalker: {
        "id": _ID,
        "controller": _CONTROLLER,
        "loyalty": "Its loyalty counters",
        "card": _CARD,
        "value": _VALUE,
        "keywords": "Its keyword abilities, for protection",
        "prevent": _PREVENT,
    },
    GivenBattle: {
        "id": _ID,
        "controller": _CONTROLLER,
        "protector": "The player who protects it",
        "defense": "Its defense counters",
        "siege": "It is a Siege (310.11)",
        "card": _CARD,
        "value": _VALUE,
    },
    GivenEffect: {
        "kind": "What it does to damage",
        "factor": "What damage is multiplied by, if it multiplies",
        "amount": 'How much is prevented (a number or "all") or added',
        "sources": "Whose damage: ids, or properties; all if it is not given",
        "targets": "Damage to what: ids, or properties; all if it is not given",
    },
    GivenChange: {
        "gains": "Keywords that it gains",
        "loses": "Keywords that it loses",
        "power": "Its power from then on",
        "removed": "It leaves combat",
        "regenerated": "It leaves combat, and its damage is removed",
    },
}
"""By kind of object and key."""
