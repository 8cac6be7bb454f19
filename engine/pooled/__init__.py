"""A combat of groups, judged and measured without its single creatures."""

from engine.pooled.assignment import PooledAssignment
from engine.pooled.expansion import expand, rows
from engine.pooled.measures import measure
from engine.pooled.quotient import Quotient, quotient
from engine.pooled.result import PooledResult, violations

__all__ = [
    "PooledAssignment",
    "PooledResult",
    "Quotient",
    "expand",
    "measure",
    "quotient",
    "rows",
    "violations",
]
