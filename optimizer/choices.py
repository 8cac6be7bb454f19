"""All ways in which a side may divide its damage or its shields, for the moves that are few."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from engine.assignment import Assigned
from engine.combat import Step
from engine.divisions import Division
from engine.legality import judge_step
from engine.modifiers import modifier
from engine.state import State


def assignments(
    state: State, step: Step, due: Sequence[Division], others: Sequence[Assigned]
) -> Iterator[tuple[Assigned, ...]]:
    """Yield every legal way to assign these divisions' damage.

    Parameters
    ----------
    others
        What else is assigned in the step, which their gates may count.
    """
    gated = any(r.behind for d in due for o in d.options for r in o.recipients)
    for parts in product(*(list(_divide(division)) for division in due)):
        assigned = tuple(a for part in parts for a in part)
        if not gated or not judge_step(state, step, (*others, *assigned)):
            yield assigned


def _divide(division: Division) -> Iterator[tuple[Assigned, ...]]:
    for option in division.options:
        names = [recipient.id for recipient in option.recipients]
        if not names:
            yield ()
        for amounts in _compositions(division.amount, len(names)):
            yield tuple(
                Assigned(division.source, name, amount)
                for name, amount in zip(names, amounts, strict=True)
                if amount
            )


def splits(
    state: State, assigned: Sequence[Assigned], *, active: bool
) -> Iterator[tuple[Assigned, ...]]:
    """Yield every way in which a side's shields may be split over the damage that meets them.

    Parameters
    ----------
    assigned
        All that is assigned in the step.
    active
        Whether it is the active side's objects.
    """
    contested = _contested(state, assigned, active=active)
    for parts in product(*(list(_split(*target)) for target in contested)):
        yield tuple(a for part in parts for a in part)


def _contested(
    state: State, assigned: Iterable[Assigned], *, active: bool
) -> list[tuple[str, int, dict[str, int]]]:
    """Return the objects whose shield meets several sources and does not stop them all."""
    exposed: dict[str, dict[str, int]] = {}
    for a in assigned:
        left = modifier(state, a.source, a.target).exposed(a.amount)
        if left > 0:
            exposed.setdefault(a.target, {})[a.source] = left
    found = []
    for target, sources in exposed.items():
        shield = state.shields.get(target, 0)
        if (
            isinstance(shield, int)
            and 0 < shield < sum(sources.values())
            and len(sources) > 1
            and not state.shield_counters.get(target, 0)
            and is_of_side(state, target, active=active)
        ):
            found.append((target, shield, sources))
    return found


def is_of_side(state: State, target: str, *, active: bool) -> bool:
    """Say whether a shielded object belongs to the active side, or is a player of it."""
    combat = state.combat
    things = (combat.creatures, combat.planeswalkers, combat.battles)
    owners = [group[target].controller for group in things if target in group]
    return ((owners or [target])[0] in combat.active_side) is active


def _split(target: str, shield: int, sources: dict[str, int]) -> Iterator[tuple[Assigned, ...]]:
    for amounts in _compositions(shield, len(sources)):
        if all(part <= most for part, most in zip(amounts, sources.values(), strict=True)):
            yield tuple(
                Assigned(source, target, part)
                for source, part in zip(sources, amounts, strict=True)
                if part
            )


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to write a total as an ordered sum of so many parts, 0 included."""
    if parts == 0:
        return
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _compositions(total - first, parts - 1):
            yield (first, *rest)
