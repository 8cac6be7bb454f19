"""Who might lose before the last damage step, which would end the combat: more than can happen.

Cards may cost life themselves, and the first of two damage steps may be enough (704.5a, 510.4).
"""

from collections.abc import Collection, Iterator

from engine.combat import Combat
from engine.keywords import Keyword
from engine.resources.effects import CardEffect, EffectKind
from engine.state_actions import COMMANDER_DAMAGE_TO_LOSE, poison_to_lose
from optimizer.tricks.hand import Hand, is_wide

_FIRST = frozenset((Keyword.FIRST_STRIKE, Keyword.DOUBLE_STRIKE))
_PERMANENTS = frozenset(("creature", "planeswalker", "battle", "permanent"))


def may_lose(combat: Combat, *hands: Hand, spared: Collection[str] = ()) -> bool:
    """Say whether somebody might lose before the last damage step.

    Parameters
    ----------
    spared
        Whom it does not matter for.
    """
    words = [word for creature in combat.creatures.values() for word in creature.keywords]
    if any("ward" in word and "life" in word for word in words):
        return True
    words += [word for hand in hands for effect in _effects(hand) for word in _keywords(effect)]
    burn, dealt = _burn(hands), _first_damage(combat, hands)
    if dealt and combat.effects:
        return True
    has_commander = any(creature.commander for creature in combat.creatures.values())
    has_poison = any("infect" in word or "toxic" in word for word in words)
    for name, player in combat.players.items():
        if name in spared:
            continue
        limits = [player.life - burn]
        if has_commander and dealt:
            most = max(player.commander_damage.values(), default=0)
            limits.append(COMMANDER_DAMAGE_TO_LOSE - most)
        if has_poison and dealt:
            limits.append(poison_to_lose(combat, name) - player.poison)
        if min(limits) <= dealt:
            return True
    return False


def brings_two_steps(hand: Hand) -> bool:
    """Say whether a card may give first or double strike, or bring a creature that has it."""
    return any(not _FIRST.isdisjoint(_keywords(effect)) for effect in _effects(hand))


def strikes_may_meet(combat: Combat, *hands: Hand) -> bool:
    """Say whether first strike may be given in one place when there are two steps by another.

    Then it makes a difference whether it is given before the first step or after it (510.4), though
    nothing strikes first in that place.
    """
    cards = {
        (use.player, use.way.zone, use.card)
        for hand in hands
        for use in hand.every()
        if any(not _FIRST.isdisjoint(_keywords(effect)) for effect in hand.effects(use))
    }
    return len(cards) + len(combat.steps) > 2


def hits_players(effect: CardEffect) -> bool:
    """Say whether an effect may be about a player."""
    words = (effect.target or "").split()
    return effect.target in (None, "it", "any") or _PERMANENTS.isdisjoint(words)


def _effects(hand: Hand) -> Iterator[CardEffect]:
    for use in hand.every():
        yield from hand.effects(use)


def _keywords(effect: CardEffect) -> tuple[str, ...]:
    """Return the keywords that an effect gives, or brings with a creature."""
    return (*effect.keywords, *(effect.creature.keywords if effect.creature else ()))


def _burn(hands: Collection[Hand]) -> int:
    """Return more life than all cards together can cost one player."""
    most = max(hand.most_mana for hand in hands)
    total = sum(hand.most_life for hand in hands)
    for hand in hands:
        for effect in _effects(hand):
            if effect.kind in (EffectKind.DAMAGE, EffectKind.LIFE) and hits_players(effect):
                total += most if isinstance(effect.amount, str) else abs(effect.amount or 0)
    return total


def _first_damage(combat: Combat, hands: Collection[Hand]) -> int:
    """Return more damage than one player can be dealt in a first step; 0 if there is none."""
    gives_strike = any(map(brings_two_steps, hands))
    if len(combat.steps) == 1 and not gives_strike:
        return 0
    most = max(hand.most_mana for hand in hands)
    power, factor = 1, 1
    for creature in combat.attackers:
        if gives_strike or creature.strikes_first:
            amount = max(0, creature.power, creature.toughness) * max(1, creature.deals)
            power += amount + creature.toxic
    for hand in hands:
        for effect in _effects(hand):
            if effect.creature is not None:
                power += max(0, effect.creature.power) * effect.count
            if effect.kind is EffectKind.DOUBLE_POWER:
                factor *= 2
            if effect.kind is EffectKind.PUMP:
                each = most if isinstance(effect.power, str) else max(0, effect.power)
                power += each * (len(combat.creatures) if is_wide(effect) else 1)
    return power * factor
