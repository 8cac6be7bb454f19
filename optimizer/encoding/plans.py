"""Plans: ways for the other side to divide its damage and its shields, whatever has happened.

The other side divides when it has seen everything (510.1). A *plan* is one way to do so that is
possible whatever the deciding side does: each creature fills its recipients in order, up to a cap,
those that are gone passed over, and what is left goes to the first. So a plan found as the best
reply to one assignment says something about all of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.assignment import Assigned
from engine.divisions import Division
from optimizer.encoding.node import Hit
from optimizer.encoding.standing import Standing
from optimizer.encoding.variables import Reading, Sum, Value, Variables

Order = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Plan:
    """One way to divide.

    Attributes
    ----------
    fills
        For each source, its recipients in order and the most that each gets at first.
    splits
        For each object with a shield, the sources in order and the most that is prevented of each.
    """

    fills: Mapping[str, Order] = field(default_factory=dict)
    splits: Mapping[str, Order] = field(default_factory=dict)

    @classmethod
    def of(cls, assigned: Sequence[Assigned], prevented: Sequence[Assigned] = ()) -> "Plan":
        """Turn what was assigned and prevented into a plan."""
        fills: dict[str, list[tuple[str, int]]] = {}
        splits: dict[str, list[tuple[str, int]]] = {}
        for a in assigned:
            fills.setdefault(a.source, []).append((a.target, a.amount))
        for a in prevented:
            splits.setdefault(a.target, []).append((a.source, a.amount))
        return cls(
            {name: tuple(order) for name, order in fills.items()},
            {name: tuple(order) for name, order in splits.items()},
        )


class PlanWriter:
    """Writes what the other side's divisions assign under a plan."""

    def __init__(self, standing: Standing, others: Sequence[Division]) -> None:
        self.standing = standing
        self.variables: Variables = standing.variables
        self.others = others

    def hits(self, plan: Plan, label: str) -> list[Hit]:
        """Return what is assigned under a plan."""
        hits: list[Hit] = []
        for division in self.others:
            caps = dict(plan.fills.get(division.source, ()))
            names = [recipient.id for recipient in division.options[0].recipients]
            order = [name for name in caps if name in names]
            order += [name for name in names if name not in caps]
            hits += self._fill(division, order, caps, f"{division.source} {label}")
        return hits

    def _fill(
        self, division: Division, order: list[str], caps: Mapping[str, int], label: str
    ) -> list[Hit]:
        variables, standing, option = self.variables, self.standing, division.options[0]
        by_name = {recipient.id: recipient for recipient in option.recipients}
        closed = [standing.closed(by_name[name], option) for name in order]
        here = standing.holds(division)
        amount = standing.amount(division)
        if amount.is_constant and all(isinstance(c, int) for c in closed):
            open_ = [name for name, c in zip(order, closed, strict=True) if not c]
            shares = _shares(amount.constant, open_, caps)
            return [
                (division.source, name, variables.sum((here, share)))
                for name, share in shares.items()
                if share
            ]
        left = variables.product(here, amount, f"{label} amount")
        parts: list[Sum] = []
        for name, away in zip(order, closed, strict=True):
            most = variables.capped(left, caps.get(name, 0), f"{label} {name} most")
            part = variables.product(variables.opposite(away), most, f"{label} {name} part")
            parts.append(part)
            left = variables.sum(left, (part, -1))
            left.low = 0
        for k, away in enumerate(closed):
            first = variables.all_of([variables.opposite(away), *closed[:k]], f"{label} first {k}")
            rest = variables.product(first, left, f"{label} {order[k]} rest")
            parts[k] = variables.sum(parts[k], rest)
        return [(division.source, name, part) for name, part in zip(order, parts, strict=True)]

    def valid(self, hits: Sequence[Hit], all_hits: Sequence[Hit], label: str) -> Value:
        """Return the condition that a plan keeps to its gates (the ordered rule, 510.1d).

        Parameters
        ----------
        hits
            What the plan assigns.
        all_hits
            Everything that is assigned in the step, which its gates count.
        """
        conditions: list[Value] = []
        amounts = {(source, target): amount for source, target, amount in hits}
        for division in self.others:
            for recipient in division.options[0].recipients:
                amount = amounts.get((division.source, recipient.id))
                if recipient.behind and not recipient.sealed and amount is not None:
                    name = f"{division.source}->{recipient.id} {label}"
                    used = self.variables.reaches(amount, 1, f"{name} used")
                    met = [self._passed(b, all_hits, f"{name} {b}") for b in recipient.behind]
                    gate = self.variables.all_of(met, f"{name} gate")
                    unused = self.variables.opposite(used)
                    conditions.append(self.variables.any_of([unused, gate], f"{name} fine"))
        return self.variables.all_of(conditions, f"{label} valid")

    def _passed(self, name: str, hits: Sequence[Hit], label: str) -> Value:
        variables, standing = self.variables, self.standing
        now, creatures = standing.creatures[name], standing.state.creatures
        given = [(source, amount) for source, target, amount in hits if target == name]
        total = variables.sum(now.marked, now.counters, *(amount for _, amount in given))
        reasons = [
            standing.absent(name),
            variables.reaches(total, creatures[name].toughness, f"{label} lethal"),
        ]
        reasons += [
            variables.reaches(amount, 1, f"{source} touches {label}")
            for source, amount in given
            if "deathtouch" in creatures[source].keywords
        ]
        return variables.any_of(reasons, f"{label} met")


