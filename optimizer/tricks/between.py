"""The first of two damage steps, and what is used between them (510.3, 510.4).

What the other side decides in the first step comes before that; where it has a choice there, the
player's uses answer it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from engine.assignment import Assigned
from engine.objects import Creature
from engine.resources.uses import Use, Window
from engine.steps import next_step
from optimizer.choices import assignments, splits
from optimizer.greedy import greedy_step
from optimizer.position import Position
from optimizer.tricks.choosing import Entry, Items, Row
from optimizer.tricks.lines import Line, lines
from optimizer.tricks.table import AdaptiveError, Part, Rows


@dataclass(frozen=True)
class Between:
    """The first of two damage steps, and what the player uses after it."""

    part: Part
    line: Line
    position: Position
    died: Sequence[Creature]
    given: Sequence[Use]

    def table(self) -> Rows:
        """Return the best for each set of cards, over all that can happen in the first step."""
        return self._decide(self._first_moves(), is_mine=self.part.sense > 0)

    def _decide(self, ways: Iterator[Rows], *, is_mine: bool) -> Rows:
        """Return the table of a decision of one side.

        Where the other side decides, what is used is an answer to that: the best answer to each of
        its choices, and it chooses the one with the worst.
        """
        part = self.part
        if is_mine or part.by_plan:
            found: Rows = {}
            for table in ways:
                part.keep(found, *table.values())
            return found
        first = next(ways)
        another = next(ways, None)
        if another is None:
            return first
        if not part.is_alone:
            raise AdaptiveError
        tables = chain((first, another), ways)
        answers = [e for table in tables if (e := part.best(table.values())) is not None]
        return part.keep({}, min(answers, key=lambda entry: entry.worth)) if answers else {}

    def _first_moves(self) -> Iterator[Rows]:
        position, is_mine = self.position, self.part.sense > 0
        assert position.step is not None
        others = greedy_step(position.state, position.divisions(active=False))
        for own in assignments(
            position.state, position.step, position.divisions(active=True), others
        ):
            yield self._decide(self._replies(own), is_mine=not is_mine)

    def _replies(self, own: tuple[Assigned, ...]) -> Iterator[Rows]:
        position, is_mine = self.position, self.part.sense > 0
        assert position.step is not None
        due = position.divisions(active=False)
        for other in assignments(position.state, position.step, due, own):
            every = (*own, *other)
            for prevented in splits(position.state, every, active=False):
                yield self._decide(self._splits(every, prevented), is_mine=is_mine)

    def _splits(self, every: Sequence[Assigned], prevented: Sequence[Assigned]) -> Iterator[Rows]:
        for own in splits(self.position.state, every, active=True):
            self.part.check()
            yield self._second(self.position.then(every, (*prevented, *own)))

    def _second(self, after: Position) -> Rows:
        """Return the best for each set of cards once the first step is over."""
        part = self.part
        found: Rows = {}
        if after.step is None:
            is_asked = part.accepts(self.line.uses)
            return part.keep({}, self._entry(after, (), self.line.items)) if is_asked else {}
        window = lines(
            after.state,
            part.hand,
            lambda state, spent: part.possible(state, Window.BETWEEN_STEPS, spent),
            self.given,
            self.line.items,
            part.check,
        )
        for line in window:
            if not part.accepts((*self.line.uses, *line.uses)):
                continue
            items = self.line.items | line.items
            state = line.state
            combat = state.combat
            then = Position(
                combat, after.played, after.events, state, next_step(state, after.played[-1].step)
            )
            part.keep(found, self._entry(then, line.uses, items))
        return found

    def _entry(self, then: Position, uses: tuple[Use, ...], items: Items) -> Entry:
        part = self.part
        found = part.asked.found(then, self.died)
        values = part.asked.values(found, then.combat, self.died)
        return Entry(
            part.turned(values),
            (Row(items, self.line.uses, uses, found.outcome, might_answer=True),),
        )
