"""`overrun serve` under load, with clients and workers that misbehave; no time is asserted."""

import os
import random
import signal
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
import pytest

from engine import read_combat
from optimizer import solve_damage
from tests.optimizer.service_process import PATIENCE, Service, answer, head, until
from tests.optimizer.test_pipe import ENDLESS

HEAVY = {key: value for key, value in ENDLESS.items() if key != "question"}
LIGHT = {"combat": "3/3 trample <- 1/1", "objectives": ["max player_damage"]}


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with Service("--workers", "2", "--deadline", "100", "--most-waiting", "1000") as found:
        yield found


@pytest.fixture(scope="module")
def narrow() -> Iterator[Service]:
    """One worker, and room for two that wait."""
    with Service("--workers", "1", "--deadline", "100", "--most-waiting", "2") as found:
        yield found


@contextmanager
def many(service: Service, number: int) -> Iterator[Callable[[Any], httpx.Response]]:
    """Give a way to ask damage questions over so many connections."""
    limits = httpx.Limits(max_connections=number, max_keepalive_connections=number)
    with httpx.Client(
        base_url=service.address, timeout=PATIENCE, limits=limits, trust_env=False
    ) as client:
        yield lambda request: client.post("/v1/damage", json=request)


def light(service: Service) -> int:
    """Return what a light question is answered with."""
    response = service.post("damage", **LIGHT)
    assert response.status_code == 200, response.text
    value: int = response.json()["objectives"][0]["value"]
    return value


def processes(service: Service) -> list[int]:
    """Return the processes of the workers that were begun, in order."""
    return [entry["process"] for entry in service.events("worker")]


def is_busy(service: Service, busy: int, waiting: int = 0) -> bool:
    """Say whether so many questions are being worked on, and so many wait."""
    found = service.health()
    return bool((found["busy"], found["waiting"]) == (busy, waiting))


class TestParallel:
    def test_hundreds_of_requests_get_their_own_answers(self, service: Service) -> None:
        rng = random.Random(7)
        asked = []
        for number in range(300):
            power, toughness = rng.randint(1, 30), rng.randint(1, 12)
            asked.append((number, power, toughness))
        with many(service, 200) as post, ThreadPoolExecutor(200) as threads:

            def ask(one: tuple[int, int, int]) -> httpx.Response:
                number, power, toughness = one
                combat = f"{power}/1 trample <- 0/{toughness}"
                if number % 10 == 0:  # some of them are malformed
                    combat += " <-"
                request = {"id": number, "combat": combat, "objectives": ["max player_damage"]}
                return post(request)

            answers = list(threads.map(ask, asked))
        for (number, power, toughness), response in zip(asked, answers, strict=True):
            if number % 10 == 0:
                assert response.status_code == 422
                continue
            assert response.status_code == 200
            document = response.json()
            assert document["id"] == number
            # 702.19b: what is over after lethal damage goes through.
            assert document["objectives"][0]["value"] == max(0, power - toughness)

    def test_a_heavy_board_stalls_no_other(self, service: Service) -> None:
        until(lambda: is_busy(service, 0))
        with service.begin("damage", HEAVY) as heavy:
            until(lambda: is_busy(service, 1))
            for _ in range(20):
                assert light(service) == 2
            assert is_busy(service, 1)
            heavy.setblocking(False)
            with pytest.raises(BlockingIOError):  # it is not answered yet
                heavy.recv(1)
        until(lambda: is_busy(service, 0))


class TestLimits:
    def test_too_many_waiting(self, narrow: Service) -> None:
        with ExitStack() as stack:
            running = stack.enter_context(narrow.begin("damage", HEAVY))
            until(lambda: is_busy(narrow, 1))
            waiting = [stack.enter_context(narrow.begin("damage", LIGHT)) for _ in range(2)]
            until(lambda: is_busy(narrow, 1, 2))
            for _ in range(50):
                response = narrow.post("damage", **LIGHT)
                assert response.status_code == 503
                assert response.json()["error"]["kind"] == "busy"
                assert int(response.headers["retry-after"]) >= 1
            running.close()
            for connection in waiting:
                status, document = answer(connection)
                assert (status, document["objectives"][0]["value"]) == (200, 2)
        assert light(narrow) == 2

    def test_a_flood(self, narrow: Service) -> None:
        assert light(narrow) == 2
        with many(narrow, 50) as post, ThreadPoolExecutor(50) as threads:
            found = list(threads.map(post, [LIGHT] * 300))
        assert {response.status_code for response in found} <= {200, 503}
        for response in found:
            assert ("retry-after" in response.headers) is (response.status_code == 503)
        assert any(response.status_code == 200 for response in found)
        assert light(narrow) == 2

    def test_a_deadline_is_kept(self, service: Service) -> None:
        response = service.post("damage", **HEAVY, deadline=0.3)
        assert response.json()["status"] == "feasible"
        assert any(row["value"] != row["bound"] for row in response.json()["objectives"])


