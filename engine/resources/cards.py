"""The cards and the mana of a player: what may be used in a combat besides the creatures in it."""

from dataclasses import dataclass
from typing import Literal

from engine.resources.costs import Cost, parse_cost
from engine.resources.effects import CardEffect, NewCreature
from engine.resources.mana import NO_MANA, Mana

Timing = Literal["instant", "sorcery"]


@dataclass(frozen=True)
class Cycling:
    """Cycling or typecycling (702.29).

    Attributes
    ----------
    cost
        The mana cost of the ability; discarding the card is part of it as well.
    kind
        What typecycling searches for, such as ``basic land`` or ``forest`` (702.29e); None draws.
    effects
        What happens when this card is cycled (702.29c).
    """

    cost: str
    kind: str | None = None
    effects: tuple[CardEffect, ...] = ()


@dataclass(frozen=True)
class ResourceCard:
    """A card in a hand, in a library, or foretold.

    Attributes
    ----------
    name
        Its name; empty for a card that is not known (``{"hidden": true}``).
    cost
        The mana cost; None for a card without one, which cannot be cast for it (118.6).
    timing
        When it may be cast: ``instant`` (also with flash), else ``sorcery``.
    types
        Lower case, supertypes first: ``instant``, ``creature``, ``basic``, ``land``, ``forest``.
    power, toughness, keywords
        Of a creature card.
    effects
        What it does when it resolves; of a creature card, when it enters.
    windows
        When in combat it may be cast only (`engine.resources.uses.Window`); empty: whenever its
        timing allows.
    cycling
        Its cycling ability.
    foretell
        Its foretell cost, printed (702.143a) or given by an effect (702.143d).
    foretold_this_turn
        It was foretold in this very turn, and may not be cast for its foretell cost in it.
    """

    name: str
    cost: str | None = None
    timing: Timing = "sorcery"
    colors: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    power: int | None = None
    toughness: int | None = None
    keywords: tuple[str, ...] = ()
    effects: tuple[CardEffect, ...] = ()
    windows: tuple[str, ...] = ()
    cycling: Cycling | None = None
    foretell: str | None = None
    foretold_this_turn: bool = False

    @property
    def hidden(self) -> bool:
        """Whether nobody who asks knows which card it is."""
        return not self.name

    @property
    def is_creature(self) -> bool:
        """Whether it is a creature card."""
        return "creature" in self.types

    def as_creature(self) -> NewCreature:
        """Return the creature that a creature card is on the battlefield."""
        types = tuple(name for name in self.types if name != "creature")
        power, toughness = self.power or 0, self.toughness or 0
        return NewCreature(
            self.name, power, toughness, self.keywords, self.colors, types, self.value
        )

    @property
    def value(self) -> int:
        """What the creature is worth that it becomes: its mana value."""
        return self.mana_cost.mana_value if self.mana_cost else 0

    @property
    def mana_cost(self) -> Cost | None:
        """The mana cost, read."""
        return None if self.cost is None else parse_cost(self.cost)

    @property
    def foretell_cost(self) -> Cost | None:
        """The foretell cost, read."""
        return None if self.foretell is None else parse_cost(self.foretell)


def implied_timing(types: tuple[str, ...], keywords: tuple[str, ...]) -> Timing:
    """Return when a card of these types may be cast (304.1, 307.1, 702.8a)."""
    return "instant" if "instant" in types or "flash" in keywords else "sorcery"


def implied_colors(cost: str | None, printed: ResourceCard | None) -> tuple[str, ...]:
    """Return the colours that a card with this mana cost has, if nothing else is said (202.2).

    Parameters
    ----------
    printed
        The known card of its name; with its cost a card has its colours.
    """
    if printed is not None and cost == printed.cost:
        return printed.colors
    return parse_cost(cost).colors if cost else ()


HIDDEN = ResourceCard("")
"""A card of which only that it is there is known."""


@dataclass(frozen=True)
class Watcher:
    """An ability that triggers on a card being cycled or discarded (702.29d).

    Attributes
    ----------
    when
        ``cycle``, ``discard``, or ``cycle or discard``, which triggers once for a cycled card.
    """

    when: Literal["cycle", "discard", "cycle or discard"]
    effects: tuple[CardEffect, ...]

    def triggers(self, *, cycled: bool) -> bool:
        """Say whether it triggers, once, as a card is discarded or cycled.

        A cycled card is discarded too (702.29a).
        """
        return cycled or self.when != "cycle"


@dataclass(frozen=True)
class Resources:
    """What a player has besides the board.

    Attributes
    ----------
    mana
        The mana that the player can make in this combat.
    hand, library
        The cards there; of the library in any order.
    foretold
        The foretold cards in exile, in the order in which they were put there (702.143e).
    outside
        The player's cards outside the game (701.23j).
    watchers
        Abilities under the player's control that watch cycling (702.29d, 702.29f).
    cycling_tax, cycling_discount
        What cycling costs more, as a cost; how much generic mana it costs less (702.29f).
    cant_cycle
        An effect stops the player from cycling (702.29f).
    """

    mana: Mana = NO_MANA
    hand: tuple[ResourceCard, ...] = ()
    foretold: tuple[ResourceCard, ...] = ()
    library: tuple[ResourceCard, ...] = ()
    outside: tuple[ResourceCard, ...] = ()
    watchers: tuple[Watcher, ...] = ()
    cycling_tax: str | None = None
    cycling_discount: int = 0
    cant_cycle: bool = False

    def zone(self, name: str) -> tuple[ResourceCard, ...]:
        """Return the cards of ``hand``, ``foretold`` or ``library``."""
        cards: tuple[ResourceCard, ...] = getattr(self, name)
        return cards
