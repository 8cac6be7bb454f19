"""Objectives over a player's whole total (is it lethal?) before the last step, without a solver.

Who loses ties all parts that damage the same player. But it is all that ties them, and it changes
no other measure: what dies in this step dies whether or not its controller loses (704.3). So every
part hands up its frontier (`optimizer.parts.frontiers`), and for each player whose fate is open the
best with and the best without the loss are found by a dynamic program over the damage that is
missing. One of the two is what the parts want anyway.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.assignment import Assigned
from engine.steps import Outcome
from optimizer.goals import Goal
from optimizer.mismatch import MismatchError
from optimizer.parts.board import Board
from optimizer.parts.fates import Team, active_side_may_lose, fate_of, points
from optimizer.parts.frontiers import part_frontier
from optimizer.parts.rising import TOTALS, without_totals
from optimizer.parts.shapes import Choice, Knot, Shape, Solved, solve
from optimizer.parts.turning import Part, Turned, size, turn
from optimizer.parts.vectors import Vector, add
from optimizer.parts.worths import Wanted
from optimizer.position import Position

MOST_TEAMS = 6
"""So many players or teams whose fate is open are tried in all combinations."""
MOST_STATES = 100_000
"""The largest dynamic program (numbers of points times ways to add to them) that is solved here."""


@dataclass(frozen=True)
class Totals:
    """A position before its last step, and who may lose in it.

    Attributes
    ----------
    wanted
        The goals without what looks at totals, which adds up.
    lost
        The defending players who lose whatever the active side does.
    undecided
        Those who may or may not.
    """

    position: Position
    wanted: Wanted
    lost: frozenset[str]
    undecided: tuple[Team, ...]

    @classmethod
    def of(cls, position: Position, goals: Sequence[Goal]) -> "Totals | None":
        """Return who may lose, or None if the goals or the board are not for this method."""
        wanted = without_totals(goals)
        if wanted is None or position.following is not None or position.step is None:
            return None
        if position.combat.effects or position.state.shields or active_side_may_lose(position):
            return None
        lost = set(position.state.lost)
        found = []
        teams = {position.combat.team(name) for name in position.combat.defending_players}
        for members in sorted(teams):
            if lost.issuperset(members):
                continue
            fate = fate_of(position, members)
            if fate is None:
                return None
            if isinstance(fate, Team):
                found.append(fate)
            elif fate:
                lost.update(members)
        return cls(position, wanted, frozenset(lost), tuple(found))

    def play(self, board: Board) -> Outcome | None:
        """Return the best play of a board whose fates are open, or None if it is not known."""
        if board.hard or len(self.undecided) > MOST_TEAMS:
            return None
        parts: list[Part] = []
        for shape in board.shapes:
            part = self._part(shape)
            if part is None:
                return None
            parts.append(part)
        through = [self._forced(board.forced, team) for team in self.undecided]
        for part in parts:
            if part.team is not None:
                through[part.team] += part.through
        now = frozenset(
            k for k, team in enumerate(self.undecided) if through[k] >= team.needed
        )  # who loses if every part does what is best for it alone
        found = self._turn(board, parts, now)
        if found is None:
            return None
        turned, solved = found
        return self.confirmed(board.play(solved), now ^ turned)

    def confirmed(self, outcome: Outcome, losing: frozenset[int] = frozenset()) -> Outcome:
        """Return an outcome, in which these teams must have lost and no others."""
        expected = self._lost(losing)
        if outcome.final.lost != expected:
            raise MismatchError(
                f"{sorted(expected)} should have lost, not {sorted(outcome.final.lost)}\n"
                f"{outcome.steps}\n{self.position.combat!r}"
            )
        return outcome

    def _turn(
        self, board: Board, parts: Sequence["Part"], now: frozenset[int]
    ) -> tuple[frozenset[int], list[Solved]] | None:
        """Return whose fate is turned against what the parts want alone, and what they do then.

        None if that is too much to compute.
        """
        numbers = range(len(self.undecided))
        sets = [frozenset(chosen) for n in range(len(numbers) + 1)
                for chosen in combinations(numbers, n)]  # fmt: skip
        best, best_value = frozenset[int](), self._bonus(now)
        turns: dict[int, Turned | None] = {}
        for chosen in sets[1:]:
            value = self._bonus(now ^ chosen)
            if value <= best_value:  # it costs something, at best nothing
                continue
            for k in chosen:
                if k not in turns:
                    team = self.undecided[k]
                    missing = team.needed - self._forced(board.forced, team)
                    concerned = [part for part in parts if part.team == k]
                    if size(concerned, missing, loses=k not in now) > MOST_STATES:
                        return None
                    turns[k] = turn(concerned, missing, loses=k not in now)
            losses = [turns[k] for k in chosen]
            for one in losses:
                if one is None:
                    break
                value = add(value, one.change)
            else:
                if value > best_value:
                    best, best_value = chosen, value
        solved = [part.alone for part in parts if part.team not in best]
        for k in best:
            chosen_turn = turns[k]
            assert chosen_turn is not None
            solved += chosen_turn.solved
        return best, solved

    def _bonus(self, chosen: frozenset[int]) -> Vector:
        """Return what it is worth that these lose."""
        lost = self._lost(chosen)
        is_won = int(lost.issuperset(self.position.combat.defending_players))
        found = []
        for goal in self.wanted.goals:
            total = 0
            for name, weight in goal.objective.weights.items():
                base, _, player = name.partition(":")
                if base in TOTALS:
                    total += weight * (int(player in lost) if player else is_won)
            found.append(goal.objective.sense * total)
        return tuple(found)

    def _lost(self, chosen: frozenset[int]) -> frozenset[str]:
        return self.lost.union(*(self.undecided[k].members for k in chosen))

    def _forced(self, assigned: Sequence[Assigned], team: Team) -> int:
        return sum([
            points(self.position, a.source, a.target, a.amount, by_poison=team.by_poison)
            for a in assigned if a.target in team.members
        ])  # fmt: skip

    def _part(self, shape: Shape) -> "Part | None":
        """Return the best of a part alone, and its frontier if it may damage an open team."""
        alone = solve(shape)
        if alone is None:
            return None
        hits: set[tuple[str, str]] = set()
        if isinstance(shape, Knot):
            for source, names in zip(shape.sources, shape.names, strict=True):
                hits.update((source, name) for name in names)
        else:
            for row in shape.rows if isinstance(shape, Choice) else (shape,):
                hits.update((row.source, name) for name in row.names)
        players = {name for _, name in hits if name in self.position.combat.players}
        met = set()
        for source, name in hits:
            if name in players:
                k = next((k for k, t in enumerate(self.undecided) if name in t.members), None)
                if k is not None and not points(
                    self.position, source, name, 1, by_poison=self.undecided[k].by_poison
                ):
                    k = None
                met.add(k)
        if met <= {None}:
            return Part(alone, None, 0, None)
        (number, *others) = met
        if others or number is None:
            return None
        frontier = part_frontier(shape, players)
        if frontier is None:
            return None
        through = sum([a.amount for a in alone.assigned if a.target in players])
        return Part(alone, number, through, frontier)
