"""What uses of cards cost, and how a player pays for them (601.2f-h)."""

from collections.abc import Sequence
from dataclasses import replace

from engine.combat import Combat
from engine.resources.costs import LIFE_FOR_PHYREXIAN, Cost
from engine.resources.cycling import cycling_cost
from engine.resources.foretell import FORETELL_COST
from engine.resources.payment import Payment, pay_again
from engine.resources.use import Use, Way, card_of
from engine.resources.ward import ward_costs


def cost_of(combat: Combat, use: Use) -> Cost | None:
    """Return what a use costs, X and ward included; None if nothing can pay for it in this way.

    Ward is looked at as `combat` has it, whatever was used before (702.21a).
    """
    cost = plain_cost(combat, use)
    if cost is None:
        return None
    by_life, odd = divmod(use.life, LIFE_FOR_PHYREXIAN)
    if odd or not 0 <= by_life <= cost.phyrexian:
        return None
    cost = cost.at(use.x)
    if cost.phyrexian:
        cost = replace(cost, by_life=by_life)
    for extra in ward_costs(combat, use.player, use.targets):
        if extra is None:
            return None
        cost = cost.plus(extra)
    return cost


def life_paid(combat: Combat, use: Use) -> int:
    """Return the life that a use costs: for Phyrexian symbols, and for ward."""
    cost = cost_of(combat, use)
    return 0 if cost is None else use.life + cost.life


def plain_cost(combat: Combat, use: Use) -> Cost | None:
    """Return what a use costs by itself, with what X and Phyrexian symbols leave open."""
    card = card_of(combat, use)
    if use.way is Way.CYCLE:
        return cycling_cost(combat.resources[use.player], card)
    if use.way is Way.FORETELL:
        return FORETELL_COST
    return card.mana_cost if use.way is Way.CAST else card.foretell_cost


def payment_of(combat: Combat, player: str, uses: Sequence[Use]) -> Payment | None:
    """Return how a player pays for all these uses at once, or None if that is not possible.

    The `Payment.costs` are in the order of the player's uses; those of others are not looked at.
    The life paid is no more than the player has in `combat` (119.4), life gained since left aside.
    """
    own = [use for use in uses if use.player == player]
    costs = [cost_of(combat, use) for use in own]
    known = [cost for cost in costs if cost is not None]
    if len(known) < len(costs):
        return None
    return pay_again(tuple(known), combat.resources[player].mana, combat.players[player].life)


def has_x(combat: Combat, use: Use) -> bool:
    """Say whether there is an X in what a use costs (107.3)."""
    cost = plain_cost(combat, use)
    return cost is not None and cost.x > 0


def most_x(combat: Combat, use: Use) -> int:
    """Return the largest X that can be paid for a use, -1 if not even 0 can; 0 without an X."""
    if payment_of(combat, use.player, [replace(use, x=0)]) is None:
        return -1
    if not has_x(combat, use):
        return 0
    low, high = 0, combat.resources[use.player].mana.most
    while low < high:  # what can be paid for an X can be paid for every smaller one
        middle = (low + high + 1) // 2
        if payment_of(combat, use.player, [replace(use, x=middle)]) is None:
            high = middle - 1
        else:
            low = middle
    return low
