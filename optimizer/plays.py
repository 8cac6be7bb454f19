"""What the active side decides in a combat, and what that is worth against the worst reply.

A *play* is what the active side assigns in each step. Where the other side may choose something in
the first of two steps, the second assignment answers it (510.1), and a play is the first alone.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import islice
from time import perf_counter

from engine.steps import Outcome
from optimizer.choices import assignments
from optimizer.contest import Contest
from optimizer.goals import Goal, varies
from optimizer.greedy import greedy_step
from optimizer.identical import Play
from optimizer.position import Position
from optimizer.search import Search


class Plays(Contest):
    """The plays from a position.

    Parameters
    ----------
    position
        Steps at its beginning in which nobody has a choice are played.
    goals
        In order of importance.
    """

    def __init__(self, position: Position, goals: Sequence[Goal]) -> None:
        super().__init__(position, goals, lambda after, _: Search(after, goals, None).run().outcome)

    @cached_property
    def may_vary(self) -> bool:
        """Whether the other side may still change the value of a goal."""
        return self.position.step is not None and any(
            varies(self.position, self.goals, self.second)
        )

    @cached_property
    def first_is_open(self) -> bool:
        """Whether something is really to be chosen in the first step after the active side's move.

        A gate may leave the other side one way only, and a shield may stop everything.
        """
        position = self.position
        if not super().first_is_open or position.step is None:
            return False
        active, others = (position.divisions(active=side) for side in (True, False))
        own = greedy_step(position.state, active)
        ways = assignments(position.state, position.step, others, own)
        if len(list(islice(ways, 2))) > 1:
            return True
        for target, shield in position.state.shields.items():
            amounts = [
                division.amount
                for division in (*active, *others)
                if any(r.id == target for o in division.options for r in o.recipients)
            ]
            if isinstance(shield, int) and len(amounts) > 1 and 0 < shield < sum(amounts):
                return True
        return False

    def play_of(self, outcome: Outcome) -> Play:
        """Return the active side's play in an outcome."""
        found = [
            tuple(sorted((a for a in step.assignments if a.amount),
                         key=lambda a: (a.source, a.target)))
            for step in self.own_moves(outcome)
        ]  # fmt: skip
        count = 1 if self.position.following is None or self.first_is_open else 2
        return (*found, ())[:count]

    def against_worst(self, play: Play) -> Outcome:
        """Play a play out against the worst that the other side can do."""
        if self.position.step is None:
            return self.position.outcome
        return self.against(play[0], play[1] if len(play) > 1 else None)


class Clock:
    """The time that is left of a deadline in seconds; it starts when the solver is loaded."""

    def __init__(self, seconds: float | None) -> None:
        if seconds is not None:
            import optimizer.encoding.lexicographic  # noqa: F401  (slow)
        self.end = None if seconds is None else perf_counter() + seconds

    @property
    def left(self) -> float | None:
        """Seconds left, or None if there is no deadline."""
        return None if self.end is None else max(0.0, self.end - perf_counter())

    @property
    def is_up(self) -> bool:
        """Whether there is no time left."""
        return self.end is not None and perf_counter() >= self.end
