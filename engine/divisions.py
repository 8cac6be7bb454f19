"""Divisions, thresholds and gates: all that the rules of damage assignment come down to.

(510.1, 702.2c, 702.19)

A *threshold* says that a recipient has been assigned lethal damage or its loyalty in this step, by
anybody. A *division* is one creature's damage in one step: how much, who divides it, and among which
recipients; a recipient may stand *behind* others, whose thresholds must be met before the first
point may go there. A creature that may assign its damage in more than one way has several *options*,
of which the divider picks one.

A division is made once for a combat and then narrowed to the objects that are still there
(`Option.present`): what stands behind something that is gone stands behind it no longer (702.19d).
The checker, the encoding and the greedy answer all read these; nothing else knows the rules of
assignment.
"""

from collections.abc import Container
from dataclasses import dataclass, replace

from engine.combat import Combat, Step
from engine.keywords import Keyword
from engine.objects import Creature
from engine.state import State


@dataclass(frozen=True, slots=True)
class Threshold:
    """At least `needed` assigned to the recipient in this step, by anybody.

    With `deathtouch`, 1 from a source with deathtouch is enough as well (702.2c). It looks at what
    is assigned: whatever changes the damage afterwards does not matter (702.19b).
    """

    recipient: str
    needed: int
    deathtouch: bool


@dataclass(frozen=True, slots=True)
class Recipient:
    """Something that a division may assign damage to, once the gate in front of it is open.

    Attributes
    ----------
    behind
        The recipients whose thresholds must be met first; one that is gone is no obstacle.
    rule
        The rule of the gate: 702.19b (trample) or 702.19c (trample over planeswalkers).
    """

    id: str
    behind: tuple[str, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """One way in which a creature may assign its damage: all of it, among these recipients.

    Attributes
    ----------
    rule
        The rule that says whom it may be assigned to: 510.1b, 510.1c or 510.1d.
    """

    recipients: tuple[Recipient, ...]
    rule: str

    def present(self, gone: Container[str]) -> "Option":
        """Return the option with only those recipients and obstacles that are still there."""
        left = tuple(
            replace(recipient, behind=tuple(b for b in recipient.behind if b not in gone))
            for recipient in self.recipients
            if recipient.id not in gone
        )
        return Option(left, self.rule)


@dataclass(frozen=True, slots=True)
class Division:
    """One creature's combat damage in one step (510.1).

    Attributes
    ----------
    amount
        The damage that must be assigned in full, if the chosen option has a recipient at all
        (510.1a); always above 0.
    divider
        The player who divides it.
    options
        The ways to assign it, the ordinary one first. One without recipients assigns nothing.
    """

    source: str
    amount: int
    divider: str
    options: tuple[Option, ...]
    deathtouch: bool

    @property
    def is_forced(self) -> bool:
        """There is nothing to choose."""
        return len(self.options) == 1 and len(self.options[0].recipients) <= 1


def assigned_amount(creature: Creature, counters: int = 0) -> int:
    """Return how much damage a creature assigns, with this many -1/-1 counters (510.1a)."""
    if creature.assigns == "nothing":
        return 0
    basis = creature.toughness if creature.assigns == "toughness" else creature.power
    return max(0, basis - counters)


def potential_divisions(combat: Combat, step: Step) -> tuple[Division, ...]:
    """Return the divisions of a step as if everything that is there now were still there then.

    Creatures whose amount is 0 now are left out; counters can only lower it.
    """
    found = []
    for creature in combat.creatures.values():
        amount = assigned_amount(creature)
        if amount > 0 and combat.takes_part(creature.id, step):
            if creature.attacks:
                options, divider = _attacker_options(combat, creature), combat.active_player
            else:
                options, divider = (_blocker_option(combat, creature),), creature.controller
            touch = creature.has(Keyword.DEATHTOUCH)
            found.append(Division(creature.id, amount, divider, options, touch))
    return tuple(found)


def divisions(state: State, step: Step) -> tuple[Division, ...]:
    """Return the divisions of a step as it begins, in document order."""
    found = []
    for division in potential_divisions(state.combat, step):
        name = division.source
        amount = assigned_amount(state.combat.creatures[name], state.counters.get(name, 0))
        if name not in state.gone and amount > 0:
            absent = state.gone | state.lost
            options = tuple(option.present(absent) for option in division.options)
            found.append(replace(division, amount=amount, options=options))
    return tuple(found)


def thresholds(state: State) -> dict[str, Threshold]:
    """Return the thresholds of all creatures and planeswalkers that are there, by recipient.

    Lethal damage is what is missing to the toughness, marked damage counted, never below 0
    (702.19b, 120.6); a planeswalker's threshold is its loyalty (702.19c).
    """
    found = {
        name: Threshold(name, max(0, state.toughness(name) - state.marked[name]), deathtouch=True)
        for name in state.combat.creatures
        if name not in state.gone
    }
    for name, loyalty in state.loyalty.items():
        if name not in state.gone:
            found[name] = Threshold(name, loyalty, deathtouch=False)
    return found


def _attacker_options(combat: Combat, attacker: Creature) -> tuple[Option, ...]:
    blockers = combat.blockers[attacker.id]
    blocked = combat.is_blocked(attacker.id)
    options = [_blocked(combat, attacker, blockers) if blocked else _unblocked(combat, attacker)]
    if blocked and attacker.as_though_unblocked:
        options.append(_unblocked(combat, attacker))
    player = combat.defending_player(attacker.id)
    if attacker.divides_among_defenders and player is not None:
        theirs = (c.id for c in combat.creatures.values() if c.controller == player)
        options.append(Option(tuple(map(Recipient, [player, *theirs])), "510.1c"))
    return tuple(options)


def _unblocked(combat: Combat, attacker: Creature) -> Option:
    """All to what it attacks (510.1b), past a planeswalker with the ability (702.19c, e)."""
    return Option(_attacked(combat, attacker, ()), "510.1b")


def _blocked(combat: Combat, attacker: Creature, blockers: tuple[str, ...]) -> Option:
    """Its blockers (510.1c); with trample, what it attacks behind all of them (702.19b-d)."""
    recipients = tuple(map(Recipient, blockers))
    if attacker.tramples:
        recipients += _attacked(combat, attacker, blockers)
    return Option(recipients, "510.1c")


def _attacked(
    combat: Combat, attacker: Creature, blockers: tuple[str, ...]
) -> tuple[Recipient, ...]:
    """What it attacks, behind its blockers, and whom trample over planeswalkers reaches past it."""
    target = attacker.attacking
    past_walkers = attacker.has(Keyword.TRAMPLE_OVER_PLANESWALKERS)
    found = []
    if target is not None:
        found.append(Recipient(target, blockers, "702.19b" if blockers else ""))
    if past_walkers and (target is None or target in combat.planeswalkers):
        # The walker stands before its controller; once it is gone, only the blockers do (702.19e).
        player = combat.defending_player(attacker.id)
        if player is not None:
            walker = () if target is None else (target,)
            found.append(Recipient(player, blockers + walker, "702.19c"))
    return tuple(found)


def _blocker_option(combat: Combat, blocker: Creature) -> Option:
    """Among the attackers that it blocks (510.1d); trample is for attackers only (702.19a)."""
    return Option(tuple(map(Recipient, combat.blocks[blocker.id])), "510.1d")
