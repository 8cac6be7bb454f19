"""The best plan of one player, where the other side uses nothing: which cards, when, on what."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.assignment import Assigned
from engine.combat import Combat, Step
from engine.resources.playing import resolve, settled
from engine.resources.uses import Use, Window
from engine.state import State
from engine.steps import Outcome, next_step
from optimizer.parts.vectors import Vector, add
from optimizer.position import Position
from optimizer.tricks.choosing import Entry, Items, Row, best, together, without_waste
from optimizer.tricks.hand import Hand
from optimizer.tricks.parting import Parts
from optimizer.tricks.table import AdaptiveError, Part
from optimizer.tricks.totals import Totals
from optimizer.tricks.worth import Asked, TimeUpError, beginning


@dataclass(frozen=True)
class Plan:
    """What is used, and what it is worth.

    Attributes
    ----------
    worth
        To the player, more being better; wishes first, if there are any.
    after_blocks, between
        The uses in each window, as they resolve.
    outcome
        The damage that follows; None if it has to be found on the whole combat.
    is_proven
        Nothing is worth more.
    method
        How it was found.
    own
        The player's own uses, in the order in which they would resolve without an answer; None if
        nobody else uses anything.
    """

    worth: Vector
    after_blocks: tuple[Use, ...] = ()
    between: tuple[Use, ...] = ()
    outcome: Outcome | None = None
    is_proven: bool = True
    method: str = "whole"
    own: tuple[Use, ...] | None = None

    @property
    def unproven(self) -> "Plan":
        """The same plan, not proven."""
        return replace(self, is_proven=False)

    @property
    def uses(self) -> tuple[Use, ...]:
        """All uses."""
        return (*self.after_blocks, *self.between)


def best_plan(combat: Combat, hand: Hand, asked: Asked) -> Plan:
    """Return the best plan; one that is not proven if the deadline passes."""
    parts = Parts.of(combat, hand, replace(asked, died=()))  # those count once, not in each part
    if parts is not None:
        try:
            return _by_parts(combat, hand, asked, parts)
        except AdaptiveError:
            plan = _answering_first_step(combat, hand, asked, parts)
            if plan is not None:
                return plan
    totals = Totals.of(combat, hand, asked)
    if totals is not None:
        try:
            found = totals.best()
        except TimeUpError:
            return Plan((), is_proven=False, method="parts")
        if found is not None:
            plan = _plan(combat, Entry(found.worth, found.rows), found.wide)
            return replace(plan, worth=add(plan.worth, _before(combat, asked)))
    return _on_whole(combat, hand, asked)


def _before(combat: Combat, asked: Asked) -> Vector:
    """Return what those are worth to the player who died in a window before."""
    sense = 1 if asked.by_active else -1
    return tuple([sense * value for value in asked.before(combat, ())])


def _by_parts(combat: Combat, hand: Hand, asked: Asked, parts: Parts) -> Plan:
    is_proven = True
    for part in parts.parts:
        try:
            part.table()
        except TimeUpError:
            is_proven = False
    if not all(part.found for part in parts.parts):
        return Plan((), is_proven=False, method="parts")
    found = [_shared(hand, parts, wide) for wide in (None, *sorted(parts.wide))]
    plans = [_plan(combat, entry, wide) for entry, wide in found if entry is not None]
    met = () if not asked.wishes else (int(asked.by_active),)
    plans = [replace(plan, worth=(*met, *plan.worth)) for plan in plans]
    none = (*(value - 1 for value in met), *(0 for _ in asked.objectives))
    plan = max(plans or [Plan(none, method="parts")], key=lambda one: (one.worth, -len(one.uses)))
    if asked.died:
        plan = replace(plan, worth=add(plan.worth, _before(combat, asked)))
    if not is_proven:
        return plan.unproven
    if parts.may_tie:
        whole = _on_whole(combat, hand, asked, parts)
        if whole.worth and whole.worth > plan.worth:
            return whole
        if not whole.is_proven:
            return plan.unproven
    return plan


def _answering_first_step(combat: Combat, hand: Hand, asked: Asked, parts: Parts) -> Plan | None:
    """Return the best plan where the cards answer what the other side does in a first step.

    In one part there are two steps; in all others whatever is used may as well wait until the first
    is over, and be chosen then. None if there are several such parts, or cards that cannot wait.
    """
    waits = not any(hand.card(use).windows for use in hand.every())
    if parts.wide or parts.may_tie or asked.wishes or not waits:
        return None
    try:
        tables: list[dict[Items, Entry]] = []
        open_parts: list[Part] = []
        for part in parts.parts:
            try:
                part.table()
            except AdaptiveError:
                open_parts.append(part)
            else:
                if part.meets_steps:
                    return None
                tables.append(without_waste({e.rows[0].items: e for e in parts.entries(part)}))
        if len(open_parts) != 1:
            return None
        (part,) = open_parts
        part.outside = together(tables, (0,) * len(asked.objectives), hand.is_payable)
        part.is_alone = True
        found = part.best(part.table().values())
    except TimeUpError:
        return Plan((), is_proven=False, method="parts")
    assert found is not None
    own, *others = found.rows
    late = [replace(row, after_blocks=(), between=_later(row.after_blocks)) for row in others]
    rows = [own, *(late if own.might_answer else others)]
    plan = _plan(combat, Entry(found.worth, tuple(rows)), None)
    if asked.died:
        plan = replace(plan, worth=add(plan.worth, _before(combat, asked)))
    return plan


def _later(uses: Sequence[Use]) -> tuple[Use, ...]:
    return tuple(replace(use, window=Window.BETWEEN_STEPS) for use in uses)


def _shared(hand: Hand, parts: Parts, wide: int | None) -> tuple[Entry | None, int | None]:
    """Return the best of all parts together, with one wide use or none."""
    own = frozenset[int]() if wide is None else frozenset({wide})
    tables = [
        without_waste(
            {
                entry.rows[0].items - own: entry
                for entry in parts.entries(part)
                if entry.rows[0].items & parts.wide == own
            }
        )
        for part in parts.parts
    ]
    if not all(tables):
        return None, wide
    some = next(iter(tables[0].values()))
    whole = together(tables, (0,) * len(some.worth), lambda items: hand.is_payable(items | own))
    return (best(whole.values()) if whole else None), wide


def _plan(combat: Combat, entry: Entry, wide: int | None) -> Plan:
    rows = entry.rows
    before: list[Use] = []
    after: list[Use] = []
    middle: tuple[Use, ...] = ()
    for row in rows:
        common = [k for k, use in enumerate(row.after_blocks) if _is_common(rows, use)]
        cut = common[0] if wide is not None and common else len(row.after_blocks)
        before += row.after_blocks[:cut]
        if cut < len(row.after_blocks):
            middle = (row.after_blocks[cut],)
        after += row.after_blocks[cut + 1 :]
    between = tuple(use for row in rows for use in row.between)
    uses = (*before, *middle, *after)
    is_known = any(row.might_answer for row in rows)
    outcome = _composed(combat, uses, between, rows) if is_known else None
    return Plan(entry.worth, uses, between, outcome, method="parts")


def plan_of(combat: Combat, entry: Entry, own: tuple[Use, ...], method: str) -> Plan:
    """Return the plan of a row of each part, of both sides."""
    plan = _plan(combat, entry, None)
    (first, *others) = entry.rows
    outcome = first.outcome if first.might_answer and not others else plan.outcome
    return replace(plan, own=own, outcome=outcome, method=method)


def _is_common(rows: Sequence[Row], use: Use) -> bool:
    return len(rows) > 1 and all(use in row.after_blocks for row in rows)


def _composed(
    combat: Combat, uses: Sequence[Use], between: Sequence[Use], rows: Sequence[Row]
) -> Outcome:
    """Return the damage of all parts together, with what is used between the steps."""
    position = beginning(settled(resolve(State.beginning(combat), uses)))
    while position.step is not None:
        step = position.step
        position = position.then(_dealt(rows, step), _prevented(rows, step))
        if step is Step.FIRST_STRIKE:
            state = resolve(position.state, between)
            following = next_step(state, step)
            position = Position(state.combat, position.played, position.events, state, following)
    return position.outcome


def _dealt(rows: Sequence[Row], step: Step) -> list[Assigned]:
    return [a for row in rows for s in row.outcome.steps if s.step is step for a in s.assignments]


def _prevented(rows: Sequence[Row], step: Step) -> list[Assigned]:
    return [a for row in rows for s in row.outcome.steps if s.step is step for a in s.prevented]


def _on_whole(combat: Combat, hand: Hand, asked: Asked, parts: Parts | None = None) -> Plan:
    """Return the best plan on the whole combat; with parts given, of those that tie parts."""

    def accepts(uses: Sequence[Use]) -> bool:
        return parts is None or any(map(parts.is_tying, uses))

    whole = Part(combat, hand, asked, is_alone=parts is None, accepts=accepts)
    is_proven = True
    try:
        whole.table()
    except TimeUpError:
        is_proven = False
    if not whole.found:
        return Plan((), is_proven=is_proven)
    entry = best(whole.found.values())
    (row,) = entry.rows
    outcome = row.outcome if row.might_answer else None
    return Plan(entry.worth, row.after_blocks, row.between, outcome, is_proven)
