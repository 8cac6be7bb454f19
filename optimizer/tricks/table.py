"""What a part of a combat can make of each set of cards: every way, played out and valued.

After the blocks the player uses what it likes, then damage is dealt. Where there are two damage
steps, it may use more between them, having seen the first (510.3). What the other side decides in
the first step comes before that; where it has a choice there, the player's uses answer it, and the
cards cannot be given to the parts beforehand (`AdaptiveError`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from engine.assignment import Assigned
from engine.combat import Combat
from engine.lazy import lazy
from engine.resources.playing import settled
from engine.resources.uses import Use, Window
from engine.state import State
from engine.steps import Outcome, next_step
from optimizer.choices import assignments, splits
from optimizer.greedy import greedy_step
from optimizer.parts.vectors import Vector
from optimizer.position import Position
from optimizer.tricks.choosing import Entry, Items
from optimizer.tricks.hand import Hand
from optimizer.tricks.lines import Line, lines, signature
from optimizer.tricks.worth import Asked, TimeUpError, beginning


class AdaptiveError(Exception):
    """Which cards a part gets depends on what the other side does in it."""


@dataclass(frozen=True)
class Row:
    """One way to play a part.

    Attributes
    ----------
    after_blocks, between
        The uses in each window, of both sides, as they resolve.
    outcome
        The damage that follows.
    """

    after_blocks: tuple[Use, ...]
    between: tuple[Use, ...]
    outcome: Outcome


@dataclass(frozen=True)
class Given:
    """The other side's uses, by window."""

    after_blocks: tuple[Use, ...] = ()
    between: tuple[Use, ...] = ()


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
    ) -> None:
        self.combat = combat
        self.hand = hand
        self.asked = asked
        self.is_mine = is_mine
        self.is_alone = is_alone
        self.sense = 1 if hand.players[0] in combat.active_side else -1
        self.accepts = accepts
        self.found: dict[Items, Entry] = {}
        self._values: dict[object, tuple[Vector, Outcome]] = {}

    @lazy
    def start(self) -> State:
        """The state before anything is used."""
        return State.beginning(self.combat)

    def table(self, given: Given = Given()) -> dict[Items, Entry]:
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
            for items, entry in self._after(line, given.between).items():
                _keep(self.found, items, entry)
        return self.found

    def lines(self, given: Sequence[Use] = ()) -> Iterator[Line]:
        """Yield every way in which the window after the blocks may go."""
        return lines(
            self.start,
            self.hand,
            lambda state: self._possible(state, Window.AFTER_BLOCKS),
            given,
            check=self._check,
        )

    def _check(self) -> None:
        if self.asked.is_late:
            raise TimeUpError

    def _possible(self, state: State, window: Window) -> list[Use]:
        uses = self.hand.possible(state.combat, window, state)
        return [use for use in uses if self.is_mine(use)]

    # --- after the window ----------------------------------------------------------------------

    def _after(self, line: Line, given: Sequence[Use]) -> dict[Items, Entry]:
        """Return what follows, for each set of cards used then or before."""
        combat = settled(line.state)
        died = [line.state.creatures[name] for name in sorted(line.state.died)]
        position = beginning(combat)
        if position.following is not None and self._uses_between(position, given):
            return _Between(self, line, position, given).table()
        if not self.accepts(line.uses):
            return {}
        key = signature(line.state)
        if key not in self._values:
            found = self.asked.found(position, died)
            self._values[key] = self.asked.values(found, combat, died), found.outcome
        values, outcome = self._values[key]
        return {line.items: Entry(self.turned(values), (Row(line.uses, (), outcome),))}

    def _uses_between(self, position: Position, given: Sequence[Use]) -> bool:
        """Say whether anything may be used between the steps."""
        return bool(given) or bool(self._possible(position.state, Window.BETWEEN_STEPS))

    def turned(self, values: Vector) -> Vector:
        """Return values as the player wants them: more is better."""
        return values if self.sense > 0 else tuple([-value for value in values])


def _keep(found: dict[Items, Entry], items: Items, entry: Entry) -> None:
    known = found.get(items)
    if known is None or entry.worth > known.worth:
        found[items] = entry


def _best(table: dict[Items, Entry]) -> tuple[Items, Entry]:
    return max(table.items(), key=lambda pair: (pair[1].worth, -len(pair[0])))


@dataclass(frozen=True)
class _Between:
    """The first of two damage steps, and what the player uses after it."""

    part: Part
    line: Line
    position: Position
    given: Sequence[Use]

    def table(self) -> dict[Items, Entry]:
        """Return the best for each set of cards, over all that can happen in the first step."""
        return self._decide(self._first_moves(), is_mine=self.part.sense > 0)

    def _decide(
        self, ways: Iterator[dict[Items, Entry]], *, is_mine: bool
    ) -> dict[Items, Entry]:
        """Return the table of a decision of one side.

        Where the other side decides, what is used is an answer to that: the best answer to each of
        its choices, and it chooses the one with the worst.
        """
        if is_mine:
            found: dict[Items, Entry] = {}
            for table in ways:
                for items, entry in table.items():
                    _keep(found, items, entry)
            return found
        first = next(ways)
        another = next(ways, None)
        if another is None:
            return first
        if not self.part.is_alone:
            raise AdaptiveError
        answers = [_best(table) for table in chain((first, another), ways) if table]
        if not answers:
            return {}
        items, entry = min(answers, key=lambda answer: answer[1].worth)
        return {items: entry}

    def _first_moves(self) -> Iterator[dict[Items, Entry]]:
        position, is_mine = self.position, self.part.sense > 0
        assert position.step is not None
        others = greedy_step(position.state, position.divisions(active=False))
        for own in assignments(
            position.state, position.step, position.divisions(active=True), others
        ):
            yield self._decide(self._replies(own), is_mine=not is_mine)

    def _replies(self, own: tuple[Assigned, ...]) -> Iterator[dict[Items, Entry]]:
        position, is_mine = self.position, self.part.sense > 0
        assert position.step is not None
        due = position.divisions(active=False)
        for other in assignments(position.state, position.step, due, own):
            every = (*own, *other)
            for prevented in splits(position.state, every, active=False):
                yield self._decide(self._splits(every, prevented), is_mine=is_mine)

    def _splits(
        self, every: Sequence[Assigned], prevented: Sequence[Assigned]
    ) -> Iterator[dict[Items, Entry]]:
        for own in splits(self.position.state, every, active=True):
            self.part._check()
            yield self._second(self.position.then(every, (*prevented, *own)))

    def _second(self, after: Position) -> dict[Items, Entry]:
        """Return the best for each set of cards once the first step is over."""
        part, found = self.part, dict[Items, Entry]()
        if after.step is None:
            return {self.line.items: self._entry(after, ())} if part.accepts(self.line.uses) else {}
        window = lines(
            after.state,
            part.hand,
            lambda state: part._possible(state, Window.BETWEEN_STEPS),
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
            _keep(found, items, self._entry(then, line.uses))
        return found

    def _entry(self, then: Position, uses: tuple[Use, ...]) -> Entry:
        part = self.part
        died = [self.line.state.creatures[name] for name in sorted(self.line.state.died)]
        found = part.asked.found(then, died)
        values = part.asked.values(found, then.combat, died)
        return Entry(part.turned(values), (Row(self.line.uses, uses, found.outcome),))
