"""What the deciding side's damage does to players, planeswalkers and battles."""

from collections.abc import Sequence

from engine.combat import Combat
from engine.keywords import Keyword
from engine.state import State
from engine.state_actions import defeat
from optimizer.encoding.assignments import Cell, StepVariables
from optimizer.encoding.variables import Sum, Value, Variables


class Targets:
    """Sums and conditions over what is assigned to players, planeswalkers and battles."""

    def __init__(self, variables: Variables, state: State) -> None:
        self.variables = variables
        self.state = state
        self.combat: Combat = state.combat
        self._hits: dict[int, Value] = {}

    def total(self, steps: Sequence[StepVariables], target: str, *, only: str | None = None) -> Sum:
        """Return the damage to a target in these steps, perhaps from one source only."""
        return self.variables.sum(
            *(
                cell.amount
                for cell in self._cells(steps, target)
                if only is None or cell.division.source == only
            )
        )

    def emptied(self, steps: Sequence[StepVariables], target: str, label: str) -> Value:
        """Return the condition that a planeswalker or battle has lost all its counters."""
        left = {**self.state.loyalty, **self.state.defense}[target]
        return self.variables.reaches(self.total(steps, target), left, f"{target} emptied {label}")

    def poison(self, steps: Sequence[StepVariables], player: str) -> Sum:
        """Return the poison counters that a player gets (120.3b, 120.3g)."""
        variables, total = self.variables, self.variables.sum()
        for cell in self._cells(steps, player):
            source = self.combat.creatures[cell.division.source]
            if source.has(Keyword.INFECT):
                variables.add(total, cell.amount)
            if source.toxic:
                variables.add(total, self._hit(cell), source.toxic)
        return total

    def has_lost(
        self, steps: Sequence[StepVariables], player: str, gained: Sum, label: str
    ) -> Value:
        """Return the condition that a player has lost by the end of these steps (704.5a, 704.5c).

        Parameters
        ----------
        gained
            The life that the player gains in them, in the same events.
        """
        limits, variables = defeat(self.state, player), self.variables
        life = variables.sum((gained, -1))
        for cell in self._cells(steps, player):
            if not self.combat.creatures[cell.division.source].has(Keyword.INFECT):
                variables.add(life, cell.amount)
        name = f"{player} lost {label}"
        reasons = [
            variables.reaches(life, limits.life, f"{name} life"),
            variables.reaches(self.poison(steps, player), limits.poison, f"{name} poison"),
        ]
        for commander, missing in limits.commander_damage.items():
            damage = self.total(steps, player, only=commander)
            reasons.append(variables.reaches(damage, missing, f"{name} {commander}"))
        return variables.any_of(reasons, name)

    def _cells(self, steps: Sequence[StepVariables], target: str) -> list[Cell]:
        return [cell for step in steps for cell in step.towards(target)]

    def _hit(self, cell: Cell) -> Value:
        """Return the condition that a cell is more than 0."""
        if id(cell) not in self._hits:
            name = f"{cell.division.source} {cell.option} hits {cell.recipient.id}"
            self._hits[id(cell)] = self.variables.reaches(cell.amount, 1, name)
        return self._hits[id(cell)]
