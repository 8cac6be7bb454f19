"""Every attack on one player, where attackers do not depend on each other, by a search in depth.

Which gangs may block an attacker, and what they are worth, does not depend on who else attacks. So
the tables of `choosing` after some attackers serve all attacks that begin with them. Attackers that
are alike are counted: how many of them attack.

An attack that wins whatever is blocked gets a ceiling only: what it is worth is at most what the
attackers have that are free to do what they like.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from time import perf_counter

from engine.combat import Combat
from engine.declarations import DeclarationRules, block_rules, with_attacks
from optimizer.declaring.choosing import Chooser, Level, Offer
from optimizer.declaring.every import Attacks
from optimizer.declaring.gang_board import GangBoard
from optimizer.declaring.gangs import Memory
from optimizer.objectives import Objective
from optimizer.parts.vectors import Vector

_MOST_ATTACKS = 20_000
_PAIR = 2e-8
"""About how many seconds a pair of entries takes."""


@dataclass(frozen=True)
class Valued:
    """An attack, and what it is worth: exactly, or at most."""

    vector: Vector
    is_exact: bool
    attacks: Attacks


class Prefixes:
    """The attacks of a board.

    Parameters
    ----------
    board
        On which everybody attacks who can.
    rules
        What attacks may be declared.
    most
        How many requirements attacks have to meet.
    """

    def __init__(self, board: GangBoard, rules: DeclarationRules, most: int) -> None:
        self.board = board
        self.rules = rules
        self.most = most
        self.target = rules.pairs[0][1]

    @classmethod
    def of(
        cls,
        combat: Combat,
        texts: Sequence[str],
        given: Sequence[Objective],
        rules: DeclarationRules,
        most: int,
        memory: Memory,
    ) -> "Prefixes | None":
        """Return the attacks, or None if there is another target or something ties attackers."""
        if len({target for _, target in rules.pairs}) != 1:
            return None
        ((_, target), *_) = rules.pairs
        if target not in combat.players:
            return None
        whole = with_attacks(combat, dict(rules.pairs))
        blocks = block_rules(whole)
        if blocks.requirements:
            return None
        board = GangBoard.of(whole, texts, given, blocks, memory)
        if board is None or not board.is_small:
            return None
        found = cls(board, rules, most)
        return found if found.number <= _MOST_ATTACKS else None

    @property
    def number(self) -> int:
        """How many attacks there are, those that requirements forbid included."""
        return prod(len(names) + 1 for names in self.kinds().values())

    @property
    def seconds(self) -> float:
        """About how long it takes to value all of them."""
        sizes = self.board.gangs.sizes
        pairs = prod((size + 1) * (size + 2) // 2 for size in sizes)
        levels = (self.board.total or 1) + 2 * self.board.slack
        return self.number * pairs * levels * _PAIR

    def kinds(self) -> dict[Hashable, list[str]]:
        """Return the attackers by kind: alike, and blocked alike."""
        gangs = self.board.gangs
        named: dict[str, list[int]] = {}
        for number, requirement in enumerate(self.rules.requirements):
            for attacker, _ in requirement.met_by:
                named.setdefault(attacker, []).append(number)
        found: dict[Hashable, list[str]] = {}
        for name in gangs.attackers:
            key = gangs.likeness(name), name if name in named else ""
            found.setdefault(key, []).append(name)
        return found

    def ceiling(self) -> Vector:
        """Return what no attack is worth more than: nobody blocks those who are worth it."""
        board = self.board
        nothing = (0,) * len(board.gangs.kinds)
        total: Vector = (0,) * len(board.gangs.objectives)
        none, dealt = total, 0
        for name in board.gangs.attackers:
            vector = board.gangs.gang(name, nothing).vector
            if vector > none:
                total = tuple([a + b for a, b in zip(total, vector, strict=True)])
            if board.dealt is not None:
                dealt += board.dealt.gang(name, nothing).vector[0]
        if board.total is None:
            return total
        return (int(dealt >= board.total), *total)

    def every(self, end: float | None) -> Iterator[Valued]:
        """Yield all attacks that may be declared.

        Raises
        ------
        OutOfTimeError
            If the deadline passes while gangs are valued.
        """
        kinds = list(self.kinds().values())
        known: dict[int, list[Offer]] = {}
        offers: list[list[Offer]] = []
        for names in kinds:
            gangs = self.board.gangs.of(names[0], end)
            if id(gangs) not in known:
                known[id(gangs)] = self.board.offers(names[0], end)
            offers.append(known[id(gangs)])
        every = [own for own, names in zip(offers, kinds, strict=True) for _ in names]
        sizes = self.board.gangs.sizes
        chooser = Chooser(every, sizes, self.board.total, self.board.slack)
        free = chooser if self.board.total is None else Chooser(every, sizes)
        ahead = () if self.board.total is None else (0,)

        def below(k: int, saved: Level, level: Level, chosen: list[str]) -> Iterator[Valued]:
            if k == len(kinds):
                attacks = dict.fromkeys(chosen, self.target)
                if self.rules.met(set(attacks.items())) != self.most:
                    return
                value = chooser.least(saved)
                if value is not None:
                    yield Valued((*ahead, *chooser.unpacked(value)), True, attacks)
                else:
                    value = free.least(level)
                    assert value is not None
                    yield Valued((1, *free.unpacked(value)), False, attacks)
                return
            for number in range(len(kinds[k]) + 1):
                if number:
                    saved = chooser.after(saved, offers[k])
                    level = saved if free is chooser else free.after(level, offers[k])
                if end is not None and perf_counter() > end:
                    return
                yield from below(k + 1, saved, level, chosen + kinds[k][:number])

        yield from below(0, chooser.first(), free.first(), [])
