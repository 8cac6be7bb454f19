"""Foretell (702.143, 116.2h): a special action now, an alternative cost on a later turn."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.combat import Combat
from engine.resources.cards import HIDDEN, ResourceCard, Resources
from engine.resources.costs import Cost
from engine.resources.table import find_trick

FORETELL_COST = Cost(2)
"""116.2h: what foretelling a card costs, whatever its foretell cost is."""


@dataclass(frozen=True)
class Mark:
    """What tells a foretold card from the others of its owner (702.143e).

    Attributes
    ----------
    place
        The how manieth it was that was put there, from 1.
    cost
        Its foretell cost, if that is another than the printed one (702.143d).
    """

    place: int
    cost: str | None


def why_not_foretold(combat: Combat, player: str, card: ResourceCard) -> tuple[str, str] | None:
    """Return the rule and the reason why a player may not foretell a card of the hand now.

    That is possible whenever the player has priority in a turn of their own, in combat too.
    """
    if card.foretell is None:
        return "702.143a", f"{card.name} has no foretell"
    if player not in combat.active_side:
        return "116.2h", f"{player} may foretell {card.name} in their own turn only"
    return None


def foretold(resources: Resources, position: int) -> Resources:
    """Return a player's resources after a card of the hand was foretold (702.143a, b).

    That is a special action: nothing goes on the stack, nobody can respond, and the card lies face
    down after those that were foretold before (702.143e). The mana is not looked at here
    (`FORETELL_COST`), nor whether it may be done (`why_not_foretold`).
    """
    card = replace(resources.hand[position], foretold_this_turn=True)
    hand = resources.hand[:position] + resources.hand[position + 1 :]
    return replace(resources, hand=hand, foretold=(*resources.foretold, card))


def make_foretold(resources: Resources, card: ResourceCard, cost: str | None = None) -> Resources:
    """Return a player's resources after an effect made a card in exile foretold (702.143d).

    Parameters
    ----------
    cost
        The foretell cost that the effect gives it; None: it has the printed one, if any.
    """
    given = replace(card, foretell=cost or card.foretell, foretold_this_turn=True)
    return replace(resources, foretold=(*resources.foretold, given))


def after_turn(resources: Resources) -> Resources:
    """Return a player's resources once the turn has ended: what was foretold may be cast."""
    cards = tuple(replace(card, foretold_this_turn=False) for card in resources.foretold)
    return replace(resources, foretold=cards)


def why_not_cast_foretold(card: ResourceCard) -> tuple[str, str] | None:
    """Return the rule and the reason why a foretold card cannot be cast for its foretell cost.

    Its timing is its own: the foretell cost changes what is paid only (702.143a, 601.2b).
    """
    if card.foretell is None:
        return "702.143a", f"{card.name} has no foretell cost"
    if card.foretold_this_turn:
        what = f"{card.name} was foretold this turn, and may be cast once this turn has ended"
        return "702.143a", what
    return None


def was_foretold(way: str) -> bool:
    """Say whether a spell that is cast in a way was foretold, for what asks that (702.143c)."""
    return way == "foretold"


def marks(resources: Resources) -> tuple[Mark, ...]:
    """Return what tells a player's foretold cards apart (702.143e)."""
    found = []
    for k, card in enumerate(resources.foretold, 1):
        printed = None if card.hidden else find_trick(card.name)
        given = card.foretell if printed is None or printed.foretell != card.foretell else None
        found.append(Mark(k, given))
    return tuple(found)


def seen_by(combat: Combat, player: str) -> Combat:
    """Return the combat as a player knows it: of others' hidden cards only that they are there.

    Of a foretold card one also knows whether it was foretold this turn, and its place among the
    others (702.143a, e).
    """

    def hidden(cards: tuple[ResourceCard, ...]) -> tuple[ResourceCard, ...]:
        return tuple(replace(HIDDEN, foretold_this_turn=c.foretold_this_turn) for c in cards)

    known = {
        name: given
        if name == player
        else replace(
            given,
            hand=hidden(given.hand),
            foretold=hidden(given.foretold),
            library=hidden(given.library),
            outside=(),
        )
        for name, given in combat.resources.items()
    }
    return replace(combat, resources=known)


def revealed(combat: Combat, left: str | None = None) -> Mapping[str, tuple[ResourceCard, ...]]:
    """Return the foretold cards that are revealed to all, by owner (702.143f).

    Parameters
    ----------
    left
        The player who leaves the game; None: the game has ended, and everybody reveals.
    """
    return {
        name: resources.foretold
        for name, resources in combat.resources.items()
        if left in (None, name) and resources.foretold
    }
