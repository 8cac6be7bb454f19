"""The compact model of a part: it claims what the general model and hand-worked boards say."""

import random
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from engine import Combat, read_combat
from engine.assignment import Assigned
from optimizer import solve_damage
from optimizer.encoding import part_memory, part_search
from optimizer.encoding.lexicographic import new_solver
from optimizer.encoding.part import PartModel
from optimizer.encoding.part_reduction import Reduced, reduced
from optimizer.encoding.part_search import solve_part
from optimizer.encoding.part_shape import PartShape
from optimizer.goals import ObjectiveGoal
from optimizer.greedy import greedy_step
from optimizer.objectives import read_objectives
from optimizer.parts.grouping import grouped
from optimizer.parts.shapes import Shapes
from optimizer.parts.worths import wanted
from optimizer.position import Position
from optimizer.search import Search
from tests.conftest import is_additive
from tests.oracle.boards import Bias, random_board

LISTS = (
    ["max player_damage", "max kill_value"],
    ["max 1000*player_damage + kills"],
    ["max kills", "max player_damage", "max poison"],
    ["min player_damage", "max kills"],
    ["max planeswalkers_killed", "max player_damage"],
    ["min planeswalkers_killed", "max planeswalker_damage + 2*kills"],
    ["max 3*kill_value - player_damage", "max battle_damage", "min poison"],
    ["min poison", "max kill_value", "max player_damage"],
    ["max battles_defeated + commander_damage", "min player_damage:B", "max life_gained"],
)
MANY = Bias(
    shared_blockers=0.9, trample=0.7, deathtouch=0.25, strikes=0, shrinking=0, max_attackers=5,
    max_blockers=6, max_power=6, trivial=0,
)  # fmt: skip
WALKERS = Bias(
    shared_blockers=0.8, trample=0.8, trample_over=0.7, planeswalkers=1, battles=0.4, strikes=0,
    toxic=0.4, shrinking=0, max_attackers=5, max_blockers=5, trivial=0,
)  # fmt: skip


def shapes(
    combat: Combat, objectives: Sequence[str]
) -> Iterator[tuple[PartShape, tuple[Assigned, ...], list[str], list[ObjectiveGoal]]]:
    """Yield the parts of several attackers that the compact model covers, with a legal answer."""
    goals = [ObjectiveGoal(one) for one in read_objectives(combat, objectives)]
    position = Position.beginning(combat)
    if position.step is None or not is_additive(position, goals):
        return
    wants = wanted(goals)
    assert wants is not None
    makes = Shapes(position, wants.worths)
    for group in grouped(position, position.divisions(active=True)):
        is_decided = len(group) == 1 or all(division.is_forced for division in group)
        shape = None if is_decided else PartShape.of(makes, group)
        if shape is not None:
            sources = [division.source for division in group]
            alone = position.alone(sources)
            yield shape, greedy_step(alone.state, alone.divisions(active=True)), sources, goals


def drawn(seed: str, count: int) -> Iterator[tuple[Combat, list[str]]]:
    """Yield random boards of one step with objectives."""
    rng = random.Random(seed)
    for number in range(count):
        bias = MANY if number % 2 else WALKERS
        yield read_combat(random_board(rng, steps=1, bias=bias)), LISTS[number % len(LISTS)]


@pytest.mark.parametrize("chunk", range(6))
def test_it_agrees_with_the_general_model(chunk: int) -> None:
    compared = 0
    for combat, objectives in drawn(f"general {chunk}", 150):
        for shape, known, sources, goals in shapes(combat, objectives):
            found = solve_part(shape, known, None)
            search = Search(Position.beginning(combat).alone(sources), goals, None)
            search.best = search._greedy()  # noqa: SLF001
            whole = search._search()  # noqa: SLF001
            assert found.values == found.bounds, (combat, objectives)
            outcome = search.contest.against(found.assigned, None)
            assert search.contest.values(outcome) == whole.values, (combat, objectives, sources)
            compared += 1
    assert compared > 50


def plain_gate(self: PartModel, own: Any, name: str, most: int, met: Sequence[Any]) -> None:
    """The gate alone: it opens only if the blocker is met."""
    self._row([(own.opened, 1), *((value, -1) for value in met)], None, 0)


def nothing(self: PartModel, *_: object) -> None:
    """No row."""


def as_it_is(shape: PartShape) -> Reduced:
    """Nothing is decided before the search."""
    return Reduced(shape, {}, (0,) * shape.objectives)


@pytest.mark.parametrize(
    ("owner", "name", "weaker"),
    [
        (PartModel, "_closed_beyond", plain_gate),
        (PartModel, "_own_share", nothing),
        (part_search, "reduced", as_it_is),
        (part_search, "SOON", 0.0),  # all is left to branch and cut
    ],
)
def test_what_makes_it_strong_changes_no_answer(
    monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, weaker: Any
) -> None:
    compared = 0
    for combat, objectives in drawn(f"switched off {name}", 150):
        for shape, known, _, _ in shapes(combat, objectives):
            found = solve_part(shape, known, None)
            with monkeypatch.context() as patch:
                patch.setattr(owner, name, weaker)
                without = solve_part(shape, known, None)
            assert found.values == without.values == without.bounds, (combat, objectives)
            compared += 1
    assert compared > 60


