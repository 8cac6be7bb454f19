"""Every use of cards that a player may make; with all that is asked about uses."""

from collections.abc import Iterator
from dataclasses import replace

from engine.combat import Combat
from engine.resources.costs import LIFE_FOR_PHYREXIAN
from engine.resources.judging import check_uses as check_uses
from engine.resources.resolving import choices, options
from engine.resources.usable import why_not as why_not
from engine.resources.use import Use as Use
from engine.resources.use import Way as Way
from engine.resources.use import card_of as card_of
from engine.resources.use import effects_of as effects_of
from engine.resources.use import origin_of as origin_of
from engine.resources.use import stack_of as stack_of
from engine.resources.use_costs import cost_of as cost_of
from engine.resources.use_costs import has_x as has_x
from engine.resources.use_costs import life_paid as life_paid
from engine.resources.use_costs import most_x as most_x
from engine.resources.use_costs import payment_of as payment_of
from engine.resources.use_costs import plain_cost
from engine.state import State
from engine.window import Window as Window


def possible_uses(
    combat: Combat, player: str, window: Window, state: State | None = None
) -> tuple[Use, ...]:
    """Return every single use that a player may make: card, way, X and targets.

    Each is legal and payable on its own. The order is that of the document: hand, then foretold
    cards; for each card casting before cycling, X from 0 up, the targets in document order.

    Parameters
    ----------
    state
        The combat as it is in that window; None: as `combat` says it.
    """
    now = State.beginning(combat) if state is None else state
    return tuple(
        found
        for use in untargeted_uses(combat, player, window)
        for found in targeted(combat, now, use)
    )


def untargeted_uses(combat: Combat, player: str, window: Window) -> tuple[Use, ...]:
    """Return the uses that a player may make, targets left aside: card, way, X and life."""
    resources = combat.resources.get(player)
    found: list[Use] = []
    for way in (Way.CAST, Way.CYCLE, Way.FORETOLD) if resources else ():
        for k in range(len(resources.zone(way.zone)) if resources else 0):
            use = Use(player, k, way, window)
            cost = plain_cost(combat, use)
            if cost is None or why_not(combat, use) is not None:
                continue
            for symbols in range(cost.phyrexian + 1):
                use = replace(use, life=LIFE_FOR_PHYREXIAN * symbols)
                found += (replace(use, x=x) for x in range(most_x(combat, use) + 1))
    return tuple(sorted(found, key=lambda use: (use.way.zone == "foretold", use.card)))


def targeted(combat: Combat, state: State, use: Use) -> Iterator[Use]:
    """Yield a use with all the targets that it may have."""
    wanted = [
        (scope, item.origin) for item in stack_of(combat, use) for scope in choices(item.effects)
    ]

    def extend(k: int, chosen: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if k == len(wanted):
            yield chosen
            return
        scope, origin = wanted[k]
        for names in options(state, scope, origin, chosen):
            yield from extend(k + 1, (*chosen, *names))

    for targets in extend(0, ()):
        found = replace(use, targets=targets)
        if life_paid(combat, found) > state.life[use.player]:
            continue
        if not any(targets) or payment_of(combat, use.player, [found]) is not None:  # for ward
            yield found
