"""A real Dask cluster on this machine: several worker processes, one killed in the middle."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from engine import DocumentError
from optimizer.batch.cluster import cluster_executor
from optimizer.batch.files import Progress, run
from optimizer.batch.many import in_order, solve_many
from optimizer.requests import Defaults, Failure
from tests.optimizer.test_batch import documents, without_time
from tests.optimizer.test_batch_files import ROOT, answers, text_of
from tests.optimizer.test_cli_batch import COMMAND
from tests.optimizer.test_vectorised import DEFAULT, limited

if find_spec("distributed") is None:
    message = "the extra 'cluster' is not installed"
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message, allow_module_level=True)


def local_cluster(workers: int) -> Any:
    """Start a scheduler here and workers in processes of their own, on the loopback interface."""
    os.environ["PYTHONPATH"] = os.pathsep.join(
        [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    )
    return import_module("distributed").LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, host="127.0.0.1",
        dashboard_address=":0", silence_logs=50,
    )  # fmt: skip


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with (
        import_module("dask").config.set({"distributed.scheduler.allowed-failures": 1}),
        local_cluster(3) as found,
    ):
        yield found


def pids(cluster: Any) -> list[int]:
    return [nanny.pid for nanny in cluster.workers.values() if nanny.pid]


def test_the_same_answers(cluster: Any) -> None:
    given = documents(60, seed=5)
    expected = [without_time(result) for result in solve_many(given, DEFAULT)]
    with cluster_executor(cluster.scheduler_address) as executor:
        found = [without_time(r) for r in solve_many(given, DEFAULT, executor, chunk=8)]
    assert found == expected


def test_a_worker_is_killed_in_the_middle(cluster: Any, tmp_path: Path) -> None:
    rng = random.Random(6)
    source, out, alone = (tmp_path / name for name in ("in.jsonl", "out.jsonl", "alone.jsonl"))
    boards = [limited(rng) for _ in range(60)]
    lines: list[Any] = [{"combat": rng.choice(boards), "id": k} for k in range(600)]
    lines[100] = "{"
    source.write_text(text_of(lines), encoding="utf-8")
    defaults = Defaults(tuple(DEFAULT))
    run(source, alone, defaults)
    killed: list[int] = []

    def kill(progress: Progress) -> None:
        if progress.done >= 150 and not killed:
            killed.append(pids(cluster)[0])
            os.kill(killed[0], signal.SIGKILL)

    with cluster_executor(cluster.scheduler_address) as executor:
        found = run(source, out, defaults, executor, chunk=10, report=kill)
    assert killed
    assert found == Progress(600, 0, 1, True)
    assert answers(out) == answers(alone)


def test_the_command(cluster: Any, tmp_path: Path) -> None:
    rng = random.Random(7)
    source, out, alone = (tmp_path / name for name in ("in.jsonl", "out.jsonl", "alone.jsonl"))
    source.write_text(text_of([limited(rng) for _ in range(50)]), encoding="utf-8")
    run(source, alone, Defaults(("max kills",)))
    result = subprocess.run(
        [sys.executable, "-c", COMMAND, str(source), "--out", str(out), "--max", "kills",
         "--cluster", cluster.scheduler_address],
        cwd=ROOT, capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert answers(out) == answers(alone)
    assert json.loads((tmp_path / "out.jsonl.state").read_text())["lines"] == 50


def test_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("optimizer.batch.cluster.SECONDS_TO_CONNECT", 0.5)
    with pytest.raises(DocumentError, match="no scheduler at"), cluster_executor("127.0.0.1:9"):
        pass
    with pytest.raises(DocumentError, match="no scheduler at"), cluster_executor("nonsense://"):
        pass


def _sleep(items: list[int]) -> list[int]:
    time.sleep(0.3)
    return items


def _kill_for_seven(items: list[int]) -> list[int]:
    if 7 in items:
        os.kill(os.getpid(), signal.SIGKILL)
    return items


def test_an_item_that_kills_its_workers(cluster: Any) -> None:
    """Only that one is lost, after the scheduler has given it up."""
    work = [[1, 2], [7, 8], [9]]
    with cluster_executor(cluster.scheduler_address) as executor:
        found = list(in_order(_kill_for_seven, iter(work), executor))
    assert [items for items, _ in found] == [[1, 2], [7], [8], [9]]
    error = found[1][1]
    assert isinstance(error, Exception)
    assert "KilledWorker" in str(Failure.of(error).faults[0])
    assert [result for _, result in found if isinstance(result, list)] == [[1, 2], [8], [9]]


def test_the_cluster_ends_in_the_middle() -> None:
    other = local_cluster(1)
    try:
        with cluster_executor(other.scheduler_address) as executor:
            results = in_order(_sleep, ([k] for k in range(100)), executor)
            next(results)
            other.close()
            with pytest.raises(BrokenExecutor):
                list(results)
    finally:
        other.close()
