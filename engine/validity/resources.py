"""The cards of the players of a document: whose they are, and what they name."""

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from engine.faults import Fault
from engine.validity.index import Index, unknown

if TYPE_CHECKING:
    from engine.resources.cards import Resources
    from engine.resources.effects import CardEffect

_ZONES = ("hand", "foretold", "library", "outside")


class Hands:
    """Judges what the resources of the players say about the rest of the document."""

    def __init__(self, index: Index) -> None:
        self.index = index

    def faults(self) -> Iterator[Fault]:
        """Return every fault in them."""
        for name in self.index.top.resources if self.index.draft.top.sound("resources") else ():
            if name not in self.index.top.players:
                what = unknown("player", name, self.index.top.players)
                yield Fault(f"resources.{name}", what)
        for name, resources in self.index.draft.resources.items():
            yield from self._foretold(name, resources)
            for path, effect in _effects(resources, f"resources.{name}"):
                yield from self._names(path, effect)

    def _foretold(self, name: str, resources: "Resources") -> Iterator[Fault]:
        """Cards are foretold in one's own turn only (116.2h)."""
        if not self.index.draft.top.sound("active_player", "players"):
            return
        for k, card in enumerate(resources.foretold):
            if card.foretold_this_turn and name in self.index.defending:
                path = f"resources.{name}.foretold[{k}].foretold_this_turn"
                what = f"{name} foretells in their own turn only, and this is not it"
                yield Fault(path, what, "116.2h")

    def _names(self, path: str, effect: "CardEffect") -> Iterator[Fault]:
        """What an effect names by its id must be there."""
        if effect.target is None or not effect.target.startswith("object "):
            return
        name = effect.target.removeprefix("object ")
        known = [
            self.index.creature_entries,
            self.index.walkers,
            self.index.battles,
            self.index.top.players,
        ]
        if not any(name in names for names in known):
            yield Fault(f"{path}.target", unknown("object", name, chain(*known)))


def _effects(resources: "Resources", path: str) -> Iterator[tuple[str, "CardEffect"]]:
    for zone in _ZONES:
        for k, card in enumerate(resources.zone(zone)):
            place = f"{path}.{zone}[{k}]"
            yield from _of(card.effects, f"{place}.effects")
            yield from _of(card.cycling.effects if card.cycling else (), f"{place}.cycling.effects")
    for k, watcher in enumerate(resources.watchers):
        yield from _of(watcher.effects, f"{path}.watchers[{k}].effects")


def _of(effects: "tuple[CardEffect, ...]", path: str) -> Iterator[tuple[str, "CardEffect"]]:
    return ((f"{path}[{k}]", effect) for k, effect in enumerate(effects))
