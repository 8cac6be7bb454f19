"""The names in a document: ids, cards, and who controls what."""

from collections.abc import Iterable, Iterator

from engine.cards import closest_names, find_card
from engine.draft import Entry
from engine.faults import Fault
from engine.given import GivenBattle, GivenCreature, GivenPlaneswalker
from engine.validity.index import Index, copied, unknown

Permanents = Entry[GivenCreature] | Entry[GivenPlaneswalker] | Entry[GivenBattle]

_PLAYERS = ("controller", "protector", "assigned_by", "was_attacking_controller")


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
            name, count = entry.given.id, getattr(entry.given, "count", 1)
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
                name = entry.given.card
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
                        continue
                yield from self._numbers(entry, needed)

    def _numbers(self, entry: Permanents, needed: tuple[str, ...]) -> Iterator[Fault]:
        """Judge that what is needed is given, or printed on the card as a number."""
        given = entry.given
        card = find_card(given.card) if given.card is not None and entry.sound("card") else None
        for key in needed:
            if getattr(given, key) is not None or not entry.sound(key, "card"):
                continue
            if given.card is None:
                what = f"{key!r} is required where no 'card' gives it"
                yield Fault(f"{entry.path}.{key}", what)
            elif card is not None and getattr(card, key) is None:
                what = f"{key!r} is required: what {card.name} has printed is no fixed number"
                yield Fault(f"{entry.path}.{key}", what)

    def _control(self, entry: Permanents) -> Iterator[Fault]:
        given, players = vars(entry.given), self.index.top.players
        for key in _PLAYERS:
            name = given.get(key)
            if name is not None and name not in players and entry.sound(key):
                yield Fault(f"{entry.path}.{key}", unknown("player", name, self.index.top.players))


def _copies(entry: Permanents) -> list[str]:
    """Return the ids of the copies of a group; something single has none."""
    count = getattr(entry.given, "count", 1)
    return [f"{entry.given.id}#{k}" for k in range(1, count + 1)] if count > 1 else []
