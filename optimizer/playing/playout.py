"""Playing a game out by habits, to see what an attack leads to.

Nothing but the creatures that are there: no cards, no mana. The attack in question is blocked in
the worse of two ways, the later ones by habit; damage is divided in the first legal way. What comes
out is a guess, and used only to choose among attacks that are legal anyway.
"""

from collections.abc import Mapping
from time import perf_counter

from engine.assignment import StepAssignment
from engine.combat import Combat
from engine.declarations import with_attacks, with_blocks
from engine.divisions import divisions
from engine.state import State
from engine.steps import advance, next_step
from optimizer.declaring.next_turn import next_turn
from optimizer.greedy import greedy_step
from optimizer.playing.habits import Blocks, ganging_blocks, habitual_attack, habitual_blocks

WON = 1_000_000
"""More than any board is worth."""


class OutOfTimeError(Exception):
    """The time was up before the game was played out."""


def played_out(combat: Combat, attacks: Mapping[str, str], turns: int, end: float | None) -> int:
    """Return what an attack is worth to the active player some turns later.

    Parameters
    ----------
    turns
        How many turns are played after this one, if nobody has lost before.
    end
        The value of `time.perf_counter` at which to stop, or None.

    Returns
    -------
    int
        A win or a loss, the sooner the more extreme; otherwise by how much the active player's life
        and the value of its side's creatures are greater than those of the others.

    Raises
    ------
    OutOfTimeError
        If the time is up.
    """
    attacked = with_attacks(combat, attacks)
    if not attacks:
        return _goes_on(_after_blocks(attacked, {}), combat.active_player, turns, end)
    replies = [habitual_blocks(attacked)]
    if (other := ganging_blocks(attacked)) != replies[0]:
        replies.append(other)
    return min(
        _goes_on(_after_blocks(attacked, blocks), combat.active_player, turns, end)
        for blocks in replies
    )


def _goes_on(state: State, me: str, turns: int, end: float | None) -> int:
    for turn in range(turns):
        following = None if me in state.lost else next_turn(state)
        if following is None:
            return (turns - turn) * (-WON if me in state.lost else WON)
        if end is not None and perf_counter() > end:
            raise OutOfTimeError
        attacked = with_attacks(following, habitual_attack(following))
        state = _after_blocks(attacked, habitual_blocks(attacked) if attacked.attackers else {})
    return _worth(state, me)


def _after_blocks(attacked: Combat, blocks: Blocks) -> State:
    """Return the state after blocks and damage."""
    if blocks:
        attacked = with_blocks(attacked, {name: tuple(own) for name, own in blocks.items()})
    state = State.beginning(attacked)
    step = next_step(state, None)
    while step is not None:
        moves = greedy_step(state, divisions(state, step))
        event = advance(state, StepAssignment(step, tuple(a for a in moves if a.amount)))
        state, step = event.after, next_step(event.after, step)
    return state


def _worth(state: State, me: str) -> int:
    if me in state.lost:
        return -WON
    side = state.combat.team(me)
    if set(state.combat.players) - state.lost <= set(side):
        return WON
    worth = sum(life if name in side else -life for name, life in state.life.items())
    for name, creature in state.combat.creatures.items():
        if name not in state.left:
            worth += creature.value if creature.controller in side else -creature.value
    return worth
