"""The fewest facts that forbid something, by implicit hitting sets, or none too many.

Whatever facts forbid it, one of them is in every *correction*: a set of facts without which it is
possible. So the fewest facts that hit all corrections found so far are at least as few as the
fewest that forbid it; if these do forbid it, they are the answer, else there is another correction.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from time import perf_counter

from optimizer.reasons.question import TimeUpError

IsPossible = Callable[[Collection[int], bool], bool | None]
"""Whether it is possible if only these facts hold; and whether to make sure of a no."""


@dataclass(frozen=True)
class Forbidding:
    """Facts that together forbid something.

    Attributes
    ----------
    facts
        Their numbers.
    is_forbidding
        With these facts alone it is known to be impossible.
    is_smallest
        No smaller set of facts forbids it.
    """

    facts: frozenset[int]
    is_forbidding: bool
    is_smallest: bool


class Smallest:
    """The search for the fewest facts.

    Parameters
    ----------
    weights
        Of each fact; fewest facts come first, then the least weight. All are small and above 0.
    is_possible
        See `IsPossible`. Holding all facts, it is not possible.
    patience
        The seconds after which to be content with a set that has no fact too many.
    """

    def __init__(self, weights: Sequence[int], is_possible: IsPossible, patience: float) -> None:
        self.weights = weights
        self.every = frozenset(range(len(weights)))
        self.corrections: list[frozenset[int]] = []
        self.until = perf_counter() + patience
        self._ask = is_possible

    def find(self) -> Forbidding:
        """Return the fewest facts, or in the time given as few as can be."""
        try:
            while perf_counter() < self.until:
                chosen = self._hitting_set()
                first = self._ask(chosen, True)
                if not first:
                    return Forbidding(chosen, first is False, first is False)
                self._new_corrections(chosen)
        except TimeUpError:
            pass
        return self._without_needless()

    def _new_corrections(self, held: frozenset[int]) -> None:
        """Find corrections that these facts do not hit, as many disjoint ones as there are."""
        is_possible: bool | None = True
        while is_possible:
            found = self._smallest_correction(self.every - held)
            self.corrections.append(found)
            held |= found
            is_possible = len(held) < len(self.every) and self._ask(held, False)

    def _smallest_correction(self, relaxed: frozenset[int]) -> frozenset[int]:
        """Return facts without which it is possible, none of them needless."""
        found = self._halve(frozenset(), False, sorted(relaxed, reverse=True))
        return frozenset(found)

    def _halve(
        self, given: frozenset[int], has_changed: bool, more: Sequence[int]
    ) -> frozenset[int]:
        """Return which of `more` must be switched off besides the given ones (QuickXplain)."""
        if has_changed and self._ask(self.every - given, False):
            return frozenset()
        if len(more) == 1:
            return frozenset(more)
        middle = len(more) // 2
        second = self._halve(given | frozenset(more[:middle]), True, more[middle:])
        first = self._halve(given | second, bool(second), more[:middle])
        return first | second

    def _hitting_set(self) -> frozenset[int]:
        """Return the fewest facts that hit all corrections."""
        if not self.corrections:
            return frozenset()
        from ortools.sat.python import cp_model

        from optimizer.encoding.lexicographic import new_solver

        model = cp_model.CpModel()
        chosen = [model.new_bool_var(str(k)) for k in range(len(self.weights))]
        for correction in self.corrections:
            model.add_bool_or([chosen[k] for k in sorted(correction)])
        one = 1 + sum(self.weights)
        costs = [one + weight for weight in self.weights]
        model.minimize(cp_model.LinearExpr.weighted_sum(chosen, costs))
        solver = new_solver(None)
        solver.solve(model)
        return frozenset(k for k in self.every if solver.boolean_value(chosen[k]))

    def _without_needless(self) -> Forbidding:
        """Drop one fact after the other, as long as it stays forbidden (a deletion filter)."""
        held = self.every
        try:
            for k in sorted(self.every, key=lambda k: -self.weights[k]):
                if self._ask(held - {k}, True) is False:
                    held -= {k}
        except TimeUpError:
            pass
        return Forbidding(held, is_forbidding=True, is_smallest=False)
