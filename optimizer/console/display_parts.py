"""What all that is shown is made of: names of creatures, tables, text that is only text."""

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from optimizer.printable import printable

if TYPE_CHECKING:
    from engine.combat import Combat


class Names:
    """How the things of a combat are named; consecutive copies share one name: ``bears#2-5``."""

    def __init__(self, combat: "Combat") -> None:
        self.combat = combat
        self.places = {name: place for place, name in enumerate(combat.creatures)}
        self.copies = {
            copy: group.id
            for group in combat.groups
            if group.count > 1
            for copy in combat.copies[group.id]
        }

    def ordered(self, names: Iterable[str]) -> list[str]:
        """Return creatures as the combat lists them, then everything else."""
        return sorted(names, key=lambda name: self.places.get(name, len(self.places)))

    def runs(self, names: Iterable[str], what: Callable[[str], object]) -> list[list[str]]:
        """Split names into single things and runs of copies of which the same is said."""

        def key(item: tuple[int, str]) -> tuple[object, ...]:
            number, name = item
            if name not in self.copies:
                return (name,)
            return (self.copies[name], self.places[name] - number, what(name))

        return [[name for _, name in run] for _, run in groupby(enumerate(names), key)]

    def name(self, run: list[str]) -> Text:
        """Return the name of a run."""
        end = f"-{run[-1].rpartition('#')[2]}" if len(run) > 1 else ""
        return plain(run[0] + end)

    def stats(self, run: list[str]) -> str:
        """Return a creature's power and toughness; nothing for what has none."""
        creature = self.combat.creatures.get(run[0])
        return f"{creature.power}/{creature.toughness}" if creature else ""

    def listed(self, names: Iterable[str]) -> str:
        """Return creatures with power and toughness, separated by commas."""
        runs = self.runs(names, lambda _: None)
        return ", ".join(f"{self.name(run)} {self.stats(run)}" for run in runs)


def new_table(header: bool = True) -> Table:
    """Return an empty table without a frame."""
    return Table(
        box=SIMPLE_HEAD, show_header=header, show_edge=False, header_style="dim",
        padding=(0, 1, 0, 0), pad_edge=False,
    )  # fmt: skip


def plain(words: str) -> Text:
    """Return text as it is, with characters that would disturb the terminal escaped."""
    return Text(printable(words))
