"""The variables of one damage step: what each creature of the deciding side assigns to whom.

What a creature assigns to a recipient with a threshold is split into a useful part, which counts
towards the threshold, a single touch of deathtouch, and the rest. Where the rest does not matter it
is left out (it is put down afterwards): `is_exact` says which.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from engine.assignment import Assigned
from engine.divisions import Division, Option, Recipient, Threshold
from optimizer.encoding.variables import Sum, Value, Variables


@dataclass
class Cell:
    """What one division assigns to one recipient in one of its options.

    Attributes
    ----------
    amount
        All of it, or in a model that leaves out the rest, what counts.
    useful
        The part that counts towards the recipient's threshold; None where it has none.
    touch
        A point of deathtouch that meets the threshold by itself (702.2c); 0 where it cannot.
    takes_rest
        Damage that does not matter may be put on this recipient afterwards.
    """

    division: Division
    option: int
    recipient: Recipient
    amount: Sum
    useful: Value | None = None
    touch: Value = 0
    takes_rest: bool = False


@dataclass
class StepVariables:
    """All cells of one step, and for each division the options' conditions."""

    cells: list[Cell] = field(default_factory=list)
    picked: dict[tuple[str, int], Value] = field(default_factory=dict)

    def towards(self, recipient: str) -> list[Cell]:
        """Return the cells that assign damage to a recipient."""
        return self._by_recipient.get(recipient, [])

    def append(self, cell: Cell) -> None:
        """Add a cell."""
        self.cells.append(cell)
        self._by_recipient.setdefault(cell.recipient.id, []).append(cell)

    _by_recipient: dict[str, list[Cell]] = field(default_factory=dict)


class Assignments:
    """Writes the variables of a step and the rows of rule 510.1a."""

    def __init__(
        self,
        variables: Variables,
        limits: dict[str, Threshold],
        is_exact: Callable[[str], bool],
        label: str,
    ) -> None:
        self.variables = variables
        self.limits = limits
        self.is_exact = is_exact
        self.label = label

    def step(
        self, due: Iterable[Division], absent: Callable[[str], Value] = lambda _: 0
    ) -> StepVariables:
        """Write the cells of these divisions.

        Parameters
        ----------
        due
            The divisions of the step.
        absent
            The condition that a recipient is not there when the step begins.
        """
        found = StepVariables()
        for division in due:
            picks = self._pick(division)
            for number, picked in enumerate(picks):
                found.picked[division.source, number] = picked
                self._option(found, division, number, picked, absent)
        return found

    def _pick(self, division: Division) -> list[Value]:
        """One option of each division is picked."""
        if len(division.options) == 1:
            return [1]
        names = [f"{self.label} {division.source} option {k}" for k in range(len(division.options))]
        picks = [self.variables.literal(name) for name in names]
        self.variables.equal(self.variables.sum(*picks), 1)
        return picks

    def _option(
        self,
        found: StepVariables,
        division: Division,
        number: int,
        picked: Value,
        absent: Callable[[str], Value],
    ) -> None:
        option = division.options[number]
        away = {recipient.id: absent(recipient.id) for recipient in option.recipients}
        cells = []
        for recipient in option.recipients:
            if isinstance(away[recipient.id], int) and away[recipient.id]:
                continue
            cell = self._cell(division, number, recipient)
            self._bound(cell.amount, division.amount, picked)
            if not isinstance(away[recipient.id], int):
                self.variables.at_most(
                    self.variables.sum(cell.amount, (away[recipient.id], division.amount)),
                    division.amount,
                )
            cells.append(cell)
            found.append(cell)
        total = self.variables.sum(*(cell.amount for cell in cells))
        due = self._due(division, option, picked, list(away.values()))
        balance = self.variables.sum(total, (due, -1))
        if any(cell.takes_rest for cell in cells):
            self.variables.at_most(balance, 0)
        elif cells:
            self.variables.equal(balance, 0)

    def _due(self, division: Division, option: Option, picked: Value, away: list[Value]) -> Sum:
        """All of the amount, if the option is picked and any recipient is there (510.1a)."""
        variables = self.variables
        if not away:
            return Sum()
        if any(isinstance(a, int) and not a for a in away):
            return variables.sum((picked, division.amount))
        here = variables.opposite(
            variables.all_of(away, f"{self.label} nobody for {division.source} {option.rule}")
        )
        both = variables.all_of([here, picked], f"{self.label} {division.source} {option.rule} due")
        return variables.sum((both, division.amount))

    def _bound(self, total: Sum, amount: int, picked: Value) -> None:
        if not isinstance(picked, int):
            self.variables.at_most(self.variables.sum(total, (picked, -amount)), 0)

    def _cell(self, division: Division, option: int, recipient: Recipient) -> Cell:
        variables, limit = self.variables, self.limits.get(recipient.id)
        name = f"{self.label} {division.source}->{recipient.id} {option}"
        if limit is None or not limit.deathtouch or limit.needed == 0:
            amount = variables.sum(variables.integer(0, division.amount, name))
            return Cell(division, option, recipient, amount)
        useful = variables.integer(0, min(division.amount, limit.needed), f"{name} useful")
        touch: Value = 0
        if division.deathtouch and limit.needed > 1:
            touch = variables.literal(f"{name} touch")
        counted = variables.sum(useful, touch)
        if not self.is_exact(recipient.id):
            free = not recipient.behind
            return Cell(division, option, recipient, counted, useful, touch, takes_rest=free)
        amount = variables.sum(variables.integer(0, division.amount, name))
        variables.at_least(variables.sum(amount, (counted, -1)), 0)
        return Cell(division, option, recipient, amount, useful, touch)


def read_step(
    found: StepVariables, number: Callable[[Sum], int], truth: Callable[[Value], bool]
) -> tuple[Assigned, ...]:
    """Read a step's assignment from a solution, and put down the rest.

    Parameters
    ----------
    found
        The step's variables.
    number, truth
        The value of a sum and of a condition in the solution.
    """
    amounts: dict[tuple[str, str], int] = {}
    for cell in found.cells:
        key = (cell.division.source, cell.recipient.id)
        amounts[key] = amounts.get(key, 0) + number(cell.amount)
    for (source, option), picked in found.picked.items():
        cells = [c for c in found.cells if (c.division.source, c.option) == (source, option)]
        sink = next((cell.recipient.id for cell in cells if cell.takes_rest), None)
        if sink is not None and truth(picked):
            given = sum(amounts[source, target] for target in {c.recipient.id for c in cells})
            amounts[source, sink] += cells[0].division.amount - given
    return tuple(Assigned(*key, amount) for key, amount in amounts.items() if amount)
