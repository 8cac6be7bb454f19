"""May a card be used at all in this way, in this window (601.3, 702.29, 702.143)."""

from engine.combat import Combat
from engine.resources.cards import ResourceCard
from engine.resources.cycling import why_not_cycled
from engine.resources.effects import EffectKind
from engine.resources.foretell import why_not_cast_foretold, why_not_foretold
from engine.resources.resolving import choice
from engine.resources.use import Use, Way, card_of, effects_of
from engine.window import Window

_AFTER_BLOCKS = frozenset(("blocking", "blocked", "unblocked"))


def why_not(combat: Combat, use: Use) -> tuple[str, str] | None:
    """Return the rule and reason why a card may not be used in this way, X and targets aside."""
    card = card_of(combat, use)
    if card.hidden:
        return "601.2a", "the card is not known"
    if use.way is Way.CYCLE:
        return why_not_cycled(combat.resources[use.player], card) or _too_early(card, use)
    if use.way is Way.FORETELL:
        return why_not_foretold(combat, use.player, card)
    if use.way is Way.FORETOLD and (found := why_not_cast_foretold(card)):
        return found
    if use.way is Way.CAST and card.cost is None:
        rule = "305.1" if "land" in card.types else "118.6"
        return rule, f"{card.name} has no mana cost to cast it for"
    if card.timing == "sorcery":
        what = "without flash is cast" if card.is_creature else "is cast"
        rule = "302.1" if card.is_creature else "307.1"
        return rule, f"{card.name} {what} in a main phase only, not in combat"
    if card.windows and use.window not in card.windows:
        return "601.3", f"{card.name} is cast {' or '.join(card.windows)} only"
    return _too_early(card, use)


def _too_early(card: ResourceCard, use: Use) -> tuple[str, str] | None:
    """Nothing is blocked or unblocked before blockers are declared (509.1h)."""
    if use.window is not Window.BEFORE_BLOCKS:
        return None
    for effect in effects_of(card, use.way):
        scope = choice(effect)
        asks = scope is not None and any(words <= _AFTER_BLOCKS for words in scope.conditions)
        if asks or effect.kind in (EffectKind.BECOME_BLOCKED, EffectKind.BECOME_UNBLOCKED):
            return "509.1h", f"{card.name} is about blocks, and none are declared yet"
    return None
