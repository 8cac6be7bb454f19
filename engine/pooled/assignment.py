"""An assignment of combat damage to groups: totals, and how many copies get lethal damage."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class PooledAssignment:
    """What groups assign to groups, players, planeswalkers and battles in one step.

    How a group's damage lies on its copies is fixed by the counts (`engine.pooled.expansion`): the
    first `lethal` copies are assigned exactly lethal damage, the next `touched` copies one point by
    a source with deathtouch (702.2c), the rest nothing; what is left over lies on the first copy.

    Attributes
    ----------
    amounts
        By source and target, the total over all copies of both, above 0.
    lethal, touched
        By target group, how many copies are assigned lethal damage by amount, and by a touch.
    """

    amounts: Mapping[tuple[str, str], int]
    lethal: Mapping[str, int] = field(default_factory=dict)
    touched: Mapping[str, int] = field(default_factory=dict)

    def met(self, group: str) -> int:
        """Return how many copies of a group are assigned lethal damage, in either way."""
        return self.lethal.get(group, 0) + self.touched.get(group, 0)
