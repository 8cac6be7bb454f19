"""What has been assigned so far in a step, for players that decide attacker by attacker."""

from engine.assignment import Assigned
from engine.divisions import Division, Recipient, thresholds
from engine.state import State


class Tally:
    """The assignments so far, and what is missing to each threshold."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.limits = thresholds(state)
        self.total: dict[str, int] = {}
        self.touched: set[str] = set()
        self._amounts: dict[tuple[str, str], int] = {}

    @property
    def assigned(self) -> list[Assigned]:
        """The assignments so far, one for each source and recipient."""
        return [Assigned(*pair, amount) for pair, amount in self._amounts.items()]

    def put(self, division: Division, recipient: str, amount: int) -> None:
        """Assign damage."""
        if amount <= 0:
            return
        pair = division.source, recipient
        self._amounts[pair] = self._amounts.get(pair, 0) + amount
        self.total[recipient] = self.total.get(recipient, 0) + amount
        if division.deathtouch:
            self.touched.add(recipient)

    def missing(self, recipient: str, *, deathtouch: bool) -> int:
        """Return how much more meets the recipient's threshold, from such a source."""
        limit = self.limits.get(recipient)
        if limit is None or (limit.deathtouch and recipient in self.touched):
            return 0
        missing = max(0, limit.needed - self.total.get(recipient, 0))
        return min(1, missing) if limit.deathtouch and deathtouch else missing

    def is_open(self, recipient: Recipient) -> bool:
        """Say whether damage may go there."""
        return all(self.missing(name, deathtouch=False) == 0 for name in recipient.behind)
