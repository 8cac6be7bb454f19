"""A declaration that meets as many requirements as can be met at once (508.1d, 509.1c).

The rules fall apart into parts that have no creature, limit or requirement in common. In each part
a depth-first search over the creatures decides, within a budget; what is larger is handed to the
caller's solver.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

from engine.declarations.parts import parts
from engine.declarations.rules import DeclarationRules, Limit, Pair

_BUDGET = 20_000
"""How many nodes the search of one part may visit: about a tenth of a second."""

_MOST_CHOICES = 2_000
"""How many combinations of one creature's pairs the search looks at."""

_MOST_CREATURES = 200
"""How many creatures a part may have for the search, which descends by one for each."""


def obedient(
    rules: DeclarationRules, otherwise: Callable[[DeclarationRules], frozenset[Pair]]
) -> frozenset[Pair]:
    """Return a declaration within the limits that meets as many requirements as any.

    Parameters
    ----------
    rules
        The rules of a declaration.
    otherwise
        Finds such a declaration for a part that is too large for a search.
    """
    found: set[Pair] = set()
    for part in parts(rules):
        declared = search(part)
        found |= otherwise(part) if declared is None else declared
    return frozenset(found)


def search(rules: DeclarationRules) -> frozenset[Pair] | None:
    """Return a declaration that meets the most requirements, or None if it is not easy to find."""
    options = _Options(rules)
    choosing: dict[str, list[Pair]] = {}
    for pair in rules.pairs:
        choosing.setdefault(pair[0], []).append(pair)
    found: list[list[Option]] = []
    alike: Counter[tuple[tuple[int, tuple[int, ...]], ...]] = Counter()
    for pairs in choosing.values():
        choices = options.of(pairs)
        if choices is None:
            return None
        kind = tuple(sorted((met, counts) for met, counts, _ in choices))
        alike[kind] += 1
        if alike[kind] <= options.most_alike(choices):
            found.append(choices)
    return _Search(options.shared, found).best() if len(found) <= _MOST_CREATURES else None


class Option(NamedTuple):
    """A creature's choice.

    Attributes
    ----------
    met
        What it meets, as bits.
    counts
        How often it counts for each shared limit.
    """

    met: int
    counts: tuple[int, ...]
    pairs: tuple[Pair, ...]


class _Options:
    """What each creature may choose, as far as it makes a difference.

    Attributes
    ----------
    shared
        The limits over several creatures.
    """

    def __init__(self, rules: DeclarationRules) -> None:
        own = [limit for limit in rules.limits if limit.choices[0][0][0] == limit.subject]
        self._own = {limit.subject: limit for limit in own}
        self.shared = [limit for limit in rules.limits if limit not in own]
        self._counted: dict[Pair, list[tuple[int, int]]] = {}
        for k, limit in enumerate(self.shared):
            for place, choice in enumerate(limit.choices):
                for pair in choice:
                    self._counted.setdefault(pair, []).append((k, place))
        self._met: dict[Pair, int] = {}
        for k, requirement in enumerate(rules.requirements):
            for pair in requirement.met_by:
                self._met[pair] = self._met.get(pair, 0) | 1 << k

    def of(self, pairs: list[Pair]) -> list[Option] | None:
        """Return the choices of a creature that has these pairs; None if there are too many."""
        limit = self._own.get(pairs[0][0])
        together = {
            pair
            for choice in (limit.choices if limit else ())
            if len(choice) > 1
            for pair in choice
        }
        # Of pairs that only meet the same requirements, one is enough.
        apart = {
            pair if pair in self._counted or pair in together else self._met[pair]: pair
            for pair in pairs
        }
        pairs = list(apart.values())
        most = len(pairs)
        if limit is not None and limit.most is not None and not together:
            most = min(most, limit.most)
        if sum(comb(len(pairs), size) for size in range(most + 1)) > _MOST_CHOICES:
            return None
        found: dict[tuple[int, ...], list[Option]] = {}
        for size in range(most, -1, -1):
            for chosen in combinations(pairs, size):
                if limit is None or not together or limit.allows(limit.made(chosen)):
                    met, counts = self._worth(chosen)
                    better = found.setdefault(counts, [])
                    if all(met & ~other.met for other in better):
                        kept = [other for other in better if other.met & ~met]
                        better[:] = [Option(met, counts, chosen), *kept]
        return [option for several in found.values() for option in several]

    def most_alike(self, choices: Sequence[Option]) -> int:
        """Return how many creatures with the same choices are of any use.

        Each requirement that they meet is met by one of them, and a limit needs so many at most.
        """
        counted = [any(option.counts[k] for option in choices) for k in range(len(self.shared))]
        needed = (lim.fewest for lim, does in zip(self.shared, counted, strict=True) if does)
        return len(choices) + sum(needed)

    def _worth(self, chosen: Iterable[Pair]) -> tuple[int, tuple[int, ...]]:
        met, counts = 0, [0] * len(self.shared)
        made: set[tuple[int, int]] = set()
        for pair in chosen:
            met |= self._met.get(pair, 0)
            made.update(self._counted.get(pair, ()))
        for k, _ in made:
            counts[k] += 1
        return met, tuple(counts)


class _Search:
    """A depth-first search over the creatures, each of which chooses some of its pairs."""

    def __init__(self, shared: list[Limit], options: list[list[Option]]) -> None:
        self.shared = shared
        self.options = options
        # What those after the first k creatures can meet, and how often they can be counted.
        self.meets_later = [0]
        self.counts_later = [[0] * len(self.shared)]
        for own in reversed(options):
            meets, counts = self.meets_later[-1], list(self.counts_later[-1])
            for option in own:
                meets |= option.met
            for k in range(len(shared)):
                counts[k] += max(option.counts[k] for option in own)
            self.meets_later.append(meets)
            self.counts_later.append(counts)
        self.meets_later.reverse()
        self.counts_later.reverse()
        self.left = _BUDGET
        self.most = 0
        self.chosen: list[Option] = []
        self.found: frozenset[Pair] = frozenset()

    def best(self) -> frozenset[Pair] | None:
        """Return a declaration that meets the most requirements, None if the budget is spent."""
        self._descend(0, 0, (0,) * len(self.shared))
        return self.found if self.left > 0 else None

    def _descend(self, depth: int, met: int, counts: tuple[int, ...]) -> None:
        self.left -= 1
        if self.left <= 0 or (met | self.meets_later[depth]).bit_count() <= self.most:
            return
        for limit, count, later in zip(self.shared, counts, self.counts_later[depth], strict=True):
            if limit.most is not None and count > limit.most:
                return
            if count > 0 and count + later < limit.fewest:
                return
        if depth == len(self.options):
            self.most = met.bit_count()
            self.found = frozenset(pair for option in self.chosen for pair in option.pairs)
            return
        options = sorted(self.options[depth], key=lambda option: -(option.met & ~met).bit_count())
        for option in options:
            after = tuple(map(int.__add__, counts, option.counts))
            self.chosen.append(option)
            self._descend(depth + 1, met | option.met, after)
            self.chosen.pop()
