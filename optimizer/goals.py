"""Goals: objectives and wishes as the search sees them, all to be maximised in order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Protocol

from engine.divisions import Division, Option
from engine.keywords import Keyword
from engine.modifiers import modifier
from engine.steps import Outcome
from optimizer.objectives import OWN_LOSS_MEASURES, Objective
from optimizer.position import Position

if TYPE_CHECKING:  # the encoding imports the solver
    from optimizer.encoding.leaf import Leaf
    from optimizer.encoding.variables import Sum


class Goal(Protocol):
    """Something to be maximised."""

    @property
    def measures(self) -> frozenset[str]:
        """The measures that it looks at."""

    @property
    def is_required(self) -> bool:
        """Nothing else counts unless it is 1."""

    def value(self, outcome: Outcome) -> int:
        """Return its value of an outcome."""

    def expression(self, leaf: "Leaf") -> "Sum":
        """Return its value at a leaf of a model."""


@dataclass(frozen=True)
class ObjectiveGoal:
    """An objective, its sense turned to maximising."""

    objective: Objective
    is_required: ClassVar[bool] = False

    @property
    def measures(self) -> frozenset[str]:
        """The measures that it looks at."""
        return frozenset(name for name, weight in self.objective.weights.items() if weight)

    def value(self, outcome: Outcome) -> int:
        """Return its value of an outcome."""
        return self.objective.sense * self.objective.value(outcome)

    def expression(self, leaf: "Leaf") -> "Sum":
        """Return its value at a leaf of a model."""
        sense = self.objective.sense
        weights = self.objective.weights
        return leaf.variables.sum(
            *((leaf.measure(name), sense * weight) for name, weight in weights.items() if weight)
        )

    def without_own_losses(self) -> "ObjectiveGoal":
        """Return the part of the goal that the active side's own damage decides."""
        weights = {
            name: weight
            for name, weight in self.objective.weights.items()
            if name not in OWN_LOSS_MEASURES
        }
        return ObjectiveGoal(replace(self.objective, weights=weights))


def is_monotone(goals: Sequence[Goal]) -> bool:
    """Say whether no goal can lose by damage that a creature would not need to be dealt."""
    for goal in goals:
        if not isinstance(goal, ObjectiveGoal):
            return False
        for name, weight in goal.objective.weights.items():
            base = name.partition(":")[0]
            if base in ("kills", "kill_value") and weight * goal.objective.sense < 0:
                return False
            if base in ("overkill", "life_gained") and weight:
                return False
    return True


def varies(
    position: Position, goals: Sequence[Goal], second: Sequence[Division]
) -> tuple[bool, ...]:
    """Say for each goal whether the defending side may still change it.

    Parameters
    ----------
    second
        The conditional divisions of the step after the one that begins.
    """
    choice = other_choices(position, second)
    if not choice:
        return (False,) * len(goals)
    if choice == {"own"}:
        return tuple(not OWN_LOSS_MEASURES.isdisjoint(goal.measures) for goal in goals)
    return (True,) * len(goals)


def other_choices(position: Position, second: Sequence[Division]) -> set[str]:
    """Say what the defending side may choose.

    Returns
    -------
    set of str
        Empty if nothing; ``own`` if only how the active side's creatures are hit in the last step,
        with nothing that makes it matter which; also ``all`` if more.
    """
    state, combat = position.state, position.combat
    now = position.divisions(active=False)
    last = [d for d in second if d.divider not in combat.active_side] if second else now
    found = set()
    if second and not all(d.is_forced for d in now):
        found.add("all")
    for division in last:
        names = [r.id for option in division.options for r in option.recipients]
        if len(names) > 1:
            hits_own = all(combat.creatures[n].controller in combat.active_side for n in names)
            found.add("own" if hits_own and _all_alike(position, division, names) else "all")
    every = [*position.divisions(active=True), *now, *second]
    for target, shield in state.shields.items():
        sources = {d.source for d in every for o in d.options if target in _names(o)}
        if isinstance(shield, int) and shield and len(sources) > 1:
            found.add("all")
    return found


def _names(option: Option) -> list[str]:
    return [recipient.id for recipient in option.recipients]


def _all_alike(position: Position, division: Division, names: Sequence[str]) -> bool:
    """Say whether the same is dealt, and so the same life gained, whoever is hit."""
    state = position.state
    if not position.combat.creatures[division.source].has(Keyword.LIFELINK):
        return True
    unshielded = not any(state.shields.get(n) or state.shield_counters.get(n) for n in names)
    return unshielded and len({modifier(state, division.source, n) for n in names}) == 1


def bounds(position: Position, goals: Sequence[Goal]) -> list[tuple[int, int]]:
    """Return for each goal a lowest and a highest value that no play leaves."""
    combat = position.combat
    damage = _most_damage(position)
    value = sum(creature.value for creature in combat.creatures.values())
    count = len(combat.creatures) + len(combat.planeswalkers) + len(combat.battles)
    toxic = sum(creature.toxic for creature in combat.creatures.values()) * 2
    most = dict.fromkeys(("poison", "player_damage"), 2 * damage + toxic)
    most |= dict.fromkeys(("kill_value", "own_loss_value"), value)
    most |= dict.fromkeys(
        ("kills", "own_losses", "planeswalkers_killed", "battles_defeated"), count
    )
    found = []
    for goal in goals:
        if not isinstance(goal, ObjectiveGoal):
            found.append((0, 1))
            continue
        reach = 0
        for name, weight in goal.objective.weights.items():
            reach += abs(weight) * most.get(name.partition(":")[0], 2 * damage + 1)
        found.append((-reach, reach))
    return found


def _most_damage(position: Position) -> int:
    """Return more damage than all creatures together can deal, played steps included."""
    combat, factor, more = position.combat, 1, 0
    for effect in combat.effects:
        if isinstance(effect.amount, int):
            factor *= max(1, effect.amount) if effect.kind == "multiply" else 1
            more += effect.amount if effect.kind == "add" else 0
    recipients = len(combat.creatures) + len(combat.planeswalkers) + len(combat.battles) + 1
    total = 0
    for name, creature in combat.creatures.items():
        change = combat.changes.get(name)
        amount = max(0, creature.power, creature.toughness, (change and change.power) or 0)
        total += amount * factor * max(1, creature.deals) + more * recipients
    return total * len(combat.steps)
