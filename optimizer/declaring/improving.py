"""Blocks for boards that are too large, or a time that is too short, for a proof.

Beginning with as few blocks as are legal, one blocker after the other is moved to where it holds
the attacking side to less, then two at once change places; until nothing improves, or the time is
up. It is the same answer for the same board, if the time suffices.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from time import perf_counter
from typing import TYPE_CHECKING

from optimizer.declaring.every import as_blocks
from optimizer.declaring.found import Way
from optimizer.declaring.gangs import Counts, Gang
from optimizer.goals import ObjectiveGoal, bounds
from optimizer.objectives import OWN_LOSS_MEASURES
from optimizer.parts.vectors import Vector, add
from optimizer.position import Position
from optimizer.requirements import obedient_blocks

if TYPE_CHECKING:
    from optimizer.declaring.gang_board import GangBoard

Moves = list[tuple[int | None, int | None, int]]
"""Blockers that leave an attacker, or nobody, for another one: from, to, and of which kind."""
Worth = tuple[int, int, int, Vector]
"""Requirements that are not met, whether the player is lost, the damage if so, and all else."""


def improved(board: "GangBoard", end: float | None, effort: int | None = None) -> Way:
    """Return good blocks.

    Parameters
    ----------
    end
        The value of `time.perf_counter` at which to stop, or None.
    effort
        How many moves to try at most, or None.
    """
    return _Search(board, end, effort).run()


def lowest(board: "GangBoard") -> Vector:
    """Return a value that no blocks go below, from what each attacker has in any case."""
    total: Vector = (0,) * len(board.gangs.objectives)
    for name in board.gangs.attackers:
        total = add(total, _least(board, name))
    return total if board.total is None else (0, *total)


def _least(board: "GangBoard", attacker: str) -> Vector:
    gangs = board.gangs
    most = gangs.most(attacker)
    none = gangs.gang(attacker, (0,) * len(most)).vector
    if not any(most):
        return none
    alone = Position.beginning(gangs.alone(attacker, gangs.members(most)))
    creature = board.combat.creatures[attacker]
    found = []
    for objective in gangs.objectives:
        claimed = {n: w for n, w in objective.weights.items() if n not in OWN_LOSS_MEASURES}
        low = 0
        if any(objective.sense * weight < 0 for weight in claimed.values()):
            goal = ObjectiveGoal(replace(objective, weights=claimed))
            ((low, _),) = bounds(alone, [goal])
        own = objective.weights.get("own_losses", 0)
        own += objective.weights.get("own_loss_value", 0) * creature.value
        found.append(low + min(0, objective.sense * own))
    return tuple(found)


class _Search:
    def __init__(self, board: "GangBoard", end: float | None, effort: int | None) -> None:
        self.board = board
        self.end = end
        self.left = effort
        self.attackers = board.gangs.attackers
        self.kinds = range(len(board.gangs.kinds))
        self.able = [board.gangs.most(name) for name in self.attackers]
        self.limits = [
            [limit for limit in board.rules.limits if limit.subject == name]
            for name in self.attackers
        ]
        self.chosen: list[Counts] = self._first()
        self.known: dict[tuple[int, Counts], tuple[Gang, int]] = {}
        self.best = self._worth(self.chosen)

    def run(self) -> Way:
        """Return what is found until nothing improves or the time is up."""
        while self._pass(pairs=False) or self._pass(pairs=True):
            pass
        board = self.board
        gangs = [self._gang(k, counts)[0] for k, counts in enumerate(self.chosen)]
        _, is_lost, _, rest = self.best
        vector: Vector | None = rest
        if board.total is not None:
            vector = None if is_lost else (0, *rest)
        return Way(board.named(gangs, self.attackers), vector)

    def _first(self) -> list[Counts]:
        nothing = (0,) * len(self.kinds)
        board = self.board
        found = [nothing] * len(self.attackers)
        if board.most:
            blocks = as_blocks(obedient_blocks(board.combat), list(board.combat.creatures))
            for kind, names in enumerate(board.gangs.kinds):
                for name in names:
                    for attacker in blocks.get(name, ()):
                        place = self.attackers.index(attacker)
                        found[place] = _moved(found[place], kind, 1)
        return found

    def _gang(self, place: int, counts: Counts) -> tuple[Gang, int]:
        key = place, counts
        if key not in self.known:
            board, name = self.board, self.attackers[place]
            gang = board.gangs.gang(name, counts)
            dealt = 0 if board.dealt is None else board.dealt.gang(name, counts).vector[0]
            self.known[key] = gang, dealt
        return self.known[key]

    def _worth(self, chosen: list[Counts]) -> Worth:
        met = dealt = 0
        total: Vector = (0,) * len(self.board.gangs.objectives)
        for place, counts in enumerate(chosen):
            gang, damage = self._gang(place, counts)
            met += gang.met
            dealt += damage
            total = add(total, gang.vector)
        is_lost = self.board.total is not None and dealt >= self.board.total
        return self.board.most - met, int(is_lost), dealt if is_lost else 0, total

    def _is_late(self) -> bool:
        if self.left is not None:
            self.left -= 1
            return self.left < 0
        return self.end is not None and perf_counter() > self.end

    def _pass(self, *, pairs: bool) -> bool:
        """Try every move once, and say whether one has improved the blocks."""
        is_better = False
        for move in self._swaps() if pairs else self._moves():
            if self._is_late():
                return False
            is_better = self._try(move) or is_better
        return is_better

    def _moves(self) -> Iterator[Moves]:
        """Yield the moves of one blocker."""
        places = [None, *range(len(self.attackers))]
        for kind, source, target in product(self.kinds, places, places):
            if source != target:
                yield [(source, target, kind)]

    def _swaps(self) -> Iterator[Moves]:
        """Yield the moves of two blockers: they change places, or join to block together."""
        places = [None, *range(len(self.attackers))]
        for kind, second in combinations(self.kinds, 2):
            for target in range(len(self.attackers)):
                yield [(None, target, kind), (None, target, second)]
            for one, other in product(places, places):
                if one != other:
                    yield [(one, other, kind), (other, one, second)]

    def _try(self, moves: Moves) -> bool:
        chosen = list(self.chosen)
        for source, target, kind in moves:
            if source is None:
                free = len(self.board.gangs.kinds[kind]) - sum(c[kind] for c in chosen)
                if not free:
                    return False
            elif not chosen[source][kind]:
                return False
            else:
                chosen[source] = _moved(chosen[source], kind, -1)
            if target is not None:
                if chosen[target][kind] == self.able[target][kind]:
                    return False
                chosen[target] = _moved(chosen[target], kind, 1)
        for place, (before, now) in enumerate(zip(self.chosen, chosen, strict=True)):
            if before != now and not all(limit.allows(sum(now)) for limit in self.limits[place]):
                return False
        worth = self._worth(chosen)
        if worth >= self.best or worth[0] > 0:
            return False
        self.chosen, self.best = chosen, worth
        return True


def _moved(counts: Counts, kind: int, number: int) -> Counts:
    return tuple(n + number * (k == kind) for k, n in enumerate(counts))