def _shares(amount: int, order: Sequence[str], caps: Mapping[str, int]) -> dict[str, int]:
    """Fill recipients in order up to their caps, and give the rest to the first."""
    shares = {}
    for name in order:
        shares[name] = min(amount, caps.get(name, 0))
        amount -= shares[name]
    if order:
        shares[order[0]] += amount
    return shares


def split_by_plan(
    variables: Variables, order: Order, pairs: Sequence[tuple[str, Sum]], shield: Sum, label: str
) -> list[Sum]:
    """Return how much a shield prevents of each source's damage under a plan (615.7)."""
    caps = dict(order)
    ranked = sorted(
        pairs, key=lambda pair: list(caps).index(pair[0]) if pair[0] in caps else len(caps)
    )
    prevented: dict[str, Sum] = {name: Sum() for name, _ in pairs}
    for capped in (True, False):
        for name, amount in ranked:
            left = variables.sum(amount, (prevented[name], -1))
            left.low = max(0, left.low)
            if capped:
                left = variables.capped(left, caps.get(name, 0), f"{name} {label} cap")
            part = smaller(variables, left, shield, f"{name} {label} {capped}")
            prevented[name] = variables.sum(prevented[name], part)
            shield = variables.sum(shield, (part, -1))
            shield.low = max(0, shield.low)
    return [prevented[name] for name, _ in pairs]


def own_split(
    variables: Variables, target: str, pairs: Sequence[tuple[str, Sum]], shield: Sum, label: str
) -> dict[str, Sum]:
    """Return variables for how the deciding side splits its own shield (615.7)."""
    parts: dict[str, Sum] = {}
    for source, amount in pairs:
        part = variables.sum(
            variables.integer(
                0, min(amount.high, shield.high), f"{source}->{target} {label} shield"
            )
        )
        variables.at_least(variables.sum(amount, (part, -1)), 0)
        parts[source] = part
    total = variables.sum(*(amount for _, amount in pairs))
    used = smaller(variables, total, shield, f"{target} {label} used")
    variables.equal(variables.sum(*parts.values(), (used, -1)), 0)
    return parts


def read_splits(
    own_splits: Mapping[str, Mapping[str, Sum]], reading: Reading
) -> tuple[Assigned, ...]:
    """Read how the deciding side splits its shields from a solution (see `own_split`)."""
    return tuple(
        Assigned(source, target, prevented)
        for target, parts in own_splits.items()
        for source, part in parts.items()
        if (prevented := reading.number(part))
    )


def smaller(variables: Variables, one: Sum, other: Sum, name: str) -> Sum:
    """Return the smaller of two totals, which are never negative."""
    if one.high <= other.low:
        return one
    if other.high <= one.low:
        return other
    over = variables.excess(variables.sum(one, (other, -1)), name)
    found = variables.sum(one, (over, -1))
    found.low, found.high = max(0, min(one.low, other.low)), min(one.high, other.high)
    return found
