"""Many boards at once: every attacker with its own blockers is a row of NumPy arrays.

It is for boards of one damage step where no two attackers may damage the same creature,
planeswalker or battle and the other side has nothing to choose. What is left is a small knapsack
for each attacker (`optimizer.closed_form`); those of all boards are solved together, each shape
once (`optimizer.batch.knapsacks`). The engine says what there is to divide (510.1) and judges every
answer: it must be legal, and the whole board worth what the arrays claim. Any other board is left
to `optimizer.damage`.
"""

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter

from engine.assignment import Assigned, StepAssignment
from engine.combat import Combat
from engine.divisions import Division
from engine.keywords import Keyword
from engine.legality import judge_step
from engine.modifiers import modifier
from engine.relaxation import RelaxedCombat
from engine.steps import Outcome, advance
from optimizer.batch.knapsacks import divide_all
from optimizer.closed_form import Blockers, Vector, is_small
from optimizer.closed_form import Division as Divided
from optimizer.goals import ObjectiveGoal
from optimizer.objectives import OWN_LOSS_MEASURES, Objective, read_objectives
from optimizer.parts import ClosedForms, is_additive
from optimizer.position import Position
from optimizer.search import MismatchError
from optimizer.solution import Solution, Status

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
class _Goals:
    """The objectives as they read where these players defend, in these teams."""

    objectives: tuple[Objective, ...]
    goals: tuple[ObjectiveGoal, ...]
    claimed: tuple[Objective, ...]
    """Without the active side's losses, which the other side's damage decides."""
    worths: dict[object, Vector]
    """What changes of measures are worth, by player and change."""

    @classmethod
    def read(cls, combat: Combat, texts: Iterable[str]) -> "_Goals":
        objectives = read_objectives(combat, texts)
        goals = tuple(map(ObjectiveGoal, objectives))
        claimed = tuple(
            goal.without_own_losses().objective
            if OWN_LOSS_MEASURES & goal.measures
            else goal.objective
            for goal in goals
        )
        return cls(objectives, goals, claimed, {})


@dataclass(frozen=True, slots=True)
class _Row:
    """One creature's damage: among whom, as which shape, and what dealing all of it is worth."""

    source: str
    names: tuple[str, ...]
    shape: int
    always: Vector | None


@dataclass(frozen=True, slots=True)
class _Board:
    """A board that can be solved together with others."""

    position: Position
    goals: _Goals
    rows: tuple[_Row, ...]
    others: tuple[Assigned, ...]
    """What the other side must assign."""
    is_forced: bool


class _Forms(ClosedForms):
    """The shapes of a position's parts, not solved."""

    def __init__(self, position: Position, goals: _Goals) -> None:
        super().__init__(position, goals.goals)
        self._worths = goals.worths

    def shape(self, division: Division) -> Blockers | None:
        """Return the shape of a division with one option, or None if it has no closed form."""
        option = division.options[0]
        if not option.in_combat:
            return None
        names = [recipient.id for recipient in option.recipients]
        blockers = [name for name in names if name in self.state.creatures]
        targets = names[len(blockers) :]
        if len(targets) > 1 or names[: len(blockers)] != blockers:
            return None
        if any(recipient.behind for recipient in option.recipients[: len(blockers)]):
            return None
        if not all(self._is_plain(division, name) for name in blockers):
            return None
        if targets and not modifier(self.state, division.source, targets[0]).changes_nothing:
            return None
        return self._shape(division, blockers, targets)

    def always(self, division: Division) -> Vector | None:
        """Return what it is worth that all of the damage is dealt (lifelink), if anything."""
        if not self.state.creatures[division.source].has(Keyword.LIFELINK):
            return None
        return self._worth("", life_gained=division.amount)

    def _worth(self, player: str, **measures: int) -> Vector:
        key = (player, *measures.items())
        known = self._worths.get(key)
        if known is None:
            known = self._worths[key] = super()._worth(player, **measures)
        return known


