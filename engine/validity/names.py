"""The names in a document: ids, cards, and who controls what."""

from collections.abc import Iterable, Iterator

from engine.cards import closest_names, find_card
from engine.draft import Entry
from engine.faults import Fault
from engine.schema import BattleModel, CreatureModel, PlaneswalkerModel
from engine.validity.index import Index, copied, unknown

Permanents = Entry[CreatureModel] | Entry[PlaneswalkerModel] | Entry[BattleModel]


class Names:
    """Judges that every name is given once and stands for something."""

    def __init__(self, index: Index) -> None:
        self.index = index
        draft = index.draft
        self.permanents: list[Permanents] = [*draft.creatures, *draft.planeswalkers, *draft.battles]

    def faults(self) -> Iterator[Fault]:
        """Return every fault in the names."""
        yield from self._identifiers()
        yield from self._cards()
        for entry in self.permanents:
            yield from self._control(entry)

    def _identifiers(self) -> Iterator[Fault]:
        taken = dict.fromkeys(self.index.top.players, "a player")
        counts: dict[str, int] = {}
        numbered: dict[str, list[tuple[int, str]]] = {}
        for name in taken:
            group, number = copied(name) or (name, 0)
            numbered.setdefault(group, []).append((number, name))
        for entry in self.permanents:
            if not entry.sound("id"):
                continue
            name, count = entry.model.id, getattr(entry.model, "count", 1)
            group, number = copied(name) or (name, 0)
            if name in taken:
                yield Fault(f"{entry.path}.id", f"the id {name!r} is taken by {taken[name]}")
                continue
            if 0 < number <= counts.get(group, 0):
                what = f"the id {name!r} is taken by a copy of {taken[group]}"
                yield Fault(f"{entry.path}.id", what)
                continue
            for at, copy in numbered.get(name, ()) if count > 1 else ():
                if 0 < at <= count:
                    yield Fault(
                        f"{entry.path}.id",
                        f"the id {copy!r} of one of its copies is taken by {taken[copy]}",
                    )
            taken[name] = entry.path
            numbered.setdefault(group, []).append((number, name))
            if count > 1:
                counts[name] = count

    def _cards(self) -> Iterator[Fault]:
        kinds: list[tuple[Iterable[Permanents], str, tuple[str, ...]]] = [
            (self.index.draft.creatures, "creature", ("power", "toughness")),
            (self.index.draft.planeswalkers, "planeswalker", ("loyalty",)),
            (self.index.draft.battles, "battle", ("defense",)),
        ]
        for entries, kind, needed in kinds:
            for entry in entries:
                name = entry.model.card
                if name is not None and entry.sound("card"):
                    card = find_card(name)
                    if card is None:
                        near = closest_names(name)
                        hint = f"; the closest are {', '.join(map(repr, near))}" if near else ""
                        yield Fault(f"{entry.path}.card", f"unknown card {name!r}{hint}")
                    elif card.kind != kind:
                        yield Fault(
                            f"{entry.path}.card", f"{card.name} is a {card.kind}, not a {kind}"
                        )
                for key in needed:
                    missing = name is None and getattr(entry.model, key) is None
                    if missing and entry.sound(key, "card"):
                        what = f"{key!r} is required where no 'card' gives it"
                        yield Fault(f"{entry.path}.{key}", what)

    def _control(self, entry: Permanents) -> Iterator[Fault]:
        for key in ("controller", "protector", "assigned_by", "was_attacking_controller"):
            name = getattr(entry.model, key, None)
            if name is not None and entry.sound(key) and name not in self.index.top.players:
                yield Fault(f"{entry.path}.{key}", unknown("player", name, self.index.top.players))
