"""`overrun serve`: what it answers."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from engine import check_assignment, read_combat
from optimizer import best_answers, explain, frontier, solve_attack, solve_blocks, solve_damage
from optimizer.console.arguments import DEFAULT_OBJECTIVES
from optimizer.requests import KEYS, Defaults
from optimizer.service.app import create_app
from optimizer.service.examples import ANSWERS, REQUESTS
from optimizer.service.running import listen
from optimizer.service.settings import Settings
from tests.conftest import attacker, blocker, board, creature
from tests.optimizer.service_process import ROOT, Service, answer, head, until

SHARED = board(
    attacker("x 4/4"), attacker("y 5/5 trample"), blocker("b 0/4", "x", "y"), blocker("c 2/3", "x")
)
DECLARED = board(
    attacker("giant 5/5 trample"), attacker("rat 1/1 deathtouch"), creature("B wall 0/6")
)
OBJECTIVES = ["max player_damage", "min own_losses"]


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with Service("--workers", "1", "--deadline", "20", "--most-bytes", "100000") as found:
        yield found


def timeless(document: Any) -> Any:
    """Return an answer without what differs from run to run, as JSON has it."""
    found = json.loads(json.dumps(document))
    for part in (found, found.get("best"), found.get("next"), *found.get("frontier", ())):
        if part and "statistics" in part:
            part["statistics"].pop("milliseconds")
    return found


def faults(response: Any, status: int = 422, kind: str = "document") -> list[str]:
    """Return the places of the faults of an error that is as expected."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/json"
    error = response.json()["error"]
    assert error["kind"] == kind
    assert all(fault["message"] for fault in error["faults"])
    return [fault["path"] for fault in error["faults"]]


