"""What pictures show: arrows with their numbers, thresholds, the dead, steps, wrong arrows."""

from collections.abc import Iterable
from dataclasses import dataclass
from xml.etree import ElementTree as ET

import pytest

from engine import check_assignment, read_combat
from engine.combat import Combat
from engine.steps import Outcome
from optimizer import (
    best_answers,
    explain,
    frontier,
    next_best,
    solve_attack,
    solve_blocks,
    solve_damage,
)
from optimizer.picture import load_ipython_extension, picture
from optimizer.picture.gallery import FOLDER, GALLERY
from optimizer.picture.style import COLORS
from tests.conftest import attacker, blocker, board, creature, first, siege, step, walker
from tests.optimizer.drawn import card, classes, damage, having, related, structure, texts, title

SHARED = "giant: 5/5 trample <- wall; ogre: 4/4 <- wall; wall: 0/4"


def drawn(combat: Combat, answer: object = None, violations: Iterable[object] = ()) -> ET.Element:
    return ET.fromstring(picture(combat, answer, violations))


def panels(element: ET.Element) -> list[ET.Element]:
    return having(element, "panel")


class TestDamage:
    def test_the_shared_blocker_is_met_by_the_other_510_1e(self) -> None:
        combat = read_combat(SHARED)
        (panel,) = panels(drawn(combat, solve_damage(combat, ["max player_damage"])))
        assert damage(panel) == {("ogre", "wall", 4): 1, ("giant", "B", 5): 1}
        assert related(panel, "block") == {("wall", "giant")}
        assert related(panel, "attack") == {("ogre", "B")}
        wall = card(panel, "wall")
        assert {"dead", "met", "defending"} <= set(classes(wall))
        assert "4 of 4" in texts(wall)
        assert having(wall, "cross")
        assert having(wall, "tick")
        assert "life 20 → 15" in texts(card(panel, "B"))
        assert not having(card(panel, "giant"), "cross")

    def test_a_threshold_that_is_not_met(self) -> None:
        combat = read_combat("ogre: 3/3 <- wall; wall: 1/5")
        (panel,) = panels(drawn(combat, solve_damage(combat, [])))
        wall, ogre = card(panel, "wall"), card(panel, "ogre")
        assert "3 of 5" in texts(wall)
        assert "1 of 3" in texts(ogre)
        for one in (wall, ogre):
            assert "short" in classes(one)
            assert not having(one, "cross")
            assert not having(one, "tick")

    def test_one_is_lethal_with_deathtouch_702_2c(self) -> None:
        combat = read_combat("rat: 1/1 deathtouch <- wall; wall: 0/5")
        (panel,) = panels(drawn(combat, solve_damage(combat, [])))
        assert "1 of 1" in texts(card(panel, "wall"))
        assert {"met", "dead"} <= set(classes(card(panel, "wall")))

    def test_lethal_damage_without_death_702_12b(self) -> None:
        combat = read_combat("ogre: 3/3 <- wall; wall: 0/2 indestructible")
        (panel,) = panels(drawn(combat, solve_damage(combat, [])))
        wall = card(panel, "wall")
        assert "met" in classes(wall)
        assert "dead" not in classes(wall)
        assert title(wall).endswith("survives")

    def test_marked_damage_counts_120_6(self) -> None:
        combat = read_combat("ogre: 3/3 <- wall; wall: 0/5 damage 2")
        (panel,) = panels(drawn(combat, solve_damage(combat, [])))
        assert {"damage 2", "3 of 3"} <= set(texts(card(panel, "wall")))

    def test_trample_over_planeswalkers_702_19c(self) -> None:
        combat = read_combat("wurm: 7/7 trample over planeswalkers -> jace; jace: loyalty 3")
        (panel,) = panels(drawn(combat, solve_damage(combat, ["max player_damage"])))
        assert damage(panel) == {("wurm", "jace", 3): 1, ("wurm", "B", 4): 1}
        assert {"planeswalker", "dead", "met"} <= set(classes(card(panel, "jace")))

    def test_battles_and_several_defending_players(self) -> None:
        players = {"A": {"life": 20}, "B": {"life": 5}, "C": {"life": 12}}
        document = board(
            attacker("a 3/3", "B"), attacker("b 2/2", "siege"), attacker("c 1/1", "C"),
            players=players, battles=[siege("siege", 2, "C")],
        )  # fmt: skip
        combat = read_combat(document)
        whole = drawn(combat, solve_damage(combat, []))
        assert damage(whole) == {("a", "B", 3): 1, ("b", "siege", 2): 1, ("c", "C", 1): 1}
        assert {"battle", "dead"} <= set(classes(card(whole, "siege")))
        assert "Defeated: siege" in texts(whole)

    def test_who_loses_is_crossed_out_but_not_what_leaves_with_them_800_4a(self) -> None:
        combat = read_combat("wurm: 7/7 -> B; B: life 5; ox: 1/1 of B")
        whole = drawn(combat, solve_damage(combat, []))
        assert "dead" in classes(card(whole, "B"))
        assert "dead" not in classes(card(whole, "ox"))
        assert {"Nothing dies", "Loses: B", "A wins"} <= set(texts(whole))


