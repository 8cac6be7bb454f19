"""What objectives can come out as at most, where the time was too short for more."""

from dataclasses import replace

from engine.combat import Combat
from engine.keywords import Keyword
from engine.objects import Creature
from engine.resources.effects import EffectKind
from optimizer.goals import ObjectiveGoal, bounds
from optimizer.objectives import turned
from optimizer.parts.vectors import Vector
from optimizer.position import Position
from optimizer.tricks.hand import Hand
from optimizer.tricks.worth import Asked


def ends(combat: Combat, asked: Asked) -> Vector:
    """Return a value of each objective that nothing goes beyond, for the side that uses cards."""
    power, factor, entering = 0, 1, list[Creature]()
    for player, resources in combat.resources.items():
        hand = Hand(combat, [player])
        most = resources.mana.most
        for use in hand.every():
            for effect in hand.effects(use):
                if effect.kind is EffectKind.PUMP:
                    power += most if isinstance(effect.power, str) else max(0, effect.power)
                if effect.kind is EffectKind.DOUBLE_POWER:
                    factor *= 2
                new = effect.creature
                if new is not None:
                    name = f"new {len(entering)}"
                    entering += [
                        Creature(f"{name} {k}", player, new.power, new.toughness,
                                 max(0, new.power + new.toughness), keywords=new.keywords)
                        for k in range(effect.count)
                    ]  # fmt: skip
    largest = [
        replace(
            creature,
            power=(max(0, creature.power, creature.toughness) + power) * factor,
            keywords=(*creature.keywords, Keyword.DOUBLE_STRIKE),
        )
        for creature in (*combat.creatures.values(), *entering)
    ]
    combat = replace(combat, groups=tuple(largest), resources={}, after_first_strike={})
    goals = list(map(ObjectiveGoal, asked.objectives))
    found = bounds(Position.beginning(combat), goals)
    highs = tuple(high if asked.by_active else low for low, high in found)
    return turned(asked.objectives, highs)
