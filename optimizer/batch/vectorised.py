"""Many boards at once: every attacker with its own blockers is a row of NumPy arrays.

It is for boards whose parts all have a shape (`optimizer.parts.board`). The rows of all boards are
solved together, each shape once (`optimizer.batch.knapsacks`); what is no row is solved alone. The
engine judges every answer: it must be legal, and the whole board worth what its parts claim. Any
other board is left to `optimizer.damage`.
"""

import gc
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter

from engine.combat import Combat
from engine.relaxation import RelaxedCombat
from engine.steps import Outcome
from optimizer.batch.knapsacks import divide_all
from optimizer.goals import ObjectiveGoal
from optimizer.mismatch import MismatchError
from optimizer.objectives import Objective, read_objectives, written_out
from optimizer.parts.board import Board
from optimizer.parts.rising import board_rises, rising
from optimizer.parts.shapes import Row, Solved, solve, solved_row
from optimizer.parts.single import Blockers, is_small
from optimizer.parts.single import Division as Divided
from optimizer.parts.worths import Wanted, wanted
from optimizer.position import Position
from optimizer.solution import Solution, Status, confirm

METHOD = "vectorised"
"""What an answer's statistics call this way to find it."""

MOST_COPIES = 24
"""Of more copies in groups than this, `optimizer.pooled` makes less work, as it has groups only."""


def solve_together(
    combats: Sequence[Combat], objectives: Iterable[str]
) -> list[Solution | MismatchError | None]:
    """Solve the damage question of those boards of a chunk that can be solved together.

    Parameters
    ----------
    combats
        The boards.
    objectives
        In order of importance, the same for all.

    Returns
    -------
    list
        For each board its proven answer, which does not depend on the other boards; None if the
        board is not for this path; the error if the engine does not confirm the answer.

    Raises
    ------
    DocumentError
        If an objective cannot be read.
    """
    started = perf_counter()
    reader = _Reader(tuple(objectives))
    with uncollected():
        boards = [reader.read(combat) for combat in combats]
        divided = divide_all(list(reader.shapes))
        found = [board and _play(board, divided) for board in boards]
    each = round((perf_counter() - started) * 1000 / max(1, len(combats)), 3)
    return [
        _solution(board, one, each) if board and isinstance(one, Outcome) else one  # type: ignore[misc]
        for board, one in zip(boards, found, strict=True)
    ]


@contextmanager
def uncollected() -> Iterator[None]:
    """Keep the garbage collector from looking through a chunk's objects while they are made.

    They refer to each other in no circle, so it would find nothing, time and again.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@dataclass(frozen=True, slots=True)
class _Entry:
    """A board that can be solved together with others.

    Attributes
    ----------
    numbers
        For each shape of the board the place of its row in the table of all, or None if it is no
        row; then it is solved already.
    """

    board: Board
    objectives: tuple[Objective, ...]
    numbers: tuple[int | None, ...]
    solved: tuple[Solved | None, ...]


class _Reader:
    """Reads boards, and collects the shapes of their rows."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        self.texts = texts
        self.goals: dict[Hashable, tuple[tuple[Objective, ...], Wanted | None]] = {}
        self.shapes: dict[Blockers, int] = {}

    def read(self, combat: Combat) -> _Entry | None:
        """Return a board, or None if it is not for this path."""
        if sum([group.count - 1 for group in combat.groups]) > MOST_COPIES:
            return None
        if combat.resources or isinstance(combat, RelaxedCombat) or len(combat.steps) > 1:
            return None
        position = Position.beginning(combat)
        objectives, adding = self._goals(combat)
        goals = adding or rising(position, list(map(ObjectiveGoal, objectives)))
        if goals is None or position.step is None:
            return None
        board = Board.of(position, goals)
        if board is None or board.hard or (adding is None and not board_rises(board)):
            return None
        numbers: list[int | None] = []
        solved: list[Solved | None] = []
        for shape in board.shapes:
            number = self._number(shape.shape) if isinstance(shape, Row) else None
            one = None if number is not None else solve(shape)
            if number is None and one is None:
                return None
            numbers.append(number)
            solved.append(one)
        return _Entry(board, objectives, tuple(numbers), tuple(solved))

    def _goals(self, combat: Combat) -> tuple[tuple[Objective, ...], Wanted | None]:
        """Return the objectives as they read for the defending players, and as they add up."""
        texts = written_out(combat, self.texts)
        key = combat.defending_players, texts
        if key not in self.goals:
            objectives = read_objectives(combat, texts)
            self.goals[key] = objectives, wanted(list(map(ObjectiveGoal, objectives)))
        return self.goals[key]

    def _number(self, shape: Blockers) -> int | None:
        """Return the place of a shape in the table, or None if it has none."""
        number = self.shapes.get(shape)
        if number is None and is_small(shape):
            number = self.shapes[shape] = len(self.shapes)
        return number


def _play(entry: _Entry, divided: Sequence[Divided]) -> Outcome | MismatchError:
    """Play a board out, and let the engine judge what was found (510.1, 510.2)."""
    board = entry.board
    solved: list[Solved] = []
    for shape, number, one in zip(board.shapes, entry.numbers, entry.solved, strict=True):
        if one is not None:
            solved.append(one)
        elif number is not None and isinstance(shape, Row):
            solved.append(solved_row(shape, divided[number]))
    try:
        outcome = board.play(solved)
        confirm(outcome, (), ())
    except MismatchError as error:
        return error
    return outcome


def _solution(entry: _Entry, outcome: Outcome, milliseconds: float) -> Solution:
    bounds = tuple([objective.value(outcome) for objective in entry.objectives])
    method = "forced" if entry.board.is_forced else METHOD
    statistics = {"method": method, "milliseconds": milliseconds}
    return Solution(Status.OPTIMAL, entry.objectives, bounds, outcome, statistics)
