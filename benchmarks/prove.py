"""Filling in the values of instances, where two solvers prove the same one independently."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from benchmarks.hard_stop import StoppedError, hard_stop
from benchmarks.instances import DIRECTORY, FAMILIES, Instance, read_instances, write_instances
from benchmarks.peers import QUALITY, solvers
from benchmarks.peers.answer import RefusedError
from benchmarks.peers.declarations import DeclarationEnumeration
from benchmarks.peers.overrun import Overrun
from engine import read_combat

_ORDER = ("overrun", "strong-highs", "plain-cpsat", "plain-highs", "enumeration", *QUALITY)
"""Who is asked first."""


def prove(
    seconds: float, directory: Path = DIRECTORY, progress: Callable[[str], None] = lambda _: None
) -> None:
    """Write the values of all drawn instances that have none yet.

    Parameters
    ----------
    seconds
        For each solver and instance.
    progress
        Is told what could not be proven twice.
    """
    for family in FAMILIES:
        path = directory / f"{family}.jsonl"
        found = []
        for instance in read_instances(path):
            if instance.values is None:
                instance = _proven(instance, seconds)
                if instance.values is None:
                    progress(f"{instance.id}: not proven twice")
            found.append(instance)
        write_instances(path, found)


def _proven(instance: Instance, seconds: float) -> Instance:
    """Return the instance with its values, if two solvers agree on them.

    Raises
    ------
    ValueError
        If two solvers prove different values.
    """
    combat = read_combat(instance.combat)
    claims: dict[str, tuple[int, ...]] = {}
    asked = solvers()
    if instance.question != "damage":
        asked = (Overrun(instance.question), DeclarationEnumeration(instance.question))
    for solver in sorted(asked, key=lambda solver: _ORDER.index(solver.name)):
        if solver.name in QUALITY:
            break
        try:
            with hard_stop(seconds):
                answer = solver.solve(combat, instance.objectives, seconds)
        except (RefusedError, StoppedError):
            continue
        if answer.proven:
            claims[solver.name] = answer.claimed
        if len(set(claims.values())) > 1:
            raise ValueError(f"{instance.id}: {claims}")
        if len(claims) == 2:
            values = next(iter(claims.values()))
            return replace(instance, values=values, proven_by=tuple(claims))
    return instance
