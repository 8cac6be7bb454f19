"""Mana costs: generic, coloured, colourless, hybrid, Phyrexian and X (107.4, 202.1)."""

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.colors import COLORS

COLORLESS = "C"
"""107.4c: colourless mana, and the symbol that only it pays."""
LIFE_FOR_PHYREXIAN = 2
"""107.4f: the life that pays a Phyrexian symbol."""
_COST = re.compile(r"(\{[^{}]+\})*")
_SYMBOL = re.compile(r"\{([^{}]+)\}")
_PIP = re.compile(r"[WUBRGC]|[WUBRG]/P|[WUBRG]/[WUBRG](/P)?|[2C]/[WUBRG]")


@dataclass(frozen=True)
class Cost:
    """What must be paid.

    Attributes
    ----------
    generic
        Mana of any type (107.4b).
    pips
        Every other symbol but X: ``G``, ``C``, ``W/U``, ``2/W``, ``C/W``, ``R/P``, ``R/G/P``.
    x
        How many X symbols there are (107.3).
    life
        Life that is paid besides the mana.
    by_life
        How many of the Phyrexian symbols are paid with life (107.4f); None: as many as need be.
    """

    generic: int = 0
    pips: tuple[str, ...] = ()
    x: int = 0
    life: int = 0
    by_life: int | None = None

    def at(self, x: int) -> "Cost":
        """Return the cost once X is chosen (601.2b)."""
        return replace(self, generic=self.generic + self.x * x, x=0) if self.x else self

    def plus(self, other: "Cost") -> "Cost":
        """Return both costs together."""
        return Cost(
            self.generic + other.generic,
            self.pips + other.pips,
            self.x + other.x,
            self.life + other.life,
            other.by_life if self.by_life is None else self.by_life,
        )

    def less(self, generic: int) -> "Cost":
        """Return the cost with up to so much less generic mana (118.7a)."""
        return replace(self, generic=max(0, self.generic - generic))

    @property
    def phyrexian(self) -> int:
        """How many Phyrexian symbols there are (107.4f)."""
        return sum(pip.endswith("/P") for pip in self.pips)

    @property
    def colors(self) -> tuple[str, ...]:
        """The colours of an object with this mana cost (202.2)."""
        return tuple(color for color in COLORS if any(color in pip.split("/") for pip in self.pips))

    @property
    def mana_value(self) -> int:
        """The total of the symbols, X being 0 and a hybrid its largest half (202.3)."""
        return self.generic + sum(2 if pip.startswith("2") else 1 for pip in self.pips)

    def __str__(self) -> str:
        generic = [str(self.generic)] if self.generic or not (self.pips or self.x) else []
        return "".join(f"{{{symbol}}}" for symbol in ["X"] * self.x + generic + list(self.pips))


@lru_cache(maxsize=4096)
def parse_cost(text: str) -> Cost:
    """Read a cost such as ``{X}{2}{G}{W/U}{R/P}``.

    Raises
    ------
    ValueError
        If there is anything in it that is no mana symbol (107.4).
    """
    if not text or not _COST.fullmatch(text):
        raise ValueError(
            f"a cost is written with symbols in braces such as '{{2}}{{G}}', not {text!r}"
        )
    generic, pips = 0, []
    symbols = Counter[str]()
    for symbol in _SYMBOL.findall(text):
        if symbol.isascii() and symbol.isdecimal() and len(symbol) <= 9:
            generic += int(symbol)
        elif symbol == "X":
            symbols["X"] += 1
        elif _PIP.fullmatch(symbol) and len(set(symbol.split("/"))) == len(symbol.split("/")):
            pips.append(symbol)
        else:
            raise ValueError(f"there is no mana symbol {{{symbol}}}")
    return Cost(generic, tuple(pips), symbols["X"])
