"""`overrun serve` is asked to stop; no time is asserted."""

import os
import signal

from tests.optimizer.service_process import Service, answer, until
from tests.optimizer.test_service_load import HEAVY, LIGHT, is_busy, light, processes

LONG = ("--workers", "1", "--deadline", "100")


def test_what_runs_is_finished_also_if_the_workers_get_the_signal() -> None:
    with Service("--workers", "1", "--deadline", "2", "--grace", "100") as service:
        light(service)
        with (
            service.begin("damage", HEAVY) as running,
            service.begin("damage", LIGHT) as waiting,
        ):
            until(lambda: is_busy(service, 1, 1))
            for process in (*processes(service), service.process.pid):
                os.kill(process, signal.SIGTERM)
            status, document = answer(waiting)
            assert (status, document["error"]["kind"]) == (503, "stopping")
            status, document = answer(running)
            assert (status, document["status"]) == (200, "feasible")
        assert service.status() == 0
        assert service.events("end")


def test_what_takes_longer_than_the_grace_time_is_not() -> None:
    with Service(*LONG, "--grace", "0.2") as service:
        with service.begin("damage", HEAVY) as running:
            until(lambda: is_busy(service, 1))
            service.signal(signal.SIGINT)
            status, document = answer(running)
            assert (status, document["error"]["kind"]) == (503, "stopping")
        assert service.status() == 0


def test_a_second_signal_stops_at_once() -> None:
    with Service(*LONG, "--grace", "100") as service:
        with service.begin("damage", HEAVY):
            until(lambda: is_busy(service, 1))
            service.signal(signal.SIGINT)
            until(lambda: bool(service.events("stop")))
            service.signal(signal.SIGINT)
            assert service.status() == 0
        assert not any(os.path.exists(f"/proc/{one}") for one in processes(service))


def test_no_worker_outlives_a_service_that_is_killed() -> None:
    with Service("--workers", "2") as service:
        until(lambda: len(processes(service)) == 2)
        service.signal(signal.SIGKILL)
        service.process.wait()
        until(lambda: not any(os.path.exists(f"/proc/{one}") for one in processes(service)))
