"""Which assignments are legal, and which rule an illegal one breaks; named after the rules."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from engine import DocumentError, Step, Violation, check_assignment, read_combat
from optimizer import solve_damage
from tests.conftest import (
    Document,
    attacker,
    blocker,
    board,
    creature,
    first,
    siege,
    step,
    walker,
)
from tests.oracle import is_legal
from tests.oracle.boards import PRESETS, Bias, random_board


def violations(document: Document, *steps: Document) -> tuple[Violation, ...]:
    """Judge an assignment, and require that the oracle finds it as legal as we do."""
    found = check_assignment(read_combat(document), steps)
    assert is_legal(document, list(steps)) == (not found)
    return found


def rules(document: Document, *steps: Document) -> list[str]:
    return sorted(violation.rule for violation in violations(document, *steps))


def the_only(document: Document, *steps: Document) -> Violation:
    (found,) = violations(document, *steps)
    return found


def assert_says(violation: Violation, rule: str, source: str, *parts: str) -> None:
    """The rule, the creature, and a sentence with its name and the numbers."""
    assert (violation.rule, violation.source) == (rule, source)
    assert str(violation) == f"{rule}: {violation.message}"
    for part in (source, *parts):
        assert part in violation.message


# --- each rule that `check` names --------------------------------------------------------------

PRINTED = board(
    attacker("giant 4/3"), blocker("ox 2/3", "giant"), blocker("cat 1/1", "giant")
)  # the example of 510.1c
BACK = (("ox", "giant", 2), ("cat", "giant", 1))


@pytest.mark.parametrize(("ox", "cat"), [(4, 0), (1, 3), (2, 2), (3, 1), (0, 4)])
def test_510_1c_printed_example(ox: int, cat: int) -> None:
    assert rules(PRINTED, step(("giant", "ox", ox), ("giant", "cat", cat), *BACK)) == []


@pytest.mark.parametrize(("ox", "cat"), [(2, 1), (4, 1), (0, 3), (5, 0)])
def test_510_1a_must_assign_exactly_its_power(ox: int, cat: int) -> None:
    found = the_only(PRINTED, step(("giant", "ox", ox), ("giant", "cat", cat), *BACK))
    assert_says(found, "510.1a", "giant", f"{ox + cat} of 4", "power")
    assert found.step is Step.REGULAR


def test_510_1a_a_creature_is_left_out() -> None:
    found = the_only(PRINTED, step(("giant", "ox", 4), BACK[0]))
    assert_says(found, "510.1a", "cat", "none of 1")
    everybody = violations(PRINTED)
    assert [(v.rule, v.source) for v in everybody] == [
        ("510.1a", "giant"),
        ("510.1a", "ox"),
        ("510.1a", "cat"),
    ]


def test_510_1a_power_0_or_less_assigns_none_at_all() -> None:
    for power in (0, -2):
        document = board(attacker(f"x {power}/3"))
        assert rules(document, step()) == []
        assert_says(the_only(document, step(("x", "B", 1))), "510.1a", "x", "0 or less")


def test_510_1a_assigns_toughness_or_nothing() -> None:
    doran = board(attacker("x 1/4", assigns="toughness"))
    assert rules(doran, step(("x", "B", 4))) == []
    assert_says(the_only(doran, step(("x", "B", 1))), "510.1a", "x", "1 of 4", "toughness")
    laccolith = board(attacker("x 3/3", assigns="nothing"))
    assert rules(laccolith, step()) == []
    assert_says(the_only(laccolith, step(("x", "B", 3))), "510.1a", "x", "no damage")


def test_510_1b_unblocked_assigns_to_what_it_attacks() -> None:
    document = board(attacker("x 3/3", "jace"), planeswalkers=[walker("jace", 3)])
    assert rules(document, step(("x", "jace", 3))) == []
    assert_says(the_only(document, step(("x", "B", 3))), "510.1b", "x", "unblocked", "jace", "B")
    idle = board(attacker("x 3/3"), creature("B idle 1/1"))
    assert_says(the_only(idle, step(("x", "idle", 3))), "510.1b", "x", "idle")


def test_510_1c_blocked_assigns_to_its_blockers_only() -> None:
    document = board(attacker("x 3/3"), attacker("y 1/1"), blocker("b 0/9", "x"))
    assert rules(document, step(("x", "b", 3), ("y", "B", 1))) == []
    through = the_only(document, step(("x", "B", 3), ("y", "B", 1)))
    assert_says(through, "510.1c", "x", "blocked", "b", "not to B")
    other = the_only(document, step(("x", "b", 3), ("y", "b", 1)))
    assert_says(other, "510.1b", "y", "not to b")


def test_510_1c_no_blocker_left_assigns_nothing() -> None:
    document = board(attacker("x 3/3", blocked=True))
    assert rules(document, step()) == []
    assert_says(the_only(document, step(("x", "B", 3))), "510.1c", "x", "no creature", "B")


def test_510_1d_a_blocker_assigns_to_what_it_blocks() -> None:
    document = board(attacker("x 1/3"), attacker("y 1/3"), blocker("b 2/5", "x"))
    ours = (("x", "b", 1), ("y", "B", 1))
    assert rules(document, step(*ours, ("b", "x", 2))) == []
    assert_says(the_only(document, step(*ours, ("b", "y", 2))), "510.1d", "b", "x", "not to y")
    assert_says(the_only(document, step(*ours, ("b", "A", 2))), "510.1d", "b", "not to A")


def test_510_1d_a_blocker_of_two_divides() -> None:
    document = board(attacker("x 1/3"), attacker("y 1/3"), blocker("b 3/5", "x", "y"))
    ours = (("x", "b", 1), ("y", "b", 1))
    for k in range(4):
        assert rules(document, step(*ours, ("b", "x", k), ("b", "y", 3 - k))) == []
    found = the_only(document, step(*ours, ("b", "x", 1), ("b", "y", 1)))
    assert_says(found, "510.1a", "b", "2 of 3")


def test_702_19a_a_blocker_does_not_trample() -> None:
    document = board(attacker("x 1/1"), blocker("b 5/5 trample", "x"))
    assert rules(document, step(("x", "b", 1), ("b", "x", 5))) == []
    found = the_only(document, step(("x", "b", 1), ("b", "x", 1), ("b", "A", 4)))
    assert_says(found, "702.19a", "b", "trample", "A")


def test_702_19b_lethal_damage_to_every_blocker_first() -> None:
    document = board(attacker("x 6/6 trample"), blocker("v 0/2", "x"), blocker("w 0/3", "x"))
    assert rules(document, step(("x", "v", 2), ("x", "w", 3), ("x", "B", 1))) == []
    assert rules(document, step(("x", "v", 1), ("x", "w", 5))) == []
    found = violations(document, step(("x", "v", 1), ("x", "w", 3), ("x", "B", 2)))
    assert [violation.rule for violation in found] == ["702.19b", "510.1e"]
    for violation in found:
        assert_says(violation, violation.rule, "x", "v is assigned 1 of 2")
        assert "w is" not in violation.message


def test_702_19b_printed_example_counts_what_others_assign() -> None:
    document = board(
        attacker("one 1/1"), attacker("three 3/3 trample"), blocker("bear 2/2", "one", "three")
    )
    back = ("bear", "one", 2)
    legal = step(("one", "bear", 1), ("three", "bear", 1), ("three", "B", 2), back)
    assert rules(document, legal) == []
    greedy = step(("one", "bear", 1), ("three", "B", 3), back)
    assert rules(document, greedy) == ["510.1e", "702.19b"]


def test_702_19b_marked_damage_counts() -> None:
    document = board(attacker("x 5/5 trample"), blocker("b 0/4", "x", damage=3))
    assert rules(document, step(("x", "b", 1), ("x", "B", 4))) == []
    assert rules(document, step(("x", "B", 5))) == ["510.1e", "702.19b"]


def test_702_19b_nothing_that_changes_the_damage_lowers_or_raises_the_gate() -> None:
    document = board(attacker("x 5/5 trample"), blocker("b 0/4 indestructible", "x"))
    assert rules(document, step(("x", "b", 4), ("x", "B", 1))) == []
    assert rules(document, step(("x", "b", 3), ("x", "B", 2))) == ["510.1e", "702.19b"]
    hurt = board(attacker("x 5/5 trample"), blocker("b 0/4 indestructible", "x", damage=6))
    assert rules(hurt, step(("x", "B", 5))) == []


def test_702_2c_one_with_deathtouch_is_lethal() -> None:
    document = board(attacker("x 5/5 trample, deathtouch"), blocker("b 0/4", "x"))
    assert rules(document, step(("x", "b", 1), ("x", "B", 4))) == []
    assert rules(document, step(("x", "B", 5))) == ["510.1e", "702.19b"]


def test_702_2c_another_attackers_deathtouch_counts() -> None:
    """A reading: 702.19b counts what others assign, and 702.2c makes 1 of it lethal."""
    document = board(
        attacker("snake 1/1 deathtouch"), attacker("x 6/6 trample"), blocker("b 0/6", "snake", "x")
    )
    assert rules(document, step(("snake", "b", 1), ("x", "B", 6))) == []


def test_702_19c_the_loyalty_comes_before_the_controller() -> None:
    document = board(
        attacker("pest 1/1", "jace"),
        attacker("beast 7/7 trample over planeswalkers", "jace"),
        planeswalkers=[walker("jace", 3)],
    )  # the printed example
    ours = ("pest", "jace", 1)
    assert rules(document, step(ours, ("beast", "jace", 2), ("beast", "B", 5))) == []
    found = violations(document, step(ours, ("beast", "jace", 1), ("beast", "B", 6)))
    assert [violation.rule for violation in found] == ["702.19c", "510.1e"]
    assert_says(found[0], "702.19c", "beast", "jace is assigned 2 of 3", "B")
    snake = board(
        attacker("x 5/5 trample over planeswalkers, deathtouch", "jace"),
        planeswalkers=[walker("jace", 3)],
    )
    assert rules(snake, step(("x", "jace", 1), ("x", "B", 4))) == ["510.1e", "702.19c"]


def test_702_19d_no_blocker_left_tramples_to_what_it_attacks() -> None:
    document = board(
        attacker("x 3/3 trample", "jace", blocked=True),
        creature("B idle 1/1"),
        planeswalkers=[walker("jace", 3)],
    )
    assert rules(document, step(("x", "jace", 3))) == []
    found = the_only(document, step(("x", "idle", 3)))
    assert_says(found, "702.19d", "x", "jace", "idle")


def test_702_19e_past_a_planeswalker_that_is_gone() -> None:
    document = board(attacker("x 3/3 trample over planeswalkers", None), blocker("b 0/1", "x"))
    assert rules(document, step(("x", "b", 1), ("x", "B", 2))) == []
    assert rules(document, step(("x", "B", 3))) == ["510.1e", "702.19b"]


@pytest.mark.parametrize("gone", [False, True])
def test_702_19f_plain_trample_never_passes_the_planeswalker(gone: bool) -> None:
    target = None if gone else "jace"
    document = board(attacker("x 5/5 trample", target), planeswalkers=[walker("jace", 2)])
    found = the_only(document, step(("x", "B", 5)))
    assert_says(found, "702.19f", "x", "B")


def test_506_4c_attacking_nothing() -> None:
    document = board(attacker("x 3/3", None))
    assert rules(document, step()) == []
    assert_says(the_only(document, step(("x", "B", 3))), "506.4c", "x", "nothing", "B")


def test_506_4c_the_battle_is_defeated_in_the_first_step() -> None:
    document = board(
        attacker("quick 3/3 first strike", "s"), attacker("late 2/2", "s"), battles=[siege("s", 3)]
    )
    assert rules(document, first(("quick", "s", 3)), step()) == []
    found = the_only(document, first(("quick", "s", 3)), step(("late", "s", 2)))
    assert_says(found, "506.4c", "late", "nothing", "s")


def test_510_4_who_assigns_in_which_step() -> None:
    document = board(
        attacker("quick 1/1 first strike"), attacker("twice 2/2 double strike"), attacker("x 3/3")
    )
    now = (("quick", "B", 1), ("twice", "B", 2))
    then = (("twice", "B", 2), ("x", "B", 3))
    assert rules(document, first(*now), step(*then)) == []
    early = the_only(document, first(*now, ("x", "B", 3)), step(*then))
    assert_says(early, "510.4", "x", "no first strike", "first-strike")
    assert early.step is Step.FIRST_STRIKE
    late = the_only(document, first(*now), step(*then, ("quick", "B", 1)))
    assert_says(late, "510.4", "quick", "regular")
    assert rules(document, first(*now)) == ["510.1a", "510.1a"]
    assert rules(document, step(*then)) == ["510.1a", "510.1a"]


def test_510_4_no_first_step_without_first_strike() -> None:
    document = board(attacker("x 3/3"))
    found = violations(document, first(("x", "B", 3)), step(("x", "B", 3)))
    assert [violation.rule for violation in found] == ["510.4"]
    assert_says(found[0], "510.4", "x", "no first-strike damage step")


def test_510_4_no_second_step_once_one_side_is_left() -> None:
    document = board(
        attacker("quick 3/3 first strike"),
        attacker("x 3/3"),
        players={"A": {"life": 20}, "B": {"life": 3}},
    )
    assert rules(document, first(("quick", "B", 3))) == []
    found = the_only(document, first(("quick", "B", 3)), step(("x", "B", 3)))
    assert_says(found, "510.4", "x", "regular")


def test_510_1_not_in_combat() -> None:
    document = board(attacker("x 3/3"), creature("B idle 1/1"), creature("A home 1/1"))
    for name in ("idle", "home"):
        found = the_only(document, step(("x", "B", 3), (name, "x", 1)))
        assert_says(found, "510.1", name, "not in combat")


def test_510_1_a_creature_that_died_in_the_first_step() -> None:
    document = board(attacker("quick 3/3 first strike"), blocker("b 2/2", "quick"))
    assert rules(document, first(("quick", "b", 3)), step()) == []
    found = the_only(document, first(("quick", "b", 3)), step(("b", "quick", 2)))
    assert_says(found, "510.1", "b", "not in combat")


def test_702_2c_a_survivor_has_no_memory_in_the_second_step() -> None:
    """A reading: deathtouch of the first step does not lower the gate of the second."""
    document = board(
        attacker("x 4/4 double strike, trample, deathtouch"),
        blocker("god 0/6 indestructible", "x"),
    )
    now = first(("x", "god", 1), ("x", "B", 3))
    assert rules(document, now, step(("x", "god", 1), ("x", "B", 3))) == []
    assert rules(document, now, step(("x", "B", 4))) == ["510.1e", "702.19b"]


def test_120_6_damage_of_the_first_step_stays_marked() -> None:
    document = board(
        attacker("quick 2/2 first strike"),
        attacker("x 5/5 trample"),
        blocker("b 0/5", "quick", "x"),
    )
    now = first(("quick", "b", 2))
    assert rules(document, now, step(("x", "b", 3), ("x", "B", 2))) == []
    assert rules(document, now, step(("x", "b", 2), ("x", "B", 3))) == ["510.1e", "702.19b"]


def test_510_1a_counters_of_the_first_step_lower_the_power() -> None:
    document = board(attacker("x 2/2 first strike, wither"), blocker("b 3/4", "x"))
    now = first(("x", "b", 2))
    assert rules(document, now, step(("b", "x", 1))) == []
    assert_says(the_only(document, now, step(("b", "x", 3))), "510.1a", "b", "3 of 1")


def test_609_4_as_though_it_were_not_blocked() -> None:
    thorn = attacker("x 5/5", as_though_unblocked=True)
    document = board(thorn, blocker("b 0/3", "x"))
    assert rules(document, step(("x", "b", 5))) == []
    assert rules(document, step(("x", "B", 5))) == []
    assert rules(document, step(("x", "b", 3), ("x", "B", 2))) == ["510.1c"]


def test_divides_among_the_defending_player_and_their_creatures() -> None:
    orgg = attacker("x 6/6", divides_among_defenders=True)
    document = board(orgg, blocker("b 0/3", "x"), creature("B idle 1/1"), creature("A own 1/1"))
    assert rules(document, step(("x", "B", 3), ("x", "idle", 1), ("x", "b", 2))) == []
    assert rules(document, step(("x", "b", 6))) == []
    assert rules(document, step(("x", "B", 5), ("x", "own", 1))) == ["510.1c", "510.1c"]
    assert "510.1a" in rules(document, step(("x", "B", 5)))


def test_every_violation_of_an_assignment_is_reported() -> None:
    document = board(
        attacker("x 3/3"), attacker("y 2/2"), blocker("b 2/2", "y"), creature("B idle 1/1")
    )
    found = violations(document, step(("x", "B", 2), ("y", "B", 2), ("idle", "x", 1)))
    assert [(v.rule, v.source) for v in found] == [
        ("510.1a", "x"),
        ("510.1c", "y"),
        ("510.1a", "b"),
        ("510.1", "idle"),
    ]


def test_702_22j_with_a_bander_in_the_way_nothing_tramples_through() -> None:
    document = board(
        attacker("x 4/4 trample"), blocker("b 0/1 banding", "x"), blocker("c 0/1", "x")
    )
    assert rules(document, step(("x", "b", 3), ("x", "c", 1))) == []
    assert rules(document, step(("x", "c", 4))) == []
    found = the_only(document, step(("x", "b", 1), ("x", "c", 1), ("x", "B", 2)))
    assert_says(found, "702.22j", "x", "banding", "B divides", "not to B")


def test_702_22k_a_blocker_of_a_band_may_hit_any_of_it_and_nothing_else() -> None:
    document = board(
        attacker("x 0/4 banding", band="l"),
        attacker("y 0/4", band="l"),
        attacker("z 0/4"),
        blocker("b 3/3", "y"),
    )
    for k in range(4):
        assert rules(document, step(("b", "x", k), ("b", "y", 3 - k))) == []
    found = the_only(document, step(("b", "z", 3)))
    assert_says(found, "510.1d", "b", "x", "y", "not to z")


def test_702_22j_the_active_sides_gates_do_not_count_what_the_defender_divides() -> None:
    """A reading: the active player announces before the defending player divides."""
    document = board(
        attacker("x 4/4 trample"),
        attacker("y 2/2"),
        blocker("v 0/2", "x", "y"),
        blocker("b 0/2 banding", "y"),
    )
    assert rules(document, step(("x", "v", 2), ("x", "B", 2), ("y", "v", 2))) == []
    assert rules(document, step(("x", "B", 4), ("y", "v", 2))) == ["510.1e", "702.19b"]


def test_the_rule_before_2024_puts_each_blocker_behind_the_one_before() -> None:
    giant = attacker("x 5/5", damage_order=["c", "b"])
    document = board(giant, blocker("b 0/3", "x"), blocker("c 0/2", "x"), rules="ordered")
    assert rules(document, step(("x", "c", 2), ("x", "b", 3))) == []
    assert rules(document, step(("x", "c", 5))) == []
    assert rules(document, step(("x", "c", 1), ("x", "b", 4))) == ["510.1c", "510.1e"]
    current = board(attacker("x 5/5"), blocker("b 0/3", "x"), blocker("c 0/2", "x"))
    assert rules(current, step(("x", "c", 1), ("x", "b", 4))) == []


def test_702_19b_prevention_and_protection_do_not_lower_the_gate() -> None:
    for wall in (
        blocker("b 0/3", "x", prevent="all"),
        blocker("b 0/3", "x", shield_counters=1),
        blocker("b 0/3", "x", regeneration_shields=1),
        blocker("b 0/3 protection from green", "x"),
    ):
        document = board(attacker("x 5/5 trample", colors=["G"]), wall)
        assert rules(document, step(("x", "b", 3), ("x", "B", 2))) == []
        assert rules(document, step(("x", "b", 2), ("x", "B", 3))) == ["510.1e", "702.19b"]


def test_702_4c_and_702_4d_double_strike_between_the_steps() -> None:
    changes = {"d": {"loses": ["double strike"]}, "f": {"gains": ["double strike"]}}
    document = board(
        attacker("d 1/1 double strike"),
        attacker("f 2/2 first strike"),
        after_first_strike=changes,
    )
    now = first(("d", "B", 1), ("f", "B", 2))
    assert rules(document, now, step(("f", "B", 2))) == []
    found = the_only(document, now, step(("f", "B", 2), ("d", "B", 1)))
    assert_says(found, "510.4", "d", "struck already")


def test_what_is_not_looked_at_is_refused() -> None:
    with pytest.raises(DocumentError) as caught:
        check_assignment(read_combat(board(attacker("x 1/1"), resources={"A": {"hand": []}})), [])
    assert [fault.path for fault in caught.value.faults] == ["resources"]
    assert "looks at the board only" in str(caught.value)


# --- random assignments ------------------------------------------------------------------------

Row = list[Any]


def _mutated(rng: random.Random, document: Document, steps: list[Document]) -> list[Document]:
    """Move points around: mostly still nearly legal, sometimes legal."""
    rows: dict[str, list[Row]] = {
        s["step"]: [[a["source"], a["target"], a["amount"]] for a in s["assignments"]]
        for s in steps
    }
    creatures = [entry["id"] for entry in document["creatures"]]
    targets = [*creatures, *document["players"]]
    targets += [w["id"] for w in (*document.get("planeswalkers", ()), *document.get("battles", ()))]
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        name = rng.choice(("first_strike", "regular", *rows))
        made = rows.setdefault(name, [])
        kind = rng.random()
        if not made or kind > 0.97:
            made.append([rng.choice(creatures), rng.choice(targets), rng.randint(1, 3)])
        elif kind < 0.75:
            row = rng.choice(made)
            points = rng.randint(1, row[2]) if row[2] else 0
            row[2] -= points
            near = [r[1] for r in made] if rng.random() < 0.5 else targets
            made.append([row[0], rng.choice(near), points])
        elif kind < 0.85:
            rng.choice(made)[2] += rng.choice((-1, 1))
        elif kind < 0.92:
            made.remove(rng.choice(made))
        else:
            rows.setdefault(rng.choice(("first_strike", "regular")), []).append(
                made.pop(rng.randrange(len(made)))
            )
    kept = [(n, [(s, t, k) for s, t, k in rows[n] if k > 0]) for n in sorted(rows)]
    return [step(*made, name=name) for name, made in kept if made]


BIASES = {
    "anything": Bias(trample=0.7, trample_over=0.4, shared_blockers=0.7, strikes=0.2),
    "two steps": Bias(trample=0.7, shared_blockers=0.7, strikes=0.5, blocker_strikes=0.3),
} | PRESETS


@pytest.mark.parametrize("name", BIASES)
@pytest.mark.parametrize("seed", range(2))
def test_random_assignments_are_judged_as_the_oracle_does(name: str, seed: int) -> None:
    rng = random.Random(f"{name} {seed}")
    verdicts: Counter[bool] = Counter()
    for _ in range(30):
        document = random_board(rng, bias=BIASES[name])
        combat = read_combat(document)
        output: Any = solve_damage(combat, []).to_document()
        start: list[Document] = output["steps"]
        assert is_legal(document, start, [s.get("prevented", []) for s in start]), document
        assert check_assignment(combat, start) == (), document
        for _ in range(12):
            steps = _mutated(rng, document, start)
            legal = is_legal(document, steps)
            verdicts[legal] += 1
            found = check_assignment(combat, steps)
            assert legal == (not found), json.dumps([document, steps, [str(v) for v in found]])
    assert verdicts[True] > 20  # both kinds really occur
    assert verdicts[False] > 20


def test_a_violation_says_to_whom_damage_may_not_be_assigned() -> None:
    combat = read_combat("giant: 6/6 trample <- wall; ogre: 4/4 -> B; wall: 0/5; elk: 3/3 of B")
    steps = [step(("giant", "wall", 2), ("giant", "B", 4), ("ogre", "elk", 3))]
    found = {(v.rule, v.source, v.target) for v in check_assignment(combat, steps)}
    assert found == {
        ("702.19b", "giant", "B"),
        ("510.1e", "giant", "B"),
        ("510.1b", "ogre", "elk"),
        ("510.1a", "ogre", None),
    }
