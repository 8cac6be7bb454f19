"""The best plan of one player where the other side answers as well as it can.

The player's plan is what it means to use, in which order; the other side answers with any of its
own cards before or after any of it resolves (117.3, 405.5), and neither takes back what it has
begun: a use whose targets are gone by then does nothing (608.2b). So a plan is worth what the worst
answer leaves of it. No plan is worth more than it would be without an answer, so the plans are
tried in the order of that until no other can be better.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import count

from engine.combat import Combat
from engine.resources.uses import Use
from optimizer.parts.vectors import Vector, add
from optimizer.tricks.choosing import Entry, Items, Row, best, together, without_waste
from optimizer.tricks.hand import Hand
from optimizer.tricks.parting import Parts
from optimizer.tricks.planning import Plan, plan_of
from optimizer.tricks.table import AdaptiveError, Given, Part
from optimizer.tricks.worth import Asked, TimeUpError

Own = tuple[Row, ...]
"""A plan: a row of every part, by the uses in it."""


def best_against(combat: Combat, hand: Hand, other: Hand, asked: Asked) -> Plan:
    """Return the plan that is best against the best answer.

    It is not proven if the deadline passes.
    """
    own = theirs = None
    if not asked.wishes:
        own, theirs = Parts.of(combat, hand, asked, other), Parts.of(combat, other, asked, hand)
    if own is not None and theirs is not None and own.is_simple and theirs.is_simple:
        try:
            return _Answered(combat, own.parts, theirs.parts, hand, other, "parts").best()
        except AdaptiveError:
            pass
    mine = Part(combat, hand, asked)
    answer = Part(combat, other, asked)
    return _Answered(combat, (mine,), (answer,), hand, other, "whole").best()


class _Answered:
    """Plans against answers, part by part.

    Parameters
    ----------
    own, theirs
        The same parts from both sides' view.
    """

    def __init__(
        self,
        combat: Combat,
        own: Sequence[Part],
        theirs: Sequence[Part],
        hand: Hand,
        other: Hand,
        method: str,
    ) -> None:
        self.combat = combat
        self.own = own
        self.theirs = theirs
        self.hand = hand
        self.other = other
        self.method = method
        self.known: dict[tuple[int, tuple[Use, ...]], dict[Items, Entry]] = {}

    def best(self) -> Plan:
        """Return the best plan, with the worst answer to it."""
        found: Plan | None = None
        try:
            for worth, rows in self._in_order(self._rows()):
                if found is not None and found.worth >= worth:
                    break
                plan = self._answered(rows)
                if found is None or plan.worth > found.worth:
                    found = plan
        except TimeUpError:
            if found is None:
                return Plan((), is_proven=False, method=self.method)
            return found.unproven
        assert found is not None
        return found

    def _rows(self) -> list[list[Entry]]:
        """Return for each part every plan, the best first."""
        found = []
        for part in self.own:
            part.by_plan = True
            entries = list(part.table().values())
            found.append(sorted(entries, key=lambda e: (e.worth, -e.size), reverse=True))
        return found

    def _in_order(self, rows: Sequence[Sequence[Entry]]) -> Iterator[tuple[Vector, Own]]:
        """Yield all plans that can be paid for, the one that could be worth most first."""
        none = (0,) * len(rows[0][0].worth)
        tails = [none]
        for own in reversed(rows):
            tails.append(add(tails[-1], own[0].worth))
        tails.reverse()
        numbers = count()
        waiting: list[tuple[tuple[int, ...], int, int, int, Vector, Items, Own]] = []

        def wait(k: int, place: int, worth: Vector, items: Items, chosen: Own) -> None:
            """Put a beginning of a plan into the queue that goes on with a row of a part."""
            if k < len(rows) and place < len(rows[k]):
                most = add(add(worth, rows[k][place].worth), tails[k + 1])
                key = (*(-value for value in most), len(items))
                heappush(waiting, (key, next(numbers), k, place, worth, items, chosen))

        wait(0, 0, none, frozenset(), ())
        while waiting:
            _, _, k, place, worth, items, chosen = heappop(waiting)
            wait(k, place + 1, worth, items, chosen)
            (row,) = rows[k][place].rows
            both = items | row.items
            if items & row.items or not self.hand.is_payable(both):
                continue
            total = add(worth, rows[k][place].worth)
            if k + 1 == len(rows):
                yield total, (*chosen, row)
            else:
                wait(k + 1, 0, total, both, (*chosen, row))

    def _answered(self, rows: Own) -> Plan:
        """Return a plan with the worst answer to it."""
        tables = [self._answers(k, row) for k, row in enumerate(rows)]
        none = (0,) * len(next(iter(tables[0].values())).worth)
        worst = best(together(tables, none, self.other.is_payable).values())
        turned = tuple([-value for value in worst.worth])
        own = tuple(use for row in rows for use in (*row.after_blocks, *row.between))
        return plan_of(self.combat, Entry(turned, worst.rows), own, self.method)

    def _answers(self, k: int, row: Row) -> dict[Items, Entry]:
        """Return the table of the answers in a part."""
        key = (k, (*row.after_blocks, *row.between))
        if key not in self.known:
            table = self.theirs[k].table(Given(row.after_blocks, row.between))
            self.known[key] = without_waste({e.rows[0].items: e for e in table.values()})
        return self.known[key]
