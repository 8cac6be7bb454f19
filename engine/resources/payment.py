"""Paying costs from the mana that is available: exact, as a flow from sources to symbols (601.2h).

What is no flow is tried in all ways: which alternative a source of several mana makes, whether a
monocoloured hybrid symbol is paid with its colour, a Phyrexian one with life. The least life wins.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product

from engine.colors import COLORS
from engine.resources.costs import COLORLESS, LIFE_FOR_PHYREXIAN, Cost
from engine.resources.flow import transport
from engine.resources.mana import Mana, Source, amount, kinds

_ALL = frozenset((*COLORS, COLORLESS))


@dataclass(frozen=True)
class Paid:
    """How one cost is paid: mana by kind (``W U B R G C``), and life."""

    mana: tuple[tuple[str, int], ...] = ()
    life: int = 0


@dataclass(frozen=True)
class Payment:
    """How costs are paid together.

    Attributes
    ----------
    costs
        For each cost, in the order given, what pays it.
    """

    costs: tuple[Paid, ...] = ()

    @property
    def life(self) -> int:
        """The life paid in all."""
        return sum(paid.life for paid in self.costs)


@dataclass(frozen=True, slots=True)
class _Demand:
    """So many symbols of one cost that one mana of these kinds pays each."""

    cost: int
    kinds: frozenset[str]
    count: int


@dataclass(frozen=True, slots=True)
class _Supply:
    """So many mana of which each can be any of these kinds."""

    kinds: frozenset[str]
    count: int


def pay(costs: Sequence[Cost], mana: Mana, life: int = 0) -> Payment | None:
    """Return how these costs are paid at once with the least life, or None if they cannot be.

    Parameters
    ----------
    costs
        Costs without X (`Cost.at`).
    mana
        What is available.
    life
        The player's life: no more can be paid (119.4).
    """
    assert not any(cost.x for cost in costs)
    supplies = list(_supplies(mana))
    flat = sum(cost.life for cost in costs)
    ways = sorted(_demands(costs), key=lambda way: sum(way[1]))
    for demands, lives in ways:
        if flat + sum(lives) > max(life, 0):
            break
        for supply in supplies:
            spent = _spend(costs, demands, supply)
            if spent is not None:
                paid = zip(spent, lives, costs, strict=True)
                return Payment(tuple(Paid(by, extra + cost.life) for by, extra, cost in paid))
    return None


@lru_cache(maxsize=65_536)
def pay_again(costs: tuple[Cost, ...], mana: Mana, life: int) -> Payment | None:
    """Return what `pay` does; who plans asks for the same time and again."""
    return pay(costs, mana, life)


def _supplies(mana: Mana) -> Iterator[tuple[_Supply, ...]]:
    """Yield what can be made, for every choice that sources of several mana have."""
    plain: list[_Supply] = []
    choices: list[list[tuple[_Supply, ...]]] = []
    for source in mana.sources:
        if all(amount(made) == 1 for made in source.alternatives):
            able = frozenset(kind for made in source.alternatives for kind in kinds(made))
            plain.append(_Supply(able, source.count))
        else:
            choices.append(list(_made(source)))
    for choice in product(*choices):
        yield (*plain, *(supply for made in choice for supply in made))


def _made(source: Source) -> Iterator[tuple[_Supply, ...]]:
    if len(source.alternatives) == 1:
        yield _supply_of(Counter({source.alternatives[0]: source.count}))
        return
    for chosen in combinations_with_replacement(source.alternatives, source.count):
        yield _supply_of(Counter(chosen))


def _supply_of(made: Counter[str]) -> tuple[_Supply, ...]:
    found: Counter[frozenset[str]] = Counter()
    for alternative, count in made.items():
        for unit in (alternative,) if amount(alternative) == 1 else alternative:
            found[frozenset(kinds(unit))] += count
    return tuple(_Supply(*item) for item in found.items())


def _demands(costs: Sequence[Cost]) -> Iterator[tuple[list[_Demand], list[int]]]:
    """Yield the symbols to be paid with mana, and the life for each cost, for every choice."""
    fixed: list[_Demand] = []
    free: list[tuple[int, str, int]] = []  # symbols with a choice: cost, symbol, how many
    for k, cost in enumerate(costs):
        if cost.generic:
            fixed.append(_Demand(k, _ALL, cost.generic))
        for pip, count in Counter(cost.pips).items():
            if pip.startswith("2/") or pip.endswith("/P"):
                free.append((k, pip, count))
            else:
                fixed.append(_Demand(k, frozenset(pip.split("/")), count))
    for others in product(*(range(count + 1) for _, _, count in free)):
        demands, lives = list(fixed), [0] * len(costs)
        for (k, pip, count), other in zip(free, others, strict=True):
            colors = frozenset(pip.split("/")) & _ALL
            if count > other:
                demands.append(_Demand(k, colors, count - other))
            if pip.startswith("2/") and other:
                demands.append(_Demand(k, _ALL, 2 * other))
            elif other:
                lives[k] += LIFE_FOR_PHYREXIAN * other
        if all(
            cost.by_life in (None, life // LIFE_FOR_PHYREXIAN)
            for cost, life in zip(costs, lives, strict=True)
        ):
            yield demands, lives


def _spend(
    costs: Sequence[Cost], demands: Sequence[_Demand], supplies: Sequence[_Supply]
) -> list[tuple[tuple[str, int], ...]] | None:
    """Return for each cost the mana spent on it, or None if the demands cannot all be met."""
    flow = transport(
        [supply.count for supply in supplies],
        [demand.count for demand in demands],
        [[bool(s.kinds & d.kinds) for d in demands] for s in supplies],
    )
    if flow is None:
        return None
    spent = [Counter[str]() for _ in costs]
    for (i, j), count in flow.items():
        kind = min(supplies[i].kinds & demands[j].kinds, key=(*COLORS, COLORLESS).index)
        spent[demands[j].cost][kind] += count
    return [
        tuple(sorted(by.items(), key=lambda k: (*COLORS, COLORLESS).index(k[0]))) for by in spent
    ]
