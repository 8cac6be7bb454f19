"""A card of a document, by its name or described -> `ResourceCard`."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from engine.cards import closest_names
from engine.entries import read_entry, show
from engine.faults import Fault
from engine.given import GivenCard
from engine.resources.cards import ResourceCard
from engine.resources.described_cards import DescriptionReader
from engine.resources.table import find_trick, trick_names


class CardReader(DescriptionReader):
    """Reads cards, known ones by their names; what is at fault goes into a list of faults."""

    def card(self, raw: Any, path: str) -> ResourceCard | None:
        """Return the card that a document gives by its name or by a description."""
        if isinstance(raw, str):
            card = find_trick(raw)
            if card is None:
                self.faults.append(Fault(path, unknown(raw)))
            return card
        if not isinstance(raw, Mapping):
            what = f"expected a card's name or a description, not {show(raw)}"
            self.faults.append(Fault(path, what))
            return None
        entry = read_entry(GivenCard, raw, path, self.faults)
        if entry is None:
            return None
        given, base = entry.given, find_trick(entry.given.name)
        tells = {field.name for field in fields(ResourceCard)} - {"name", "foretold_this_turn"}
        if base is None and entry.sound("name") and not (given.gives_any(tells) or entry.bad):
            self.faults.append(Fault(f"{path}.name", unknown(given.name)))
            return None
        return self.described(entry, base)


def unknown(name: str) -> str:
    """Say that a name is no known card's, with the closest ones."""
    near = closest_names(name, trick_names())
    hint = f"; the closest are {', '.join(map(repr, near))}" if near else ""
    return f"unknown card {name!r}{hint}"
