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


def check_resolved(
    combat: Combat, uses: Sequence[Use], state: State, before: Sequence[Use] = ()
) -> tuple[Violation, ...]:
    """Judge uses of one window, of several players, in the order in which they resolve.

    What answers a use is put on the stack after it and resolves first (405.5). So a use is legal
    as well if it would be without what the other side has used: it was announced before that, and
    may find its target gone (608.2b).
    """
    found: list[Violation] = []
    done: list[Use] = []
    now = state
    for use in uses:
        wrong = check_uses(combat, [use], now, [*before, *done])
        own = [one for one in done if combat.same_side(one.player, use.player)]
        if wrong and len(own) < len(done):
            wrong = check_uses(combat, [*own, use], state, before)
        found += wrong
        done.append(use)
        if not wrong:
            now = resolve(now, [use])
    return tuple(found)


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
    violations = check_resolved(combat, after, State.beginning(combat), before)
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
    violations = check_resolved(board, late, state, (*before, *after))
    if violations:
        return violations
    # What has entered by then may assign damage in the second step.
    known = resolve(state, late).combat
    return judge_steps(board, read_steps(known, given), lambda state: resolve(state, late))
