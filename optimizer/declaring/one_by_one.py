"""Blocks where the attackers depend on each other: one declaration after the other is valued.

First one blocker after the other does something else as long as that is better, so that there are
good blocks when the time is up. Then every declaration is tried, identical blockers counted once,
until one is worth no more than the objectives leave in any case.
"""

from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle
from time import perf_counter

from engine.combat import Combat
from engine.declarations import DeclarationRules, with_blocks
from optimizer.damage import solve_damage
from optimizer.declaring.every import Blocks, as_blocks, declarations, neighbours
from optimizer.declaring.found import Found, Way
from optimizer.declaring.gangs import OutOfTimeError
from optimizer.goals import ObjectiveGoal, bounds
from optimizer.objectives import Objective, turned
from optimizer.parts.vectors import Vector
from optimizer.position import Position
from optimizer.requirements import most_block_requirements, obedient_blocks
from optimizer.solution import Status


def floor(combat: Combat, given: Sequence[Objective]) -> Vector:
    """Return a value that no blocks go below."""
    ends = bounds(Position.beginning(combat), list(map(ObjectiveGoal, given)))
    return tuple(low for low, _ in ends)


def one_by_one(
    combat: Combat,
    texts: Sequence[str],
    given: Sequence[Objective],
    rules: DeclarationRules,
    end: float | None,
    top: int,
    effort: int | None,
) -> Found:
    """Return the best blocks of a combat that has none, as `blocks.best_blocks` does."""
    return _Search(combat, texts, given, rules, end, top, effort).run()


class _Search:
    def __init__(
        self,
        combat: Combat,
        texts: Sequence[str],
        given: Sequence[Objective],
        rules: DeclarationRules,
        end: float | None,
        top: int,
        effort: int | None,
    ) -> None:
        self.combat = combat
        self.texts = texts
        self.given = given
        self.rules = rules
        self.end = end
        self.top = top
        self.effort = effort
        self.most = most_block_requirements(combat)
        self.floor = floor(combat, given)
        self.best: dict[Vector, Way] = {}
        self.number = 0

    def run(self) -> Found:
        """Find them."""
        self._climb()
        is_proven = self._is_lowest() or self._try_all()
        ways = tuple(self.best[vector] for vector in sorted(self.best))
        return Found(ways, is_proven, "every declaration", self.number)

    def _climb(self) -> None:
        """Let one blocker after the other do something else, while that is better."""
        blocks: Blocks = as_blocks(obedient_blocks(self.combat), list(self.rules.possible))
        self._keep(blocks)
        unchanged = 0
        for pair in cycle(self.rules.pairs):
            if unchanged > len(self.rules.pairs) or self._is_over():
                return
            unchanged += 1
            for changed in neighbours(self.rules, self.most, blocks, pair):
                if self._is_over():
                    return
                if self._keep(changed):
                    blocks, unchanged = changed, 0

    def _try_all(self) -> bool:
        """Value every declaration, and say whether that was possible."""
        if self._is_late():
            return False
        with suppress(OutOfTimeError):
            for blocks in declarations(self.rules, self.most, self.combat, self.end):
                if self._is_late():
                    return False
                self._keep(blocks)
                if self._is_lowest():
                    return True
            return True
        return False

    def _is_late(self) -> bool:
        if self.effort is not None:
            return self.number >= self.effort
        return self.end is not None and perf_counter() > self.end

    def _is_lowest(self) -> bool:
        """Say whether nothing can be better, and nothing else is asked for."""
        return self.top == 1 and self.floor in self.best

    def _is_over(self) -> bool:
        return self._is_late() or self._is_lowest()

    def _keep(self, blocks: Blocks) -> bool:
        """Value a declaration, and say whether it is the best so far."""
        left = None if self.end is None else max(0.0, self.end - perf_counter())
        solved = solve_damage(with_blocks(self.combat, blocks), self.texts, deadline=left)
        is_exact = solved.status is Status.OPTIMAL
        if self.best and not is_exact:
            return False  # the time is up
        vector = turned(self.given, solved.values)
        self.number += 1
        is_best = not self.best or vector < min(self.best)
        if vector not in self.best and (len(self.best) < self.top or vector < max(self.best)):
            self.best[vector] = Way(blocks, vector if is_exact else None, solved)
            if len(self.best) > self.top:
                del self.best[max(self.best)]
        return is_best
