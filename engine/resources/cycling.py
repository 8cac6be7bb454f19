"""Cycling and typecycling (702.29)."""

from engine.resources.cards import ResourceCard, Resources
from engine.resources.costs import Cost, parse_cost


def has_cycling(card: ResourceCard) -> bool:
    """Say whether a card has cycling, in whatever zone it is; typecycling counts (702.29b, f)."""
    return card.cycling is not None


def why_not_cycled(resources: Resources, card: ResourceCard) -> tuple[str, str] | None:
    """Return the rule and the reason why a card in hand cannot be cycled."""
    if card.cycling is None:
        return "702.29a", f"{card.name} has no cycling"
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
