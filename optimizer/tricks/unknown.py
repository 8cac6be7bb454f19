"""What a player may have whose cards are not known: the tricks of the card table.

``foretold=2,mana=4`` stands for two foretold cards and four mana of any colour. They are the worst
that the table has: as many of its cards as are said may be used, each of them any of the table's
that this mana pays for.
"""

import re
from dataclasses import replace

from engine.combat import Combat
from engine.faults import DocumentError, Fault
from engine.limits import MOST_MANA
from engine.resources.cards import ResourceCard, Resources
from engine.resources.mana import ANY, Mana, Source
from engine.resources.table import trick_table
from engine.resources.uses import Use, Way, Window, why_not
from optimizer.tricks.hand import Hand

ZONES = ("foretold", "hand")
_PAIR = re.compile(r"\s*(?P<key>[a-z]+)\s*=\s*(?P<number>\d{1,9})\s*")


def read_against(text: str) -> dict[str, int]:
    """Read what is said of unknown cards: ``foretold``, ``hand`` and ``mana``, each a number.

    Raises
    ------
    DocumentError
        If it is something else.
    """
    found: dict[str, int] = {}
    for part in text.split(","):
        pair = _PAIR.fullmatch(part)
        if pair is None or pair["key"] not in (*ZONES, "mana") or pair["key"] in found:
            message = (
                f"expected something like 'foretold=2,mana=4' or 'hand=1,mana=2', not {text!r}"
            )
            raise DocumentError([Fault("against", message)])
        found[pair["key"]] = int(pair["number"])
    if found.get("mana", 0) > MOST_MANA:
        raise DocumentError([Fault("against", f"more than {MOST_MANA} mana")])
    return found


def unknown_hand(combat: Combat, player: str, numbers: dict[str, int]) -> tuple[Combat, Hand]:
    """Return the combat in which a player has what is worst, and the hand that says how much of it.

    Every card that may be it is there, as often as it could be used; the hand allows only so many.
    """
    mana = Mana.of([Source((ANY,), numbers.get("mana", 0))])
    cards: dict[str, list[ResourceCard]] = {}
    for zone, way in (("foretold", Way.FORETOLD), ("hand", Way.CAST)):
        number = numbers.get(zone, 0)
        cards[zone] = [card for card in _usable(combat, player, mana, way) for _ in range(number)]
    resources = Resources(mana, tuple(cards["hand"]), tuple(cards["foretold"]))
    changed = replace(combat, resources={**combat.resources, player: resources})
    return changed, Hand(changed, [player], {zone: numbers.get(zone, 0) for zone in ZONES})


def _usable(combat: Combat, player: str, mana: Mana, way: Way) -> list[ResourceCard]:
    """Return the table's cards that can be used in this way, the cheapest of those that are alike.

    From the hand, cycling a card is a way to use it as well.
    """
    found: dict[object, tuple[int, ResourceCard]] = {}
    for card in trick_table():
        own = Resources(mana, (card,))
        if way is Way.FORETOLD:
            own = Resources(mana, foretold=(card,))
        alone = replace(combat, resources={player: own})
        hand = Hand(alone, [player])
        ways = [way, Way.CYCLE] if way is Way.CAST else [way]
        uses = [Use(player, 0, one, window) for one in ways for window in Window]
        if any(why_not(alone, use) is None and hand.effects(use) for use in uses):
            cost = card.foretell_cost if way is Way.FORETOLD else card.mana_cost
            value = 0 if cost is None else cost.mana_value
            key = (card.effects, card.cycling, card.colors, card.types, card.keywords)
            if key not in found or value < found[key][0]:
                found[key] = (value, card)
    return [card for _, card in found.values()]
