"""The best use of tricks on a small board, by trying all of it: uses, orders and assignments."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from engine import Combat
from engine.assignment import StepAssignment
from engine.declarations import block_rules, with_blocks
from engine.objects import Creature
from engine.resources.playing import resolve, settled
from engine.resources.uses import Use, Window, payment_of, possible_uses
from engine.state import State
from engine.state_actions import apply
from engine.steps import Outcome, next_step
from optimizer.declaring.blocks import solve_blocks
from optimizer.declaring.every import declarations
from optimizer.requirements import most_block_requirements
from tests.optimizer.brute import Brute, Vector

Worth = Callable[[Outcome, Sequence[Creature]], Vector]
"""What an outcome is worth to the active side, given who died before damage."""
Played = tuple[tuple[StepAssignment, Any], ...]
"""The damage steps so far, with their events."""


class TricksBrute:
    """All that can happen where one player uses cards."""

    def __init__(self, combat: Combat, player: str, worth: Worth) -> None:
        self.combat = combat
        self.player = player
        self.worth = worth
        self.pick = max if player in combat.active_side else min

    def value(self) -> Vector:
        """Return the value that is best for the player."""
        return self._after_blocks(State.beginning(self.combat), ())

    def _after_blocks(self, state: State, uses: tuple[Use, ...]) -> Vector:
        found = [self._damage(state, uses)]
        found += [
            self._after_blocks(resolve(state, [use]), (*uses, use))
            for use in self.uses(state, Window.AFTER_BLOCKS, uses)
        ]
        return self.pick(found)

    def uses(self, state: State, window: Window, uses: tuple[Use, ...]) -> list[Use]:
        used = {(use.way.zone, use.card) for use in uses}
        return [
            use
            for use in possible_uses(state.combat, self.player, window, state)
            if (use.way.zone, use.card) not in used
            and payment_of(self.combat, self.player, [*uses, use]) is not None
        ]

    def _damage(self, before: State, uses: tuple[Use, ...]) -> Vector:
        combat = settled(before)
        died = [before.creatures[name] for name in before.died]
        brute = Brute(combat, lambda outcome: self.worth(outcome, died))
        start = apply(State.beginning(combat), frozenset())
        return self._step(brute, start, uses, ())

    def _step(self, brute: Brute, state: State, uses: tuple[Use, ...], played: Played) -> Vector:
        last = played[-1][0].step if played else None
        step = next_step(state, last)
        if step is None:
            if played:
                outcome = brute.outcome(played)
                outcome = Outcome(state.combat, outcome.steps, outcome.events, state)
            else:
                outcome = Outcome(state.combat, (), (), state)
            return brute.worth(outcome)
        moves = []
        for own in brute.moves(state, step, True, ()):
            replies = []
            for both in brute.replies(state, step, own):
                after = [
                    self._between(brute, one[1].after, uses, (*played, one))
                    for one in brute.after(state, step, both)
                ]
                replies.append(max(after))
            moves.append(min(replies))
        return max(moves)

    def _between(self, brute: Brute, state: State, uses: tuple[Use, ...], played: Played) -> Vector:
        found = [self._step(brute, state, uses, played)]
        if len(played) == 1 and next_step(state, played[-1][0].step) is not None:
            found += [
                self._between(brute, resolve(state, [use]), (*uses, use), played)
                for use in self.uses(state, Window.BETWEEN_STEPS, uses)
            ]
        return self.pick(found)


class AnswerBrute(TricksBrute):
    """A plan that is announced, and the other player's answers before, in between and after it.

    For boards with one damage step.
    """

    def __init__(self, combat: Combat, player: str, other: str, worth: Worth) -> None:
        super().__init__(combat, player, worth)
        self.answering = TricksBrute(combat, other, worth)

    def value(self) -> Vector:
        """Return the value of the best plan, answered in the worst way."""
        start = State.beginning(self.combat)
        return self.pick(self._answered(start, plan, ()) for plan in self._plans(start, ()))

    def _plans(self, state: State, uses: tuple[Use, ...]) -> Iterator[tuple[Use, ...]]:
        yield uses
        for use in self.uses(state, Window.AFTER_BLOCKS, uses):
            yield from self._plans(resolve(state, [use]), (*uses, use))

    def _answered(self, state: State, plan: tuple[Use, ...], answers: tuple[Use, ...]) -> Vector:
        found = [
            self._answered(resolve(state, [use]), plan, (*answers, use))
            for use in self.answering.uses(state, Window.AFTER_BLOCKS, answers)
        ]
        if plan:
            found.append(self._answered(resolve(state, [plan[0]]), plan[1:], answers))
        else:
            found.append(self._damage(state, answers))
        return self.answering.pick(found)


class BeforeBrute(TricksBrute):
    """Cards used before the blocks, the blocks, and cards used after them."""

    def __init__(self, combat: Combat, player: str, worth: Worth, texts: Sequence[str]) -> None:
        super().__init__(combat, player, worth)
        self.texts = texts

    def value(self) -> Vector:
        """Return the value that is best for the player."""
        return self._before(State.beginning(self.combat), ())

    def _before(self, state: State, uses: tuple[Use, ...]) -> Vector:
        found = [self._blocked(state, uses)]
        found += [
            self._before(resolve(state, [use]), (*uses, use))
            for use in self.uses(state, Window.BEFORE_BLOCKS, uses)
        ]
        return self.pick(found)

    def _blocked(self, state: State, uses: tuple[Use, ...]) -> Vector:
        died = [state.creatures[name] for name in state.died]
        attacked = settled(state)
        rules = block_rules(attacked)
        every = [dict[str, tuple[str, ...]]()]
        if not state.is_over and self.player in attacked.active_side:
            plain = replace(attacked, resources={})
            every = [dict(solve_blocks(plain, self.texts).blocks)]
        elif not state.is_over:
            every = list(declarations(rules, most_block_requirements(attacked)))
        worth = self.worth
        self.worth = lambda outcome, more: worth(outcome, [*died, *more])
        found = [
            self._after_blocks(State.beginning(with_blocks(attacked, blocks)), uses)
            for blocks in every
        ]
        self.worth = worth
        return self.pick(found)
