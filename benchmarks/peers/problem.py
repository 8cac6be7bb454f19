"""What the models of the peers are written from: the engine's divisions, and linear objectives.

It covers the damage questions in which the defending side has no choice that matters. Everything
else is refused, with the reason.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmarks.peers.answer import RefusedError
from engine.assignment import StepAssignment
from engine.combat import Combat, Step
from engine.divisions import Division, Threshold, divisions, thresholds
from engine.keywords import Keyword
from engine.state import State
from engine.steps import advance
from optimizer.greedy import greedy_step
from optimizer.objectives import Objective, read_objectives

_DAMAGE = ("player_damage", "planeswalker_damage", "battle_damage")
_ENDS = ("kills", "kill_value", "planeswalkers_killed", "battles_defeated")


@dataclass(frozen=True)
class Weights:
    """A linear objective, to be maximised.

    Attributes
    ----------
    dealt
        The weight of each point of damage, by recipient.
    ended
        The weight of each recipient that dies, is emptied or is defeated.
    """

    dealt: dict[str, int]
    ended: dict[str, int]


@dataclass(frozen=True)
class Problem:
    """One damage question.

    Attributes
    ----------
    steps
        The active side's divisions in each step; the second step's as they are if the first one
        does nothing to the defending side.
    limits
        The thresholds in the beginning, battles included.
    lasting
        Recipients that neither damage nor deathtouch removes: indestructible creatures.
    objectives
        In order of importance.
    senses
        1 for an objective that is maximised, -1 for one whose weights are turned around.
    """

    combat: Combat
    steps: tuple[tuple[Division, ...], ...]
    limits: dict[str, Threshold]
    lasting: frozenset[str]
    objectives: tuple[Weights, ...]
    senses: tuple[int, ...]

    @property
    def recipients(self) -> tuple[str, ...]:
        """Everything that can be assigned damage."""
        every = (r.id for step in self.steps for d in step for r in d.options[0].recipients)
        return tuple(dict.fromkeys(every))


def read_problem(combat: Combat, texts: Sequence[str]) -> Problem:
    """Turn a combat and objectives into a problem.

    Raises
    ------
    RefusedError
        If the defending side's choices matter or the combat has what no peer models.
    """
    state = State.beginning(combat)
    _refuse_special(combat, state)
    first = combat.steps[0]
    steps = [_own(combat, state, first)]
    if len(combat.steps) == 2:
        after = _after_forced(combat, state, steps[0])
        steps.append(_own(combat, after, Step.REGULAR))
    limits = thresholds(state)
    limits |= {n: Threshold(n, b.defense, deathtouch=False) for n, b in combat.battles.items()}
    objectives = read_objectives(combat, texts)
    indestructible = frozenset(
        c.id for c in combat.creatures.values() if c.has(Keyword.INDESTRUCTIBLE)
    )
    return Problem(
        combat,
        tuple(steps),
        limits,
        indestructible,
        tuple(_weights(combat, objective) for objective in objectives),
        tuple(objective.sense for objective in objectives),
    )


def _refuse_special(combat: Combat, state: State) -> None:
    if combat.effects or combat.after_first_strike or combat.resources:
        raise RefusedError("effects")
    if state.shields or state.shield_counters or state.regeneration:
        raise RefusedError("shields or regeneration")
    keywords = {word for group in combat.groups for word in group.keywords}
    keywords |= {word for walker in combat.planeswalkers.values() for word in walker.keywords}
    if any(word.startswith("protection") for word in keywords):
        raise RefusedError("protection")
    if Keyword.BANDING.value in keywords:
        raise RefusedError("banding")
    if any(group.deals != 1 for group in combat.groups):
        raise RefusedError("changed damage")
    counters = {Keyword.WITHER.value, Keyword.INFECT.value}
    if counters & keywords and (len(combat.steps) == 2 or Keyword.INDESTRUCTIBLE.value in keywords):
        raise RefusedError("-1/-1 counters with two steps or with indestructible")
    if len(combat.steps) == 2 and any(group.toxic or group.commander for group in combat.groups):
        raise RefusedError("a player who may lose between the steps")


def _own(combat: Combat, state: State, step: Step) -> tuple[Division, ...]:
    """Return the active side's divisions, without the creatures that assign nothing."""
    found = []
    for division in divisions(state, step):
        if division.divider not in combat.active_side:
            if combat.creatures[division.source].attacks:
                raise RefusedError("the defending side divides an attacker's damage")
            continue
        if not combat.creatures[division.source].attacks:
            raise RefusedError("the active side divides a blocker's damage")
        if len(division.options) > 1 or any(r.sealed for r in division.options[0].recipients):
            raise RefusedError("several ways to assign")
        if division.options[0].recipients:
            found.append(division)
    return tuple(found)


def _after_forced(combat: Combat, state: State, own: Iterable[Division]) -> State:
    """Return the state after the defending side's part of the first of two steps."""
    theirs = [d for d in divisions(state, Step.FIRST_STRIKE) if d.divider not in combat.active_side]
    if not all(division.is_forced for division in theirs):
        raise RefusedError("the defending side has a choice in the first step")
    most = sum(division.amount for division in own)
    if any(state.life[player] <= most for player in combat.defending_players):
        raise RefusedError("a player who may lose between the steps")
    return advance(state, StepAssignment(Step.FIRST_STRIKE, greedy_step(state, theirs))).after


def _weights(combat: Combat, objective: Objective) -> Weights:
    dealt: dict[str, int] = {}
    ended: dict[str, int] = {}
    for name, weight in objective.weights.items():
        base, _, player = name.partition(":")
        if base not in _DAMAGE + _ENDS:
            raise RefusedError(f"the objective {base}")
        part = dealt if base in _DAMAGE else ended
        for recipient, worth in _measured(combat, base, player).items():
            part[recipient] = part.get(recipient, 0) + objective.sense * weight * worth
    return Weights(dealt, ended)


def _measured(combat: Combat, base: str, player: str) -> dict[str, int]:
    """Return the recipients that a measure counts, and what each is worth."""
    if base == "player_damage":
        return dict.fromkeys([player] if player else combat.defending_players, 1)
    if base in ("battle_damage", "battles_defeated"):
        return dict.fromkeys(combat.battles, 1)
    side = combat.active_side
    if base in ("planeswalker_damage", "planeswalkers_killed"):
        return {n: 1 for n, w in combat.planeswalkers.items() if w.controller not in side}
    theirs = [c for c in combat.creatures.values() if c.controller not in side]
    return {c.id: c.value if base == "kill_value" else 1 for c in theirs}
