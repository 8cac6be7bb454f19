"""The question of the attack: which one guarantees the most, whatever is blocked (508.1).

Every attack that may be declared is tried, identical creatures counted once: on boards with one
player to attack by what the attacks have in common (`prefixes`), else one after the other. The best
blocks against an attack are those of `optimizer.declaring.blocks`.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import cycle
from time import perf_counter

from engine.combat import Combat
from engine.declarations import (
    attack_rules,
    block_rules,
    with_attacks,
)
from engine.faults import DocumentError, Fault
from optimizer.declaring.blocks import best_blocks
from optimizer.declaring.confirming import confirmed
from optimizer.declaring.every import Attacks, every_attack
from optimizer.declaring.gang_board import GangBoard
from optimizer.declaring.gangs import Memory, OutOfTimeError
from optimizer.declaring.next_turn import survives
from optimizer.declaring.prefixes import Prefixes, Valued
from optimizer.declaring.pricing import load
from optimizer.declaring.solution import Declared, Other
from optimizer.goals import ObjectiveGoal, bounds
from optimizer.mismatch import MismatchError
from optimizer.objectives import Objective, read_objectives, turned, written_out
from optimizer.parts.vectors import Vector
from optimizer.position import Position
from optimizer.requirements import most_attack_requirements
from optimizer.solution import Solution, Status


def solve_attack(
    combat: Combat,
    objectives: Iterable[str],
    deadline: float | None = None,
    top: int = 1,
    *,
    survive_reply: bool = False,
    effort: int | None = None,
) -> Declared:
    """Find the attack that guarantees the most against the best blocks, with the proof.

    Parameters
    ----------
    combat
        The combat; its attacks and blocks are not looked at.
    objectives
        From the active side's view, in order of importance (`optimizer.objectives`).
    deadline
        Seconds to spend, from when the solver is loaded. None waits for the proof, which can take
        very long: what is not decided by `prefixes` is tried attack by attack.
    top
        How many attacks to find that differ in what they are worth, the best first.
    survive_reply
        Only attacks after which the active player survives the next opponent's best attack
        (`optimizer.declaring.next_turn`), given the blocks and the damage that are answered.
    effort
        How many attacks to look at, at most, and how many blocks against each: a limit that gives
        the same answer on every machine. The deadline is not looked at then.

    Returns
    -------
    Declared
        With status ``feasible`` if it is not proven, and ``infeasible`` if no attack survives the
        reply. Where players have cards (``resources``), what they use after the blocks is part of
        the answer (`optimizer.tricks.declaring`): then every declaration is tried.

    Raises
    ------
    DocumentError
        If an objective cannot be read, or it is asked what survives where players have cards.
    """
    if deadline is not None:
        load()
    started = perf_counter()
    combat = with_attacks(combat, {})
    given = read_objectives(combat, objectives)
    texts = written_out(combat, objectives)
    if combat.resources:
        from optimizer.tricks.declaring import attack_with_cards
        from optimizer.tricks.hand import has_options

        if has_options(combat):
            if survive_reply:
                message = "survive_reply is not asked where players have cards to use in combat"
                raise DocumentError([Fault("resources", message)])
            return attack_with_cards(combat, texts, given, deadline, top, effort)
        combat = replace(combat, resources={})
    end = None if deadline is None or effort is not None else started + deadline
    search = _Search(combat, texts, given, end, top, effort, survive_reply=survive_reply)
    search.run()
    statistics = {
        "method": search.method,
        "milliseconds": round((perf_counter() - started) * 1000, 3),
        "declarations": search.number,
    }
    if not search.best:
        status = Status.INFEASIBLE if search.proven else Status.FEASIBLE
        nothing = Solution(status, given, (), None, statistics)
        return Declared(status, (), (), {}, {}, nothing, statistics)
    ranked = [answered.other for answered in search.best]
    highs = search.best[0].vector if search.proven else search.ceiling()
    return Declared.of(ranked, highs, statistics, proven=search.proven, complete=True)


@dataclass(frozen=True)
class _Answered:
    """An attack, the best blocks against it, and what it is worth then."""

    attacks: Attacks
    other: Other
    vector: Vector
    is_proven: bool


class _Search:
    """The best attacks, each worth something else.

    Attributes
    ----------
    best
        The best first; empty if none survives the reply.
    proven
        They are the best.
    number
        How many attacks were looked at.
    """

    def __init__(
        self,
        combat: Combat,
        texts: tuple[str, ...],
        given: tuple[Objective, ...],
        end: float | None,
        top: int,
        effort: int | None,
        *,
        survive_reply: bool,
    ) -> None:
        self.combat = combat
        self.texts = texts
        self.given = given
        self.end = end
        self.top = top
        self.effort = effort
        self.survive_reply = survive_reply
        self.memory = Memory()
        self.rules = attack_rules(combat)
        self.most = most_attack_requirements(combat)
        self.best: list[_Answered] = []
        self.proven = True
        self.number = 0
        self.method = "every attack"
        self.prefixes: Prefixes | None = None

    def run(self) -> None:
        """Find them."""
        if self.rules.pairs:
            self.prefixes = Prefixes.of(
                self.combat, self.texts, self.given, self.rules, self.most, self.memory
            )
        is_limited = self.effort is not None
        if self.prefixes is None or is_limited or self._would_be_late(self.prefixes.seconds):
            self._one_by_one()
        else:
            self.method = "gangs"
            self._by_prefixes(self.prefixes)

    def ceiling(self) -> Vector:
        """Return what no attack is worth more than."""
        if self.prefixes is not None:
            return self.prefixes.ceiling()
        ends = bounds(Position.beginning(self.combat), list(map(ObjectiveGoal, self.given)))
        return tuple(high for _, high in ends)

    def _by_prefixes(self, prefixes: Prefixes) -> None:
        valued: list[Valued] = []
        with suppress(OutOfTimeError):
            valued.extend(prefixes.every(self.end))
        self.number = len(valued)
        if self._is_late():
            self.proven = False
        valued.sort(key=lambda one: one.vector, reverse=True)
        for one in valued:
            if len(self.best) >= self.top and one.vector <= self.best[-1].vector:
                return
            if self.best and self._is_late():
                self.proven = False
                return
            if one.is_exact and any(one.vector == known.vector for known in self.best):
                continue
            answered = self._answered(one.attacks)
            if one.is_exact and answered.is_proven and answered.vector != one.vector:
                raise MismatchError(
                    f"claimed {one.vector}, worth {answered.vector}\n{one}\n{self.combat!r}"
                )
            self._keep(answered)
        if not self.best:
            self._one_by_one()

    def _one_by_one(self) -> None:
        if self.end is not None or self.effort is not None:
            self._climb()
        try:
            for attacks in every_attack(self.combat, self.rules, self.end):
                if self.best and self._is_late():
                    raise OutOfTimeError
                self.number += 1
                self._keep(self._answered(attacks))
        except OutOfTimeError:
            self.proven = False

    def _climb(self) -> None:
        """Let one creature after the other do something else, while that is better.

        So there is a good attack when the time is up.
        """
        self.number += 1
        self._keep(self._answered(next(every_attack(self.combat, self.rules))))
        moves = [
            (name, target)
            for name, targets in self.rules.possible.items()
            for target in (None, *targets)
        ]
        unchanged = 0
        for name, target in cycle(moves):
            if unchanged >= len(moves) or not self.best or self._is_late():
                return
            unchanged += 1
            best = self.best[0]
            attacks = {n: t for n, t in best.attacks.items() if n != name}
            if target is not None:
                attacks[name] = target
            if attacks != best.attacks and self.rules.met(set(attacks.items())) == self.most:
                self.number += 1
                self._keep(self._answered(attacks))
                if self.best[0] is not best:
                    unchanged = 0

    def _would_be_late(self, seconds: float) -> bool:
        return self.end is not None and perf_counter() + seconds > self.end

    def _is_late(self) -> bool:
        if self.effort is not None:
            return self.number >= self.effort
        return self.end is not None and perf_counter() > self.end

    def _answered(self, attacks: Attacks) -> _Answered:
        """Return an attack with the best blocks against it, and what follows."""
        attacked = with_attacks(self.combat, attacks)
        if self.prefixes is not None and attacked == self.prefixes.board.combat:
            attacked = self.prefixes.board.combat  # its rules are known
        found = best_blocks(
            attacked, self.texts, self.given, self.end, self.memory, effort=self.effort
        )
        other = confirmed(
            attacked,
            self.texts,
            found.ways[0],
            self.end,
            attacks=attacks,
            before=self.combat,
        )
        is_proven = found.proven and other.damage.status is Status.OPTIMAL
        return _Answered(attacks, other, turned(self.given, other.values), is_proven)

    def _keep(self, answered: _Answered) -> None:
        """Keep an attack if it is one of the best."""
        self.proven = self.proven and answered.is_proven
        if any(answered.vector == known.vector for known in self.best):
            return
        if len(self.best) >= self.top and answered.vector <= self.best[-1].vector:
            return
        if self.survive_reply and not self._survives(answered):
            return
        self.best = sorted([*self.best, answered], key=lambda one: one.vector, reverse=True)
        del self.best[self.top :]

    def _survives(self, answered: _Answered) -> bool:
        assert answered.other.damage.outcome is not None
        found = survives(answered.other.damage.outcome.final, self._ask)
        if found is None:
            self.proven = False
        return bool(found)

    def _ask(self, combat: Combat, objective: str) -> tuple[int, bool]:
        """Return what the other side's attack guarantees of an objective."""
        texts, given = (objective,), read_objectives(combat, (objective,))
        rules = attack_rules(combat)
        if rules.pairs and len({target for _, target in rules.pairs}) == 1:
            whole = with_attacks(combat, dict(rules.pairs))
            blocks, memory = block_rules(whole), Memory()
            board = None
            if not blocks.requirements:
                board = GangBoard.of(whole, texts, given, blocks, memory)
            if board is not None and board.total is not None and not board.slack:
                # another attacker only adds damage, whatever is blocked
                found = best_blocks(whole, texts, given, self.end, memory)
                answer = confirmed(whole, texts, found.ways[0], self.end)
                is_proven = found.proven and answer.damage.status is Status.OPTIMAL
                return answer.values[0], is_proven
        search = _Search(combat, texts, given, self.end, 1, self.effort, survive_reply=False)
        search.run()
        return search.best[0].vector[0], search.proven
