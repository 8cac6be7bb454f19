"""The question of blocks: which ones hold the attacking side to the least (509.1).

The attackers are given. The defending side declares, then damage is assigned as well as each side
can (`optimizer.damage`). Where the attackers do not depend on each other it is a question of gangs
(`by_gangs`), else every legal declaration is tried (`every`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from time import perf_counter

from engine.combat import Combat
from engine.declarations import DeclarationRules, block_rules, judge_blocks, with_blocks
from optimizer.damage import solve_damage
from optimizer.declaring.by_gangs import by_gangs
from optimizer.declaring.every import declarations
from optimizer.declaring.found import Found, Way
from optimizer.declaring.gangs import Memory
from optimizer.declaring.solution import Declared, Other
from optimizer.goals import ObjectiveGoal, bounds
from optimizer.mismatch import MismatchError
from optimizer.objectives import Objective, read_objectives, turned, written_out
from optimizer.parts.vectors import Vector
from optimizer.position import Position
from optimizer.requirements import most_block_requirements
from optimizer.solution import Solution, Status


def solve_blocks(
    combat: Combat,
    objectives: Iterable[str],
    deadline: float | None = None,
    top: int = 1,
    *,
    effort: int | None = None,
) -> Declared:
    """Find the blocks that hold the attacking side to the least, with the proof.

    Parameters
    ----------
    combat
        The combat, attacks given; its blocks are not looked at.
    objectives
        From the active side's view, in order of importance (`optimizer.objectives`).
    deadline
        Seconds to spend. None waits for the proof, which can take very long where the attackers
        depend on each other: then every declaration is tried. With millions of gangs, or where
        nothing saves a player whose life comes first and much is open, the answer may be unproven
        without a deadline as well.
    top
        How many declarations to find that differ in what they are worth, the best first.
    effort
        How many declarations to look at, at most: a limit that gives the same answer on every
        machine, and a better one, or the same, if it is larger. The deadline is not looked at then.

    Returns
    -------
    Declared
        With status ``feasible`` if it is not proven. Where players have cards (``resources``), what
        they use after the blocks is looked ahead at, and part of the answer
        (`optimizer.tricks.declaring`): then every declaration is tried.

    Raises
    ------
    DocumentError
        If an objective cannot be read.
    """
    started = perf_counter()
    combat = with_blocks(combat, {})
    given = read_objectives(combat, objectives)
    texts = written_out(combat, objectives)
    if combat.resources:
        from optimizer.tricks.declaring import blocks_with_cards
        from optimizer.tricks.hand import has_options

        if has_options(combat):
            return blocks_with_cards(combat, texts, given, deadline, top, effort)
        combat = replace(combat, resources={})
    end = None if deadline is None or effort is not None else started + deadline
    found = best_blocks(combat, texts, given, end, Memory(), top, effort)
    damage, *damages = [_confirmed(combat, way, given, texts) for way in found.ways]
    statistics = {
        "method": found.method,
        "milliseconds": round((perf_counter() - started) * 1000, 3),
        "declarations": found.number,
    }
    lows = damage.values
    if not found.proven:
        lows = turned(given, found.bound or _floor(combat, given))
    others = [
        Other(damage.values, way.blocks, None, damage)
        for way, damage in zip(found.ways[1:], damages, strict=True)
    ]
    status = Status.OPTIMAL if found.proven else Status.FEASIBLE
    return Declared(
        status,
        damage.values,
        lows,
        found.blocks,
        None,
        damage,
        statistics,
        tuple(others),
        others_complete=found.is_complete and found.proven,
    )


def _floor(combat: Combat, given: Sequence[Objective]) -> Vector:
    ends = bounds(Position.beginning(combat), list(map(ObjectiveGoal, given)))
    return tuple(low for low, _ in ends)


def _confirmed(
    combat: Combat, way: Way, given: Sequence[Objective], texts: Sequence[str]
) -> Solution:
    """Have the engine judge a declaration, and answer the damage question that follows."""
    damage = solve_damage(with_blocks(combat, way.blocks), texts)
    vector = turned(given, damage.values)
    violations = judge_blocks(combat, way.blocks, most_block_requirements(combat))
    if violations or (way.vector is not None and way.vector != vector):
        reasons = "; ".join(map(str, violations)) or f"claimed {way.vector}, worth {vector}"
        raise MismatchError(f"{reasons}\n{dict(way.blocks)}\n{combat!r}")
    return damage


def best_blocks(
    combat: Combat,
    texts: Sequence[str],
    given: Sequence[Objective],
    end: float | None,
    memory: Memory,
    top: int = 1,
    effort: int | None = None,
) -> Found:
    """Return the best blocks of a combat that has none.

    Parameters
    ----------
    texts
        The objectives as they are written out.
    end
        The value of `time.perf_counter` at which to stop, or None.
    memory
        What gangs are worth.
    """
    rules = block_rules(combat)
    if not rules.pairs:
        return Found((Way({}, None),), True, "nobody can block")
    found = by_gangs(combat, texts, given, rules, end, memory, top, effort)
    return found or _one_by_one(combat, texts, given, rules, end, top, effort)


def _one_by_one(
    combat: Combat,
    texts: Sequence[str],
    given: Sequence[Objective],
    rules: DeclarationRules,
    end: float | None,
    top: int,
    effort: int | None,
) -> Found:
    best: dict[Vector, Way] = {}
    number = 0
    proven = True
    for blocks in declarations(rules, most_block_requirements(combat)):
        if best and (number == effort or (end is not None and perf_counter() > end)):
            proven = False
            break
        solved = solve_damage(with_blocks(combat, blocks), texts)
        vector = turned(given, solved.values)
        number += 1
        if vector not in best and (len(best) < top or vector < max(best)):
            best[vector] = Way(blocks, vector)
            if len(best) > top:
                del best[max(best)]
    ways = tuple(best[vector] for vector in sorted(best))
    return Found(ways, proven, "every declaration", number)
