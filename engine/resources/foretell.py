"""Foretell (702.143, 116.2h)."""

from engine.resources.cards import ResourceCard


def why_not_cast_foretold(card: ResourceCard) -> tuple[str, str] | None:
    """Return the rule and the reason why a foretold card cannot be cast for its foretell cost."""
    if card.foretell is None:
        return "702.143a", f"{card.name} has no foretell cost"
    if card.foretold_this_turn:
        what = f"{card.name} was foretold this turn, and may be cast once this turn has ended"
        return "702.143a", what
    return None
