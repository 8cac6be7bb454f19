"""The best decision of any problem, by CP-SAT: whole amounts for a group, none for a copy.

The useful part of what is assigned is a variable of its own, as in the encoding of single
creatures: points that make up lethal damage, and touches. What is left over is put down afterwards.
"""

from dataclasses import dataclass

from optimizer.encoding.lexicographic import Lexicographic, Proof
from optimizer.encoding.variables import Reading, Sum, Value, Variables
from optimizer.parts.vectors import Vector
from optimizer.pooled.problem import Decided, Problem, Source, Target
from optimizer.pooled.settling import settled


@dataclass(frozen=True)
class Modelled:
    """A decision, None if the time was up before any, and the best that is possible."""

    decided: Decided | None
    bounds: Vector


def solve(problem: Problem, limit: float | None) -> Modelled:
    """Return the best decision that is found in time.

    Parameters
    ----------
    limit
        The value of `time.perf_counter` at which to stop, or None.
    """
    return _Model(problem).solve(limit)


class _Model:
    """The variables and rows of one problem."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.variables = Variables()
        self.useful: dict[tuple[str, str], Value] = {}
        self.touches: dict[tuple[str, str], Value] = {}
        self.beyond: dict[tuple[str, str], Value] = {}
        self.lethal: dict[str, Value] = {}
        self.full: dict[str, Value] = {}
        self.emptied: dict[str, Value] = {}
        for source in problem.sources:
            self._source(source)
        for target in problem.targets.values():
            self._target(target)
        for name in problem.emptied:
            self._counters(name)
        for source in problem.sources:
            self._gates(source)

    # --- variables and rows --------------------------------------------------------------------

    def _source(self, source: Source) -> None:
        """What a source assigns is its supply (510.1a); on creatures, some may be left over."""
        integer, targets = self.variables.integer, self.problem.targets
        terms: list[Value] = []
        for name in source.groups:
            target, pair = targets[name], (source.id, name)
            label = f"{source.id} to {name}"
            most = min(source.supply, target.needed * target.count)
            self.useful[pair] = integer(0, most, label)
            terms.append(self.useful[pair])
            if source.deathtouch and target.needed > 1:
                self.touches[pair] = integer(
                    0, min(source.supply, target.count), f"{label} by a touch"
                )
                terms.append(self.touches[pair])
        for recipient in source.beyond:
            pair = (source.id, recipient.id)
            self.beyond[pair] = integer(0, source.supply, f"{source.id} to {recipient.id}")
            terms.append(self.beyond[pair])
        total = self.variables.sum(*terms)
        if source.groups:
            self.variables.at_most(total, source.supply)
        else:
            self.variables.equal(total, source.supply)

    def _target(self, target: Target) -> None:
        """Points make up lethal damage to whole copies; each copy gets it in one way (702.2c)."""
        name, variables = target.id, self.variables
        self.lethal[name] = 0
        if target.needed:
            self.lethal[name] = variables.integer(0, target.count, f"{name} with lethal damage")
        points = [amount for (_, other), amount in self.useful.items() if other == name]
        variables.equal(variables.sum(*points, (self.lethal[name], -target.needed)), 0)
        met = self._met(name)
        variables.at_most(met, target.count)
        self.full[name] = 1
        if target.needed:
            self.full[name] = variables.literal(f"all {name} with lethal damage")
            variables.at_least(met, target.count, self.full[name])

    def _met(self, name: str) -> Sum:
        touches = [amount for (_, other), amount in self.touches.items() if other == name]
        return self.variables.sum(self.lethal[name], *touches)

    def _counters(self, name: str) -> None:
        """A planeswalker or battle loses its last counter (120.3c, 120.3h)."""
        total = self._damage_to(name)
        counters = self.problem.emptied[name].counters
        self.emptied[name] = self.variables.literal(f"{name} emptied")
        self.variables.at_least(total, counters, self.emptied[name])

    def _damage_to(self, name: str) -> Sum:
        return self.variables.sum(*[v for (_, other), v in self.beyond.items() if other == name])

    def _gates(self, source: Source) -> None:
        """Nothing goes beyond unless the thresholds in front are met (702.19b-c)."""
        for recipient in source.beyond:
            amount = self.beyond[source.id, recipient.id]
            for name in recipient.behind:
                is_met = self.full[name] if name in self.full else self.emptied[name]
                self.variables.at_most(self.variables.sum(amount, (is_met, -source.supply)), 0)

    # --- solving -------------------------------------------------------------------------------

    def _totals(self) -> list[Sum]:
        problem, variables = self.problem, self.variables
        found = []
        for k, constant in enumerate(problem.constant):
            total = Sum(constant)
            for name, target in problem.targets.items():
                if target.worth[k]:
                    variables.add(total, self._met(name), target.worth[k])
            for pair, worth in problem.points.items():
                if worth[k]:
                    variables.add(total, self.beyond[pair], worth[k])
            for name, emptied in problem.emptied.items():
                if emptied.worth[k]:
                    variables.add(total, self.emptied[name], emptied.worth[k])
            found.append(total)
        return found

    def solve(self, limit: float | None) -> Modelled:
        """Prove the goals one after the other."""
        totals = self._totals()
        ends = [(total.low, total.high) for total in totals]
        stages = Lexicographic(self.variables, [False] * len(totals), ends)
        stages.add_leaf(totals)
        bounds: list[int] = []
        decided: Decided | None = None
        for k, total in enumerate(totals):
            if total.is_constant and (decided is not None or k + 1 < len(totals)):
                bounds.append(total.constant)
                continue
            stage = stages.maximize(k, limit)
            bounds.append(stage.bound)
            if stage.value is not None:
                known = [] if decided is None else [decided]
                decided = max([self._read(stage.solver), *known], key=self.problem.value)
            if stage.proof is not Proof.OPTIMAL:
                break
            assert stage.value is not None
            stages.fix(k, stage.value)
        highs = [total.high for total in totals]
        return Modelled(decided, (*bounds, *highs[len(bounds) :]))

    def _read(self, solver: object) -> Decided:
        reading = Reading(self.variables, solver)

        def number(value: Value) -> int:
            return reading.number(self.variables.sum(value))

        amounts: dict[tuple[str, str], int] = {}
        touched: dict[str, int] = {}
        for given in (self.useful, self.touches, self.beyond):
            for pair, value in given.items():
                amount = number(value)
                if amount:
                    amounts[pair] = amounts.get(pair, 0) + amount
                if given is self.touches and amount:
                    touched[pair[1]] = touched.get(pair[1], 0) + amount
        lethal = {name: number(value) for name, value in self.lethal.items()}
        return settled(
            self.problem, Decided(amounts, {n: k for n, k in lethal.items() if k}, touched)
        )
