"""The statements of a combat in the short notation, in their order.

They follow the order of the document. An object is described where it is first spoken of if that is
its turn in this order; else it is defined when its turn has come.
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

from engine.combat import Combat
from engine.notation_permanents import Permanent
from engine.objects import Creature


@dataclass
class Slot:
    """An object in a statement: described here, or only named."""

    id: str
    described: bool


@dataclass
class Statement:
    """Attackers, or what is only defined; what they attack; their blockers."""

    left: list[Slot]
    target: Slot | None = None
    right: list[Slot] = field(default_factory=list)
    defines: bool = False


class Plan:
    """Which statements say a combat, and where each object is described.

    Attributes
    ----------
    groups, permanents
        The creatures, and all permanents, by their ids.
    statements
        What is said, in order.
    """

    def __init__(self, combat: Combat) -> None:
        self.combat = combat
        self.groups = {group.id: group for group in combat.groups}
        self.permanents: dict[str, Permanent] = {
            **self.groups, **combat.planeswalkers, **combat.battles
        }  # fmt: skip
        self.statements: list[Statement] = []
        self._order = [group.id for group in combat.groups]
        self._turn = 0  # how many of them are described
        self._place = {name: k for k, name in enumerate(self._order)}
        self._named: set[str] = set()
        self._plan()

    def _plan(self) -> None:
        blockers: dict[str, list[str]] = {}
        for group in self.combat.groups:
            if self._regular(group):
                for name in group.blocking:
                    blockers.setdefault(name, []).append(group.id)
        inline = self._inline_targets()
        for group in self.combat.groups:
            if group.attacks:
                self._define_before(group.id)
                self._turn += 1
                right = [self._slot(name) for name in blockers.get(group.id, [])]
                target = self._target(group, inline)
                self.statements.append(Statement([Slot(group.id, True)], target, right))
        self._define_before(None)
        for name in (*self.combat.planeswalkers, *self.combat.battles):
            if name not in inline:
                self.statements.append(Statement([Slot(name, True)], defines=True))

    def _inline_targets(self) -> set[str]:
        """Return what is described where it is attacked; none if that changed the order."""
        targets = Counter(group.attacking for group in self.combat.groups if group.attacking)
        inline: set[str] = set()
        for listed in (self.combat.planeswalkers, self.combat.battles):
            once = [
                name
                for name, number in targets.items()
                if number == 1 and name in listed and self.permanents[name].card == name
            ]
            if once == list(listed)[: len(once)]:
                inline.update(once)
        return inline

    def _regular(self, group: Creature) -> bool:
        """Whether the attackers' statements say what it blocks, in the right order."""
        places = [self._place.get(name, -1) for name in group.blocking]
        return -1 not in places and all(a < b for a, b in pairwise(places))

    def _slot(self, name: str) -> Slot:
        """Describe a creature if it is its turn and nothing was said of it, else name it."""
        its_turn = self._turn < len(self._order) and self._order[self._turn] == name
        if its_turn and name not in self._named:
            self._turn += 1
            return Slot(name, True)
        self._named.add(name)
        return Slot(name, False)

    def _target(self, group: Creature, inline: set[str]) -> Slot | None:
        if group.attacking in self.permanents:
            return Slot(group.attacking, group.attacking in inline)
        return None

    def _define_before(self, name: str | None) -> None:
        """Define the creatures whose turn is before that of an attacker."""
        while self._turn < len(self._order) and self._order[self._turn] != name:
            creature = self.groups[self._order[self._turn]]
            self._turn += 1
            described = Slot(creature.id, True)
            if self._regular(creature):
                self.statements.append(Statement([described], defines=True))
            else:
                attackers = [Slot(attacker, False) for attacker in creature.blocking]
                self.statements.append(Statement(attackers, None, [described]))
