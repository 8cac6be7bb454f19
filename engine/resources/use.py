"""One use of a card: which card, how, when, with what choices, and what it puts on the stack."""

from dataclasses import dataclass
from enum import StrEnum, unique

from engine.combat import Combat
from engine.resources.cards import ResourceCard
from engine.resources.cycling import ability, triggered
from engine.resources.effects import CardEffect, EffectKind
from engine.resources.items import Item
from engine.resources.resolving import choices
from engine.resources.targets import Origin
from engine.window import Window


@unique
class Way(StrEnum):
    """How a card is used."""

    CAST = "cast"
    """Cast from the hand for its mana cost (601)."""
    CYCLE = "cycle"
    """Cycled from the hand (702.29)."""
    FORETOLD = "foretold"
    """Cast from exile for its foretell cost (702.143a)."""
    FORETELL = "foretell"
    """Foretold, from the hand, for {2} (116.2h); of no effect on this combat."""

    @property
    def zone(self) -> str:
        """The zone that the card is in."""
        return "foretold" if self is Way.FORETOLD else "hand"


@dataclass(frozen=True)
class Use:
    """One card, used.

    Attributes
    ----------
    player
        Who uses it.
    card
        Its position in the player's hand, or among the foretold cards.
    way, window
        How and when.
    x
        The number chosen for X (107.3).
    targets
        What each effect with a choice is about, in the order of the effects: its target (115), or
        for an effect that puts a creature onto the battlefield attacking what it attacks (508.4).
        Effects without a choice have no entry.
    life
        The life that is paid for Phyrexian symbols, two for each (107.4f): a choice made as the
        card is used (601.2b).
    """

    player: str
    card: int
    way: Way
    window: Window
    x: int = 0
    targets: tuple[str, ...] = ()
    life: int = 0


def card_of(combat: Combat, use: Use) -> ResourceCard:
    """Return the card that is used; it must be there."""
    return combat.resources[use.player].zone(use.way.zone)[use.card]


def origin_of(player: str, card: ResourceCard) -> Origin:
    """Return what a card's effects come from."""
    return Origin(player, card.colors, card.types, card.keywords)


def effects_of(card: ResourceCard, way: Way) -> tuple[CardEffect, ...]:
    """Return what a card itself does when used in this way; a creature card enters first."""
    if way is Way.CYCLE:
        return card.cycling.effects if card.cycling else ()
    if not card.is_creature:
        return card.effects
    return (CardEffect(EffectKind.ENTER, creature=card.as_creature()), *card.effects)


def stack_of(combat: Combat, use: Use) -> tuple[Item, ...]:
    """Return what a use puts on the stack, in the order in which it resolves (405.5).

    For a cycled card that is what triggers on it, then the cycling ability itself (702.29c); what
    was foretold uses no stack (702.143b).
    """
    if use.way is Way.FORETELL:
        return ()
    card = card_of(combat, use)
    origin = origin_of(use.player, card)
    if use.way is not Way.CYCLE:
        return (Item(card.name, origin, effects_of(card, use.way), use.x, use.targets),)
    assert card.cycling is not None
    resources = combat.resources[use.player]
    stack = []
    place = 0
    for effects in triggered(resources, card.cycling):
        own = effects is card.cycling.effects
        wanted = sum(scope.most for scope in choices(effects))
        targets = use.targets[place : place + wanted]
        place += wanted
        stack.append(
            Item(card.name, origin if own else Origin(use.player), effects, use.x, targets)
        )
    return (*stack, Item(card.name, origin, (ability(card.cycling),)))
