"""Every plan of combat tricks, one after the other; `solve_damage` answers what follows."""

from collections.abc import Sequence
from dataclasses import replace

from benchmarks.peers.answer import Answer, Clock, RefusedError
from engine.combat import Combat
from engine.resources.playing import settled
from engine.resources.uses import Window
from engine.state import State
from optimizer.damage import solve_damage
from optimizer.objectives import read_objectives, turned
from optimizer.parts.vectors import add
from optimizer.tricks.hand import Hand
from optimizer.tricks.lines import lines
from optimizer.tricks.worth import Asked


class PlanEnumeration:
    """Tries every plan of the active player on the whole board.

    Orders that make no difference are tried once, and what leads to the same board is answered
    once.
    """

    name = "enumeration"
    parameters = "every plan"

    def solve(self, combat: Combat, objectives: Sequence[str], seconds: float) -> Answer:
        """Answer a question about tricks."""
        clock = Clock(seconds)
        given = read_objectives(combat, objectives)
        asked = Asked(given)
        hand = Hand(combat, [combat.active_player])
        best: tuple[tuple[int, ...], Answer] | None = None
        window = lines(
            State.beginning(combat),
            hand,
            lambda state, spent: hand.possible(state, Window.AFTER_BLOCKS, spent),
        )
        for line in window:
            board = replace(settled(line.state), resources={})
            if len(board.steps) > 1:
                raise RefusedError("two damage steps")
            solution = solve_damage(board, objectives)
            died = [line.state.creatures[name] for name in sorted(line.state.died)]
            vector = add(turned(given, solution.values), asked.before(combat, died))
            if best is None or vector > best[0]:
                best = vector, Answer(solution.outcome, turned(given, vector), True, 0.0, 0.0)
        assert best is not None
        return replace(best[1], solve=clock.lap())
