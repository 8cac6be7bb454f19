"""Objectives over a player's whole total (is it lethal?) before the last step, without a solver.

Who loses ties all parts that damage the same player. But it is all that ties them, and it changes
no other measure: what dies in this step dies whether or not its controller loses (704.3). So every
part hands up its frontier (`optimizer.part_frontier`), and for each player whose fate is open the
best with and the best without the loss are found by a dynamic program over the damage that is
missing. One of the two is what the parts want anyway.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from engine.assignment import Assigned
from engine.keywords import Keyword
from engine.steps import Outcome
from optimizer.board import Board
from optimizer.closed_form import Vector, add
from optimizer.fates import Team, active_side_may_lose, fate_of, points
from optimizer.goals import Goal, ObjectiveGoal
from optimizer.mismatch import MismatchError
from optimizer.objectives import OWN_LOSS_MEASURES, Objective
from optimizer.part_frontier import PartFrontier, part_frontier
from optimizer.position import Position
from optimizer.shapes import Choice, Knot, Row, Shape, Solved, solve
from optimizer.worths import ADDITIVE, Wanted, Worths

TOTALS = frozenset({"lethal", "outcome"})
"""The measures that look at a player's whole total."""

MOST_TEAMS = 6
"""So many players or teams whose fate is open are tried in all combinations."""
MOST_NEEDED = 500
"""The most damage that a dynamic program may count."""


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
        objectives = tuple([goal for goal in goals if isinstance(goal, ObjectiveGoal)])
        wanted = _without_totals(objectives) if len(objectives) == len(goals) else None
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
        if any(team.needed > MOST_NEEDED for team in self.undecided):
            return None
        parts: list[_Part] = []
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
        flipped, solved = self._flip(board, parts, now)
        return self.confirmed(board.play(solved), now ^ flipped)

    def confirmed(self, outcome: Outcome, losing: frozenset[int] = frozenset()) -> Outcome:
        """Return an outcome, in which these teams must have lost and no others."""
        expected = self._lost(losing)
        if outcome.final.lost != expected:
            raise MismatchError(
                f"{sorted(expected)} should have lost, not {sorted(outcome.final.lost)}\n"
                f"{outcome.steps}\n{self.position.combat!r}"
            )
        return outcome

    def _flip(
        self, board: Board, parts: Sequence["_Part"], now: frozenset[int]
    ) -> tuple[frozenset[int], list[Solved]]:
        """Return whose fate is turned against what the parts want alone, and what they do then."""
        numbers = range(len(self.undecided))
        sets = [frozenset(chosen) for n in range(len(numbers) + 1)
                for chosen in combinations(numbers, n)]  # fmt: skip
        best, best_value = frozenset[int](), self._bonus(now)
        flips: dict[int, _Flip | None] = {}
        for chosen in sets[1:]:
            value = self._bonus(now ^ chosen)
            if value <= best_value:  # it costs something, at best nothing
                continue
            for k in chosen:
                if k not in flips:
                    team = self.undecided[k]
                    missing = team.needed - self._forced(board.forced, team)
                    concerned = [part for part in parts if part.team == k]
                    flips[k] = _flip(concerned, missing, loses=k not in now)
            losses = [flips[k] for k in chosen]
            for flip in losses:
                if flip is None:
                    break
                value = add(value, flip.change)
            else:
                if value > best_value:
                    best, best_value = chosen, value
        solved = [part.alone for part in parts if part.team not in best]
        for k in best:
            flip = flips[k]
            assert flip is not None
            solved += flip.solved
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

    def _part(self, shape: Shape) -> "_Part | None":
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
            return _Part(alone, None, 0, None)
        (number, *others) = met
        if others or number is None:
            return None
        frontier = part_frontier(shape, players)
        if frontier is None:
            return None
        through = sum([a.amount for a in alone.assigned if a.target in players])
        return _Part(alone, number, through, frontier)


# --- the goals ---------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _without_totals(objectives: tuple[ObjectiveGoal, ...]) -> Wanted | None:
    claimed = []
    for goal in objectives:
        bases = {name: name.partition(":")[0] for name in goal.objective.weights}
        if not {bases[name] for name in goal.measures} <= ADDITIVE | OWN_LOSS_MEASURES | TOTALS:
            return None
        kept = {
            name: weight
            for name, weight in goal.objective.weights.items()
            if bases[name] in ADDITIVE
        }
        claimed.append(replace(goal.objective, weights=kept))
    own = tuple(goal for goal in objectives if not goal.measures.isdisjoint(OWN_LOSS_MEASURES))
    return Wanted(objectives, tuple(claimed), own, Worths(claimed)) if objectives else None


def rising(position: Position, goals: Sequence[Goal]) -> Wanted | None:
    """Return goals that add up instead of these, where it is never wrong to deal players more.

    Where all that ties attackers is whom they damage, each kills the most by killing all its
    blockers, which it must to send anything through. So if no death, no damage to a player and no
    loss of one is unwelcome, as much as possible goes through, and that is the least important goal
    of those returned. Whether the attackers are such is for the caller to say.

    Returns
    -------
    Wanted or None
        None if somebody's loss may be unwelcome, or a choice may bring a defending player life.
    """
    objectives = tuple([goal for goal in goals if isinstance(goal, ObjectiveGoal)])
    if len(objectives) < len(goals) or active_side_may_lose(position):
        return None
    state, side = position.state, position.combat.active_side
    for creature in state.creatures.values():
        if creature.has(Keyword.LIFELINK) and creature.controller not in side:
            return None
    return _rising(objectives)


