"""Many damage questions, answered in order, in one process or on any executor.

Boards that can be solved together go through NumPy (`optimizer.batch.vectorised`), the others one
by one (`optimizer.damage`). Only a window of boards is in memory at a time. A board that cannot be
answered gives a `Failure` in its place, and the run goes on.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from engine.combat import Combat
from engine.reading import read_combat
from optimizer.batch.replayed import Packed, pack
from optimizer.batch.vectorised import solve_together
from optimizer.damage import solve_damage
from optimizer.requests import Failure, Question
from optimizer.solution import Solution

CHUNK = 128
"""How many boards are solved, sent and written together."""

Item = TypeVar("Item")
Result = TypeVar("Result")


def solve_many(
    combats: Iterable[Combat | Mapping[str, Any] | str],
    objectives: Iterable[str],
    executor: Executor | None = None,
    progress: Callable[[int], object] | None = None,
    *,
    wishes: Iterable[str] = (),
    deadline: float | None = None,
    chunk: int = CHUNK,
) -> Iterator[Solution | Failure]:
    """Answer the damage question for many combats.

    Parameters
    ----------
    combats
        Combats, or whatever `engine.read_combat` reads; taken as they are needed.
    objectives, wishes, deadline
        As in `optimizer.damage.solve_damage`, the same for all; the deadline is for each board.
    executor
        Where to solve; without one it is done here.
    progress
        Called with the number of boards that are done, after each chunk.
    chunk
        How many boards are solved and sent together.

    Yields
    ------
    Solution or Failure
        One for each combat, in order.
    """
    solve = partial(
        _solve_sources,
        objectives=(objectives,) if isinstance(objectives, str) else tuple(objectives),
        wishes=tuple(wishes),
        deadline=deadline,
        is_sent=executor is not None,
    )
    done = 0
    for sources, results in in_order(solve, chunks(combats, chunk), executor):
        if isinstance(results, BaseException):
            results = [Failure.of(results)] * len(sources)
        done += len(sources)
        if progress is not None:
            progress(done)
        for source, result in zip(sources, results, strict=True):
            yield result.unpack(source) if isinstance(result, Packed) else result


def solve_questions(questions: Sequence[Question]) -> list[Solution | Failure]:
    """Answer a chunk of questions, together where that is possible."""
    together: dict[tuple[str, ...], list[int]] = {}
    for place, question in enumerate(questions):
        if not question.wishes:
            together.setdefault(question.objectives, []).append(place)
    found: dict[int, Solution | Failure] = {}
    for objectives, places in together.items():
        try:
            solved = solve_together([questions[place].combat for place in places], objectives)
        except Exception:  # board by board it is seen which ones fail
            continue
        for place, solution in zip(places, solved, strict=True):
            if isinstance(solution, Exception):
                found[place] = Failure.of(solution)
            elif solution is not None:
                found[place] = solution
    return [
        found[place] if place in found else _solve_alone(question)
        for place, question in enumerate(questions)
    ]


def _solve_alone(question: Question) -> Solution | Failure:
    try:
        return solve_damage(
            question.combat, question.objectives, question.wishes, question.deadline
        )
    except Exception as error:
        return Failure.of(error)


def _solve_sources(
    sources: Sequence[Combat | Mapping[str, Any] | str],
    objectives: tuple[str, ...],
    wishes: tuple[str, ...],
    deadline: float | None,
    is_sent: bool,
) -> list[Solution | Packed | Failure]:
    """Read and solve a chunk; an answer that is sent to another process is packed."""
    questions: list[Question] = []
    failures: dict[int, Failure] = {}
    for place, source in enumerate(sources):
        try:
            combat = source if isinstance(source, Combat) else read_combat(source)
        except Exception as error:
            failures[place] = Failure.of(error)
        else:
            questions.append(Question(combat, objectives, wishes, deadline))
    solved = iter(solve_questions(questions))
    results = [
        failures[place] if place in failures else next(solved) for place in range(len(sources))
    ]
    return [pack(r) if is_sent and isinstance(r, Solution) else r for r in results]


def chunks(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Cut a stream into lists of so many items."""
    if size < 1:
        raise ValueError(f"a chunk has at least one item, not {size}")
    stream = iter(items)
    while chunk := list(islice(stream, size)):
        yield chunk


def in_order(
    function: Callable[[list[Item]], Result],
    work: Iterable[list[Item]],
    executor: Executor | None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[list[Item], Result | BaseException]]:
    """Apply a function to chunks, with a few of them at work at a time.

    Yields
    ------
    tuple
        Each chunk and its result, in order. Where a chunk is lost with its workers, its items are
        tried once more one by one, so that only the item that kills them has no result but an
        error; an item that is yielded alone is a chunk of one.

    Raises
    ------
    BrokenExecutor
        If the executor cannot go on.
    """
    if executor is None:
        for chunk in work:
            if is_stopped():
                return
            yield chunk, function(chunk)
        return
    window = 2 * (os.cpu_count() or 1) + 2
    waiting: deque[tuple[list[Item], Future[Result]]] = deque()
    stream = iter(work)
    try:
        while True:
            for chunk in islice(stream, max(0, window - len(waiting))):
                waiting.append((chunk, executor.submit(function, chunk)))
            if not waiting:
                return
            chunk, future = waiting.popleft()
            yield from _collected(function, chunk, future, executor, is_stopped)
            if is_stopped():
                return
    finally:
        for _, future in waiting:
            future.cancel()


def _collected(
    function: Callable[[list[Item]], Result],
    chunk: list[Item],
    future: "Future[Result]",
    executor: Executor,
    is_stopped: Callable[[], bool],
) -> Iterator[tuple[list[Item], Result | BaseException]]:
    """Yield the result of a chunk, or of each of its items where the chunk was lost."""
    while not wait([future], timeout=0.2).done:
        if is_stopped():
            future.cancel()
            return
    if future.cancelled():
        raise BrokenExecutor("the executor has cancelled what was submitted")
    error = future.exception()
    if error is None:
        yield chunk, future.result()
    elif isinstance(error, BrokenExecutor):
        raise error
    elif len(chunk) == 1:
        yield chunk, error
    else:
        for item in chunk:
            yield from _collected(
                function, [item], executor.submit(function, [item]), executor, is_stopped
            )
