"""The solvers that are measured: Overrun and what it is compared with."""

from importlib.util import find_spec

from benchmarks.peers.answer import Solver
from benchmarks.peers.enumeration import Enumeration
from benchmarks.peers.milp import plain_milp, strong_milp
from benchmarks.peers.overrun import Overrun
from benchmarks.peers.plain_cpsat import PlainCpSat
from benchmarks.peers.rules_of_thumb import rules_of_thumb

QUALITY = ("forge", "xmage", "phase", "best-order")
"""The rules of thumb: their quality is measured, they prove nothing."""


def solvers() -> tuple[Solver, ...]:
    """Return all solvers; those on HiGHS only where `highspy` is installed."""
    exact: list[Solver] = [Overrun(), PlainCpSat()]
    if find_spec("highspy") is not None:
        exact += [plain_milp(), strong_milp()]
    return (*exact, Enumeration(), *rules_of_thumb())
