"""Divisions with waived rules (`engine.relaxation`): what a creature could do without a rule."""

from collections.abc import Container

from engine.combat import Step
from engine.division import Division, Option, Recipient
from engine.participation import strikes_in
from engine.relaxation import relaxation_of
from engine.state import State


def relaxed(state: State, step: Step, division: Division) -> Division:
    """Return a division with what is waived for it, if the active side divides it."""
    waived, name = relaxation_of(state.combat), division.source
    if division.divider not in state.combat.active_side:
        return division if strikes_in(state, name, step) else division._replace(amount=0)
    if name in waived.amounts:
        division = division._replace(amount=waived.amounts[name], up_to=True)
    elif name in waived.steps and not strikes_in(state, name, step):
        division = division._replace(up_to=True)
    if name in waived.recipients:
        ordinary = _with_recipients(state, division.options[0], name, waived.recipients[name])
        division = division._replace(options=(ordinary, *division.options[1:]))
    if any(source == name for source, _ in waived.gates):
        options = tuple(_ungated(option, name, waived.gates) for option in division.options)
        division = division._replace(options=options)
    return division


def _with_recipients(state: State, option: Option, name: str, more: tuple[str, ...]) -> Option:
    creature, combat = state.combat.creatures[name], state.combat
    blockers = combat.fighting_order(name) if creature.attacks and creature.tramples else ()
    known = {recipient.id for recipient in option.recipients}
    added = (Recipient(r, blockers, "702.19b" if blockers else "") for r in more if r not in known)
    return option._replace(recipients=(*option.recipients, *added))


def _ungated(option: Option, name: str, gates: Container[tuple[str, str]]) -> Option:
    recipients = (
        recipient._replace(behind=tuple(b for b in recipient.behind if (name, b) not in gates))
        for recipient in option.recipients
    )
    return option._replace(recipients=tuple(recipients))


def ungated(division: Division) -> Division:
    """Return a division without its gates: what is left is to judge afterwards."""
    options = tuple(
        option._replace(recipients=tuple(Recipient(r.id) for r in option.recipients))
        for option in division.options
    )
    return division._replace(options=options)