def rise(rows: Iterable[Row], wanted: Wanted, players: Container[str]) -> bool:
    """Say whether attackers are such that no death and no damage to a player is unwelcome."""
    none = wanted.worths.none
    for row in rows:
        shape = row.shape
        if any(worth < none for worth in shape.worths):
            return False
        hits = shape.goes_through and row.names[-1] in players
        if hits and (shape.point < none or shape.first < none):
            return False
    return True


def board_rises(board: Board) -> bool:
    """Say whether all parts of a board are such attackers."""
    rows = [shape for shape in board.shapes if isinstance(shape, Row)]
    is_alone = not board.hard and len(rows) == len(board.shapes)
    return is_alone and rise(rows, board.wanted, board.position.combat.players)


@lru_cache(maxsize=256)
def _rising(objectives: tuple[ObjectiveGoal, ...]) -> Wanted | None:
    wanted = _without_totals(objectives)
    if wanted is None:
        return None
    names = {name for goal in objectives for name in goal.measures if _base(name) in TOTALS}
    for name in names:
        worth = tuple([o.objective.sense * o.objective.weights.get(name, 0) for o in objectives])
        if worth < wanted.worths.none:
            return None
    last = Objective("player_damage", 1, {"player_damage": 1})
    kept = [
        replace(o, weights={n: w for n, w in o.weights.items() if _base(n) not in TOTALS})
        for o in [goal.objective for goal in objectives]
    ]
    claimed = (*wanted.claimed, last)
    every = tuple([ObjectiveGoal(objective) for objective in (*kept, last)])
    own = tuple([goal for goal in every if not goal.measures.isdisjoint(OWN_LOSS_MEASURES)])
    return Wanted(every, claimed, own, Worths(claimed))


def _base(name: str) -> str:
    return name.partition(":")[0]


# --- the dynamic program -------------------------------------------------------------------------


class _Part(NamedTuple):
    """A part: what is best for it alone, whom it may make lose, and how."""

    alone: Solved
    team: int | None
    through: int
    frontier: PartFrontier | None


class _Flip(NamedTuple):
    """What it costs that a team's fate is turned, and how it is done."""

    change: Vector
    solved: list[Solved]


class _Choice(NamedTuple):
    """A way to reach some damage with the first parts: what it is worth, and the way there."""

    value: int
    before: int
    span: int
    through: int


def _flip(parts: Sequence[_Part], needed: int, *, loses: bool) -> _Flip | None:
    """Return the best in which a team loses, or does not, or None if that is not possible."""
    frontiers = [part.frontier for part in parts if part.frontier is not None]
    largest = 1
    for frontier in frontiers:
        reach = [max(span.high, 1) * sum(map(abs, frontier.point)) + sum(map(abs, span.worth))
                 for span in frontier.spans]  # fmt: skip
        largest += max(reach)
    base = 2 * largest + 1
    tables: list[dict[int, _Choice]] = [{0: _Choice(0, 0, 0, 0)}]
    rest = [0]
    for frontier in reversed(frontiers):
        spans = frontier.spans
        rest.append(
            rest[-1]
            + (max(span.high for span in spans) if loses else min(span.low for span in spans))
        )
    for frontier in frontiers:
        rest.pop()
        options = _options(frontier, needed, base, loses=loses)
        table: dict[int, _Choice] = {}
        for so_far, choice in tables[-1].items():
            for worth, span, through in options:
                total = so_far + through
                # What is beyond reach, or at the limit already, is not told apart.
                if total + rest[-1] < needed if loses else total + rest[-1] >= needed:
                    continue
                total = min(total, needed)
                value = choice.value + worth
                known = table.get(total)
                if known is None or value > known.value:
                    table[total] = _Choice(value, so_far, span, through)
        tables.append(_undominated(table, loses=loses))
    if not tables[-1]:
        return None
    at = max(tables[-1], key=lambda total: tables[-1][total].value)
    solved: list[Solved] = []
    change: Vector | None = None
    for k in range(len(frontiers) - 1, -1, -1):
        choice = tables[k + 1][at]
        point, chosen = frontiers[k].point, frontiers[k].spans[choice.span]
        vector = tuple([a + choice.through * b for a, b in zip(chosen.worth, point, strict=True)])
        solved.append(Solved(chosen.at(choice.through), vector))
        less = tuple([a - b for a, b in zip(vector, parts[k].alone.value, strict=True)])
        change = less if change is None else add(change, less)
        at = choice.before
    return None if change is None else _Flip(change, solved)


def _undominated(table: dict[int, _Choice], *, loses: bool) -> dict[int, _Choice]:
    """Keep what no other beats that is at least as near to what is wanted."""
    kept: dict[int, _Choice] = {}
    best: int | None = None
    for total in sorted(table, reverse=loses):
        if best is None or table[total].value > best:
            kept[total] = table[total]
            best = table[total].value
    return kept


def _options(
    frontier: PartFrontier, needed: int, base: int, *, loses: bool
) -> list[tuple[int, int, int]]:
    """Return what a part may do: its worth packed, the span and how much goes through."""
    point = _packed(frontier.point, base)
    found = []
    for k, span in enumerate(frontier.spans):
        low, high = span.low, span.high
        if loses:
            # More is nearer to the loss; if it is also worth no less, nothing else matters.
            low, high = (high, high) if point >= 0 else (low, max(low, min(high, needed)))
        else:
            low, high = (low, low) if point <= 0 else (low, min(high, needed - 1))
        worth = _packed(span.worth, base)
        found += [(worth + point * n, k, n) for n in range(low, high + 1)]
    return found


def _packed(vector: Vector, base: int) -> int:
    packed = 0
    for entry in vector:
        packed = packed * base + entry
    return packed
