"""The damage question: attackers and blockers are given, what is the best legal assignment."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter

from engine.combat import Combat
from engine.faults import DocumentError, Fault
from engine.scope import require_supported
from optimizer.goals import Goal, ObjectiveGoal, bounds
from optimizer.objectives import LARGEST, Objective, read_objectives, turned
from optimizer.position import Position
from optimizer.search import Search
from optimizer.solution import Solution, Status, confirm


def solve_damage(
    combat: Combat,
    objectives: Iterable[str],
    wishes: Iterable[str] = (),
    deadline: float | None = None,
) -> Solution:
    """Find the best legal assignment of combat damage, with the proof that none is better.

    The active player assigns first, then the defending players (510.1); what the defending side
    decides is decided against the objectives.

    Parameters
    ----------
    combat
        The combat, attacks and blocks given.
    objectives
        In order of importance, each ``max NAME`` or ``min NAME`` (`optimizer.objectives`). Without
        any, every legal assignment is as good.
    wishes
        Conditions that must hold whatever the other side does (`optimizer.wishes`).
    deadline
        Seconds to spend; None waits for the proof. The time starts when the solver is loaded, which
        happens once in a process.

    Returns
    -------
    Solution
        With status ``optimal``; ``infeasible`` if the wishes cannot be met; ``feasible`` if the
        deadline passed before the proof.

    Raises
    ------
    DocumentError
        If an objective or a wish cannot be read, the combat uses what is not supported, or an
        objective can get too large to compute.
    """
    require_supported(combat)
    started = perf_counter()
    given = read_objectives(combat, objectives)
    goals = _wished(combat, wishes)
    wanted = len(goals)
    if not wanted and any(group.count > 1 for group in combat.groups):
        from optimizer.pooled import solve_pooled

        pooled = solve_pooled(combat, given, deadline)
        if pooled is not None:
            return pooled
    goals += [ObjectiveGoal(objective) for objective in given]
    with refusing_overflow(combat, given):
        found = Search(Position.beginning(combat), goals, deadline).run()
    statistics = {
        "method": found.method,
        "milliseconds": round((perf_counter() - started) * 1000, 3),
    }
    met = not wanted or found.values[0] == 1
    if not met and (found.proven or found.bounds[0] == 0):
        return Solution(Status.INFEASIBLE, given, (), None, statistics)
    skip = len(goals) - len(given)
    values, limits = found.values[skip:], found.bounds[skip:]
    claimed = turned(given, values)
    confirm(found.outcome, given, claimed)
    bounds = turned(given, limits)
    status = Status.OPTIMAL if found.proven else Status.FEASIBLE
    return Solution(status, given, bounds, found.outcome, statistics, wishes_met=met)


def _wished(combat: Combat, wishes: Iterable[str]) -> list[Goal]:
    """Return the goal of all wishes, if there are any."""
    texts = (wishes,) if isinstance(wishes, str) else tuple(wishes)
    if not texts:
        return []
    from optimizer.wishes import WishesGoal, read_wishes

    return [WishesGoal(read_wishes(combat, texts))]


@contextmanager
def refusing_overflow(combat: Combat, objectives: Sequence[Objective]) -> Iterator[None]:
    """Turn the overflow of a sum into a fault of the objectives that are too large, or a wish."""
    try:
        yield
    except OverflowError as error:
        faults = [
            Fault(f"objectives[{k}]", str(error))
            for k, objective in enumerate(objectives)
            if _overflows(combat, objective)
        ]
        raise DocumentError(faults or [Fault("wishes", str(error))]) from error


def _overflows(combat: Combat, objective: Objective) -> bool:
    (ends,) = bounds(Position.beginning(combat), [ObjectiveGoal(objective)])
    return max(map(abs, ends)) > LARGEST
