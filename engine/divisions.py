"""Divisions, thresholds and gates: all that the rules of damage assignment come down to.

(510.1, 702.2c, 702.19, 702.22)

A *threshold* says that a recipient has been assigned lethal damage or its loyalty in this step, by
anybody. A *division* is one creature's damage in one step: how much, who divides it, and among
which recipients; a recipient may stand *behind* others, whose thresholds must be met before the
first point may go there. A creature that may assign its damage in more than one way has several
*options*, of which the divider picks one.

What a creature may do depends on what is still there: its recipients, the blockers in front of what
it attacks (702.19d), a creature with banding (702.22j-k). So `conditional_divisions` says it for
everything that may be there, with the conditions, and `divisions` for what is there. The checker,
the encoding, the greedy answer and the explanations read these; nothing else knows the rules of
assignment.
"""

from functools import lru_cache

from engine.combat import Combat, Step
from engine.division import Division as Division
from engine.division import Option as Option
from engine.division import Recipient as Recipient
from engine.division import Threshold as Threshold
from engine.keywords import Keyword
from engine.objects import Creature
from engine.participation import assigned_amount as assigned_amount
from engine.participation import strikes_in
from engine.participation import takes_part as takes_part
from engine.relaxation import RelaxedCombat, relaxation_of
from engine.state import State
from engine.waiving import relaxed


def conditional_divisions(state: State, step: Step) -> tuple[Division, ...]:
    """Return the divisions of a step for everything that may be there when it begins.

    They are for the creatures and amounts of `state`; what else is there is left open. A creature
    whose divider depends on that has a division for each case.
    """
    found: list[Division] = []
    combat, creatures, gone, counters = state.combat, state.creatures, state.gone, state.counters
    is_relaxed = isinstance(combat, RelaxedCombat)
    has_two_steps = len(combat.steps) > 1
    for name in combat.roles.fighting:
        if is_relaxed:
            if not takes_part(state, name, step):
                continue
        elif name in gone or (has_two_steps and not strikes_in(state, name, step)):
            continue
        creature = creatures[name]
        divide = _attacker if creature.attacks else _blocker
        amount = assigned_amount(creature, counters.get(name, 0) if counters else 0)
        if is_relaxed:
            found += [relaxed(state, step, given) for given in divide(state, creature, amount)]
        elif amount > 0:
            found += divide(state, creature, amount)
    if is_relaxed:
        return tuple([division for division in found if division.amount > 0])
    return tuple(found)


def divisions(state: State, step: Step) -> tuple[Division, ...]:
    """Return the divisions of a step as it begins, in document order.

    They are kept with the state, as what solves and what judges ask for the same ones.
    """
    known: dict[Step, tuple[Division, ...]] = state.__dict__.setdefault("_divisions", {})
    if step not in known:
        due = conditional_divisions(state, step)
        if state.gone or state.left or state.lost or any(not d.is_plain for d in due):
            due = tuple([d.present(state) for d in due if d.holds(state.gone)])
        known[step] = due
    return known[step]


def thresholds(state: State) -> dict[str, Threshold]:
    """Return the thresholds of all creatures and planeswalkers that are there, by recipient.

    Lethal damage is what is missing to the toughness, marked damage counted, never below 0
    (702.19b, 120.6); a planeswalker's threshold is its loyalty (702.19c). They are kept with the
    state, as the divisions are.
    """
    known: dict[str, Threshold] | None = state.__dict__.get("_thresholds")
    if known is not None:
        return known
    more = relaxation_of(state.combat).thresholds
    marked, counters, left = state.marked, state.counters, state.left
    found: dict[str, Threshold] = {}
    for name, creature in state.creatures.items():
        if name not in left:
            missing = creature.toughness - marked[name]
            if counters or more:
                missing += more.get(name, 0) - counters.get(name, 0)
            found[name] = Threshold(name, missing if missing > 0 else 0, True)
    for name, loyalty in state.loyalty.items():
        if name not in state.left:
            found[name] = Threshold(name, loyalty + more.get(name, 0), deathtouch=False)
    state.__dict__["_thresholds"] = found
    return found


# --- attackers ---------------------------------------------------------------------------------


def _attacker(state: State, attacker: Creature, amount: int) -> list[Division]:
    combat, name = state.combat, attacker.id
    touch = bool(attacker.keywords) and attacker.has(Keyword.DEATHTOUCH)
    if attacker.assigned_by is not None:
        if combat.same_side(attacker.assigned_by, attacker.controller):
            options = _attacker_options(combat, attacker)
            return [Division(name, amount, attacker.assigned_by, options, touch)]
        blockers = combat.fighting_order(name)
        others = Option(
            tuple(map(Recipient, blockers)) + _past_others(combat, attacker, blockers), "510.1c"
        )
        if not combat.is_blocked(name):
            others = others._replace(rule="510.1b")
        return [Division(name, amount, attacker.assigned_by, (others,), touch, "510.1c")]
    ordinary = _attacker_options(combat, attacker)
    banders = _with_banding(state, combat.fighting_order(name)) if combat.roles.may_band else ()
    if not banders:
        return [Division(name, amount, attacker.controller, ordinary, touch)]
    among_blockers = Option(tuple(map(Recipient, combat.fighting_order(name))), "510.1c")
    defender = combat.defending_player(name) or state.creatures[banders[0]].controller
    return [
        Division(name, amount, defender, (among_blockers,), touch, "702.22j", while_there=banders),
        Division(name, amount, attacker.controller, ordinary, touch, unless_there=banders),
    ]


