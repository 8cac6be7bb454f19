"""The value of the whole combat by backward induction over everything that may be done."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from . import scoring
from .assigning import assigns_now, effect_of, gates_met, options
from .dealing import NO_EFFECT, Effect, deal, merge
from .reading import Board, Creature, Document, State, read

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Vector = tuple[int, ...]
"""The objectives in order of importance, each signed so that the active player wants more."""


def best(
    document: Document,
    objectives: Sequence[str],
    wishes: Sequence[str] = (),
    *,
    plain: bool = False,
) -> tuple[int, ...]:
    """The natural values of the objectives when both sides play as well as they can.

    With `plain` nothing at all is saved: every joint choice is played out on its own.
    """
    if wishes:
        raise NotImplementedError("wishes")
    board = read(document)
    parsed = [scoring.parse(objective) for objective in objectives]
    game = PlainGame(board, parsed) if plain else Game(board, parsed)
    vector = game.value(board.start, first_step(board))
    return tuple(direction * entry for (direction, _), entry in zip(parsed, vector, strict=True))


def best_result(document: Document, objectives: Sequence[str]) -> dict[str, Any]:
    """The contract's `result` at the end of one line of best play (of several, perhaps)."""
    board = read(document)
    game = Game(board, [scoring.parse(objective) for objective in objectives])
    return scoring.result_of(board, game.line(board.start, first_step(board)))


def first_step(board: Board) -> str:
    """The combat damage step that comes first (510.4)."""
    return "first_strike" if board.has_two_steps else "regular"


def is_over(board: Board, state: State) -> bool:
    """Whether only one side is left, so that no second step follows."""
    return scoring.outcome(board, state) != "undecided"


def side(board: Board, state: State, step: str, active: bool) -> list[Creature]:
    """The creatures of one side that assign damage in this step."""
    fighters = board.attackers if active else board.blockers
    return [fighter for fighter in fighters if assigns_now(state, fighter, step)]


class PlainGame:
    """Backward induction as the rules tell it: one joint choice after the other."""

    def __init__(self, board: Board, objectives: Sequence[scoring.Objective]) -> None:
        self.board = board
        self.objectives = objectives

    def vector(self, state: State) -> Vector:
        """What a final state is worth to the active player."""
        return tuple(
            objective[0] * scoring.score(self.board, state, objective)
            for objective in self.objectives
        )

    def joint(self, state: State, fighters: Iterable[Creature]) -> list[Effect]:
        """What one side may do: every joint assignment whose gates are open (510.1e)."""
        found: list[tuple[Effect, frozenset[str]]] = [(NO_EFFECT, frozenset())]
        for fighter in fighters:
            found = [
                (merge(effect, effect_of(self.board, fighter, division)), needed | gates)
                for effect, needed in found
                for division, gates in options(self.board, state, fighter)
            ]
        return [effect for effect, needed in found if gates_met(self.board, state, effect, needed)]

    def after(self, state: State, step: str) -> Vector:
        """The value once the damage of this step has been dealt."""
        if step == "first_strike" and not is_over(self.board, state):
            return self.value(state, "regular")
        return self.vector(state)

    def value(self, state: State, step: str) -> Vector:
        """510.1: the active player chooses first, then the defenders, who see it."""
        ours = self.joint(state, side(self.board, state, step, active=True))
        theirs = self.joint(state, side(self.board, state, step, active=False))
        return max(
            min(self.after(deal(self.board, state, merge(mine, reply)), step) for reply in theirs)
            for mine in ours
        )


class Game(PlainGame):
    """The same with three savings.

    * Partial assignments of one side with the same sums and the same gates are merged: the rest of
      the step, the gates included, sees sums only.
    * Positions before the second step are remembered.
    * In the last step the defenders' choices only decide which attackers die and the active
      player's choices never do, so that a value is a sum of two independent parts.
    """

    def __init__(self, board: Board, objectives: Sequence[scoring.Objective]) -> None:
        super().__init__(board, objectives)
        self.known: dict[tuple[int, ...], Vector] = {}

    def joint(self, state: State, fighters: Iterable[Creature]) -> list[Effect]:
        found: dict[object, tuple[Effect, frozenset[str]]] = {0: (NO_EFFECT, frozenset())}
        for fighter in fighters:
            choices = [
                (effect_of(self.board, fighter, division), gates)
                for division, gates in options(self.board, state, fighter)
            ]
            merged: dict[object, tuple[Effect, frozenset[str]]] = {}
            for effect, needed in found.values():
                for more, gates in choices:
                    both, all_gates = merge(effect, more), needed | gates
                    merged[frozenset(both.items()), all_gates] = both, all_gates
            found = merged
        legal = {
            frozenset(effect.items()): effect
            for effect, needed in found.values()
            if gates_met(self.board, state, effect, needed)
        }
        return list(legal.values())

    def value(self, state: State, step: str) -> Vector:
        ours = self.joint(state, side(self.board, state, step, active=True))
        theirs = self.joint(state, side(self.board, state, step, active=False))
        if step == "regular":
            return self.last(state, ours, theirs)
        found: Vector | None = None
        for mine in ours:
            worst: Vector | None = None
            for reply in theirs:
                vector = self.remembered(deal(self.board, state, merge(mine, reply)))
                worst = vector if worst is None else min(worst, vector)
                if found is not None and worst <= found:
                    break  # the defenders already hold this choice down to what we have
            assert worst is not None
            found = worst if found is None else max(found, worst)
        assert found is not None
        return found

    def remembered(self, state: State) -> Vector:
        """The value after step one."""
        key = tuple(state.values())
        if key not in self.known:
            self.known[key] = self.after(state, "first_strike")
        return self.known[key]

    def last(self, state: State, ours: list[Effect], theirs: list[Effect]) -> Vector:
        """The two parts of the last step, one after the other."""

        def final(mine: Effect, reply: Effect) -> Vector:
            return self.vector(deal(self.board, state, merge(mine, reply)))

        mine = max(ours, key=lambda effect: final(effect, theirs[0]))
        return min(final(mine, reply) for reply in theirs)

    def line(self, state: State, step: str) -> State:
        """The final state of one line of best play."""
        ours = self.joint(state, side(self.board, state, step, active=True))
        theirs = self.joint(state, side(self.board, state, step, active=False))
        worth = self.vector if step == "regular" else self.remembered

        def answered(mine: Effect) -> State:
            return min((deal(self.board, state, merge(mine, reply)) for reply in theirs), key=worth)

        if step == "regular":  # here the reply is the same whatever it answers
            theirs = [min(theirs, key=lambda r: worth(deal(self.board, state, merge(ours[0], r))))]
        after = max((answered(mine) for mine in ours), key=worth)
        if step == "regular" or is_over(self.board, after):
            return after
        return self.line(after, "regular")


def count_choices(document: Document) -> int:
    """An upper estimate of how many positions `best` plays out, before any merging."""
    board = read(document)

    def count(step: str, active: bool) -> int:
        fighters = side(board, board.start, step, active)
        return prod(len(options(board, board.start, fighter)) for fighter in fighters)

    last = count("regular", active=True) + count("regular", active=False)
    if not board.has_two_steps:
        return last
    return count("first_strike", active=True) * count("first_strike", active=False) * last
