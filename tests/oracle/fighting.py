"""The best blocks and the best attack by trying all of them, every damage question by the oracle.

No code of the product takes part.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .declaring import Attacks, Blocks, legal_attacks, legal_blocks
from .expanding import copies_of, expanded
from .game import best
from .scoring import parse

Document = Mapping[str, Any]
Vector = tuple[int, ...]
"""What a declaration is worth to the active side, everything to be maximised."""

_ABOUT_DECLARATIONS = (
    *("must_block", "must_be_blocked", "must_attack", "cant_block", "cant_attack"),
    *("cant_be_blocked_by", "min_blockers", "max_blockers", "max_blocks", "damage_order"),
)


def attacked(document: Document, attacks: Attacks) -> dict[str, Any]:
    """The document with these attacks in place of its own, and nobody blocking or banding."""
    without = ("attacking", "was_attacking_controller", "band", "blocking", "blocked", "count")
    entries = [
        {key: value for key, value in entry.items() if key not in without}
        | ({"attacking": attacks[entry["id"]]} if entry["id"] in attacks else {})
        for entry in expanded(document, copies_of(document))
    ]
    return {**document, "creatures": _named_singly(document, entries)}


def _named_singly(document: Document, entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """References to a group become references to its copies."""
    groups = copies_of(document)
    for entry in entries:
        for key in _ABOUT_DECLARATIONS:
            if isinstance(entry.get(key), list):
                entry[key] = [copy for name in entry[key] for copy in groups.get(name, [name])]
    return entries


def blocked(document: Document, blocks: Blocks) -> dict[str, Any]:
    """The document with these blocks, without what bears on declarations alone."""
    without = ("blocking", "blocked", "count", *_ABOUT_DECLARATIONS)
    entries = [
        {key: value for key, value in entry.items() if key not in without}
        | ({"blocking": list(blocks[entry["id"]])} if entry["id"] in blocks else {})
        for entry in expanded(document, copies_of(document))
    ]
    return {**document, "creatures": entries}


class Fight:
    """A document, and what declarations are worth for some objectives."""

    def __init__(self, document: Document, objectives: Sequence[str]) -> None:
        self.document = document
        self.objectives = written_out(document, objectives)
        self.senses = [parse(text)[0] for text in self.objectives]
        self._known: dict[Any, Vector] = {}

    def turned(self, values: Sequence[int]) -> Vector:
        """Everything to be maximised."""
        return tuple(sense * value for sense, value in zip(self.senses, values, strict=True))

    def worth(self, document: Document, blocks: Blocks) -> Vector:
        """What the damage is worth that follows from blocks."""
        fought = blocked(document, blocks)
        key = tuple(
            (e.get("attacking", ""), tuple(sorted(e.get("blocking", ()))))
            for e in expanded(fought, copies_of(fought))
        )
        if key not in self._known:
            self._known[key] = self.turned(best(fought, self.objectives))
        return self._known[key]

    def every_block(self) -> list[Vector]:
        """All that legal blocks are worth, the least, which is the best, first."""
        return sorted({self.worth(self.document, b) for b in legal_blocks(self.document)})

    def every_attack(self) -> list[Vector]:
        """All that legal attacks are worth against the best blocks, the best first."""
        found = {worst for _, worst in self.attacks()}
        return sorted(found, reverse=True)

    def attacks(self) -> Iterator[tuple[Attacks, Vector]]:
        """Each legal attack with the worst that blocks leave of it."""
        for attacks in legal_attacks(self.document):
            after = attacked(self.document, attacks)
            yield attacks, min(self.worth(after, blocks) for blocks in legal_blocks(after))


def written_out(document: Document, objectives: Sequence[str]) -> list[str]:
    """``play`` as it is documented: outcome, value destroyed, damage by how close a player is."""
    found: list[str] = []
    for text in objectives:
        found += _play(document) if text == "play" else [text]
    return found


def _play(document: Document) -> list[str]:
    own = _side(document)
    others = [name for name in document["players"] if name not in own]
    destroyed = ["kill_value", "- own_loss_value"]
    for key, name, owner in (
        ("planeswalkers", "planeswalkers_killed", "controller"),
        ("battles", "battles_defeated", "protector"),
    ):
        values = [thing["value"] for thing in document.get(key, ()) if thing[owner] in others]
        destroyed += [f"+ {max(values)}*{name}"] if values and max(values) else []
    closer = []
    for name in others:
        about = f":{name}" if len(others) > 1 else ""
        closer.append(f"+ {_part(document['players'][name]['life'])}*player_damage{about}")
    ours = [c for c in document["creatures"] if c["controller"] in own]
    words = {word for creature in ours for word in creature.get("keywords", ())}
    if "lifelink" in words:
        life = document["players"][document["active_player"]]["life"]
        closer.append(f"+ {_part(life)}*life_gained")
    if "infect" in words or any(word.startswith("toxic") for word in words):
        (name,) = others  # the oracle has no poison counters of one player
        left = 10 - document["players"][name].get("poison", 0)
        closer.append(f"+ {_part(left)}*poison")
    return ["max outcome", f"max {' '.join(destroyed)}", f"max {' '.join(closer)}"]


def _side(document: Document) -> set[str]:
    active = document["active_player"]
    team = document["players"][active].get("team")
    mates = (n for n, p in document["players"].items() if team and p.get("team") == team)
    return {active, *mates}


def _part(left: int) -> int:
    return -(-100 // max(1, left))
