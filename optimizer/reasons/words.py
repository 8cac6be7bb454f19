"""Names and lists in words, and identical creatures under one name."""

from collections.abc import Callable, Hashable, Iterable, Sequence

from engine.combat import Combat
from engine.objects import Creature


def assigns_nothing(creature: Creature, who: str) -> str:
    """Say why a creature assigns nothing at all (510.1a)."""
    if creature.assigns == "nothing":
        return f"{who} assigns no damage, as an effect says"
    basis = getattr(creature, creature.assigns)
    return f"the {creature.assigns} of {who} is {basis}, so it assigns no damage"


def classes(
    combat: Combat,
    creatures: Iterable[Creature],
    also: Callable[[str], Hashable] = lambda name: None,
) -> list[list[str]]:
    """Return identical copies together: of one group, in the same place, with the same `also`."""
    groups = {name: group.id for group in combat.groups for name in combat.copies[group.id]}
    found: dict[object, list[str]] = {}
    for creature in creatures:
        name = creature.id
        key = (groups[name], combat.blockers.get(name), combat.blocks.get(name), also(name))
        found.setdefault(key, []).append(name)
    return list(found.values())


def each(combat: Combat, names: Sequence[str]) -> str:
    """Name one creature, or identical ones, as the subject of a sentence about each of them."""
    if len(names) == 1:
        return names[0]
    for group in combat.groups:
        if combat.copies[group.id] == tuple(names):
            return f"each {group.id}"
    return f"each of {listed(names)}"


def together(combat: Combat, names: Sequence[str]) -> str:
    """Name one creature, or identical ones all together."""
    group = each(combat, names).removeprefix("each ")
    if len(names) > 1 and group in combat.copies:
        return f"the {len(names)} copies of {group}"
    return listed(names)


def listed(names: Sequence[str]) -> str:
    """Return names as a list in words."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def has(names: Sequence[str]) -> str:
    """Return the verb for one or several."""
    return "has" if len(names) == 1 else "have"


def count(number: int, what: str) -> str:
    """Return a number of things."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
