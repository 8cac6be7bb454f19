"""A position before its last step as parts, each with its shape; played out and judged as a whole.

What the closed forms find goes through here, whether one board is asked for or many are.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.assignment import Assigned
from engine.divisions import Division
from engine.steps import Outcome
from optimizer.greedy import somehow
from optimizer.mismatch import confirm_claim
from optimizer.parts.grouping import adds_up, grouped
from optimizer.parts.shapes import Choice, Knot, Row, Shape, Shapes, Solved
from optimizer.parts.single import is_small
from optimizer.parts.vectors import Vector
from optimizer.parts.worths import Wanted
from optimizer.position import Position
from optimizer.reply import finish


@dataclass(frozen=True, slots=True)
class Board:
    """The parts of a position before its last step.

    Attributes
    ----------
    shapes
        Of the parts that have one.
    forced
        What is assigned without a choice, besides the shapes.
    claim
        What that is worth; None if it is not known beforehand.
    hard
        The parts without a shape.
    is_forced
        The active side has nothing to choose at all.
    """

    position: Position
    wanted: Wanted
    shapes: tuple[Shape, ...]
    forced: tuple[Assigned, ...]
    claim: Vector | None
    hard: tuple[Sequence[Division], ...]
    is_forced: bool

    @classmethod
    def of(cls, position: Position, wanted: Wanted) -> "Board | None":
        """Return the board, or None if something ties its parts."""
        if not adds_up(position):
            return None
        makes = Shapes(position, wanted.worths)
        shapes: list[Shape] = []
        forced: list[Assigned] = []
        hard: list[Sequence[Division]] = []
        rest: list[Division] = []
        given = wanted.worths.none
        is_claimed = is_forced = True
        for division in position.divisions(active=True):
            hit = makes.plain_hit(division)
            if hit is None:
                rest.append(division)
            else:
                name, point = hit
                forced.append(Assigned(division.source, name, division.amount))
                given = tuple([a + division.amount * b for a, b in zip(given, point, strict=True)])
        for part in grouped(position, rest):
            has_choice = not all(division.is_forced for division in part)
            is_forced = is_forced and not has_choice
            shape = makes.shape(part) if has_choice or len(part) == 1 else None
            if shape is not None and (
                has_choice or (isinstance(shape, Row) and is_small(shape.shape))
            ):
                shapes.append(shape)
            elif has_choice:
                hard.append(part)
            else:
                pairs = [(d, r) for d in part for r in d.options[0].recipients]
                forced += [Assigned(d.source, r.id, d.amount) for d, r in pairs]
                is_claimed = False
        claim = given if is_claimed else None
        return cls(position, wanted, tuple(shapes), tuple(forced), claim, tuple(hard), is_forced)

    def part(self, shape: Shape) -> list[Division]:
        """Return the divisions of a part."""
        if isinstance(shape, Choice):
            shape = shape.rows[0]
        sources = shape.sources if isinstance(shape, Knot) else (shape.source,)
        return [d for d in self.position.divisions(active=True) if d.source in sources]

    def play(
        self, solved: Iterable[Solved], others: Iterable[Assigned] = (), *, is_whole: bool = True
    ) -> Outcome:
        """Play the board out against the worst reply.

        Parameters
        ----------
        solved
            The best of each shape.
        others
            What the parts assign that have no closed form.
        is_whole
            All parts have one, so that they claim what the whole is worth.

        Raises
        ------
        MismatchError
            If the engine finds the assignment illegal, or the board not worth what its parts claim.
        """
        claims = [] if self.claim is None else [self.claim]
        assigned = [*self.forced, *others]
        for one in solved:
            assigned += one.assigned
            claims.append(one.value)
        outcome = self._finish(assigned)
        if is_whole and self.claim is not None:
            claimed = tuple(map(sum, zip(*claims, strict=True)))
            measured = self._measure(outcome)
            if self.position.played:  # what happened before is no claim of the parts
                before = self._measure(self.position.outcome)
                measured = tuple([now - then for now, then in zip(measured, before, strict=True)])
            confirm_claim(outcome, claimed, measured)
        return outcome

    def _measure(self, outcome: Outcome) -> Vector:
        return tuple([o.sense * o.value(outcome) for o in self.wanted.claimed])

    def _finish(self, assigned: Sequence[Assigned]) -> Outcome:
        position = self.position
        others = position.divisions(active=False)
        if self.wanted.own and not all(division.is_forced for division in others):
            return finish(position, assigned, self.wanted.goals).outcome
        replies = somehow(position.state, others)
        return position.then((*assigned, *replies)).outcome