class _Reader:
    """Reads boards, and collects the shapes of their parts."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        self.texts = texts
        self.goals: dict[object, _Goals] = {}
        self.shapes: dict[Blockers, int] = {}

    def read(self, combat: Combat) -> _Board | None:
        """Return a board, or None if it is not for this path."""
        if sum([group.count - 1 for group in combat.groups]) > MOST_COPIES:
            return None
        if combat.resources or isinstance(combat, RelaxedCombat) or len(combat.steps) > 1:
            return None
        sides = combat.defending_players, tuple([p.team for p in combat.players.values()])
        goals = self.goals.get(sides)
        if goals is None:
            goals = self.goals[sides] = _Goals.read(combat, self.texts)
        position = Position.beginning(combat)
        if position.step is None or not goals.goals or not is_additive(position, goals.goals):
            return None
        others = position.divisions(active=False)
        side = combat.active_side
        for division in others:  # what it divides of the active side's damage is in no row
            if not division.is_forced or combat.creatures[division.source].controller in side:
                return None
        rows = self._rows(position, goals)
        if rows is None:
            return None
        replies = [
            Assigned(d.source, r.id, d.amount) for d in others for r in d.options[0].recipients
        ]
        is_forced = all(division.is_forced for division in position.divisions(active=True))
        return _Board(position, goals, tuple(rows), tuple(replies), is_forced)

    def _rows(self, position: Position, goals: _Goals) -> list[_Row] | None:
        """Return a row for each attacker that assigns damage, or None if not all have one."""
        forms, players = _Forms(position, goals), position.combat.players
        met: set[str] = set()
        rows = []
        for division in position.divisions(active=True):
            if len(division.options) > 1:
                return None
            names = tuple([recipient.id for recipient in division.options[0].recipients])
            for name in names:
                if name not in players:
                    if name in met:
                        return None
                    met.add(name)
            if not names:
                continue
            number = self._number(forms.shape(division))
            if number is None:
                return None
            rows.append(_Row(division.source, names, number, forms.always(division)))
        return rows

    def _number(self, shape: Blockers | None) -> int | None:
        """Return the place of a shape in the table, or None if it has none."""
        if shape is None:
            return None
        number = self.shapes.get(shape)
        if number is None and is_small(shape):
            number = self.shapes[shape] = len(self.shapes)
        return number


def _play(board: _Board, divided: Sequence[Divided]) -> Outcome | MismatchError:
    """Play a board out, and let the engine judge what was found (510.1, 510.2)."""
    position = board.position
    assigned: list[Assigned] = []
    claims: list[Vector] = []
    for row in board.rows:
        best = divided[row.shape]
        claims.append(best.value)
        if row.always is not None:
            claims.append(row.always)
        amounts = (*best.amounts, best.through)  # nothing goes through where nothing is attacked
        assigned += [
            Assigned(row.source, name, amount)
            for name, amount in zip(row.names, amounts, strict=False)
            if amount
        ]
    assert position.step is not None
    given = StepAssignment(position.step, (*assigned, *board.others))
    violations = judge_step(position.state, given.step, given.assignments)
    event = advance(position.state, given)
    outcome = Outcome(position.combat, (given,), (event,), event.after)
    claimed = tuple(map(sum, zip(*claims, strict=True))) or (0,) * len(board.goals.claimed)
    measured = tuple(o.sense * o.value(outcome) for o in board.goals.claimed)
    if violations or claimed != measured:
        reasons = "; ".join(map(str, violations)) or f"claimed {claimed}, worth {measured}"
        return MismatchError(f"{reasons}\n{given}\n{position.combat!r}")
    return outcome


def _solution(board: _Board, outcome: Outcome, milliseconds: float) -> Solution:
    goals = board.goals.objectives
    bounds = tuple(objective.value(outcome) for objective in goals)
    method = "forced" if board.is_forced else METHOD
    statistics = {"method": method, "milliseconds": milliseconds}
    return Solution(Status.OPTIMAL, goals, bounds, outcome, statistics)
