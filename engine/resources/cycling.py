"""Cycling and typecycling (702.29): an activated ability of a card in hand."""

from dataclasses import dataclass, replace
from typing import Literal

from engine.resources.cards import Cycling, ResourceCard, Resources
from engine.resources.costs import Cost, parse_cost
from engine.resources.effects import CardEffect, EffectKind


@dataclass(frozen=True)
class Cycled:
    """What has happened when a cycling ability was activated.

    Attributes
    ----------
    resources
        Without the card: discarding it is part of the cost (702.29a).
    card
        The card, and where it has gone: the graveyard, unless an effect says otherwise.
    triggered
        The effects of each ability that has triggered, once each (702.29c, d), in the order in
        which they resolve; all of them before the cycling ability itself.
    ability
        What the cycling ability then does: draw, or search (702.29a, e).
    """

    resources: Resources
    card: ResourceCard
    lies_in: str
    triggered: tuple[tuple[CardEffect, ...], ...]
    ability: CardEffect


def has_cycling(card: ResourceCard) -> bool:
    """Say whether a card has cycling, in whatever zone it is; typecycling counts (702.29b, f)."""
    return card.cycling is not None


def why_not_cycled(
    resources: Resources, card: ResourceCard, zone: str = "hand"
) -> tuple[str, str] | None:
    """Return the rule and the reason why a card cannot be cycled.

    There is nothing about time in it: whoever has priority may cycle (117.1b).
    """
    if card.cycling is None:
        return "702.29a", f"{card.name} has no cycling"
    if zone != "hand":
        return "702.29a", f"{card.name} can be cycled from the hand only, not from {zone}"
    if resources.cant_cycle:
        return "702.29f", f"an effect stops its player from cycling {card.name}"
    return None


def cycling_cost(resources: Resources, card: ResourceCard) -> Cost | None:
    """Return the mana that cycling a card costs, with what makes it more or less (702.29f)."""
    if card.cycling is None:
        return None
    cost = parse_cost(card.cycling.cost)
    if resources.cycling_tax is not None:
        cost = cost.plus(parse_cost(resources.cycling_tax))
    return cost.less(resources.cycling_discount)


def cycle(
    resources: Resources,
    position: int,
    lies_in: Literal["graveyard", "exile", "library", "hand"] = "graveyard",
) -> Cycled:
    """Return what cycling a card of the hand does, its mana aside.

    Parameters
    ----------
    lies_in
        Where the discarded card has gone; from there it triggers (702.29c).
    """
    card = resources.hand[position]
    assert card.cycling is not None
    left = resources.hand[:position] + resources.hand[position + 1 :]
    return Cycled(
        replace(resources, hand=left), card, lies_in, triggered(resources, card.cycling),
        ability(card.cycling),
    )  # fmt: skip


def triggered(resources: Resources, cycling: Cycling) -> tuple[tuple[CardEffect, ...], ...]:
    """Return what triggers as a card is cycled: the card's own, then what watches (702.29c, d)."""
    own = [cycling.effects] if cycling.effects else []
    return (*own, *(w.effects for w in resources.watchers if w.triggers(cycled=True)))


def ability(cycling: Cycling) -> CardEffect:
    """Return what the ability itself does: draw a card, or search for one (702.29a, 702.29e)."""
    if cycling.kind is None:
        return CardEffect(EffectKind.DRAW, "you", amount=1)
    return CardEffect(EffectKind.SEARCH, "you", quality=cycling.kind, optional=True)
