"""Hand-worked examples: who divides, whose damage counts for gates, and the ordered rule."""

from __future__ import annotations

from tests.oracle import best, best_result, is_legal

from .examples import combat, creature, step


def test_702_22j_defender_divides_and_nothing_tramples_through() -> None:
    board = combat(
        creature("A t 8/8 trample", attacking="B", as_though_unblocked=True),
        creature("B wall 0/5 banding", blocking=["t"]),
        creature("B bear 2/4", blocking=["t"]),
    )
    assert best(board, ["max player_damage", "max kills"]) == (0, 1)
    back = ("bear", "t", 2)
    assert is_legal(board, [step(("t", "wall", 8), back)])
    assert is_legal(board, [step(("t", "wall", 1), ("t", "bear", 7), back)])
    assert not is_legal(board, [step(("t", "wall", 5), ("t", "bear", 2), ("t", "B", 1), back)])
    assert not is_legal(board, [step(("t", "B", 8), back)])


def test_702_22j_defender_answers_the_active_side() -> None:
    """X has put 3 on b2 when the defender divides the 3 of T."""
    board = combat(
        creature("A t 3/9", attacking="B"),
        creature("A x 3/9", attacking="B"),
        creature("B b1 0/4 banding", blocking=["t"]),
        creature("B b2 0/4", blocking=["t", "x"]),
    )
    assert best(board, ["max kills"]) == (0,)


def test_702_22j_only_while_the_banding_blocker_is_there() -> None:
    board = combat(
        creature("A quick 2/2 first strike", attacking="B"),
        creature("A t 5/5 trample", attacking="B"),
        creature("B helper 0/2 banding", blocking=["quick", "t"]),
        creature("B wall 0/3", blocking=["t"]),
    )
    assert best(board, ["max player_damage"]) == (2,)


def test_702_22k_active_player_divides_a_blocker() -> None:
    board = combat(
        creature("A hero 1/1 banding", attacking="B", value=9),
        creature("A big 3/5", attacking="B", value=1),
        creature("B ogre 5/9", blocking=["hero", "big"]),
    )
    assert best(board, ["max own_loss_value"]) == (9,)
    assert best(board, ["min own_loss_value"]) == (1,)


def test_702_22h_naming_one_of_a_band_means_all() -> None:
    board = combat(
        creature("A hero 1/1 banding", attacking="B", band="x"),
        creature("A big 3/5", attacking="B", band="x"),
        creature("B ogre 4/4", blocking=["big"]),
    )
    assert best(board, ["max player_damage", "min own_losses", "max kills"]) == (0, 0, 1)
    ours = [("hero", "ogre", 1), ("big", "ogre", 3)]
    assert is_legal(board, [step(*ours, ("ogre", "hero", 4))])


def test_702_22k_is_over_when_the_banding_attacker_is_dead() -> None:
    board = combat(
        creature("A hero 1/1 banding", attacking="B", band="x"),
        creature("A small 1/2", attacking="B", band="x", value=7),
        creature("A other 1/2", attacking="B", band="x", value=3),
        creature("B quick 1/9 first strike", blocking=["hero"]),
        creature("B ogre 2/9", blocking=["hero"], assigns="power"),
    )
    # Step one: the active side puts the 1 on anything. Only on the hero does it lose k.
    assert best(board, ["min own_loss_value", "min own_losses"]) == (2, 1)
    assert best(board, ["max own_losses"]) == (2,)


def test_assigned_by_overrides_banding_both_ways() -> None:
    board = combat(
        creature("A t 5/5 trample", attacking="B", assigned_by="A"),
        creature("B helper 0/1 banding", blocking=["t"]),
    )
    assert best(board, ["max player_damage"]) == (4,)
    board = combat(
        creature("A hero 1/1 banding", attacking="B"),
        creature("A big 3/5", attacking="B"),
        creature("B ogre 4/9", blocking=["hero", "big"], assigned_by="B"),
    )
    assert best(board, ["min own_losses"]) == (1,)


def test_assigned_by_the_other_side_without_blockers() -> None:
    walker = {"id": "w", "controller": "B", "loyalty": 2}
    text = "A t 5/5 trample over planeswalkers"
    for more in ({"blocked": True}, {}):
        attacker = creature(text, attacking="w", assigned_by="B", **more)
        board = combat(attacker, planeswalkers=[walker])
        assert best(board, ["max player_damage", "max planeswalker_damage"]) == (0, 5)
    plain = creature("A t 5/5", attacking="w", assigned_by="B", blocked=True)
    assert best(combat(plain, planeswalkers=[walker]), ["max planeswalker_damage"]) == (0,)


