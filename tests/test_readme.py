"""Every example of the README runs and shows what the README says it shows."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.optimizer.client import Client
from tests.optimizer.service_process import Service

README = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """Return the README's code blocks in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def plain(text: str) -> str:
    """Return a text without what differs from run to run, or cannot be seen."""
    text = re.sub(r"(, )[\d.]+( ms\))|(\"milliseconds\": )[\d.]+", r"\1\3…\2", text)
    return "\n".join(line.rstrip() for line in text.splitlines()).strip()


ADDRESS = "http://127.0.0.1:8000"
"""Where the README has the service; the tests have one elsewhere."""


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with Service() as found:
        yield found


@pytest.mark.parametrize("block", blocks("console"))
def test_console_example(block: str, request: pytest.FixtureRequest) -> None:
    if ADDRESS in block:
        found: Service = request.getfixturevalue("service")
        block = block.replace(ADDRESS, found.address)
    command, expected = block.removeprefix("$ ").split("\n", 1)
    overrun = f'"{sys.executable}" -m optimizer'
    command = re.sub(r"(^|\| )overrun ", rf"\1{overrun} ", command)
    environment = os.environ | {"NO_COLOR": "1", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}
    run = subprocess.run(
        ["bash", "-c", command], env=environment, capture_output=True, text=True, check=False
    )
    assert plain(run.stdout) == plain(expected), run.stderr


def test_transcript() -> None:
    (block,) = blocks("transcript")
    lines = block.splitlines()
    with Client() as client:
        for request, expected in zip(lines[::2], lines[1::2], strict=True):
            client.say(request.removeprefix("> "))
            assert plain(f"< {client.line()}") == plain(expected)
        assert client.rest() == []
        assert client.status() == 0


def test_python_examples() -> None:
    names: dict[str, object] = {}
    found = blocks("python")
    assert len(found) == 7
    for block in found:
        exec(compile(block, "README.md", "exec"), names)


def test_notation_examples() -> None:
    from engine import read_combat

    (examples,) = blocks("text")
    for line in examples.splitlines():
        assert repr(read_combat(line)) == line


def test_the_two_commands_are_marked_for_the_ci_script() -> None:
    for name in ("demo", "tests"):
        assert README.count(f"<!-- command: {name} -->\n```sh\n") == 1
