"""Groups of identical creatures solved as groups: the answer of single creatures, at any count."""

import json
import random
from collections.abc import Sequence

import pytest

from engine import Assigned, Step, StepAssignment, check_assignment, read_combat
from engine.combat import Combat
from engine.measures import measure
from engine.pooled import quotient
from optimizer import solve_damage, solve_many
from optimizer.goals import ObjectiveGoal
from optimizer.mismatch import MismatchError
from optimizer.objectives import Objective, read_objectives, values
from optimizer.parts.flow import cheapest
from optimizer.pooled import answer, model, search
from optimizer.pooled.closed_form import decide
from optimizer.pooled.peak import peak
from optimizer.pooled.problem import Problem, Reader
from optimizer.pooled.search import METHOD
from optimizer.position import Position
from optimizer.search import Search
from optimizer.solution import Solution
from tests.conftest import Document
from tests.groups import random_groups
from tests.oracle import best, count_choices

NAMES = (
    "player_damage",
    "kills",
    "kill_value",
    "own_losses",
    "own_loss_value",
    "planeswalker_damage",
    "planeswalkers_killed",
    "battle_damage",
    "battles_defeated",
    "poison",
    "commander_damage",
    "life_gained",
    "player_damage:B",
)


def random_lists(rng: random.Random, *more: str) -> list[str]:
    """Objectives, mostly of the kind that can be decided on groups."""
    found = []
    for name in rng.sample([*NAMES, *more], rng.choice((1, 2, 2, 3))):
        text = name
        if rng.random() < 0.3:
            text = f"{rng.randint(1, 3)}*{name} {rng.choice('++-')} {rng.choice(NAMES)}"
        usual = "min" if name.startswith("own") else "max"
        found.append(f"{rng.choice(('max', 'min', usual, usual, usual))} {text}")
    return found


def on_single_creatures(document: Document, objectives: list[str]) -> tuple[int, ...]:
    combat = read_combat(document)
    given = read_objectives(combat, objectives)
    goals = [ObjectiveGoal(objective) for objective in given]
    found = Search(Position.beginning(combat), goals, None).run()
    assert found.proven
    return tuple(o.sense * value for o, value in zip(given, found.values, strict=True))


def confirmed(document: Document, objectives: list[str], solution: Solution) -> None:
    """The answer, spelled out, is legal and worth what it says."""
    combat = read_combat(document)
    assert solution.bounds == solution.values
    assert solution.outcome is not None
    assert values(read_objectives(combat, objectives), solution.outcome) == solution.values
    output = json.loads(json.dumps(solution.to_document()))
    assert check_assignment(combat, output["steps"]) == ()
    assert check_assignment(combat, solution.outcome.steps) == ()


