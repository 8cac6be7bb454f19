"""Which part of a combat gets which cards: a dynamic program over the sets of cards that are used.

Every part hands up a table: for each set of cards the best that the part can make of it. The parts
are taken one after the other; after each, the best is known for every set that can be paid for.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.resources.uses import Use
from engine.steps import Outcome
from optimizer.parts.vectors import Vector, add

Items = frozenset[int]
"""A set of ways to use a card, by number."""


@dataclass(frozen=True)
class Row:
    """One way to play a part.

    Attributes
    ----------
    items
        The numbers of the player's own uses.
    after_blocks, between
        The uses in each window, of both sides, as they resolve.
    outcome
        The damage that follows.
    might_answer
        Something could have been used between the steps, which what happens in the first looks to.
    """

    items: Items
    after_blocks: tuple[Use, ...]
    between: tuple[Use, ...]
    outcome: Outcome
    might_answer: bool = False


class Entry(NamedTuple):
    """What a part, or several, can make of a set of cards: its worth to the player, and how.

    Attributes
    ----------
    is_whole
        The rows of all other parts are in it.
    """

    worth: Vector
    rows: tuple[Row, ...]
    is_whole: bool = False

    @property
    def size(self) -> int:
        """How many cards are used, those counted once that are about several parts."""
        return len(frozenset[int]().union(*(row.items for row in self.rows)))


Table = Mapping[Items, Entry]


def without_waste(table: Mapping[Items, Entry]) -> dict[Items, Entry]:
    """Return a table without the sets of which a smaller one is worth as much."""
    kept: dict[Items, Entry] = {}
    for items in sorted(table, key=len):
        worth = table[items].worth
        if not any(less < items and entry.worth >= worth for less, entry in kept.items()):
            kept[items] = table[items]
    return kept


def together(
    tables: Iterable[Table], none: Vector, is_payable: Callable[[Items], bool]
) -> dict[Items, Entry]:
    """Return the table of all parts together.

    Parameters
    ----------
    none
        What no part is worth.
    is_payable
        Whether the mana pays for a set, each card used once.
    """
    whole = {frozenset[int](): Entry(none, ())}
    for table in tables:
        found: dict[Items, Entry] = {}
        for items, entry in whole.items():
            for more, row in table.items():
                if items & more:
                    continue
                both = items | more
                worth = add(entry.worth, row.worth)
                known = found.get(both)
                if (known is None or worth > known.worth) and is_payable(both):
                    found[both] = Entry(worth, (*entry.rows, *row.rows))
        whole = without_waste(found)
    return whole


def best(entries: Iterable[Entry]) -> Entry:
    """Return the best entry; of those worth the same the one with the fewest cards."""
    return max(entries, key=lambda entry: (entry.worth, -entry.size))
