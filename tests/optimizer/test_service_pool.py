"""The worker processes of the service, and the questions that wait for them."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from optimizer.requests import Defaults
from optimizer.service import pool as pooling
from optimizer.service.answering import Reply
from optimizer.service.pool import Pool, RefusedError, Times
from optimizer.service.settings import Settings
from optimizer.workers import begin_worker


def answering(kind: str, text: bytes, defaults: Defaults, most_seconds: float) -> Reply:
    """Answer with the process, die, or wait until there is a file; runs in the worker."""
    if kind == "die":
        os._exit(1)
    while kind == "wait" and not os.path.exists(text):
        time.sleep(0.01)
    return Reply(200, str(os.getpid()).encode())


def using(
    test: Callable[[Pool], Awaitable[None]], settings: Settings | None = None, spared: float = 0
) -> None:
    """Run a test in an event loop with a pool of one worker."""

    async def run() -> None:
        pool = Pool(settings or Settings(workers=1), Defaults(), answering, begin_worker)
        await pool.begin()
        try:
            await test(pool)
        finally:
            await pool.end()
        assert not any(worker.is_alive for worker in pool.workers)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pooling, "SPARED", spared)
        asyncio.run(run())


async def process(pool: Pool) -> bytes:
    """Return the process that answers."""
    return (await pool.ask("who", b"", Times())).body


def asking(pool: Pool, file: Path) -> asyncio.Task[Reply]:
    """Ask what is answered when there is a file."""
    return asyncio.create_task(pool.ask("wait", bytes(file), Times()))


async def reason(refused: Awaitable[object]) -> str:
    """Return for what reason there is no answer."""
    with pytest.raises(RefusedError) as caught:
        await refused
    return caught.value.failure.kind


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def test_a_process_that_dies_is_replaced() -> None:
    async def test(pool: Pool) -> None:
        first = await process(pool)
        assert await process(pool) == first
        assert await reason(pool.ask("die", b"", Times())) == "worker"
        assert await process(pool) != first

    using(test)


def test_what_runs_over_its_time_is_stopped(tmp_path: Path) -> None:
    async def test(pool: Pool) -> None:
        first = await process(pool)  # it has to load first, which takes time
        pool.settings = Settings(workers=1, seconds=0.1, overtime=0.1)
        assert await reason(asking(pool, tmp_path / "never")) == "deadline"
        pool.settings = Settings(workers=1)
        assert await process(pool) != first

    using(test)


def test_what_is_cancelled_is_stopped(tmp_path: Path) -> None:
    async def test(pool: Pool) -> None:
        first = await process(pool)
        asked = asking(pool, tmp_path / "never")
        await until(lambda: pool.busy == 1)
        asked.cancel()
        assert await process(pool) != first

    using(test)


def test_what_is_nearly_done_when_it_is_cancelled_is_finished(tmp_path: Path) -> None:
    async def test(pool: Pool) -> None:
        first = await process(pool)
        asked = asking(pool, tmp_path / "soon")
        await until(lambda: pool.busy == 1)
        asked.cancel()
        await asyncio.wait([asked])
        (tmp_path / "soon").touch()
        assert await process(pool) == first

    using(test, spared=60)


def test_too_many_are_refused_and_the_others_come_in_their_order(tmp_path: Path) -> None:
    async def test(pool: Pool) -> None:
        await process(pool)
        files = [tmp_path / str(number) for number in range(3)]
        asked = []
        for number, file in enumerate(files):
            asked.append(asking(pool, file))
            await until(lambda number=number: len(pool.waiting) == number)  # type: ignore[misc]
        with pytest.raises(RefusedError) as caught:
            await process(pool)
        assert caught.value.failure.kind == "busy"
        assert caught.value.retry
        asked[1].cancel()
        await asyncio.wait([asked[1]])
        assert len(pool.waiting) == 1
        for file in files:
            file.touch()
        assert (await asked[0]).status == (await asked[2]).status == 200

    using(test, Settings(workers=1, most_waiting=2))


def test_a_question_that_is_cancelled_as_its_turn_comes_passes_it_on(tmp_path: Path) -> None:
    async def test(pool: Pool) -> None:
        await process(pool)
        running, waiting = asking(pool, tmp_path / "file"), asking(pool, tmp_path / "file")
        await until(lambda: len(pool.waiting) == 1)
        (tmp_path / "file").touch()
        await running
        waiting.cancel()  # it has the worker by now, but has not run since
        await asyncio.wait([waiting])
        await until(lambda: pool.busy == 0)
        assert (await pool.ask("who", b"", Times())).status == 200

    using(test)


def test_stopping(tmp_path: Path) -> None:
    async def test(pool: Pool) -> None:
        running, waiting = asking(pool, tmp_path / "file"), asking(pool, tmp_path / "file")
        await until(lambda: len(pool.waiting) == 1)
        stopping = asyncio.create_task(pool.stop(60))
        assert await reason(waiting) == "stopping"
        assert await reason(process(pool)) == "stopping"
        assert not running.done()
        (tmp_path / "file").touch()
        assert (await running).status == 200
        await stopping

    using(test)


def test_stopping_what_takes_too_long(tmp_path: Path) -> None:
    async def test(pool: Pool) -> None:
        running = asking(pool, tmp_path / "never")
        await until(lambda: pool.busy == 1)
        await pool.stop(0)
        assert await reason(running) == "stopping"

    using(test)
