"""A legal assignment at once: attackers without a gate first, then tramplers with what is left.

It is the answer to fall back on when the time is up, and where nobody has a choice it is the only
one.
"""

from collections.abc import Collection, Iterable

from engine.assignment import Assigned
from engine.divisions import Division, Option, Threshold, thresholds
from engine.state import State


def greedy_step(state: State, due: Collection[Division]) -> tuple[Assigned, ...]:
    """Assign the damage of these divisions legally, each in its ordinary way.

    Divisions without a gate come first; each covers thresholds in order, and one whose gate is open
    by then sends the rest through. Later assignments only add, so an open gate stays open.
    """
    tally = _Tally(thresholds(state))
    chosen: dict[str, list[Assigned]] = {}
    gated = [any(r.behind for r in division.options[0].recipients) for division in due]
    for wanted in (False, True):
        for division, is_gated in zip(due, gated, strict=True):
            if is_gated is wanted and division.options[0].recipients:
                chosen[division.source] = tally.assign(division, division.options[0])
    return tuple(a for division in due for a in chosen.get(division.source, ()))


def somehow(state: State, due: Iterable[Division]) -> list[Assigned]:
    """Assign the damage of divisions legally where it does not matter how.

    One that has a choice is assigned greedily as though it were alone: what others assign besides
    only opens more gates.
    """
    found: list[Assigned] = []
    for division in due:
        if division.is_forced:
            source, amount = division.source, division.amount
            found += [Assigned(source, r.id, amount) for r in division.options[0].recipients]
        else:
            found += greedy_step(state, [division])
    return found


class _Tally:
    """What has been assigned so far."""

    def __init__(self, limits: dict[str, Threshold]) -> None:
        self.limits = limits
        self.total: dict[str, int] = {}
        self.touched: set[str] = set()

    def missing(self, name: str, *, deathtouch: bool) -> int:
        """How much more meets the recipient's threshold; 0 if it is met or there is none."""
        limit = self.limits.get(name)
        if limit is None or (limit.deathtouch and name in self.touched):
            return 0
        missing = max(0, limit.needed - self.total.get(name, 0))
        return min(1, missing) if limit.deathtouch and deathtouch else missing

    def assign(self, division: Division, option: Option) -> list[Assigned]:
        """Divide one creature's damage, given what has been assigned before."""
        left = division.amount
        amounts: dict[str, int] = {}
        outermost = option.recipients[0].id
        for recipient in option.recipients:
            if any(self.missing(name, deathtouch=False) > 0 for name in recipient.behind):
                break
            if recipient.id not in self.limits or not self.limits[recipient.id].deathtouch:
                outermost = recipient.id
            part = min(left, self.missing(recipient.id, deathtouch=division.deathtouch))
            left -= part
            self._put(recipient.id, part, amounts, deathtouch=division.deathtouch)
        self._put(outermost, left, amounts, deathtouch=division.deathtouch)
        return [Assigned(division.source, name, amount) for name, amount in amounts.items()]

    def _put(self, name: str, part: int, amounts: dict[str, int], *, deathtouch: bool) -> None:
        if part > 0:
            amounts[name] = amounts.get(name, 0) + part
            self.total[name] = self.total.get(name, 0) + part
            if deathtouch:
                self.touched.add(name)
