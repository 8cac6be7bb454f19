"""What a division, a threshold and a gate are; `engine.divisions` makes them.

(510.1, 702.2c, 702.19)
"""

from collections.abc import Container
from typing import NamedTuple

from engine.state import State


class Threshold(NamedTuple):
    """At least `needed` assigned to the recipient in this step, by anybody.

    With `deathtouch`, 1 from a source with deathtouch is enough as well (702.2c). It looks at what
    is assigned: whatever changes the damage afterwards does not matter (702.19b).
    """

    recipient: str
    needed: int
    deathtouch: bool


class Recipient(NamedTuple):
    """Something that a division may assign damage to, once the gate in front of it is open.

    Attributes
    ----------
    behind
        The recipients whose thresholds must be met first; one that is gone is no obstacle.
    rule
        The rule of the gate, such as 702.19b (trample) or 702.19c (trample over planeswalkers).
    sealed
        Nothing may go here at all while one of those in front is there.
    """

    id: str
    behind: tuple[str, ...] = ()
    rule: str = ""
    sealed: bool = False


class Option(NamedTuple):
    """One way in which a creature may assign its damage: all of it, among these recipients.

    Attributes
    ----------
    rule
        The rule that says whom it may be assigned to: 510.1b, 510.1c or 510.1d.
    in_combat
        The recipients must be in combat; else it is enough that they are on the battlefield.
    """

    recipients: tuple[Recipient, ...]
    rule: str
    in_combat: bool = True

    def present(self, state: State) -> "Option":
        """Return the option with only those recipients and obstacles that are there."""
        absent = (state.gone if self.in_combat else state.left) | state.lost
        for recipient in self.recipients:
            if recipient.id in absent or recipient.sealed:
                break
            if recipient.behind and not absent.isdisjoint(recipient.behind):
                break
        else:
            return self
        left = tuple(
            recipient._replace(behind=tuple(b for b in recipient.behind if b not in absent))
            for recipient in self.recipients
            if recipient.id not in absent
        )
        return self._replace(recipients=tuple(r for r in left if not (r.sealed and r.behind)))


class Division(NamedTuple):
    """One creature's combat damage in one step (510.1).

    Attributes
    ----------
    amount
        The damage that must be assigned in full, if the chosen option has a recipient at all
        (510.1a); always above 0.
    up_to
        Less than the amount may be assigned: only where that rule is waived (`engine.relaxation`).
    divider
        The player who divides it.
    options
        The ways to assign it, the ordinary one first. One without recipients assigns nothing.
    deathtouch
        Its source has deathtouch.
    rule
        The rule by which the divider is not the source's controller (702.22j, 702.22k, or 510.1c
        for an effect), or empty.
    while_there, unless_there
        Conditional divisions only: this one holds while any of these is in combat, or while none of
        those is.
    """

    source: str
    amount: int
    divider: str
    options: tuple[Option, ...]
    deathtouch: bool
    rule: str = ""
    while_there: tuple[str, ...] = ()
    unless_there: tuple[str, ...] = ()
    up_to: bool = False

    @property
    def is_forced(self) -> bool:
        """There is nothing to choose."""
        options = self.options
        return len(options) == 1 and len(options[0].recipients) <= (0 if self.up_to else 1)

    def holds(self, gone: Container[str]) -> bool:
        """Say whether its conditions hold when these have left combat."""
        if not self.while_there and not self.unless_there:
            return True
        if self.while_there and all(name in gone for name in self.while_there):
            return False
        return all(name in gone for name in self.unless_there)

    def present(self, state: State) -> "Division":
        """Return a division that holds, without its conditions and what is not there."""
        options = tuple([option.present(state) for option in self.options])
        if not (self.while_there or self.unless_there) and options == self.options:
            return self
        return self._replace(options=options, while_there=(), unless_there=())

    @property
    def is_plain(self) -> bool:
        """It is what it is while everything is there."""
        if self.while_there or self.unless_there:
            return False
        # Only what somebody else divides can have a sealed recipient, and that has a rule.
        return not (
            self.rule and any(r.sealed for option in self.options for r in option.recipients)
        )