class TestSteps:
    def test_two_steps_stand_side_by_side_510_4(self) -> None:
        combat = read_combat("knight: 3/3 first strike <- bear, ox; bear: 2/3; ox: 2/4")
        answer = solve_damage(combat, ["max kills"])
        one, two = panels(drawn(combat, answer))
        assert [one.get("data-step"), two.get("data-step")] == ["first_strike", "regular"]
        assert damage(one) == {("knight", "bear", 3): 1}
        assert damage(two) == {("ox", "knight", 2): 1}
        assert "dead" in classes(card(one, "bear"))
        assert "gone" in classes(card(two, "bear"))
        assert related(two, "block") == set()

    def test_double_strike_in_both(self) -> None:
        combat = read_combat("dragon: 4/4 double strike trample <- wall; wall: 0/5")
        one, two = panels(drawn(combat, solve_damage(combat, ["max player_damage"])))
        assert damage(one) == {("dragon", "wall", 4): 1}
        assert damage(two) == {("dragon", "wall", 1): 1, ("dragon", "B", 3): 1}
        assert "4 of 5" in texts(card(one, "wall"))
        assert "1 of 1" in texts(card(two, "wall"))


class TestGroups:
    def test_copies_that_do_the_same_are_one_card(self) -> None:
        combat = read_combat("token: 1/1 x20 -> B")
        (panel,) = panels(drawn(combat, solve_damage(combat, [])))
        assert damage(panel) == {("token", "B", 1): 20}
        assert "×20" in texts(card(panel, "token"))
        assert card(panel, "token").get("data-count") == "20"

    def test_copies_that_fare_differently_are_not(self) -> None:
        combat = read_combat("ogre: 3/3 <- token: 1/1 x5")
        (panel,) = panels(drawn(combat, solve_damage(combat, ["max kills"])))
        creatures = having(panel, "card", "creature", "defending")
        assert sorted(int(one.attrib["data-count"]) for one in creatures) == [2, 3]
        dead = [one for one in creatures if "dead" in classes(one)]
        assert [one.get("data-count") for one in dead] == ["3"]
        amounts = damage(panel)
        assert amounts[dead[0].attrib["data-id"], "ogre", 1] == 3
        assert amounts["ogre", dead[0].attrib["data-id"], 1] == 3

    def test_an_attack_with_some_of_a_group(self) -> None:
        document = board(creature("A token 1/1", count=20), creature("B ogre 3/3"))
        combat = read_combat(document)
        given = {"attacks": {f"token#{k}": "B" for k in range(1, 13)}}
        (panel,) = panels(drawn(combat, given))
        assert related(panel, "attack") == {("token#1-12", "B")}
        assert card(panel, "token#13-20").get("data-count") == "8"