def test_the_hint_is_complete_and_allowed() -> None:
    checked = 0
    for combat, objectives in drawn("hints", 120):
        for shape, known, _, _ in shapes(combat, objectives):
            less = reduced(shape)
            model = PartModel(less.shape)
            model.suggest({(a.source, a.target): a.amount for a in known})
            proto = model.model.proto
            assert sorted(proto.solution_hint.vars) == list(range(len(proto.variables)))
            solver = new_solver(None)
            solver.parameters.fix_variables_to_their_hinted_value = True
            assert solver.status_name(solver.solve(model.model)) == "OPTIMAL", (combat, objectives)
            totals = [solver.value(model.variables.expression(total))
                      for total in model.lexicographic.totals]  # fmt: skip
            # What is decided beforehand is never worse than what is known.
            worth = shape.worth({(a.source, a.target): a.amount for a in known})
            given = shape.worth({
                (a.source, a.target): a.amount
                for a in shape.complete(less.amounts | model.read(solver))
            })  # fmt: skip
            claimed = tuple(map(sum, zip(totals, less.worth, strict=True)))
            through = [k for k, text in enumerate(objectives) if "kill" not in text]
            assert all(given[k] == worth[k] for k in through)
            assert all(a >= b for a, b in zip(given, claimed, strict=True))
            checked += 1
    assert checked > 50


@pytest.mark.parametrize(
    ("text", "objectives", "values"),
    [
        # 2 of the 6 that the two have stop at the blocker, whoever assigns them.
        ("a: 3/3 trample <- x; b: 3/3 trample <- x; x: 2/2", ["max player_damage"], (4,)),
        # c has to kill both: 3 + 3 of its 7; then a and b send all of theirs through.
        ("a: 2/2 trample <- x; b: 2/2 trample <- y; c: 7/7 <- x, y; x: 0/3; y: 0/3",
         ["max player_damage", "max kills"], (4, 2)),
        # c has enough for one of the two only: x, so that all of a's 4 goes through.
        ("a: 4/4 trample <- x; b: 1/1 trample <- y; c: 3/3 <- x, y; x: 0/3; y: 0/3",
         ["max player_damage", "max kills"], (4, 1)),
        # One touch of c is lethal to either, and c has two.
        ("a: 2/2 trample <- x; b: 2/2 trample <- y; c: 2/2 deathtouch <- x, y; x: 0/9; y: 0/9",
         ["max player_damage", "max kills"], (4, 2)),
        # a has to kill x with all that it has, so nothing goes through.
        ("a: 3/3 trample <- x, y; b: 1/1 <- y; x: 0/3; y: 0/1",
         ["max player_damage", "max kills"], (0, 2)),
        # Less through is better here, so a kills both and b's rest stays on x.
        ("a: 5/5 trample <- x, y; b: 5/5 trample <- x; x: 0/3; y: 0/2",
         ["min player_damage", "max kills"], (0, 2)),
        # w's loyalty is met by both together: a's 2 and 1 of b; the other 3 of b go on to B.
        ("a: 2/2 -> w; b: 5/5 trample over planeswalkers -> w <- x; w: loyalty 3; x: 0/1",
         ["max player_damage"], (3,)),
    ],
)  # fmt: skip
def test_worked_boards(text: str, objectives: list[str], values: tuple[int, ...]) -> None:
    combat = read_combat(text)
    assert any(len(shape.attackers) > 1 for shape, *_ in shapes(combat, objectives))
    assert solve_damage(combat, objectives).values == values


@pytest.mark.parametrize(
    ("text", "objective"),
    [
        ("a: 2/2 <- x; b: 2/2 <- x; x: 1/1", "min kills"),  # a death hurts
        ("a: 2/2 wither <- x; b: 2/2 <- x; x: 1/3 indestructible", "max kills"),
    ],
)
def test_what_is_left_to_the_general_model(text: str, objective: str) -> None:
    assert not list(shapes(read_combat(text), [objective]))


def test_a_part_is_searched_once_whatever_its_creatures_are_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(part_memory, "_known", OrderedDict())
    asked = []

    def counted(*given: Any) -> Any:
        asked.append(given)
        return solve_part(*given)

    monkeypatch.setattr(part_memory, "solve_part", counted)
    rng = random.Random("memory")
    size = 12
    names = [f"x{k}" for k in range(2 * size)]
    blocked = [rng.sample(range(size), 3) for _ in range(size)]
    values = set()
    for prefix in ("a", "z"):
        given = [f"{prefix}{name}" for name in names]
        rows = [f"{given[k]}: {1 + k % 5}/1 trample -> B" for k in range(size)]
        rows += [
            f"{', '.join(given[a] for a in blocked[k])} <- {given[size + k]}: 1/{1 + k % 4}"
            for k in range(size)
        ]
        solved = solve_damage(read_combat("; ".join(rows)), ["max player_damage", "max kills"])
        assert solved.statistics["method"] == "cp_sat"
        values.add(solved.values)
    assert len(asked) == len(values) == 1
