"""The decisions of a combat for a program that plays: plain data, within a budget of time."""

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engine.combat import Combat
from engine.reading import read_combat
from optimizer.damage import solve_damage
from optimizer.declaring.attack import solve_attack
from optimizer.declaring.blocks import solve_blocks

Source = Combat | Mapping[str, Any] | str | Path
"""A combat, or whatever `engine.read_combat` reads."""


class Policy:
    """Decides attacks, blocks and damage as `solve_attack`, `solve_blocks` and `solve_damage` do.

    Every decision is legal and checked by the engine, proven best or not: when the budget is used
    up it is the best that was found.

    Parameters
    ----------
    objectives
        From the active player's side, in order of importance (`optimizer.objectives`), also where
        the defending side decides: it decides against them.
    budget
        Seconds for each decision; None waits for the proof. What has to be done for any legal
        answer at all, and the loading of the solver at the first decision, come on top.
    """

    def __init__(self, objectives: Iterable[str], budget: float | None = 0.05) -> None:
        if budget is not None and not (math.isfinite(budget) and budget >= 0):
            raise ValueError(f"expected a number of seconds, 0 or more, not {budget}")
        self.objectives = (objectives,) if isinstance(objectives, str) else tuple(objectives)
        self.budget = budget

    def __repr__(self) -> str:
        return f"Policy({self.objectives!r}, budget={self.budget!r})"

    def choose_attack(self, combat: Source) -> dict[str, str]:
        """Return for each attacker what it attacks (508.1); nobody else attacks.

        Raises
        ------
        DocumentError
            If the combat or an objective is at fault, as from the other two.
        """
        found = solve_attack(_combat(combat), self.objectives, self.budget)
        return dict(found.attacks or {})

    def choose_blocks(self, combat: Source) -> dict[str, list[str]]:
        """Return for each blocker the attackers that it blocks (509.1); nobody else blocks."""
        found = solve_blocks(_combat(combat), self.objectives, self.budget)
        return {blocker: list(attackers) for blocker, attackers in found.blocks.items()}

    def choose_damage(self, combat: Source) -> list[dict[str, Any]]:
        """Return the combat damage of both sides (510.1), step by step as in an output document."""
        found = solve_damage(_combat(combat), self.objectives, deadline=self.budget)
        assert found.outcome is not None  # nothing is wished for
        return [step.to_document() for step in found.outcome.steps]


def _combat(source: Source) -> Combat:
    return source if isinstance(source, Combat) else read_combat(source)
