"""The search for the best combat damage.

What is exported is loaded when it is asked for, so that reading a combat, checking an assignment or
printing the version waits for nothing; the solver is loaded when there is something to search.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from optimizer.alternatives import best_answers as best_answers
    from optimizer.batch.many import solve_many as solve_many
    from optimizer.damage import solve_damage as solve_damage
    from optimizer.declaring.attack import solve_attack as solve_attack
    from optimizer.declaring.blocks import solve_blocks as solve_blocks
    from optimizer.declaring.solution import Declared as Declared
    from optimizer.explain import explain as explain
    from optimizer.frontier import frontier as frontier
    from optimizer.mismatch import MismatchError as MismatchError
    from optimizer.next_best import next_best as next_best
    from optimizer.policy import Policy as Policy
    from optimizer.solution import Solution as Solution
    from optimizer.tricks.searching import solve_search as solve_search
    from optimizer.tricks.solution import Tricks as Tricks
    from optimizer.tricks.solve import solve_tricks as solve_tricks

_MODULES = {
    "Declared": "declaring.solution",
    "MismatchError": "mismatch",
    "Policy": "policy",
    "Solution": "solution",
    "Tricks": "tricks.solution",
    "best_answers": "alternatives",
    "explain": "explain",
    "frontier": "frontier",
    "next_best": "next_best",
    "solve_attack": "declaring.attack",
    "solve_blocks": "declaring.blocks",
    "solve_damage": "damage",
    "solve_many": "batch.many",
    "solve_search": "tricks.searching",
    "solve_tricks": "tricks.solve",
}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})


class _Package(ModuleType):
    """Keeps a submodule from taking the place of the export that has its name."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _MODULES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