class TestNames:
    def test_what_would_be_markup_is_text(self) -> None:
        name = "<b>&\"'x\x00"
        combat = read_combat(board(attacker("a 3/3"), creature("B x 1/1", id=name)))
        whole = drawn(combat)
        shown = "<b>&\"'x\\x00"
        assert shown in texts(card(whole, shown))

    def test_a_long_name_is_shortened_with_its_whole_in_the_tooltip(self) -> None:
        name = "Asmoranomardicadaistinaculdacar the Second"
        combat = read_combat(board(attacker("a 3/3", id=name)))
        one = card(drawn(combat), name)
        assert texts(one)[0].endswith("…")
        assert name.startswith(texts(one)[0][:-1])
        assert title(one).startswith(name)


class TestChecks:
    def test_the_wrong_arrows_are_marked_702_19b(self) -> None:
        document = board(
            attacker("giant 6/6 trample"), attacker("ogre 4/4"), blocker("wall 1/5", "giant")
        )
        combat = read_combat(document)
        steps = [
            step(("giant", "wall", 1), ("giant", "B", 5), ("ogre", "B", 4), ("wall", "giant", 1))
        ]
        violations = check_assignment(combat, steps)
        whole = drawn(combat, {"steps": steps}, violations)
        wrong = having(whole, "arrow", "wrong")
        assert [arrow.get("data-id") for arrow in wrong] == ["giant->B"]
        assert len(damage(whole)) == 4
        assert not having(whole, "dead")
        notes = having(whole, "violation")
        assert {note.get("data-rule") for note in notes} == {"702.19b", "510.1e"}
        assert "702.19b" in title(card(whole, "giant"))
        assert "wrong" not in classes(card(whole, "ogre"))

    def test_wrong_recipients_are_drawn_all_the_same_510_1b_510_1d(self) -> None:
        document = board(attacker("a 2/2"), attacker("b 3/3"), blocker("c 2/2", "b"))
        combat = read_combat(document)
        steps = [step(("a", "b", 1), ("a", "c", 1), ("b", "c", 3), ("c", "B", 2))]
        whole = drawn(combat, {"steps": steps}, check_assignment(combat, steps))
        assert set(damage(whole)) == {("a", "b", 1), ("a", "c", 1), ("b", "c", 3), ("c", "B", 2)}
        wrong = {arrow.get("data-id") for arrow in having(whole, "arrow", "damage", "wrong")}
        assert wrong == {"a->b", "a->c", "c->B"}

    def test_every_arrow_of_a_wrong_sum_is_marked_510_1a(self) -> None:
        combat = read_combat("giant: 6/6 trample <- wall; wall: 0/2")
        steps = [step(("giant", "wall", 2), ("giant", "B", 3))]
        whole = drawn(combat, {"steps": steps}, check_assignment(combat, steps))
        wrong = {arrow.get("data-id") for arrow in having(whole, "arrow", "wrong")}
        assert wrong == {"giant->wall", "giant->B"}

    def test_a_step_that_does_not_take_place_510_4(self) -> None:
        combat = read_combat("a: 2/2 -> B")
        steps = [first(("a", "B", 2)), step(("a", "B", 2))]
        violations = check_assignment(combat, steps)
        assert "510.4" in {violation.rule for violation in violations}
        one, two = panels(drawn(combat, {"steps": steps}, violations))
        assert damage(one) == damage(two) == {("a", "B", 2): 1}
        assert having(one, "arrow", "wrong")

    def test_an_impossible_block_is_drawn_509_1a(self) -> None:
        combat = read_combat("a: 2/2 -> B; x: 1/1 of A; y: 1/1 of B")
        violation = {
            "rule": "509.1a",
            "message": "x may not",
            "step": "declare_blockers",
            "source": "x",
        }
        given = {"blocks": {"x": ["a"]}, "legal": False, "violations": [violation]}
        whole = drawn(combat, given)
        assert [a.get("data-id") for a in having(whole, "arrow", "block", "wrong")] == ["x->a"]

    def test_a_legal_assignment(self) -> None:
        combat = read_combat("a: 2/2 -> B")
        whole = drawn(combat, {"steps": [step(("a", "B", 2))], "legal": True})
        assert texts(whole)[0] == "Legal"
        assert "life 20 → 18" in texts(card(whole, "B"))


