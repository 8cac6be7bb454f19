"""What `engine` exports is loaded when it is asked for, and needs no solver."""

import subprocess
import sys
from pathlib import Path

import pytest

import engine

ROOT = Path(__file__).resolve().parents[2]


def loaded(code: str) -> set[str]:
    """Return the modules that a fresh interpreter has loaded after some code."""
    show = "\nimport sys\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code + show], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_importing_the_engine_loads_nothing_else() -> None:
    modules = loaded("import engine")
    assert not [name for name in modules if name.startswith("engine.")]
    assert modules.isdisjoint({"ortools", "pandas", "numpy", "pydantic"})


def test_all_of_the_engine_needs_no_solver() -> None:
    modules = loaded("from engine import *\nread_combat('2/2 <- 1/1')")
    assert "engine.legality" in modules
    assert modules.isdisjoint({"ortools", "pandas", "numpy", "optimizer"})


def test_the_notation_needs_no_pydantic() -> None:
    assert "pydantic" not in loaded("from engine import read_combat\nread_combat('2/2 <- 1/1')")


@pytest.mark.parametrize("name", engine.__all__)
def test_exports(name: str) -> None:
    assert name in dir(engine)
    assert getattr(engine, name) is not None


def test_what_is_not_there() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        getattr(engine, "nothing")  # noqa: B009  (mypy knows that it is not there)


def test_a_combat_is_shown_in_the_notation() -> None:
    code = "from engine import read_combat\nassert repr(read_combat('2/2 <- 1/1')) == '2/2 <- 1/1'"
    assert "engine.notation_writer" in loaded(code)


def test_a_document_without_cards_loads_nothing_about_them() -> None:
    document = (
        '{"version": 1, "active_player": "A", "players": {"A": {"life": 1}, "B": {"life": 1}}}'
    )
    code = f"from engine import *\nwrite_document(read_combat({document!r}))"
    assert not [name for name in loaded(code) if name.startswith("engine.resources")]
