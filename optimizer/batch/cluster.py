"""A Dask cluster as an executor (the extra ``cluster``), for what one machine is too small for.

Chunks are tasks. What a lost worker was at, or has not handed over yet, the scheduler gives to
another one; the client takes each task's result once. This is the only module that imports Dask.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from importlib import import_module
from typing import Any, TypeVar

from engine.faults import DocumentError, Fault

RETRIES = 3
"""How often a task that ends with an error is tried again; the tasks themselves raise none."""

SECONDS_TO_CONNECT = 10.0

Result = TypeVar("Result")


@contextmanager
def cluster_executor(address: str) -> Iterator[Executor]:
    """Connect to a cluster and give it as an executor.

    Parameters
    ----------
    address
        Of the scheduler, as ``dask scheduler`` prints it: ``tcp://10.0.0.1:8786``. The workers need
        the same version of this program.

    Raises
    ------
    DocumentError
        If there is no scheduler, or ``distributed`` is not installed.
    """
    try:
        connect: Any = import_module("distributed").Client  # it has no types
    except ImportError as error:
        message = "the extra is not installed: pip install 'overrun[cluster]'"
        raise DocumentError([Fault("--cluster", message)]) from error
    try:
        client = connect(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise DocumentError([Fault("--cluster", f"no scheduler at {address}: {error}")]) from error
    try:
        yield ClusterExecutor(client)
    finally:
        client.close()


class ClusterExecutor(Executor):
    """Dask's own executor, with a lost connection told apart from a task that kills its workers.

    Parameters
    ----------
    client
        Connected to the cluster.
    """

    def __init__(self, client: Any) -> None:
        self.client = client
        self.executor = client.get_executor(retries=RETRIES, pure=False)

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> "Future[Result]":
        """Submit a task.

        Its exception is `BrokenExecutor` if the cluster is lost.
        """
        if self.client.status != "running":
            raise BrokenExecutor("the connection to the scheduler is lost")
        inner: Future[Result] = self.executor.submit(fn, *args, **kwargs)
        outer: Future[Result] = Future()

        def pass_on(_: object) -> None:
            if outer.cancelled() or not outer.set_running_or_notify_cancel():
                return
            error = None if inner.cancelled() else inner.exception()
            if inner.cancelled() or isinstance(error, OSError | BrokenExecutor):
                outer.set_exception(BrokenExecutor(f"the cluster has lost a task: {error}"))
            elif error is not None:
                outer.set_exception(error)
            else:
                outer.set_result(inner.result())

        inner.add_done_callback(pass_on)
        outer.add_done_callback(lambda _: inner.cancel() if outer.cancelled() else None)
        return outer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End; what is not done yet is cancelled if it is not waited for."""
        self.executor.shutdown(wait=wait and not cancel_futures)
