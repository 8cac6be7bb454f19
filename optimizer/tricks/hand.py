"""What a player may use in a combat, by number, and which sets of it the mana pays for."""

from collections.abc import Iterable, Mapping

from engine.combat import Combat
from engine.resources.cards import ResourceCard
from engine.resources.effects import CardEffect, EffectKind
from engine.resources.uses import Use, Way, card_of, payment_of
from optimizer.tricks.choosing import Items


class Hand:
    """The cards and the mana of one player.

    A way to use a card, with its X, has a number; whom it is used on makes no difference to that.

    Parameters
    ----------
    combat
        As it is given, with the player's resources.
    most
        How many cards of a zone may be used at most, by zone; a zone that is not there has no limit
        but its cards.
    """

    def __init__(self, combat: Combat, player: str, most: Mapping[str, int] | None = None) -> None:
        self.combat = combat
        self.player = player
        self.most = dict(most or {})
        self._numbers: dict[tuple[Way, int, int], int] = {}
        self._samples: list[Use] = []
        self._payable: dict[Items, bool] = {frozenset(): True}

    def number(self, use: Use) -> int:
        """Return the number of what is used."""
        key = (use.way, use.card, use.x)
        found = self._numbers.setdefault(key, len(self._samples))
        if found == len(self._samples):
            self._samples.append(use)
        return found

    def items(self, uses: Iterable[Use]) -> Items:
        """Return the numbers of the player's own uses among these."""
        return frozenset(self.number(use) for use in uses if use.player == self.player)

    def is_payable(self, items: Items) -> bool:
        """Say whether all of these can be used together: each card once, all of it paid for."""
        known = self._payable.get(items)
        if known is None:
            known = self._payable[items] = self._is_payable(items)
        return known

    def _is_payable(self, items: Items) -> bool:
        samples = [self._samples[number] for number in sorted(items)]
        cards = {(use.way.zone, use.card) for use in samples}
        if len(cards) < len(samples):
            return False
        for zone, limit in self.most.items():
            if sum(own == zone for own, _ in cards) > limit:
                return False
        if any(not self.is_payable(items - {number}) for number in items if len(items) > 1):
            return False
        payment = payment_of(self.combat, self.player, samples)
        return payment is not None and payment.life < self.combat.players[self.player].life

    def card(self, use: Use) -> ResourceCard:
        """Return the card that is used."""
        return card_of(self.combat, use)

    def effects(self, use: Use) -> tuple[CardEffect, ...]:
        """Return all that a use does."""
        card = self.card(use)
        if use.way is not Way.CYCLE:
            return card.effects
        own = () if card.cycling is None else card.cycling.effects
        watchers = self.combat.resources[self.player].watchers
        return (*own, *(effect for watcher in watchers for effect in watcher.effects))

    def is_wide(self, use: Use) -> bool:
        """Say whether a use is about creatures that it does not target."""
        return any(
            (effect.target or "").startswith("each") or effect.kind is EffectKind.FOG
            for effect in self.effects(use)
        )
