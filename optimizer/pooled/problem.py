"""One side's damage as numbers: groups that divide, groups that are hit, and what that is worth.

Both sides' questions have this form. The active side's sources may send damage through gates; the
other side's divide among the attackers and count every death as a gain.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.division import Division, Recipient
from engine.pooled import PooledResult, Quotient, measure
from optimizer.goals import ObjectiveGoal
from optimizer.parts.vectors import Vector


@dataclass(frozen=True, slots=True)
class Source:
    """A group that divides its damage.

    Attributes
    ----------
    supply
        What all its copies must assign.
    deathtouch
        Whether a single point of it is lethal damage.
    groups
        The creatures that it may damage, behind no gate.
    beyond
        Whatever else it may damage, with the gates.
    """

    id: str
    supply: int
    deathtouch: bool
    groups: tuple[str, ...]
    beyond: tuple[Recipient, ...]

    @property
    def aim(self) -> str:
        """What it damages first beyond the groups, or nothing."""
        return self.beyond[0].id if self.beyond else ""


@dataclass(frozen=True, slots=True)
class Target:
    """A group that is damaged: its copies, lethal damage to each, and what each death is worth."""

    id: str
    count: int
    needed: int
    worth: Vector


@dataclass(frozen=True, slots=True)
class Emptied:
    """A planeswalker or battle: how many points empty it, and what that is worth."""

    counters: int
    worth: Vector


@dataclass(frozen=True)
class Problem:
    """Sources and targets that have to be decided together.

    Attributes
    ----------
    points
        What one point is worth, by source and recipient beyond the creatures.
    emptied
        Planeswalkers and battles by id; those with loyalty have it as a threshold as well.
    constant
        What it is worth anyway.
    is_suited
        No death is unwelcome, nor that something is emptied, and it does not matter how many copies
        hit a player (120.3g) where that is not forced.
    """

    sources: tuple[Source, ...]
    targets: Mapping[str, Target]
    points: Mapping[tuple[str, str], Vector]
    emptied: Mapping[str, Emptied]
    constant: Vector
    is_suited: bool

    def value(self, decided: "Decided") -> Vector:
        """Return what a decision is worth."""
        terms = [self.constant]
        for name, target in self.targets.items():
            met = decided.lethal.get(name, 0) + decided.touched.get(name, 0)
            terms.append(tuple(met * worth for worth in target.worth))
        total: dict[str, int] = {}
        for pair, amount in decided.amounts.items():
            total[pair[1]] = total.get(pair[1], 0) + amount
            if pair in self.points:
                terms.append(tuple(amount * worth for worth in self.points[pair]))
        for name, emptied in self.emptied.items():
            if total.get(name, 0) >= emptied.counters:
                terms.append(emptied.worth)
        return tuple(map(sum, zip(*terms, strict=True)))


@dataclass(frozen=True)
class Decided:
    """A decision: amounts, and the copies with lethal damage by amount and by a touch."""

    amounts: Mapping[tuple[str, str], int]
    lethal: Mapping[str, int]
    touched: Mapping[str, int]


class Reader:
    """Reads the problems of both sides off the quotient.

    What a unit of anything is worth is measured by the engine, as measures are linear.
    """

    def __init__(self, quotient: Quotient, goals: Sequence[ObjectiveGoal]) -> None:
        self.quotient = quotient
        self.goals = goals

    def problems(self, due: Iterable[Division], sense: int) -> list[Problem]:
        """Return the problems that divisions fall into: they share no creature or counters.

        Parameters
        ----------
        due
            One side's divisions of the representatives.
        sense
            1 if what the goals are worth is to be made large, -1 if small.
        """
        state = self.quotient.state
        sources = []
        for division in due:
            recipients = division.options[0].recipients
            if recipients:
                supply = self.quotient.total(division)
                groups = tuple(r.id for r in recipients if r.id in state.creatures)
                beyond = tuple(r for r in recipients if r.id not in state.creatures)
                sources.append(Source(division.source, supply, division.deathtouch, groups, beyond))
        return [self._problem(part, sense) for part in self._parts(sources)]

    def _parts(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Group sources that may damage the same creature, planeswalker or battle."""
        players = self.quotient.state.life
        parts: list[tuple[set[str], list[Source]]] = []
        for source in sources:
            names = {*source.groups, *(r.id for r in source.beyond if r.id not in players)}
            members = [source]
            rest = []
            for met, others in parts:
                if names.isdisjoint(met):
                    rest.append((met, others))
                else:
                    names |= met
                    members = others + members
            parts = [*rest, (names, members)]
        return [members for _, members in parts]

    def _problem(self, sources: Sequence[Source], sense: int) -> Problem:
        state, thresholds = self.quotient.state, self.quotient.thresholds
        counters = {**state.loyalty, **state.defense}
        targets: dict[str, Target] = {}
        points: dict[tuple[str, str], Vector] = {}
        emptied: dict[str, Emptied] = {}
        nothing = self._worth(sense, PooledResult(self.quotient))
        always, is_suited = [nothing], True
        for source in sources:
            # A point on a creature does nothing by itself but gain life, as any other does.
            common = nothing
            for name in source.groups:
                common = self._worth(sense, PooledResult(self.quotient, {(source.id, name): 1}))
                if name not in targets:
                    died = int(self.quotient.dies(name))
                    worth = self._worth(sense, PooledResult(self.quotient, died={name: died}))
                    count = self.quotient.counts[name]
                    targets[name] = Target(name, count, thresholds[name].needed, worth)
            always.append(tuple(source.supply * entry for entry in common))
            for recipient in source.beyond:
                pair = (source.id, recipient.id)
                worth = self._worth(sense, PooledResult(self.quotient, {pair: 1}))
                points[pair] = tuple(a - b for a, b in zip(worth, common, strict=True))
                copies = self.quotient.counts[source.id]
                hit = self._worth(sense, PooledResult(self.quotient, hits={pair: copies}))
                if not source.groups and len(source.beyond) == 1:
                    if recipient.id in state.life:
                        always.append(hit)
                elif hit != nothing:
                    is_suited = False
                if recipient.id in counters:
                    gone = PooledResult(self.quotient, emptied=frozenset([recipient.id]))
                    emptied[recipient.id] = Emptied(
                        counters[recipient.id], self._worth(sense, gone)
                    )
        constant = tuple(map(sum, zip(*always, strict=True)))
        worths = [target.worth for target in targets.values()]
        worths += [thing.worth for thing in emptied.values()]
        is_suited &= all(worth >= nothing for worth in worths)
        return Problem(tuple(sources), targets, points, emptied, constant, is_suited)

    def _worth(self, sense: int, result: PooledResult) -> Vector:
        return tuple(
            sense
            * goal.objective.sense
            * sum(weight * measure(result, name) for name, weight in goal.objective.weights.items())
            for goal in self.goals
        )
