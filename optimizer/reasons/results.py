"""What damage does: how much destroys a creature, what there is to begin with (704.5, 702.12b)."""

from collections.abc import Callable, Sequence
from functools import partial

from engine.combat import Combat
from engine.keywords import Keyword
from engine.state import State
from engine.state_actions import COMMANDER_DAMAGE_TO_LOSE, defeat
from optimizer.reasons.desires import Desires
from optimizer.reasons.facts import Candidate, Change, Fact, Kind
from optimizer.reasons.variant import Variant
from optimizer.reasons.words import classes, count, each, listed


class ResultFacts:
    """The facts about what damage does that bear on some desires.

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
        self.one_step = len(combat.steps) == 1
        self.fighters = [c for c in combat.creatures.values() if combat.in_combat(c.id)]

    def all(self) -> list[Candidate]:
        """Return every fact, in reading order."""
        found: list[Candidate | None] = []
        creatures, death = self.combat.creatures.values(), self.desires.death
        for group in classes(self.combat, creatures, lambda name: frozenset(death[name])):
            found.append(self._lethality(group))
            found.append(self._indestructible(group))
            found.append(self._regeneration(group))
        found += self._starts()
        found += self._commanders()
        return [one for one in found if one is not None]

    # --- what destroys creatures ---------------------------------------------------------------

    def _lethality(self, group: Sequence[str]) -> Candidate | None:
        """How much destroys a creature (704.5g); in a wish to survive, how little."""
        name = group[0]
        wanted = self.desires.death[name]
        creature, missing = self.combat.creatures[name], self._missing(name)
        if not wanted or self._judges_gates_of_others(group):
            return None
        changes: list[Change] = []
        if 1 in wanted and missing > 1:
            changes.append(_of_each(Variant.weaken, group))
        if -1 in wanted and not creature.has(Keyword.INDESTRUCTIBLE):
            changes.append(_of_each(Variant.strengthen, group))
        if not changes:
            return None
        fact = Fact("704.5g", self._lethal_sentence(group, touch=-1 in wanted), tuple(group))
        sure = self.one_step and len(wanted) == 1
        return Candidate(Kind.RESULT, fact, tuple(changes), tuple(group), sure, missing)

    def _missing(self, name: str) -> int:
        return self.state.toughness(name) - self.state.marked[name]

    def _lethal_sentence(self, group: Sequence[str], *, touch: bool) -> str:
        creature, who = self.combat.creatures[group[0]], each(self.combat, group)
        missing = self._missing(group[0])
        with_ = f", with {creature.damage} damage marked," if creature.damage else ","
        more = f"{missing} more" if creature.damage else f"{missing} damage"
        verb = "destroys" if missing == 1 else "destroy"
        sentence = f"{who} has toughness {creature.toughness}{with_} so {more} {verb} it"
        killers = [
            c.id
            for c in self.fighters
            if c.has(Keyword.DEATHTOUCH)
            and not self.combat.same_side(c.controller, creature.controller)
        ]
        if touch and killers:
            sentence += f", as does any damage by {listed(killers)}, with deathtouch"
        return sentence

    def _judges_gates_of_others(self, names: Sequence[str]) -> bool:
        """Whether the other side's gates look at it (the ordered rule): then it stays as it is."""
        own = self.combat.creatures[names[0]].controller in self.combat.active_side
        blocks = self.combat.blocks.values()
        return (
            own
            and self.combat.rules == "ordered"
            and any(len(faced) > 1 and names[0] in faced for faced in blocks)
        )

    def _indestructible(self, group: Sequence[str]) -> Candidate | None:
        if not self.combat.creatures[group[0]].has(Keyword.INDESTRUCTIBLE):
            return None
        sentence = f"{each(self.combat, group)} is indestructible, so damage does not destroy it"
        fact = Fact("702.12b", sentence, tuple(group))
        return self._survival(group, fact, Variant.make_destructible)

    def _regeneration(self, group: Sequence[str]) -> Candidate | None:
        shields = self.state.regeneration.get(group[0], 0)
        if not shields:
            return None
        who = each(self.combat, group)
        what = "a regeneration shield" if shields == 1 else f"{shields} regeneration shields"
        sentence = f"{who} has {what}, so it regenerates instead of being destroyed"
        return self._survival(
            group,
            Fact("701.19", sentence, tuple(group)),
            lambda variant, name: variant.change(name, regeneration_shields=0),
        )

    def _survival(
        self, group: Sequence[str], fact: Fact, change_one: Callable[[Variant, str], None]
    ) -> Candidate | None:
        wanted = self.desires.death[group[0]]
        if 1 not in wanted:
            return None
        sure = self.one_step and len(wanted) == 1
        change = _of_each(change_one, group)
        return Candidate(Kind.RESULT, fact, (change,), tuple(group), always_helps=sure)

    # --- what is there to begin with -----------------------------------------------------------

    def _starts(self) -> list[Candidate]:
        found, seen = [], set()
        for (kind, name), values in self.desires.starts.items():
            team = self.combat.team(name)[0] if kind in ("life", "poison") else name
            now = getattr(self.state, kind)[name]
            changes = tuple(
                partial(Variant.begin_with, kind=kind, name=name, value=value)
                for value in values
                if value != now
            )
            if (kind, team) in seen or not changes or (kind == "poison" and not self._poisons()):
                continue
            seen.add((kind, team))
            rule, sentence, number = self._start_fact(kind, name, now, "lose" in values.values())
            sure = self.one_step and len(changes) == 1
            fact = Fact(rule, sentence)
            found.append(Candidate(Kind.RESULT, fact, changes, (name,), sure, number))
        return found

    def _start_fact(self, kind: str, name: str, now: int, loses: bool) -> tuple[str, str, int]:
        """Return rule, sentence and the damage that is needed, or -1."""
        what = {"life": f"{now} life", "poison": count(now, "poison counter")}
        have = f"{name} has {what.get(kind, f'{kind} {now}')}"
        if not loses:
            rule = {"life": "120.3a", "poison": "120.3b", "loyalty": "120.3c", "defense": "120.3h"}
            return rule[kind], f"{have} as combat damage begins", -1 if kind == "poison" else now
        if kind == "poison":
            rule_ = "704.5c" if self.combat.players[name].team is None else "704.6b"
            return rule_, f"{have}, so {defeat(self.state, name).poison} more make {name} lose", -1
        ends = {
            "life": ("704.5a", f"makes {name} lose"),
            "loyalty": ("704.5i", "puts it into the graveyard"),
            "defense": ("704.5v", "defeats it"),
        }
        return ends[kind][0], f"{have}, so {now} damage {ends[kind][1]}", now

    def _poisons(self) -> bool:
        return any(c.toxic or c.has(Keyword.INFECT) for c in self.fighters)

    def _commanders(self) -> list[Candidate]:
        found = []
        for (player, name), values in self.desires.commanders.items():
            now = self.state.commander_damage.get((player, name), 0)
            changes = tuple(
                partial(Variant.deal_before, player=player, commander=name, value=value)
                for value in values
                if value != now
            )
            if changes and self.combat.in_combat(name):
                missing = COMMANDER_DAMAGE_TO_LOSE - now
                sentence = (
                    f"{player} has been dealt {now} combat damage by {name}, so {missing} more "
                    f"makes {player} lose"
                )
                sure = self.one_step and len(changes) == 1
                fact = Fact("704.6c", sentence, (name,))
                found.append(Candidate(Kind.RESULT, fact, changes, (player,), sure))
        return found


def _of_each(change: Callable[[Variant, str], None], names: Sequence[str]) -> Change:
    def every(variant: Variant) -> None:
        for name in names:
            change(variant, name)

    return every
