"""``resources`` of a document -> the mana and the cards of the players, every fault named."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.entries import read_entry, show
from engine.faults import Fault
from engine.given import GivenHidden, GivenResources, GivenWatcher
from engine.limits import MOST_MANA
from engine.resources.cards import HIDDEN, ResourceCard, Resources, Watcher
from engine.resources.mana import ANY, NO_MANA, Mana, Source, is_alternative
from engine.resources.reading_cards import CardReader

_KINDS = ("W", "U", "B", "R", "G", "C", ANY)
_ZONES = ("hand", "foretold", "library", "outside")


def read_resources(given: Mapping[str, Any], faults: list[Fault]) -> dict[str, Resources]:
    """Return what the players have; what is at fault is noted and left out."""
    found = {}
    for player, raw in given.items():
        path = f"resources.{player}"
        entry = read_entry(GivenResources, raw, path, faults)
        if entry is not None:
            found[player] = _Reader(path, faults).resources(entry.given)
    return found


class _Reader:
    """Reads the resources of one player."""

    def __init__(self, path: str, faults: list[Fault]) -> None:
        self.path = path
        self.faults = faults
        self.cards = CardReader(faults)

    def resources(self, given: GivenResources) -> Resources:
        mana = self._mana(given.mana)
        zones = {zone: self._zone(zone, getattr(given, zone)) for zone in _ZONES}
        return Resources(
            mana=mana,
            watchers=self._watchers(given.watchers),
            cycling_tax=given.cycling_tax,
            cycling_discount=given.cycling_discount,
            cant_cycle=given.cant_cycle,
            **zones,
        )

    def _zone(self, zone: str, raws: Sequence[Any]) -> tuple[ResourceCard, ...]:
        cards = []
        for k, raw in enumerate(raws):
            path = f"{self.path}.{zone}[{k}]"
            card = self._card(raw, path)
            if card is None:
                continue
            cards.append(card)
            if card.hidden or zone == "foretold":
                if zone == "foretold" and not card.hidden and card.foretell is None:
                    what = f"{card.name} has no foretell cost; give it 'foretell' if an effect has"
                    self.faults.append(Fault(path, f"{what} made it foretold", "702.143a"))
                continue
            if card.foretold_this_turn:
                what = f"{card.name} is not foretold in the {zone}"
                self.faults.append(Fault(f"{path}.foretold_this_turn", what, "702.143a"))
        return tuple(cards)

    def _card(self, raw: Any, path: str) -> ResourceCard | None:
        if isinstance(raw, Mapping) and "hidden" in raw:
            entry = read_entry(GivenHidden, raw, path, self.faults)
            if entry is None:
                return None
            return replace(HIDDEN, foretold_this_turn=entry.given.foretold_this_turn)
        return self.cards.card(raw, path)

    def _watchers(self, raws: Sequence[Any]) -> tuple[Watcher, ...]:
        found = []
        for k, raw in enumerate(raws):
            path = f"{self.path}.watchers[{k}]"
            entry = read_entry(GivenWatcher, raw, path, self.faults)
            if entry is not None:
                effects = self.cards.effects(entry.given.effects, f"{path}.effects", has_x=False)
                found.append(Watcher(entry.given.when, effects))
        return tuple(found)

    # --- mana ----------------------------------------------------------------------------------

    def _mana(self, raw: Any) -> Mana:
        path = f"{self.path}.mana"
        before = len(self.faults)
        if isinstance(raw, str):
            sources = self._of_text(raw, path)
        elif isinstance(raw, Mapping):
            sources = self._of_amounts(raw, path)
        elif isinstance(raw, list | tuple):
            sources = [self._source(one, f"{path}[{k}]") for k, one in enumerate(raw)]
        else:
            what = "expected an object such as {'G': 2}, a list of sources or a text such as"
            self.faults.append(Fault(path, f"{what} '{{G}}{{G}}', not {show(raw)}"))
            return NO_MANA
        mana = Mana.of(source for source in sources if source.alternatives)
        if mana.most > MOST_MANA and len(self.faults) == before:
            self.faults.append(Fault(path, f"more than {MOST_MANA} mana"))
            return NO_MANA
        return mana

    def _of_text(self, text: str, path: str) -> list[Source]:
        symbols = text.removeprefix("{").removesuffix("}").split("}{")
        plain = text == "".join(f"{{{symbol}}}" for symbol in symbols)
        if plain and all(symbol in _KINDS[:-1] for symbol in symbols):
            return [Source((symbol,)) for symbol in symbols]
        what = f"mana is written with symbols such as '{{G}}{{C}}', not {show(text)}"
        self.faults.append(Fault(path, what, "106.1"))
        return []

    def _of_amounts(self, given: Mapping[Any, Any], path: str) -> list[Source]:
        sources = []
        for kind, count in given.items():
            if kind not in _KINDS:
                what = f"there is no mana {show(kind)}; the kinds are {', '.join(_KINDS)}"
                self.faults.append(Fault(f"{path}.{kind}", what, "106.1"))
            elif isinstance(count, bool) or not isinstance(count, int) or count < 0:
                what = f"expected how much there is, a whole number, not {show(count)}"
                self.faults.append(Fault(f"{path}.{kind}", what))
            else:
                sources.append(Source((kind,), count))
        return sources

    def _source(self, raw: Any, path: str) -> Source:
        made = [raw] if isinstance(raw, str) else raw
        if not isinstance(made, list) or not made:
            what = f"expected what a source can make, such as 'G' or ['W', 'GG'], not {show(raw)}"
            self.faults.append(Fault(path, what))
            return Source(())
        good = []
        for k, one in enumerate(made):
            place = path if isinstance(raw, str) else f"{path}[{k}]"
            if not isinstance(one, str) or not is_alternative(one):
                what = f"a source makes mana such as 'G', 'GG', 'WG', 'C' or 'any', not {show(one)}"
                self.faults.append(Fault(place, what, "106.1"))
            elif one in good:
                self.faults.append(Fault(place, f"{one} is named twice"))
            else:
                good.append(one)
        return Source(tuple(good))
