"""Each attacker on its own, in the best order: what is left to gain by deciding jointly.

In every order that is tried each attacker does what is best for itself, given what those before it
have assigned: as much through to the player as it can, then as much value killed as it can.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from random import Random

from benchmarks.peers.tally import Tally
from engine.assignment import Assigned
from engine.divisions import Division, Recipient
from engine.state import State

_ALL_ORDERS = 5
"""Up to that many attackers in one part all orders are tried."""
_SOME_ORDERS = 60
_ALL_SUBSETS = 8
"""Up to that many blockers all sets of them are tried as those to kill."""


def best_order(state: State, due: Sequence[Division]) -> list[Assigned]:
    """Assign each attacker's damage on its own, in the best of the orders tried."""
    found: list[Assigned] = []
    for part in _parts(due):
        best: tuple[tuple[int, int], list[Assigned]] | None = None
        for order in _orders(state, part):
            tally = Tally(state)
            for division in order:
                _alone(tally, division)
            worth = _worth(tally)
            if best is None or worth > best[0]:
                best = worth, tally.assigned
        if best is not None:
            found += best[1]
    return found


def _parts(due: Sequence[Division]) -> list[list[Division]]:
    """Split into attackers that share a recipient with a threshold; players tie nobody."""
    parts: list[tuple[set[str], list[Division]]] = []
    for division in due:
        names = {r.id for r in division.options[0].recipients}
        names |= {name for r in division.options[0].recipients for name in r.behind}
        names -= {r.id for r in division.options[0].recipients if r.behind}
        joined = [part for part in parts if part[0] & names]
        members = [d for part in joined for d in part[1]] + [division]
        names = names.union(*(part[0] for part in joined))
        parts = [part for part in parts if part not in joined] + [(names, members)]
    return [members for _, members in parts]


def _orders(state: State, part: list[Division]) -> Iterator[Sequence[Division]]:
    if len(part) <= _ALL_ORDERS:
        yield from permutations(part)
        return
    yield part
    yield sorted(part, key=lambda d: state.creatures[d.source].tramples)
    random = Random(0)
    for _ in range(_SOME_ORDERS):
        yield random.sample(part, len(part))


def _worth(tally: Tally) -> tuple[int, int]:
    through = sum(a.amount for a in tally.assigned if a.target in tally.state.life)
    killed = sum(
        tally.state.creatures[name].value
        for name in tally.total
        if name in tally.state.creatures and tally.missing(name, deathtouch=False) == 0
    )
    return through, killed


def _alone(tally: Tally, division: Division) -> None:
    """Assign one attacker's damage in the way that is best for itself."""
    recipients = division.options[0].recipients
    if not recipients:
        return
    blockers = [r for r in recipients if r.id in tally.state.creatures]
    others = [r for r in recipients if r.id not in tally.state.creatures]
    needs = {r.id: tally.missing(r.id, deathtouch=division.deathtouch) for r in recipients}
    left = division.amount
    if others and sum(needs[r.id] for r in blockers) <= left:
        chosen: Sequence[Recipient] = blockers
    else:
        chosen, others = _most_value(tally, blockers, needs, left), []
    for recipient in chosen:
        tally.put(division, recipient.id, needs[recipient.id])
        left -= needs[recipient.id]
    for recipient in others[:-1]:
        part = min(left, needs[recipient.id])
        tally.put(division, recipient.id, part)
        left -= part
    tally.put(division, (others or blockers or list(recipients))[-1].id, left)


def _most_value(
    tally: Tally, blockers: Sequence[Recipient], needs: dict[str, int], amount: int
) -> list[Recipient]:
    """Return the blockers to kill with an amount, worth the most."""

    def value(chosen: Sequence[Recipient]) -> int:
        return sum(tally.state.creatures[r.id].value for r in chosen)

    open_ones = [r for r in blockers if needs[r.id] > 0]
    if len(open_ones) > _ALL_SUBSETS:
        chosen, left = [], amount
        for recipient in sorted(open_ones, key=lambda r: needs[r.id]):
            if needs[recipient.id] <= left:
                chosen.append(recipient)
                left -= needs[recipient.id]
        return chosen
    sets = (
        list(chosen)
        for size in range(len(open_ones) + 1)
        for chosen in combinations(open_ones, size)
        if sum(needs[r.id] for r in chosen) <= amount
    )
    return max(sets, key=value)
