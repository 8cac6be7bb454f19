"""Who answers: worker processes, and the questions that wait for one.

Everything but the waiting for a process runs in the event loop. A process that is lost, is stopped
because nobody waits for its answer any more, or has run over its time, is replaced by the next one.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from time import monotonic

from engine.faults import Fault
from optimizer.pipe.worker import Worker
from optimizer.requests import Defaults, Failure
from optimizer.service.answering import Reply, answer_request, begin
from optimizer.service.logs import log
from optimizer.service.settings import Settings

SPARED = 0.25
"""How many seconds a worker may still take for an answer that nobody waits for.

Most answers take less, and a process less than its next one takes to load.
"""

_LONGEST_RETRY = 60
_WEIGHT = 0.1
"""What the newest question counts for the mean time of one."""

_Worker = Worker[[str, bytes, Defaults, float], Reply]
Answering = Callable[[str, bytes, Defaults, float], Reply]


class RefusedError(Exception):
    """A question that gets no answer, but the reason."""

    def __init__(self, kind: str, message: str, retry: int | None = None) -> None:
        super().__init__(message)
        self.failure = Failure(kind, (Fault("", message),))
        self.retry = retry
        """After how many seconds it may be asked again."""


@dataclass(slots=True)
class Times:
    """How many seconds a question has waited, and was worked on."""

    waited: float = 0.0
    worked: float = 0.0


class Pool:
    """The worker processes of a service.

    It is made and used in an event loop; `begin` it first, and `end` it.

    Parameters
    ----------
    answering
        What answers a question there; a function of a module.
    beginning
        What a process begins with.
    """

    def __init__(
        self,
        settings: Settings,
        defaults: Defaults,
        answering: Answering = answer_request,
        beginning: Callable[[], None] = begin,
    ) -> None:
        self.settings, self.defaults = settings, defaults
        self.answering, self.beginning = answering, beginning
        self.workers: list[_Worker] = []
        self.idle: list[_Worker] = []
        self.waiting: deque[asyncio.Future[_Worker]] = deque()
        self.is_stopping = False
        self.mean = 0.05
        self.threads = ThreadPoolExecutor(settings.workers, "asking")
        self.restoring: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Start the processes; they load while the first questions come in."""
        start = asyncio.get_running_loop().run_in_executor
        started = (
            start(self.threads, _begun, self.answering, self.beginning)
            for _ in range(self.settings.workers)
        )
        self.workers = [*await asyncio.gather(*started)]
        self.idle = [*self.workers]

    @property
    def busy(self) -> int:
        """How many questions are being worked on."""
        return len(self.workers) - len(self.idle)

    async def ask(self, kind: str, text: bytes, times: Times) -> Reply:
        """Return the reply to a request.

        Where the task is cancelled, so is the question, wherever it is.

        Raises
        ------
        RefusedError
            If there is none.
        """
        with _measured(times, "waited"):
            worker = await self._free_worker()
        limit = self.settings.seconds
        asking = asyncio.get_running_loop().run_in_executor(
            self.threads, _asked, worker, (kind, text, self.defaults, limit)
        )
        spared = SPARED
        try:
            with _measured(times, "worked"):
                async with asyncio.timeout(limit + self.settings.overtime):
                    found = await asyncio.shield(asking)
        except TimeoutError:
            spared = 0.0
            raise RefusedError("deadline", "the question took too long and was stopped") from None
        except OSError as error:
            raise RefusedError("worker", f"there is no process for it: {error}") from error
        finally:
            self._restore(worker, asking, spared)
        self.mean += _WEIGHT * (times.worked - self.mean)
        if found is None:
            if self.is_stopping:
                raise self._stopped()
            raise RefusedError("worker", "the process that worked on it was lost")
        return found

    async def stop(self, grace: float) -> None:
        """Refuse what waits, and let what is being worked on finish if it does in time."""
        self.is_stopping = True
        while self.waiting:
            future = self.waiting.popleft()
            if not future.done():
                future.set_exception(self._stopped())
        ends = monotonic() + grace
        while self.busy and monotonic() < ends:
            await asyncio.sleep(0.02)
        self.kill()

    def kill(self) -> None:
        """Stop all processes, whatever they are doing."""
        self.is_stopping = True
        for worker in self.workers:
            worker.stop()

    async def end(self) -> None:
        """Stop all processes and wait for their end."""
        self.kill()
        await asyncio.gather(*self.restoring)
        await asyncio.to_thread(self.threads.shutdown)
        for worker in self.workers:
            worker.end()

    async def _free_worker(self) -> _Worker:
        if self.is_stopping:
            raise self._stopped()
        if self.idle:
            return self.idle.pop()
        if len(self.waiting) >= self.settings.most_waiting:
            each = self.mean / len(self.workers)
            retry = min(max(1, ceil(each * len(self.waiting))), _LONGEST_RETRY)
            raise RefusedError("busy", "too many questions are waiting already", retry)
        future: asyncio.Future[_Worker] = asyncio.get_running_loop().create_future()
        self.waiting.append(future)
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled() and future.exception() is None:
                self._give(future.result())
            elif future in self.waiting:
                self.waiting.remove(future)
            raise

    def _give(self, worker: _Worker) -> None:
        """Give a worker to the question that has waited the longest."""
        while self.waiting:
            future = self.waiting.popleft()
            if not future.done():
                future.set_result(worker)
                return
        self.idle.append(worker)

    def _restore(
        self, worker: _Worker, asking: "asyncio.Future[Reply | None]", spared: float
    ) -> None:
        """Make a worker ready for the next question."""
        if asking.done() and asking.exception() is None and asking.result() is not None:
            self._give(worker)
            return
        task = asyncio.create_task(self._renew(worker, asking, spared))
        self.restoring.add(task)
        task.add_done_callback(self.restoring.discard)

    async def _renew(
        self, worker: _Worker, asking: "asyncio.Future[Reply | None]", spared: float
    ) -> None:
        await asyncio.wait([asking], timeout=spared)
        is_stopped = not asking.done()
        while not asking.done():  # it may just be starting, and not be stopped at the first try
            worker.stop()
            await asyncio.wait([asking], timeout=0.5)
        # One that was stopped may have answered just before.
        is_lost = is_stopped or asking.exception() is not None or asking.result() is None
        if is_lost and not self.is_stopping:
            renewed = asyncio.get_running_loop().run_in_executor(self.threads, _renewed, worker)
            await asyncio.wait([renewed])
            renewed.exception()  # it is tried again for the next question
        self._give(worker)

    def _stopped(self) -> RefusedError:
        return RefusedError("stopping", "the service is about to stop", retry=1)


def _begun(answering: Answering, beginning: Callable[[], None]) -> _Worker:
    worker = Worker(answering, beginning)
    _log_worker(worker)
    return worker


def _asked(worker: _Worker, asked: tuple[str, bytes, Defaults, float]) -> Reply | None:
    """Ask a worker, a new one if it was lost before it began; runs in a thread."""
    if not worker.is_alive:
        _renewed(worker)
    found = worker.ask(*asked)
    is_lost = found is None and not worker.is_stopped
    if is_lost and not worker.has_begun:  # it was about to end while it seemed to live
        _renewed(worker)
        found = worker.ask(*asked)
    return found


def _renewed(worker: _Worker) -> None:
    """Replace the process of a worker that was lost or stopped; runs in a thread."""
    worker.end()  # it may still be about to
    worker.begin()
    _log_worker(worker)


def _log_worker(worker: _Worker) -> None:
    log.info("worker", process=worker.process and worker.process.pid)


@contextmanager
def _measured(times: Times, name: str) -> Iterator[None]:
    started = monotonic()
    try:
        yield
    finally:
        setattr(times, name, monotonic() - started)
