"""What all tests share: the shared cases, short ways to write documents, Hypothesis profiles."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from optimizer.goals import Goal
from optimizer.position import Position

SHARED = Path(os.environ.get("OVERRUN_SHARED", Path(__file__).resolve().parents[2] / "shared"))
CASES = sorted((SHARED / "cases").glob("*/*.json"))

NOT_RUN = "not run: "
"""How the reason begins for which a shared case is skipped; the terminal summary lists these."""

COMPARED = "random boards compared with the oracle"
"""A property that tests record; the terminal summary adds it up."""

# Tests know the cards of the table only, whatever whoever runs them has imported.
os.environ["OVERRUN_CARDS"] = os.path.join(os.path.dirname(__file__), "no-cards.sqlite")

Document = dict[str, Any]

settings.register_profile(
    "local", deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("CI", settings.get_profile("local"), derandomize=True)
settings.load_profile("CI" if os.environ.get("CI") else "local")


def require_shared_cases() -> None:
    """Skip if the shared cases are not there; fail where they must be (`.ci/run` says so)."""
    if not CASES:
        reason = f"the shared cases are not there: {SHARED / 'cases'}"
        if os.environ.get("OVERRUN_REQUIRE_SHARED"):
            pytest.fail(reason)
        pytest.skip(reason)


def creature(text: str, **more: Any) -> Document:
    """ "A giant 4/3 trample, deathtouch": controller, id, power/toughness, keywords."""
    controller, name, size, *keywords = text.split(" ", 3)
    power, toughness = size.split("/")
    return {
        "id": name,
        "controller": controller,
        "power": int(power),
        "toughness": int(toughness),
        "keywords": keywords[0].split(", ") if keywords else [],
    } | more


def is_additive(position: Position, goals: Sequence[Goal]) -> bool:
    """Say whether the goals add up over the parts of a position, which is before its last step."""
    from optimizer.parts.grouping import adds_up
    from optimizer.parts.worths import wanted

    return position.following is None and adds_up(position) and wanted(goals) is not None


@contextmanager
def general_model_only() -> Iterator[None]:
    """Have everything answered by the general model: no parts, no closed forms, no groups."""
    from optimizer.search import Search

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Search, "_by_parts", lambda *_: None)
        patch.setattr("optimizer.pooled.solve_pooled", lambda *_: None)
        yield


def attacker(text: str, target: str | None = "B", **more: Any) -> Document:
    """Return a creature of the active player A that attacks the target."""
    return creature(f"A {text}", attacking=target, **more)


def blocker(text: str, *blocked: str, **more: Any) -> Document:
    """Return a creature of player B that blocks these attackers."""
    return creature(f"B {text}", blocking=list(blocked), **more)


def walker(name: str, loyalty: int, controller: str = "B", **more: Any) -> Document:
    """Return a planeswalker."""
    return {"id": name, "controller": controller, "loyalty": loyalty} | more


def siege(name: str, defense: int, protector: str = "B", **more: Any) -> Document:
    """Return a battle of the active player that somebody else protects."""
    return {"id": name, "controller": "A", "protector": protector, "defense": defense} | more


def board(*creatures: Document, players: str | Document = "AB", **more: Any) -> Document:
    """Return a document; players by their one-letter ids have 20 life."""
    if isinstance(players, str):
        players = {name: {"life": 20} for name in players}
    head = {"version": 1, "active_player": "A", "players": players}
    return head | {"creatures": list(creatures)} | more


def step(*assignments: tuple[str, str, int], name: str = "regular") -> Document:
    """Return one entry of the output's ``steps``."""
    keys = ("source", "target", "amount")
    return {"step": name, "assignments": [dict(zip(keys, a, strict=True)) for a in assignments]}


def first(*assignments: tuple[str, str, int]) -> Document:
    """Return the first of two steps."""
    return step(*assignments, name="first_strike")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the shared cases that were not run, each with the reason, and count random boards."""
    properties = [p for r in terminalreporter.getreports("passed") for p in r.user_properties]
    compared = sum(int(str(number)) for name, number in properties if name == COMPARED)
    if compared:
        terminalreporter.line(f"{COMPARED}: {compared}")
    reasons: dict[str, list[str]] = {}
    for report in terminalreporter.getreports("skipped"):
        if isinstance(report.longrepr, tuple):
            reason = str(report.longrepr[2]).removeprefix("Skipped: ")
            if reason.startswith(NOT_RUN):
                name = report.nodeid.partition("[")[2].removesuffix("]")
                reasons.setdefault(reason.removeprefix(NOT_RUN), []).append(name)
    if reasons:
        terminalreporter.section("shared cases that were not run")
        for reason, names in sorted(reasons.items()):
            terminalreporter.line(f"{reason} ({len(names)}): {', '.join(sorted(names))}")
