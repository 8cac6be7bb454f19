"""The question of blocks: which ones hold the attacking side to the least (509.1).

The attackers are given. The defending side declares, then damage is assigned as well as each side
can (`optimizer.damage`). Where the attackers do not depend on each other it is a question of gangs
(`gangs`, `choosing`), else every legal declaration is tried (`every`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter

from engine.combat import Combat
from engine.declarations import DeclarationRules, block_rules, judge_blocks, with_blocks
from engine.keywords import Keyword
from engine.scope import require_supported
from optimizer.damage import solve_damage
from optimizer.declaring.choosing import Offer, choose
from optimizer.declaring.every import Blocks, declarations
from optimizer.declaring.gangs import Gang, Gangs, Memory, are_independent
from optimizer.declaring.solution import Declared
from optimizer.goals import ObjectiveGoal, bounds
from optimizer.mismatch import MismatchError
from optimizer.objectives import Objective, read_objectives
from optimizer.position import Position
from optimizer.requirements import most_block_requirements
from optimizer.solution import Status

_MOST_GANGS = 200_000
"""So many gangs are valued; on larger boards declarations are tried until the deadline."""


@dataclass(frozen=True)
class Found:
    """A declaration of blockers.

    Attributes
    ----------
    vector
        What it is worth to the attacking side, objective by objective, to be maximised; None if
        that is known only once the damage question is answered.
    proven
        No other one holds the attacking side to less.
    """

    blocks: Blocks
    vector: tuple[int, ...] | None
    proven: bool
    method: str
    number: int = 1


def solve_blocks(
    combat: Combat, objectives: Iterable[str], deadline: float | None = None
) -> Declared:
    """Find the blocks that hold the attacking side to the least, with the proof.

    Parameters
    ----------
    combat
        The combat, attacks given; its blocks are not looked at.
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
    texts = (objectives,) if isinstance(objectives, str) else tuple(objectives)
    combat = with_blocks(combat, {})
    given = read_objectives(combat, texts)
    end = None if deadline is None else started + deadline
    found = best_blocks(combat, texts, given, end, Memory())
    declared = with_blocks(combat, found.blocks)
    damage = solve_damage(declared, texts)
    vector = tuple(o.sense * v for o, v in zip(given, damage.values, strict=True))
    violations = judge_blocks(combat, found.blocks, most_block_requirements(combat))
    if violations or (found.vector is not None and found.vector != vector):
        reasons = "; ".join(map(str, violations)) or f"claimed {found.vector}, worth {vector}"
        raise MismatchError(f"{reasons}\n{dict(found.blocks)}\n{combat!r}")
    statistics = {
        "method": found.method,
        "milliseconds": round((perf_counter() - started) * 1000, 3),
        "declarations": found.number,
    }
    lows = damage.values
    if not found.proven:
        ends = bounds(Position.beginning(combat), list(map(ObjectiveGoal, given)))
        lows = tuple(o.sense * low for o, (low, _) in zip(given, ends, strict=True))
    status = Status.OPTIMAL if found.proven else Status.FEASIBLE
    return Declared(status, damage.values, lows, found.blocks, None, damage, statistics)


def best_blocks(
    combat: Combat,
    texts: Sequence[str],
    given: Sequence[Objective],
    end: float | None,
    memory: Memory,
) -> Found:
    """Return the best blocks of a combat that has none.

    Parameters
    ----------
    end
        The value of `time.perf_counter` at which to stop, or None.
    memory
        What gangs are worth.
    """
    rules = block_rules(combat)
    if not rules.pairs:
        return Found({}, None, True, "nobody can block")
    found = _by_gangs(combat, texts, given, rules, memory)
    return found or _one_by_one(combat, texts, given, rules, end)


def _by_gangs(
    combat: Combat,
    texts: Sequence[str],
    given: Sequence[Objective],
    rules: DeclarationRules,
    memory: Memory,
) -> Found | None:
    """Return the best blocks, or None if the attackers depend on each other."""
    total = _total(combat, given)
    rest = given if total is None else given[1:]
    if not are_independent(combat, rest, rules):
        return None
    own = tuple(texts[len(given) - len(rest) :])
    gangs = Gangs(combat, rest, own, rules, memory)
    size = 1
    for names in gangs.kinds:
        size *= len(names) + 1
    if size * len(gangs.attackers) > _MOST_GANGS:
        return None
    offers = [[Offer(gang) for gang in gangs.of(name)] for name in gangs.attackers]
    sizes = tuple(map(len, gangs.kinds))
    number = sum(map(len, offers))
    if total is None:
        chosen = choose(offers, sizes)
        assert chosen is not None
        return Found(_named(gangs, chosen.gangs), chosen.vector, True, "gangs", number)
    dealt = Gangs(combat, _damage(combat), ("max player_damage",), rules, memory)
    offers = [
        [
            Offer(gang, most.vector[0])
            for gang, most in zip(gangs.of(name), dealt.of(name), strict=True)
        ]
        for name in gangs.attackers
    ]
    chosen = choose(offers, sizes, total)
    if chosen is None:
        return None  # nothing saves the player: what else is lost has to be weighed against it
    return Found(_named(gangs, chosen.gangs), (0, *chosen.vector), True, "gangs", number)


def _damage(combat: Combat) -> tuple[Objective, ...]:
    return read_objectives(combat, ("max player_damage",))


def _total(combat: Combat, given: Sequence[Objective]) -> int | None:
    """Return the life of the only defending player, if to take it is the first objective.

    With nothing else that makes a player lose, or gain life, the player is lost exactly if the
    attackers can deal that much together: then that is what they do, as it comes before all else.
    """
    if not given or given[0].sense < 0 or len(combat.defending_players) > 1:
        return None
    (player,) = combat.defending_players
    if dict(given[0].weights) not in ({"lethal": 1}, {"outcome": 1}, {f"lethal:{player}": 1}):
        return None
    if combat.players[player].poison or combat.players[player].commander_damage:
        return None
    for creature in combat.creatures.values():
        if creature.commander or creature.toxic or creature.has(Keyword.INFECT):
            return None
        if creature.has(Keyword.LIFELINK) and creature.controller == player:
            return None
    return combat.players[player].life


def _named(gangs: Gangs, chosen: Sequence[Gang]) -> Blocks:
    """Give the blockers of each kind out to the gangs, in document order."""
    left = [list(names) for names in gangs.kinds]
    found: dict[str, tuple[str, ...]] = {}
    for attacker, gang in zip(gangs.attackers, chosen, strict=True):
        for names, number in zip(left, gang.counts, strict=True):
            for _ in range(number):
                found[names.pop(0)] = (attacker,)
    return {name: found[name] for name in gangs.combat.creatures if name in found}


def _one_by_one(
    combat: Combat,
    texts: Sequence[str],
    given: Sequence[Objective],
    rules: DeclarationRules,
    end: float | None,
) -> Found:
    best: tuple[tuple[int, ...], Blocks] | None = None
    number = 0
    proven = True
    for blocks in declarations(rules, most_block_requirements(combat)):
        if best is not None and end is not None and perf_counter() > end:
            proven = False
            break
        solved = solve_damage(with_blocks(combat, blocks), texts)
        vector = tuple(o.sense * v for o, v in zip(given, solved.values, strict=True))
        number += 1
        if best is None or vector < best[0]:
            best = vector, blocks
    assert best is not None
    return Found(best[1], best[0], proven, "every declaration", number)
