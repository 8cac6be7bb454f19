"""The active side's decision in a position as one model, with every leaf found so far.

With one step left, a leaf is the defending side's plan for it. With two, a branch is what the
defending side does in the first, and a leaf its plan in the second (510.1, 510.4).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.assignment import Assigned, StepAssignment
from engine.divisions import Division, conditional_divisions
from engine.state import State
from engine.steps import change
from optimizer.choices import is_of_side
from optimizer.encoding.events import Event, make_event
from optimizer.encoding.leaf import Leaf
from optimizer.encoding.lexicographic import Lexicographic
from optimizer.encoding.node import Hit, Node
from optimizer.encoding.plans import (
    Plan,
    PlanWriter,
    own_split,
    read_splits,
    smaller,
    split_by_plan,
)
from optimizer.encoding.standing import Standing
from optimizer.encoding.variables import Reading, Sum, Variables
from optimizer.goals import Goal, bounds, is_monotone, varies
from optimizer.position import Position


@dataclass
class Branch:
    """The game after one way for the defending side to play the first of two steps.

    Attributes
    ----------
    reply
        What the defending side does in the first step.
    standing
        How everything stands after it.
    node
        The active side's move in the second step.
    event
        The damage of the first step.
    own_splits
        How the active side splits its shields in it.
    """

    reply: StepAssignment
    standing: Standing
    node: Node
    event: Event
    own_splits: dict[str, dict[str, Sum]]


@dataclass(frozen=True)
class Line:
    """How a solution of the model goes on after one reply in the first of two steps."""

    reply: StepAssignment
    own_prevented: tuple[Assigned, ...]
    second: tuple[Assigned, ...]


class Game:
    """The model of a position, from the active side's view.

    Parameters
    ----------
    position
        Before a step in which the active side may choose.
    goals
        In order of importance.
    deadline
        The value of `time.perf_counter` at which to give up making the model, or None.
    """

    def __init__(
        self, position: Position, goals: Sequence[Goal], deadline: float | None = None
    ) -> None:
        assert position.step is not None
        self.position = position
        self.goals = goals
        self.state: State = position.state
        self.variables = Variables(deadline)
        self.has_two_steps = position.following is not None
        is_exact = self.has_two_steps or not is_monotone(goals)
        self.standing = Standing.of(self.variables, self.state, "now")
        self.others = position.divisions(active=False)
        self.node = Node(
            self.standing, position.divisions(active=True), self.others, is_exact=is_exact
        )
        self.later = change(self.state) if self.has_two_steps else self.state
        self.second: tuple[Division, ...] = ()
        if position.following is not None:
            self.second = conditional_divisions(self.later, position.following)
        self.branches: dict[object, Branch] = {}
        varying = varies(position, goals, self.second)
        self.lexicographic = Lexicographic(self.variables, varying, bounds(position, goals))
        self._leaves = 0
        self._known: set[str] = set()

    def add(self, replies: Sequence[StepAssignment]) -> bool:
        """Add the way in which the defending side has played the steps that are left.

        Parameters
        ----------
        replies
            Its own assignment and shields in each of these steps; the second may be missing if it
            did not take place.

        Returns
        -------
        bool
            False if the model holds this already.
        """
        key = repr([_parts([step]) for step in replies])
        if key in self._known:
            return False
        self._known.add(key)
        self._leaves += 1
        label = f"leaf {self._leaves}"
        if not self.has_two_steps:
            self._leaf(self.standing, self.node, [], [], Plan.of(*_parts(replies[:1])), label)
            return True
        branch = self._branch(replies[0])
        self._leaf(
            branch.standing,
            branch.node,
            [self.standing],
            [branch.event],
            Plan.of(*_parts(replies[1:])),
            label,
        )
        return True

    def _branch(self, reply: StepAssignment) -> Branch:
        plan = Plan.of(reply.assignments, reply.prevented)
        key = repr(plan)
        if key not in self.branches:
            label = f"branch {len(self.branches)}"
            hits = PlanWriter(self.standing, self.others).hits(plan, label)
            splits: dict[str, dict[str, Sum]] = {}
            every = self.node.hits() + hits
            event = self._event(self.standing, every, plan, label, splits)
            standing = self.standing.after(event, self.node.deaths, self.later)
            standing.label = f"then {label}"
            side = self.position.combat.active_side
            node = Node(
                standing,
                [d for d in self.second if d.divider in side],
                [d for d in self.second if d.divider not in side],
                before=self.node,
                is_exact=True,
            )
            self.branches[key] = Branch(reply, standing, node, event, splits)
        return self.branches[key]

    def _leaf(
        self,
        standing: Standing,
        node: Node,
        standings: list[Standing],
        events: list[Event],
        plan: Plan,
        label: str,
    ) -> None:
        writer = PlanWriter(standing, node.others)
        hits = writer.hits(plan, label)
        event = self._event(standing, node.hits() + hits, plan, label, {})
        final = standing.after(event, node.deaths, standing.state)
        final.label = f"end of {label}"
        leaf = Leaf(self.position.outcome, [*standings, standing, final], [*events, event])
        valid = writer.valid(hits, node.hits() + hits, label)
        self.lexicographic.add_leaf([goal.expression(leaf) for goal in self.goals], valid)

    def _event(
        self,
        standing: Standing,
        hits: Sequence[Hit],
        plan: Plan,
        label: str,
        own_splits: dict[str, dict[str, Sum]],
    ) -> Event:
        def split(target: str, pairs: Sequence[tuple[str, Sum]], shield: Sum) -> list[Sum]:
            if len(pairs) == 1:
                return [smaller(self.variables, pairs[0][1], shield, f"{target} {label} shield")]
            if is_of_side(self.state, target, active=True):
                own_splits[target] = own_split(self.variables, target, pairs, shield, label)
                return list(own_splits[target].values())
            return split_by_plan(
                self.variables, plan.splits.get(target, ()), pairs, shield, f"{target} {label}"
            )

        return make_event(
            self.variables, standing.state, hits, standing.shields, standing.shield_counters,
            split, label,
        )  # fmt: skip

    # --- solutions -----------------------------------------------------------------------------

    def read(self, solver: Any) -> tuple[tuple[Assigned, ...], list[Line]]:
        """Read the active side's moves: in the first step, and how each branch goes on."""
        reading = Reading(self.variables, solver)
        lines = [
            Line(
                branch.reply,
                read_splits(branch.own_splits, reading),
                branch.node.step.read(reading),
            )
            for branch in self.branches.values()
        ]
        return self.node.step.read(reading), lines

    def pin(self, own: Sequence[StepAssignment], model: Any) -> None:
        """Pin the active side's assignment in a copy of the model."""
        nodes = [self.node, *(branch.node for branch in self.branches.values())]
        for node, step in zip(nodes, own, strict=False):
            given = {(a.source, a.target): a.amount for a in step.assignments}
            sums: dict[tuple[str, str], Sum] = {}
            exact: dict[tuple[str, str], bool] = {}
            for cell in node.step.cells:
                key = (cell.division.source, cell.recipient.id)
                sums[key] = self.variables.sum(sums.get(key, 0), cell.amount)
                exact[key] = node.is_exact or key[1] not in self.state.creatures
            for key, total in sums.items():
                expression = self.variables.expression(total)
                amount = given.get(key, 0)
                if exact[key]:
                    model.add(expression == amount)
                elif not node.must_be_exact(key[1]):  # else the rest may lie there as well
                    model.add(expression <= amount)


def _parts(
    steps: Sequence[StepAssignment],
) -> tuple[tuple[Assigned, ...], tuple[Assigned, ...]]:
    return (steps[0].assignments, steps[0].prevented) if steps else ((), ())
