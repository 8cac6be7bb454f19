"""What `optimizer` exports is loaded when it is asked for, and not before."""

import subprocess
import sys
from pathlib import Path

import pytest

import optimizer

ROOT = Path(__file__).resolve().parents[2]
NAMES = (
    "MismatchError", "Solution", "best_answers", "explain", "frontier", "next_best", "solve_damage",
    "solve_search", "solve_tricks",
)  # fmt: skip


def run(code: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    run("import sys, optimizer\nassert not [n for n in sys.modules if n.startswith('optimizer.')]")
    run("import sys\nfrom optimizer import *")


@pytest.mark.parametrize("name", NAMES)
def test_exports(name: str) -> None:
    run(f"import sys\nfrom optimizer import {name}\nassert 'ortools' not in sys.modules")
    assert name in dir(optimizer)


@pytest.mark.parametrize("name", ["explain", "frontier", "next_best"])
def test_a_module_does_not_hide_what_is_named_after_it(name: str) -> None:
    run(f"import optimizer.{name}\nfrom optimizer import {name}\nassert callable({name})")
    run(f"from optimizer import {name}\nimport optimizer.{name}\nassert callable({name})")
    run(f"from optimizer.{name} import {name}\nassert callable({name})")


def test_what_is_not_there() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        getattr(optimizer, "nothing")  # noqa: B009  (mypy knows that it is not there)
