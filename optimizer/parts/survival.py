"""Which attackers outlive two damage steps, where every blocker fights one attacker only.

The defending side has nothing to choose then. What it deals in the first step is fixed, and so is
what it deals in the second one, but for the blockers that do not live to strike: those that an
attacker with first or double strike kills in the first step. It is all that an attacker can do for
its own life, so the sets of blockers are tried whose death in the first step saves it.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from engine.assignment import Assigned, StepAssignment
from engine.combat import Step
from engine.divisions import divisions
from engine.state import State
from engine.state_actions import fate
from engine.steps import advance
from optimizer.objectives import OWN_LOSS_MEASURES
from optimizer.parts.shapes import Row
from optimizer.parts.single import Division, divide
from optimizer.parts.vectors import Vector, add
from optimizer.parts.worths import Wanted

MOST_STRIKERS = 6
"""So many blockers of one attacker are tried in all their sets."""


class Saved(NamedTuple):
    """The best division of an attacker's damage.

    Attributes
    ----------
    best
        The damage of both steps, and what it does to the other side.
    early
        The blockers that must die in the first step for it, by number.
    gain
        What it is worth besides that the attacker lives, if it would not without these deaths.
    """

    best: Division
    early: tuple[int, ...]
    gain: Vector


class Survival:
    """What the second step does to the active side's creatures.

    Parameters
    ----------
    wanted
        The goals; some of them look at the active side's losses.
    later
        The state before the second step, in which the active side has not dealt any damage yet.
    step
        The second step.
    """

    def __init__(self, wanted: Wanted, later: State, step: Step) -> None:
        self.wanted = wanted
        self.later = later
        self.step = step
        side = later.combat.active_side
        self.strikes = [d for d in divisions(later, step) if d.divider not in side]
        self.is_forced = all(division.is_forced for division in self.strikes)
        self.died = self._after(())
        """Who dies if no blocker dies in the first step."""

    def _after(self, dead: tuple[str, ...]) -> frozenset[str]:
        """Return who of the active side has died by the end, if these do not strike any more."""
        hits = [
            Assigned(division.source, recipient.id, division.amount)
            for division in self.strikes
            if division.source not in dead
            for recipient in division.options[0].recipients[:1]
        ]
        end = advance(self.later, StepAssignment(self.step, tuple(hits))).after
        combat = self.later.combat
        side = combat.active_side
        return frozenset([n for n in end.died if combat.creatures[n].controller in side])

    def death(self, name: str) -> Vector:
        """Return what it is worth that a creature of the active side dies."""
        amounts = {"own_losses": 1, "own_loss_value": self.later.creatures[name].value}
        return tuple([
            goal.objective.sense
            * sum([
                weight * amounts[measure]
                for measure, weight in goal.objective.weights.items()
                if measure in OWN_LOSS_MEASURES
            ])
            for goal in self.wanted.goals
        ])  # fmt: skip

    def losses(self) -> Vector:
        """Return what the deaths are worth if no blocker dies in the first step."""
        total = self.wanted.worths.none
        for name in self.died:
            total = add(total, self.death(name))
        return total

    def is_known(self, row: Row) -> bool:
        """Say whether `best` is right for an attacker that strikes in the first step."""
        if row.source not in self.died - self.later.died:
            return True
        if self.later.creatures[row.source].deals_counters:
            return False  # counters take power from a blocker that lives (120.3d)
        none = self.wanted.worths.none
        if self.death(row.source) > none or any(worth < none for worth in row.shape.worths):
            return False  # more may be killed than is chosen here
        return len(self._strikers(row)) <= MOST_STRIKERS

    def best(self, row: Row, first: int) -> Saved:
        """Return the best division for the goals, the attacker's own life among them.

        Parameters
        ----------
        row
            With the damage of both steps.
        first
            How much of it is of the first step.
        """
        shape, none = row.shape, self.wanted.worths.none
        found = Saved(divide(shape), (), none)
        if row.source not in self.died - self.later.died:
            return found
        gain = tuple([-entry for entry in self.death(row.source)])
        value = found.best.value
        for early in self._saving(row, first):
            # These come before everything else, and the rest as ever.
            tilted = shape._replace(
                worths=tuple([(int(k in early), *w) for k, w in enumerate(shape.worths)]),
                point=(0, *shape.point),
                first=(0, *shape.first),
                emptied=(0, *shape.emptied),
            )
            best = divide(tilted)
            best = best._replace(value=best.value[1:])
            if add(best.value, gain) > value:
                value = add(best.value, gain)
                found = Saved(best, early, gain)
        return found

    def _strikers(self, row: Row) -> list[int]:
        """Return the blockers that strike in the second step unless they are killed before."""
        sources = {division.source for division in self.strikes}
        return [
            k for k, name in enumerate(row.names)
            if name in sources and fate(self.later, name).by_damage is not None
        ]  # fmt: skip

    def _saving(self, row: Row, first: int) -> Iterator[tuple[int, ...]]:
        """Yield the smallest sets of blockers whose death in the first step saves the attacker."""
        strikers, found = self._strikers(row), list[tuple[int, ...]]()
        for size in range(1, len(strikers) + 1):
            for early in combinations(strikers, size):
                if sum([row.shape.costs[k] for k in early]) > first:
                    continue
                if any(set(other) <= set(early) for other in found):
                    continue
                if row.source not in self._after(tuple([row.names[k] for k in early])):
                    found.append(early)
                    yield early
