"""Blocks for boards that are too large, or a time that is too short, for a proof.

Beginning with as few blocks as are legal, one blocker after the other is moved to where it holds
the attacking side to less, then two at once change places, or go to block together; until nothing
improves, or the time is up. It is the same answer for the same board, if the time suffices.

Of attackers that are alike and blocked alike only two are looked at: the cost is that of the
creatures that differ.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from time import perf_counter
from typing import TYPE_CHECKING

from engine.declarations import with_blocks
from optimizer.damage import solve_damage
from optimizer.declaring.every import as_blocks
from optimizer.declaring.found import Way
from optimizer.declaring.gangs import Counts, Gang
from optimizer.goals import ObjectiveGoal, bounds
from optimizer.objectives import OWN_LOSS_MEASURES, turned
from optimizer.parts.vectors import Vector, add
from optimizer.position import Position
from optimizer.requirements import obedient_blocks

if TYPE_CHECKING:
    from optimizer.declaring.gang_board import GangBoard

_STAGES = frozenset(4**k for k in range(2, 10))
"""After so many moves blocks are remembered."""

Moves = Sequence[tuple[int | None, int | None, int]]
"""Blockers that leave an attacker, or nobody, for another one: from, to, and of which kind."""
Worth = tuple[int, int, int, Vector]
"""Requirements that are not met, whether the player is lost, the damage if so, and all else."""


def improved(
    board: "GangBoard",
    end: float | None,
    effort: int | None = None,
    *,
    is_start: bool = False,
) -> Way:
    """Return good blocks.

    Parameters
    ----------
    end
        The value of `time.perf_counter` at which to stop, or None.
    effort
        How many moves to try at most, or None.
    is_start
        They are only where something better starts from: only one blocker moves at a time.
    """
    return _Search(board, end, effort).run(are_pairs_tried=not is_start)


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
        self.effort = effort
        self.tried = 0
        self.attackers = board.gangs.attackers
        self.sizes = board.gangs.sizes
        self.kinds = range(len(self.sizes))
        self.able = [board.gangs.most(name) for name in self.attackers]
        numbers: dict[Hashable, int] = {}
        self.alike = [
            numbers.setdefault(board.gangs.likeness(name), len(numbers)) for name in self.attackers
        ]
        self.limits = [board.gangs.limits(name) for name in self.attackers]
        self.known: dict[tuple[int, Counts], tuple[Gang, int]] = {}
        self._places: list[int] | None = None
        self.chosen: list[Counts] = self._first()
        self.free = [
            size - sum(counts[kind] for counts in self.chosen)
            for kind, size in enumerate(self.sizes)
        ]
        gangs = [self._gang(place, counts) for place, counts in enumerate(self.chosen)]
        self.met = sum(gang.met for gang, _ in gangs)
        self.dealt = sum(damage for _, damage in gangs)
        self.total: Vector = (0,) * len(board.gangs.objectives)
        for gang, _ in gangs:
            self.total = add(self.total, gang.vector)
        self.best = self._worth(self.met, self.dealt, self.total)
        # With more effort blocks that do not save the player let less damage through, but may be
        # worth more in all else: the best of some stages is never worse than that of fewer.
        self.stages = [tuple(self.chosen)]

    def run(self, *, are_pairs_tried: bool) -> Way:
        """Return what is found until nothing improves or the time is up."""
        while self._pass(pairs=False) or (are_pairs_tried and self._pass(pairs=True)):
            pass
        _, is_lost, _, rest = self.best
        if not is_lost:
            ahead = () if self.board.total is None else (0,)
            return Way(self._named(self.chosen), (*ahead, *rest))
        if self.effort is None:
            return Way(self._named(self.chosen), None)
        return min(map(self._valued, self.stages), key=lambda way: way.vector or ())

    def _named(self, chosen: Sequence[Counts]) -> dict[str, tuple[str, ...]]:
        gangs = [self._gang(place, counts)[0] for place, counts in enumerate(chosen)]
        return self.board.named(gangs, self.attackers)

    def _valued(self, chosen: Sequence[Counts]) -> Way:
        """Return blocks that do not save the player with what they are worth."""
        board, blocks = self.board, self._named(chosen)
        damage = solve_damage(with_blocks(board.combat, blocks), board.texts)
        return Way(blocks, turned(board.given, damage.values), damage)

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
        key = self.alike[place], counts
        if key not in self.known:
            board, name = self.board, self.attackers[place]
            gang = board.gangs.gang(name, counts)
            dealt = 0 if board.dealt is None else board.dealt.gang(name, counts).vector[0]
            self.known[key] = gang, dealt
        return self.known[key]

    def _worth(self, met: int, dealt: int, total: Vector) -> Worth:
        is_lost = self.board.total is not None and dealt >= self.board.total
        return self.board.most - met, int(is_lost), dealt if is_lost else 0, total

    def _is_late(self) -> bool:
        self.tried += 1
        if self.effort is not None:
            if self.tried in _STAGES:
                self.stages.append(tuple(self.chosen))
            return self.tried > self.effort
        return self.end is not None and perf_counter() > self.end

    def _pass(self, *, pairs: bool) -> bool:
        """Try every move once, and say whether one has improved the blocks."""
        is_better = False
        for move in self._pairs() if pairs else self._moves():
            if self._is_late():
                return False
            is_better = self._try(move) or is_better
        return is_better

    def _differing(self) -> list[int]:
        """Return the attackers, but of those that are alike and blocked alike two only."""
        if self._places is None:
            seen: Counter[tuple[int, Counts]] = Counter()
            self._places = []
            for place, key in enumerate(zip(self.alike, self.chosen, strict=True)):
                seen[key] += 1
                if seen[key] <= 2:
                    self._places.append(place)
        return self._places

    def _sources(self, kind: int, places: Sequence[int]) -> list[int | None]:
        """Return where blockers of a kind are: free, or at one of some attackers."""
        free: list[int | None] = [None] if self.free[kind] else []
        return free + [place for place in places if self.chosen[place][kind]]

    def _moves(self) -> Iterator[Moves]:
        """Yield the moves of one blocker."""
        for kind in self.kinds:
            places = self._differing()
            for source in self._sources(kind, places):
                for target in (None, *places):
                    if source != target and (target is None or self.able[target][kind]):
                        yield [(source, target, kind)]

    def _pairs(self) -> Iterator[Moves]:
        """Yield the moves of two blockers: they change places, or go somewhere together."""
        for kind, second in combinations_with_replacement(self.kinds, 2):
            if kind == second and self.sizes[kind] == 1:
                continue
            places = self._differing()
            for one in self._sources(kind, places):
                for other in self._sources(second, places):
                    if one != other and kind != second:
                        yield [(one, other, kind), (other, one, second)]
                    for target in (None, *places):
                        if target not in (one, other):
                            yield [(one, target, kind), (other, target, second)]

    def _try(self, moves: Moves) -> bool:
        changed: dict[int, Counts] = {}
        for source, target, kind in moves:
            if source is not None:
                counts = changed.get(source, self.chosen[source])
                if not counts[kind]:
                    return False
                changed[source] = _moved(counts, kind, -1)
            elif self.free[kind] < sum(one is None and k == kind for one, _, k in moves):
                return False
            if target is not None:
                counts = changed.get(target, self.chosen[target])
                if counts[kind] >= self.able[target][kind]:
                    return False
                changed[target] = _moved(counts, kind, 1)
        for place, counts in changed.items():
            limits = self.limits[place]
            if limits and not all(limit.allows(sum(counts)) for limit in limits):
                return False
        met, dealt, total = self.met, self.dealt, list(self.total)
        for place, counts in changed.items():
            before, damage_before = self._gang(place, self.chosen[place])
            now, damage = self._gang(place, counts)
            met += now.met - before.met
            dealt += damage - damage_before
            for k, (one, other) in enumerate(zip(now.vector, before.vector, strict=True)):
                total[k] += one - other
        worth = self._worth(met, dealt, tuple(total))
        if worth >= self.best or worth[0] > 0:
            return False
        for place, counts in changed.items():
            self.chosen[place] = counts
        for source, target, kind in moves:
            self.free[kind] += (target is None) - (source is None)
        self.met, self.dealt, self.total, self.best = met, dealt, worth[3], worth
        self._places = None
        return True


def _moved(counts: Counts, kind: int, number: int) -> Counts:
    return (*counts[:kind], counts[kind] + number, *counts[kind + 1 :])
