"""Boards of two damage steps (510.4) whose attackers have blockers of their own, without a solver.

The blockers' damage in the first step is forced, so it is known beforehand which attackers still
strike in the second one, and with how much. An attacker of one step is then a row as on any board.
One that strikes in both divides the sum of its damage like one that strikes once with that much:

- what the first step marks stays (120.6), so a blocker dies by the end if both steps together give
  it lethal damage, whichever step that is; a blocker that is not finished is still there to be;
- what goes through needs lethal damage on all blockers first (702.19b), over both steps as well: a
  blocker that died in the first is no obstacle (702.19d), one that cannot die keeps its damage.

That holds as long as nobody loses in the first step, every point that goes through is worth no less
than none, and it does not matter how often something is hit. Other boards are left to the solver.
Where own losses count, an attacker may save itself by what it kills first
(`optimizer.parts.survival`).
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine.assignment import Assigned, StepAssignment
from engine.divisions import Division, divisions
from engine.keywords import Keyword
from engine.state import State
from engine.state_actions import defeat, fate
from engine.steps import Outcome, advance
from optimizer.goals import Goal
from optimizer.greedy import somehow
from optimizer.mismatch import confirm_claim
from optimizer.parts.grouping import adds_up
from optimizer.parts.shapes import Row, Shapes, solved_row
from optimizer.parts.single import Division as Divided
from optimizer.parts.single import divide, is_small
from optimizer.parts.vectors import Vector, add
from optimizer.parts.worths import Wanted, wanted
from optimizer.position import Position

if TYPE_CHECKING:  # loaded when they are needed
    from optimizer.parts.survival import Survival


class Twice(NamedTuple):
    """An attacker that strikes in both steps: its row, with the damage of both together.

    Attributes
    ----------
    first
        How much of it is of the first step.
    lasting
        For each blocker whether it survives lethal damage (702.12b).
    """

    row: Row
    first: int
    lasting: tuple[bool, ...]


class TwoSteps:
    """A position before the first of two steps, with every attacker as a row.

    Parameters
    ----------
    position
        For which `TwoSteps.of` holds the conditions.
    """

    def __init__(self, position: Position, wanted: Wanted) -> None:
        self.position = position
        self.wanted = wanted
        self.once: tuple[list[Row], list[Row]] = ([], [])
        self.twice: list[Twice] = []
        self.replies: list[Assigned] = []
        self.is_forced = True
        self.survival: Survival | None = None
        self.due: list[Division] = []

    @classmethod
    def about(cls, position: Position, goals: Sequence[Goal]) -> "TwoSteps | None":
        """Return the board for these goals, or None if it is not for this method.

        Who loses may be among them if nobody can, or if it is never wrong to deal players more.
        """
        adding = wanted(goals)
        if adding is not None:
            return cls.of(position, adding)
        from optimizer.parts.fates import active_side_may_lose
        from optimizer.parts.rising import rising, without_totals

        adding = rising(position, goals)
        board = None if adding is None else cls.of(position, adding)
        if board is not None and board.rises:
            return board
        adding = without_totals(goals)
        if adding is None or active_side_may_lose(position):
            return None
        board = cls.of(position, adding)
        return None if board is None or may_lose(position.state, board.due) else board

    @classmethod
    def of(cls, position: Position, wanted: Wanted) -> "TwoSteps | None":
        """Return the board, or None if it is not for this method."""
        combat = position.combat
        if position.following is None or combat.changes or not adds_up(position):
            return None
        if combat.roles.may_band or combat.roles.is_divided_by_others:
            return None  # who divides may depend on the first step
        board = cls(position, wanted)
        return board if board._read() else None

    def _read(self) -> bool:
        position = self.position
        assert position.step is not None
        assert position.following is not None
        for division in position.divisions(active=False):
            if not division.is_forced:
                return False
            for recipient in division.options[0].recipients:
                self.replies.append(Assigned(division.source, recipient.id, division.amount))
        own = position.divisions(active=True)
        if may_lose(position.state, own):
            return False
        # What the first step leaves of the attackers does not depend on what they do themselves.
        given = StepAssignment(position.step, tuple(self.replies))
        later = advance(position.state, given).after if self.replies else position.state
        if self.wanted.own:
            from optimizer.parts.survival import Survival

            self.survival = Survival(self.wanted, later, position.following)
            if not self.survival.is_forced:
                return False
        side = position.combat.active_side
        second = {
            division.source: division
            for division in divisions(later, position.following)
            if division.divider in side
        }
        self.due = [*own, *second.values()]
        now, then = Shapes(position, self.wanted.worths), Shapes(
            Position(position.combat, (), (), later, position.following), self.wanted.worths
        )  # fmt: skip
        met: dict[str, str] = {}
        for division in own:
            other = second.pop(division.source, None)
            if not self._add(now, then, division, other) or not self._is_alone(division, met):
                return False
        for division in second.values():
            if not self._add(now, then, None, division) or not self._is_alone(division, met):
                return False
        return True

    def _is_alone(self, division: Division, met: dict[str, str]) -> bool:
        """Say whether nobody else may damage what this attacker may damage, players aside."""
        for recipient in division.options[0].recipients:
            if recipient.id not in self.position.combat.players:
                if met.setdefault(recipient.id, division.source) != division.source:
                    return False
                if len(self.position.combat.blocks.get(recipient.id, ())) > 1:
                    return False
        return True

    def _add(
        self, now: Shapes, then: Shapes, first: Division | None, second: Division | None
    ) -> bool:
        """Add an attacker by its divisions; say whether it has a row."""
        given = first or second
        assert given is not None
        self.is_forced = self.is_forced and given.is_forced
        row = (now if first else then).shape([given])
        if not isinstance(row, Row):
            return False
        if first is not None and self.survival is not None and not self.survival.is_known(row):
            return False
        if first is None or second is None:
            self.once[first is None].append(row)
            return is_small(row.shape)
        return self._add_twice(row, first, second)

    def _add_twice(self, row: Row, first: Division, second: Division) -> bool:
        none, shape = self.wanted.worths.none, row.shape
        if row.always is not None and row.always != none:
            return False
        if any(worth < none for worth in shape.worths):
            return False
        shape = shape._replace(amount=first.amount + second.amount)
        if shape.goes_through:
            if shape.counters or shape.first != none or shape.point < none:
                return False
            if second.options[0].recipients[-1].id != first.options[0].recipients[-1].id:
                return False
        state = self.position.state
        blockers = [name for name in row.names if name in state.creatures]
        lasting = tuple([fate(state, name).by_damage is None for name in blockers])
        if first.deathtouch and any(lasting):
            return False  # a touch does not last: it has to be given again
        self.twice.append(Twice(row._replace(shape=shape), first.amount, lasting))
        return is_small(shape)

    @property
    def rises(self) -> bool:
        """Whether no death and no damage to a player is unwelcome (`optimizer.parts.rising`)."""
        from optimizer.parts.rising import rise

        rows = [*self.once[0], *self.once[1], *(twice.row for twice in self.twice)]
        return rise(rows, self.wanted, self.position.combat.players)

    # --- playing -------------------------------------------------------------------------------

    def play(self) -> Outcome:
        """Return the best play.

        Raises
        ------
        MismatchError
            If the board is not worth what its rows claim.
        """
        claim = self.wanted.worths.none
        if self.survival is not None:
            claim = self.survival.losses()
        assigned: tuple[list[Assigned], list[Assigned]] = ([], [])
        for step, rows in enumerate(self.once):
            for row in rows:
                best, _, gain = self._best(row, 0 if step else row.shape.amount)
                claim = add(claim, gain)
                solved = solved_row(row, best)
                assigned[step].extend(solved.assigned)
                claim = add(claim, solved.value)
        for twice in self.twice:
            best, early, gain = self._best(twice.row, twice.first)
            claim = add(claim, add(best.value, gain))
            for step, part in enumerate(_split(twice, best, early)):
                assigned[step].extend(
                    Assigned(twice.row.source, name, amount)
                    for name, amount in zip(twice.row.names, part, strict=True)
                    if amount
                )
        after = self.position.then((*assigned[0], *self.replies))
        others = somehow(after.state, after.divisions(active=False))
        outcome = after.then((*assigned[1], *others)).outcome
        measured = tuple([goal.value(outcome) for goal in self.wanted.goals])
        confirm_claim(outcome, claim, measured)
        return outcome

    def _best(self, row: Row, first: int) -> tuple[Divided, tuple[int, ...], Vector]:
        """Return the best of a row, of whose damage so much is of the first step.

        With it come the blockers that must die in the first step, and what that is worth besides.
        """
        if self.survival is None or not first:
            return divide(row.shape), (), self.wanted.worths.none
        return self.survival.best(row, first)


def may_lose(state: State, own: Sequence[Division]) -> bool:
    """Say whether a player might lose in the first step; then the parts are not independent."""
    combat = state.combat
    life: dict[tuple[str, ...], int] = {}
    poison: dict[tuple[str, ...], int] = {}
    for division in own:
        source = state.creatures[division.source]
        for option in division.options:
            for recipient in option.recipients:
                if recipient.id in combat.players:
                    team = combat.team(recipient.id)
                    infects = source.has(Keyword.INFECT)
                    life[team] = life.get(team, 0) + division.amount
                    more = source.toxic + (division.amount if infects else 0)
                    poison[team] = poison.get(team, 0) + more
    for team, most in life.items():
        for player in team:
            limits = defeat(state, player)
            commanders = limits.commander_damage.values()
            if most >= limits.life or poison[team] >= limits.poison:
                return True
            if any(most >= missing for missing in commanders):
                return True
    return False


def _split(twice: Twice, best: Divided, early: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Split a division of both steps' damage: first what is lethal, to some blockers early."""
    shape, passes = twice.row.shape, twice.row.shape.goes_through
    costs, number = shape.costs, len(shape.costs)
    chosen = [k for k in range(number) if best.amounts[k] >= costs[k]]
    chosen.sort(key=lambda k: k not in early)
    goes_through = passes and best.through > 0
    missing = list(costs)
    alive = list(range(number))
    for left in (twice.first, shape.amount - twice.first):
        amounts = [0] * len(twice.row.names)
        for k in chosen:
            if k in alive:
                amounts[k] = min(left, missing[k])
                missing[k] -= amounts[k]
                left -= amounts[k]
        is_open = all(missing[k] <= 0 for k in alive)
        if passes and is_open and (goes_through or not alive):
            amounts[number] += left
        elif alive:
            sink = next((k for k in chosen if k in alive), alive[0])
            amounts[sink] += left
            missing[sink] -= left
        yield tuple(amounts)
        alive = [k for k in alive if missing[k] > 0 or twice.lasting[k]]