@pytest.mark.parametrize("is_modelled", [False, True])
@pytest.mark.parametrize("chunk", range(6))
def test_groups_are_worth_what_single_creatures_are(
    chunk: int, is_modelled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_modelled:
        monkeypatch.setattr(search, "decide", lambda problem: None)
    rng = random.Random(f"groups {chunk} {is_modelled}")
    met = 0
    for _ in range(50):
        document, objectives = random_groups(rng), random_lists(rng, "lethal", "outcome")
        solution = solve_damage(read_combat(document), objectives)
        if solution.statistics["method"] != METHOD:
            continue
        met += 1
        context = f"{document}\n{objectives}"
        assert solution.status == "optimal", context
        assert solution.values == on_single_creatures(document, objectives), context
        confirmed(document, objectives, solution)
    assert met > 20


@pytest.mark.parametrize("chunk", range(4))
def test_groups_against_the_oracle(chunk: int) -> None:
    rng = random.Random(f"oracle {chunk}")
    met = 0
    while met < 20:
        document, objectives = random_groups(rng, most=2), random_lists(rng, "lethal")
        if count_choices(document) > 2_000:
            continue
        solution = solve_damage(read_combat(document), objectives)
        met += solution.statistics["method"] == METHOD
        assert solution.values == best(document, objectives), f"{document}\n{objectives}"


def problems(combat: Combat, objectives: Sequence[Objective]) -> list[Problem]:
    given = quotient(combat)
    if given is None:
        return []
    reader = Reader(given, [ObjectiveGoal(objective) for objective in objectives])
    side = combat.active_side
    own = reader.problems([d for d in given.divisions if d.divider in side], 1)
    theirs = reader.problems([d for d in given.divisions if d.divider not in side], -1)
    return [problem for problem in (*own, *theirs) if problem.is_suited]


@pytest.mark.parametrize("chunk", range(4))
def test_large_groups_with_and_without_the_solver(chunk: int) -> None:
    rng = random.Random(f"large {chunk}")
    for _ in range(40):
        combat = read_combat(random_groups(rng, most=500))
        objectives = read_objectives(combat, random_lists(rng))
        for problem in problems(combat, objectives):
            decided = decide(problem)
            found = model.solve(problem, None)
            assert found.decided is not None
            assert problem.value(found.decided) == found.bounds
            assert decided is None or problem.value(decided) == found.bounds


BOARDS = {
    # 9994 goblins; 12 trample damage, 9 of which the walls take.
    "horde": (
        "goblins: 1/1 x9994 -> B; rhinos: 4/4 trample x3 <- walls: 0/3 x3 max blocks 3",
        (9997, 9),
    ),
    # The cats pay for the giants, the beasts 10 of their 15000 for the ogres.
    "stampede": (
        "beasts: 3/3 trample x5000 <- giants, ogres; cats: 2/2 x4996 <- giants; "
        "giants: 2/8 x2 max blocks 10000; ogres: 3/5 x2 max blocks 10000",
        (14990, 36),
    ),
    # A touch for each of 4998 bears, 5000 damage for the rats.
    "swarm": (
        "wurm: 10000/9 trample <- rats, bears; hydra: 5000/9 trample deathtouch <- bears; "
        "rats: 1/1 x5000; bears: 2/2 x4998",
        (5002, 29992),
    ),
}


@pytest.mark.parametrize(("text", "worth"), BOARDS.values(), ids=BOARDS)
def test_ten_thousand_creatures(text: str, worth: tuple[int, ...]) -> None:
    combat = read_combat(text)
    solution = solve_damage(combat, ["max player_damage", "max kill_value"])
    assert solution.status == "optimal"
    assert solution.values == solution.bounds == worth
    assert solution.statistics["method"] == METHOD
    assert "creatures" not in vars(combat)  # nobody asked for them
    assert "copies" not in vars(combat)


def test_a_thousand_are_spelled_out_when_asked_for() -> None:
    text = "a: 2/2 x1000 -> B; t: 3000/3 trample <- b: 1/2 x1000 max blocks 2"
    combat = read_combat(text)
    solution = solve_damage(combat, ["max player_damage", "max kills"])
    assert solution.outcome is not None
    assert measure(solution.outcome, "kills") == 1000
    output: Document = solution.to_document()
    (step,) = output["steps"]
    assert {"source": "t", "target": "b", "amount": 2, "copies": 1000} in step["assignments"]
    assert len(output["result"]["destroyed"]) == 1001


def test_a_spelled_out_answer_that_is_not_confirmed_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wrong = StepAssignment(Step.REGULAR, (Assigned("t", "B", 9),))
    monkeypatch.setattr(answer, "expand", lambda *given: wrong)
    for most, reason in ((answer.MOST_MEETINGS, "702.19b"), (0, "worth")):
        solution = solve_damage(read_combat("t: 9/9 trample <- b: 2/2 x2"), ["max player_damage"])
        assert solution.values == (5,)
        monkeypatch.setattr(answer, "MOST_MEETINGS", most)
        with pytest.raises(MismatchError, match=reason):
            solution.to_document()


def test_two_hordes_that_fight_are_spelled_out_without_all_pairs() -> None:
    # 6000 points of the first horde: 3000 kill, 3000 go through; 3000 points back kill 1500.
    combat = read_combat("a: 2/2 x3000 trample <- b: 1/1 x3000 max blocks 3000")
    solution = solve_damage(combat, ["max player_damage", "max kills", "min own_losses"])
    assert solution.values == (3000, 3000, 1500)
    assert solution.outcome is not None
    assert measure(solution.outcome, "own_losses") == 1500
    assert "blocks" not in vars(combat)


def test_what_defends_divides_against_the_objectives() -> None:
    # Ten points: three times 3 on x, or 3 and 3 on x, each worth 5, and 4 on y, worth 9.
    text = "x: 2/3 x9 <- b: 1/9 x10 max blocks 20; y: 5/4 x9 <- b"
    combat = read_combat(text)
    assert solve_damage(combat, ["min own_losses"]).values == (3,)
    assert solve_damage(combat, ["min own_loss_value"]).values == (5 + 5 + 9,)
    assert solve_damage(combat, ["min own_losses"]).statistics["method"] == METHOD


def test_120_3c_a_planeswalker_is_emptied_by_all_who_attack_it() -> None:
    # x takes 3 of loyalty 7; t's 4 are the rest only if u kills b, and not v as well.
    text = "x: 3/3 -> w; t: 2/2 x2 trample -> w <- b: 0/2; u: 2/2 <- b, v: 0/2; w: loyalty 7"
    combat = read_combat(text)
    first = solve_damage(combat, ["max planeswalkers_killed", "max kills"])
    assert first.values == (1, 1)
    assert first.statistics["method"] == METHOD
    assert solve_damage(combat, ["max kills", "max planeswalkers_killed"]).values == (2, 0)


@pytest.mark.parametrize(
    ("text", "objectives"),
    [
        ("3/3 x2 trample <- 2/2", ["max lethal + kills"]),
        ("3/3 x2 trample infect <- 2/2", ["max lethal"]),
        ("3/3 x2 trample <- 2/2", ["max overkill"]),
        ("3/3 x2 <- 2/2 x2", ["min kills"]),  # what is left over must not kill
        ("3/3 x2 trample toxic 1 <- 2/2", ["max poison"]),  # how many hit
        ("3/3 x2 trample first strike <- 2/2", ["max player_damage"]),
    ],
)
def test_what_is_not_decided_on_groups_alone(text: str, objectives: list[str]) -> None:
    combat = read_combat(text)
    solution = solve_damage(combat, objectives)
    assert solution.statistics["method"] != METHOD
    assert solve_damage(combat, ["max kills"], ["kills >= 0"]).statistics["method"] != METHOD


@pytest.mark.parametrize(
    ("life", "worth", "is_pooled"),
    [(2, (1, 2), True), (3, (1, 1), False), (4, (1, 1), False), (5, (0, 2), True)],
)
def test_who_loses_is_told_on_groups_if_it_is_for_nothing_or_impossible(
    life: int, worth: tuple[int, ...], is_pooled: bool
) -> None:
    # u may kill w: then 4 go through; or v: then t kills w, and 2 go through.
    text = f"B: life {life}; t: 2/2 x2 trample <- w: 0/2; u: 2/2 <- w, v: 0/2"
    solution = solve_damage(read_combat(text), ["max lethal", "max kills"])
    assert solution.values == solution.bounds == worth
    assert (solution.statistics["method"] == METHOD) is is_pooled


def test_a_deadline_that_has_passed_leaves_a_legal_answer_with_bounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "decide", lambda problem: None)
    combat = read_combat("t: 4/4 trample x30 <- w: 0/3 x20, v: 0/5 x7; u: 2/2 x9 <- w")
    solution = solve_damage(combat, ["max player_damage", "max kills"], deadline=0.0)
    assert solution.status == "feasible"
    assert solution.outcome is not None
    assert check_assignment(combat, solution.outcome.steps) == ()
    # The 18 of u and 42 of t kill the walls, 35 the others: 120 - 77 go through.
    assert solution.values[0] <= 43 <= solution.bounds[0]


def test_many_boards_do_not_spell_out_groups_either() -> None:
    texts = [text for text, _ in BOARDS.values()]
    found = list(solve_many(texts, ["max player_damage", "max kill_value"]))
    assert [one.values for one in found if isinstance(one, Solution)] == [
        worth for _, worth in BOARDS.values()
    ]


def test_a_flow_takes_from_the_cheapest_first_and_gives_way_where_it_can() -> None:
    # The first source may serve both demands, the second only the first one.
    flow, missing = cheapest([5, 4], [4, 5], [[True, True], [True, False]])
    assert flow == [[0, 5], [4, 0]]
    assert missing == 0
    assert cheapest([5, 4], [4, 7], [[True, True], [True, False]])[1] == 2


def test_a_peak_is_found_wherever_it_is() -> None:
    rng = random.Random("peak")
    for _ in range(300):
        slopes = sorted((rng.randint(-9, 9) for _ in range(rng.randint(0, 30))), reverse=True)
        heights = [sum(slopes[:k]) for k in range(len(slopes) + 1)]
        assert heights[peak(heights.__getitem__, 0, len(slopes))] == max(heights)
