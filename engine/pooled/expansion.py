"""From an assignment to groups to one to single creatures, always the same one.

What a group is assigned is laid out over its copies as `PooledAssignment` says; what a group
assigns is then a row of pieces that is cut into the damage of one copy after the other.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from engine.assignment import Assigned, StepAssignment
from engine.keywords import Keyword
from engine.pooled.assignment import PooledAssignment
from engine.pooled.quotient import Quotient

Piece = tuple[str, int]
"""A single recipient and an amount."""


def expand(given: Quotient, assigned: PooledAssignment) -> StepAssignment:
    """Return the assignment to single creatures that a legal pooled assignment stands for."""
    pieces: dict[str, list[Piece]] = {division.source: [] for division in given.divisions}
    targets: dict[str, dict[str, int]] = {}
    for (source, target), total in assigned.amounts.items():
        if target in given.counts:
            targets.setdefault(target, {})[source] = total
        else:  # players first, so that as few copies as possible hit them
            place = 0 if target in given.state.life else len(pieces[source])
            pieces[source].insert(place, (target, total))
    for target, amounts in targets.items():
        for source, piece in _laid_out(given, assigned, target, amounts):
            pieces[source].append(piece)
    amount = {division.source: division.amount for division in given.divisions}
    return StepAssignment(
        given.step,
        tuple(
            Assigned(copy, target, points)
            for source, row in pieces.items()
            for copy, target, points in _cut(row, given.combat.copies[source], amount[source])
        ),
    )


def _laid_out(
    given: Quotient, assigned: PooledAssignment, target: str, amounts: Mapping[str, int]
) -> Iterator[tuple[str, Piece]]:
    """Yield the pieces of the sources' damage to the copies of one group."""
    names, left = given.combat.copies[target], dict(amounts)
    lethal, touched = assigned.lethal.get(target, 0), assigned.touched.get(target, 0)
    creatures = given.state.creatures
    touching = [source for source in left if creatures[source].has(Keyword.DEATHTOUCH)]
    place = lethal
    for source in touching:
        most = min(left[source], lethal + touched - place)
        left[source] -= most
        for name in names[place : place + most]:
            yield source, (name, 1)
        place += most
    needed = given.thresholds[target].needed
    surplus = sum(left.values()) - lethal * needed
    wanted = iter([(names[0], surplus + (needed if lethal else 0))])
    rest = iter((name, needed) for name in names[1:lethal])
    name, missing = next(wanted)
    for source, amount in left.items():
        while amount:
            if not missing:
                name, missing = next(rest)
            points = min(amount, missing)
            yield source, (name, points)
            amount -= points
            missing -= points


def _cut(
    row: Iterable[Piece], copies: Iterable[str], amount: int
) -> Iterator[tuple[str, str, int]]:
    """Cut a group's row of pieces into what each of its copies assigns."""
    names, left, copy = iter(copies), 0, ""
    found: dict[str, int] = {}
    for target, points in row:
        while points:
            if not left:
                yield from ((copy, name, part) for name, part in found.items())
                copy, left, found = next(names), amount, {}
            part = min(points, left)
            found[target] = found.get(target, 0) + part
            points -= part
            left -= part
    yield from ((copy, name, part) for name, part in found.items())


def rows(given: Quotient, step: StepAssignment) -> dict[str, Any]:
    """Return an assignment to single creatures as an entry of the output's ``steps``.

    Where one side of a pair is a single object and has met the first copies of a group in order,
    copies in a row that get the same are one row with ``copies`` (`engine.assignment.read_steps`).
    """
    group = {
        name: label
        for label, names in given.combat.copies.items()
        if given.counts.get(label, 1) > 1
        for name in names
    }
    places = {
        name: k for label in given.counts for k, name in enumerate(given.combat.copies[label])
    }
    found: list[dict[str, object]] = []
    # All rows of one object and one group together; the object is the source, if it is not alone.
    for key, chosen in groupby(step.assignments, lambda a: _pair(given, a, group)):
        many = list(chosen)
        _, label, is_target = key
        at: list[int] = []
        if label:
            many.sort(key=lambda a: places[a.target if is_target else a.source])
            at = [places[a.target if is_target else a.source] for a in many]
        if not label or at != list(range(len(many))):
            found += [{"source": a.source, "target": a.target, "amount": a.amount} for a in many]
            continue
        for amount, equal in groupby(many, lambda a: a.amount):
            one, *others = equal
            count = 1 + len(others)
            row: dict[str, object] = {"source": one.source, "target": one.target, "amount": amount}
            if count > 1:
                row["target" if is_target else "source"] = label
                row["copies"] = count
            found.append(row)
    return {"step": step.step.value, "assignments": found}


def _pair(given: Quotient, a: Assigned, group: Mapping[str, str]) -> tuple[str, str, bool]:
    """Return the single object, the group that it meets, and whether the group is the target.

    Of two groups, the one with more copies is it.
    """
    source, target = group.get(a.source, ""), group.get(a.target, "")
    if target and (not source or given.counts[target] >= given.counts[source]):
        return a.source, target, True
    return a.target, source, False
