"""The best blocks where the attackers do not depend on each other: a gang for each attacker.

Gangs are valued once (`gangs`), and the best choice of gangs is a dynamic program (`choosing`). If
to take a player's life comes first, the choice stays below that life if it can. Where it cannot,
the attacking side gets the best of all else that it can have while it deals that much. For one
declaration that is at least what it has while every attacker deals the most damage it can, and at
most what each attacker has that is free to do what it likes. So declarations are looked at in the
order of the first, until it reaches the best that was found.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import prod
from time import perf_counter

from engine.combat import Combat
from engine.declarations import DeclarationRules, with_blocks
from engine.keywords import Keyword
from optimizer.damage import solve_damage
from optimizer.declaring.choosing import Chooser, Offer
from optimizer.declaring.found import Found, Way
from optimizer.declaring.gangs import Gang, Gangs, Memory, OutOfTimeError
from optimizer.declaring.improving import improved, lowest
from optimizer.declaring.independence import are_independent
from optimizer.declaring.ways import Chosen, ways
from optimizer.objectives import Objective, read_objectives
from optimizer.requirements import most_block_requirements
from optimizer.vectors import Vector

MOST_GANGS = 200_000
"""So many gangs are valued; on larger boards blocks are improved step by step."""
MOST_PLACES = 2_000_000
"""The dynamic program has so many entries at most."""
_MOST_LOST = 2_000
"""So many declarations that lose the player are looked at, if the deadline allows them."""


@dataclass(frozen=True)
class GangBoard:
    """A board of gangs.

    Attributes
    ----------
    total
        The life that the attacking side takes if it can, before all else, or None.
    gangs
        Valued for the objectives, without the one that takes that life.
    dealt
        Valued for the most damage first.
    most
        How many requirements have to be met.
    """

    combat: Combat
    texts: tuple[str, ...]
    given: tuple[Objective, ...]
    rules: DeclarationRules
    total: int | None
    gangs: Gangs
    dealt: Gangs | None
    most: int

    @classmethod
    def of(
        cls,
        combat: Combat,
        texts: Sequence[str],
        given: Sequence[Objective],
        rules: DeclarationRules,
        memory: Memory,
    ) -> "GangBoard | None":
        """Return the board, or None if the attackers depend on each other."""
        total = life_at_stake(combat, given)
        skip = 0 if total is None else 1
        rest, own = tuple(given[skip:]), tuple(texts[skip:])
        if not are_independent(combat, rest, rules):
            return None
        gangs = Gangs(combat, rest, own, rules, memory)
        dealt = None
        if total is not None:
            (damage,) = read_objectives(combat, _DAMAGE)
            dealt = Gangs(combat, (damage, *rest), (*_DAMAGE, *own), rules, memory)
        most = most_block_requirements(combat) if rules.requirements else 0
        return cls(combat, tuple(texts), tuple(given), rules, total, gangs, dealt, most)

    @property
    def is_small(self) -> bool:
        """Every gang can be valued, and the dynamic program has room."""
        places = prod(size + 1 for size in self.gangs.sizes) * (self.total or 1)
        return self.gangs.number <= MOST_GANGS and places <= MOST_PLACES

    def offers(
        self, attacker: str, end: float | None = None, largest: int | None = None
    ) -> list[Offer]:
        """Return the gangs of an attacker, with the damage that it can deal."""
        gangs = self.gangs.of(attacker, end, largest)
        if self.dealt is None:
            return [Offer(gang) for gang in gangs]
        dealt = self.dealt.of(attacker, end, largest)
        return [Offer(g, d.vector[0]) for g, d in zip(gangs, dealt, strict=True)]

    def named(self, chosen: Sequence[Gang], attackers: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Give the blockers of each kind out to the gangs, in document order."""
        left = [list(names) for names in self.gangs.kinds]
        found: dict[str, tuple[str, ...]] = {}
        for attacker, gang in zip(attackers, chosen, strict=True):
            for names, number in zip(left, gang.counts, strict=True):
                for _ in range(number):
                    found[names.pop(0)] = (attacker,)
        return {name: found[name] for name in self.combat.creatures if name in found}

    def way(self, chosen: Chosen, attackers: Sequence[str]) -> Way:
        """Return a choice that saves the player, or where nothing is at stake."""
        ahead = () if self.total is None else (0,)
        return Way(self.named(chosen.gangs, attackers), (*ahead, *chosen.vector))


_DAMAGE = ("max player_damage",)


def by_gangs(
    combat: Combat,
    texts: Sequence[str],
    given: Sequence[Objective],
    rules: DeclarationRules,
    end: float | None,
    memory: Memory,
    top: int = 1,
) -> Found | None:
    """Return the best blocks, or None if the attackers depend on each other."""
    board = GangBoard.of(combat, texts, given, rules, memory)
    if board is None:
        return None
    if not board.is_small:
        return _improved(board, end)
    known = None if end is None else improved(board, min(end, _half(end)))
    try:
        return _proven(board, end, top)
    except OutOfTimeError:
        return _improved(board, end) if known is None else _bounded(board, known, 1)


def _half(end: float) -> float:
    now = perf_counter()
    return now + (end - now) / 2


def _improved(board: GangBoard, end: float | None) -> Found:
    return _bounded(board, improved(board, end), 1)


def _bounded(board: GangBoard, way: Way, number: int) -> Found:
    bound = lowest(board)
    if way.vector is not None and way.vector == bound:
        return Found((way,), True, "gangs", number)
    return Found((way,), False, "gangs, step by step", number, bound)


def _proven(board: GangBoard, end: float | None, top: int) -> Found:
    """Return the best by the dynamic program.

    Raises
    ------
    OutOfTimeError
        If the deadline passes before.
    """
    attackers = board.gangs.attackers
    lists = _shared_lists(board, end)
    offers = [lists[name] for name in attackers]
    number = sum(map(len, offers))
    chooser = Chooser(offers, board.gangs.sizes, board.total)
    tables = [chooser.first()]
    for own in offers:
        if end is not None and perf_counter() > end:
            raise OutOfTimeError
        tables.append(chooser.after(tables[-1], own))
    best: list[Way] = []
    for chosen in islice(ways(chooser, tables, offers), top):
        if chosen.met < board.most:
            break
        best.append(board.way(chosen, attackers))
    if board.total is None or len(best) == top:
        return Found(tuple(best), True, "gangs", number)
    lost = _Lost(board, end, top - len(best))
    found = lost.found()
    if not best or lost.is_proven:
        return Found((*best, *found), lost.is_proven, "gangs", number, lost.bound)
    return Found(tuple(best), True, "gangs", number, is_complete=False)


def _shared_lists(board: GangBoard, end: float | None) -> dict[str, list[Offer]]:
    """Return the offers of each attacker, one list for those that are alike."""
    known: dict[int, list[Offer]] = {}
    found = {}
    for name in board.gangs.attackers:
        gangs = board.gangs.of(name, end)
        if id(gangs) not in known:
            known[id(gangs)] = board.offers(name, end)
        found[name] = known[id(gangs)]
    return found


class _Lost:
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
        return Way(
            blocks, tuple(o.sense * v for o, v in zip(board.given, solved.values, strict=True))
        )


def life_at_stake(combat: Combat, given: Sequence[Objective]) -> int | None:
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
