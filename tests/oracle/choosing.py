"""What each side may do in one step: its joint assignments (510.1, 510.1e)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from .assigning import (
    FREE,
    Division,
    assigned_effect,
    dividing,
    effect_of,
    forced_effect,
    gates_met,
    options,
)
from .dealing import NO_EFFECT, Effect, merge

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .reading import Board, Creature, State

Choice = tuple[Division, frozenset[str]]
"""One creature's division, with the gates that it has to pass."""

Menu = list[tuple["Creature", list[Choice]]]
"""The creatures whose damage one side divides, each with all its choices."""

Joint = tuple[Effect, frozenset[str]]
"""One side's whole assignment, with the gates that it has to pass."""

ChoiceEffects = list[Joint]
"""What each of one creature's choices does."""


def joint(sides: Iterable[ChoiceEffects]) -> list[Joint]:
    """Every combination of one choice for each creature."""
    found: list[Joint] = [(NO_EFFECT, FREE)]
    for choices in sides:
        found = [
            (merge(effect, more), needed | gates)
            for effect, needed in found
            for more, gates in choices
        ]
    return found


def merged_joint(sides: Iterable[ChoiceEffects]) -> list[Joint]:
    """The same with equal sums and gates only once."""
    found: dict[object, Joint] = {0: (NO_EFFECT, FREE)}
    for choices in sides:
        merged: dict[object, Joint] = {}
        for effect, needed in found.values():
            for more, gates in choices:
                both, all_gates = merge(effect, more), needed | gates
                merged[frozenset(both.items()), all_gates] = both, all_gates
        found = merged
    return list(found.values())


class Turn:
    """One step in one state: who divides what, and what each side may do."""

    def __init__(self, board: Board, state: State, step: str, *, plain: bool = False) -> None:
        self.board = board
        self.state = state
        self.step = step
        self.plain = plain
        self.combine = joint if plain else merged_joint
        self.menu_ours = self._menu(active=True)
        self.menu_theirs = self._menu(active=False)

    def _menu(self, active: bool) -> Menu:
        return [
            (fighter, options(self.board, self.state, fighter))
            for fighter in dividing(self.board, self.state, self.step, active)
        ]

    @cached_property
    def gates(self) -> frozenset[str]:
        """Everything that must have been assigned lethal damage for some choice."""
        menus = self.menu_ours + self.menu_theirs
        return FREE.union(*(gates for _, choices in menus for _, gates in choices))

    def effects(self, menu: Menu) -> Iterable[ChoiceEffects]:
        """What each choice of each creature does."""
        for fighter, choices in menu:
            yield [
                (
                    merge(
                        effect_of(self.board, fighter, division),
                        assigned_effect(fighter, division, self.gates),
                    ),
                    gates,
                )
                for division, gates in choices
            ]

    @cached_property
    def forced(self) -> Effect:
        """What the other side assigns without a choice counts for the active side's gates [R]."""
        fighters = [fighter for fighter, _ in self.menu_theirs]
        return forced_effect(self.board, self.state, fighters, self.gates)

    def opens(self, effect: Effect, gates: Iterable[str]) -> bool:
        """510.1e: whether the active side's assignment opens these gates."""
        return gates_met(self.board, self.state, merge(effect, self.forced), gates)

    @cached_property
    def ours(self) -> list[Effect]:
        """What the active side may do."""
        joint = self.combine(self.effects(self.menu_ours))
        legal = [effect for effect, gates in joint if not gates or self.opens(effect, gates)]
        return self._distinct(legal)

    @cached_property
    def theirs(self) -> list[Joint]:
        """What the defending side may do, gates still shut (only `rules: ordered` has any)."""
        return self.combine(self.effects(self.menu_theirs))

    @cached_property
    def _their_gates(self) -> frozenset[str]:
        choices = [choice for _, choices in self.menu_theirs for choice in choices]
        return FREE.union(*(gates for _, gates in choices))

    @cached_property
    def _ungated(self) -> list[Effect]:
        return self._distinct([effect for effect, _ in self.theirs])

    def replies(self, mine: Effect) -> list[Effect]:
        """What the defending side may do; all that is assigned in the step counts."""
        if not self._their_gates:
            return self._ungated
        return [
            effect
            for effect, gates in self.theirs
            if gates_met(self.board, self.state, merge(mine, effect), gates)
        ]

    def _distinct(self, effects: list[Effect]) -> list[Effect]:
        """Each once, without what only the active side's gates asked for."""
        if self.plain:
            return effects
        found: dict[object, Effect] = {}
        for effect in effects:
            kept = {
                slot: number
                for slot, number in effect.items()
                if slot[0] not in ("assigned", "deadly") or slot[1] in self._their_gates
            }
            found[frozenset(kept.items())] = kept
        return list(found.values())

    @cached_property
    def is_separate(self) -> bool:
        """In the last step: whether no choice of one side bears on what the other side's does."""
        return (
            self.step == "regular"
            and not self.board.modified
            and all(fighter.is_attacking for fighter, _ in self.menu_ours)
            and not any(fighter.is_attacking for fighter, _ in self.menu_theirs)
        )

    def count_splits(self) -> int:
        """An upper estimate of the ways in which shields may be split."""
        count = 1
        menus = self.menu_ours + self.menu_theirs
        for target in self.board.shielded:
            hitting = sum(any(target in d for d, _ in choices) for _, choices in menus)
            count *= (self.state["shield", target] + 1) ** max(0, hitting - 1)
        return count
