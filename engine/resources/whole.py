"""A combat in which cards were used, judged as a whole: the uses and the damage (510.1, 601.2)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.assignment import StepAssignment, read_steps
from engine.combat import Combat, Step
from engine.legality import judge_steps
from engine.resources.judging import check_uses
from engine.resources.playing import resolve, settled
from engine.resources.use import Use, card_of
from engine.state import State
from engine.steps import advance
from engine.violation import Violation
from engine.window import Window


def in_window(uses: Iterable[Use], window: Window) -> tuple[Use, ...]:
    """Return the uses of a window, in their order."""
    return tuple(use for use in uses if use.window is window)


def check_combat(
    combat: Combat,
    uses: Sequence[Use],
    steps: Sequence[Mapping[str, Any]] | None,
    before: Sequence[Use] = (),
) -> tuple[Violation, ...]:
    """Judge what is used once blocks are declared, and the damage that follows.

    Parameters
    ----------
    combat
        With the blocks, and what was used before them done already.
    uses
        Those after the blocks and between the damage steps.
    steps
        The ``steps`` of an output document; None if there is no damage to be judged. Uses between
        the steps are judged only with it, in the state that the first step leaves.
    before
        What was used before the blocks: those cards are gone, and their mana is spent.

    Returns
    -------
    tuple of Violation
        Damage is judged only after legal uses.
    """
    after = in_window(uses, Window.AFTER_BLOCKS)
    violations = check_uses(combat, after, before=before)
    if violations or steps is None:
        return violations
    late = in_window(uses, Window.BETWEEN_STEPS)
    board = settled(resolve(State.beginning(combat), after))
    if not late:
        return judge_steps(board, read_steps(board, steps), lambda state: state)
    if Step.FIRST_STRIKE not in board.steps:
        what = "there is no first-strike damage step, so nothing is used after it"
        name = card_of(combat, late[0]).name
        return (Violation("510.4", what, Window.BETWEEN_STEPS, name),)
    given = list(steps)
    first = [step for step in given if step.get("step") == Step.FIRST_STRIKE.value]
    dealt = (*read_steps(board, first), StepAssignment(Step.FIRST_STRIKE, ()))[0]
    state = advance(State.beginning(board), dealt).after
    violations = check_uses(board, late, state, (*before, *after))
    if violations:
        return violations
    # What has entered by then may assign damage in the second step.
    known = resolve(state, late).combat
    return judge_steps(board, read_steps(known, given), lambda state: resolve(state, late))
