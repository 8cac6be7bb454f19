"""Who assigns combat damage in which step, and how much (510.1a, 510.4)."""

from engine.combat import Step
from engine.keywords import Keyword
from engine.objects import Creature
from engine.relaxation import relaxation_of
from engine.state import State


def assigned_amount(creature: Creature, counters: int = 0) -> int:
    """Return how much damage a creature assigns, with this many -1/-1 counters (510.1a)."""
    if creature.assigns == "power":
        amount = creature.power - counters
        return amount if amount > 0 else 0
    return max(0, creature.toughness - counters) if creature.assigns == "toughness" else 0


def takes_part(state: State, name: str, step: Step) -> bool:
    """Say whether a creature assigns damage in a step (510.4, 702.4, 702.7).

    In the second of two steps: if it had neither first nor double strike as the first one began, or
    has double strike now.
    """
    combat = state.combat
    if name in state.gone or not combat.in_combat(name):
        return False
    return name in relaxation_of(combat).steps or strikes_in(state, name, step)


def strikes_in(state: State, name: str, step: Step) -> bool:
    """Say whether a creature that is in combat strikes in a step, nothing waived."""
    combat = state.combat
    if step is Step.FIRST_STRIKE:
        return combat.creatures[name].strikes_first
    if len(combat.steps) == 1 or not combat.creatures[name].strikes_first:
        return True
    return state.creatures[name].has(Keyword.DOUBLE_STRIKE)
