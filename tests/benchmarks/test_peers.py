"""The peers are worth comparing with: they prove the same values as Overrun, and legal answers."""

import pytest

from benchmarks.instances import DECLARED, FAMILIES, Instance, load
from benchmarks.peers import QUALITY, solvers
from benchmarks.peers.answer import RefusedError, Solver
from benchmarks.peers.overrun import Overrun
from benchmarks.peers.plain_cpsat import PlainCpSat
from benchmarks.run import run_one
from engine import read_combat
from optimizer import solve_damage

DAMAGE = [family for family in FAMILIES if family not in DECLARED]
EXACT = [solver for solver in solvers() if solver.name not in ("overrun", *QUALITY)]
LARGEST = {"shared": 20, "tokens": 10, "commander": 60, "known": 25}
SMALL = [i for i in load("quick") if i.question == "damage" and i.size <= LARGEST.get(i.family, 99)]
MUST_TAKE_ON = {
    "plain-cpsat": set(DAMAGE),
    "plain-highs": set(DAMAGE) - {"two_steps"},
    "strong-highs": set(DAMAGE) - {"two_steps"},
    "enumeration": set(DAMAGE) - {"shared", "tokens"},
}


@pytest.mark.parametrize("family", DAMAGE)
@pytest.mark.parametrize("solver", EXACT, ids=lambda solver: str(solver.name))
def test_peers_agree_with_overrun(solver: Solver, family: str) -> None:
    proven = 0
    for instance in (i for i in SMALL if i.family == family):
        seconds = 0.5 if solver.name == "enumeration" else 60.0
        record = run_one(instance, solver, seconds)
        assert record.status != "wrong", (instance.id, record.note)
        if record.proven:
            proven += 1
            combat = read_combat(instance.combat)
            values = instance.values or solve_damage(combat, instance.objectives).values
            assert record.values == " ".join(map(str, values)), instance.id
    if family in MUST_TAKE_ON[solver.name]:
        assert proven > 0
    elif solver.name != "enumeration":  # how far it gets in half a second is a matter of luck
        assert proven == 0


@pytest.mark.parametrize(("family", "largest"), [("blocks", 4), ("attacks", 3)])
def test_enumeration_agrees_on_what_to_declare(family: str, largest: int) -> None:
    enumeration = next(solver for solver in EXACT if solver.name == "enumeration")
    for instance in [i for i in load("quick", [family]) if i.size <= largest]:
        ours, theirs = (run_one(instance, s, 60.0) for s in (Overrun(), enumeration))
        assert ours.status == theirs.status == "optimal", instance.id
        assert ours.values == theirs.values, instance.id


def test_what_enumeration_refuses_to_declare() -> None:
    large = next(i for i in load("full", ["blocks"]) if i.size == 8)
    enumeration = next(solver for solver in EXACT if solver.name == "enumeration")
    assert run_one(large, enumeration, 1.0).note == "too many declarations"


def test_known_values_hold() -> None:
    checked = 0
    for instance in load("quick", ["known"]):
        if instance.question == "damage":
            checked += 1
            solution = solve_damage(read_combat(instance.combat), instance.objectives)
            assert (solution.status, solution.values) == ("optimal", instance.values), instance.id
    assert checked > 150


@pytest.mark.parametrize(
    ("combat", "objective", "reason"),
    [
        ("2/2 deals 2 <- 2/2", "max player_damage", "changed damage"),
        ("2/2 <- 2/2 banding", "max player_damage", "banding"),
        ("2/2 <- 2/2", "min own_losses", "own_losses"),
        ("2/2 <- 2/2 shield counters 1", "max kills", "shields"),
        ("2/2 red <- 2/2 protection from red", "max kills", "protection"),
        ("4/4 trample as though unblocked <- 2/2", "max player_damage", "several ways"),
        ("a: 2/2; b: 2/2; a, b <- 1/1 first strike", "max player_damage", "first step"),
        ("25/25 double strike", "max player_damage", "lose between"),
    ],
)
def test_what_no_model_covers_is_refused(combat: str, objective: str, reason: str) -> None:
    with pytest.raises(RefusedError, match=reason):
        PlainCpSat().solve(read_combat(combat), [objective], 10.0)


@pytest.mark.parametrize("solver", EXACT, ids=lambda solver: str(solver.name))
def test_a_minimised_objective_keeps_its_own_sign(solver: Solver) -> None:
    combat = read_combat("5/5 trample <- 2/2, 1/1")
    answer = solver.solve(combat, ["min player_damage", "max kills"], 10.0)
    assert (answer.proven, answer.claimed) == (True, (0, 2))


def test_nothing_in_time_is_no_answer() -> None:
    hard = next(i for i in load("full") if i.family == "shared" and i.size == 100)
    enumeration = next(solver for solver in EXACT if solver.name == "enumeration")
    record = run_one(hard, enumeration, 0.01)
    assert (record.status, record.values) == ("nothing", "")


def test_a_lie_is_found_out() -> None:
    instance = Instance("x", "known", "here", ("max player_damage",), "3/3", 1, values=(4,))
    record = run_one(instance, PlainCpSat(), 10.0)
    assert (record.status, record.note) == ("wrong", "known to be (4,)")
