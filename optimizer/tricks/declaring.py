"""What to declare where players have cards: every declaration, with all that follows it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from engine.combat import Combat
from engine.declarations import attack_rules, block_rules, with_attacks, with_blocks
from optimizer.declaring.blocks import best_blocks
from optimizer.declaring.every import Attacks, Blocks, declarations, every_attack
from optimizer.declaring.gangs import Memory
from optimizer.declaring.solution import Declared, Other
from optimizer.objectives import Objective
from optimizer.parts.vectors import Vector
from optimizer.requirements import most_block_requirements
from optimizer.solution import Solution, Status
from optimizer.tricks.answer import answered
from optimizer.tricks.ceiling import ends
from optimizer.tricks.following import Following
from optimizer.tricks.planning import Plan
from optimizer.tricks.solution import Tricks
from optimizer.tricks.worth import TimeUpError


@dataclass(frozen=True)
class Declaration:
    """A declaration with what follows, and what that is worth to the active side."""

    attacks: Attacks | None
    blocks: Blocks
    plan: Plan
    worth: Vector


class WithCards:
    """Declarations on a board where players have cards.

    Parameters
    ----------
    combat
        Without blocks.
    texts
        The objectives as they are written out.
    end
        The value of `time.perf_counter` at which to stop, or None.
    effort
        How many declarations to look at, at most, or None.
    """

    def __init__(
        self,
        combat: Combat,
        texts: Sequence[str],
        given: tuple[Objective, ...],
        end: float | None,
        effort: int | None = None,
    ) -> None:
        self.combat = combat
        self.texts = tuple(texts)
        self.given = given
        self.end = end
        self.effort = effort
        self.following = Following(combat, given, end)
        self.number = 0
        self.proven = True

    # --- blocks --------------------------------------------------------------------------------

    def blocks(self, top: int) -> list[Declaration]:
        """Return the blocks that hold the attacking side to the least, the best first."""
        return self._blocks(self.combat, None, top, None)

    def _blocks(
        self, combat: Combat, attacks: Attacks | None, top: int, enough: Vector | None
    ) -> list[Declaration]:
        """Return the best blocks against an attack.

        Parameters
        ----------
        enough
            Stop as soon as the attacking side is held to this, or to less.
        """
        best: dict[Vector, Declaration] = {}
        for blocks in self._ways(combat):
            if best and self._is_late():
                self.proven = False
                break
            limit = max(best) if len(best) == top else None
            try:
                found = self._declared(combat, attacks, blocks, limit)
            except TimeUpError:
                self.proven = False
                if not best:
                    return [Declaration(attacks, blocks, Plan((), is_proven=False), ())]
                break
            if found is None or found.worth in best:
                continue
            best[found.worth] = found
            if len(best) > top:
                del best[max(best)]
            if enough is not None and min(best) <= enough:
                break
        return [best[worth] for worth in sorted(best)]

    def _declared(
        self, combat: Combat, attacks: Attacks | None, blocks: Blocks, limit: Vector | None
    ) -> Declaration | None:
        """Return a declaration; None if it is known to be worth no less than a limit."""
        blocked = with_blocks(combat, blocks)
        self.number += 1
        following = self.following
        is_bounded = limit is not None and following.only_active
        if is_bounded and following.without_cards(blocked) >= (limit or ()):
            return None
        plan = following.plan(blocked)
        if not plan.is_proven:
            self.proven = False
            if not plan.worth:
                raise TimeUpError
        return Declaration(attacks, blocks, plan, following.value(plan))

    def _ways(self, combat: Combat) -> Iterator[Blocks]:
        """Yield all blocks, first those that would be best without cards."""
        rules = block_rules(combat)
        if not rules.pairs:
            yield {}
            return
        plain = replace(combat, resources={})
        first = best_blocks(plain, self.texts, self.given, self.end, Memory()).blocks
        yield first
        for blocks in declarations(rules, most_block_requirements(combat)):
            if blocks != first:
                yield blocks

    # --- attacks -------------------------------------------------------------------------------

    def attacks(self, top: int) -> list[Declaration]:
        """Return the attacks that guarantee the most, the best first, each with its best blocks."""
        best: list[Declaration] = []
        combat = self.combat
        for attacks in every_attack(combat, attack_rules(combat)):
            if best and self._is_late():
                self.proven = False
                break
            enough = best[-1].worth if len(best) == top else None
            (found,) = self._blocks(with_attacks(combat, attacks), attacks, 1, enough)
            if best and (not found.worth or found.worth in [known.worth for known in best]):
                continue
            best = sorted([*best, found], key=lambda one: one.worth, reverse=True)[:top]
        return best

    def _is_late(self) -> bool:
        if self.effort is not None:
            return self.number >= self.effort
        return self.end is not None and perf_counter() > self.end

    # --- the answer ----------------------------------------------------------------------------

    def answer(self, found: Sequence[Declaration], started: float) -> Declared:
        """Return the answer for declarations, the best first."""
        first, *others = [self._followed(one, started) for one in found]
        statistics = {
            "method": "every declaration",
            "milliseconds": round((perf_counter() - started) * 1000, 3),
            "declarations": self.number,
        }
        declared = found[0]
        limits = first.values
        if not self.proven:
            attacking = declared.attacks is not None
            asked = replace(self.following.asked, by_active=attacking)
            limits = ends(self.combat, asked)
        return Declared(
            Status.OPTIMAL if self.proven else Status.FEASIBLE,
            first.values,
            limits,
            declared.blocks,
            declared.attacks,
            _damage(first),
            statistics,
            tuple(
                Other(tricks.values, one.blocks, one.attacks, _damage(tricks))
                for tricks, one in zip(others, found[1:], strict=True)
            ),
            others_complete=self.proven,
            tricks=first,
        )

    def _followed(self, declared: Declaration, started: float) -> Tricks:
        """Return a declaration's uses and damage, judged by the engine."""
        combat = self.combat
        if declared.attacks is not None:
            combat = with_attacks(combat, declared.attacks)
        return answered(
            with_blocks(combat, declared.blocks), self.following.asked, declared.plan, started
        )


def _damage(tricks: Tricks) -> Solution:
    return Solution(
        tricks.status, tricks.objectives, tricks.bounds, tricks.outcome, tricks.statistics
    )


def blocks_with_cards(
    combat: Combat,
    texts: Sequence[str],
    given: tuple[Objective, ...],
    deadline: float | None,
    top: int,
    effort: int | None,
) -> Declared:
    """Return the answer to the question of blocks where players have cards."""
    return _declared(combat, texts, given, deadline, effort, lambda search: search.blocks(top))


def attack_with_cards(
    combat: Combat,
    texts: Sequence[str],
    given: tuple[Objective, ...],
    deadline: float | None,
    top: int,
    effort: int | None,
) -> Declared:
    """Return the answer to the question of the attack where players have cards."""
    return _declared(combat, texts, given, deadline, effort, lambda search: search.attacks(top))


def _declared(
    combat: Combat,
    texts: Sequence[str],
    given: tuple[Objective, ...],
    deadline: float | None,
    effort: int | None,
    found: Callable[[WithCards], list[Declaration]],
) -> Declared:
    started = perf_counter()
    end = None if deadline is None or effort is not None else started + deadline
    search = WithCards(combat, texts, given, end, effort)
    return search.answer(found(search), started)
