"""How each thing looks in a step: its numbers before and after, its threshold, whether it dies."""

from collections.abc import Mapping, Sequence

from engine.assignment import Assigned
from engine.combat import Combat
from engine.divisions import thresholds
from engine.keywords import Keyword
from engine.legality import Tally
from engine.objects import Creature
from engine.state import State
from optimizer.picture.scene import Card, Look


class Looks:
    """The looks of a panel.

    Parameters
    ----------
    before, after
        The states around the step; the same where nothing happens, or nothing may be said of it.
    rows
        What is assigned in it.
    wrong
        Creatures that break a rule, with what is wrong.
    """

    def __init__(
        self, before: State, after: State, rows: Sequence[Assigned], wrong: Mapping[str, str]
    ) -> None:
        self.before, self.after, self.wrong = before, after, wrong
        self.thresholds = thresholds(before)
        self.tally = Tally({}, set())
        for source, target, amount in rows:
            self.tally.total[target] = self.tally.total.get(target, 0) + amount
            if before.creatures[source].has(Keyword.DEATHTOUCH):
                self.tally.touched.add(target)

    def of(self, cards: Mapping[str, Card]) -> dict[str, Look]:
        """Return how each card looks."""
        return {key: self._look(card) for key, card in cards.items()}

    def _look(self, card: Card) -> Look:
        name = card.members[0]
        if card.kind == "creature":
            return self._creature(card, name)
        combat = self.before.combat
        notes: list[str] = []
        if card.kind == "player":
            word, before, after = "life", self.before.life, self.after.life
            poison = _change(self.before.poison[name], self.after.poison[name])
            notes += [f"poison {poison}"] if poison != "0" else []
            team = combat.players[name].team
            notes += [f"team {team}"] if team else []
            is_dead = name in self.after.lost and name not in self.before.lost
            is_gone = name in self.before.lost
            notes += ["loses"] if is_dead else []
        else:
            walker = card.kind == "planeswalker"
            word = "loyalty" if walker else "defense"
            before = self.before.loyalty if walker else self.before.defense
            after = self.after.loyalty if walker else self.after.defense
            is_gone = name in self.before.left or not before[name]
            is_dead = not is_gone and not after[name]
            notes += [("dies" if walker else "defeated")] if is_dead else []
            if walker:
                notes.append(f"of {combat.planeswalkers[name].controller}")
            else:
                notes.append(f"protected by {combat.battles[name].protector}")
        received = self.tally.total.get(name, 0)
        needed = before[name] if received and card.kind != "player" else None
        stats = f"{word} {_change(before[name], after[name])}"
        title = f"{card.key}: {', '.join([stats, *notes])}"
        title += f"; assigned {received} damage" if received else ""
        is_met = needed is not None and received >= needed
        return Look(
            stats, tuple(notes), received, needed, is_met, is_dead, is_gone, title=title,
        )  # fmt: skip

    def _creature(self, card: Card, name: str) -> Look:
        state = self.before
        creature = state.creatures[name]
        stats = f"{creature.power - state.counters.get(name, 0)}/{state.toughness(name)}"
        marked = state.marked[name]
        is_gone = name in state.left
        is_dead = name in self.after.died and name not in state.died
        received = self.tally.total.get(name, 0)
        threshold = self.thresholds.get(name)
        is_met = threshold is not None and bool(received) and self.tally.meets(threshold)
        needed = threshold.needed if threshold is not None and received else None
        if needed is not None and is_met and needed > received:
            needed = 1  # a source with deathtouch is among them (702.2c)
        fate = _fate(state, self.after, name, is_met=is_met, is_dead=is_dead)
        notes = [f"damage {marked}"] * bool(marked) + properties(creature)
        wrong = self.wrong.get(name, "")
        title = _title(card, creature, stats, notes, received, needed, fate)
        title += f"; {wrong}" if wrong else ""
        return Look(
            stats, tuple(notes), received, needed, is_met, is_dead, is_gone, bool(wrong), title,
        )  # fmt: skip


def properties(creature: Creature) -> list[str]:
    """Return what is said of a creature besides its numbers, in the document's words."""
    words = list(dict.fromkeys(creature.keywords))
    words += [f"assigns {creature.assigns}"] * (creature.assigns != "power")
    words += ["as though unblocked"] * creature.as_though_unblocked
    words += ["divides among defenders"] * creature.divides_among_defenders
    words += [f"deals ×{creature.deals}"] * (creature.deals != 1)
    words += [f"prevent {creature.prevent}"] * bool(creature.prevent)
    words += [f"regeneration {creature.regeneration_shields}"] * bool(creature.regeneration_shields)
    words += [f"shield counters {creature.shield_counters}"] * bool(creature.shield_counters)
    words += [f"band {creature.band}"] * (creature.band is not None)
    words += ["commander"] * creature.commander
    words += ["tapped"] * (creature.tapped and not creature.attacks)
    words += ["summoning sick"] * creature.summoning_sick
    return words


def _fate(before: State, after: State, name: str, *, is_met: bool, is_dead: bool) -> str:
    if name in before.left:
        return "gone"
    if is_dead:
        return "dies"
    if before is after:
        return ""
    if name in after.left:
        return "leaves the game with its player"
    return "survives" if is_met else ""


def _title(
    card: Card, creature: Creature, stats: str, notes: Sequence[str], received: int,
    needed: int | None, fate: str,
) -> str:  # fmt: skip
    count = f" ×{len(card.members)}" if len(card.members) > 1 else ""
    named = creature.card
    words = [f"{card.key}{count}"]
    words += [f"({named})"] * (named is not None and named != creature.id)
    words += [f"{stats}, controlled by {creature.controller}"]
    text = "; ".join([" ".join(words), *[", ".join(notes)] * bool(notes)])
    if needed is not None:
        text += f"; assigned {received}, lethal damage is {needed}"
    return f"{text}; {fate}" if fate else text


def _change(before: int, after: int) -> str:
    return str(after) if before == after else f"{before} → {after}"


def owner(combat: Combat, card: Card) -> str:
    """Return the player to whom a card belongs."""
    name = card.members[0]
    if card.kind == "player":
        return name
    things = {"creature": combat.creatures, "planeswalker": combat.planeswalkers}
    if card.kind in things:
        return things[card.kind][name].controller  # type: ignore[attr-defined,no-any-return]
    return combat.battles[name].protector
