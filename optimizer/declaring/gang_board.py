"""A board where a declaration of blockers is a gang for each attacker."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from engine.combat import Combat
from engine.declarations import DeclarationRules, with_blocks
from engine.keywords import Keyword
from optimizer.declaring.choosing import Offer
from optimizer.declaring.found import Way
from optimizer.declaring.gangs import Gang, Gangs, Memory
from optimizer.declaring.independence import are_independent
from optimizer.declaring.ways import Chosen
from optimizer.objectives import Objective, read_objectives
from optimizer.position import Position
from optimizer.requirements import most_block_requirements

MOST_GANGS = 200_000
"""So many gangs are valued; on larger boards blocks are improved step by step."""
PRICES_FROM = 200
"""With so many gangs an attacker, prices are tried before the dynamic program."""
MOST_PLACES = 2_000_000
"""The dynamic program has so many entries at most."""

_DAMAGE = ("max player_damage",)


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
        Valued for the most damage first, less the life that the gang gains.
    slack
        The most life that the defending side's blockers gain.
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
    slack: int = 0

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
        dealt, slack = None, 0
        if total is not None:
            gains = life_gained(combat, rules)
            if gains is None:
                return None
            (damage,) = read_objectives(combat, _DAMAGE)
            goals, names = (damage, *rest), (*_DAMAGE, *own)
            dealt = Gangs(combat, goals, names, rules, memory, gains)
            slack = sum(gains.values())
        most = most_block_requirements(combat) if rules.requirements else 0
        return cls(combat, tuple(texts), tuple(given), rules, total, gangs, dealt, most, slack)

    @property
    def places(self) -> int:
        """How many gangs there are, whether they may block or not."""
        return prod(size + 1 for size in self.gangs.sizes)

    @property
    def is_small(self) -> bool:
        """Every gang can be valued, and the dynamic program has room."""
        places = self.places * ((self.total or 1) + 2 * self.slack)
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


def life_at_stake(combat: Combat, given: Sequence[Objective]) -> int | None:
    """Return the life of the only defending player, if to take it is the first objective.

    With nothing else that makes a player lose, the player is lost exactly if the attackers can deal
    that much together, and what the defending side's blockers gain: then that is what they do, as
    it comes before all else.
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
    return combat.players[player].life


def life_gained(combat: Combat, rules: DeclarationRules) -> dict[str, int] | None:
    """Return how much life each blocker with lifelink gains the only defending player (702.15b).

    With one damage step it deals all of its damage, whatever the attackers do, to the one that it
    blocks: what it gains depends on nobody else.

    Returns
    -------
    dict or None
        None if that is not so.
    """
    (player,) = combat.defending_players
    possible = rules.possible
    linked = [name for name in possible if combat.creatures[name].has(Keyword.LIFELINK)]
    changes = [combat.changes[name] for name in possible if name in combat.changes]
    if any(Keyword.LIFELINK in change.gains for change in changes):
        return None
    if not linked:
        return {}
    everybody = with_blocks(combat, {name: attackers[:1] for name, attackers in possible.items()})
    is_shielded = any(creature.shield_counters for creature in combat.attackers)
    if len(everybody.steps) > 1 or combat.has_modifiers or is_shielded:
        return None
    if any(combat.creatures[name].controller != player for name in linked):
        return None
    others = Position.beginning(everybody).divisions(active=False)
    if not all(division.is_forced and not division.up_to for division in others):
        return None
    amounts = {division.source: division.amount for division in others}
    return {name: amounts.get(name, 0) for name in linked}
