"""Combat tricks: mana, cards in hand, foretold cards and libraries, and what they do in a combat.

`uses` says what a player may do, `payment` how it is paid, `playing` what becomes of the combat.
"""

from engine.resources.cards import HIDDEN, Cycling, ResourceCard, Resources, Watcher
from engine.resources.costs import Cost, parse_cost
from engine.resources.effects import CardEffect, EffectKind, NewCreature
from engine.resources.mana import Mana, Source
from engine.resources.payment import Paid, Payment, pay
from engine.resources.playing import play_uses, resolve, rest_of, settled
from engine.resources.uses import (
    Use,
    Way,
    Window,
    card_of,
    check_uses,
    payment_of,
    possible_uses,
)

__all__ = [
    "HIDDEN",
    "CardEffect",
    "Cost",
    "Cycling",
    "EffectKind",
    "Mana",
    "NewCreature",
    "Paid",
    "Payment",
    "ResourceCard",
    "Resources",
    "Source",
    "Use",
    "Watcher",
    "Way",
    "Window",
    "card_of",
    "check_uses",
    "parse_cost",
    "pay",
    "payment_of",
    "play_uses",
    "possible_uses",
    "resolve",
    "rest_of",
    "settled",
]
