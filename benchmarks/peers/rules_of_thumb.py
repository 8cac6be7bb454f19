"""What players' programs do instead of searching: the rules of three engines, and one more.

They are written anew from the descriptions at the end of the design. Each decides attacker by
attacker; the defending side assigns in the first legal way, or with `phase` evenly.
"""

from collections.abc import Callable, Sequence
from time import perf_counter

from benchmarks.peers.alone import best_order
from benchmarks.peers.answer import Answer, RefusedError
from benchmarks.peers.tally import Tally
from engine.assignment import Assigned, StepAssignment
from engine.combat import Combat
from engine.divisions import Division, divisions
from engine.keywords import Keyword
from engine.objects import Creature
from engine.state import State
from engine.steps import Outcome, advance, next_step
from optimizer.greedy import greedy_step
from optimizer.objectives import read_objectives, values

Policy = Callable[[State, Sequence[Division]], list[Assigned]]


class RuleOfThumb:
    """A policy for the attacking side, and one for the defending side."""

    parameters = "none"

    def __init__(self, name: str, attack: Policy, defend: Policy | None = None) -> None:
        self.name = name
        self.attack = attack
        self.defend: Policy = defend or (lambda state, due: list(greedy_step(state, due)))

    def solve(self, combat: Combat, objectives: Sequence[str], seconds: float) -> Answer:
        """Play the combat by the rule; nothing is proven."""
        del seconds
        started = perf_counter()
        outcome = self._play(combat)
        measured = values(read_objectives(combat, objectives), outcome)
        return Answer(outcome, measured, False, 0.0, perf_counter() - started)

    def _play(self, combat: Combat) -> Outcome:
        state, played, events = State.beginning(combat), [], []
        step = next_step(state, None)
        while step is not None:
            due = divisions(state, step)
            own = [d for d in due if d.divider in combat.active_side]
            if any(not combat.creatures[d.source].attacks for d in own):
                raise RefusedError("the active side divides a blocker's damage")
            others = [d for d in due if d.divider not in combat.active_side]
            moves = (*self.attack(state, own), *self.defend(state, others))
            given = StepAssignment(step, tuple(a for a in moves if a.amount))
            event = advance(state, given)
            played.append(given)
            events.append(event)
            state, step = event.after, next_step(event.after, step)
        return Outcome(combat, tuple(played), tuple(events), state)


def _creatures(state: State, division: Division) -> list[Creature]:
    """Return the blockers among a division's recipients, in block order."""
    recipients = division.options[0].recipients
    return [state.creatures[r.id] for r in recipients if r.id in state.creatures]


def _send_on(tally: Tally, division: Division, left: int, fallback: str | None) -> None:
    """Send what is left to what is attacked if all blockers were seen to, else to a blocker.

    A planeswalker with somebody behind it is filled in full, whoever else attacks it.
    """
    others = [r for r in division.options[0].recipients if r.id not in tally.state.creatures]
    if not others or not tally.is_open(others[0]):
        if fallback is not None:
            tally.put(division, fallback, left)
        return
    for number, recipient in enumerate(others):
        is_last = number == len(others) - 1
        limit = tally.limits.get(recipient.id)
        part = left if is_last or limit is None else min(left, limit.needed)
        tally.put(division, recipient.id, part)
        left -= part


def forge(state: State, due: Sequence[Division]) -> list[Assigned]:
    """Assign as Forge's automatic player does."""
    tally = Tally(state)
    fights = {d.source: {c.id for c in _creatures(state, d)} for d in due}
    plain = [d for d in due if not _tramples(state, d)]

    def waits(division: Division) -> bool:
        shared = any(fights[other.source] & fights[division.source] for other in plain)
        return _tramples(state, division) and shared

    for division in sorted(due, key=waits):
        left = division.amount
        blockers = sorted(_creatures(state, division), key=lambda c: (-c.value, c.id))
        last = blockers[-1].id if blockers else None
        while blockers and left > 0:
            needs = {c.id: max(1, _forge_needs(tally, division, c)) for c in blockers}
            chosen = next((c for c in blockers if needs[c.id] <= left), blockers[0])
            blockers.remove(chosen)
            last = chosen.id
            part = min(left, needs[chosen.id])
            tally.put(division, chosen.id, part)
            left -= part
        if left > 0:
            _send_on(tally, division, left, last)
    return tally.assigned


def _tramples(state: State, division: Division) -> bool:
    return state.creatures[division.source].tramples


def _forge_needs(tally: Tally, division: Division, blocker: Creature) -> int:
    """Return what kills a blocker; deathtouch does not count where it would survive that."""
    sturdy = blocker.has(Keyword.INDESTRUCTIBLE) or tally.state.shields.get(blocker.id)
    sturdy = sturdy or tally.state.shield_counters.get(blocker.id)
    if division.deathtouch and sturdy:
        return max(0, tally.limits[blocker.id].needed - tally.total.get(blocker.id, 0))
    return tally.missing(blocker.id, deathtouch=division.deathtouch)


def xmage(state: State, due: Sequence[Division]) -> list[Assigned]:
    """Assign as XMage's automatic player does: touches of deathtouch are not remembered."""
    tally = Tally(state)
    for division in due:
        left = division.amount
        blockers = _creatures(state, division)
        for blocker in blockers:
            needed = max(0, tally.limits[blocker.id].needed - tally.total.get(blocker.id, 0))
            part = min(left, min(1, needed) if division.deathtouch else needed)
            tally.put(division, blocker.id, part)
            left -= part
        if left > 0:
            _send_on(tally, division, left, blockers[0].id if blockers else None)
    return tally.assigned


def evenly(state: State, due: Sequence[Division]) -> list[Assigned]:
    """Split each blocker's damage evenly over the attackers that it blocks, the first ones more."""
    del state
    found = []
    for division in due:
        names = [r.id for r in division.options[0].recipients]
        for k, name in enumerate(names):
            part = (division.amount + len(names) - 1 - k) // len(names)
            found.append(Assigned(division.source, name, part))
    return found


def rules_of_thumb() -> tuple[RuleOfThumb, ...]:
    """Return all of them."""
    return (
        RuleOfThumb("forge", forge),
        RuleOfThumb("xmage", xmage),
        RuleOfThumb("phase", xmage, evenly),
        RuleOfThumb("best-order", best_order),
    )
