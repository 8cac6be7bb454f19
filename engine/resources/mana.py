"""The mana that a player has available (106): an amount of each kind, or sources to choose from."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from engine.colors import COLORS

ANY = "any"
"""One mana of any colour."""
_ALTERNATIVE = re.compile(r"any|[WUBRGC]+")


@dataclass(frozen=True, slots=True)
class Source:
    """Sources of mana that are alike.

    Attributes
    ----------
    alternatives
        What one of them can make, one of these: ``G``, ``GG``, ``WG`` (both), ``C``, or ``any``.
    count
        How many of them there are.
    """

    alternatives: tuple[str, ...]
    count: int = 1


@dataclass(frozen=True)
class Mana:
    """All mana that a player can make in a combat; each source makes one of its alternatives."""

    sources: tuple[Source, ...] = ()

    @classmethod
    def of(cls, given: Iterable[Source]) -> "Mana":
        """Return the mana of these sources, like ones put together."""
        counts: dict[tuple[str, ...], int] = {}
        for source in given:
            if source.count:
                now = counts.get(source.alternatives, 0)
                counts[source.alternatives] = now + source.count
        return cls(tuple(Source(*item) for item in counts.items()))

    @property
    def most(self) -> int:
        """The most mana that can be made."""
        return sum(one.count * max(map(amount, one.alternatives)) for one in self.sources)


NO_MANA = Mana()


def is_alternative(text: str) -> bool:
    """Say whether this is something that a source of mana can make."""
    return _ALTERNATIVE.fullmatch(text) is not None


def amount(alternative: str) -> int:
    """Return how much mana an alternative of a source is."""
    return 1 if alternative == ANY else len(alternative)


def kinds(alternative: str) -> tuple[str, ...]:
    """Return the kinds of mana that one mana of a single-mana alternative can be."""
    return COLORS if alternative == ANY else (alternative,)
