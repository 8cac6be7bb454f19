"""Players that declare by rules of thumb, as the automatic players of public engines do.

They are written anew from what these players are known to look at: each creature for itself, one
opposing creature at a time. They play with the same interface as `optimizer.policy.Policy`.
"""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Protocol

from engine.combat import Combat
from engine.declarations import attack_rules, block_rules, with_attacks
from engine.keywords import Keyword
from engine.objects import Creature

Attacks = dict[str, str]
Blocks = dict[str, list[str]]


class Player(Protocol):
    """Who decides what is declared."""

    def choose_attack(self, combat: Combat, /) -> Mapping[str, str]:
        """Return for each attacker what it attacks."""

    def choose_blocks(self, combat: Combat, /) -> Mapping[str, list[str]]:
        """Return for each blocker the attackers that it blocks."""


def kills(killer: Creature, victim: Creature) -> bool:
    """Say whether one creature destroys another if these two fight alone."""
    if killer.power <= 0 or victim.has(Keyword.INDESTRUCTIBLE):
        return False
    if victim.strikes_first and not killer.strikes_first and _is_enough(victim, killer, 1):
        return False
    strikes = 2 if killer.has(Keyword.DOUBLE_STRIKE) else 1
    return _is_enough(killer, victim, strikes)


def _is_enough(killer: Creature, victim: Creature, strikes: int) -> bool:
    if killer.power <= 0 or victim.has(Keyword.INDESTRUCTIBLE):
        return False
    return killer.has(Keyword.DEATHTOUCH) or strikes * killer.power >= victim.toughness


def reach(creatures: Iterable[Creature]) -> int:
    """Return the damage that creatures deal if nobody blocks them."""
    return sum(
        max(0, c.power) * (2 if c.has(Keyword.DOUBLE_STRIKE) else 1) for c in creatures
    )


class _Sides:
    """A combat as a rule of thumb sees it before attackers are declared."""

    def __init__(self, combat: Combat) -> None:
        self.rules = attack_rules(combat)
        self.target = combat.defending_players[0]
        creatures = combat.creatures
        self.able = [creatures[n] for n, t in self.rules.pairs if t == self.target]
        self.own = [c for c in creatures.values() if c.controller == combat.active_player]
        self.others = [c for c in creatures.values() if c.controller == self.target]
        whole = with_attacks(combat, dict.fromkeys((c.id for c in self.able), self.target))
        self.blockers: dict[str, list[Creature]] = {c.id: [] for c in self.able}
        for name, attackers in block_rules(whole).possible.items():
            for attacker in attackers:
                self.blockers[attacker].append(creatures[name])
        self.life = combat.players[combat.active_player].life
        self.their_life = combat.players[self.target].life

    def attack(self, creatures: Iterable[Creature]) -> Attacks:
        return {c.id: self.target for c in creatures}

    def wins_through(self, creatures: list[Creature]) -> bool:
        """Say whether each blocker stopping the strongest attacker left is not enough."""
        free = [c for c in creatures if not self.blockers[c.id]]
        stopped = sorted((c for c in creatures if self.blockers[c.id]), key=lambda c: -c.power)
        number = len({b.id for c in stopped for b in self.blockers[c.id]})
        return reach(free) + reach(stopped[number:]) >= self.their_life


class AllOut:
    """Attacks with everything; puts one blocker before each attacker, as many as it can."""

    def choose_attack(self, combat: Combat) -> Attacks:
        sides = _Sides(combat)
        return sides.attack(sides.able)

    def choose_blocks(self, combat: Combat) -> Blocks:
        return _Blocking(combat).one_each()