def test_gates_count_what_is_forced_on_the_other_side() -> None:
    """X's damage can only go to the wall, whoever assigns it."""
    board = combat(
        creature("A t 4/4 trample", attacking="B"),
        creature("A x 3/3", attacking="B", assigned_by="B"),
        creature("B wall 0/5", blocking=["t", "x"]),
    )
    assert best(board, ["max player_damage"]) == (2,)
    assert is_legal(board, [step(("t", "wall", 2), ("t", "B", 2), ("x", "wall", 3))])
    assert not is_legal(board, [step(("t", "wall", 1), ("t", "B", 3), ("x", "wall", 3))])


def test_gates_do_not_count_a_real_choice_of_the_other_side() -> None:
    board = combat(
        creature("A t 4/4 trample", attacking="B"),
        creature("A x 3/3", attacking="B", assigned_by="B"),
        creature("B wall 0/5", blocking=["t", "x"]),
        creature("B other 0/9", blocking=["x"]),
    )
    assert best(board, ["max player_damage"]) == (0,)
    assert not is_legal(board, [step(("t", "wall", 2), ("t", "B", 2), ("x", "wall", 3))])
    assert is_legal(board, [step(("t", "wall", 4), ("x", "wall", 3))])


def test_ordered_blockers_stand_behind_each_other() -> None:
    blockers = [
        creature("B b1 1/3", blocking=["t"]),
        creature("B b2 1/2", blocking=["t"]),
    ]
    board = combat(creature("A t 4/9", attacking="B"), *blockers, rules="ordered")
    back = [("b1", "t", 1), ("b2", "t", 1)]
    assert is_legal(board, [step(("t", "b1", 3), ("t", "b2", 1), *back)])
    assert is_legal(board, [step(("t", "b1", 4), *back)])
    assert not is_legal(board, [step(("t", "b1", 2), ("t", "b2", 2), *back)])
    assert best_result(board, ["max kills"])["destroyed"] == ["b1"]
    turned = creature("A t 4/9", attacking="B", damage_order=["b2", "b1"])
    board = combat(turned, *blockers, rules="ordered")
    assert best_result(board, ["max kills"])["destroyed"] == ["b2"]
    assert is_legal(board, [step(("t", "b2", 2), ("t", "b1", 2), *back)])


def test_ordered_lethal_damage_is_joint_marked_and_deadly() -> None:
    blockers = [
        creature("B b1 0/4", blocking=["t", "x"], damage=1),
        creature("B b2 0/2", blocking=["t"]),
    ]
    board = combat(
        creature("A t 4/9 trample", attacking="B"),
        creature("A x 2/9", attacking="B"),
        *blockers,
        rules="ordered",
    )
    assert best(board, ["max player_damage", "max kills"]) == (1, 2)
    board["creatures"][1] = creature("A x 1/9 deathtouch", attacking="B")
    assert best(board, ["max player_damage", "max kills"]) == (2, 2)


def test_ordered_binds_blockers_and_groups_name_copies() -> None:
    board = combat(
        creature("A rat 1/1", attacking="B", count=2, value=1),
        creature("A boss 1/3", attacking="B", value=9),
        creature("B ogre 4/9", blocking=["rat", "boss"], damage_order=["boss", "rat"]),
        rules="ordered",
    )
    assert best(board, ["min own_loss_value"]) == (10,)
    board["creatures"][2]["damage_order"] = ["rat", "boss"]
    assert best(board, ["min own_loss_value"]) == (2,)
    rats = [("rat#1", "ogre", 1), ("rat#2", "ogre", 1), ("boss", "ogre", 1)]
    assert is_legal(board, [step(*rats, ("ogre", "rat#1", 1), ("ogre", "rat#2", 3))])
    assert not is_legal(board, [step(*rats, ("ogre", "rat#2", 2), ("ogre", "boss", 2))])


def test_ordered_does_not_bind_the_other_side() -> None:
    board = combat(
        creature("A t 4/9", attacking="B", damage_order=["b1", "b2"]),
        creature("B b1 0/3 banding", blocking=["t"]),
        creature("B b2 0/3", blocking=["t"]),
        rules="ordered",
    )
    assert best(board, ["max kills"]) == (0,)
    assert is_legal(board, [step(("t", "b1", 2), ("t", "b2", 2))])
