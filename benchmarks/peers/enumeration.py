"""Exhaustive enumeration: every legal assignment of both sides, each played out by the engine."""

from collections.abc import Iterator, Sequence
from math import comb

from benchmarks.peers.answer import Answer, Clock, RefusedError
from engine.assignment import Assigned, StepAssignment
from engine.combat import Combat, Step
from engine.damage import DamageEvent
from engine.divisions import Division, Recipient, Threshold, divisions, thresholds
from engine.keywords import Keyword
from engine.state import State
from engine.steps import Outcome, advance, next_step
from optimizer.objectives import Objective, read_objectives, values

_MOST = 20_000_000
"""More joint assignments than that in the first step are not even begun."""


class _TimeIsUpError(Exception):
    """The time is up before everything was looked at."""


class Enumeration:
    """Tries everything."""

    name = "enumeration"
    parameters = f"none begun above {_MOST} assignments"

    def solve(self, combat: Combat, objectives: Sequence[str], seconds: float) -> Answer:
        """Answer a question by looking at every assignment and every reply."""
        clock = Clock(seconds)
        state = State.beginning(combat)
        if any(isinstance(shield, int) for shield in state.shields.values()):
            raise RefusedError("shields whose prevention is a choice")
        if any(group.assigned_by or group.has(Keyword.BANDING) for group in combat.groups):
            raise RefusedError("divisions by the other side")
        step = next_step(state, None)
        if step is not None and _count(divisions(state, step)) > _MOST:
            return Answer(None, (), False, 0.0, clock.lap())
        search = _Search(combat, read_objectives(combat, objectives), clock)
        try:
            outcome = search.best(state, step, (), ())
        except _TimeIsUpError:
            return Answer(None, (), False, 0.0, clock.lap())
        measured = values(search.objectives, outcome)
        return Answer(outcome, measured, True, 0.0, clock.lap())


def _count(due: Sequence[Division]) -> int:
    """Return how many joint assignments there are, gates aside."""
    total = 1
    for division in due:
        sizes = [len(option.recipients) for option in division.options]
        total *= sum(comb(division.amount + size - 1, size - 1) if size else 1 for size in sizes)
    return total


class _Search:
    """The game tree: in each step the active side assigns, then the defending side."""

    def __init__(self, combat: Combat, objectives: tuple[Objective, ...], clock: Clock) -> None:
        self.combat = combat
        self.objectives = objectives
        self.clock = clock
        self.tried = 0

    def best(
        self,
        state: State,
        step: Step | None,
        played: tuple[StepAssignment, ...],
        events: tuple[DamageEvent, ...],
    ) -> Outcome:
        """Return the best for the active side, from a state on."""
        if step is None:
            return Outcome(self.combat, played, events, state)
        due = divisions(state, step)
        own = [d for d in due if d.divider in self.combat.active_side]
        other = [d for d in due if d.divider not in self.combat.active_side]
        limits = thresholds(state)
        best: Outcome | None = None
        for moves in self._joint(own, limits):
            worst: Outcome | None = None
            for replies in self._joint(other, limits):
                given = StepAssignment(step, (*moves, *replies))
                event = advance(state, given)
                found = self.best(
                    event.after, next_step(event.after, step), (*played, given), (*events, event)
                )
                if worst is None or self._worth(found) < self._worth(worst):
                    worst = found
                if best is not None and self._worth(worst) <= self._worth(best):
                    break  # the reply is bad enough
            if worst is not None and (best is None or self._worth(worst) > self._worth(best)):
                best = worst
        assert best is not None
        return best

    def _joint(
        self, due: Sequence[Division], limits: dict[str, Threshold]
    ) -> Iterator[list[Assigned]]:
        """Yield every legal joint assignment: amounts in full, every gate that is used open."""
        for chosen in _all(list(due)):
            self.tried += 1
            if self.tried % 64 == 0 and self.clock.left <= 0.001:
                raise _TimeIsUpError
            if _gates_are_open(chosen, limits):
                yield [
                    Assigned(division.source, recipient.id, amount)
                    for division, amounts in chosen
                    for recipient, amount in amounts
                    if amount
                ]

    def _worth(self, outcome: Outcome) -> tuple[int, ...]:
        return tuple(o.sense * o.value(outcome) for o in self.objectives)


Divided = tuple[tuple[Recipient, int], ...]


def _all(due: list[Division]) -> Iterator[tuple[tuple[Division, Divided], ...]]:
    """Yield every way to divide each of these amounts, whatever the gates say.

    Not recursive: thousands of creatures may divide.
    """
    if not due:
        yield ()
        return
    ways = [_ways(due[0])]
    chosen: list[tuple[Division, Divided]] = []
    while ways:
        parts = next(ways[-1], None)
        if parts is None:
            ways.pop()
            if chosen:
                chosen.pop()
            continue
        chosen.append((due[len(ways) - 1], parts))
        if len(ways) == len(due):
            yield tuple(chosen)
            chosen.pop()
        else:
            ways.append(_ways(due[len(ways)]))


def _ways(division: Division) -> Iterator[Divided]:
    for option in division.options:
        if not option.recipients:
            yield ()
        elif len(option.recipients) == 1:
            yield ((option.recipients[0], division.amount),)
        else:
            yield from _parts(division.amount, option.recipients)


def _parts(amount: int, recipients: tuple[Recipient, ...]) -> Iterator[Divided]:
    amounts = [0] * len(recipients)
    amounts[-1] = amount
    while True:
        yield tuple(zip(recipients, amounts, strict=True))
        behind = amounts[-1]
        place = len(amounts) - 2
        while place >= 0 and not behind:  # nothing behind it is left to move forward
            behind = amounts[place]
            place -= 1
        if place < 0:
            return
        amounts[place] += 1
        amounts[place + 1 :] = [0] * (len(amounts) - place - 1)
        amounts[-1] = behind - 1


def _gates_are_open(
    chosen: tuple[tuple[Division, Divided], ...], limits: dict[str, Threshold]
) -> bool:
    total: dict[str, int] = {}
    touched: set[str] = set()
    gates: set[str] = set()
    for division, amounts in chosen:
        for recipient, amount in amounts:
            if amount:
                total[recipient.id] = total.get(recipient.id, 0) + amount
                gates.update(recipient.behind)
                if division.deathtouch:
                    touched.add(recipient.id)
    return all(_is_met(limits.get(name), total, touched) for name in gates)


def _is_met(limit: Threshold | None, total: dict[str, int], touched: set[str]) -> bool:
    if limit is None:
        return True
    return total.get(limit.recipient, 0) >= limit.needed or (
        limit.deathtouch and limit.recipient in touched
    )
