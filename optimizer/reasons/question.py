"""The question whether a wish can be met if only some of the facts hold."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice, product
from time import perf_counter

from engine.combat import Combat
from optimizer.position import Position
from optimizer.reasons.attackers import AttackerFacts
from optimizer.reasons.defenders import DefenderFacts
from optimizer.reasons.desires import Desires
from optimizer.reasons.facts import Candidate, Change
from optimizer.reasons.modifying import ModifierFacts
from optimizer.reasons.results import ResultFacts
from optimizer.reasons.shapes import Shapes
from optimizer.reasons.variant import Variant
from optimizer.search import Search
from optimizer.wishes import Comparison, Wish, WishesGoal

MOST_VARIANTS = 256
"""More ways to switch off the same facts are not all tried."""


class TimeUpError(Exception):
    """The time is up before it is known."""


class Question:
    """Some wishes and the facts that may stand in their way.

    Parameters
    ----------
    combat
        The real combat.
    wishes
        All of them must hold, whatever the other side does.
    limit
        The value of `time.perf_counter` at which to give up, or None.
    """

    def __init__(self, combat: Combat, wishes: Sequence[Wish], limit: float | None = None) -> None:
        self.combat = combat
        self.wishes = tuple(wishes)
        self.limit = limit
        self.candidates: tuple[Candidate, ...] = tuple(_facts(combat, Desires(combat, wishes)))
        self.most = most_damage(combat, wishes)

    def is_possible(self, held: Collection[int], *, thorough: bool = True) -> bool | None:
        """Say whether the wishes can be met if only these facts hold.

        Parameters
        ----------
        held
            The numbers of the facts.
        thorough
            Where switching a fact off may also hurt, try every way to do so. Else False means
            only that the likeliest did not help.

        Returns
        -------
        bool or None
            None if there are too many ways to try.

        Raises
        ------
        TimeUpError
        """
        ways = self._ways(held)
        for changes in islice(ways, MOST_VARIANTS if thorough else 2):
            if self._is_met(changes):
                return True
        return None if thorough and next(ways, None) is not None else False

    def _ways(self, held: Collection[int]) -> Iterator[list[Change]]:
        """Yield the ways in which the other facts may not hold, the likeliest first."""
        relaxed = [c for k, c in enumerate(self.candidates) if k not in held]
        sure = [c.changes[0] for c in relaxed if c.always_helps]
        unsure = [(*c.changes, None) for c in relaxed if not c.always_helps]
        yield sure + [changes[0] for changes in unsure if changes[0]]
        if unsure:
            yield sure
        for choice in product(*unsure):
            some = [change for change in choice if change]
            if some and any(c is not first[0] for c, first in zip(choice, unsure, strict=True)):
                yield sure + some

    def _is_met(self, changes: Iterable[Change]) -> bool:
        variant = Variant(self.combat, self.most)
        for change in changes:
            change(variant)
        found = Search(
            Position.beginning(variant.combat_now()), [WishesGoal(self.wishes)], self._seconds()
        ).run(ceiling=(0,))
        if found.values[0]:
            return True
        if not found.proven and found.bounds[0]:
            raise TimeUpError
        return False

    def _seconds(self) -> float | None:
        if self.limit is None:
            return None
        left = self.limit - perf_counter()
        if left <= 0:
            raise TimeUpError
        return left


def _facts(combat: Combat, desires: Desires) -> list[Candidate]:
    """Return all facts that may matter, in reading order."""
    shapes = Shapes(combat)
    found = AttackerFacts(shapes).all()
    if desires.reach_own_side():
        found += DefenderFacts(shapes).all()
    return found + ModifierFacts(combat, desires).all() + ResultFacts(combat, desires).all()


def most_damage(combat: Combat, wishes: Iterable[Wish]) -> int:
    """Return as much damage as a creature may need to assign for anything, all else unlimited."""
    total = 1
    for creature in combat.creatures.values():
        total += max(0, creature.toughness) + _number(creature.prevent)
    for walker in combat.planeswalkers.values():
        total += walker.loyalty + _number(walker.prevent)
    total += sum(battle.defense for battle in combat.battles.values())
    for player in combat.players.values():
        total += max(0, player.life) + _number(player.prevent)
    for wish in wishes:
        if isinstance(wish, Comparison):
            total += max(abs(wish.low or 0), abs(wish.high or 0))
    things = len(combat.creatures) + len(combat.planeswalkers) + len(combat.battles)
    things += len(combat.players)
    return total + things * sum(_number(effect.amount) for effect in combat.effects)


def _number(amount: int | str) -> int:
    return amount if isinstance(amount, int) else 0
