"""Short ways to write the documents and assignments of the oracle's own tests."""

from __future__ import annotations

from typing import Any

Document = dict[str, Any]


def creature(text: str, **more: Any) -> dict[str, Any]:
    """ "A giant 4/3 trample, deathtouch": controller, id, power/toughness, keywords."""
    controller, name, size, *keywords = text.split(" ", 3)
    power, toughness = size.split("/")
    entry: dict[str, Any] = {"id": name, "controller": controller}
    entry |= {"power": int(power), "toughness": int(toughness)}
    entry["keywords"] = keywords[0].split(", ") if keywords else []
    return entry | more


def combat(*creatures: dict[str, Any], **more: Any) -> Document:
    players = {name: {"life": 20} for name in more.pop("names", "AB")}
    head = {"version": 1, "active_player": "A", "players": players}
    return head | {"creatures": list(creatures)} | more


def step(*assignments: tuple[str, str, int], name: str = "regular") -> dict[str, Any]:
    keys = ("source", "target", "amount")
    made = [dict(zip(keys, assignment, strict=True)) for assignment in assignments]
    return {"step": name, "assignments": made}
