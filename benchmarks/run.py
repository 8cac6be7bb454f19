"""Running solvers on instances, side by side: every solver on one instance before the next one."""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import perf_counter, process_time

from benchmarks.hard_stop import StoppedError, hard_stop
from benchmarks.instances import Instance
from benchmarks.peers import QUALITY
from benchmarks.peers.answer import Answer, RefusedError, Solver
from benchmarks.peers.declarations import DeclarationEnumeration
from benchmarks.peers.overrun import Overrun
from benchmarks.peers.plans import PlanEnumeration
from benchmarks.records import Record
from engine import check_assignment, read_combat
from engine.combat import Combat
from engine.measures import measure
from optimizer.objectives import read_objectives, values

REPEATS = {"quick": 3, "full": 5}
_REPEATED_BELOW, _ONCE_ABOVE = 500.0, 2000.0
"""Milliseconds; what takes longer is run three times, or once. A single hiccup is no result."""

_LIMITS = {"limited": 5.0, "known": 5.0, "blocks": 60.0, "attacks": 60.0, "tricks": 60.0}
_LIMIT = 10.0
_SHARED_LIMITS = {100: 20.0, 300: 40.0}
_QUICK_LIMIT = 4.0
_ENUMERATION_LIMIT = 1.0
_DECLARATIONS_LIMIT = 20.0
_PLANS_LIMIT = 240.0
_WARM_UP = "t: 5/5 trample <- v, w; u: 2/2 <- v; v: 2/2; w: 3/3"


def limit(instance: Instance, solver: str, suite: str) -> float:
    """Return the seconds that a solver gets for an instance."""
    if solver == "enumeration" and instance.question == "damage":
        return _ENUMERATION_LIMIT
    if solver == "enumeration" and instance.question == "tricks":
        return _PLANS_LIMIT if suite == "full" else _QUICK_LIMIT
    if solver == "enumeration":
        return _DECLARATIONS_LIMIT if suite == "full" else _QUICK_LIMIT
    most = _LIMITS.get(instance.family, _LIMIT)
    if instance.family == "shared":
        most = _SHARED_LIMITS.get(instance.size, _LIMIT)
    return min(most, _QUICK_LIMIT) if suite == "quick" else most


def run(
    instances: Sequence[Instance],
    solvers: Sequence[Solver],
    suite: str,
    progress: Callable[[str], None] = lambda _: None,
) -> Iterator[Record]:
    """Run all solvers on all instances, and again, in an order that turns with each round.

    Parameters
    ----------
    instances
        What is asked.
    solvers
        Who is asked.
    suite
        ``quick`` or ``full``; it says how often and how long.
    progress
        Is told what has been run.
    """
    for solver in solvers:  # what is loaded on first use is no instance's cost
        solver.solve(read_combat(_WARM_UP), ("max player_damage",), 10.0)
    gc.collect()
    gc.freeze()  # so that collecting between runs is cheap, and one solver's garbage is its own
    done: set[tuple[str, str]] = set()
    for repeat in range(REPEATS[suite]):
        for number, instance in enumerate(instances):
            shift = (repeat + number) % len(solvers)
            for solver in (*solvers[shift:], *solvers[:shift]):
                key = instance.id, solver.name
                if key in done:
                    continue
                gc.collect()
                record = run_one(instance, solver, limit(instance, solver.name, suite), repeat)
                enough = _ONCE_ABOVE if repeat < 2 else _REPEATED_BELOW
                is_slow = record.total_ms > enough
                once = solver.name in (*QUALITY, "enumeration") or instance.family == "known"
                if is_slow or once or record.status not in ("optimal", "feasible"):
                    done.add(key)
                yield record
            progress(f"round {repeat + 1}: {instance.id}")


def run_one(instance: Instance, solver: Solver, seconds: float, repeat: int = 0) -> Record:
    """Run one solver on one instance, and have the engine check what it says."""
    if solver.name == "overrun" and instance.question != "damage":
        solver = Overrun(instance.question)
    elif solver.name == "enumeration" and instance.question == "tricks":
        solver = PlanEnumeration()
    elif solver.name == "enumeration" and instance.question != "damage":
        solver = DeclarationEnumeration(instance.question)
    elif instance.question != "damage":
        return _record(instance, solver, repeat, "refused", note=f"question {instance.question}")
    started = perf_counter()
    combat = read_combat(instance.combat)
    read_ms = (perf_counter() - started) * 1000
    processor = process_time()
    try:
        with hard_stop(seconds):
            answer = solver.solve(combat, instance.objectives, seconds)
    except RefusedError as refusal:
        return _record(instance, solver, repeat, "refused", note=str(refusal), limit=seconds)
    except StoppedError:
        solve_ms = (perf_counter() - started) * 1000
        times = {"read_ms": read_ms, "solve_ms": solve_ms, "total_ms": solve_ms, "limit": seconds}
        return _record(instance, solver, repeat, "nothing", note="did not stop in time", **times)
    cpu_ms = (process_time() - processor) * 1000
    started = perf_counter()
    status, note, numbers = _judge(combat, instance, answer, is_rule=solver.name in QUALITY)
    check_ms = (perf_counter() - started) * 1000
    build_ms, solve_ms = answer.build * 1000, answer.solve * 1000
    checked_inside = isinstance(solver, Overrun)
    dealt = None
    if answer.outcome is not None and instance.question == "damage":
        dealt = measure(answer.outcome, "player_damage")
    return _record(
        instance,
        solver,
        repeat,
        status,
        values=" ".join(map(str, numbers)),
        best=_best_damage(instance),
        player_damage=dealt,
        gap=answer.gap,
        read_ms=read_ms,
        build_ms=build_ms,
        solve_ms=solve_ms,
        check_ms=check_ms,
        total_ms=read_ms + build_ms + solve_ms + (0.0 if checked_inside else check_ms),
        cpu_ms=cpu_ms,
        limit=seconds,
        note=note,
    )


def _record(instance: Instance, solver: Solver, repeat: int, status: str, **more: object) -> Record:
    fields: Mapping[str, object] = {
        "family": instance.family,
        "instance": instance.id,
        "size": instance.size,
        "solver": solver.name,
        "repeat": repeat,
        "status": status,
        "parameters": solver.parameters,
    }
    return Record(**{**fields, **more})  # type: ignore[arg-type]


def _judge(
    combat: Combat, instance: Instance, answer: Answer, *, is_rule: bool
) -> tuple[str, str, tuple[int, ...]]:
    """Return the status, what is wrong, and the values that the engine measures."""
    if answer.outcome is None:
        return "nothing", "", ()
    if instance.question != "damage":  # the combat of the answer is another one
        measured = answer.claimed
    else:
        measured = values(read_objectives(combat, instance.objectives), answer.outcome)
        violations = check_assignment(combat, answer.outcome.steps)
        if violations:
            return "wrong", str(violations[0]), measured
    if is_rule:
        return "feasible", "", measured
    if answer.claimed != measured[: len(answer.claimed)]:
        return "wrong", f"claimed {answer.claimed}", measured
    if answer.proven and instance.values is not None and measured != instance.values:
        return "wrong", f"known to be {instance.values}", measured
    return "optimal" if answer.proven else "feasible", "", measured


def _best_damage(instance: Instance) -> int | None:
    """Return the most player damage, where that is the first objective and is known."""
    if instance.values is None or instance.question != "damage":
        return None
    if instance.objectives[0] == "max player_damage":
        return instance.values[0]
    if instance.objectives[0] == "max 1000*player_damage + kills":
        return instance.values[0] // 1000
    return None
