"""A declaration is judged by the engine, and the damage question that follows is answered."""

from collections.abc import Mapping, Sequence
from time import perf_counter

from engine.combat import Combat
from engine.declarations import judge_attacks, judge_blocks, with_blocks
from optimizer.damage import solve_damage
from optimizer.declaring.found import Way
from optimizer.declaring.solution import Other
from optimizer.mismatch import MismatchError
from optimizer.objectives import turned
from optimizer.requirements import most_attack_requirements, most_block_requirements
from optimizer.solution import Status


def confirmed(
    combat: Combat,
    texts: Sequence[str],
    way: Way,
    end: float | None = None,
    *,
    attacks: Mapping[str, str] | None = None,
    before: Combat | None = None,
) -> Other:
    """Return a declaration with what follows from it.

    Parameters
    ----------
    combat
        Attackers are declared.
    texts
        The objectives as they are written out.
    way
        The blocks, what they are said to be worth, and the damage if it is known.
    end
        The value of `time.perf_counter` at which to stop looking for the best damage, or None.
    attacks, before
        The attacks and the combat before them, if they are to be judged as well.

    Raises
    ------
    MismatchError
        If the declaration is not legal, or not worth what is claimed.
    """
    blocks, claimed = way.blocks, way.vector
    violations = judge_blocks(combat, blocks, most_block_requirements(combat))
    if before is not None and attacks is not None:
        violations += judge_attacks(before, attacks, most_attack_requirements(before))
    if violations:
        raise MismatchError(f"{'; '.join(map(str, violations))}\n{attacks} {blocks}\n{combat!r}")
    left = None if end is None else max(0.0, end - perf_counter())
    damage = way.damage or solve_damage(with_blocks(combat, blocks), texts, deadline=left)
    worth = turned(damage.objectives, damage.values)
    if damage.status is Status.OPTIMAL and claimed not in (None, worth):
        raise MismatchError(f"claimed {claimed}, worth {worth}\n{attacks} {blocks}\n{combat!r}")
    return Other(damage.values, blocks, attacks, damage)
