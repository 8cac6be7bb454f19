"""What changes damage between assigning and dealing (614, 615, 616.1, 702.16e, 122.1c)."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from engine.colors import WORD_OF
from engine.combat import Combat
from engine.modifiers import is_protected, modifier
from engine.objects import Creature, Effect, Select
from engine.state import State
from optimizer.reasons.desires import Desires
from optimizer.reasons.facts import Candidate, Change, Fact, Kind
from optimizer.reasons.shapes import things_of
from optimizer.reasons.variant import Variant
from optimizer.reasons.words import count, listed


class ModifierFacts:
    """The facts about what changes damage that stand in the way of some desires.

    Parameters
    ----------
    combat
        The real combat.
    desires
        What would help.
    """

    def __init__(self, combat: Combat, desires: Desires) -> None:
        self.combat = combat
        self.desires = desires
        self.state = State.beginning(combat)
        self.pairs = list(self._pairs())

    def all(self) -> list[Candidate]:
        """Return every fact, in reading order."""
        fighters = [c for c in self.combat.creatures.values() if self.combat.in_combat(c.id)]
        found = [self._deals(creature) for creature in fighters if creature.deals != 1]
        found += [self._effect(k) for k in range(len(self.combat.effects))]
        found += [self._prevented(name) for name in self.state.shields]
        found += [self._counter(name) for name in self.state.shield_counters]
        found += [self._protection(name) for name in self._protected()]
        return [one for one in found if one is not None]

    def _pairs(self) -> Iterable[tuple[str, str]]:
        """Yield every creature in combat with everything that it could ever damage."""
        combat = self.combat
        sides = (combat.defending_players, sorted(combat.active_side))
        things = [things_of(combat, players) for players in sides]
        for creature in combat.creatures.values():
            if combat.in_combat(creature.id):
                for target in things[creature.controller not in combat.active_side]:
                    yield creature.id, target

    def _wanted(self, pairs: Iterable[tuple[str, str]]) -> set[int]:
        return {sign for pair in pairs for sign in self.desires.of_damage(*pair)}

    def _modifier(
        self, fact: Fact, change: Change, wanted: set[int], *, less: bool
    ) -> Candidate | None:
        """Return a fact that makes damage less, or more, if it stands in the way of something."""
        if (1 if less else -1) not in wanted:
            return None
        sure = len(self.combat.steps) == 1 and len(wanted) == 1
        return Candidate(Kind.MODIFIER, fact, (change,), fact.creatures, always_helps=sure)

    def _deals(self, creature: Creature) -> Candidate | None:
        name, factor = creature.id, creature.deals
        pairs = [pair for pair in self.pairs if pair[0] == name]
        fact = Fact("615.1", f"all damage that {name} would deal is prevented", (name,))
        if factor:
            fact = Fact("614.1a", f"{name} deals {factor} times its damage", (name,))

        def change(variant: Variant) -> None:
            variant.change(name, deals=1)

        return self._modifier(fact, change, self._wanted(pairs), less=not factor)

    def _effect(self, number: int) -> Candidate | None:
        effect, effects = self.combat.effects[number], self.combat.effects
        without = replace(self.combat, effects=(*effects[:number], *effects[number + 1 :]))
        other = State.beginning(without)
        pairs = [p for p in self.pairs if modifier(self.state, *p) != modifier(other, *p)]
        less = effect.kind == "prevent" or effect.amount == 0

        def change(variant: Variant) -> None:
            variant.effects.remove(effect)

        return self._modifier(_effect_fact(effect), change, self._wanted(pairs), less=less)

    def _prevented(self, name: str) -> Candidate | None:
        amount = self.state.shields[name]
        pairs = [pair for pair in self.pairs if pair[1] == name]
        fact = Fact("615.1", f"all damage to {name} is prevented", self._creatures(name))
        if amount != "all":
            sentence = f"the next {amount} damage to {name} is prevented"
            fact = Fact("615.7", sentence, self._creatures(name))
        change = partial(Variant.unprotect, name=name)
        return self._modifier(fact, change, self._wanted(pairs), less=True)

    def _counter(self, name: str) -> Candidate | None:
        counters = self.state.shield_counters[name]
        pairs = [pair for pair in self.pairs if pair[1] == name]
        has = f"{name} has {count(counters, 'shield counter')}"
        sentence = f"{has}, so damage to it is prevented and one is removed"

        def change(variant: Variant) -> None:
            variant.change(name, shield_counters=0)

        fact = Fact("122.1c", sentence, (name,))
        return self._modifier(fact, change, self._wanted(pairs), less=True)

    def _protected(self) -> list[str]:
        creatures = self.combat.creatures
        found = (t for s, t in self.pairs if is_protected(self.state, t, creatures[s]))
        return list(dict.fromkeys(found))

    def _protection(self, name: str) -> Candidate | None:
        creatures, walkers = self.combat.creatures, self.combat.planeswalkers
        thing = creatures[name] if name in creatures else walkers[name]
        keywords = [k for k in thing.keywords if k.startswith("protection from ")]
        pairs = [
            (s, t) for s, t in self.pairs if t == name and is_protected(self.state, t, creatures[s])
        ]
        sources = [source for source, _ in pairs]
        sentence = (
            f"{name} has {listed(keywords)}, so damage to it by {listed(sources)} is prevented"
        )
        fact = Fact("702.16e", sentence, (*self._creatures(name), *sources))
        change = partial(Variant.lose_keywords, name=name, keywords=keywords)
        return self._modifier(fact, change, self._wanted(pairs), less=True)

    def _creatures(self, name: str) -> tuple[str, ...]:
        return (name,) if name in self.combat.creatures else ()


# --- effects in words ----------------------------------------------------------------------------


def _effect_fact(effect: Effect) -> Fact:
    damage = "damage"
    if effect.targets is not None:
        damage += f" to {_selected(effect.targets, 'object')}"
    if effect.sources is not None:
        damage += f" by {_selected(effect.sources, 'source')}"
    names = tuple(n for s in (effect.sources, effect.targets) if s and s.ids for n in s.ids)
    if effect.amount == "all" or (effect.kind == "multiply" and effect.amount == 0):
        return Fact("615.1", f"all {damage} is prevented", names)
    if effect.kind == "prevent":
        return Fact("615.10", f"of each source's {damage}, {effect.amount} is prevented", names)
    if effect.kind == "multiply":
        return Fact("614.1a", f"{damage} is multiplied by {effect.amount}", names)
    return Fact("614.1a", f"{damage} is increased by {effect.amount}", names)


def _selected(select: Select, thing: str) -> str:
    if select.ids is not None:
        return listed(select.ids)
    words = [WORD_OF.get(select.color or "", ""), select.type or "", f"{select.kind or thing}s"]
    text = " ".join(word for word in words if word)
    if select.keyword:
        text += f" with {select.keyword}"
    if select.controller:
        text += f" that {select.controller} controls"
    return text
