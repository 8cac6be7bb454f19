"""What a part of a combat can make of each set of cards: every way, played out and valued.

After the blocks the player uses what it likes, then damage is dealt. Where there are two damage
steps, it may use more between them, having seen the first (510.3). What the other side decides in
the first step comes before that; where it has a choice there, the player's uses answer it, and the
cards cannot be given to the parts beforehand (`AdaptiveError`).
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.combat import Combat
from engine.lazy import lazy
from engine.resources.uses import Use, Window
from engine.state import State
from engine.steps import Outcome
from optimizer.parts.vectors import Vector, add
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
    meets_steps
        There was something to use between two damage steps.
    outside
        What all other parts can make of the cards that this one leaves, if there are any.
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
        self.meets_steps = False
        self.sense = 1 if hand.players[0] in combat.active_side else -1
        self.accepts = accepts
        self.by_plan = by_plan
        self.outside: Mapping[Items, Entry] = {}
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
            self.keep(self.found, *self._after(line, given.between).values())
        return self.found

    def lines(self, given: Sequence[Use] = ()) -> Iterator[Line]:
        """Yield every way in which the window after the blocks may go."""
        return lines(
            self.start,
            self.hand,
            lambda state, spent: self.possible(state, Window.AFTER_BLOCKS, spent),
            given,
            check=self.check,
        )

    def check(self) -> None:
        """Raise `TimeUpError` if the time is up."""
        if self.asked.is_late:
            raise TimeUpError

    def possible(self, state: State, window: Window, spent: Items = frozenset()) -> list[Use]:
        """Return the uses of this part in a window, after some were paid for."""
        uses = self.hand.possible(state, window, spent)
        return [use for use in uses if self.is_mine(use)]

    # --- after the window ----------------------------------------------------------------------

    def _after(self, line: Line, given: Sequence[Use]) -> Rows:
        """Return what follows, for each set of cards used then or before."""
        position, died = damage_position(line.state)
        if position.following is not None and self._uses_between(position, given, line.items):
            from optimizer.tricks.between import Between  # which builds on this module

            self.meets_steps = True
            return Between(self, line, position, died, given).table()
        if not self.accepts(line.uses):
            return {}
        key = signature(line.state)
        if key not in self._values:
            found = self.asked.found(position, died)
            self._values[key] = self.asked.values(found, position.combat, died), found.outcome
        values, outcome = self._values[key]
        row = Row(line.items, line.uses, (), outcome)
        return self.keep({}, Entry(self.turned(values), (row,)))

    def best(self, entries: Iterable[Entry]) -> Entry | None:
        """Return the best of all that the player can do, in the other parts as well."""
        every = [whole for entry in entries for whole in self._wholes(entry)]
        return best(every) if every else None

    def _wholes(self, entry: Entry) -> Iterator[Entry]:
        if entry.is_whole or not self.outside:
            yield entry
            return
        for items, other in self.outside.items():
            own = entry.rows[0].items
            if not own & items and self.hand.is_payable(own | items):
                yield Entry(add(entry.worth, other.worth), (*entry.rows, *other.rows), True)

    def keep(self, found: Rows, *entries: Entry) -> Rows:
        """Keep the best entries in a table."""
        for entry in entries:
            row = entry.rows[0]
            key: Hashable = row.items
            if entry.is_whole:
                key = "whole"
            if self.by_plan:
                key = (row.after_blocks, row.between)
            known = found.get(key)
            if known is None or entry.worth > known.worth:
                found[key] = entry
        return found

    def _uses_between(self, position: Position, given: Sequence[Use], spent: Items) -> bool:
        """Say whether anything may be used between the steps."""
        return bool(given) or bool(self.possible(position.state, Window.BETWEEN_STEPS, spent))

    def turned(self, values: Vector) -> Vector:
        """Return values as the player wants them: more is better."""
        return values if self.sense > 0 else tuple([-value for value in values])
