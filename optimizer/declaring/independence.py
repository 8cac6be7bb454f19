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
    targets = [creature.attacking for creature in combat.attackers]
    if any(t not in combat.players and targets.count(t) > 1 for t in targets):
        return False  # a planeswalker's loyalty, or that its attackers are gone, ties them
    for requirement in rules.requirements:
        if min(len({pair[k] for pair in requirement.met_by}) for k in (0, 1)) > 1:
            return False
    return not loses_early(combat)


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
