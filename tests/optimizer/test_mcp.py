"""`overrun mcp` as a language model sees it: the official SDK's client, in another process."""

import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from typer.testing import CliRunner

from engine import read_combat
from optimizer import solve_damage
from optimizer.cli import app
from optimizer.requests import KEYS
from optimizer.tools.described import input_schemas

mcp = pytest.importorskip("mcp", reason="the extra 'mcp' is not installed")

HOME = Path(__file__).resolve().parents[2]
GIANT = "giant: 6/6 trample <- bear: 2/2, wall: 0/3"


def conversation(talk: Callable[[Any], Awaitable[None]]) -> None:
    """Start the command in a process of its own and talk to it with the SDK's client."""

    async def main() -> None:
        command = mcp.StdioServerParameters(
            command=sys.executable,
            args=["-m", "optimizer", "mcp", "--deadline", "20"],
            cwd=str(HOME),
            env={**os.environ, "PYTHONPATH": str(HOME)},
        )
        with anyio.fail_after(120):
            async with mcp.Client(command) as client:
                await talk(client)

    anyio.run(main)


def test_a_conversation() -> None:
    async def talk(client: Any) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {*KEYS, "cards"}
        assert tools["damage"].input_schema["$defs"]["Creature"]["properties"]["toughness"]

        async def ask(name: str, **arguments: Any) -> tuple[Any, bool]:
            result = await client.call_tool(name, arguments)
            return result.structured_content, bool(result.is_error)

        # 6 damage: 2 to the bear, 3 to the wall, 1 tramples through.
        found, is_error = await ask("damage", combat=GIANT, objectives=["max player_damage"])
        assert not is_error
        assert found["status"] == "optimal"
        assert found["result"]["players"]["B"]["life"] == 19
        verdict, is_error = await ask("check", combat=GIANT, steps=found["steps"])
        assert (verdict, is_error) == ({"legal": True, "violations": []}, False)

        cheat = [
            {
                "step": "regular",
                "assignments": [
                    {"source": "giant", "target": "B", "amount": 6},
                    {"source": "bear", "target": "giant", "amount": 2},
                ],
            }
        ]
        verdict, is_error = await ask("check", combat=GIANT, steps=cheat)
        assert not is_error
        assert "702.19b" in {each["rule"] for each in verdict["violations"]}

        blocked, _ = await ask("blocks", combat="giant: 5/5 -> B; B: life 5; ogre: 1/1 of B")
        assert blocked["blocks"] == {"ogre": ["giant"]}
        attack, _ = await ask("attack", combat="giant: 5/5 of A; B: life 5")
        assert attack["attacks"] == {"giant": "B"}

        document = read_combat(GIANT)
        assert solve_damage(document, ["max player_damage"]).values == (1,)

        refused, is_error = await ask("damage", combat="6/6 trampel", objectivs=[])
        assert is_error
        assert [fault["path"] for fault in refused["error"]["faults"]] == [
            "objectivs",
            "line 1, column 5",
        ]
        cards, is_error = await ask("cards", text="grizzly")
        assert not is_error
        assert cards["cards"][0]["name"] == "Grizzly Bears"
        refused, is_error = await ask("cards", text=3, limit=0)
        assert is_error
        assert [fault["path"] for fault in refused["error"]["faults"]] == ["text", "limit"]
        refused, is_error = await ask("damge", combat=GIANT)
        assert is_error
        assert "did you mean 'damage'" in refused["error"]["faults"][0]["message"]

    conversation(talk)


def test_the_schemas_describe_every_key_of_every_question() -> None:
    for kind, schema in input_schemas().items():
        for key, described in schema["properties"].items():
            assert described, f"{kind}: {key} has no schema"


def test_without_the_extra_the_command_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.delitem(sys.modules, "optimizer.tools.server", raising=False)
    run = CliRunner().invoke(app, ["mcp"])
    assert run.exit_code == 2
    assert "pip install 'overrun[mcp]'" in run.stderr
