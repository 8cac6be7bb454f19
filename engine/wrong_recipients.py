"""Why a creature may not assign combat damage to something, or may assign none at all (510.1)."""

from collections.abc import Iterable

from engine.combat import Step
from engine.divisions import Division, Option, takes_part
from engine.state import State
from engine.violation import Violation


def wrong_recipient(
    state: State, step: Step, division: Division, option: Option, target: str
) -> Violation:
    """Return the violation of a creature that assigns damage to what is not among its options."""
    rule, message = _why_not(state, division, option, target)
    return Violation(rule, message, step, division.source, target)


def _why_not(state: State, division: Division, option: Option, target: str) -> tuple[str, str]:
    name = division.source
    creature = state.creatures[name]
    combat = state.combat
    if division.rule == "702.22j":
        faces = _listed(r.id for r in option.recipients)
        return "702.22j", (
            f"{name} is blocked by a creature with banding, so {division.divider} divides its "
            f"damage among its blockers ({faces}), not to {target}"
        )
    if not creature.attacks:
        if creature.tramples and target in combat.players:
            return "702.19a", (
                f"{name} is blocking, so its trample does nothing and it may not assign damage to "
                f"{target}"
            )
        faces = _listed(r.id for r in option.recipients) or "none that is still there"
        return "510.1d", (
            f"{name} may assign damage only to the creatures it blocks ({faces}), not to {target}"
        )
    attacked = creature.attacking
    nothing = attacked is None or attacked in state.gone or attacked in state.lost
    left = [blocker for blocker in combat.blockers[name] if blocker not in state.gone]
    blocked = combat.is_blocked(name)
    walker = attacked in combat.planeswalkers or attacked is None
    if creature.tramples and walker and target == combat.defending_player(name):
        return "702.19f", (
            f"{name} tramples to the planeswalker that it attacks, never past it to {target}"
        )
    if nothing and not (blocked and not creature.tramples) and not left:
        return "506.4c", f"{name} is attacking nothing, so it may not assign damage to {target}"
    if blocked and not left and creature.tramples:
        return "702.19d", (
            f"no creature is blocking {name} any more, so it assigns its damage to {attacked}, "
            f"not to {target}"
        )
    if blocked:
        faces = f"only to the creatures blocking it ({_listed(left)}), not"
        if not left:
            faces = "to nothing, as no creature is blocking it any more; not"
        return "510.1c", f"{name} is blocked and may assign damage {faces} to {target}"
    return "510.1b", f"{name} is unblocked and assigns its damage to {attacked}, not to {target}"


def outsider(state: State, step: Step, source: str) -> Violation:
    """Return the violation of a creature that assigns damage but must not in this step."""
    if source in state.gone or not state.combat.in_combat(source):
        return Violation("510.1", f"{source} is not in combat", step, source)
    if not takes_part(state, source, step):
        why = "has no first strike" if step is Step.FIRST_STRIKE else "has struck already"
        what = f"{source} {why} and assigns no damage in the {step_name(step)} damage step"
        return Violation("510.4", what, step, source)
    basis = state.creatures[source].assigns
    why = "" if basis == "nothing" else f", as its {basis} is 0 or less"
    return Violation("510.1a", f"{source} assigns no damage{why}", step, source)


def step_name(step: Step) -> str:
    """Return a combat damage step as a message names it."""
    return "first-strike" if step is Step.FIRST_STRIKE else "regular"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