def _attacker_options(combat: Combat, attacker: Creature) -> tuple[Option, ...]:
    blocked = combat.is_blocked(attacker.id)
    ordinary = _blocked(combat, attacker) if blocked else _unblocked(combat, attacker)
    if not (attacker.as_though_unblocked or attacker.divides_among_defenders):
        return (ordinary,)
    options = [ordinary]
    if blocked and attacker.as_though_unblocked:
        options.append(_unblocked(combat, attacker))
    player = combat.defending_player(attacker.id) if attacker.divides_among_defenders else None
    if player is not None:
        theirs = (c.id for c in combat.creatures.values() if c.controller == player)
        recipients = tuple(map(Recipient, [player, *theirs]))
        options.append(Option(recipients, "510.1c", in_combat=False))
    return tuple(options)


def _unblocked(combat: Combat, attacker: Creature) -> Option:
    """All to what it attacks (510.1b), past a planeswalker with the ability (702.19c, e)."""
    if attacker.keywords or attacker.attacking is None:
        return Option(_attacked(combat, attacker, ()), "510.1b")
    return _free((attacker.attacking,), "510.1b")


def _blocked(combat: Combat, attacker: Creature) -> Option:
    """Its blockers (510.1c); with trample, what it attacks behind all of them (702.19b-d)."""
    blockers = combat.fighting_order(attacker.id)
    recipients = _in_order(combat, blockers, "510.1c")
    if not attacker.keywords or not attacker.tramples:
        return recipients
    attacked = _attacked(combat, attacker, blockers)
    return Option(recipients.recipients + attacked, "510.1c")


def _in_order(combat: Combat, names: tuple[str, ...], rule: str) -> Option:
    """Recipients that are divided among freely, or under the old rule each behind the earlier."""
    if combat.rules == "current":
        return _free(names, rule)
    return Option(
        tuple(Recipient(name, names[:k], rule if k else "") for k, name in enumerate(names)), rule
    )


@lru_cache(maxsize=16_384)
def _free(names: tuple[str, ...], rule: str) -> Option:
    """Return an option without gates; boards have the same ones time and again."""
    return Option(tuple(map(Recipient, names)), rule)


def _attacked(
    combat: Combat, attacker: Creature, blockers: tuple[str, ...]
) -> tuple[Recipient, ...]:
    """What it attacks, behind its blockers, and whom trample over planeswalkers reaches past it."""
    target = attacker.attacking
    past_walkers = attacker.has(Keyword.TRAMPLE_OVER_PLANESWALKERS)
    found = []
    if target is not None:
        found.append(Recipient(target, blockers, "702.19b" if blockers else ""))
    if past_walkers and (target is None or target in combat.planeswalkers):
        # The walker stands before its controller; once it is gone, only the blockers do (702.19e).
        player = combat.defending_player(attacker.id)
        if player is not None:
            walker = () if target is None else (target,)
            found.append(Recipient(player, blockers + walker, "702.19c"))
    return tuple(found)


def _past_others(
    combat: Combat, attacker: Creature, blockers: tuple[str, ...]
) -> tuple[Recipient, ...]:
    """What it attacks, where the other side divides: only if no blocker is there (702.19d)."""
    target = attacker.attacking
    if target is None or (combat.is_blocked(attacker.id) and not attacker.tramples):
        return ()
    return (Recipient(target, blockers, "702.19d" if blockers else "", sealed=True),)


def _with_banding(state: State, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in names if state.creatures[name].has(Keyword.BANDING))


# --- blockers ----------------------------------------------------------------------------------


def _blocker(state: State, blocker: Creature, amount: int) -> list[Division]:
    """Among the attackers that it blocks (510.1d); trample is for attackers only (702.19a)."""
    combat, name = state.combat, blocker.id
    attackers = combat.fighting_order(name)
    touch = bool(blocker.keywords) and blocker.has(Keyword.DEATHTOUCH)
    ordinary = _in_order(combat, attackers, "510.1d")
    if blocker.assigned_by is not None:
        own = combat.same_side(blocker.assigned_by, blocker.controller)
        option, rule = (ordinary, "") if own else (_free(attackers, "510.1d"), "510.1d")
        return [Division(name, amount, blocker.assigned_by, (option,), touch, rule)]
    banders = _with_banding(state, attackers) if combat.roles.may_band else ()
    if not banders:
        return [Division(name, amount, blocker.controller, (ordinary,), touch)]
    normal = Division(name, amount, blocker.controller, (ordinary,), touch, unless_there=banders)
    free = _free(attackers, "510.1d")
    active = combat.active_player
    return [
        Division(name, amount, active, (free,), touch, "702.22k", while_there=banders),
        normal,
    ]
