"""Identical creatures: which may change places, and one form of all answers that differ by that.

Two attackers are identical if they have the same characteristics, attack the same and are blocked
by the same creatures; two creatures of the defending side if they have the same characteristics and
block the same attackers. Whom a wish names is identical only to whom it names as well. So any
permutation within these classes leads from a combat to the same combat, and from an answer to one
that differs only by names and is worth the same.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import factorial, prod

from engine.assignment import Assigned
from engine.combat import Combat
from engine.faults import DocumentError, Fault
from engine.objects import Select
from optimizer.wishes import Event, Wish

Play = tuple[tuple[Assigned, ...], ...]
"""What the active side assigns in each step."""

Numbers = tuple[int, ...]

MOST_ORDERS = 20_000
"""In how many orders the creatures of one answer may be tried; beyond that, it is refused."""


class Identical:
    """The identical creatures of a combat.

    Parameters
    ----------
    wishes
        What must hold: creatures that they name are told apart.

    Attributes
    ----------
    attackers, others
        The attacking creatures, and all others that the active side does not control, in classes;
        most of them have a single member.
    """

    def __init__(self, combat: Combat, wishes: Iterable[Wish] = ()) -> None:
        self.combat = combat
        self.wishes = [wish for wish in wishes if isinstance(wish, Event)]
        side = combat.active_side
        attacking = [creature.id for creature in combat.attackers]
        others = [c.id for c in combat.creatures.values() if c.controller not in side]
        self.attackers = self._classes(attacking)
        self.others = self._classes(others)
        self.has_any = len(self.attackers) + len(self.others) < len(attacking) + len(others)

    def _classes(self, names: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        found: dict[Hashable, list[str]] = {}
        for name in names:
            named = frozenset(wish.name for wish in self.wishes if wish.of == name)
            found.setdefault((_nature(self.combat, name), named), []).append(name)
        return tuple(map(tuple, found.values()))

    def form(self, play: Play) -> Hashable:
        """Return what all plays have in common that differ by the names of identical creatures.

        The attackers and the others are the rows and columns of a table of numbers. Both are told
        apart as far as their numbers, and those of what they meet, go. In what is left, all orders
        of the side with fewer orders are tried, and the other side is sorted.

        Raises
        ------
        DocumentError
            If there are too many orders to try them all.
        """
        if not self.has_any:
            return play
        table = _Table(play, self.attackers, self.others)
        orders = [table.count_orders(side) for side in (0, 1)]
        if min(orders) > MOST_ORDERS:
            raise DocumentError(
                [
                    Fault(
                        "creatures",
                        "too many identical creatures to tell different answers apart: "
                        f"{min(orders)} orders, of which at most {MOST_ORDERS} are tried",
                    )
                ]
            )
        return table.form(int(orders[1] < orders[0]))


class _Table:
    """The numbers of one play; side 0 are the rows, side 1 the columns."""

    def __init__(self, play: Play, *classes: tuple[tuple[str, ...], ...]) -> None:
        self.members = [[name for names in side for name in names] for side in classes]
        kinds = {name: k for side in classes for k, names in enumerate(side) for name in names}
        rows, columns = (frozenset(names) for names in self.members)
        self.cells: dict[tuple[str, str], Numbers] = {}
        own: dict[str, dict[tuple[int, str], int]] = {}
        pairs: dict[tuple[str, str], list[int]] = {}
        for k, step in enumerate(play):
            for a in step:
                if a.source in rows and a.target in columns:
                    cell = pairs.setdefault((a.source, a.target), [0] * 2 * len(play))
                    cell[2 * k] += a.amount
                elif a.source in columns and a.target in rows:
                    cell = pairs.setdefault((a.target, a.source), [0] * 2 * len(play))
                    cell[2 * k + 1] += a.amount
                else:
                    own.setdefault(a.source, {})[k, a.target] = a.amount
        self.nothing = (0,) * 2 * len(play)
        self.cells = {pair: tuple(cell) for pair, cell in pairs.items()}
        self.nature: dict[str, tuple[object, ...]] = {
            name: (kinds[name], tuple(sorted(own.get(name, {}).items())))
            for names in self.members
            for name in names
        }
        self.colors = self._refined()

    def _cell(self, side: int, name: str, other: str) -> Numbers:
        pair = (name, other) if side == 0 else (other, name)
        return self.cells.get(pair, self.nothing)

    def _refined(self) -> dict[str, int]:
        """Tell members of a side apart by numbers that do not depend on names, as far as it goes.

        Those of one color have the same numbers against each color of the other side.
        """
        colors = {name: 0 for names in self.members for name in names}
        keys: dict[str, tuple[object, ...]] = dict(self.nature)
        while True:
            known = len(set(colors.values()))
            for side in (0, 1):
                ranks = {
                    key: k for k, key in enumerate(sorted({keys[n] for n in self.members[side]}))
                }
                colors.update({n: 2 * ranks[keys[n]] + side for n in self.members[side]})
            if len(set(colors.values())) == known:
                return colors
            keys = {
                name: (colors[name], *self._faced(side, name, colors))
                for side in (0, 1)
                for name in self.members[side]
            }

    def _faced(self, side: int, name: str, colors: Mapping[str, int]) -> list[tuple[int, Numbers]]:
        return sorted(
            (colors[other], self._cell(side, name, other)) for other in self.members[1 - side]
        )

    def _groups(self, side: int) -> list[list[list[str]]]:
        """Return a side's members by color, and in each color those with equal numbers."""
        found: dict[int, dict[Hashable, list[str]]] = {}
        for name in self.members[side]:
            numbers = tuple(self._cell(side, name, other) for other in self.members[1 - side])
            found.setdefault(self.colors[name], {}).setdefault(numbers, []).append(name)
        return [list(found[color].values()) for color in sorted(found)]

    def count_orders(self, side: int) -> int:
        """Return how many orders of a side have to be tried."""
        return prod(
            factorial(sum(map(len, equal))) // prod(factorial(len(names)) for names in equal)
            for equal in self._groups(side)
        )

    def form(self, side: int) -> Hashable:
        """Return the first, in some order, of what all orders of a side make of the table."""
        others = self.members[1 - side]
        found = []
        for parts in product(*(list(_orders(equal)) for equal in self._groups(side))):
            order = [name for part in parts for name in part]
            lines = sorted(
                (self.nature[other], tuple(self._cell(side, name, other) for name in order))
                for other in others
            )
            found.append((tuple(self.nature[name] for name in order), tuple(lines)))
        return (side, *min(found))


