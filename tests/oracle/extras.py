"""What random boards may have beyond the basics: bands, modifiers, shields, orders, interludes.

Nothing here draws a random number for a family that is switched off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .maker import Maker

Entry = dict[str, Any]

COLORS = ("W", "U", "B", "R", "G")
TYPES = ("goblin", "elf", "artifact")
PROTECTIONS = (
    *("white", "blue", "black", "red", "green", "red", "green"),
    *("everything", "creatures", "all colors", "each color", "colorless", "monocolored"),
    *("multicolored", "artifacts", "goblins", "elves"),
)
GAINS = (
    *("first strike", "double strike", "double strike", "trample", "deathtouch", "lifelink"),
    *("infect", "wither", "toxic 1", "indestructible", "banding", "flying"),
    "trample over planeswalkers",
)


def form_band(maker: Maker, attackers: list[Entry]) -> None:
    """702.22c: some attackers attack the same thing together; most of them have banding."""
    if len(attackers) < 2:
        return
    band = attackers[: maker.rng.randint(2, 3)]
    first = dict(band[0])
    for entry in band:
        entry["band"] = "x"
        for faced in maker.faced.values():
            if first["id"] in faced and entry["id"] not in faced:
                faced.append(entry["id"])
            elif first["id"] not in faced and entry["id"] in faced:
                faced.remove(entry["id"])
        for key in ("attacking", "was_attacking_controller", "blocked"):
            entry.pop(key, None)
            if key in first:
                entry[key] = first[key]
        if maker.chance(0.6):
            entry["keywords"].append("banding")


def modify(maker: Maker, entry: Entry) -> None:
    """A modifier or a shield of its own, for a creature or a planeswalker."""
    is_creature = "power" in entry
    if maker.rare(maker.bias.modifiers):
        keys = ("deals", "prevent", "protection") if is_creature else ("prevent", "protection")
        key = maker.rng.choice(keys)
        if key == "deals":
            entry["deals"] = maker.rng.choice((0, 2, 2, 3))
        elif key == "prevent":
            entry["prevent"] = "all"
        else:
            quality = maker.rng.choice(PROTECTIONS)
            entry.setdefault("keywords", []).append(f"protection from {quality}")
    if is_creature and maker.bias.modifiers > 0:
        _paint(maker, entry)
    if maker.rare(maker.bias.shields):
        _shield(maker, entry, is_creature)


def _paint(maker: Maker, entry: Entry) -> None:
    entry["colors"] = maker.rng.sample(COLORS, maker.rng.choice((0, 1, 1, 1, 2)))
    entry["types"] = maker.rng.sample(TYPES, maker.rng.choice((0, 1, 1, 2)))


def _shield(maker: Maker, entry: Entry, is_creature: bool) -> None:
    keys = ("prevent", "prevent", "shield_counters", "regeneration_shields")
    key = maker.rng.choice(keys) if is_creature else "prevent"
    entry.setdefault(key, maker.rng.randint(1, 4) if key == "prevent" else maker.rng.randint(1, 2))
    if key == "shield_counters" and maker.chance(0.3):
        entry.setdefault("prevent", maker.rng.randint(1, 3))


def shield_player(maker: Maker, player: Entry) -> None:
    """A shield of a player's own."""
    if maker.rare(maker.bias.shields):
        player["prevent"] = maker.rng.randint(1, 5)
    elif maker.rare(maker.bias.modifiers / 4):
        player["prevent"] = "all"


def add_to_document(maker: Maker, document: Entry) -> None:
    """Everything that looks at the whole board."""
    bias, rng = maker.bias, maker.rng
    fighters = [c for c in document["creatures"] if "attacking" in c or "blocking" in c]
    for entry in fighters:
        if maker.rare(bias.assigned_by):
            entry["assigned_by"] = rng.choice(list(document["players"]))
    if maker.rare(bias.modifiers):
        document["effects"] = [_effect(maker, document) for _ in range(rng.randint(1, 2))]
    if maker.rare(bias.ordered):
        document["rules"] = "ordered"
        for entry in fighters:
            _order(maker, entry, fighters)
    strikes = [key for entry in fighters for key in entry["keywords"] if "strike" in key]
    if strikes and maker.rare(bias.interlude):
        document["after_first_strike"] = _interlude(maker, document["creatures"])


def _effect(maker: Maker, document: Entry) -> Entry:
    rng = maker.rng
    kind = rng.choice(("multiply", "prevent", "prevent", "add"))
    effect: Entry = {"kind": kind}
    if kind == "multiply":
        effect["factor"] = rng.choice((0, 2, 2, 3))
    elif kind == "add":
        effect["amount"] = rng.randint(1, 2)
    else:
        effect["amount"] = rng.choice((1, 1, 2, 3, "all"))
    for side in ("sources", "targets"):
        if maker.chance(0.7):
            effect[side] = _select(maker, document)
    return effect


def _select(maker: Maker, document: Entry) -> list[str] | dict[str, str]:
    rng = maker.rng
    if maker.chance(0.3):
        things = [entry["id"] for entry in document["creatures"] + maker.planeswalkers]
        things += [entry["id"] for entry in maker.battles] + list(document["players"])
        return rng.sample(things, min(len(things), rng.randint(1, 4)))
    properties = {
        "controller": rng.choice(list(document["players"])),
        "color": rng.choice(COLORS),
        "type": rng.choice(TYPES),
        "keyword": rng.choice(("trample", "deathtouch", "lifelink", "first strike")),
        "kind": rng.choice(("creature", "creature", "planeswalker", "battle", "player")),
    }
    keys = rng.sample(sorted(properties), rng.choice((1, 1, 1, 2)))
    return {key: properties[key] for key in keys}


def _order(maker: Maker, entry: Entry, fighters: list[Entry]) -> None:
    """All that it fights, in some order; sometimes the document's order is left to hold."""
    bands = {
        c["id"]: [d["id"] for d in fighters if d.get("band", 0) == c.get("band", 1)]
        for c in fighters
    }
    blocked = {
        c["id"]: {name for named in c.get("blocking", ()) for name in (named, *bands[named])}
        for c in fighters
    }
    if "blocking" in entry:
        fought = sorted(blocked[entry["id"]])
    else:
        fought = [name for name, attackers in blocked.items() if entry["id"] in attackers]
    if len(fought) > 1 and maker.chance(0.7):
        entry["damage_order"] = maker.rng.sample(fought, len(fought))


def _interlude(maker: Maker, creatures: list[Entry]) -> dict[str, Entry]:
    chosen = maker.rng.sample(creatures, min(len(creatures), maker.rng.randint(1, 3)))
    return {entry["id"]: _change(maker, entry) for entry in chosen}


def _change(maker: Maker, entry: Entry) -> Entry:
    rng = maker.rng
    kinds = ["gains", "gains", "power"]
    if entry["keywords"]:
        kinds += ["loses", "loses"]
    if "attacking" in entry or "blocking" in entry:
        kinds += ["removed", "regenerated"]
    change: Entry = {}
    for kind in rng.sample(kinds, rng.choice((1, 1, 2))):
        if kind == "gains":
            change["gains"] = rng.sample(GAINS, rng.randint(1, 2))
        elif kind == "loses":
            known = sorted(set(entry["keywords"]))
            change["loses"] = rng.sample(known, min(len(known), rng.randint(1, 2)))
        elif kind == "power":
            change["power"] = rng.randint(0, maker.bias.max_power)
        else:
            change[kind] = True
    return change
