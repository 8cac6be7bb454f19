"""The question of the attack: which one guarantees the most, whatever is blocked (508.1).

Every attack that may be declared is tried, identical creatures counted once. The best blocks
against each are those of `optimizer.declaring.blocks`; what a gang of blockers is worth against an
attacker is remembered from one attack to the next.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from time import perf_counter

from engine.combat import Combat
from engine.declarations import (
    DeclarationRules,
    attack_rules,
    judge_attacks,
    with_attacks,
    with_blocks,
)
from engine.scope import require_supported
from optimizer.damage import solve_damage
from optimizer.declaring.blocks import best_blocks
from optimizer.declaring.found import Found
from optimizer.declaring.gangs import Memory, nature
from optimizer.declaring.solution import Declared
from optimizer.goals import ObjectiveGoal, bounds
from optimizer.mismatch import MismatchError
from optimizer.objectives import Objective, read_objectives, written_out
from optimizer.position import Position
from optimizer.requirements import most_attack_requirements
from optimizer.solution import Status

Attacks = dict[str, str]
"""For each attacker what it attacks."""


def solve_attack(
    combat: Combat, objectives: Iterable[str], deadline: float | None = None
) -> Declared:
    """Find the attack that guarantees the most against the best blocks, with the proof.

    Parameters
    ----------
    combat
        The combat; its attacks and blocks are not looked at.
    objectives
        From the active side's view, in order of importance (`optimizer.objectives`).
    deadline
        Seconds to spend; None waits for the proof.

    Returns
    -------
    Declared
        With status ``feasible`` if the deadline passed before the proof.

    Raises
    ------
    DocumentError
        If an objective cannot be read, or the combat uses what is not supported.
    """
    require_supported(combat)
    started = perf_counter()
    combat = with_attacks(combat, {})
    given = read_objectives(combat, objectives)
    texts = written_out(combat, objectives)
    end = None if deadline is None else started + deadline
    best, proven, number = _best(combat, texts, given, end)
    attacked = with_attacks(combat, best.attacks)
    damage = solve_damage(with_blocks(attacked, best.blocks.blocks), texts)
    vector = tuple(o.sense * v for o, v in zip(given, damage.values, strict=True))
    violations = judge_attacks(combat, best.attacks, most_attack_requirements(combat))
    if violations or vector != best.vector:
        reasons = "; ".join(map(str, violations)) or f"claimed {best.vector}, worth {vector}"
        raise MismatchError(f"{reasons}\n{best}\n{combat!r}")
    statistics = {
        "method": best.blocks.method,
        "milliseconds": round((perf_counter() - started) * 1000, 3),
        "declarations": number,
    }
    highs = damage.values
    if not proven:
        ends = bounds(Position.beginning(combat), list(map(ObjectiveGoal, given)))
        highs = tuple(o.sense * high for o, (_, high) in zip(given, ends, strict=True))
    status = Status.OPTIMAL if proven else Status.FEASIBLE
    return Declared(
        status, damage.values, highs, best.blocks.blocks, best.attacks, damage, statistics
    )


@dataclass(frozen=True)
class _Answered:
    """An attack, the best blocks against it, and what it is worth then."""

    attacks: Attacks
    blocks: Found
    vector: tuple[int, ...]


def _best(
    combat: Combat, texts: Sequence[str], given: Sequence[Objective], end: float | None
) -> tuple[_Answered, bool, int]:
    """Return the best attack, whether it is proven, and how many were tried."""
    best: _Answered | None = None
    memory = Memory()
    proven = True
    number = 0
    for attacks in every_attack(combat, attack_rules(combat), most_attack_requirements(combat)):
        if best is not None and end is not None and perf_counter() > end:
            return best, False, number
        attacked = with_attacks(combat, attacks)
        found = best_blocks(attacked, texts, given, end, memory)
        vector = found.vector
        if vector is None:
            solved = solve_damage(with_blocks(attacked, found.blocks), texts)
            vector = tuple(o.sense * v for o, v in zip(given, solved.values, strict=True))
        number += 1
        proven = proven and found.proven
        if best is None or vector > best.vector:
            best = _Answered(attacks, found, vector)
    assert best is not None  # attacking with nothing is an attack
    return best, proven, number


def every_attack(combat: Combat, rules: DeclarationRules, most: int) -> Iterator[Attacks]:
    """Yield every legal attack, but of those that differ by identical creatures only one.

    Parameters
    ----------
    rules
        What may be declared.
    most
        How many requirements have to be met.
    """
    targets: dict[str, list[str]] = {}
    for name, target in rules.pairs:
        targets.setdefault(name, []).append(target)
    kinds: dict[object, list[str]] = {}
    for name, own in targets.items():
        creature = combat.creatures[name]
        kinds.setdefault((nature(combat, creature), tuple(own)), []).append(name)
    ways = [
        list(combinations_with_replacement([None, *targets[names[0]]], len(names)))
        for names in kinds.values()
    ]
    for chosen in product(*ways):
        attacks = {
            name: target
            for names, own in zip(kinds.values(), chosen, strict=True)
            for name, target in zip(names, own, strict=True)
            if target is not None
        }
        if rules.met(set(attacks.items())) == most:
            yield attacks
