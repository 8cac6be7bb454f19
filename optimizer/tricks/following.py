"""What follows a declaration where players have cards: the uses of both sides, and the damage.

If only one side has cards it uses them as well as it can. If both have, the active side has a plan
and the other side answers it (`optimizer.tricks.answering`). Everything that the combat says of the
players' cards is known to everybody here: what is found is certain, whoever knows it.
"""

from collections.abc import Sequence

from engine.combat import Combat
from optimizer.objectives import Objective
from optimizer.parts.vectors import Vector
from optimizer.tricks.answering import best_against
from optimizer.tricks.hand import Hand, has_options
from optimizer.tricks.planning import Plan, best_plan
from optimizer.tricks.worth import Asked, beginning


class Following:
    """Who has cards in a combat, and what is asked of it.

    Parameters
    ----------
    combat
        The combat before anything is declared, with the resources of its players.
    """

    def __init__(self, combat: Combat, objectives: Sequence[Objective], end: float | None) -> None:
        able = [
            [name for name in combat.players if (name in combat.active_side) is active]
            for active in (True, False)
        ]
        self.active, self.others = (
            tuple(name for name in names if has_options(combat, [name])) for names in able
        )
        self.asked = Asked(tuple(objectives), (), bool(self.active) or not self.others, end)

    @property
    def only_active(self) -> bool:
        """Only the active side has cards, so they never make a declaration worth less to it."""
        return bool(self.active) and not self.others

    def plan(self, combat: Combat) -> Plan:
        """Return what is used once blocks are declared; of the damage, it says only the worth."""
        if self.active and self.others:
            return best_against(
                combat, Hand(combat, self.active), Hand(combat, self.others), self.asked
            )
        return best_plan(combat, Hand(combat, self.active or self.others), self.asked)

    def value(self, plan: Plan) -> Vector:
        """Return what a plan is worth to the active side."""
        return plan.worth if self.asked.by_active else tuple([-value for value in plan.worth])

    def without_cards(self, combat: Combat) -> Vector:
        """Return what a combat is worth to the active side if nobody uses anything."""
        position = beginning(combat)
        return self.asked.found(position, ()).values
