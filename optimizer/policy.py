"""The decisions of a combat for a program that plays: plain data, within a budget of time."""

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any

from engine.combat import Combat
from engine.declarations import judge_attacks, judge_blocks, with_attacks, with_blocks
from engine.reading import read_combat
from optimizer.damage import solve_damage
from optimizer.declaring.attack import solve_attack
from optimizer.declaring.blocks import solve_blocks
from optimizer.objectives import turned
from optimizer.play_well import PLAY
from optimizer.playing.ahead import attack_ahead
from optimizer.playing.playout import OutOfTimeError, played_out
from optimizer.requirements import most_attack_requirements, most_block_requirements
from optimizer.solution import Status

TURNS = 6
"""How many turns a policy that plays well looks ahead when it attacks."""

Source = Combat | Mapping[str, Any] | str | Path
"""A combat, or whatever `engine.read_combat` reads."""


class Policy:
    """Decides attacks, blocks and damage as `solve_attack`, `solve_blocks` and `solve_damage` do.

    Every decision is legal and checked by the engine, proven best or not: when the budget is used
    up it is the best that was found.

    What one combat guarantees says little about the turns after it: an attack leaves its creatures
    tapped, and one that waits for a guarantee may never come. So a policy that plays well, and was
    not asked for other objectives, attacks with what guarantees a win, and if nothing does with
    what some turns that are played out by habits speak for (`optimizer.playing`).

    Parameters
    ----------
    objectives
        From the active player's side, in order of importance (`optimizer.objectives`), also where
        the defending side decides: it decides against them.
    budget
        Seconds for each decision; None waits for the proof. What has to be done for any legal
        answer at all, and the loading of the solver at the first decision, come on top.
    look_ahead
        How many turns an attack is played out for; 0 attacks as `solve_attack` does. If None, 6 for
        the objectives ``play`` alone, and 0 for others.
    """

    def __init__(
        self,
        objectives: Iterable[str] = PLAY,
        budget: float | None = 0.05,
        look_ahead: int | None = None,
    ) -> None:
        if budget is not None and not (math.isfinite(budget) and budget >= 0):
            raise ValueError(f"expected a number of seconds, 0 or more, not {budget}")
        if look_ahead is not None and look_ahead < 0:
            raise ValueError(f"expected a number of turns, 0 or more, not {look_ahead}")
        self.objectives = (objectives,) if isinstance(objectives, str) else tuple(objectives)
        self.budget = budget
        if look_ahead is None:
            look_ahead = TURNS if self.objectives == (PLAY,) else 0
        self.look_ahead = look_ahead

    def __repr__(self) -> str:
        return f"Policy({self.objectives!r}, budget={self.budget!r})"

    def choose_attack(self, combat: Source) -> dict[str, str]:
        """Return for each attacker what it attacks (508.1); nobody else attacks.

        Raises
        ------
        DocumentError
            If the combat or an objective is at fault, as from the other two.
        """
        given, began = _combat(combat), perf_counter()
        if not self.look_ahead:
            found = solve_attack(given, self.objectives, self.budget)
            return dict(found.attacks or {})
        part = None if self.budget is None else self.budget / 4
        won = solve_attack(given, ["max lethal"], part)
        attacks = dict(won.attacks or {})
        if won.values == (1,) and won.status is Status.OPTIMAL:
            return attacks
        end = None if self.budget is None else began + self.budget
        return attack_ahead(given, attacks, self.look_ahead, end)

    def choose_blocks(self, combat: Source) -> dict[str, list[str]]:
        """Return for each blocker the attackers that it blocks (509.1); nobody else blocks."""
        found = solve_blocks(_combat(combat), self.objectives, self.budget)
        return {blocker: list(attackers) for blocker, attackers in found.blocks.items()}

    def pick_attack(self, combat: Source, offered: Sequence[Mapping[str, str]]) -> int:
        """Return which of some attacks to declare, for an engine that allows no others.

        Those that break a rule are passed over, unless there are no others. The first legal one is
        taken if the budget is used up before anything is known.
        """
        given, began = _combat(combat), perf_counter()
        most = most_attack_requirements(given)
        legal = [n for n, one in enumerate(offered) if not judge_attacks(given, one, most)]
        numbers = legal or list(range(len(offered)))
        part = None if self.budget is None else self.budget / len(numbers)
        end = None if self.budget is None else began + self.budget
        worth: dict[int, tuple[int, ...]] = {numbers[0]: ()}
        with suppress(OutOfTimeError):
            for number in numbers:
                if self.look_ahead:
                    worth[number] = (played_out(given, offered[number], self.look_ahead, end),)
                else:
                    attacked = with_attacks(given, offered[number])
                    found = solve_blocks(attacked, self.objectives, part)
                    worth[number] = turned(found.objectives, found.values)
        return max(worth, key=worth.__getitem__)

    def pick_blocks(self, combat: Source, offered: Sequence[Mapping[str, Sequence[str]]]) -> int:
        """Return which of some blocks to declare, as `pick_attack` does."""
        given = _combat(combat)
        most = most_block_requirements(given)
        legal = [n for n, one in enumerate(offered) if not judge_blocks(given, one, most)]

        def worth(number: int) -> tuple[int, ...]:
            blocks = {name: tuple(own) for name, own in offered[number].items()}
            found = solve_damage(with_blocks(given, blocks), self.objectives, deadline=self.budget)
            return turned(found.objectives, found.values)

        return min(legal or range(len(offered)), key=worth)

    def choose_damage(self, combat: Source) -> list[dict[str, Any]]:
        """Return the combat damage of both sides (510.1), step by step as in an output document."""
        found = solve_damage(_combat(combat), self.objectives, deadline=self.budget)
        assert found.outcome is not None  # nothing is wished for
        return [step.to_document() for step in found.outcome.steps]


def _combat(source: Source) -> Combat:
    return source if isinstance(source, Combat) else read_combat(source)
