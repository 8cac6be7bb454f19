"""Exhaustive enumeration of what may be declared; `solve_damage` answers what follows."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from benchmarks.peers.answer import Answer, Clock, RefusedError
from engine.combat import Combat
from engine.declarations import attack_rules, block_rules, with_attacks, with_blocks
from engine.declarations.rules import DeclarationRules
from optimizer.damage import solve_damage
from optimizer.solution import Solution

_MOST = 300_000
"""More declarations than that are not begun."""

Vector = tuple[int, ...]


class DeclarationEnumeration:
    """Tries every attack and every block; those that a requirement bears on are refused."""

    name = "enumeration"
    parameters = f"none begun above {_MOST} declarations"

    def __init__(self, question: str) -> None:
        self.question = question

    def solve(self, combat: Combat, objectives: Sequence[str], seconds: float) -> Answer:
        """Answer a question about blocks or about an attack."""
        clock = Clock(seconds)
        if self.question == "blocks":
            given = [with_blocks(combat, {})]
        else:
            bare = with_attacks(combat, {})
            given = [with_attacks(bare, attacks) for attacks in _attacks(attack_rules(bare))]
        if sum(map(_count, given)) > _MOST:
            raise RefusedError("too many declarations")
        best: tuple[Vector, Solution] | None = None
        for attacked in given:
            found = _least(attacked, objectives)
            if best is None or found[0] > best[0]:
                best = found
        assert best is not None
        return Answer(best[1].outcome, best[1].values, True, 0.0, clock.lap())


def _attacks(rules: DeclarationRules) -> Iterator[dict[str, str]]:
    if rules.requirements:
        raise RefusedError("requirements")
    names = list(dict.fromkeys(name for name, _ in rules.pairs))
    if 2 ** len(rules.pairs) > _MOST:
        raise RefusedError("too many declarations")
    ways = [[None, *(target for own, target in rules.pairs if own == name)] for name in names]
    for chosen in product(*ways):
        yield {
            name: target for name, target in zip(names, chosen, strict=True) if target is not None
        }


def _ways(combat: Combat, rules: DeclarationRules) -> dict[str, list[str | None]]:
    """Return for each blocker what it may block."""
    if rules.requirements:
        raise RefusedError("requirements")
    ways: dict[str, list[str | None]] = {}
    for blocker, attacker in rules.pairs:
        if combat.creatures[blocker].max_blocks > 1:
            raise RefusedError("one that blocks several")
        ways.setdefault(blocker, [None]).append(attacker)
    return ways


def _count(combat: Combat) -> int:
    return prod(map(len, _ways(combat, block_rules(combat)).values()))


def _least(combat: Combat, objectives: Sequence[str]) -> tuple[Vector, Solution]:
    """Return the blocks that hold the attacking side to the least."""
    rules = block_rules(combat)
    ways = _ways(combat, rules)
    best: tuple[Vector, Solution] | None = None
    for chosen in product(*ways.values()):
        pairs = {
            (blocker, attacker)
            for blocker, attacker in zip(ways, chosen, strict=True)
            if attacker is not None
        }
        if rules.broken_limits(pairs):
            continue
        solved = solve_damage(with_blocks(combat, {b: (a,) for b, a in pairs}), objectives)
        vector = tuple(o.sense * v for o, v in zip(solved.objectives, solved.values, strict=True))
        if best is None or vector < best[0]:
            best = vector, solved
    assert best is not None
    return best
