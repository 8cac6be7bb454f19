"""What a part of a combat can make of each set of cards: every way, played out and valued.

After the blocks the player uses what it likes, then damage is dealt. Where there are two damage
steps, it may use more between them, having seen the first (510.3). What the other side decides in
the first step comes before that; where it has a choice there, the player's uses answer it, and the
cards cannot be given to the parts beforehand (`AdaptiveError`).
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from engine.assignment import Assigned
from engine.combat import Combat
from engine.lazy import lazy
from engine.objects import Creature
from engine.resources.uses import Use, Window
from engine.state import State
from engine.steps import Outcome, next_step
from optimizer.choices import assignments, splits
from optimizer.greedy import greedy_step
from optimizer.parts.vectors import Vector
from optimizer.position import Position
from optimizer.tricks.choosing import Entry, Items, Row, best
from optimizer.tricks.hand import Hand
from optimizer.tricks.lines import Line, lines, signature
from optimizer.tricks.worth import Asked, TimeUpError, damage_position


class AdaptiveError(Exception):
    """Which cards a part gets depends on what the other side does in it."""


Rows = dict[Hashable, Entry]
"""The best rows, by what distinguishes them: the cards, or the whole plan."""


@dataclass(frozen=True)
class Given:
    """The other side's uses, by window."""

    after_blocks: tuple[Use, ...] = ()
    between: tuple[Use, ...] = ()


NOTHING = Given()


class Part:
    """A part of a combat, from one player's view.

    Parameters
    ----------
    combat
        The part, with everybody's resources.
    hand
        The player's.
    asked
        What is wanted, from the active side's view.
    is_mine
        Whether a use that is possible here belongs to this part.
    is_alone
        There is no other part, so that the cards may be used as an answer.
    accepts
        Whether these uses together are to be valued.
    by_plan
        Every plan is asked for, whatever it is worth, and not the best for each set of cards. What
        the other side decides in a first damage step is then taken to be what suits the player.

    Attributes
    ----------
    found
        The table as far as it is known.
    """

    def __init__(
        self,
        combat: Combat,
        hand: Hand,
        asked: Asked,
        is_mine: Callable[[Use], bool] = lambda _: True,
        *,
        is_alone: bool = True,
        accepts: Callable[[Sequence[Use]], bool] = lambda _: True,
        by_plan: bool = False,
    ) -> None:
        self.combat = combat
        self.hand = hand
        self.asked = asked
        self.is_mine = is_mine
        self.is_alone = is_alone
        self.sense = 1 if hand.players[0] in combat.active_side else -1
        self.accepts = accepts
        self.by_plan = by_plan
        self.found: Rows = {}
        self._values: dict[object, tuple[Vector, Outcome]] = {}

    @lazy
    def start(self) -> State:
        """The state before anything is used."""
        return State.beginning(self.combat)

    def table(self, given: Given = NOTHING) -> Rows:
        """Return for each set of the player's cards the best way to play the part.

        Parameters
        ----------
        given
            The other side's uses in this part.

        Raises
        ------
        TimeUpError
            If the deadline passes.
        AdaptiveError
            If the part is not alone and its cards depend on the other side's choices.
        """
        self.found = {}
        for line in self.lines(given.after_blocks):
            self._keep(self.found, *self._after(line, given.between).values())
        return self.found

    def lines(self, given: Sequence[Use] = ()) -> Iterator[Line]:
        """Yield every way in which the window after the blocks may go."""
        return lines(
            self.start,
            self.hand,
            lambda state, spent: self._possible(state, Window.AFTER_BLOCKS, spent),
            given,
            check=self._check,
        )

    def _check(self) -> None:
        if self.asked.is_late:
            raise TimeUpError

    def _possible(self, state: State, window: Window, spent: Items = frozenset()) -> list[Use]:
        uses = self.hand.possible(state, window, spent)
        return [use for use in uses if self.is_mine(use)]

    # --- after the window ----------------------------------------------------------------------

    def _after(self, line: Line, given: Sequence[Use]) -> Rows:
        """Return what follows, for each set of cards used then or before."""
        position, died = damage_position(line.state)
        if position.following is not None and self._uses_between(position, given, line.items):
            return _Between(self, line, position, died, given).table()
        if not self.accepts(line.uses):
            return {}
        key = signature(line.state)
        if key not in self._values:
            found = self.asked.found(position, died)
            self._values[key] = self.asked.values(found, position.combat, died), found.outcome
        values, outcome = self._values[key]
        row = Row(line.items, line.uses, (), outcome)
        return self._keep({}, Entry(self.turned(values), (row,)))

    def _keep(self, found: Rows, *entries: Entry) -> Rows:
        """Keep the best entries in a table."""
        for entry in entries:
            (row,) = entry.rows
            key: Hashable = row.items
            if self.by_plan:
                key = (row.after_blocks, row.between)
            known = found.get(key)
            if known is None or entry.worth > known.worth:
                found[key] = entry
        return found

    def _uses_between(self, position: Position, given: Sequence[Use], spent: Items) -> bool:
        """Say whether anything may be used between the steps."""
        return bool(given) or bool(self._possible(position.state, Window.BETWEEN_STEPS, spent))

    def turned(self, values: Vector) -> Vector:
        """Return values as the player wants them: more is better."""
        return values if self.sense > 0 else tuple([-value for value in values])


@dataclass(frozen=True)
class _Between:
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
                part._keep(found, *table.values())
            return found
        first = next(ways)
        another = next(ways, None)
        if another is None:
            return first
        if not part.is_alone:
            raise AdaptiveError
        answers = [best(table.values()) for table in chain((first, another), ways)]
        return part._keep({}, min(answers, key=lambda entry: entry.worth))

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

    def _splits(
        self, every: Sequence[Assigned], prevented: Sequence[Assigned]
    ) -> Iterator[Rows]:
        for own in splits(self.position.state, every, active=True):
            self.part._check()
            yield self._second(self.position.then(every, (*prevented, *own)))

    def _second(self, after: Position) -> Rows:
        """Return the best for each set of cards once the first step is over."""
        part = self.part
        found: Rows = {}
        if after.step is None:
            is_asked = part.accepts(self.line.uses)
            return part._keep({}, self._entry(after, (), self.line.items)) if is_asked else {}
        window = lines(
            after.state,
            part.hand,
            lambda state, spent: part._possible(state, Window.BETWEEN_STEPS, spent),
            self.given,
            self.line.items,
            part._check,
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
            part._keep(found, self._entry(then, line.uses, items))
        return found

    def _entry(self, then: Position, uses: tuple[Use, ...], items: Items) -> Entry:
        part = self.part
        found = part.asked.found(then, self.died)
        values = part.asked.values(found, then.combat, self.died)
        return Entry(part.turned(values), (Row(items, self.line.uses, uses, found.outcome),))
