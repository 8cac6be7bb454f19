"""What changes of measures are worth to objectives that add up, objective by objective."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from optimizer.goals import Goal, ObjectiveGoal
from optimizer.objectives import OWN_LOSS_MEASURES, Objective
from optimizer.parts.vectors import Vector

ADDITIVE = frozenset(
    {
        "player_damage",
        "kills",
        "kill_value",
        "planeswalker_damage",
        "planeswalkers_killed",
        "battle_damage",
        "battles_defeated",
        "poison",
        "commander_damage",
        "life_gained",
    }
)
"""Measures that are the sum of what each attacker does, while it is alone with its targets."""

_MOST_KNOWN = 10_000


class Worths:
    """Vectors of what is worth how much, remembered.

    Parameters
    ----------
    objectives
        In order of importance.
    """

    def __init__(self, objectives: Sequence[Objective]) -> None:
        self.objectives = tuple(objectives)
        self.none: Vector = (0,) * len(self.objectives)
        self._known: dict[tuple[object, ...], Vector] = {}

    def of(self, player: str, *changes: tuple[str, int], mates: Sequence[str] = ()) -> Vector:
        """Return what it is worth to change measures of a player like this.

        Parameters
        ----------
        mates
            Who gets the same poison counters: those of a team are common to it (810.10).
        """
        key = (player, mates, *changes)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            every = dict(changes) | {f"{name}:{player}": amount for name, amount in changes}
            every |= {f"poison:{mate}": every.get("poison", 0) for mate in mates}
            known = self._known[key] = tuple(
                objective.sense
                * sum(weight * every.get(name, 0) for name, weight in objective.weights.items())
                for objective in self.objectives
            )
        return known

    def kill(self, player: str, value: int) -> Vector:
        """Return what the death of a player's creature of that value is worth."""
        return self.of(player, ("kills", 1), ("kill_value", value))


@dataclass(frozen=True)
class Wanted:
    """Goals as far as they add up over the parts of a board.

    Attributes
    ----------
    goals
        All of them, in order of importance.
    claimed
        What the active side's own damage decides of them.
    own
        Those that look at the active side's losses, which the other side's damage decides.
    worths
        What changes of measures are worth.
    """

    goals: tuple[ObjectiveGoal, ...]
    claimed: tuple[Objective, ...]
    own: tuple[ObjectiveGoal, ...]
    worths: Worths

    @classmethod
    def of(cls, goals: Sequence[ObjectiveGoal], claimed: Sequence[Objective]) -> "Wanted":
        """Return these goals, of which the active side's own damage decides what is claimed."""
        own = tuple([goal for goal in goals if not goal.measures.isdisjoint(OWN_LOSS_MEASURES)])
        return cls(tuple(goals), tuple(claimed), own, Worths(claimed))


def all_objectives(goals: Sequence[Goal]) -> tuple[ObjectiveGoal, ...] | None:
    """Return the goals if there are any and all of them are objectives, or None."""
    objectives = tuple([goal for goal in goals if isinstance(goal, ObjectiveGoal)])
    return objectives if objectives and len(objectives) == len(goals) else None


def wanted(goals: Sequence[Goal]) -> Wanted | None:
    """Return the goals as they add up, or None if they do not."""
    objectives = all_objectives(goals)
    return None if objectives is None else _wanted(objectives)


@lru_cache(maxsize=256)
def _wanted(objectives: tuple[ObjectiveGoal, ...]) -> Wanted | None:
    for goal in objectives:
        names = {name.partition(":")[0] for name in goal.measures}
        if not names <= ADDITIVE | OWN_LOSS_MEASURES:
            return None
    claimed = tuple(
        goal.objective if goal.measures.isdisjoint(OWN_LOSS_MEASURES)
        else goal.without_own_losses().objective
        for goal in objectives
    )  # fmt: skip
    return Wanted.of(objectives, claimed)