class TestQuestions:
    def test_the_answers_are_those_of_the_functions(self, service: Service) -> None:
        for name, document, expected in (
            ("damage", SHARED, solve_damage(read_combat(SHARED), OBJECTIVES)),
            ("blocks", DECLARED, solve_blocks(read_combat(DECLARED), OBJECTIVES)),
            ("attack", DECLARED, solve_attack(read_combat(DECLARED), OBJECTIVES)),
            ("answers", SHARED, best_answers(read_combat(SHARED), OBJECTIVES, (), 100)),
            ("why", SHARED, explain(read_combat(SHARED), "player_damage >= 6")),
        ):
            asked = {"wish": "player_damage >= 6"} if name == "why" else {"objectives": OBJECTIVES}
            response = service.post(name, combat=document, id=name, **asked)
            assert response.status_code == 200
            assert timeless(response.json()) == {"id": name} | timeless(expected.to_document())
        # The wall takes 6, b its 4 of x: the trampler owes b nothing.
        assert solve_damage(read_combat(SHARED), OBJECTIVES).values[0] == 5

    def test_a_frontier(self, service: Service) -> None:
        combat = "6/6 trample <- bear: 2/2, wall: 0/3"
        pair = ["max player_damage", "max kills"]
        found = service.post("frontier", combat=combat, objectives=pair).json()
        assert found["complete"]
        # All that is over after lethal damage to both, or something more of it.
        assert [point["values"] for point in found["frontier"]] == [[1, 2]]
        expected = [
            point.to_document() for point in frontier(read_combat(combat), pair[0], pair[1])
        ]
        assert timeless(found)["frontier"] == timeless({"frontier": expected})["frontier"]

    def test_the_next_best(self, service: Service) -> None:
        request = {"combat": "4/4 <- bear: 2/2, wall: 0/3", "objectives": ["max kill_value"]}
        found = service.post("next", **request).json()
        # Only one of the two can die: the bear is worth 4, the wall 3.
        assert [found[name]["objectives"][0]["value"] for name in ("best", "next")] == [4, 3]
        assert found["next"]["gives_way"] == {"objective": "kill_value", "by": 1}
        assert found["complete"]

    def test_several_declarations(self, service: Service) -> None:
        request = {"combat": DECLARED, "objectives": OBJECTIVES}
        found = service.post("blocks", **request, top=2).json()
        assert len(found["others"]) == 1
        assert faults(service.post("blocks", **request, top=0)) == ["top"]
        assert faults(service.post("attack", **request, survive_reply=1)) == ["survive_reply"]

    def test_check(self, service: Service) -> None:
        combat = "giant: 6/6 trample <- bear: 2/2"
        rows = [{"source": "giant", "target": "B", "amount": 6}]
        steps = [{"step": "regular", "assignments": rows}]
        found = service.post("check", combat=combat, steps=steps).json()
        expected = [violation.rule for violation in check_assignment(read_combat(combat), steps)]
        assert not found["legal"]
        assert [violation["rule"] for violation in found["violations"]] == expected

    def test_what_holds_for_a_request_that_does_not_say_it(self, service: Service) -> None:
        found = service.post("damage", combat=SHARED).json()
        expected = solve_damage(read_combat(SHARED), DEFAULT_OBJECTIVES)
        assert timeless(found) == timeless(expected.to_document())
        assert service.post("damage", combat=SHARED, deadline=None).status_code == 200

    def test_a_wish_that_cannot_be_met(self, service: Service) -> None:
        found = service.post("damage", combat="4/4 <- 2/2", wishes=["player_damage >= 1"])
        assert (found.status_code, found.json()["status"]) == (200, "infeasible")

    @pytest.mark.skipif("tricks" in KEYS, reason="tricks are answered")
    def test_tricks_are_not_answered_yet(self, service: Service) -> None:
        response = service.post("tricks", combat="4/4 <- 2/2")
        assert faults(response, 501, "unavailable") == [""]

    @pytest.mark.parametrize("kind", [kind for kind in KEYS if kind != "tricks"])
    def test_pictures(self, service: Service, kind: str) -> None:
        request: dict[str, Any] = {"combat": SHARED}
        if kind == "check":
            request |= {"steps": service.post("damage", combat=SHARED).json()["steps"]}
        elif kind == "why":
            request |= {"wish": "player_damage >= 6"}
        elif kind == "frontier":
            request |= {"objectives": OBJECTIVES}
        response = service.post(kind, **request, picture=True)
        if find_spec("optimizer.picture") is None:
            assert faults(response, 501, "unavailable") == ["picture"]
        else:
            assert response.json()["picture"].startswith("<svg")
        assert "picture" not in service.post(kind, **request, picture=False).json()


class TestPage:
    def test_it_is_served_if_there_is_one(self, tmp_path: Path) -> None:
        (tmp_path / "index.html").write_text("<!doctype html><title>Combat</title>")
        (tmp_path / "page.js").write_text("let x = 1")
        client = TestClient(create_app(Settings(workers=1), Defaults(), tmp_path))
        page = client.get("/")
        assert "<title>Combat</title>" in page.text
        assert page.headers["content-security-policy"].startswith("default-src 'self';")
        assert client.get("/page.js").headers["content-type"].startswith("text/javascript")
        assert client.get("/v1/health").json()["status"] == "ok"
        assert faults(client.get("/nothing.js"), 404, "request") == [""]
        assert faults(client.get("/v1/nothing"), 404, "request") == [""]
        assert faults(client.get("/v1/damage"), 405, "request") == [""]

    def test_without_one(self, tmp_path: Path) -> None:
        client = TestClient(create_app(Settings(workers=1), Defaults(), tmp_path))
        assert faults(client.get("/"), 404, "request") == [""]


