"""A declaration is judged by the engine, and the damage question that follows is answered."""

from collections.abc import Mapping, Sequence
from time import perf_counter

from engine.combat import Combat
from engine.declarations import judge_attacks, judge_blocks, with_blocks
from optimizer.damage import solve_damage
from optimizer.declaring.every import Blocks
from optimizer.declaring.solution import Other
from optimizer.mismatch import MismatchError
from optimizer.objectives import turned
from optimizer.parts.vectors import Vector
from optimizer.requirements import most_attack_requirements, most_block_requirements
from optimizer.solution import Status


def confirmed(
    combat: Combat,
    texts: Sequence[str],
    blocks: Blocks,
    claimed: Vector | None,
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
    claimed
        What the declaration is said to be worth to the attacking side; None if nothing is said.
    end
        The value of `time.perf_counter` at which to stop looking for the best damage, or None.
    attacks, before
        The attacks and the combat before them, if they are to be judged as well.

    Raises
    ------
    MismatchError
        If the declaration is not legal, or not worth what is claimed.
    """
    violations = judge_blocks(combat, blocks, most_block_requirements(combat))
    if before is not None and attacks is not None:
        violations += judge_attacks(before, attacks, most_attack_requirements(before))
    if violations:
        raise MismatchError(f"{'; '.join(map(str, violations))}\n{attacks} {blocks}\n{combat!r}")
    left = None if end is None else max(0.0, end - perf_counter())
    damage = solve_damage(with_blocks(combat, blocks), texts, deadline=left)
    worth = turned(damage.objectives, damage.values)
    if damage.status is Status.OPTIMAL and claimed not in (None, worth):
        raise MismatchError(f"claimed {claimed}, worth {worth}\n{attacks} {blocks}\n{combat!r}")
    return Other(damage.values, blocks, attacks, damage)
