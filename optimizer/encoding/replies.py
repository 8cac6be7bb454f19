"""How the defending side's last divisions meet what the active side does.

The defending side divides last, when it has seen everything (510.1), so that the objectives come out
as badly as possible. A *plan* is one way for it to divide; the model holds every plan found so far
and takes for each assignment the worst of them. What it divides and among whom may depend on the
first step: a blocker that died then deals nothing, and -1/-1 counters lower its power (510.1a).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.assignment import Assigned
from engine.combat import Combat
from engine.divisions import Division, assigned_amount
from engine.keywords import Keyword
from engine.state import State
from engine.state_actions import fate
from optimizer.encoding.board import Board
from optimizer.encoding.variables import Sum, Value, Variables

Plan = Mapping[str, tuple[tuple[str, int], ...]]
"""For each blocker with a choice: its attackers in order, and the most that each gets.

What is left goes to the last; a blocker with less power than planned fills them in order.
"""


def make_plan(replies: Sequence[Division], assigned: Sequence[Assigned]) -> Plan:
    """Turn an assignment of the last step into a plan for every amount."""
    plan = {}
    for division in replies:
        given = {a.target: a.amount for a in assigned if a.source == division.source}
        names = [recipient.id for recipient in division.options[0].recipients]
        names.sort(key=lambda name: -given.get(name, 0))
        if names:
            plan[division.source] = tuple((name, given.get(name, 0)) for name in names)
    return plan


@dataclass
class _Blow:
    """What one blocker deals in the last step: the amount, 0 if it is gone by then."""

    amount: Sum
    lands: Value
    """The amount is above 0."""


class Replies:
    """Writes what the defending side's damage does under a plan.

    Parameters
    ----------
    board
        The active side's model.
    between
        The state of the active side's creatures as the last step begins.
    replies
        The defending side's divisions in the last step.
    """

    def __init__(self, board: Board, between: State, replies: Sequence[Division]) -> None:
        self.board = board
        self.variables: Variables = board.variables
        self.combat: Combat = board.combat
        self.between = between
        self.replies = [d for d in replies if d.options[0].recipients]
        self.blows = {division.source: self._blow(division) for division in self.replies}

    def gained(self, player: str) -> Sum:
        """Return the life that a player gains by its creatures' damage in the last step."""
        return self.variables.sum(
            *(
                self.blows[division.source].amount
                for division in self.replies
                if self.combat.creatures[division.source].has(Keyword.LIFELINK)
                and self.combat.creatures[division.source].controller == player
            )
        )

    def deaths(self, plan: Plan, label: str) -> dict[str, Value]:
        """Return for each of the active side's creatures the condition that it dies.

        Those that died before the last step are included.
        """
        deaths: dict[str, Value] = dict.fromkeys(self.between.died, 1)
        hits: dict[str, list[tuple[str, Sum, Value]]] = {}
        for division in self.replies:
            name = division.source
            for target, amount, lands in self._parts(name, plan[name], label):
                hits.setdefault(target, []).append((name, amount, lands))
        for target, blows in hits.items():
            deaths[target] = self._death(target, blows, f"{target} dies {label}")
        return deaths

    def _death(self, target: str, blows: list[tuple[str, Sum, Value]], name: str) -> Value:
        variables, end = self.variables, fate(self.between, target)
        creatures = self.combat.creatures
        if end.by_damage is None:
            counters = variables.sum(
                *(amount for b, amount, _ in blows if creatures[b].deals_counters)
            )
            return variables.reaches(counters, end.by_counters, name)
        total = variables.sum(*(amount for _, amount, _ in blows))
        reasons = [variables.reaches(total, end.by_damage, f"{name} by damage")]
        reasons += [lands for b, _, lands in blows if creatures[b].has(Keyword.DEATHTOUCH)]
        return variables.any_of(reasons, name)

    def _blow(self, division: Division) -> _Blow:
        variables, name = self.variables, division.source
        gone = self.board.absent(name) if self.board.has_two_steps else 0
        counters = self.board.counters_now(name) if self.board.has_two_steps else Sum()
        creature = self.combat.creatures[name]
        most = division.amount
        if counters.high == 0 or creature.assigns == "nothing":
            amount = variables.sum(most, (gone, -most))
            here = variables.opposite(gone)
            return _Blow(amount, here)
        # Each counter takes 1 from the power (or toughness), down to 0.
        power = variables.excess(variables.sum(most, (counters, -1)), f"{name} weakened")
        amount = variables.sum(variables.integer(0, most, f"{name} deals"))
        here = variables.opposite(gone)
        variables.at_most(variables.sum(amount, (here, -most)), 0)
        variables.at_most(variables.sum(amount, (power, -1)), 0)
        variables.at_least(variables.sum(amount, (power, -1), (gone, most)), 0)
        assert assigned_amount(creature, 0) >= most
        return _Blow(amount, variables.reaches(amount, 1, f"{name} lands"))

    def _parts(
        self, name: str, plan: tuple[tuple[str, int], ...], label: str
    ) -> list[tuple[str, Sum, Value]]:
        """Return what each attacker gets from one blocker under a plan."""
        variables, blow = self.variables, self.blows[name]
        if len(plan) == 1:
            return [(plan[0][0], blow.amount, blow.lands)]
        parts, before = [], 0
        division = next(d for d in self.replies if d.source == name)
        fixed = blow.amount.low == division.amount or (
            len(blow.amount.terms) == 1 and (blow.amount.terms[0][1] == -division.amount)
        )
        for position, (target, most) in enumerate(plan):
            is_last = position == len(plan) - 1
            if fixed:  # all of its power, or nothing at all
                share = division.amount - before if is_last else most
                amount = variables.sum((blow.lands, share))
                lands: Value = blow.lands if share else 0
            else:
                left = variables.excess(
                    variables.sum(blow.amount, -before), f"{name} left {before} {label}"
                )
                over = variables.excess(
                    variables.sum(left, -most), f"{name} over {before + most} {label}"
                )
                amount = left if is_last else variables.sum(left, (over, -1))
                lands = self._positive(amount, f"{name} reaches {target} {label}")
            before += most
            parts.append((target, amount, lands))
        return parts

    def _positive(self, amount: Sum, name: str) -> Value:
        amount.low, amount.high = max(0, amount.low), max(0, amount.high)
        return self.variables.reaches(amount, 1, name)
