"""`solve_many`: in order, a window at a time, on any executor, whatever happens to one board."""

import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from multiprocessing import get_context
from typing import Any

import pytest

from engine import read_combat
from optimizer import solve_damage
from optimizer.batch.many import in_order, solve_many
from optimizer.mismatch import MismatchError
from optimizer.requests import Failure
from optimizer.solution import Solution
from tests.conftest import Document, attacker, blocker, board
from tests.optimizer.test_vectorised import DEFAULT, limited

SHARED = board(attacker("x 3/3 trample"), attacker("y 3/3"), blocker("w 1/4", "x", "y"))
ALONE = board(attacker("x 3/3 trample"), attacker("y 3/3"), blocker("w 1/2", "x", prevent=1))
"""Not for the vectorised path."""
WRONG = board(attacker("x 3/3"), players={"A": {"life": 20, "posion": 1}, "B": {"life": 20}})


def documents(number: int, seed: int = 0) -> list[Document]:
    """Boards for both paths, and two that cannot be read."""
    rng = random.Random(seed)
    found = [limited(rng) for _ in range(number)]
    found[number // 2], found[number // 3], found[-2:] = SHARED, WRONG, [ALONE, {}]
    return found


def without_time(result: Solution | Failure) -> dict[str, Any]:
    document = result.to_document()
    document.pop("statistics", None)
    return document


class TestInOneProcess:
    def test_every_board_in_order(self) -> None:
        given = documents(60)
        found = list(solve_many(given, DEFAULT, chunk=7))
        assert len(found) == len(given)
        for document, result in zip(given, found, strict=True):
            if document in (WRONG, {}):
                assert isinstance(result, Failure)
                assert result.kind == "document"
            else:
                assert isinstance(result, Solution)
                assert result.values == solve_damage(read_combat(document), DEFAULT).values

    def test_combats_and_notation(self) -> None:
        given: list[Any] = [read_combat(SHARED), "8/8 trample <- 2/2", SHARED]
        values = [r.values for r in solve_many(given, DEFAULT) if isinstance(r, Solution)]
        assert values == [(2, 5), (6, 4), (2, 5)]

    def test_wishes(self) -> None:
        found = list(solve_many([SHARED, SHARED], "max kills", wishes=["player_damage >= 3"]))
        assert [r.status.value for r in found if isinstance(r, Solution)] == ["infeasible"] * 2

    def test_objectives_that_cannot_be_read(self) -> None:
        found = list(solve_many([SHARED, documents(9)[0]], ["max nothing"]))
        assert [r.kind for r in found if isinstance(r, Failure)] == ["document"] * 2

    def test_only_a_window_is_taken(self) -> None:
        taken: list[int] = []

        def endless() -> Iterator[Document]:
            while True:
                taken.append(1)
                yield SHARED

        stream = solve_many(endless(), DEFAULT, chunk=3)
        next(stream)
        assert len(taken) == 3

    def test_progress(self) -> None:
        seen: list[int] = []
        list(solve_many([SHARED] * 7, DEFAULT, None, seen.append, chunk=3))
        assert seen == [3, 6, 7]

    def test_a_defect_does_not_end_the_run(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def defect(combat: Any, *rest: Any) -> Solution:
            if len(combat.attackers) == 2:
                raise MismatchError("the model and the engine disagree")
            return solve_damage(combat, *rest)

        monkeypatch.setattr("optimizer.batch.many.solve_damage", defect)
        found = list(solve_many([ALONE, documents(9)[0]], DEFAULT))
        assert isinstance(found[0], Failure)
        assert found[0].to_document() == {
            "error": {
                "kind": "internal",
                "faults": [
                    {"path": "", "message": "MismatchError: the model and the engine disagree"}
                ],
            }
        }
        assert isinstance(found[1], Solution)

    def test_a_chunk_that_cannot_be_solved_together(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def defect(*_: Any) -> None:
            raise RuntimeError("defect")

        monkeypatch.setattr("optimizer.batch.many.solve_together", defect)
        found = list(solve_many(documents(12)[:3], DEFAULT))
        assert all(isinstance(result, Solution) for result in found)


def spawned() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(2, get_context("spawn"))


class TestExecutors:
    @pytest.mark.parametrize("kind", [lambda: ThreadPoolExecutor(3), spawned])
    def test_the_same_answers(self, kind: Callable[[], Executor]) -> None:
        given = documents(80)
        expected = [without_time(result) for result in solve_many(given, DEFAULT)]
        with kind() as executor:
            found = list(solve_many(given, DEFAULT, executor, chunk=9))
        assert [without_time(result) for result in found] == expected
        assert isinstance(found[0], Solution)
        assert found[0].values == tuple(
            goal.value(found[0].outcome) for goal in found[0].objectives if found[0].outcome
        )

    def test_a_window_at_a_time(self) -> None:
        count: list[int] = []

        def stream() -> Iterator[Document]:
            while True:
                count.append(1)
                yield SHARED

        with ThreadPoolExecutor(2) as executor:
            answers = solve_many(stream(), DEFAULT, executor, chunk=2)
            for _ in range(5):
                next(answers)
            assert len(count) < 200
            answers.close()  # type: ignore[attr-defined]

    def test_a_lost_process_is_no_error_of_a_board(self) -> None:
        class Broken(Executor):
            def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
                future: Future[Any] = Future()
                future.set_exception(BrokenExecutor("a process died"))
                return future

        with pytest.raises(BrokenExecutor):
            list(solve_many([SHARED], DEFAULT, Broken()))

    def test_only_the_item_that_kills_has_no_result(self) -> None:
        class Fragile(Executor):
            def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
                future: Future[Any] = Future()
                if 5 in args[0]:
                    future.set_exception(OSError("worker lost"))
                else:
                    future.set_result(fn(*args))
                return future

        work = iter([[1, 2, 3], [4, 5, 6], [7, 8]])
        found = list(in_order(lambda items: [-i for i in items], work, Fragile()))
        assert [items for items, _ in found] == [[1, 2, 3], [4], [5], [6], [7, 8]]
        assert isinstance(found[2][1], OSError)
        assert [r for _, r in found if isinstance(r, list)] == [[-1, -2, -3], [-4], [-6], [-7, -8]]

    def test_stopping_while_it_waits(self) -> None:
        release = threading.Event()

        def slow(items: list[int]) -> list[int]:
            release.wait(30)
            return items

        with ThreadPoolExecutor(1) as executor:
            try:
                assert list(in_order(slow, iter([[1]]), executor, lambda: True)) == []
            finally:
                release.set()
