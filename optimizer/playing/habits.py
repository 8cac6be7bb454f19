"""How a player with sound habits declares: no search, each creature for itself.

Attacks with what no single blocker kills for nothing, or with everything if that gets through.
Blocks where the blocker lives, trades and at last throws creatures away where it would die.
"""

from collections.abc import Iterable

from engine.combat import Combat
from engine.declarations import attack_rules, block_rules, possible_blocks, with_attacks
from engine.keywords import Keyword
from engine.objects import Creature
from optimizer.playing.fights import kills, reach

Attacks = dict[str, str]
Blocks = dict[str, list[str]]


class Sides:
    """A combat before attackers are declared, as habits see it; one opponent is looked at.

    Attributes
    ----------
    able
        Who may attack the opponent.
    blockers
        For each of them who may block it.
    """

    def __init__(self, combat: Combat) -> None:
        self.rules = attack_rules(combat)
        self.target = combat.defending_players[0]
        creatures = combat.creatures
        self.able = [creatures[n] for n, t in self.rules.pairs if t == self.target]
        self.own = [c for c in creatures.values() if c.controller == combat.active_player]
        self.others = [c for c in creatures.values() if c.controller == self.target]
        self.blockers: dict[str, list[Creature]] = {c.id: [] for c in self.able}
        if self.able:
            whole = with_attacks(combat, self.attack(self.able))
            for name, attackers in possible_blocks(whole).items():
                for attacker in attackers:
                    self.blockers[attacker].append(creatures[name])
        self.life = combat.players[combat.active_player].life
        self.their_life = combat.players[self.target].life

    def attack(self, creatures: Iterable[Creature]) -> Attacks:
        """Return these creatures' attack."""
        return {c.id: self.target for c in creatures}

    def wins_through(self) -> bool:
        """Say whether all win though each blocker stops the strongest that is left to stop."""
        free = [c for c in self.able if not self.blockers[c.id]]
        stopped = sorted((c for c in self.able if self.blockers[c.id]), key=lambda c: -c.power)
        number = len({b.id for c in stopped for b in self.blockers[c.id]})
        return reach(free) + reach(stopped[number:]) >= self.their_life


def habitual_attack(combat: Combat) -> Attacks:
    """Return the attack, which is legal where nothing is required to attack."""
    sides = Sides(combat)
    if not sides.able:
        return {}
    if sides.wins_through():
        return sides.attack(sides.able)
    return sides.attack(c for c in sides.able if dares(c, sides.blockers[c.id]))


def dares(creature: Creature, blockers: Iterable[Creature]) -> bool:
    """Say whether no single blocker kills a creature for nothing."""
    return creature.power > 0 and all(
        not kills(b, creature) or kills(creature, b) for b in blockers
    )


def habitual_blocks(combat: Combat) -> Blocks:
    """Return the blocks, which are legal where nothing is required to be blocked."""
    blocking = Blocking(combat)
    order = blocking.strongest_first()
    for attacker in order:
        blocking.well(attacker)
    for attacker in order:
        if blocking.life_left() <= 0:
            blocking.trade(attacker)
    for attacker in order:
        if blocking.life_left() <= 0:
            blocking.chump(attacker)
    return blocking.legal()


def ganging_blocks(combat: Combat) -> Blocks:
    """Return the habitual blocks, with two against an attacker that one alone does not stop."""
    blocking = Blocking(combat)
    order = blocking.strongest_first()
    for attacker in order:
        blocking.well(attacker)
    for attacker in order:
        blocking.gang(attacker)
    for attacker in order:
        if blocking.life_left() <= 0:
            blocking.chump(attacker)
    return blocking.legal()


class Blocking:
    """Blocks as they are put together; each creature blocks once.

    Attributes
    ----------
    possible
        For each creature that may block the attackers that it may block.
    """

    def __init__(self, combat: Combat) -> None:
        self.combat = combat
        self.rules = block_rules(combat)
        self.possible = self.rules.possible
        self.chosen: dict[str, str] = {}
        self.life = combat.players[combat.defending_players[0]].life
        self.creatures = combat.creatures

    def put(self, blocker: str, attacker: str) -> None:
        """Have a creature block."""
        self.chosen[blocker] = attacker

    def strongest_first(self) -> list[Creature]:
        """Return the attackers."""
        return sorted(self.combat.attackers, key=lambda c: (-c.power, -c.value))

    def life_left(self) -> int:
        """Return the life that the attackers left unblocked leave."""
        blocked = set(self.chosen.values())
        return self.life - reach(c for c in self.combat.attackers if c.id not in blocked)

    def free(self, attacker: Creature) -> list[Creature]:
        """Return who may still block an attacker that nobody blocks, the least first."""
        if attacker.id in self.chosen.values() or attacker.has(Keyword.MENACE):
            return []
        names = [n for n, a in self.possible.items() if attacker.id in a and n not in self.chosen]
        return sorted((self.creatures[n] for n in names), key=lambda c: (c.value, c.power))

    def well(self, attacker: Creature) -> None:
        """Block with the least creature that lives and kills, else with one that only lives."""
        safe = [c for c in self.free(attacker) if not kills(attacker, c)]
        best = [c for c in safe if kills(c, attacker)] or safe
        if best:
            self.put(best[0].id, attacker.id)

    def trade(self, attacker: Creature) -> None:
        """Block with the least creature that kills it."""
        able = [c for c in self.free(attacker) if kills(c, attacker)]
        if able:
            self.put(able[0].id, attacker.id)

    def chump(self, attacker: Creature) -> None:
        """Block with the least creature."""
        if able := self.free(attacker):
            self.put(able[0].id, attacker.id)

    def gang(self, attacker: Creature) -> None:
        """Block with two of no greater worth that kill it, and that it cannot both kill."""
        able = [c for c in self.free(attacker) if c.value <= attacker.value]
        for k, first in enumerate(able):
            for second in able[k + 1 :]:
                enough = first.power + second.power >= attacker.toughness
                sturdy = attacker.power < first.toughness + second.toughness
                if enough and sturdy and not attacker.has(Keyword.INDESTRUCTIBLE):
                    self.put(first.id, attacker.id)
                    self.put(second.id, attacker.id)
                    return

    def legal(self) -> Blocks:
        """Return the blocks without those that break a limit on the number of blockers (509.1b)."""
        declared = set(self.chosen.items())
        for limit in self.rules.limits:
            if not limit.allows(limit.made(declared)):
                declared -= {pair for choice in limit.choices for pair in choice}
        return {blocker: [attacker] for blocker, attacker in sorted(declared)}
