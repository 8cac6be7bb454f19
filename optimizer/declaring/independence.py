"""When the attackers of a board do not depend on each other, so that what they do adds up."""

from collections.abc import Sequence

from engine.combat import Combat
from engine.declarations import DeclarationRules
from engine.keywords import Keyword
from optimizer.goals import ObjectiveGoal
from optimizer.objectives import Objective
from optimizer.parts.two_steps import may_lose
from optimizer.parts.worths import wanted
from optimizer.position import Position


def are_independent(
    combat: Combat, objectives: Sequence[Objective], rules: DeclarationRules
) -> bool:
    """Say whether what a declaration of blockers is worth is the sum over the attackers.

    Parameters
    ----------
    combat
        Without blocks.
    objectives
        Those that have to add up.
    """
    if objectives and wanted(list(map(ObjectiveGoal, objectives))) is None:
        return False
    creatures = combat.creatures.values()
    blockers = {blocker for blocker, _ in rules.pairs}
    if any(
        creature.band is not None
        or creature.assigned_by is not None
        or creature.divides_among_defenders
        or creature.has(Keyword.BANDING)
        for creature in creatures
    ):
        return False
    most = max((combat.creatures[name].max_blocks for name in blockers), default=1)
    if most > 1 and len(combat.attackers) > 1:
        return False
    if any(player.prevent for player in combat.players.values()):
        return False
    targets = {creature.attacking for creature in combat.attackers}
    if any(_ties(combat, target, objectives) for target in targets.difference(combat.players)):
        return False
    for requirement in rules.requirements:
        if min(len({pair[k] for pair in requirement.met_by}) for k in (0, 1)) > 1:
            return False
    return not loses_early(combat)


_AT_ZERO = frozenset({"planeswalkers_killed", "battles_defeated", "overkill"})
"""Measures that count what goes beyond a planeswalker's loyalty or a battle's defense, or to it."""


def _ties(combat: Combat, target: str | None, objectives: Sequence[Objective]) -> bool:
    """Say whether attackers of the same planeswalker or battle depend on each other.

    They do where all of them may remove it and that counts, or where it may be gone when the second
    step comes, or some of its attackers' damage goes on to the player (702.19d).
    """
    attackers = [creature for creature in combat.attackers if creature.attacking == target]
    if len(attackers) < 2:
        return False
    if target is None or combat.has_modifiers or combat.changes:
        return True
    if any(creature.has(Keyword.TRAMPLE_OVER_PLANESWALKERS) for creature in attackers):
        return True
    most = sum(
        max(creature.power, creature.toughness) * (1 + creature.has(Keyword.DOUBLE_STRIKE))
        for creature in attackers
    )
    if target in combat.battles:
        left = combat.battles[target].defense
    else:
        left = combat.planeswalkers[target].loyalty
    if most < left:
        return False
    measures = {name.partition(":")[0] for o in objectives for name, w in o.weights.items() if w}
    strikes_first = any(creature.strikes_first for creature in attackers)
    return strikes_first or not measures.isdisjoint(_AT_ZERO)


def loses_early(combat: Combat) -> bool:
    """Say whether a player might lose in the first of two steps, whatever is blocked."""
    position = Position.beginning(combat)
    if position.following is None:
        return False
    if any(effect.kind != "prevent" for effect in combat.effects):
        return True  # `may_lose` takes damage as it is assigned
    if any(creature.deals > 1 for creature in combat.attackers):
        return True
    return may_lose(position.state, position.divisions(active=True))
