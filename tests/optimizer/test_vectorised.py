"""Boards solved together: the same values as one by one, confirmed by the engine, or not at all."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine import check_assignment, read_combat
from optimizer import solve_damage
from optimizer.batch import knapsacks, vectorised
from optimizer.batch.vectorised import METHOD, solve_together
from optimizer.mismatch import MismatchError
from optimizer.parts import single as closed_form
from optimizer.parts.single import Blockers, Division
from optimizer.parts.vectors import Vector
from optimizer.solution import Solution
from tests.conftest import Document, attacker, blocker, board, walker
from tests.oracle.boards import Bias, random_board

GANGS = Bias(shared_blockers=0.03, gangs=0.8, max_choices=3_000)
FAMILIES = {
    "gangs": GANGS,
    "planeswalkers and battles": replace(
        GANGS, planeswalkers=1, battles=0.7, trample=0.7, trample_over=0.5
    ),
    "counters and deathtouch": replace(
        GANGS, shrinking=0.5, deathtouch=0.4, indestructible=0.3, toxic=0.4, lifelink=0.4
    ),
    "marked damage, odd power": replace(
        GANGS, special_assignment=0.4, odd_power=0.3, marked_damage=0.7
    ),
    "protection": replace(GANGS, modifiers=0.1),
    "teams": replace(GANGS, teams=1),
}
MEASURES = (
    "player_damage", "kills", "kill_value", "planeswalker_damage", "planeswalkers_killed",
    "battle_damage", "battles_defeated", "poison", "commander_damage", "life_gained", "own_losses",
)  # fmt: skip
DEFAULT = ["max player_damage", "max kill_value"]


def limited(rng: random.Random) -> Document:
    """A board as in a game with 40-card decks; every blocker blocks one attacker."""
    words = ["trample", "deathtouch", "lifelink", "flying", "indestructible", "infect", "toxic 2"]

    def keywords() -> str:
        return ", ".join(word for word in words if rng.random() < 0.12)

    attackers = [
        attacker(f"a{k} {rng.randint(0, 6)}/{rng.randint(1, 6)} {keywords()}".strip())
        for k in range(rng.randint(2, 8))
    ]
    blockers = [
        blocker(
            f"b{k} {rng.randint(0, 5)}/{rng.randint(1, 6)} {keywords()}".strip(),
            rng.choice(attackers)["id"],
            damage=0,
        )
        for k in range(rng.randint(2, 8))
    ]
    return board(*attackers, *blockers)


def objectives(rng: random.Random) -> list[str]:
    return [
        f"{rng.choice(('max', 'max', 'min'))} {rng.choice(('', '3*'))}{name}"
        f"{rng.choice(('', '', ' + 2*kills', ' - own_losses'))}"
        for name in rng.sample(MEASURES, rng.randint(1, 3))
    ]


def together(document: Document, wanted: list[str]) -> Solution | None:
    found = solve_together([read_combat(document)], wanted)[0]
    assert not isinstance(found, Exception), (document, wanted, found)
    return found


class TestAgainstOneByOne:
    @pytest.mark.parametrize("seed", range(10))
    def test_limited_boards(self, seed: int) -> None:
        rng = random.Random(f"limited {seed}")
        documents = [limited(rng) for _ in range(200)]
        wanted = [DEFAULT, ["max kill_value", "max player_damage", "min own_loss_value"]][seed % 2]
        combats = [read_combat(document) for document in documents]
        met = Counter[Any]()
        for combat, found in zip(combats, solve_together(combats, wanted), strict=True):
            if found is None:  # a death that cannot be had by damage, with counters
                met["none"] += 1
                continue
            assert isinstance(found, Solution), (combat, found)
            expected = solve_damage(combat, wanted)
            met[found.statistics["method"]] += 1
            assert (found.status, found.values, found.bounds) == (
                expected.status, expected.values, expected.bounds,
            ), combat  # fmt: skip
            assert found.outcome is not None
            assert check_assignment(combat, found.outcome.steps) == ()
        assert met[METHOD] > 100
        assert met["none"] < 40

    @pytest.mark.parametrize("family", FAMILIES)
    def test_all_that_boards_have(self, family: str) -> None:
        rng = random.Random(family)
        solved = 0
        for _ in range(500):
            document = random_board(rng, steps=1, bias=FAMILIES[family])
            wanted = objectives(rng)
            found = together(document, wanted)
            if found is not None:
                solved += 1
                assert found.values == solve_damage(read_combat(document), wanted).values, (
                    document,
                    wanted,
                )
        assert solved > 50

    def test_the_answer_does_not_depend_on_the_other_boards(self) -> None:
        rng = random.Random(3)
        documents = [limited(rng) for _ in range(100)]
        combats = [read_combat(document) for document in documents]
        for document, found in zip(documents, solve_together(combats, DEFAULT), strict=True):
            alone = together(document, DEFAULT)
            if alone is None:
                assert found is None
                continue
            assert isinstance(found, Solution)
            assert found.outcome is not None
            assert alone.outcome is not None
            assert found.outcome.steps == alone.outcome.steps

    def test_objectives_for_a_player_of_each_board(self) -> None:
        documents = [board(attacker("x 2/2", name), players=f"A{name}") for name in "BC"]
        combats = [read_combat(document) for document in documents]
        found = solve_together(combats, ["max player_damage"])
        assert [one and one.values for one in found if not isinstance(one, Exception)] == [
            (2,),
            (2,),
        ]


class TestNotForThisPath:
    @pytest.mark.parametrize(
        ("document", "wanted"),
        [
            (board(attacker("x 3/3 first strike"), blocker("w 1/4", "x")), DEFAULT),
            (board(attacker("x 3/3"), blocker("w 1/4", "x", prevent=1)), DEFAULT),
            (board(attacker("x 3/3"), blocker("w 1/4", "x")), ["min overkill"]),
            (board(attacker("x 3/3 trample"), blocker("w 1/1", "x")), ["min lethal"]),
            (board(attacker("x 3/3"), blocker("w 1/4", "x")), []),
            (board(attacker("x 3/3 trample", keywords=["trample", "toxic 1"]), attacker("y 1/1"),
                   blocker("w 1/1", "x", "y")), ["max poison"]),
            (board(attacker("x 3/3"), resources={"A": {"mana": {"R": 1}}}), DEFAULT),
        ],
    )  # fmt: skip
    def test_is_left_alone(self, document: Document, wanted: list[str]) -> None:
        assert together(document, wanted) is None

    def test_damage_that_the_other_side_divides(self) -> None:
        """B divides x: its 3 and y's 1 together defeat the walker, which no row of y's knows."""
        document = board(
            attacker("x 3/3", "j", assigned_by="B"), attacker("y 6/4 trample", "j"),
            blocker("w 2/5", "y"), planeswalkers=[walker("j", 4)],
        )  # fmt: skip
        assert together(document, ["max planeswalkers_killed"]) is None


class TestTheEngineJudges:
    DOCUMENT = board(attacker("x 3/3"), blocker("v 1/2", "x"), blocker("w 1/3", "x"))

    @pytest.mark.parametrize(
        "wrong",
        [
            Division((3, 0), 0, (0, 99)),  # legal, worth less than claimed
            Division((2, 0), 0, (0, 3)),  # illegal: one point is not assigned
        ],
    )
    def test_a_wrong_answer_is_a_mismatch(
        self, monkeypatch: pytest.MonkeyPatch, wrong: Division
    ) -> None:
        def divide(shapes: list[Blockers]) -> list[Division]:
            return [wrong for _ in shapes]

        monkeypatch.setattr(vectorised, "divide_all", divide)
        found = solve_together([read_combat(self.DOCUMENT)], DEFAULT)[0]
        assert isinstance(found, MismatchError)
        assert "x: 3/3" in str(found)


class TestKnapsacks:
    @staticmethod
    def random_shape(rng: random.Random, size: int) -> Blockers:
        number, goals = rng.randint(0, 8), rng.randint(1, 3)

        def vector(low: int) -> Vector:
            return tuple(rng.randint(low, 9) * size for _ in range(goals))

        worths = [vector(-3) for _ in range(number)]
        return Blockers(
            amount=rng.randint(1, 12),
            costs=tuple(rng.randint(0, 5) for _ in worths),
            worths=tuple(tuple(map(abs, worth)) if worth < (0,) else worth for worth in worths),
            goes_through=number == 0 or rng.random() < 0.7,
            point=vector(-5), first=vector(-5), counters=rng.choice((0, 0, 1, 3, 20)),
            emptied=vector(-5),
        )  # fmt: skip

    @pytest.mark.parametrize("size", [1, 10**6, 10**20])
    def test_against_the_closed_form(self, size: int) -> None:
        rng = random.Random(size)
        shapes = [self.random_shape(rng, size) for _ in range(3_000)]
        shapes = [shape for shape in shapes if closed_form.is_small(shape)]
        assert len(shapes) > 1_500
        for shape, found in zip(shapes, knapsacks.divide_all(shapes), strict=True):
            assert found.value == closed_form.divide(shape).value, shape
            assert sum(found.amounts) + found.through == shape.amount, shape
            assert min((*found.amounts, found.through)) >= 0, shape
            if found.through and shape.costs:
                assert shape.goes_through, shape
                assert all(map(int.__ge__, found.amounts, shape.costs)), shape

    def test_more_than_64_bits(self) -> None:
        worth = (2**70,)
        shape = Blockers(2, (2, 1), ((2**70 - 1,), worth), False, (0,), (0,), 0, (0,))
        assert knapsacks.divide_all([shape])[0].value == worth
