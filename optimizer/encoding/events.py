"""The damage of one step as expressions: from what is assigned to what is dealt (615, 616.1)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engine.modifiers import modifier
from engine.state import State
from optimizer.encoding.variables import Sum, Value, Variables

Split = Callable[[str, Sequence[tuple[str, Sum]], Sum], list[Sum]]
"""How a target's shield is split: target, the sources with what they expose it to, its size."""


@dataclass
class Landed:
    """What one source deals to one target."""

    source: str
    target: str
    amount: Sum
    variables: Variables
    label: str

    @cached_property
    def lands(self) -> Value:
        """The condition that it deals any damage."""
        return self.variables.reaches(
            self.amount, 1, f"{self.source} hits {self.target} {self.label}"
        )


@dataclass
class Event:
    """The damage of one step.

    Attributes
    ----------
    rows
        What is dealt.
    used, popped
        How much of each shield is used up; whether each shield counter is (122.1c).
    """

    variables: Variables
    rows: list[Landed] = field(default_factory=list)
    used: dict[str, Sum] = field(default_factory=dict)
    popped: dict[str, Value] = field(default_factory=dict)
    by_target: dict[str, list[Landed]] = field(default_factory=dict)

    def towards(self, target: str) -> list[Landed]:
        """Return what is dealt to a target."""
        return self.by_target.get(target, [])

    def total(self, target: str) -> Sum:
        """Return how much is dealt to a target."""
        return self.variables.sum(*(row.amount for row in self.towards(target)))


def make_event(
    variables: Variables,
    state: State,
    hits: Iterable[tuple[str, str, Sum]],
    shields: dict[str, Sum],
    counters: dict[str, Sum],
    split: Split,
    label: str,
) -> Event:
    """Return what is dealt.

    Parameters
    ----------
    state
        The known part of the state: characteristics and effects.
    hits
        Source, target and what is assigned.
    shields, counters
        The shields of a number, and the shield counters, that are left.
    split
        Called where several sources meet a shield.
    """
    by_pair: dict[str, dict[str, Sum]] = {}
    for source, target, amount in hits:
        if amount.high > 0:
            pairs = by_pair.setdefault(target, {})
            pairs[source] = variables.sum(pairs[source], amount) if source in pairs else amount
    event = Event(variables)
    for target, pairs in by_pair.items():
        rows = _to_target(
            variables, state, target, pairs, shields.get(target, Sum()),
            counters.get(target, Sum()), split, event, label,
        )  # fmt: skip
        event.rows += rows
        event.by_target[target] = rows
    return event


def _to_target(
    variables: Variables,
    state: State,
    target: str,
    pairs: dict[str, Sum],
    shield: Sum,
    counters: Sum,
    split: Split,
    event: Event,
    label: str,
) -> list[Landed]:
    modifiers = {source: modifier(state, source, target) for source in pairs}
    exposed: dict[str, Sum] = {}
    for source, amount in pairs.items():
        changes = modifiers[source]
        if not changes.stops:
            name = f"{source}->{target} {label} exposed"
            exposed[source] = variables.excess(variables.sum(amount, -changes.less), name)
    if not exposed:
        return []
    if shield.high > 0 or counters.high > 0:
        exposed = _shielded(variables, target, exposed, shield, counters, split, event, label)
    rows = []
    for source, left in exposed.items():
        changes = modifiers[source]
        dealt = left
        if changes.factor != 1 or changes.more:
            lands = (
                variables.reaches(left, 1, f"{source}->{target} {label} left")
                if changes.more
                else 0
            )
            dealt = variables.sum((left, changes.factor), (lands, changes.more))
        rows.append(Landed(source, target, dealt, variables, label))
    return rows


def _shielded(
    variables: Variables,
    target: str,
    exposed: dict[str, Sum],
    shield: Sum,
    counters: Sum,
    split: Split,
    event: Event,
    label: str,
) -> dict[str, Sum]:
    """Return what shields leave: a counter stops all that a number does not cover (122.1c)."""
    total = variables.sum(*exposed.values())
    popped: Value = 0
    if counters.high > 0:
        more = variables.reaches(
            variables.sum(total, (shield, -1)), 1, f"{target} {label} uncovered"
        )
        has = variables.reaches(counters, 1, f"{target} {label} has a shield counter")
        popped = variables.all_of([more, has], f"{target} {label} loses a shield counter")
        event.popped[target] = popped
    if shield.high > 0:
        sources = list(exposed)
        prevented = split(target, [(s, exposed[s]) for s in sources], shield)
        stays = variables.opposite(popped)
        prevented = [
            variables.product(stays, amount, f"{s}->{target} {label} prevented")
            for s, amount in zip(sources, prevented, strict=True)
        ]
        event.used[target] = variables.sum(*prevented)
        exposed = {
            s: variables.sum(exposed[s], (amount, -1))
            for s, amount in zip(sources, prevented, strict=True)
        }
    stays = variables.opposite(popped)
    return {
        s: variables.product(stays, _not_negative(amount), f"{s}->{target} {label} after counter")
        for s, amount in exposed.items()
    }


def _not_negative(total: Sum) -> Sum:
    """Note that a difference is known never to be negative."""
    total.low = max(0, total.low)
    total.high = max(0, total.high)
    return total