class Chance:
    """Declares at random: each creature attacks or not, and blocks somebody or nobody."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose_attack(self, combat: Combat) -> Attacks:
        sides = _Sides(combat)
        return sides.attack(c for c in sides.able if self.random.random() < 0.5)

    def choose_blocks(self, combat: Combat) -> Blocks:
        blocking = _Blocking(combat)
        for name, attackers in blocking.possible.items():
            chosen = self.random.choice([None, *attackers])
            if chosen is not None:
                blocking.put(name, chosen)
        return blocking.legal()


class Aggressive:
    """Attacks with what no single blocker kills for nothing; trades; chumps when it would die."""

    def choose_attack(self, combat: Combat) -> Attacks:
        sides = _Sides(combat)
        if sides.wins_through(sides.able):
            return sides.attack(sides.able)
        return sides.attack(c for c in sides.able if self._dares(c, sides.blockers[c.id]))

    def _dares(self, creature: Creature, blockers: list[Creature]) -> bool:
        return creature.power > 0 and all(
            not kills(b, creature) or kills(creature, b) for b in blockers
        )

    def choose_blocks(self, combat: Combat) -> Blocks:
        blocking = _Blocking(combat)
        for attacker in blocking.strongest_first():
            blocking.well(attacker)
        for attacker in blocking.strongest_first():
            if blocking.would_die():
                blocking.trade(attacker)
        for attacker in blocking.strongest_first():
            if blocking.would_die():
                blocking.chump(attacker)
        return blocking.legal()


class Cautious(Aggressive):
    """Attacks only with what no single blocker kills; blocks as the aggressive one does."""

    def _dares(self, creature: Creature, blockers: list[Creature]) -> bool:
        return creature.power > 0 and not any(kills(b, creature) for b in blockers)


class Balanced:
    """Keeps enough blockers back, attacks where it is safe or the race is won; gangs up.

    It weighs how many turns each side needs to win, and blocks in rounds: safe blocks, then trades
    and chump blocks where life is in danger, gangs where it is not.
    """

    danger = 5
    """Life at which it begins to worry."""

    def choose_attack(self, combat: Combat) -> Attacks:
        sides = _Sides(combat)
        if sides.wins_through(sides.able):
            return sides.attack(sides.able)
        free = self._not_needed(sides)
        ahead = self._is_ahead(sides, free)
        chosen = []
        for creature in free:
            blockers = sides.blockers[creature.id]
            killers = [b for b in blockers if kills(b, creature)]
            is_fair = all(kills(creature, b) and b.value >= creature.value for b in killers)
            if creature.power > 0 and (not killers or (ahead and is_fair)):
                chosen.append(creature)
        return sides.attack(chosen)

    def _not_needed(self, sides: _Sides) -> list[Creature]:
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

    def _is_ahead(self, sides: _Sides, free: list[Creature]) -> bool:
        ours, theirs = reach(free), reach(sides.others)
        if not ours:
            return False
        return -(-sides.their_life // ours) <= (-(-sides.life // theirs) if theirs else 99)

    def choose_blocks(self, combat: Combat) -> Blocks:
        blocking = _Blocking(combat)
        order = blocking.strongest_first()
        for attacker in order:
            blocking.well(attacker)
        if blocking.life_left() < self.danger:
            for attacker in order:
                if blocking.life_left() < self.danger:
                    blocking.trade(attacker)
            for attacker in order:
                if blocking.would_die():
                    blocking.chump(attacker)
        else:
            for attacker in order:
                blocking.gang(attacker)
        return blocking.legal()


class _Blocking:
    """Blocks as they are put together; each creature blocks once."""

    def __init__(self, combat: Combat) -> None:
        self.combat = combat
        self.rules = block_rules(combat)
        self.possible = self.rules.possible
        self.chosen: dict[str, str] = {}
        self.player = combat.players[combat.defending_players[0]]
        self.creatures = combat.creatures

    def put(self, blocker: str, attacker: str) -> None:
        self.chosen[blocker] = attacker

    def strongest_first(self) -> list[Creature]:
        return sorted(self.combat.attackers, key=lambda c: (-c.power, -c.value))

    def life_left(self) -> int:
        blocked = set(self.chosen.values())
        return self.player.life - reach(c for c in self.combat.attackers if c.id not in blocked)

    def would_die(self) -> bool:
        return self.life_left() <= 0

    def _free(self, attacker: Creature) -> list[Creature]:
        if attacker.id in self.chosen.values() or attacker.has(Keyword.MENACE):
            return []
        names = [n for n, a in self.possible.items() if attacker.id in a and n not in self.chosen]
        return sorted((self.creatures[n] for n in names), key=lambda c: (c.value, c.power))

    def well(self, attacker: Creature) -> None:
        """Block with the least creature that lives and kills, else with one that only lives."""
        safe = [c for c in self._free(attacker) if not kills(attacker, c)]
        best = [c for c in safe if kills(c, attacker)] or safe
        if best:
            self.put(best[0].id, attacker.id)

    def trade(self, attacker: Creature) -> None:
        """Block with the least creature that kills it."""
        able = [c for c in self._free(attacker) if kills(c, attacker)]
        if able:
            self.put(able[0].id, attacker.id)

    def chump(self, attacker: Creature) -> None:
        """Block with the least creature."""
        if able := self._free(attacker):
            self.put(able[0].id, attacker.id)

    def gang(self, attacker: Creature) -> None:
        """Block with two that kill it together, of which it can kill only one of less worth."""
        able = [c for c in self._free(attacker) if c.value <= attacker.value]
        for k, first in enumerate(able):
            for second in able[k + 1 :]:
                enough = first.power + second.power >= attacker.toughness
                sturdy = attacker.power < first.toughness + second.toughness
                if enough and sturdy and not attacker.has(Keyword.INDESTRUCTIBLE):
                    self.put(first.id, attacker.id)
                    self.put(second.id, attacker.id)
                    return

    def one_each(self) -> Blocks:
        for name, attackers in self.possible.items():
            for attacker in attackers:
                if attacker not in self.chosen.values():
                    self.put(name, attacker)
                    break
        return self.legal()

    def legal(self) -> Blocks:
        """Return the blocks without those that break a limit on the number of blockers (509.1b)."""
        declared = set(self.chosen.items())
        for limit in self.rules.limits:
            if not limit.allows(limit.made(declared)):
                declared -= {pair for choice in limit.choices for pair in choice}
        self.chosen = dict(declared)
        return {blocker: [attacker] for blocker, attacker in self.chosen.items()}
