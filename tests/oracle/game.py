"""The value of the whole combat by backward induction over everything that may be done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any, overload

from . import scoring
from .choosing import Menu, Turn
from .dealing import Effect, deal, interlude, merge
from .reading import Board, Document, State, read
from .shields import settled
from .wishing import holds

Vector = tuple[int, ...]
"""The objectives in order of importance, each signed so that the active player wants more. With
wishes there is a first entry before them: 1 if all wishes hold."""


@overload
def best(
    document: Document, objectives: Sequence[str], *, plain: bool = ...
) -> tuple[int, ...]: ...
@overload
def best(
    document: Document, objectives: Sequence[str], wishes: Sequence[str], *, plain: bool = ...
) -> tuple[int, ...] | None: ...
def best(
    document: Document,
    objectives: Sequence[str],
    wishes: Sequence[str] = (),
    *,
    plain: bool = False,
) -> tuple[int, ...] | None:
    """The natural values of the objectives when both sides play as well as they can.

    None if the active side cannot guarantee that all wishes hold. With `plain` nothing at all is
    saved: every joint choice is played out on its own.
    """
    board = read(document)
    parsed = [scoring.parse(objective) for objective in objectives]
    game = (PlainGame if plain else Game)(board, parsed, wishes)
    vector = game.value(board.start, first_step(board))
    if wishes:
        if not vector[0]:
            return None
        vector = vector[1:]
    return tuple(direction * entry for (direction, _), entry in zip(parsed, vector, strict=True))


def best_result(
    document: Document, objectives: Sequence[str], wishes: Sequence[str] = ()
) -> dict[str, Any]:
    """The contract's `result` at the end of one line of best play (of several, perhaps)."""
    board = read(document)
    game = Game(board, [scoring.parse(objective) for objective in objectives], wishes)
    return scoring.result_of(board, game.line(board.start, first_step(board)))


def first_step(board: Board) -> str:
    """The combat damage step that comes first (510.4)."""
    return "first_strike" if board.has_two_steps else "regular"


def is_over(board: Board, state: State) -> bool:
    """Whether only one side is left, so that no second step follows."""
    return scoring.outcome(board, state) != "undecided"


class PlainGame:
    """Backward induction as the rules tell it: one joint choice after the other."""

    plain = True

    def __init__(
        self, board: Board, objectives: Sequence[scoring.Objective], wishes: Sequence[str] = ()
    ) -> None:
        self.board = board
        self.objectives = objectives
        self.wishes = wishes

    def vector(self, state: State) -> Vector:
        """What a final state is worth to the active player."""
        values = tuple(
            objective[0] * scoring.score(self.board, state, objective)
            for objective in self.objectives
        )
        if not self.wishes:
            return values
        return int(all(holds(self.board, state, wish) for wish in self.wishes)), *values

    def after(self, state: State, step: str) -> Vector:
        """The value once the damage of this step has been dealt."""
        if step == "first_strike" and not is_over(self.board, state):
            return self.value(interlude(self.board, state), "regular")
        return self.vector(state)

    def answers(self, turn: Turn, mine: Effect, replies: list[Effect]) -> Iterator[list[State]]:
        """All that the defenders may do, each with what the active player may make of it.

        615.7: the defenders assign and fix what their own shields prevent, then the active player
        fixes what the own side's shields prevent.
        """
        for reply in replies:
            for told in settled(turn.board, turn.state, merge(mine, reply), own=False):
                final = settled(turn.board, turn.state, told, own=True)
                yield [deal(turn.board, turn.state, effect) for effect in final]

    def value(self, state: State, step: str) -> Vector:
        """510.1: the active player chooses first, then the defenders, who see it."""
        turn = Turn(self.board.in_step(step), state, step, plain=self.plain)
        return max(
            min(
                max(self.after(after, step) for after in states)
                for states in self.answers(turn, mine, turn.replies(mine))
            )
            for mine in turn.ours
        )