class TestOtherAnswers:
    combat = read_combat(SHARED)

    def test_declarations_only(self) -> None:
        (panel,) = panels(drawn(self.combat))
        assert damage(panel) == {}
        assert related(panel, "block") == {("wall", "giant"), ("wall", "ogre")}
        assert related(panel, "attack") == {("giant", "B"), ("ogre", "B")}

    def test_nobody_fights(self) -> None:
        combat = read_combat(board(creature("A a 1/1"), creature("B b 1/1")))
        whole = drawn(combat)
        names = [one.get("data-id") for one in having(whole, "card")]
        assert sorted(filter(None, names)) == ["A", "B", "a", "b"]
        assert not having(whole, "arrow")

    def test_an_attacker_of_what_has_left_506_4c(self) -> None:
        combat = read_combat("a: 2/2 -> nothing of B")
        assert card(drawn(combat), "a") is not None

    def test_blocks_and_the_next_best(self) -> None:
        combat = read_combat("wurm: 6/6 -> B; bear: 2/2 of B")
        found = solve_blocks(combat, ["max player_damage"], top=2)
        best, other = having(drawn(combat, found), "scene")
        assert damage(best)["wurm", "bear", 6] == 1
        assert texts(other)[0] == "The next best: player_damage 6"
        assert related(other, "attack") == {("wurm", "B")}

    def test_an_attack(self) -> None:
        combat = read_combat(board(creature("A a 2/2 unblockable"), creature("B b 1/1")))
        found = solve_attack(combat, ["max player_damage"])
        assert damage(drawn(combat, found)) == {("a", "B", 2): 1}

    def test_all_answers_the_next_and_the_frontier(self) -> None:
        combat = read_combat("giant: 2/2 trample <- bear; bear: 0/1")
        objectives = ["max player_damage"]
        answers = best_answers(combat, ["max kills"])
        assert len(having(drawn(combat, answers), "scene")) == answers.total == 2
        following = next_best(combat, objectives)
        assert following is not None
        pair = {
            "best": solve_damage(combat, objectives).to_document(),
            "next": following.to_document(),
        }
        assert len(having(drawn(combat, pair), "scene")) == 2
        points = frontier(combat, "max player_damage", "max overkill")
        assert len(having(drawn(combat, points), "scene")) == len(points)

    def test_why_not(self) -> None:
        combat = read_combat("giant: 6/6 trample <- wall; knight: 3/3 <- wall; wall: 0/7")
        whole = drawn(combat, explain(combat, "player_damage >= 5"))
        assert texts(whole)[0] == "No: nothing meets every wish"
        assert any("702.19b" in text for text in texts(whole))
        assert any(text.startswith("So ") for text in texts(whole))

    def test_the_combat_that_tricks_have_made(self) -> None:
        """The steps name a token that was not there when the question was asked."""

        @dataclass
        class Tricked:
            outcome: Outcome

            def to_document(self) -> dict[str, object]:
                use = {"player": "A", "card": "Rally", "way": "cast", "window": "after_blocks"}
                return {"status": "optimal", "uses": [use | {"targets": ["giant"]}]}

        after = read_combat("giant: 5/5 -> B; token: 1/1 -> B")
        outcome = solve_damage(after, []).outcome
        assert outcome is not None
        whole = drawn(read_combat("giant: 5/5 -> B"), Tricked(outcome))
        assert set(damage(whole)) == {("giant", "B", 5), ("token", "B", 1)}
        assert "A, after blocks: Rally (cast) on giant" in texts(whole)

    def test_what_is_no_answer(self) -> None:
        with pytest.raises(TypeError, match="int"):
            picture(self.combat, 3)


