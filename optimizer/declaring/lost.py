"""Blocks that do not save the player, where to take its life comes first: the least of all else.

The attacking side gets the best of all else that it can have while it deals that much. For one
declaration that is at least what it has while every attacker deals the most damage it can, and at
most what each attacker has that is free to do what it likes. So declarations are looked at in the
order of the first, until it reaches the best that was found.
"""

from collections.abc import Iterator, Sequence
from time import perf_counter

from engine.declarations import with_blocks
from optimizer.damage import solve_damage
from optimizer.declaring.choosing import Chooser, Offer
from optimizer.declaring.found import Way
from optimizer.declaring.gang_board import GangBoard
from optimizer.declaring.gangs import Gang
from optimizer.declaring.ways import ways
from optimizer.objectives import turned
from optimizer.parts.vectors import Vector

_MOST_LOST = 2_000
"""So many declarations that lose the player are looked at, if the deadline allows them."""


class Lost:
    """Declarations that do not save the player: the least of all else."""

    def __init__(self, board: GangBoard, end: float | None, top: int) -> None:
        self.board = board
        self.end = end
        self.top = top
        self.is_proven = False
        self.bound: Vector | None = None

    def found(self) -> list[Way]:
        """Return the best, each worth something else."""
        best: dict[Vector, Way] = {}
        for number, (chosen, low, is_lost) in enumerate(self._by_floor()):
            kept = sorted(best)[: self.top]
            self.bound = (1, *low)
            if len(kept) == self.top and self.bound >= kept[-1]:
                self.is_proven = True
                break
            late = self.end is not None and perf_counter() > self.end
            if best and (number >= _MOST_LOST or late):
                break
            if is_lost:
                way = self._valued(chosen, low)
                assert way.vector is not None
                best.setdefault(way.vector, way)
        else:
            self.is_proven = True
        if self.is_proven:
            self.bound = None
        return [best[vector] for vector in sorted(best)[: self.top]]

    def _by_floor(self) -> Iterator[tuple[tuple[Gang, ...], Vector, bool]]:
        """Yield declarations, the one that surely costs least first, and if the player is lost."""
        board = self.board
        assert board.dealt is not None
        assert board.total is not None
        known: dict[int, list[Offer]] = {}
        offers = []
        for name in board.gangs.attackers:
            gangs = board.dealt.of(name)
            if id(gangs) not in known:
                known[id(gangs)] = [
                    Offer(Gang(gang.counts, gang.met, gang.vector[1:]), gang.vector[0])
                    for gang in gangs
                ]
            offers.append(known[id(gangs)])
        damage = [{o.gang.counts: o.damage for o in own} for own in offers]
        chooser = Chooser(offers, board.gangs.sizes)
        for chosen in ways(chooser, chooser.tables(offers), offers, are_distinct=False):
            if chosen.met < board.most:
                return
            dealt = sum(own[g.counts] for own, g in zip(damage, chosen.gangs, strict=True))
            yield chosen.gangs, chosen.vector, dealt >= board.total

    def _valued(self, chosen: Sequence[Gang], low: Vector) -> Way:
        board = self.board
        free = [
            board.gangs.gang(name, gang.counts).vector
            for name, gang in zip(board.gangs.attackers, chosen, strict=True)
        ]
        high = tuple(map(sum, zip(*free, strict=True)))
        blocks = board.named(chosen, board.gangs.attackers)
        if high == low:
            return Way(blocks, (1, *low))
        solved = solve_damage(with_blocks(board.combat, blocks), board.texts)
        return Way(blocks, turned(board.given, solved.values))
