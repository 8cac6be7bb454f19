"""Players that declare by rules of thumb, as the automatic players of public engines do.

They are written anew from what such players are known to look at: each creature for itself, one
opposing creature at a time. They play with the same interface as `optimizer.policy.Policy`.
"""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Protocol

from engine.combat import Combat
from engine.objects import Creature
from optimizer.playing.fights import kills, reach
from optimizer.playing.habits import (
    Attacks,
    Blocking,
    Blocks,
    Sides,
    habitual_attack,
    habitual_blocks,
)


class Player(Protocol):
    """Who decides what is declared."""

    def choose_attack(self, combat: Combat, /) -> Mapping[str, str]:
        """Return for each attacker what it attacks."""

    def choose_blocks(self, combat: Combat, /) -> Mapping[str, list[str]]:
        """Return for each blocker the attackers that it blocks."""


class AllOut:
    """Attacks with everything; puts one blocker before each attacker, as many as it can."""

    def choose_attack(self, combat: Combat) -> Attacks:
        """Attack with everything."""
        sides = Sides(combat)
        return sides.attack(sides.able)

    def choose_blocks(self, combat: Combat) -> Blocks:
        """Let each blocker block the first attacker that nobody blocks yet."""
        blocking = Blocking(combat)
        for name, attackers in blocking.possible.items():
            free = [a for a in attackers if a not in blocking.chosen.values()]
            if free:
                blocking.put(name, free[0])
        return blocking.legal()


class Chance:
    """Declares at random: each creature attacks or not, and blocks somebody or nobody."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose_attack(self, combat: Combat) -> Attacks:
        """Attack with about half of the creatures."""
        sides = Sides(combat)
        return sides.attack(c for c in sides.able if self.random.random() < 0.5)

    def choose_blocks(self, combat: Combat) -> Blocks:
        """Let each blocker block anybody or nobody."""
        blocking = Blocking(combat)
        for name, attackers in blocking.possible.items():
            chosen = self.random.choice([None, *attackers])
            if chosen is not None:
                blocking.put(name, chosen)
        return blocking.legal()


class Aggressive:
    """XMage-like: attacks with what no single blocker kills for nothing, or with all to win.

    Blocks where the blocker lives; trades and throws creatures away where it would die.
    """

    def choose_attack(self, combat: Combat) -> Attacks:
        """Attack by habit."""
        return habitual_attack(combat)

    def choose_blocks(self, combat: Combat) -> Blocks:
        """Block by habit."""
        return habitual_blocks(combat)


class Cautious(Aggressive):
    """XMage-like: attacks only with what no single blocker kills; blocks as the aggressive one."""

    def choose_attack(self, combat: Combat) -> Attacks:
        """Attack with what is safe, or with all to win."""
        sides = Sides(combat)
        if sides.wins_through():
            return sides.attack(sides.able)
        return sides.attack(
            c
            for c in sides.able
            if c.power > 0 and not any(kills(b, c) for b in sides.blockers[c.id])
        )


class Balanced:
    """Forge-like: keeps enough blockers back, attacks where it is safe or the race is won.

    It weighs how many turns each side needs to win, and blocks in rounds: safe blocks, then trades
    and chump blocks where life is in danger, gangs where it is not.
    """

    danger = 5
    """Life at which it begins to worry."""

    def choose_attack(self, combat: Combat) -> Attacks:
        """Attack with those who need not stay, if it is safe, or fair while ahead."""
        sides = Sides(combat)
        if sides.wins_through():
            return sides.attack(sides.able)
        free = self._not_needed(sides)
        ahead = _is_ahead(sides, free)
        chosen = []
        for creature in free:
            killers = [b for b in sides.blockers[creature.id] if kills(b, creature)]
            is_fair = all(kills(creature, b) and b.value >= creature.value for b in killers)
            if creature.power > 0 and (not killers or (ahead and is_fair)):
                chosen.append(creature)
        return sides.attack(chosen)

    def _not_needed(self, sides: Sides) -> list[Creature]:
        """Return who may attack so that the counter-attack leaves some life."""
        free: list[Creature] = []
        stay = {c.id for c in sides.own if not c.tapped}
        threats = sorted((c.power for c in sides.others), reverse=True)
        for creature in sorted(sides.able, key=lambda c: -c.power):
            left = stay - {creature.id}
            if "vigilance" in creature.keywords:  # 702.20
                free.append(creature)
            elif sides.life - sum(threats[len(left) :]) >= self.danger:
                free.append(creature)
                stay = left
        return free

    def choose_blocks(self, combat: Combat) -> Blocks:
        """Block in rounds."""
        blocking = Blocking(combat)
        order = blocking.strongest_first()
        for attacker in order:
            blocking.well(attacker)
        if blocking.life_left() >= self.danger:
            for attacker in order:
                blocking.gang(attacker)
            return blocking.legal()
        for attacker in order:
            if blocking.life_left() < self.danger:
                blocking.trade(attacker)
        for attacker in order:
            if blocking.life_left() <= 0:
                blocking.chump(attacker)
        return blocking.legal()


def _is_ahead(sides: Sides, free: Iterable[Creature]) -> bool:
    """Say whether these win no later than the other side would."""
    ours, theirs = reach(free), reach(sides.others)
    if not ours:
        return False
    return not theirs or -(-sides.their_life // ours) <= -(-sides.life // theirs)
