"""Every declaration of blocks or attacks that is legal, by trying all of them (508.1, 509.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, combinations, product
from typing import Any

from .expanding import Entry, copies_of, expanded, named

Document = Mapping[str, Any]

Blocks = dict[str, tuple[str, ...]]
"""A creature's id to the attackers that it blocks; those that block nobody are left out."""

Attacks = dict[str, str]
"""An attacker's id to what it attacks."""


class _Table:
    """The creatures of a document, and who is on which side."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.groups = copies_of(document)
        self.creatures: dict[str, Entry] = {
            entry["id"]: entry for entry in expanded(document, self.groups)
        }
        self.players: Mapping[str, Any] = document["players"]
        self.walkers = {w["id"]: w for w in document.get("planeswalkers", ())}
        self.battles = {b["id"]: b for b in document.get("battles", ())}

    def friends(self, one: str, other: str) -> bool:
        team = self.players[one].get("team")
        return one == other or (team is not None and team == self.players[other].get("team"))

    def attacks(self, player: str) -> bool:
        return self.friends(player, self.document["active_player"])

    def defender_of(self, attacker: Entry) -> str | None:
        """508.5, 506.4c: whom it attacks; nobody is known where its target has left combat."""
        if attacker["attacking"] is not None:
            return self.defender(attacker["attacking"])
        if "was_attacking_controller" in attacker:
            return str(attacker["was_attacking_controller"])
        others = [name for name in self.players if not self.attacks(name)]
        return others[0] if len(others) == 1 else None

    def defender(self, target: str) -> str:
        """Whom an attack on something is an attack on."""
        if target in self.walkers:
            return str(self.walkers[target]["controller"])
        return str(self.battles[target]["protector"]) if target in self.battles else target

    def names(self, given: Any) -> list[str]:
        return named(given, self.groups) if isinstance(given, list) else []


def _can_be_blocked(table: _Table, blocker: Entry, attacker: Entry) -> bool:
    """All that one creature and one attacker by themselves have to do with each other."""
    has = set(attacker.get("keywords", ()))
    own = set(blocker.get("keywords", ()))
    colors, artifact = set(blocker.get("colors", ())), "artifact" in blocker.get("types", ())
    mono = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
    defender = table.defender_of(attacker)
    protected = {mono[word] for word in mono if f"protection from {word}" in has}
    everything = {"protection from everything", "protection from creatures"}
    reasons_against = [
        table.attacks(blocker["controller"]),
        defender is None or not table.friends(blocker["controller"], defender),
        blocker.get("tapped", False),
        blocker.get("cant_block", False) is True,
        attacker["id"] in table.names(blocker.get("cant_block")),
        attacker.get("cant_be_blocked_by", False) is True,
        blocker["id"] in table.names(attacker.get("cant_be_blocked_by")),
        "decayed" in own,
        blocker.get("max_blocks") == 0,
        attacker.get("max_blockers") == 0,
        "unblockable" in has,
        "flying" in has and not own & {"flying", "reach"},
        ("shadow" in has) != ("shadow" in own),
        "horsemanship" in has and "horsemanship" not in own,
        "fear" in has and not (artifact or "B" in colors),
        "intimidate" in has and not (artifact or colors & set(attacker.get("colors", ()))),
        "skulk" in has and blocker["power"] > attacker["power"],
        bool(protected & colors),
        bool(everything & has),
        "battle" in blocker.get("types", ()),
    ]
    return not any(reasons_against)


def _subsets(names: list[str]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(names, size) for size in range(len(names) + 1))


def every_block(document: Document) -> Iterator[Blocks]:
    """Whatever could be said: each creature blocks any of the attackers."""
    table = _Table(document)
    attackers = [name for name, entry in table.creatures.items() if "attacking" in entry]
    others = [name for name in table.creatures if name not in attackers]
    for choice in product(list(_subsets(attackers)), repeat=len(others)):
        yield {name: chosen for name, chosen in zip(others, choice, strict=True) if chosen}


def legal_blocks(document: Document) -> list[Blocks]:
    """Those that keep to the restrictions and obey as many requirements as any of these."""
    table = _Table(document)
    able = {
        (b, a)
        for b, blocker in table.creatures.items()
        for a, attacker in table.creatures.items()
        if "attacking" in attacker and _can_be_blocked(table, blocker, attacker)
    }
    return _the_most_obedient(
        [blocks for blocks in every_block(document) if _in_limits(table, able, blocks)],
        lambda blocks: _obeyed_by_blocks(table, able, blocks),
    )


def _in_limits(table: _Table, able: set[tuple[str, str]], blocks: Blocks) -> bool:
    for blocker, attackers in blocks.items():
        if any((blocker, attacker) not in able for attacker in attackers):
            return False
        bands = {table.creatures[name].get("band", ("alone", name)) for name in attackers}
        if len(bands) > table.creatures[blocker].get("max_blocks", 1):
            return False
    for name, attacker in table.creatures.items():
        number = sum(name in attackers for attackers in blocks.values())
        if number == 0:
            continue
        if number < attacker.get("min_blockers", 1) or number > attacker.get("max_blockers", 99):
            return False
        if number < 2 and "menace" in attacker.get("keywords", ()):
            return False
    return True


def _obeyed_by_blocks(table: _Table, able: set[tuple[str, str]], blocks: Blocks) -> int:
    def blocked_by(blocker: str, attacker: str) -> bool:
        """Who is able to block one of a band does so by blocking any of the band."""
        band = table.creatures[attacker].get("band")
        return (blocker, attacker) in able and any(
            name == attacker or (band is not None and table.creatures[name].get("band") == band)
            for name in blocks.get(blocker, ())
        )

    obeyed = 0
    for name, entry in table.creatures.items():
        if entry.get("must_block", False) is True:
            obeyed += name in blocks
        obeyed += sum(blocked_by(name, a) for a in table.names(entry.get("must_block")))
        if entry.get("must_be_blocked", False) is True and "attacking" in entry:
            obeyed += any(blocked_by(other, name) for other in blocks)
        if "attacking" in entry:
            blockers = table.names(entry.get("must_be_blocked"))
            obeyed += sum(blocked_by(other, name) for other in blockers)
    return obeyed


def every_attack(document: Document) -> Iterator[Attacks]:
    """Whatever could be said: each creature attacks any player, planeswalker or battle."""
    table = _Table(document)
    targets = [None, *table.players, *table.walkers, *table.battles]
    for choice in product(targets, repeat=len(table.creatures)):
        pairs = zip(table.creatures, choice, strict=True)
        yield {name: target for name, target in pairs if target is not None}


def legal_attacks(document: Document) -> list[Attacks]:
    """Those that keep to the restrictions and obey as many requirements as any of these."""
    table = _Table(document)

    def allowed(name: str, target: str) -> bool:
        entry = table.creatures[name]
        keywords, cant = entry.get("keywords", ()), entry.get("cant_attack", False)
        return (
            table.attacks(entry["controller"])
            and not table.attacks(table.defender(target))
            and not entry.get("tapped", False)
            and ("haste" in keywords or not entry.get("summoning_sick", False))
            and "defender" not in keywords
            and "battle" not in entry.get("types", ())
            and cant is not True
            and not (isinstance(cant, list) and target in cant)
        )

    def obeyed(attacks: Attacks) -> int:
        number = 0
        for name, target in attacks.items():
            must = table.creatures[name].get("must_attack", False)
            number += must is True or (isinstance(must, list) and target in must)
        return number

    kept = [
        attacks
        for attacks in every_attack(document)
        if all(allowed(*pair) for pair in attacks.items())
    ]
    return _the_most_obedient(kept, obeyed)


def _the_most_obedient(declarations: list[Any], obeyed: Callable[[Any], int]) -> list[Any]:
    numbers = [obeyed(declaration) for declaration in declarations]
    most = max(numbers)
    return [d for d, number in zip(declarations, numbers, strict=True) if number == most]
