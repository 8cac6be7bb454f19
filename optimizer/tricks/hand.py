"""What a player may use in a combat, by number, and which sets of it the mana pays for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy

from engine.combat import Combat
from engine.resources.cards import ResourceCard
from engine.resources.costs import Cost
from engine.resources.effects import CardEffect, EffectKind
from engine.resources.payment import Payment, pay_again
from engine.resources.uses import (
    Use,
    Way,
    Window,
    card_of,
    cost_of,
    stack_of,
    targeted,
    untargeted_uses,
    why_not,
)
from engine.state import State
from optimizer.tricks.choosing import Items

_IDLE = frozenset({EffectKind.DRAW, EffectKind.SEARCH})
"""Effects that change nothing in this combat, as nobody knows the card."""

Key = tuple[str, Way, int, int, Cost | None]
"""How a card is used: by whom, the way, its place, X, and what that costs there (702.21)."""


class Hand:
    """The cards and the mana of one player, or of several that want the same.

    A way to use a card has a number; whom it is used on makes no difference to that, except for
    what it costs.

    Parameters
    ----------
    combat
        As it is given, with everybody's resources.
    players
        Whose cards these are; they are on one side.
    most
        How many cards of a zone may be used at most, by zone; a zone that is not there has no limit
        but its cards.

    Attributes
    ----------
    spent
        The numbers of what was used before, in a window that is over.
    """

    def __init__(
        self, combat: Combat, players: Sequence[str], most: Mapping[str, int] | None = None
    ) -> None:
        self.combat = combat
        self.players = tuple(players)
        self.most = dict(most or {})
        self.spent: Items = frozenset()
        self._numbers: dict[Key, int] = {}
        self._keys: list[Key] = []
        self._untargeted: dict[Window, list[Use]] = {}
        self._payable: dict[Items, bool] = {}
        self._effects: dict[tuple[str, Way, int], tuple[CardEffect, ...]] = {}

    def possible(self, state: State, window: Window, spent: Items = frozenset()) -> list[Use]:
        """Return every use in a window that may do something, after others were paid for."""
        if window not in self._untargeted:
            self._untargeted[window] = [
                use
                for player in self.players
                for use in untargeted_uses(self.combat, player, window)
                if any(effect.kind not in _IDLE for effect in self.effects(use))
            ]
        found: list[Use] = []
        for use in self._untargeted[window]:
            number = self.number(use)
            if number not in spent and self.is_payable(spent | {number}):
                found += targeted(state.combat, state, use)
        return found

    def number(self, use: Use) -> int:
        """Return the number of what is used."""
        key = (use.player, use.way, use.card, use.x, cost_of(self.combat, use))
        found = self._numbers.setdefault(key, len(self._keys))
        if found == len(self._keys):
            self._keys.append(key)
        return found

    def after(self, spent: Items) -> "Hand":
        """Return the hand that is left after some of it was used."""
        left = copy(self)  # what can be paid for is known of the whole
        left.spent = self.spent | spent
        return left

    def is_payable(self, items: Items) -> bool:
        """Say whether all of these can be used together: each card once, all of it paid for."""
        if self.spent:
            if not self.spent.isdisjoint(items):
                return False
            items = items | self.spent
        known = self._payable.get(items)
        if known is None:
            known = self._payable[items] = self._is_payable(items)
        return known

    def _is_payable(self, items: Items) -> bool:
        keys = [self._keys[number] for number in sorted(items)]
        cards = {(player, way.zone, card) for player, way, card, *_ in keys}
        if len(cards) < len(keys):
            return False
        for zone, limit in self.most.items():
            if sum(own == zone for _, own, _ in cards) > limit:
                return False
        for player in {key[0] for key in keys}:
            payment = self.payment(player, [cost for own, *_, cost in keys if own == player])
            if payment is None:
                return False
        return True

    def payment(self, player: str, costs: Iterable[Cost | None]) -> Payment | None:
        """Return how a player pays all these costs, or None."""
        known = tuple([cost for cost in costs if cost is not None])
        mana = self.combat.resources[player].mana
        return pay_again(known, mana, self.combat.players[player].life)

    def card(self, use: Use) -> ResourceCard:
        """Return the card that is used."""
        return card_of(self.combat, use)

    def effects(self, use: Use) -> tuple[CardEffect, ...]:
        """Return all that a use does."""
        key = (use.player, use.way, use.card)
        if key not in self._effects:
            stack = stack_of(self.combat, use)
            self._effects[key] = tuple([effect for item in stack for effect in item.effects])
        return self._effects[key]

    def every(self) -> Iterator[Use]:
        """Yield every way to use a card in combat, X and targets aside."""
        for player in self.players:
            resources = self.combat.resources.get(player)
            for way in Way if resources else ():
                for card in range(len(resources.zone(way.zone)) if resources else 0):
                    uses = [Use(player, card, way, window) for window in Window]
                    yield from [u for u in uses if why_not(self.combat, u) is None][:1]

    @property
    def most_mana(self) -> int:
        """The most mana that one of the players can make."""
        resources = map(self.combat.resources.get, self.players)
        return max((one.mana.most for one in resources if one), default=0)

    @property
    def most_life(self) -> int:
        """The most life that all cards together can cost, ward aside (107.4f)."""
        most: dict[tuple[str, str, int], int] = {}
        for window in Window:
            for player in self.players:
                for use in untargeted_uses(self.combat, player, window):
                    card = (player, use.way.zone, use.card)
                    most[card] = max(most.get(card, 0), use.life)
        return sum(most.values())

    def is_wide(self, use: Use) -> bool:
        """Say whether a use is about creatures that it does not target."""
        return any(map(is_wide, self.effects(use)))


def has_options(combat: Combat, players: Iterable[str] | None = None) -> bool:
    """Say whether anybody, or one of these players, may use a card in a combat."""
    hand = Hand(combat, list(combat.players if players is None else players))
    return any(e.kind not in _IDLE for use in hand.every() for e in hand.effects(use))


def is_wide(effect: CardEffect) -> bool:
    """Say whether an effect is about creatures that are not its target."""
    if effect.kind is EffectKind.FOG:
        return effect.target is None
    target = effect.target or ""
    return target.startswith("each ") and target not in ("each player", "each opponent")
