"""Parts of a board that may be decided on their own, and their closed forms.

In the last step two attackers have to be decided together only if they may damage the same
creature, planeswalker or battle; a player ties nobody, as long as the objectives add up over the
parts. Then the best of the whole is the best of each part, objective by objective: adding the same
on both sides does not change which of two vectors comes first. What the defending side divides is
separate from all of it, as damage is dealt at the same time (510.2).
"""

from collections.abc import Mapping, Sequence

from engine.assignment import Assigned
from engine.divisions import Division, Option, Threshold, thresholds
from engine.keywords import Keyword
from engine.modifiers import modifier
from engine.objects import Creature
from engine.state import State
from engine.state_actions import fate
from optimizer import closed_form
from optimizer.closed_form import Blockers, Vector
from optimizer.goals import Goal, ObjectiveGoal
from optimizer.objectives import OWN_LOSS_MEASURES, Objective
from optimizer.position import Position

# Measures that are the sum of what each attacker does, as long as it is alone with its targets.
_ADDITIVE = frozenset(
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


def is_additive(position: Position, goals: Sequence[Goal]) -> bool:
    """Say whether the goals add up over the parts of a position, which is before its last step.

    What modifies damage, and divisions of the other side among its own creatures, tie everything.
    """
    if position.following is not None or position.combat.effects or position.state.shields:
        return False
    if position.state.shield_counters or position.state.regeneration:
        return False
    for goal in goals:
        if not isinstance(goal, ObjectiveGoal):
            return False
        names = {name.partition(":")[0] for name in goal.measures}
        if not names <= _ADDITIVE | OWN_LOSS_MEASURES:
            return False
    return not any(
        _crosses_sides(position, division)
        for active in (True, False)
        for division in position.divisions(active=active)
    )


def _crosses_sides(position: Position, division: Division) -> bool:
    """Say whether one side divides the damage of the other side's creature (702.22j-k)."""
    source = position.combat.creatures[division.source]
    return not position.combat.same_side(source.controller, division.divider)


def parts(position: Position) -> list[list[Division]]:
    """Return the active side's divisions in groups that share no creature, planeswalker or battle.

    The groups and the divisions in them are in document order.
    """
    leader: dict[str, str] = {}

    def find(name: str) -> str:
        while leader[name] != name:
            leader[name] = leader[leader[name]]
            name = leader[name]
        return name

    due = position.divisions(active=True)
    for division in due:
        own = leader.setdefault(f"division of {division.source}", f"division of {division.source}")
        for name in {r.id for o in division.options for r in o.recipients}:
            if name not in position.combat.players:
                leader[find(leader.setdefault(name, name))] = find(own)
    groups: dict[str, list[Division]] = {}
    for division in due:
        groups.setdefault(find(f"division of {division.source}"), []).append(division)
    return list(groups.values())


class ClosedForms:
    """Solves the parts of a position that need no solver.

    Parameters
    ----------
    position
        Before its last step, with goals for which `is_additive` holds.
    goals
        In order of importance.
    """

    def __init__(self, position: Position, goals: Sequence[Goal]) -> None:
        self.position = position
        self.state: State = position.state
        self.limits: Mapping[str, Threshold] = thresholds(self.state)
        self.goals = [goal for goal in goals if isinstance(goal, ObjectiveGoal)]
        self.objectives: list[Objective] = [goal.objective for goal in self.goals]

    def solve(self, part: Sequence[Division]) -> tuple[Assigned, ...] | None:
        """Return the best assignment of a part, or None if it has no closed form."""
        if all(division.is_forced for division in part):
            return tuple(
                Assigned(d.source, r.id, d.amount) for d in part for r in d.options[0].recipients
            )
        if len(part) > 1:
            return None
        found = [self._option(part[0], option) for option in part[0].options]
        solved = [one for one in found if one is not None]
        if len(solved) < len(found):
            return None
        return max(solved, key=lambda one: one[0])[1]

    def _option(
        self, division: Division, option: Option
    ) -> tuple[Vector, tuple[Assigned, ...]] | None:
        """Return the value and assignment of one option, or None if it has no closed form."""
        if not option.recipients:
            return (0,) * len(self.objectives), ()
        names = [recipient.id for recipient in option.recipients]
        blockers = [name for name in names if name in self.state.creatures]
        targets = names[len(blockers) :]
        ordered = any(r.behind for r in option.recipients[: len(blockers)])
        if len(targets) > 1 or ordered or names[: len(blockers)] != blockers:
            return None
        if not option.in_combat or not all(self._is_plain(division, n) for n in blockers):
            return None
        shape = self._shape(division, blockers, targets)
        if not closed_form.is_small(shape):
            return None
        best = closed_form.divide(shape)
        amounts = dict(zip(blockers, best.amounts, strict=True))
        if targets:
            amounts[targets[0]] = best.through
        assigned = tuple(Assigned(division.source, n, a) for n, a in amounts.items() if a)
        value = best.value
        if self.state.creatures[division.source].has(Keyword.LIFELINK):  # all of it is dealt
            gained = self._worth("", life_gained=division.amount)
            value = tuple(a + b for a, b in zip(value, gained, strict=True))
        return value, assigned

    def _is_plain(self, division: Division, name: str) -> bool:
        """Say whether lethal damage is all that matters to a blocker."""
        end, source = fate(self.state, name), self.state.creatures[division.source]
        if end.by_damage is None and source.deals_counters:
            return False
        return modifier(self.state, division.source, name).changes_nothing

    def _shape(
        self, division: Division, blockers: Sequence[str], targets: Sequence[str]
    ) -> Blockers:
        costs, worths = [], []
        for name in blockers:
            needed = self.limits[name].needed
            costs.append(min(1, needed) if division.deathtouch else needed)
            worths.append(self._kill(self.state.creatures[name]))
        none = (0,) * len(self.objectives)
        if not targets:
            return Blockers(
                division.amount, tuple(costs), tuple(worths), False, none, none, 0, none
            )
        point, first, counters, emptied = self._target(division, targets[0])
        return Blockers(
            division.amount, tuple(costs), tuple(worths), True, point, first, counters, emptied
        )

    def _kill(self, creature: Creature) -> Vector:
        if fate(self.state, creature.id).by_damage is None:
            return (0,) * len(self.objectives)
        return self._worth(creature.controller, kills=1, kill_value=creature.value)

    def _target(self, division: Division, target: str) -> tuple[Vector, Vector, int, Vector]:
        """Return what damage to what is attacked is worth: per point, once, and for emptying it."""
        combat, source = self.position.combat, self.state.creatures[division.source]
        none = (0,) * len(self.objectives)
        if target in combat.planeswalkers:
            player = combat.planeswalkers[target].controller
            point = self._worth(player, planeswalker_damage=1)
            emptied = self._worth(player, planeswalkers_killed=1)
            return point, none, self.state.loyalty[target], emptied
        if target in combat.battles:
            player = combat.battles[target].protector
            point = self._worth(player, battle_damage=1)
            emptied = self._worth(player, battles_defeated=1)
            return point, none, self.state.defense[target], emptied
        infects, commander = int(source.has(Keyword.INFECT)), int(source.commander)
        point = self._worth(target, player_damage=1, poison=infects, commander_damage=commander)
        return point, self._worth(target, poison=source.toxic), 0, none

    # What else reads a part needs these as well.
    is_plain, kill, target = _is_plain, _kill, _target

    def _worth(self, player: str, **measures: int) -> Vector:
        """Return what it is worth, for each objective, to change measures of a player like this."""
        every = measures | {f"{name}:{player}": amount for name, amount in measures.items()}
        return tuple(
            objective.sense
            * sum(weight * every.get(name, 0) for name, weight in objective.weights.items())
            for objective in self.objectives
        )
