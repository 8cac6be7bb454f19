"""Who may assign damage to whom, as the engine's divisions have it, from several points of view."""

from collections.abc import Sequence

from engine.combat import Combat, Step
from engine.divisions import Division, conditional_divisions, thresholds
from engine.state import State
from engine.steps import change
from optimizer.reasons.variant import Variant

Due = dict[Step, tuple[Division, ...]]


class Shapes:
    """The divisions of a combat, from what is known before it.

    Attributes
    ----------
    own, others
        The creatures in combat of the active side and of the other side.
    due
        What is really due in each step.
    own_due
        The same as though the active side divided the damage of all its own creatures.
    shapes
        And as though each of these had damage to divide: whom they may assign it to.
    limits
        The thresholds as combat damage begins.
    """

    def __init__(self, combat: Combat) -> None:
        self.combat = combat
        fighters = [c for c in combat.creatures.values() if combat.in_combat(c.id)]
        self.own = [c for c in fighters if c.controller in combat.active_side]
        self.others = [c for c in fighters if c.controller not in combat.active_side]
        self.limits = thresholds(State.beginning(combat))
        self.due = _due(combat)
        names = [creature.id for creature in self.own]
        variant = Variant(combat, most=1)
        variant.divide(names, combat.active_player)
        self.own_due = _due(variant.combat_now())
        variant.free_amounts(names)
        self.shapes = _due(variant.combat_now())
        strong = Variant(combat, most=1)
        for name in names:
            strong.change(name, power=1, assigns="power")
        self._divided = _due(strong.combat_now())
        self.opposing = things_of(combat, combat.defending_players)
        self.own_side = things_of(combat, sorted(combat.active_side))

    def shapes_of(self, name: str) -> list[Division]:
        """Return the shape of a creature's divisions in all steps."""
        return _of(self.shapes, name)

    def amounts(self, name: str) -> list[int]:
        """Return how much one of the active side's creatures assigns, step by step."""
        return [division.amount for division in _of(self.own_due, name)]

    def divided_by_others(self, name: str) -> Division | None:
        """Return a division in which the other side divides a creature's damage, if there is one.

        Its amount says nothing.
        """
        side = self.combat.active_side
        found = (d for d in _of(self._divided, name) if d.divider not in side)
        return next(found, None)

    def steps_of(self, name: str) -> dict[Step, Division]:
        """Return the steps in which a creature really assigns damage, each with a division."""
        found: dict[Step, Division] = {}
        for step, due in self.due.items():
            for division in due:
                if division.source == name:
                    found.setdefault(step, division)
        return found


def things_of(combat: Combat, players: Sequence[str]) -> tuple[str, ...]:
    """Return the creatures, planeswalkers and battles that a side defends, and its players."""
    names = [c.id for c in combat.creatures.values() if c.controller in players]
    names += [w.id for w in combat.planeswalkers.values() if w.controller in players]
    names += [b.id for b in combat.battles.values() if b.protector in players]
    return (*names, *players)


def _due(combat: Combat) -> Due:
    state = State.beginning(combat)
    return {
        step: conditional_divisions(change(state) if k else state, step)
        for k, step in enumerate(combat.steps)
    }


def _of(due: Due, name: str) -> list[Division]:
    return [division for every in due.values() for division in every if division.source == name]
