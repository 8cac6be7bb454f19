"""The question of blocks: which ones hold the attacking side to the least (509.1).

The attackers are given. The defending side declares, then damage is assigned as well as each side
can (`optimizer.damage`). Where the attackers do not depend on each other it is a question of gangs
(`by_gangs`), else every legal declaration is tried (`one_by_one`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from time import perf_counter

from engine.combat import Combat
from engine.declarations import before_blocks, block_rules
from optimizer.declaring.by_gangs import by_gangs
from optimizer.declaring.confirming import confirmed
from optimizer.declaring.found import Found, Way
from optimizer.declaring.gangs import Memory
from optimizer.declaring.one_by_one import floor, one_by_one
from optimizer.declaring.pricing import load
from optimizer.declaring.solution import Declared
from optimizer.objectives import Objective, read_objectives, written_out


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
        Seconds to spend, from when the solver is loaded. None waits for the proof, which can take
        very long where the attackers depend on each other: then every declaration is tried, unless
        one is worth no more than the least there is. With millions of gangs, or where nothing
        saves a player whose life comes first and much is open, the answer may be unproven without
        a deadline as well.
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
    if deadline is not None:
        load()
    started = perf_counter()
    combat = before_blocks(combat)
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
    ranked = [confirmed(combat, texts, way, end) for way in found.ways]
    statistics = {
        "method": found.method,
        "milliseconds": round((perf_counter() - started) * 1000, 3),
        "declarations": found.number,
    }
    known = found.vector if found.proven else found.bound
    return Declared.of(
        ranked,
        known or floor(combat, given),
        statistics,
        proven=found.proven,
        complete=found.is_complete,
    )


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
    return found or one_by_one(combat, texts, given, rules, end, top, effort)
