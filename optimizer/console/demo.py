"""A built-in board on which deciding attacker by attacker is far from the best (510.1e)."""

from collections.abc import Iterable
from itertools import permutations
from math import factorial
from typing import TYPE_CHECKING

from engine.assignment import Assigned, StepAssignment
from engine.combat import Combat, Step
from engine.notation import parse
from engine.steps import Outcome, play

if TYPE_CHECKING:
    from optimizer.solution import Solution

BOARD = """\
Boldwyr Heavyweights <- Guard
Craw Wurm <- Guard
Thrasta, Tempest's Roar -> Chandra
Battle Mammoth -> Chandra <- Guard
Horta <- Hundred-Handed
Typhoid Rats <- Hundred-Handed, Baloth
Guard: Palace Guard
Hundred-Handed: Hundred-Handed One
Baloth: Enormous Baloth
Chandra: Chandra, Torch of Defiance
"""
"""Palace Guard may block any number of creatures, another of B's one more (Brave the Sands)."""


def board() -> Combat:
    """Return the built-in combat."""
    return parse(BOARD)


def best_one_by_one(combat: Combat) -> Outcome:
    """Play out the best that deciding attacker by attacker gives, in any order of the attackers.

    "Best" is the most combat damage to players.
    """
    orders = permutations(attacker.id for attacker in combat.attackers)
    outcomes = (play(combat, [one_by_one(combat, order)]) for order in orders)
    return max(outcomes, key=player_damage)


def player_damage(outcome: Outcome) -> int:
    """Return the combat damage dealt to defending players."""
    players = outcome.combat.defending_players
    return sum(hit.amount for e in outcome.events for hit in e.dealt if hit.target in players)


def one_by_one(combat: Combat, order: Iterable[str]) -> StepAssignment:
    """Assign each attacker's damage in turn, with what those before it have assigned counted.

    Each gives its blockers, the most valuable first, the lethal damage that is still missing, then
    the planeswalker it attacks its loyalty if it can trample over it; what is left goes as far as
    it may. Blockers deal all their damage to the first attacker that they block. Legal for a combat
    of one step in which nothing has been damaged or has left.
    """
    walk = _Walk(combat)
    rows = [row for attacker in order for row in walk.assign(attacker)]
    for blocker, attackers in combat.blocks.items():
        if combat.creatures[blocker].power > 0:
            rows.append(Assigned(blocker, attackers[0], combat.creatures[blocker].power))
    return StepAssignment(Step.REGULAR, tuple(rows))


class _Walk:
    """What is still missing to lethal damage and loyalty while attackers assign in turn."""

    def __init__(self, combat: Combat) -> None:
        self.combat = combat
        self.missing = {name: c.toughness for name, c in combat.creatures.items()}
        self.missing |= {name: walker.loyalty for name, walker in combat.planeswalkers.items()}

    def assign(self, attacker: str) -> list[Assigned]:
        """Return one attacker's damage."""
        combat, creature = self.combat, self.combat.creatures[attacker]
        line = sorted(combat.blockers[attacker], key=lambda name: -combat.creatures[name].value)
        if creature.attacking is not None and (creature.tramples or not line):
            line.append(creature.attacking)
            if "trample over planeswalkers" in creature.keywords:
                line.append(combat.defending_player(attacker) or creature.attacking)
        left, amounts = creature.power, dict.fromkeys(line, 0)
        for name in line:
            touches = "deathtouch" in creature.keywords and name in combat.creatures
            needed = self.missing.get(name, left)
            part = min(left, 1 if touches and needed else needed)
            amounts[name], left = part, left - part
            if name in self.missing:
                self.missing[name] = 0 if touches and part else needed - part
        amounts[line[-1]] += left
        return [Assigned(attacker, name, amount) for name, amount in amounts.items() if amount]


def introduction(combat: Combat, solution: "Solution") -> str:
    """Return the board in the short notation, and what the two ways of deciding give."""
    declared = [attacker.id for attacker in combat.attackers]
    typed = player_damage(play(combat, [one_by_one(combat, declared)]))
    ordered = player_damage(best_one_by_one(combat))
    assert solution.outcome is not None  # nothing is wished for
    best = player_damage(solution.outcome)
    return (
        f"{BOARD}\n"
        f"Attacker by attacker: {typed} damage, {ordered} in the best of all "
        f"{factorial(len(declared))} orders. Together: {best}.\n"
    )