class TestDescription:
    def test_its_examples_are_true(self, service: Service) -> None:
        description = service.client.get("/v1/openapi.json").json()
        for kind, request in REQUESTS.items():
            post = description["paths"][f"/v1/{kind}"]["post"]
            said = post["requestBody"]["content"]["application/json"]["examples"]["board"]
            assert said == {"value": request}
            answered = post["responses"]["200"]["content"]["application/json"]["examples"]["board"]
            assert answered == {"value": ANSWERS[kind]}
            found = service.post(kind, **request)
            assert timeless(found.json()) == timeless(ANSWERS[kind])

    def test_it_has_the_keys_of_the_document(self, service: Service) -> None:
        schemas = service.client.get("/v1/openapi.json").json()["components"]["schemas"]
        assert {"version", "active_player", "players"} == set(schemas["Combat"]["required"])
        keys = schemas["Creature"]["properties"]
        assert {"id", "power", "must_block", "count"} <= set(keys)
        assert all(schema["description"] for schema in keys.values())
        assert keys["count"]["default"] == 1
        assert schemas["Creature"]["additionalProperties"] is False

    def test_there_is_no_page_that_loads_scripts_from_elsewhere(self, service: Service) -> None:
        for path in ("/docs", "/redoc"):
            assert service.client.get(path).status_code == 404


class TestFaults:
    def test_of_the_combat(self, service: Service) -> None:
        bad = board(attacker("x 4/4", "nobody"), creature("B b 1/1", tougness=3))
        response = service.post("damage", combat=bad)
        assert faults(response) == ["creatures[0].attacking", "creatures[1].tougness"]

    def test_of_the_request(self, service: Service) -> None:
        good = {"combat": "3/3 trample <- 1/1"}
        for kind, request, paths in (
            ("damage", {}, ["combat"]),
            ("damage", good | {"objectives": "max kills"}, ["objectives"]),
            ("damage", good | {"objectives": ["max nothing"]}, ["objectives[0]"]),
            ("damage", good | {"wishs": [], "deadline": -1}, ["wishs", "deadline"]),
            ("damage", good | {"deadline": 20.5}, ["deadline"]),
            ("damage", good | {"deadline": 10**400}, ["deadline", "deadline"]),
            ("damage", good | {"question": "blocks"}, ["question"]),
            ("damage", good | {"id": 1.5}, ["id"]),
            ("damage", good | {"picture": 1}, ["picture"]),
            ("blocks", good | {"wishes": []}, ["wishes"]),
            ("check", good, ["steps"]),
            ("check", good | {"steps": [], "picture": None}, ["picture"]),
            ("why", good, ["wish"]),
            ("frontier", good | {"objectives": ["max kills"]}, ["objectives"]),
            ("answers", good | {"most": True}, ["most"]),
        ):  # fmt: skip
            assert faults(service.post(kind, **request)) == paths, request

    @pytest.mark.parametrize(
        "body", [b"", b"{", b"5", b"[]", b"null", b'"6/6"', b"\xff", b'{"a": NaN}', b"[" * 90_000]
    )
    def test_no_request(self, service: Service, body: bytes) -> None:
        headers = {"Content-Type": "application/json"}
        response = service.client.post("/v1/damage", content=body, headers=headers)
        assert faults(response) == ["line 1, column 2" if body == b"{" else ""]

    def test_a_repeated_key(self, service: Service) -> None:
        headers = {"Content-Type": "application/json"}
        body = b'{"combat": "1/1", "combat": "2/2"}'
        response = service.client.post("/v1/damage", content=body, headers=headers)
        assert faults(response) == ["combat"]

    def test_of_http(self, service: Service) -> None:
        client = service.client
        assert faults(client.get("/v1/nothing"), 404, "request") == [""]
        response = client.get("/v1/damage")
        assert faults(response, 405, "request") == [""]
        assert response.headers["allow"] == "POST"
        plain = client.post("/v1/damage", content=b"{}", headers={"Content-Type": "text/plain"})
        assert faults(plain, 415, "request") == [""]

    def test_too_large(self, service: Service) -> None:
        assert faults(service.post("damage", combat="1/1 " * 30_000), 413, "size") == [""]
        body = (b" " * 1000 for _ in range(200))  # no length is announced
        headers = {"Content-Type": "application/json"}
        response = service.client.post("/v1/damage", content=body, headers=headers)
        assert faults(response, 413, "size") == [""]
        for size in (10 << 20, 40 << 20):
            with service.connect() as connection:
                connection.sendall(head("damage", size))
                with suppress(OSError):  # it may be closed before all is sent
                    connection.sendall(b" " * min(size, 17 << 20))
                assert answer(connection)[0] == 413
        with service.connect() as connection:
            length, expecting = b"Content-Length: 2000000", b"\r\nExpect: 100-continue"
            connection.sendall(head("damage", 2_000_000).replace(length, length + expecting))
            assert answer(connection)[0] == 413
        assert service.post("damage", combat="1/1").status_code == 200