def _orders(equal: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """Yield all orders of these names that differ by more than equal ones changing places."""

    def fill(left: Counter[int]) -> Iterator[tuple[str, ...]]:
        if not left.total():
            yield ()
        for k in list(left):
            if left[k]:
                name = equal[k][left[k] - 1]
                left[k] -= 1
                for rest in fill(left):
                    yield (name, *rest)
                left[k] += 1

    return fill(Counter({k: len(names) for k, names in enumerate(equal)}))


def _nature(combat: Combat, name: str) -> Hashable:
    """Return all that is said of a creature, whatever it is called."""
    creature = combat.creatures[name]
    blockers = frozenset(combat.blockers.get(name, ()))
    blocked = frozenset(combat.blocks.get(name, ()))
    is_ordered = combat.rules == "ordered" and (blockers or blocked)
    return (
        replace(
            creature,
            id=name if is_ordered else "",  # whom it fights has an order (damage_order)
            keywords=tuple(sorted(creature.keywords)),
            colors=tuple(sorted(creature.colors)),
            types=tuple(sorted(creature.types)),
            blocking=(),
            blocked=creature.attacks and combat.is_blocked(name),
            damage_order=None,
        ),
        blockers,
        blocked,
        combat.changes.get(name),
        tuple(_selected(combat, e.sources, name) for e in combat.effects),
        tuple(_selected(combat, e.targets, name) for e in combat.effects),
        tuple(
            sum(n for group, n in p.commander_damage.items() if name in combat.copies[group])
            for p in combat.players.values()
        ),
    )


def _selected(combat: Combat, select: Select | None, name: str) -> bool:
    """Say whether an effect selects a creature by its name."""
    if select is None or select.ids is None:
        return False
    return any(name in combat.copies.get(group, ()) for group in select.ids)
