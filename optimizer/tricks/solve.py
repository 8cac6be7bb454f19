"""The question of combat tricks: which cards to use, when, on what, and the damage that follows."""

from collections.abc import Iterable, Sequence
from time import perf_counter
from typing import Literal

from engine.combat import Combat
from engine.faults import DocumentError, Fault
from engine.objects import Creature
from engine.resources.playing import resolve, settled
from engine.resources.uses import Use, check_uses, payment_of
from engine.state import State
from engine.steps import Outcome
from engine.violation import Violation
from optimizer.damage import refusing_overflow
from optimizer.mismatch import MismatchError
from optimizer.objectives import read_objectives, turned, values
from optimizer.parts.vectors import Vector
from optimizer.search import Search
from optimizer.solution import Status, confirm
from optimizer.tricks.answering import best_against
from optimizer.tricks.ceiling import ends
from optimizer.tricks.hand import Hand
from optimizer.tricks.planning import Plan, best_plan
from optimizer.tricks.solution import Tricks, Used, named
from optimizer.tricks.unknown import read_against, unknown_hand
from optimizer.tricks.worth import Asked, beginning
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
) -> Tricks:
    """Find the best use of a player's cards and mana in a combat, with the proof.

    Attackers and blockers are given. The player may use cards once the blocks are declared, and
    where there are two damage steps, between them. What a trick kills counts as destroyed.

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

    Returns
    -------
    Tricks
        With status ``optimal``; ``infeasible`` if the wishes cannot be met; ``feasible`` if the
        deadline passed before the proof.

    Raises
    ------
    DocumentError
        If an objective or a wish cannot be read, or there is no such player.
    """
    started = perf_counter()
    player = _player(combat, side)
    given = read_objectives(combat, objectives)
    texts = (wishes,) if isinstance(wishes, str) else tuple(wishes)
    end = None if deadline is None else started + deadline
    by_active = player in combat.active_side
    asked = Asked(given, read_wishes(combat, texts), by_active, end)
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
    with refusing_overflow(combat, given):
        if other is None:
            plan = best_plan(combat, hand, asked)
        else:
            plan = best_against(combat, hand, other, asked)
        return answered(combat, asked, plan, started)


def _damage(
    asked: Asked, combat: Combat, died: Sequence[Creature]
) -> tuple[Outcome, bool]:
    """Return the damage that follows, and whether it is proven to be the best."""
    left = None if asked.end is None else max(0.0, asked.end - perf_counter())
    found = Search(beginning(combat), asked.goals(combat, died), left).run()
    return found.outcome, found.proven


def judge(combat: Combat, plan: Plan) -> None:
    """Have the engine judge that everything that is used may be used, and is paid for.

    Raises
    ------
    MismatchError
        If it may not.
    """
    state = State.beginning(combat)
    if plan.own is not None:
        violations = _judge_answers(combat, plan)
    elif plan.between:
        assert plan.outcome is not None
        violations = check_uses(combat, plan.after_blocks, state)
        between = plan.outcome.events[0].after
        violations += check_uses(combat, plan.between, between, plan.after_blocks)
    else:
        violations = check_uses(combat, plan.after_blocks, state)
    if violations:
        reasons = "; ".join(map(str, violations))
        raise MismatchError(f"{reasons}\n{plan.uses}\n{combat!r}")


def _judge_answers(combat: Combat, plan: Plan) -> tuple[Violation, ...]:
    """Judge the player's plan as it was meant, and every answer when it is given."""
    assert plan.own is not None
    own = frozenset(plan.own)
    found: list[Violation] = []
    before: list[Use] = []
    windows = [(State.beginning(combat), plan.after_blocks)]
    if plan.between:
        assert plan.outcome is not None
        windows.append((plan.outcome.events[0].after, plan.between))
    else:
        found += check_uses(combat, plan.own)
    for state, uses in windows:
        for use in uses:
            if use not in own:
                found += check_uses(combat, [use], state, before)
            before.append(use)
            state = resolve(state, [use])
    return tuple(found)


def _player(combat: Combat, side: str | None) -> str:
    if side is None:
        return combat.active_player
    if side not in combat.players:
        known = ", ".join(combat.players)
        raise DocumentError([Fault("side", f"there is no player {side!r}; they are {known}")])
    return side


def answered(combat: Combat, asked: Asked, plan: Plan, started: float) -> Tricks:
    """Return the answer for a plan: the damage that follows, all of it judged by the engine."""
    if plan.is_proven and asked.wishes and plan.worth[0] < int(asked.by_active):
        return Tricks(
            Status.INFEASIBLE, asked.objectives, (), (), (), None, (), _statistics(plan, started)
        )
    after = resolve(State.beginning(combat), plan.after_blocks)
    died = [after.creatures[name] for name in sorted(after.died)]
    outcome, is_proven = plan.outcome, plan.is_proven
    if outcome is None:
        outcome, is_exact = _damage(asked, settled(after), died)
        is_proven = is_proven and is_exact
    measured = turned(asked.objectives, values(asked.objectives, outcome))
    confirm(outcome, asked.objectives, turned(asked.objectives, measured))
    goals = asked.goals(outcome.combat, died)
    whole = tuple(
        value + more
        for value, more in zip(
            [goal.value(outcome) for goal in goals], asked.before(combat, died), strict=True
        )
    )
    sense = 1 if asked.by_active else -1
    if is_proven and tuple(sense * value for value in whole) != plan.worth:
        raise MismatchError(f"{plan.uses} are worth {whole}, not {plan.worth}\n{combat!r}")
    judge(combat, plan)
    return _answer(combat, asked, plan, outcome, whole, after, started, is_proven=is_proven)


def _answer(
    combat: Combat,
    asked: Asked,
    plan: Plan,
    outcome: Outcome,
    whole: Vector,
    after: State,
    started: float,
    *,
    is_proven: bool,
) -> Tricks:
    skip = len(whole) - len(asked.objectives)
    met = not skip or (whole[0] == 1) is asked.by_active
    found = turned(asked.objectives, whole[skip:])
    limits = found if is_proven else ends(combat, asked)
    return Tricks(
        Status.OPTIMAL if is_proven else Status.FEASIBLE,
        asked.objectives,
        found,
        limits,
        used(combat, plan.uses),
        outcome,
        tuple(name for name in after.creatures if name in after.died),
        _statistics(plan, started),
        met,
    )


def _statistics(plan: Plan, started: float) -> dict[str, object]:
    milliseconds = round((perf_counter() - started) * 1000, 3)
    return {"method": plan.method, "milliseconds": milliseconds}


def used(combat: Combat, uses: Sequence[Use]) -> tuple[Used, ...]:
    """Return uses with what pays for them."""
    found: dict[Use, Used] = {}
    for player in dict.fromkeys(use.player for use in uses):
        own = [use for use in uses if use.player == player]
        payment = payment_of(combat, player, own)
        assert payment is not None
        for use, paid in zip(own, payment.costs, strict=True):
            found[use] = Used(use, named(combat, use), paid)
    return tuple(found[use] for use in uses)