class TestDisconnecting:
    def test_a_running_question_is_cancelled(self, narrow: Service) -> None:
        assert light(narrow) == 2
        before = processes(narrow)[-1]
        with narrow.begin("damage", HEAVY):
            until(lambda: is_busy(narrow, 1))
        assert light(narrow) == 2
        assert processes(narrow)[-1] != before
        until(lambda: not os.path.exists(f"/proc/{before}"))
        until(lambda: any(e.get("error") == "gone" for e in narrow.events("request")))

    def test_a_waiting_question_is_cancelled(self, narrow: Service) -> None:
        with narrow.begin("damage", HEAVY):
            until(lambda: is_busy(narrow, 1))
            with narrow.begin("damage", HEAVY), narrow.begin("damage", HEAVY):
                until(lambda: is_busy(narrow, 1, 2))
            until(lambda: is_busy(narrow, 1, 0))
        assert light(narrow) == 2

    def test_many_come_and_go(self, service: Service) -> None:
        body = b'{"combat": "3/3 trample <- 1/1"}'
        for k in range(200):
            with service.connect() as connection:
                whole = head("damage", len(body)) + body
                connection.sendall(whole[: k * len(whole) // 150])
                if k % 2:  # a reset instead of an end
                    linger = b"\x01\0\0\0\0\0\0\0"
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        assert light(service) == 2
        until(lambda: is_busy(service, 0))


class TestSlowClients:
    def test_they_do_not_keep_others(self, narrow: Service) -> None:
        body = b'{"combat": "3/3 trample <- 1/1", "objectives": ["max player_damage"]}'
        with ExitStack() as stack:
            slow = [stack.enter_context(narrow.connect()) for _ in range(100)]
            for number, connection in enumerate(slow):
                if number % 2:
                    connection.sendall(b"POST /v1/damage HT")
                else:
                    connection.sendall(head("damage", len(body)) + body[:20])
            for _ in range(10):
                assert light(narrow) == 2
            assert is_busy(narrow, 0)
            slow[0].sendall(body[20:])
            status, document = answer(slow[0])
            assert (status, document["objectives"][0]["value"]) == (200, 2)

    def test_a_body_that_does_not_come(self) -> None:
        with (
            Service("--workers", "1", "--body-seconds", "0.2") as service,
            service.connect() as connection,
        ):
            connection.sendall(head("damage", 100) + b"{")
            status, document = answer(connection)
            assert (status, document["error"]["kind"]) == (408, "request")

    def test_what_is_no_http(self, service: Service) -> None:
        for text in (b"\0" * 1000, b"GET\r\n\r\n", b"POST / HTTP/1.1\r\n\r\n", b"x" * 100_000):
            with service.connect() as connection:
                connection.sendall(text)
                found = connection.recv(1 << 16)
                assert found.startswith(b"HTTP/1.1 400")
        assert light(service) == 2


class TestKilledWorkers:
    def test_the_question_is_answered_with_an_error(self, narrow: Service) -> None:
        assert light(narrow) == 2
        with narrow.begin("damage", HEAVY) as connection:
            until(lambda: is_busy(narrow, 1))
            os.kill(processes(narrow)[-1], signal.SIGKILL)
            status, document = answer(connection)
        assert (status, document["error"]["kind"]) == (500, "worker")
        assert light(narrow) == 2

    def test_one_that_is_idle_is_replaced_unnoticed(self, narrow: Service) -> None:
        assert light(narrow) == 2
        before = processes(narrow)
        os.kill(before[-1], signal.SIGKILL)
        until(lambda: not os.path.exists(f"/proc/{before[-1]}") or is_zombie(before[-1]))
        assert light(narrow) == 2
        assert len(processes(narrow)) == len(before) + 1

    def test_under_load(self, service: Service) -> None:
        with many(service, 20) as post, ThreadPoolExecutor(20) as threads:
            asking = [threads.submit(post, LIGHT) for _ in range(300)]
            for _ in range(3):
                begun = processes(service)
                os.kill(begun[-1], signal.SIGKILL)
                asking.append(threads.submit(post, LIGHT))
                until(lambda old=begun: len(processes(service)) > len(old))  # type: ignore[misc]
            found = [future.result() for future in asking]
        for response in found:
            if response.status_code == 200:
                assert response.json()["objectives"][0]["value"] == 2
            else:
                assert response.status_code == 500
                assert response.json()["error"]["kind"] == "worker"
        assert len([response for response in found if response.status_code == 500]) <= 3
        assert light(service) == 2


def is_zombie(process: int) -> bool:
    """Say whether a process has ended, and nobody has asked for its status yet."""
    with open(f"/proc/{process}/stat") as file:
        return file.read().rpartition(")")[2].split()[0] == "Z"


def test_the_answer_is_that_of_the_function(service: Service) -> None:
    found = service.post("damage", **LIGHT).json()
    expected = solve_damage(read_combat(str(LIGHT["combat"])), ["max player_damage"])
    assert found["steps"] == expected.to_document()["steps"]
