"""Is a pooled assignment legal, and what does it lead to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from engine.assignment import Assigned
from engine.damage import deal
from engine.division import Division
from engine.keywords import Keyword
from engine.pooled.assignment import PooledAssignment
from engine.pooled.quotient import Quotient
from engine.state_actions import apply


@dataclass(frozen=True)
class PooledResult:
    """What a pooled assignment does; every measure of it is a linear function of these numbers.

    Attributes
    ----------
    dealt
        The damage by source and target, all copies together.
    died
        By group, how many copies died.
    emptied
        The planeswalkers and battles that lost their last counter.
    hits
        By source and player, how many copies of the source dealt damage to the player (120.3g).
    """

    quotient: Quotient
    dealt: Mapping[tuple[str, str], int] = field(default_factory=dict)
    died: Mapping[str, int] = field(default_factory=dict)
    emptied: frozenset[str] = frozenset()
    hits: Mapping[tuple[str, str], int] = field(default_factory=dict)

    @classmethod
    def of(cls, given: Quotient, assigned: PooledAssignment) -> "PooledResult":
        """Return what an assignment leads to; whether it is legal is not checked here."""
        state, amount = given.state, {d.source: d.amount for d in given.divisions}
        total: dict[str, int] = {}
        for (_, target), points in assigned.amounts.items():
            total[target] = total.get(target, 0) + points
        counters = {**state.loyalty, **state.defense}
        return cls(
            given,
            assigned.amounts,
            {
                name: assigned.met(name)
                for name in (*assigned.lethal, *assigned.touched)
                if given.dies(name)
            },
            frozenset(name for name, left in counters.items() if total.get(name, 0) >= left),
            {
                (source, target): -(-points // amount[source])
                for (source, target), points in assigned.amounts.items()
                if target in state.life
            },
        )


def losers(result: PooledResult) -> frozenset[str]:
    """Return the players who lose the game by a result, if each commander is a single creature.

    The totals are dealt by the representatives; only toxic counts copies (120.3g), and how damage
    lies on creatures does not matter to a player.
    """
    given = result.quotient
    rows = [Assigned(source, target, points) for (source, target), points in result.dealt.items()]
    after = deal(given.state, rows).after
    poison = dict(after.poison)
    for (source, target), copies in result.hits.items():
        for member in given.representative.team(target):
            poison[member] += (copies - 1) * given.state.creatures[source].toxic
    return apply(replace(after, poison=poison), frozenset()).lost


def violations(given: Quotient, assigned: PooledAssignment) -> list[str]:
    """Return why no legal assignment to single creatures has these numbers; empty if one has.

    The numbers are judged together (510.1e), as `engine.legality` does with single creatures; that
    the amounts can then be dealt out over the copies is the lemma of `engine.pooled.quotient`.
    """
    sources: dict[str, dict[str, int]] = {}
    for (source, target), amount in assigned.amounts.items():
        sources.setdefault(source, {})[target] = amount
    found: list[str] = []
    for division in given.divisions:
        found += _against(given, assigned, division, sources.pop(division.source, {}))
    found += [f"510.1: {source} assigns no damage in this step" for source in sources]
    for name in given.counts:
        found += _layout(given, assigned, name)
    return found


def _against(
    given: Quotient, assigned: PooledAssignment, division: Division, amounts: Mapping[str, int]
) -> Iterator[str]:
    """Judge the damage of one group: its total, its recipients and their gates."""
    source, due = division.source, given.total(division)
    if len(division.options) > 1:
        yield f"{source} has a choice of divisions"
        return
    if sum(amounts.values()) != due or any(amount <= 0 for amount in amounts.values()):
        yield f"510.1a: {source} must assign exactly {due} damage, not {dict(amounts)}"
    recipients = {recipient.id: recipient for recipient in division.options[0].recipients}
    for target in amounts:
        if target not in recipients:
            yield f"{division.options[0].rule}: {source} may not assign damage to {target}"
            continue
        for name in recipients[target].behind:
            if not _meets(given, assigned, name):
                yield f"{recipients[target].rule}: not every {name} in front of {target} has enough"


def _meets(given: Quotient, assigned: PooledAssignment, name: str) -> bool:
    """Say whether the threshold is met of every copy of a group, or of a planeswalker."""
    threshold = given.thresholds[name]
    if name in given.counts:
        return threshold.needed == 0 or assigned.met(name) == given.counts[name]
    total = sum(points for (_, target), points in assigned.amounts.items() if target == name)
    return total >= threshold.needed


def _layout(given: Quotient, assigned: PooledAssignment, name: str) -> Iterator[str]:
    """Judge whether a group's damage lies on its copies as the counts say."""
    needed, lethal = given.thresholds[name].needed, assigned.lethal.get(name, 0)
    touched, creatures = assigned.touched.get(name, 0), given.state.creatures
    total = by_touch = 0
    for (source, target), points in assigned.amounts.items():
        if target == name:
            total += points
            by_touch += points if creatures[source].has(Keyword.DEATHTOUCH) else 0
    if min(lethal, touched) < 0 or lethal + touched > given.counts[name]:
        yield f"{name} has {given.counts[name]} copies, not {lethal} and {touched}"
    if lethal * needed + touched > total or touched > by_touch:
        yield f"{total} damage, {by_touch} with deathtouch, is too little for {name}"
    if lethal + touched == 0 and needed and (total >= needed or by_touch):
        yield f"{total} damage on the first {name} is lethal damage"
