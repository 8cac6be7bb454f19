"""From a plan to an answer: the damage that follows, all of it judged by the engine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

from engine.combat import Combat
from engine.declarations import judge_blocks
from engine.objects import Creature
from engine.resources.playing import resolve, settled
from engine.resources.uses import Use, check_uses, payment_of
from engine.state import State
from engine.steps import Outcome
from engine.violation import Violation
from optimizer.mismatch import MismatchError
from optimizer.objectives import turned, values
from optimizer.parts.vectors import Vector
from optimizer.requirements import most_block_requirements
from optimizer.search import Search
from optimizer.solution import Status, confirm
from optimizer.tricks.ceiling import ends
from optimizer.tricks.planning import Plan
from optimizer.tricks.solution import Tricks, Used, named
from optimizer.tricks.worth import Asked, beginning


@dataclass(frozen=True)
class Before:
    """What was used before the blocks, and which were declared.

    Attributes
    ----------
    state
        What the uses have made of the combat, before the blocks.
    """

    combat: Combat
    uses: tuple[Use, ...]
    state: State
    blocks: Mapping[str, Sequence[str]]


def answered(
    combat: Combat, asked: Asked, plan: Plan, started: float, before: Before | None = None
) -> Tricks:
    """Return the answer for a plan: the damage that follows, all of it judged by the engine.

    Parameters
    ----------
    combat
        With the blocks.
    before
        What happened before them; who died then is in what is asked.
    """
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
    judge(combat, plan, before)
    return _answer(combat, asked, plan, outcome, whole, after, started, before, is_proven=is_proven)


def _answer(
    combat: Combat,
    asked: Asked,
    plan: Plan,
    outcome: Outcome,
    whole: Vector,
    after: State,
    started: float,
    before: Before | None,
    *,
    is_proven: bool,
) -> Tricks:
    skip = len(whole) - len(asked.objectives)
    met = not skip or (whole[0] == 1) is asked.by_active
    found = turned(asked.objectives, whole[skip:])
    limits = found if is_proven else ends(combat, asked)
    died = [creature.id for creature in asked.died]
    uses = plan.uses if before is None else (*before.uses, *plan.uses)
    return Tricks(
        Status.OPTIMAL if is_proven else Status.FEASIBLE,
        asked.objectives,
        found,
        limits,
        used(combat if before is None else before.combat, uses),
        outcome,
        (*died, *(name for name in after.creatures if name in after.died)),
        _statistics(plan, started),
        met,
        None if before is None else before.blocks,
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


def _damage(asked: Asked, combat: Combat, died: Sequence[Creature]) -> tuple[Outcome, bool]:
    """Return the damage that follows, and whether it is proven to be the best."""
    left = None if asked.end is None else max(0.0, asked.end - perf_counter())
    found = Search(beginning(combat), asked.goals(combat, died), left).run()
    return found.outcome, found.proven


def judge(combat: Combat, plan: Plan, before: Before | None = None) -> None:
    """Have the engine judge that everything that is used may be used, and is paid for.

    Raises
    ------
    MismatchError
        If it may not.
    """
    state = State.beginning(combat)
    earlier = () if before is None else before.uses
    violations: tuple[Violation, ...] = ()
    if before is not None:
        violations = check_uses(before.combat, before.uses)
        violations += judge_blocks(
            settled(before.state), before.blocks, most_block_requirements(settled(before.state))
        )
    if plan.own is not None:
        violations += _judge_answers(combat, plan)
    else:
        violations += check_uses(combat, plan.after_blocks, state, earlier)
    if plan.own is None and plan.between:
        assert plan.outcome is not None
        between = plan.outcome.events[0].after
        violations += check_uses(combat, plan.between, between, (*earlier, *plan.after_blocks))
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