class Game(PlainGame):
    """The same with three savings.

    * Partial assignments of one side with the same sums and the same gates are merged: the rest of
      the step, the gates included, sees sums only.
    * Positions before the second step are remembered, and no more replies are tried once the
      defenders hold a choice down to what the active player has already.
    * In the last step, where each side divides its own creatures' damage and nothing modifies it,
      the defenders' choices only decide which attackers die and the active player's choices never
      do, so that a value is a sum of two independent parts.
    """

    plain = False

    def __init__(
        self, board: Board, objectives: Sequence[scoring.Objective], wishes: Sequence[str] = ()
    ) -> None:
        super().__init__(board, objectives, wishes)
        self.known: dict[tuple[int, ...], Vector] = {}

    def value(self, state: State, step: str) -> Vector:
        turn = Turn(self.board.in_step(step), state, step, plain=self.plain)
        if turn.is_separate and not self.wishes:
            return self.last(turn)
        found: Vector | None = None
        for mine in turn.ours:
            worst = self.worst(turn, mine, found)
            found = worst if found is None else max(found, worst)
        assert found is not None
        return found

    def worst(self, turn: Turn, mine: Effect, enough: Vector | None) -> Vector:
        """What the defenders leave of a choice, or anything that is no better than enough."""
        worst: Vector | None = None
        for states in self.answers(turn, mine, turn.replies(mine)):
            vector = max(self.worth(after, turn.step) for after in states)
            worst = vector if worst is None else min(worst, vector)
            if enough is not None and worst <= enough:
                break
        assert worst is not None
        return worst

    def worth(self, state: State, step: str) -> Vector:
        """The value once the damage of this step has been dealt, remembered after step one."""
        if step == "regular":
            return self.vector(state)
        key = tuple(state.values())
        if key not in self.known:
            self.known[key] = self.after(state, step)
        return self.known[key]

    def last(self, turn: Turn) -> Vector:
        """The two parts of the last step, one after the other."""

        def final(mine: Effect, reply: Effect) -> Vector:
            return self.vector(deal(turn.board, turn.state, merge(mine, reply)))

        replies = turn.replies(turn.ours[0])
        mine = max(turn.ours, key=lambda effect: final(effect, replies[0]))
        return min(final(mine, reply) for reply in replies)

    def line(self, state: State, step: str) -> State:
        """The final state of one line of best play."""
        turn = Turn(self.board.in_step(step), state, step, plain=self.plain)

        def worth(after: State) -> Vector:
            return self.worth(after, step)

        def answered(mine: Effect, replies: list[Effect]) -> State:
            answers = self.answers(turn, mine, replies)
            return min((max(states, key=worth) for states in answers), key=worth)

        if turn.is_separate and not self.wishes:  # the reply is the same whatever it answers
            replies = turn.replies(turn.ours[0])
            reply = min(replies, key=lambda reply: worth(answered(turn.ours[0], [reply])))
            after = max((answered(mine, [reply]) for mine in turn.ours), key=worth)
        else:
            after = max((answered(mine, turn.replies(mine)) for mine in turn.ours), key=worth)
        if step == "regular" or is_over(self.board, after):
            return after
        return self.line(interlude(self.board, after), "regular")


def count_choices(document: Document) -> int:
    """An upper estimate of how many positions `best` plays out, before any merging."""
    board = read(document)
    turn = Turn(board.in_step("regular"), board.start, "regular")
    ours, theirs = _count(turn.menu_ours), _count(turn.menu_theirs)
    last = ours + theirs if turn.is_separate else ours * theirs * turn.count_splits()
    if not board.has_two_steps:
        return last
    turn = Turn(board, board.start, "first_strike")
    return _count(turn.menu_ours) * _count(turn.menu_theirs) * turn.count_splits() * last


def _count(menu: Menu) -> int:
    return prod(len(choices) for _, choices in menu)