class TestCards:
    def names(self, service: Service, **query: Any) -> list[str]:
        response = service.client.get("/v1/cards", params=query)
        assert response.status_code == 200
        return [card["name"] for card in response.json()["cards"]]

    def test_completion(self, service: Service) -> None:
        assert self.names(service, q="serra ang") == ["Serra Angel"]
        assert "Grizzly Bears" in self.names(service, q="BEARS")
        assert self.names(service, q="Grizly Baers")[0] == "Grizzly Bears"
        found = self.names(service, q="s", limit=4)
        assert len(found) == 4
        assert all(name.startswith("S") for name in found)
        assert self.names(service, q=" ") == []

    def test_what_is_printed_on_it(self, service: Service) -> None:
        (card,) = service.client.get("/v1/cards", params={"q": "Serra Angel"}).json()["cards"]
        assert (card["kind"], card["power"], card["toughness"]) == ("creature", 4, 4)
        assert card["mana_cost"] == "{3}{W}{W}"
        assert card["keywords"] == ["flying", "vigilance"]

    def test_faults(self, service: Service) -> None:
        assert faults(service.client.get("/v1/cards")) == ["q"]
        for limit in ("0", "101", "many"):
            found = service.client.get("/v1/cards", params={"q": "a", "limit": limit})
            assert faults(found) == ["limit"]


class TestHeaders:
    def test_other_pages_may_not_ask(self, service: Service) -> None:
        origin = {"Origin": "https://example.org"}
        response = service.client.get("/v1/health", headers=origin)
        assert "access-control-allow-origin" not in response.headers

    def test_unless_they_may(self) -> None:
        with Service("--workers", "1", "--origin", "https://example.org") as service:
            for origin, allowed in (("https://example.org", True), ("https://example.com", False)):
                asking = {
                    "Origin": origin,
                    "Access-Control-Request-Method": "POST",
                    "Access-Control-Request-Headers": "content-type",
                }
                response = service.client.options("/v1/damage", headers=asking)
                assert (response.headers.get("access-control-allow-origin") == origin) is allowed


def test_health_and_where_it_listens(service: Service) -> None:
    found = service.health()
    assert (found["status"], found["workers"], found["waiting"]) == ("ok", 1, 0)
    assert service.address.startswith("http://127.0.0.1:")


def test_every_request_is_logged_as_a_line_of_json(service: Service) -> None:
    service.post("damage", combat="1/1", id="x" * 4321)
    service.post("damage", combat="nonsense")
    expected = [("/v1/damage", 200, None), ("/v1/damage", 422, "document")]

    def logged() -> list[dict[str, Any]]:
        return service.events("request")[-2:]

    until(lambda: [(e["path"], e["status"], e.get("error")) for e in logged()] == expected)
    first, _ = logged()
    assert {"milliseconds", "waited", "worked", "client", "level", "timestamp"} <= set(first)
    assert first["bytes"] > 4321


def test_a_port_that_is_taken_is_a_fault(service: Service) -> None:
    with Service("--port", service.address.rpartition(":")[2]) as other:
        assert other.status() == 2
    assert "cannot listen at 127.0.0.1" in "".join(other.lines)


def test_what_is_written_is_sent_at_once() -> None:
    with listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP  # by this asyncio decides


def test_without_the_extra_it_says_what_is_missing() -> None:
    code = (
        "import sys; sys.modules['fastapi'] = None; sys.argv = ['overrun', 'serve']\n"
        "from optimizer.cli import main; main()"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 2
    assert "serve needs 'fastapi': pip install 'overrun[service]'" in run.stderr
