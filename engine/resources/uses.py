"""Using a card: casting it, cycling it, casting it foretold; what is possible, legal, payable."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique

from engine.combat import Combat
from engine.resources.cards import ResourceCard
from engine.resources.costs import LIFE_FOR_PHYREXIAN, Cost
from engine.resources.cycling import ability, cycling_cost, triggered, why_not_cycled
from engine.resources.effects import CardEffect, EffectKind
from engine.resources.foretell import (
    FORETELL_COST,
    why_not_cast_foretold,
    why_not_foretold,
)
from engine.resources.items import Item
from engine.resources.payment import Payment, pay_again
from engine.resources.resolving import choice, choices, options
from engine.resources.targets import Origin
from engine.resources.ward import ward_costs
from engine.state import State
from engine.violation import Violation


@unique
class Window(StrEnum):
    """When, in a combat, a card may be used: whenever players have priority (117.1)."""

    BEFORE_BLOCKS = "before_blocks"
    """In the declare attackers step (508.2): the attackers are known, the blockers are not."""
    AFTER_BLOCKS = "after_blocks"
    """In the declare blockers step (509.2)."""
    BETWEEN_STEPS = "between_steps"
    """In the first of two combat damage steps, after its damage (510.3, 510.4)."""


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


_AFTER_BLOCKS = frozenset(("blocking", "blocked", "unblocked"))


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


def cost_of(combat: Combat, use: Use) -> Cost | None:
    """Return what a use costs, X and ward included; None if nothing can pay for it in this way.

    Ward is looked at as `combat` has it, whatever was used before (702.21a).
    """
    cost = _plain_cost(combat, use)
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


def _plain_cost(combat: Combat, use: Use) -> Cost | None:
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
            cost = _plain_cost(combat, use)
            if cost is None or why_not(combat, use) is not None:
                continue
            for symbols in range(cost.phyrexian + 1):
                use = replace(use, life=LIFE_FOR_PHYREXIAN * symbols)
                found += (replace(use, x=x) for x in range(most_x(combat, use) + 1))
    return tuple(sorted(found, key=lambda use: (use.way.zone == "foretold", use.card)))


def has_x(combat: Combat, use: Use) -> bool:
    """Say whether there is an X in what a use costs (107.3)."""
    cost = _plain_cost(combat, use)
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


def check_uses(
    combat: Combat,
    uses: Sequence[Use],
    state: State | None = None,
    before: Sequence[Use] = (),
) -> tuple[Violation, ...]:
    """Judge uses that are made in this order, each resolving before the next.

    Parameters
    ----------
    combat
        The combat with the resources that the positions are about.
    uses
        The uses, of one or more players.
    state
        The combat as it is when the first of them is used; None: as `combat` says it.
    before
        What was used earlier in this combat, and is done in `state` already: those cards are gone,
        and their mana is spent.

    Returns
    -------
    tuple of Violation
        Every rule that is broken; empty if all is legal and paid.
    """
    from engine.resources.judging import judge_uses

    return judge_uses(combat, uses, State.beginning(combat) if state is None else state, before)
