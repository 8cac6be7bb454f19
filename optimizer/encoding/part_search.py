"""Finding the best assignment of a part: reduced first, then objective by objective."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from time import perf_counter

from engine.assignment import Assigned
from optimizer.encoding import branch_and_cut
from optimizer.encoding.lexicographic import Proof, Stage
from optimizer.encoding.part import PartModel
from optimizer.encoding.part_reduction import reduced
from optimizer.encoding.part_shape import PartShape
from optimizer.encoding.variables import TimeUpError
from optimizer.parts.vectors import Vector

SOON = 2.0
"""Seconds after which a stage is no longer left to CP-SAT alone."""


@dataclass(frozen=True)
class PartAnswer:
    """The best assignment of a part that was found.

    Attributes
    ----------
    assigned
        The assignment.
    values
        What it is worth.
    bounds
        The best that may be possible for each objective, given those before it.
    """

    assigned: tuple[Assigned, ...]
    values: Vector
    bounds: Vector


def solve_part(shape: PartShape, known: Sequence[Assigned], deadline: float | None) -> PartAnswer:
    """Find the best assignment of a part.

    Parameters
    ----------
    known
        A legal assignment, to fall back on.
    deadline
        The value of `time.perf_counter` at which to stop, or None.
    """
    less = reduced(shape)
    left = {attacker.source for attacker in less.shape.attackers}
    kept = {(a.source, a.target): a.amount for a in known if a.source in left}
    known = shape.complete(less.amounts | kept)  # legal: nothing is met less than before
    try:
        part = PartModel(less.shape, deadline)
    except TimeUpError:
        return _answer(shape, known, ())
    part.suggest(kept)
    bounds: list[int] = []
    for k, total in enumerate(part.lexicographic.totals):
        if total.is_constant:
            bounds.append(total.constant + less.worth[k])
            continue
        stage = _maximize(part, k, deadline)
        if stage.value is None:
            break
        known = shape.complete(less.amounts | part.read(stage.solver))
        bounds.append(stage.bound + less.worth[k])
        if stage.proof is not Proof.OPTIMAL:
            break
        part.lexicographic.fix(k, stage.value)
    return _answer(shape, known, bounds)


def _maximize(part: PartModel, k: int, deadline: float | None) -> Stage:
    """Solve one stage: with CP-SAT, and what that does not prove soon, by branch and cut.

    CP-SAT is much faster on all but the largest parts, and its solution is what the other begins
    with.
    """
    lexicographic = part.lexicographic
    soon = perf_counter() + SOON
    first = lexicographic.maximize(k, soon if deadline is None else min(soon, deadline))
    if first.proof is Proof.OPTIMAL or (deadline is not None and deadline <= soon):
        return first
    known = [] if first.value is None else list(first.solver.response_proto.solution)
    conditions = part.conditions() if k == 0 else range(len(part.model.proto.variables))
    total = lexicographic.totals[k]
    second = branch_and_cut.maximize(part.model, total, conditions, known, deadline)
    best = max(first, second, key=lambda stage: -inf if stage.value is None else stage.value)
    bound = min(first.bound, second.bound)
    if best.value is None:
        return replace(best, bound=bound)
    if best.value < bound and deadline is None:  # only if it has failed
        return lexicographic.maximize(k, None)
    proof = Proof.OPTIMAL if best.value == bound else Proof.FEASIBLE
    lexicographic.hint(best.solver)
    return replace(best, bound=bound, proof=proof)


def _answer(shape: PartShape, known: Sequence[Assigned], bounds: Sequence[int]) -> PartAnswer:
    """Return the best so far; what was not reached is bounded by what there is at most."""
    values = shape.worth({(a.source, a.target): a.amount for a in known})
    return PartAnswer(tuple(known), values, (*bounds, *shape.most()[len(bounds) :]))