class TestNotebooks:
    def test_solutions_draw_themselves(self) -> None:
        combat = read_combat(SHARED)
        solution = solve_damage(combat, ["max player_damage"])
        assert solution._repr_svg_() == picture(combat, solution)
        nothing = solve_damage(combat, ["max player_damage"], ["player_damage >= 9"])
        assert nothing._repr_svg_() is None

    def test_declarations_draw_themselves(self) -> None:
        combat = read_combat("wurm: 6/6 -> B; bear: 2/2 of B")
        found = solve_blocks(combat, ["max player_damage"])
        svg = found._repr_svg_()
        assert svg is not None
        assert structure(ET.fromstring(svg)) == structure(drawn(combat, found))

    def test_combats_with_the_extension(self) -> None:
        known: dict[type, object] = {}

        class Formatter:
            def for_type(self, kind: type, draw: object) -> None:
                known[kind] = draw

        class Display:
            formatters = {"image/svg+xml": Formatter()}  # noqa: RUF012

        class Shell:
            display_formatter = Display()

        load_ipython_extension(Shell())
        assert known == {Combat: picture}


class TestAccess:
    def test_a_picture_in_words(self) -> None:
        combat = read_combat(SHARED)
        whole = drawn(combat, solve_damage(combat, ["max player_damage"]))
        assert whole.get("role") == "img"
        assert title(whole) == "Proven best: player_damage 5"
        description = whole.findtext("{http://www.w3.org/2000/svg}desc") or ""
        assert "ogre assigns 4 to wall." in description.splitlines()
        assert "giant assigns 5 to B." in description.splitlines()

    def test_light_and_dark(self) -> None:
        assert "@media (prefers-color-scheme:dark)" in picture(read_combat(SHARED))

    def test_walkers_that_nobody_attacks_are_there(self) -> None:
        combat = read_combat(board(attacker("a 1/1"), planeswalkers=[walker("jace", 3)]))
        assert "loyalty 3" in texts(card(drawn(combat), "jace"))


@pytest.mark.parametrize("name", GALLERY)
def test_gallery_is_up_to_date(name: str) -> None:
    kept = ET.parse(FOLDER / f"{name}.svg").getroot()
    assert structure(kept) == structure(ET.fromstring(GALLERY[name]()))


def test_gallery_has_nothing_else() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(GALLERY)


@pytest.mark.parametrize("mode", [1, 2], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("text", ".paper"),
        ("text", ".card .face"),
        ("text", ".card.active .face"),
        ("text", ".card.player .face, .card.planeswalker .face, .card.battle .face"),
        ("text", ".cross"),
        (".faint", ".card .face"),
        (".faint", ".card.active .face"),
        (".faint", ".card.player .face, .card.planeswalker .face, .card.battle .face"),
        (".marked", ".card .face"),
        (".marked", ".card.active .face"),
        (".violation", ".paper"),
        (".arrow .number", ".arrow .tip, .arrow .pill"),
        (".arrow .number", ".arrow.defending .tip, .arrow.defending .pill"),
        (".arrow .number", ".arrow.wrong .tip, .arrow.wrong .pill"),
    ],
)
def test_text_can_be_read(mode: int, text: str, ground: str) -> None:
    """WCAG 2.2, 1.4.3: a contrast of 4.5 at least."""
    low, high = sorted(luminance(COLORS[name][mode]) for name in (text, ground))
    assert (high + 0.05) / (low + 0.05) >= 4.5


def luminance(color: str) -> float:
    channels = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
