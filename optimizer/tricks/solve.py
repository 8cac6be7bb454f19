"""The question of combat tricks: which cards to use, when, on what, and the damage that follows."""

from collections.abc import Iterable
from time import perf_counter
from typing import Literal

from engine.combat import Combat
from engine.faults import DocumentError, Fault
from optimizer.damage import refusing_overflow
from optimizer.objectives import read_objectives, written_out
from optimizer.tricks.answer import answered
from optimizer.tricks.answering import best_against
from optimizer.tricks.hand import Hand
from optimizer.tricks.planning import best_plan
from optimizer.tricks.solution import Tricks
from optimizer.tricks.unknown import read_against, unknown_hand
from optimizer.tricks.worth import Asked
from optimizer.wishes import read_wishes


def solve_tricks(
    combat: Combat,
    objectives: Iterable[str],
    *,
    side: str | None = None,
    opponent: Literal["nothing", "best"] = "nothing",
    against: str | None = None,
    wishes: Iterable[str] = (),
    deadline: float | None = None,
    before_blocks: bool = False,
) -> Tricks:
    """Find the best use of a player's cards and mana in a combat, with the proof.

    Attackers and blockers are given. The player may use cards once the blocks are declared, and
    where there are two damage steps, between them. What a trick kills counts as destroyed.

    It is a plan: where the other side answers, the player goes through with it.

    Parameters
    ----------
    combat
        The combat, with ``resources``.
    objectives
        From the active side's view, in order of importance (`optimizer.objectives`). A player of
        the other side uses cards against them.
    side
        Whose cards are asked about; None: the active player's.
    opponent
        ``nothing``: the other side uses no cards. ``best``: it answers the player's plan as well as
        it can with the ``resources`` that the combat gives it; a card that is not known is none
        (`optimizer.tricks.answering`).
    against
        What the opponent may have instead, such as ``foretold=2,mana=4``: the answer is the worst
        that cards of the card table can be (`optimizer.tricks.unknown`).
    wishes
        What the player wants to hold, whatever the other side does (`optimizer.wishes`).
    deadline
        Seconds to spend; None waits for the proof.
    before_blocks
        The attackers are given, but the blocks of the combat are not looked at: they are declared
        after the player has used what it likes, and then it may use more. The defending side blocks
        as is best for it if nothing more is used (`optimizer.tricks.before`); if the cards are its
        own, it knows them.

    Returns
    -------
    Tricks
        With status ``optimal``; ``infeasible`` if the wishes cannot be met; ``feasible`` if the
        deadline passed before the proof.

    Raises
    ------
    DocumentError
        If an objective or a wish cannot be read, there is no such player, or it is asked for
        answers before the blocks.
    """
    started = perf_counter()
    player = _player(combat, side)
    objectives = (objectives,) if isinstance(objectives, str) else tuple(objectives)
    given = read_objectives(combat, objectives)
    wanted = (wishes,) if isinstance(wishes, str) else tuple(wishes)
    end = None if deadline is None else started + deadline
    by_active = player in combat.active_side
    asked = Asked(given, read_wishes(combat, wanted), by_active, end)
    others = [name for name in combat.players if not combat.same_side(name, player)]
    other: Hand | None = None
    if against is not None:
        if len(others) > 1:
            names = ", ".join(others)
            raise DocumentError([Fault("against", f"there are several opponents: {names}")])
        combat, other = unknown_hand(combat, others[0], read_against(against))
    elif opponent == "best":
        other = Hand(combat, others)
    hand = Hand(combat, [player])
    if before_blocks and other is not None:
        message = (
            "with answers of the other side only the windows after the blocks can be asked about"
        )
        raise DocumentError([Fault("before_blocks", message)])
    with refusing_overflow(combat, given):
        if before_blocks:
            from optimizer.tricks.before import with_blocks_to_come

            texts = written_out(combat, objectives)
            return with_blocks_to_come(combat, hand, asked, texts, started)
        if other is None:
            plan = best_plan(combat, hand, asked)
        else:
            plan = best_against(combat, hand, other, asked)
        return answered(combat, asked, plan, started)


def _player(combat: Combat, side: str | None) -> str:
    if side is None:
        return combat.active_player
    if side not in combat.players:
        known = ", ".join(combat.players)
        raise DocumentError([Fault("side", f"there is no player {side!r}; they are {known}")])
    return side
