"""The defending side's move in the last step as a model, with the active side's move known."""

from collections.abc import Iterator, Sequence
from itertools import product

from engine.assignment import Assigned
from optimizer.choices import is_of_side
from optimizer.encoding.events import make_event
from optimizer.encoding.leaf import Leaf
from optimizer.encoding.lexicographic import Lexicographic
from optimizer.encoding.node import Hit, Node
from optimizer.encoding.plans import Plan, own_split, read_splits, smaller, split_by_plan
from optimizer.encoding.standing import Standing
from optimizer.encoding.variables import Reading, Sum, Variables
from optimizer.goals import Goal, bounds
from optimizer.position import Position


class ReplyModel:
    """What the defending side assigns and prevents, as bad for the goals as it can be.

    Parameters
    ----------
    position
        Before the last step.
    known
        What the active side assigns in it.
    goals
        Those that the defending side can change, in order of importance.
    is_exact
        Everything that is assigned is a variable (see `optimizer.encoding.node.Node`).
    """

    def __init__(
        self,
        position: Position,
        known: Sequence[Assigned],
        goals: Sequence[Goal],
        *,
        is_exact: bool,
    ) -> None:
        self.position = position
        self.variables = Variables()
        self.standing = Standing.of(self.variables, position.state, "reply")
        self.known: list[Hit] = [(a.source, a.target, Sum(a.amount)) for a in known]
        self.node = Node(
            self.standing,
            position.divisions(active=False),
            position.divisions(active=True),
            other_hits=self.known,
            is_exact=is_exact,
        )
        self.hits = self.node.hits() + self.known
        self.own_splits: dict[str, dict[str, Sum]] = {}
        plans = list(self._answers())
        limits = [(-high, -low) for low, high in bounds(position, goals)]
        self.lexicographic = Lexicographic(self.variables, [len(plans) > 1] * len(goals), limits)
        for number, plan in enumerate(plans):
            leaf = self._leaf(plan, f"answer {number}")
            values = [self.variables.sum((goal.expression(leaf), -1)) for goal in goals]
            self.lexicographic.add_leaf(values)

    def solve(self) -> tuple[tuple[Assigned, ...], tuple[Assigned, ...]]:
        """Return what the defending side assigns and how it splits its shields."""
        read = None
        for k, total in enumerate(self.lexicographic.totals):
            if not total.is_constant or read is None:
                stage = self.lexicographic.maximize(k, None)
                assert stage.value is not None
                self.lexicographic.fix(k, stage.value)
                read = stage.solver
        reading = Reading(self.variables, read)
        return self.node.step.read(reading), read_splits(self.own_splits, reading)

    def _leaf(self, plan: Plan, label: str) -> Leaf:
        state, standing = self.position.state, self.standing

        def split(target: str, pairs: Sequence[tuple[str, Sum]], shield: Sum) -> list[Sum]:
            if len(pairs) == 1:
                return [smaller(self.variables, pairs[0][1], shield, f"{target} {label} shield")]
            if is_of_side(state, target, active=True):
                order = plan.splits.get(target, ())
                return split_by_plan(self.variables, order, pairs, shield, f"{target} {label}")
            if target not in self.own_splits:
                self.own_splits[target] = own_split(self.variables, target, pairs, shield, "own")
            return list(self.own_splits[target].values())

        event = make_event(
            self.variables, state, self.hits, standing.shields, standing.shield_counters,
            split, label,
        )  # fmt: skip
        final = standing.after(event, self.node.deaths, state)
        final.label = f"end {label}"
        return Leaf(self.position.outcome, [standing, final], [event])

    def _answers(self) -> Iterator[Plan]:
        """Yield the ways in which the active side may split its shields afterwards."""
        contested: list[list[tuple[str, tuple[tuple[str, int], ...]]]] = []
        for target, shield in self.position.state.shields.items():
            most: dict[str, int] = {}
            for source, name, amount in self.hits:
                if name == target:
                    most[source] = most.get(source, 0) + amount.high
            if (
                isinstance(shield, int)
                and len(most) > 1
                and is_of_side(self.position.state, target, active=True)
            ):
                contested.append([(target, order) for order in _orders(shield, most)])
        for choice in product(*contested):
            yield Plan(splits=dict(choice))


def _orders(shield: int, most: dict[str, int]) -> Iterator[tuple[tuple[str, int], ...]]:
    """Yield caps for every way to split a shield."""
    names = list(most)

    def fill(k: int, left: int) -> Iterator[tuple[tuple[str, int], ...]]:
        if k == len(names):
            yield ()
            return
        for part in range(min(left, most[names[k]]) + 1):
            for rest in fill(k + 1, left - part):
                yield ((names[k], part), *rest)

    total = min(shield, sum(most.values()))
    for order in fill(0, total):
        if sum(part for _, part in order) == total:
            yield order
