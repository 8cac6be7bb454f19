"""Creatures that enter the battlefield in a combat (508.4)."""

from dataclasses import replace

from engine.combat import Combat
from engine.keywords import Keyword
from engine.objects import Creature
from engine.resources.effects import NewCreature
from engine.state import State


def enter(
    state: State,
    player: str,
    new: NewCreature,
    attacked: str | None = None,
    *,
    tapped: bool = False,
) -> State:
    """Return the state after a creature has entered the battlefield, attacking if that is said.

    Its id is its name in lower case, with a number if that is taken.
    """
    combat = state.combat
    taken = {*combat.players, *combat.copies, *combat.planeswalkers, *combat.battles}
    name = base = new.name.lower()
    k = 1
    while name in taken:
        k += 1
        name = f"{base} {k}"
    attacks = attacked is not None and player in combat.active_side
    value = max(0, new.power + new.toughness) if new.value is None else new.value
    creature = Creature(
        name, player, new.power, new.toughness, value,
        keywords=new.keywords, colors=new.colors, types=new.types,
        attacks=attacks, attacking=attacked if attacks else None,
        tapped=tapped, summoning_sick=True,
    )  # fmt: skip
    # It was in no combat as a first damage step began, so 510.4 lets it strike in the second.
    kept = tuple(k for k in new.keywords if k != Keyword.FIRST_STRIKE)
    changed: Combat = replace(combat, groups=(*combat.groups, replace(creature, keywords=kept)))
    return state.evolve(
        combat=changed,
        creatures={**state.creatures, name: creature},
        marked={**state.marked, name: 0},
    )
