"""Identical copies that do and suffer the same are one card: which ones, and what it is called."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from itertools import groupby

from engine.combat import Combat

Edges = Mapping[str, Iterable[tuple[Hashable, str]]]
"""What each creature has to do with others: what it is, and with whom."""


def merged(combat: Combat, edges: Edges, marks: Mapping[str, Hashable]) -> dict[str, list[str]]:
    """Return the creatures of each card by its name, in the order of the combat.

    Two copies are the same if what they have to do with others is the same up to copies that are
    themselves the same; the partition is refined until that is so.

    Parameters
    ----------
    marks
        What else is said of a creature, such as the step in which it dies.
    """
    classes: dict[str, int] = {}
    numbers: dict[Hashable, int] = {}
    for name in combat.creatures:
        first = (_characteristics(combat, name), marks.get(name))
        classes[name] = numbers.setdefault(first, len(numbers))
    while len(numbers) < len(combat.creatures):
        known = len(numbers)
        numbers = {}
        found: dict[str, int] = {}
        for name in combat.creatures:
            around = Counter((what, classes.get(to, to)) for what, to in edges.get(name, ()))
            signature = (classes[name], frozenset(around.items()))
            found[name] = numbers.setdefault(signature, len(numbers))
        classes = found
        if len(numbers) == known:
            break
    members: dict[int, list[str]] = {}
    for name, number in classes.items():
        members.setdefault(number, []).append(name)
    sizes = Counter(map(_base, combat.creatures))
    return {_name(names, sizes): names for names in members.values()}


def _base(name: str) -> str:
    """Return the id of the group that a copy belongs to, or the id of a single creature."""
    base, mark, number = name.rpartition("#")
    return base if mark and number.isdecimal() else name


def _characteristics(combat: Combat, name: str) -> Hashable:
    """Return what a copy has in common with others; of a single creature, its name.

    Who blocks whom is not part of it: that is said by the edges, up to copies.
    """
    base = _base(name)
    if base == name:
        return name
    creature = combat.creatures[name]
    return repr(
        replace(
            creature, id=base, blocking=(), damage_order=None, must_attack=False, must_block=False,
            must_be_blocked=False, cant_block=False, cant_be_blocked_by=False, cant_attack=False,
        )
    )  # fmt: skip


def _name(names: list[str], sizes: Mapping[str, int]) -> str:
    """Return ``bears`` for all copies, ``bears#1-3,7`` for some."""
    base = _base(names[0])
    if len(names) == sizes[base]:
        return base if len(names) > 1 else names[0]
    numbers = sorted(int(name.rpartition("#")[2]) for name in names)
    runs = []
    for _, run in groupby(enumerate(numbers), lambda item: item[1] - item[0]):
        found = [number for _, number in run]
        runs.append(str(found[0]) if len(found) == 1 else f"{found[0]}-{found[-1]}")
    return f"{base}#{','.join(runs)}"
