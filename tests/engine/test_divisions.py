"""Divisions, thresholds and gates of a step (510.1, 702.2c, 702.19)."""

from engine import Assigned, Step, StepAssignment, read_combat
from engine.divisions import Division, Threshold, conditional_divisions, divisions, thresholds
from engine.state import State
from engine.steps import advance
from tests.conftest import Document, attacker, blocker, board, creature, siege, walker


def made(document: Document, step: Step = Step.REGULAR) -> dict[str, Division]:
    state = State.beginning(read_combat(document))
    return {division.source: division for division in divisions(state, step)}


def after_first(state: State, *assigned: Assigned) -> State:
    return advance(state, StepAssignment(Step.FIRST_STRIKE, assigned)).after


def options(division: Division) -> list[dict[str, tuple[str, ...]]]:
    """For each option the recipients, each with what it stands behind."""
    return [{r.id: r.behind for r in option.recipients} for option in division.options]


def test_510_1a_creatures_without_damage_have_no_division() -> None:
    document = board(
        attacker("x 0/1"),
        attacker("y -2/1"),
        attacker("z 3/1", assigns="nothing"),
        attacker("t 0/4", assigns="toughness"),
        creature("B i 5/5"),
    )
    assert {name: division.amount for name, division in made(document).items()} == {"t": 4}


def test_510_1b_unblocked() -> None:
    document = board(
        attacker("x 1/1"),
        attacker("y 1/1 trample", "w"),
        attacker("z 1/1", "s"),
        attacker("n 1/1", None),
        planeswalkers=[walker("w", 2)],
        battles=[siege("s", 2)],
    )
    found = made(document)
    assert {name: options(division) for name, division in found.items()} == {
        "x": [{"B": ()}],
        "y": [{"w": ()}],
        "z": [{"s": ()}],
        "n": [{}],
    }
    assert all(division.is_forced for division in found.values())


def test_510_1c_blocked_and_510_1d_blockers() -> None:
    document = board(
        attacker("x 4/4"), attacker("y 1/1"), blocker("b 2/2", "x"), blocker("c 3/3", "x", "y")
    )
    found = made(document)
    assert options(found["x"]) == [{"b": (), "c": ()}]
    assert options(found["y"]) == [{"c": ()}]
    assert options(found["b"]) == [{"x": ()}]
    assert options(found["c"]) == [{"x": (), "y": ()}]
    assert {name: division.divider for name, division in found.items()} == {
        "x": "A",
        "y": "A",
        "b": "B",
        "c": "B",
    }
    assert {name for name, division in found.items() if not division.is_forced} == {"x", "c"}


def test_702_19b_trample_stands_behind_all_blockers() -> None:
    document = board(attacker("x 4/4 trample"), blocker("b 2/2", "x"), blocker("c 3/3", "x"))
    assert options(made(document)["x"]) == [{"b": (), "c": (), "B": ("b", "c")}]


def test_702_19c_behind_the_blockers_and_the_planeswalker() -> None:
    document = board(
        attacker("x 4/4 trample over planeswalkers", "w"),
        blocker("b 2/2", "x"),
        attacker("y 4/4 trample over planeswalkers", "w"),
        attacker("z 4/4 trample over planeswalkers"),
        planeswalkers=[walker("w", 2)],
    )
    found = made(document)
    assert options(found["x"]) == [{"b": (), "w": ("b",), "B": ("b", "w")}]
    assert options(found["y"]) == [{"w": (), "B": ("w",)}]
    assert options(found["z"]) == [{"B": ()}]


def test_702_19d_without_blockers_nothing_is_in_the_way() -> None:
    document = board(attacker("x 4/4 trample", blocked=True), attacker("y 4/4", blocked=True))
    found = made(document)
    assert options(found["x"]) == [{"B": ()}]
    assert options(found["y"]) == [{}]


def test_702_19e_the_planeswalker_is_gone() -> None:
    document = board(
        attacker("x 4/4 trample over planeswalkers", None),
        blocker("b 2/2", "x"),
        attacker("y 4/4 trample", None),
    )
    found = made(document)
    assert options(found["x"]) == [{"b": (), "B": ("b",)}]
    assert options(found["y"]) == [{}]


def test_609_4_two_ways_to_assign() -> None:
    document = board(
        attacker("x 4/4", as_though_unblocked=True),
        attacker("u 4/4", as_though_unblocked=True),
        attacker("o 6/6", "w", divides_among_defenders=True),
        blocker("b 2/2", "x"),
        creature("A own 1/1"),
        planeswalkers=[walker("w", 3)],
    )
    found = made(document)
    assert options(found["x"]) == [{"b": ()}, {"B": ()}]
    assert options(found["u"]) == [{"B": ()}]
    assert options(found["o"]) == [{"w": ()}, {"B": (), "b": ()}]
    assert not found["x"].is_forced


def test_702_2c_thresholds() -> None:
    document = board(
        attacker("x 1/4", damage=1),
        blocker("b 2/3 indestructible", "x", damage=7),
        planeswalkers=[walker("w", 5)],
        battles=[siege("s", 2)],
    )
    assert thresholds(State.beginning(read_combat(document))) == {
        "x": Threshold("x", 3, deathtouch=True),
        "b": Threshold("b", 0, deathtouch=True),
        "w": Threshold("w", 5, deathtouch=False),
    }


def test_deathtouch_is_the_sources() -> None:
    document = board(attacker("x 1/1 deathtouch"), blocker("b 1/1", "x"))
    assert {name: d.deathtouch for name, d in made(document).items()} == {"x": True, "b": False}


def test_510_4_the_second_step_knows_what_the_first_has_removed() -> None:
    document = board(
        attacker("q 3/3 first strike, wither"),
        attacker("x 4/4 trample"),
        blocker("b 2/3", "q", "x"),
        blocker("c 3/5", "x"),
        blocker("d 5/5", "q"),
    )
    combat = read_combat(document)
    beginning = State.beginning(combat)
    now = {d.source: d for d in divisions(beginning, Step.FIRST_STRIKE)}
    assert list(now) == ["q"]
    assert options(now["q"]) == [{"b": (), "d": ()}]
    after = after_first(beginning, Assigned("q", "b", 3))
    then = {d.source: d for d in divisions(after, Step.REGULAR)}
    assert options(then["x"]) == [{"c": (), "B": ("c",)}]
    assert set(then) == {"x", "c", "d"}
    after = after_first(beginning, Assigned("q", "b", 1), Assigned("q", "d", 2))
    then = {d.source: d for d in divisions(after, Step.REGULAR)}
    assert {name: d.amount for name, d in then.items()} == {"x": 4, "b": 1, "c": 3, "d": 3}
    potential = {d.source: d.amount for d in conditional_divisions(beginning, Step.REGULAR)}
    assert potential == {"x": 4, "b": 2, "c": 3, "d": 5}
    assert thresholds(after)["b"].needed == 2


def test_800_4a_nothing_goes_to_a_player_who_has_left() -> None:
    document = board(
        attacker("q 3/3 first strike", "C"),
        attacker("x 4/4 trample", "C"),
        creature("C c 1/1", blocking=["x"]),
        players={"A": {"life": 20}, "B": {"life": 20}, "C": {"life": 3}},
    )
    after = after_first(State.beginning(read_combat(document)), Assigned("q", "C", 3))
    (left,) = divisions(after, Step.REGULAR)
    assert options(left) == [{}]
