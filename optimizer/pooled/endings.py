"""Objectives that ask whether the defending player loses, where groups can tell.

Such an objective ties all parts of a board. But it has two values only: the best for the other
objectives, and after them for damage, is the best of all if the player loses by it; and so it is if
the player does not lose by the most damage that is possible. What is between is not decided here.
"""

from collections.abc import Callable

from engine.keywords import Keyword
from engine.pooled import Quotient
from engine.pooled.measures import ENDINGS
from optimizer.objectives import Objective
from optimizer.pooled.answer import PooledSolution
from optimizer.solution import Status

Solve = Callable[[tuple[Objective, ...]], PooledSolution | None]

DAMAGE = Objective("player_damage", 1, {"player_damage": 1})


def with_endings(
    given: Quotient, objectives: tuple[Objective, ...], solve: Solve
) -> PooledSolution | None:
    """Solve a question some of whose objectives ask who loses.

    Parameters
    ----------
    given
        The groups.
    objectives
        In order of importance.
    solve
        Solves the question for objectives that add up.

    Returns
    -------
    PooledSolution or None
        None if it cannot be told.
    """
    endings = [objective for objective in objectives if _is_ending(objective)]
    others = tuple(objective for objective in objectives if not _is_ending(objective))
    if not endings or not _only_damage_counts(given) or any(map(_asks_for_more, objectives)):
        return None
    most = solve((DAMAGE,))
    if most is None or most.status is not Status.OPTIMAL:
        return None
    found = solve((*others, DAMAGE)) if others else most
    if found is None or found.status is not Status.OPTIMAL:
        return None
    wins = all(found.asked(tuple(endings)).values)
    cannot_win = not any(most.asked(tuple(endings)).values)
    return found.asked(objectives) if wins or cannot_win else None


def _is_ending(objective: Objective) -> bool:
    """Say whether an objective is to win, and nothing else."""
    ((name, weight), *more) = objective.weights.items()
    return not more and name.partition(":")[0] in ENDINGS and weight * objective.sense > 0


def _asks_for_more(objective: Objective) -> bool:
    """Say whether an objective asks who loses among other things."""
    return not _is_ending(objective) and any(
        name.partition(":")[0] in ENDINGS for name in objective.weights
    )


def _only_damage_counts(given: Quotient) -> bool:
    """Say whether there is one defending player, who loses by damage alone (704.5a)."""
    combat = given.representative
    attackers = combat.attackers
    return len(combat.defending_players) == 1 and not any(
        creature.commander or creature.toxic or creature.has(Keyword.INFECT)
        for creature in attackers
    )
