"""The quotient of a combat: every group of identical creatures is one creature with a count.

A reference to a group by its plain id means all of its copies. So where a combat refers to groups
by nothing else, each copy of an attacker faces every copy of each group that blocks it, and the
copies of a group differ by their names only: whoever may assign damage to one may assign it to all,
behind the same gate (510.1, 702.19). What one representative of each group may do, which
`engine.divisions` says as for any combat, is what every copy may do, and only totals count:

*Lemma.* Let a group of n copies with power a face groups completely, and let whole amounts x be
given for each (group, recipient) that add up to n * a for each attacking group. Then however the
amount that a recipient group gets is laid out over its copies, the copies of the attacking groups
can be assigned damage, each exactly a, that adds up to it: lay the pieces of a group's damage out
in a row, in any order, and cut the row after every a points. A gate that is open is open for all
copies, as it asks for the same thresholds.

That does not hold, and there is no quotient, where copies are told apart (a reference to ``id#3``,
bands, the ordered rule), where what is dealt is not what is assigned (shields, effects, protection)
or is counted for each copy (-1/-1 counters on a creature that damage does not end), where one side
divides the other side's damage, where a creature has a choice of divisions, or with two steps, the
first of which may leave the copies of a group different.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from engine.combat import Combat, Step
from engine.divisions import Division, Threshold, divisions, thresholds
from engine.keywords import Keyword
from engine.objects import Creature
from engine.relaxation import RelaxedCombat
from engine.state import State
from engine.state_actions import fate


@dataclass(frozen=True)
class Quotient:
    """A combat of groups, with one representative for each group.

    Attributes
    ----------
    combat
        The combat as it was given.
    representative
        The same with one creature, under the group's plain id, for each group.
    """

    combat: Combat
    representative: Combat

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many copies each group has."""
        return {group.id: group.count for group in self.combat.groups}

    @cached_property
    def state(self) -> State:
        """The representatives as the only damage step begins."""
        return State.beginning(self.representative)

    @cached_property
    def meetings(self) -> int:
        """How many single blockers face how many single attackers, all pairs counted."""
        pairs = ((b, a) for b, names in self.representative.blocks.items() for a in names)
        return sum(self.counts[blocker] * self.counts[attacker] for blocker, attacker in pairs)

    @property
    def step(self) -> Step:
        """The only damage step."""
        return Step.REGULAR

    @property
    def divisions(self) -> tuple[Division, ...]:
        """What each representative divides."""
        return divisions(self.state, self.step)

    @property
    def thresholds(self) -> dict[str, Threshold]:
        """The threshold of each representative and each planeswalker."""
        return thresholds(self.state)

    def dies(self, group: str) -> bool:
        """Say whether a copy with lethal damage dies: not if indestructible or regenerating."""
        return fate(self.state, group).by_deathtouch and not self.state.regeneration.get(group)

    def total(self, division: Division) -> int:
        """Return what all copies of a division's source assign together (510.1a)."""
        if not division.options[0].recipients:
            return 0
        return division.amount * self.counts[division.source]


def quotient(combat: Combat) -> Quotient | None:
    """Return the quotient of a combat, or None if it has no groups or is not determined by it."""
    if all(group.count == 1 for group in combat.groups) or isinstance(combat, RelaxedCombat):
        return None
    if combat.rules != "current" or combat.effects or combat.after_first_strike:
        return None
    names = {group.id for group in combat.groups}
    for player in combat.players.values():
        if not names.issuperset(player.commander_damage):
            return None
    if any(_is_special(group) or not names.issuperset(group.blocking) for group in combat.groups):
        return None
    singles = (g if g.count == 1 else replace(g, count=1) for g in combat.groups)
    single = replace(combat, groups=tuple(singles))
    if single.has_modifiers or single.steps != (Step.REGULAR,):
        return None
    found = Quotient(combat, single)
    if any(_counts_each_copy(found, *pair) for pair in _fights(single)):
        return None
    return found


def _is_special(group: Creature) -> bool:
    """Say whether a group's copies may be told apart, or have more than one way to assign."""
    return bool(
        group.band is not None
        or group.assigned_by is not None
        or group.as_though_unblocked
        or group.divides_among_defenders
        or group.shield_counters
        or group.has(Keyword.BANDING)
    )


def _fights(combat: Combat) -> Iterator[tuple[str, str]]:
    """Yield who may damage whom among the creatures."""
    for blocker, attackers in combat.blocks.items():
        for attacker in attackers:
            yield blocker, attacker
            yield attacker, blocker


def _counts_each_copy(given: Quotient, source: str, target: str) -> bool:
    """Say whether -1/-1 counters matter to a target that lethal damage does not end (704.5f)."""
    return given.state.creatures[source].deals_counters and not given.dies(target)
