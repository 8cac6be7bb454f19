"""Planeswalkers, battles, effects, and what changes between the steps."""

from collections.abc import Collection, Iterator
from itertools import chain

from engine.draft import Entry, characteristic
from engine.faults import Fault
from engine.given import GivenBattle, GivenEffect
from engine.keywords import Keyword
from engine.validity.index import Index, unknown


class Things:
    """Judges everything that is neither a player nor a creature."""

    def __init__(self, index: Index) -> None:
        self.index = index

    def faults(self) -> Iterator[Fault]:
        """Return every fault in them."""
        for walker in self.index.draft.planeswalkers:
            if walker.sound("loyalty") and walker.given.loyalty == 0:
                what = "a planeswalker with loyalty 0 is in the graveyard"
                yield Fault(f"{walker.path}.loyalty", what, "704.5i")
        for battle in self.index.draft.battles:
            yield from self._battle(battle)
        for effect in self.index.draft.effects:
            yield from self._effect(effect)
        yield from self._changes()

    def _battle(self, entry: Entry[GivenBattle]) -> Iterator[Fault]:
        battle = entry.given
        if entry.sound("defense") and battle.defense == 0:
            rule = "704.5v" if battle.siege else "704.5w"
            yield Fault(f"{entry.path}.defense", "a battle with defense 0 is defeated", rule)
        if entry.sound("siege", "controller", "protector") and battle.siege:
            same = battle.controller == battle.protector
            if same and battle.controller in self.index.players:
                yield Fault(
                    f"{entry.path}.protector",
                    "a Siege is protected by an opponent of its controller",
                    "310.12a",
                )

    def _effect(self, entry: Entry[GivenEffect]) -> Iterator[Fault]:
        effect = entry.given
        wanted, other = "amount", "factor"
        if effect.kind == "multiply":
            wanted, other = other, wanted
        if entry.sound("kind", wanted) and getattr(effect, wanted) is None:
            yield Fault(f"{entry.path}.{wanted}", f"{wanted!r} is required to {effect.kind}")
        if entry.sound("kind", other) and getattr(effect, other) is not None:
            yield Fault(f"{entry.path}.{other}", f"{other!r} means nothing to {effect.kind}")
        if entry.sound("kind", "amount") and effect.kind == "add" and effect.amount == "all":
            yield Fault(f"{entry.path}.amount", "expected a number to add, not 'all'")
        for key in ("sources", "targets"):
            select = getattr(effect, key)
            if select is None or not entry.sound(key):
                continue
            if isinstance(select, list):
                known: list[Collection[str]] = [
                    self.index.creature_entries,
                    self.index.walkers,
                    self.index.battles,
                    self.index.top.players,
                ]
                for k, name in enumerate(select):
                    if not any(name in names for names in known):
                        what = unknown("object", name, chain(*known))
                        yield Fault(f"{entry.path}.{key}[{k}]", what)
            elif select.controller is not None and select.controller not in self.index.top.players:
                yield Fault(
                    f"{entry.path}.{key}.controller",
                    unknown("player", select.controller, self.index.top.players),
                )

    def _changes(self) -> Iterator[Fault]:
        """What happens between the steps needs creatures, and one that may strike first (510.4).

        Whether there are two steps is known once blocks are declared (`engine.scope`).
        """
        changes = self.index.draft.changes
        if changes and not self._may_have_two_steps():
            what = "no creature has first or double strike, so there is no first-strike step"
            yield Fault("after_first_strike", what, "510.4")
        for name, entry in changes.items():
            known = self.index.creature_entries
            if name not in known:
                yield Fault(entry.path, unknown("creature", name, known))

    def _may_have_two_steps(self) -> bool:
        return any(
            not entry.sound("keywords", "card")
            or not {Keyword.FIRST_STRIKE, Keyword.DOUBLE_STRIKE}.isdisjoint(
                characteristic(entry.given, "keywords") or ()
            )
            for entry in self.index.draft.creatures
        )
