"""Declarations in next to no time on random boards: every answer must be there, and legal.

Each board is asked for blocks and for an attack. An answer is wrong if the engine finds anything
illegal in it, or its bound is worse than its value; it is missing if there is an error, or nothing
after ten seconds.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from benchmarks.hard_stop import StoppedError, hard_stop
from benchmarks.statistics import percentile
from benchmarks.wild import wild
from engine import check_assignment, read_combat
from engine.combat import Combat
from engine.declarations import judge_attacks, judge_blocks, with_attacks, with_blocks
from optimizer import Declared, solve_attack, solve_blocks
from optimizer.requirements import most_attack_requirements, most_block_requirements

OBJECTIVES = (
    ("play",),
    ("max player_damage", "max kill_value", "min own_loss_value"),
    ("max lethal", "max kill_value"),
    ("min own_losses", "max kills"),
    ("max 2*player_damage + kill_value - own_loss_value",),
)
_PATIENCE = 10.0
_OFTEN = 100
_WARM = "a: 3/3 -> B; b: 3/3 -> B; x: 1/1 prevent 1 of B"


@dataclass
class Tally:
    """What was answered to one question.

    Attributes
    ----------
    seconds
        How long each answer took.
    proven
        How many were proven best.
    faults
        A line for each answer that is wrong or missing.
    """

    seconds: list[float] = field(default_factory=list)
    proven: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        shares = (("median", 0.5), ("p95", 0.95), ("p99", 0.99), ("longest", 1.0))
        times = ", ".join(
            f"{name} {percentile(self.seconds, share) * 1000:.1f} ms" for name, share in shares
        )
        number = len(self.seconds)
        return f"{number} answers, {len(self.faults)} at fault, {self.proven} proven; {times}"


def hasty(
    boards: int, most: int, deadline: float, progress: Callable[[str], None] = lambda _: None
) -> dict[str, Tally]:
    """Ask for declarations on random boards, and judge them.

    Parameters
    ----------
    boards
        How many.
    most
        The most kinds of creatures a side.
    deadline
        Seconds for each answer.
    progress
        Told now and then how many boards are done.
    """
    found = {"blocks": Tally(), "attack": Tally()}
    solve_blocks(read_combat(_WARM), ["play"])  # all is loaded
    for number in range(boards):
        random = Random(f"wild {number}")
        combat = read_combat(wild(random, most))
        objectives = random.choice(OBJECTIVES)
        for question, tally in found.items():
            for fault in _asked(question, tally, combat, objectives, deadline):
                tally.faults.append(f"board {number}, {question}: {fault}")
        if (number + 1) % _OFTEN == 0:
            progress(f"{number + 1} boards")
    return found


def _asked(
    question: str, tally: Tally, combat: Combat, objectives: Sequence[str], deadline: float
) -> Iterator[str]:
    """Yield what is wrong with an answer."""
    solve = solve_blocks if question == "blocks" else solve_attack
    started = perf_counter()
    try:
        with hard_stop(_PATIENCE):
            answer = solve(combat, objectives, deadline)
    except StoppedError:
        yield "no answer"
        return
    except Exception as error:
        yield f"{type(error).__name__}: {error}"
        return
    finally:
        tally.seconds.append(perf_counter() - started)
    tally.proven += answer.status.value == "optimal"
    yield from _faults(combat, answer)


def _faults(combat: Combat, answer: Declared) -> Iterator[str]:
    if answer.attacks is not None:
        yield from map(str, judge_attacks(combat, answer.attacks, most_attack_requirements(combat)))
        combat = with_attacks(combat, answer.attacks)
    yield from map(str, judge_blocks(combat, answer.blocks, most_block_requirements(combat)))
    if answer.outcome is None:
        yield "no damage"
        return
    steps = [step.to_document() for step in answer.outcome.steps]
    yield from map(str, check_assignment(with_blocks(combat, answer.blocks), steps))
    senses = [objective.sense for objective in answer.objectives]
    value, bound = (
        tuple(sense * number for sense, number in zip(senses, numbers, strict=True))
        for numbers in (answer.values, answer.bounds)
    )
    if (bound < value) if answer.attacks is not None else (value < bound):
        yield f"value {answer.values}, bound {answer.bounds}"
