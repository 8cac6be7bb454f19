"""The variables of one damage step: what each creature of the deciding side assigns to whom.

What a creature assigns to a creature is split into a useful part, which counts towards lethal
damage, a single touch of deathtouch, and the rest. Where the rest does not matter it is left out
(it is put down afterwards).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from engine.assignment import Assigned
from engine.divisions import Division, Recipient, Threshold
from engine.relaxation import relaxation_of
from optimizer.encoding.standing import Standing
from optimizer.encoding.variables import Reading, Sum, Value, Variables


@dataclass
class Cell:
    """What one division assigns to one recipient in one of its options.

    Attributes
    ----------
    option
        The number of the option.
    amount
        All of it, or in a model that leaves out the rest, what counts.
    useful
        The part that counts towards lethal damage; None for what is no creature.
    touch
        A point of deathtouch that is lethal by itself (702.2c); 0 where it cannot be.
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
    picked: list[tuple[Division, int, Value]] = field(default_factory=list)
    by_recipient: dict[str, list[Cell]] = field(default_factory=dict)

    def towards(self, recipient: str) -> list[Cell]:
        """Return the cells that assign damage to a recipient."""
        return self.by_recipient.get(recipient, [])

    def append(self, cell: Cell) -> None:
        """Add a cell."""
        self.cells.append(cell)
        self.by_recipient.setdefault(cell.recipient.id, []).append(cell)

    def read(self, reading: Reading) -> tuple[Assigned, ...]:
        """Read the assignment from a solution, and put down the rest."""
        amounts: dict[tuple[str, str], int] = {}
        for cell in self.cells:
            key = (cell.division.source, cell.recipient.id)
            amounts[key] = amounts.get(key, 0) + reading.number(cell.amount)
        for division, option, picked in self.picked:
            cells = [c for c in self.cells if c.division is division and c.option == option]
            sink = next((cell.recipient.id for cell in cells if cell.takes_rest), None)
            if sink is not None and reading.truth(picked) and not division.up_to:
                targets = {cell.recipient.id for cell in cells}
                given = sum(amounts[division.source, target] for target in targets)
                amounts[division.source, sink] += division.amount - given
        return tuple(Assigned(*key, amount) for key, amount in amounts.items() if amount)


class Assignments:
    """Writes the variables of a step and the rows of rule 510.1a.

    Parameters
    ----------
    standing
        How everything stands as the step begins.
    limits
        The thresholds as the first step begins.
    is_exact
        Whether everything that is assigned to a creature must be a variable.
    """

    def __init__(
        self,
        variables: Variables,
        standing: Standing,
        limits: dict[str, Threshold],
        is_exact: Callable[[str], bool],
        label: str,
    ) -> None:
        self.variables = variables
        self.standing = standing
        self.limits = limits
        self.is_exact = is_exact
        self.label = label

    def step(self, due: Iterable[Division]) -> StepVariables:
        """Write the cells of these divisions."""
        found = StepVariables()
        for division in due:
            here = self.standing.holds(division)
            for number, picked in enumerate(self._pick(division, here)):
                found.picked.append((division, number, picked))
                self._option(found, division, number, picked)
        return found

    def _pick(self, division: Division, here: Value) -> list[Value]:
        """One option of each division that takes place is picked."""
        if len(division.options) == 1 or (isinstance(here, int) and not here):
            return [here] * len(division.options)
        names = [f"{self.label} {division.source} option {k}" for k in range(len(division.options))]
        picks = [self.variables.literal(name) for name in names]
        self.variables.equal(self.variables.sum(*picks, (here, -1)), 0)
        return picks

    def _option(self, found: StepVariables, division: Division, number: int, picked: Value) -> None:
        option, variables = division.options[number], self.variables
        away = {r.id: self.standing.closed(r, option) for r in option.recipients}
        cells = []
        for recipient in option.recipients:
            closed = away[recipient.id]
            if isinstance(closed, int) and closed:
                continue
            cell = self._cell(division, number, recipient)
            self._none_unless(cell.amount, division.amount, picked)
            self._none_unless(cell.amount, division.amount, variables.opposite(closed))
            cells.append(cell)
            found.append(cell)
        total = variables.sum(*(cell.amount for cell in cells))
        balance = variables.sum(
            total, (self._due(division, number, picked, list(away.values())), -1)
        )
        if division.up_to or any(cell.takes_rest for cell in cells):
            variables.at_most(balance, 0)
        elif cells:
            variables.equal(balance, 0)

    def _due(self, division: Division, number: int, picked: Value, away: list[Value]) -> Sum:
        """All of the amount, if the option is picked and any recipient is there (510.1a)."""
        name = f"{self.label} {division.source} {number}"
        somebody = self.standing.some_open(away, f"{name} somebody")
        both = self.variables.all_of([picked, somebody], f"{name} due")
        amount = self.standing.amount(division)
        if division.up_to and division.source in relaxation_of(self.standing.state.combat).amounts:
            amount = Sum(division.amount)
        return self.variables.product(both, amount, f"{name} amount")

    def _none_unless(self, total: Sum, most: int, condition: Value) -> None:
        if not (isinstance(condition, int) and condition):
            self.variables.at_most(self.variables.sum(total, (condition, -most)), 0)

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
