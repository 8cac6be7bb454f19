"""The damage question on the groups of a combat: both sides' best decisions, with the proof.

In the only damage step both sides' damage is dealt at the same time (510.2), and with measures that
add up what one side divides changes nothing of what the other's is worth: the active side's
decision is the best of each of its problems, and the other side's reply the worst of each of its.
"""

from collections.abc import Sequence
from time import perf_counter

from engine.combat import Combat
from engine.pooled import PooledAssignment, PooledResult, Quotient, quotient, violations
from engine.pooled.measures import ENDINGS, MEASURES
from optimizer.goals import ObjectiveGoal
from optimizer.mismatch import MismatchError
from optimizer.objectives import LARGEST, Objective, turned
from optimizer.parts.vectors import Vector
from optimizer.pooled.answer import PooledSolution, values
from optimizer.pooled.closed_form import decide
from optimizer.pooled.endings import with_endings
from optimizer.pooled.problem import Decided, Problem, Reader
from optimizer.pooled.settling import settled
from optimizer.solution import Status

METHOD = "pooled"
"""What an answer's statistics call this way to find it."""


def solve_pooled(
    combat: Combat, objectives: tuple[Objective, ...], deadline: float | None
) -> PooledSolution | None:
    """Solve the damage question on groups.

    Parameters
    ----------
    combat
        The combat.
    objectives
        In order of importance.
    deadline
        Seconds to spend, or None.

    Returns
    -------
    PooledSolution or None
        None if the combat has no groups, or the question cannot be decided on them alone.
    """
    names = {name.partition(":")[0] for o in objectives for name in o.weights}
    given = quotient(combat) if names <= MEASURES.keys() | ENDINGS.keys() else None
    if given is None or _crosses_sides(given):
        return None
    if names <= MEASURES.keys():
        return _solve(given, objectives, deadline)
    seconds = None if deadline is None else 0.0  # what takes the solver is decided elsewhere
    return with_endings(given, objectives, lambda asked: _solve(given, asked, seconds))


def _solve(
    given: Quotient, objectives: tuple[Objective, ...], deadline: float | None
) -> PooledSolution | None:
    """Solve the damage question for objectives that add up."""
    started = perf_counter()
    reader = Reader(given, [ObjectiveGoal(objective) for objective in objectives])
    side = given.representative.active_side
    own = reader.problems((d for d in given.divisions if d.divider in side), 1)
    theirs = reader.problems((d for d in given.divisions if d.divider not in side), -1)
    if not all(problem.is_suited and _is_small(problem) for problem in (*own, *theirs)):
        return None
    found = _decided(own, deadline)
    replies = _decided(theirs, None)  # a reply is exact, or the answer's value is none
    assigned = _together([one for one, _ in (*found, *replies)])
    claimed = _sum(
        [problem.value(one) for problem, (one, _) in zip(own, found, strict=True)],
        [problem.value(one) for problem, (one, _) in zip(theirs, replies, strict=True)],
        len(objectives),
    )
    _confirm(given, objectives, assigned, claimed)
    gaps = [
        tuple(b - v for b, v in zip(bounds, problem.value(one), strict=True))
        for problem, (one, bounds) in zip(own, found, strict=True)
    ]
    limits = _sum([claimed, *gaps], [], len(objectives))
    status = Status.OPTIMAL if limits == claimed else Status.FEASIBLE
    milliseconds = round((perf_counter() - started) * 1000, 3)
    return PooledSolution(
        status,
        objectives,
        tuple(o.sense * limit for o, limit in zip(objectives, limits, strict=True)),
        {"method": METHOD, "milliseconds": milliseconds},
        given,
        assigned,
    )


def _crosses_sides(given: Quotient) -> bool:
    """Say whether a creature's damage is divided by the other side (702.22j-k)."""
    combat = given.representative
    return any(
        len(division.options) > 1
        or not combat.same_side(combat.creatures[division.source].controller, division.divider)
        for division in given.divisions
    )


def _is_small(problem: Problem) -> bool:
    """Say whether the worths can be computed with by the solver, should it be needed."""
    supply = sum(source.supply for source in problem.sources)
    parts = [(t.worth, t.count) for t in problem.targets.values()]
    parts += [(worth, supply) for worth in problem.points.values()]
    parts += [(emptied.worth, 1) for emptied in problem.emptied.values()]
    parts.append((problem.constant, 1))
    return all(
        sum(abs(worth[k]) * times for worth, times in parts) <= LARGEST
        for k in range(len(problem.constant))
    )


def _decided(problems: Sequence[Problem], seconds: float | None) -> list[tuple[Decided, Vector]]:
    """Return each problem's best decision, or the best in time, and its bounds."""
    found: list[tuple[Decided, Vector]] = []
    limit: float | None = None
    for problem in problems:
        decided = decide(problem)
        if decided is not None:
            found.append((decided, problem.value(decided)))
            continue
        from optimizer.pooled.model import solve  # imports the solver: slow

        if seconds is not None and limit is None:
            limit = perf_counter() + seconds
        solved = solve(problem, limit)
        known = [settled(problem, Decided({}, {}, {}))]
        known += [] if solved.decided is None else [solved.decided]
        found.append((max(known, key=problem.value), solved.bounds))
    return found


def _together(decisions: Sequence[Decided]) -> PooledAssignment:
    amounts: dict[tuple[str, str], int] = {}
    lethal: dict[str, int] = {}
    touched: dict[str, int] = {}
    for decision in decisions:
        amounts.update(decision.amounts)
        lethal.update(decision.lethal)
        touched.update(decision.touched)
    return PooledAssignment(amounts, lethal, touched)


def _sum(plus: Sequence[Vector], minus: Sequence[Vector], size: int) -> Vector:
    return tuple(sum(v[k] for v in plus) - sum(v[k] for v in minus) for k in range(size))


def _confirm(
    given: Quotient, objectives: Sequence[Objective], assigned: PooledAssignment, claimed: Vector
) -> None:
    """Check with the engine that a decision is legal and worth what is claimed.

    Raises
    ------
    MismatchError
        If it is not, with the combat in the message.
    """
    broken = violations(given, assigned)
    measured = values(tuple(objectives), PooledResult.of(given, assigned))
    worth = turned(objectives, measured)
    if broken or worth != claimed:
        reasons = "; ".join(broken) or f"claimed {claimed}, worth {worth}"
        raise MismatchError(f"{reasons}\n{assigned}\n{given.combat!r}")
