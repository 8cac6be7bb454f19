"""What answers look like, with numbers worked out by hand."""

import io
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console, RenderableType

from engine import Assigned, Combat, DocumentError, Step, StepAssignment, check_assignment, play
from engine import read_combat as read
from optimizer import Solution, best_answers, frontier, next_best, solve_damage
from optimizer.checking import verdict_document
from optimizer.console import display, display_more
from optimizer.objectives import read_objectives
from optimizer.solution import Status


def lines(renderable: RenderableType, width: int = 80, **options: Any) -> list[str]:
    """Return what is printed, without the spaces at the ends of lines."""
    console = Console(file=io.StringIO(), width=width, markup=False, highlight=False, **options)
    console.print(renderable)
    assert isinstance(console.file, io.StringIO)
    found = console.file.getvalue().splitlines()
    assert all(len(line) <= width for line in found)
    return [line.rstrip() for line in found]


def board(*creatures: dict[str, Any], life: int = 20, **others: Any) -> Combat:
    players = {"A": {"life": 20}, "B": {"life": life}}
    first = {"version": 1, "active_player": "A", "players": players}
    return read(first | {"creatures": list(creatures)} | others)


def creature(
    name: str, power: int, toughness: int, *keywords: str, **others: Any
) -> dict[str, Any]:
    mine = {"controller": "B" if "blocking" in others else "A", "keywords": list(keywords)}
    return {"id": name, "power": power, "toughness": toughness} | mine | others


def answer(
    combat: Combat, *steps: StepAssignment, objectives: tuple[str, ...] = (), **changes: Any
) -> Solution:
    """Return an answer made by hand: these steps, proven best in 1.25 ms."""
    goals = read_objectives(combat, objectives)
    outcome = play(combat, steps)
    values = tuple(goal.value(outcome) for goal in goals)
    statistics = {"method": "cp_sat", "milliseconds": 1.25}
    return replace(Solution(Status.OPTIMAL, goals, values, outcome, statistics), **changes)


def regular(*rows: tuple[str, str, int]) -> StepAssignment:
    return StepAssignment(Step.REGULAR, tuple(Assigned(*row) for row in rows))


def test_a_small_board_line_by_line() -> None:
    """The ogre's 4 cover the wall (toughness 4), so all 5 of the giant go through: 7 - 5 = 2."""
    combat = board(
        creature("giant", 5, 5, "trample", attacking="B"),
        creature("ogre", 4, 4, attacking="B"),
        creature("wall", 0, 4, blocking=["giant", "ogre"]),
        life=7,
    )
    found = solve_damage(combat, ["max player_damage", "max kill_value", "min own_losses"])
    found = replace(found, statistics={"method": "cp_sat", "milliseconds": 12.345})
    shown = lines(display.solution(found))
    assert shown == [
        "Proven best (CP-SAT, 12 ms)",
        "",
        "objective          value",
        "─────────────────────────────────────",
        "max player_damage      5  proven best",
        "max kill_value         4  proven best",
        "min own_losses         0  proven best",
        "",
        "Combat damage",
        "from            to         damage",
        "─────────────────────────────────",
        "giant  5/5  ->  B               5",
        "ogre   4/4  ->  wall  0/4       4",
        "",
        "After combat",
        "A  life 20",
        "B  life 7 -> 2  5 damage",
        "",
        "dies (B)  wall 0/4",
        "game      undecided",
    ]


def test_two_steps_planeswalkers_battles_and_poison() -> None:
    combat = board(
        creature("duelist", 2, 2, "first strike", attacking="jace"),
        creature("viper", 3, 1, "toxic 2", attacking="B"),
        creature("ram", 4, 4, attacking="siege"),
        creature("fly", 1, 1, "infect", attacking="B"),
        planeswalkers=[{"id": "jace", "controller": "B", "loyalty": 2}],
        battles=[{"id": "siege", "controller": "A", "protector": "B", "defense": 5}],
    )
    shown = lines(display.solution(solve_damage(combat, [])))
    first = shown.index("Combat damage, first-strike step")
    second = shown.index("Combat damage, regular step")
    assert shown[first + 3] == "duelist  2/2  ->  jace         2"
    assert [line.split() for line in shown[second + 3 : second + 6]] == [
        ["viper", "3/1", "->", "B", "3"],
        ["ram", "4/4", "->", "siege", "4"],
        ["fly", "1/1", "->", "B", "1"],
    ]
    # 3 from the viper cost life; toxic 2 and 1 infect damage are poison.
    assert shown[shown.index("After combat") + 1 :] == [
        "A      life 20",
        "B      life 20 -> 17   4 damage  poison 0 -> 3",
        "jace   loyalty 2 -> 0  2 damage  dies",
        "siege  defense 5 -> 1  4 damage",
        "",
        "dies  nothing",
        "game  undecided",
    ]


def test_copies_that_do_the_same_share_a_row() -> None:
    combat = board(
        creature("bear", 2, 2, attacking="B", count=5),
        creature("giant", 6, 6, attacking="B"),
        creature("elf", 1, 1, blocking=["giant"], count=3),
    )
    step = regular(
        ("bear#1", "B", 2), ("bear#2", "B", 2), ("bear#3", "B", 2), ("bear#5", "B", 2),
        ("giant", "elf#2", 2), ("giant", "elf#1", 2), ("giant", "elf#3", 2),
        ("elf#1", "giant", 1), ("elf#2", "giant", 1), ("elf#3", "giant", 1),
    )  # fmt: skip
    shown = lines(display.damage(play(combat, [step]), step))
    assert [line.split() for line in shown[2:]] == [
        ["bear#1-3", "2/2", "->", "B", "each", "2"],
        ["bear#5", "2/2", "->", "B", "2"],
        ["giant", "6/6", "->", "elf#1-3", "1/1", "each", "2"],
        [],
        ["elf#1-3", "1/1", "->", "giant", "6/6", "each", "1"],
    ]
    assert "dies (B)  elf#1-3 1/1" in lines(display.result(play(combat, [step])))


def test_forty_attackers_are_readable_and_thousands_are_short() -> None:
    """40 different ones take a line each; names that are too long wrap, numbers never do."""
    many = [
        creature(f"A creature with a rather long name, number {k}", 10**9 - k, 10**9, attacking="B")
        for k in range(40)
    ]
    combat = board(*many)
    shown = lines(display.solution(solve_damage(combat, [])))
    for k in range(40):
        assert sum(f"{10**9 - k}/{10**9}" in line and line.endswith(str(10**9 - k))
                   for line in shown) == 1  # fmt: skip
    crowd = board(creature("token", 1, 1, attacking="B", count=2000))
    assert len(lines(display.solution(solve_damage(crowd, [])))) < 20


def test_how_the_game_ends() -> None:
    hits = [creature("ogre", 4, 4, attacking="B")]
    assert lines(display.result(play(board(*hits, life=4), [regular(("ogre", "B", 4))])))[1:] == [
        "B  life 4 -> 0  4 damage  loses",
        "",
        "dies  nothing",
        "game  A wins",
    ]


class TestWhatIsKnown:
    combat = board(creature("bear", 2, 2, attacking="B"))
    hit = regular(("bear", "B", 2))

    def test_unproven(self) -> None:
        """Value 2 of at most 5; value 0 where 0 is the least; 2 where 1 may be possible."""
        found = answer(
            self.combat, self.hit, status=Status.FEASIBLE, bounds=(5, 0, -1),
            objectives=("max player_damage", "min kills", "min player_damage - kills"),
        )  # fmt: skip
        assert lines(display.solution(found))[:7] == [
            "The best found before the deadline, not proven (CP-SAT, 1.25 ms)",
            "",
            "objective                  value",
            "─────────────────────────────────────────────────────────────────────",
            "max player_damage              2  at least 2, at most 5: not proven",
            "min kills                      0  not proven, as what is above is not",
            "min player_damage - kills      2  at least -1, at most 2: not proven",
        ]

    def test_proven_before_the_gap(self) -> None:
        found = answer(
            self.combat, self.hit, status=Status.FEASIBLE, bounds=(2, 1),
            objectives=("max player_damage", "max kills"),
        )  # fmt: skip
        rows = lines(display.objectives(found))[2:]
        assert rows == [
            "max player_damage      2  proven best",
            "max kills              0  at least 0, at most 1: not proven",
        ]

    def test_infeasible_shows_no_assignment(self) -> None:
        found = answer(self.combat, self.hit, status=Status.INFEASIBLE, outcome=None)
        assert lines(display.solution(found)) == [
            "No: no legal assignment meets every wish (CP-SAT, 1.25 ms)"
        ]

    def test_wishes_that_are_not_met_as_yet(self) -> None:
        found = answer(self.combat, self.hit, status=Status.FEASIBLE, wishes_met=False)
        assert lines(display.solution(found))[:2] == [
            "The best found before the deadline, not proven (CP-SAT, 1.25 ms)",
            "It does not meet every wish; it is not known whether anything does",
        ]

    @pytest.mark.parametrize(
        ("method", "words"),
        [("forced", "nobody has a choice"), ("closed_form", "closed form"), ("new", "new")],
    )
    def test_method(self, method: str, words: str) -> None:
        found = answer(self.combat, self.hit, statistics={"method": method, "milliseconds": 1234.5})
        assert lines(display.solution(found))[0] == f"Proven best ({words}, 1234 ms)"

    def test_without_objectives_and_damage(self) -> None:
        found = lines(display.solution(answer(self.combat, regular())))
        assert found[1:4] == ["", "Combat damage", "nobody assigns damage"]


class TestVerdict:
    combat = board(
        creature("giant", 5, 5, "trample", attacking="B"), creature("elf", 0, 2, blocking=["giant"])
    )

    def test_legal(self) -> None:
        assert lines(display.verdict(())) == ["legal"]

    def test_each_violation_has_its_rule(self) -> None:
        violations = check_assignment(self.combat, [regular(("giant", "B", 4))])
        shown = lines(display.verdict(violations), width=200)
        assert shown[0] == f"illegal: {len(violations)} violations"
        assert shown[4:] == [f"{v.rule.ljust(7)}  regular  {v.message}" for v in violations]
        assert {v.rule for v in violations} == {"510.1a", "702.19b", "510.1e"}

    def test_as_json(self) -> None:
        violations = check_assignment(self.combat, [regular(("giant", "elf", 4))])
        assert verdict_document(violations) == {
            "legal": False,
            "violations": [
                {"rule": "510.1a", "message": violations[0].message, "step": "regular",
                 "source": "giant"}
            ],
        }  # fmt: skip

    def test_one_violation_is_no_plural(self) -> None:
        violations = check_assignment(self.combat, [regular(("giant", "elf", 4))])
        assert lines(display.verdict(violations))[0] == "illegal: 1 violation"


def test_refusal() -> None:
    with pytest.raises(DocumentError) as caught:
        read("5/5 <- ")
    assert display.refusal(caught.value.faults).splitlines()[0] == "Refused:"
    assert all(
        line.startswith("  ") for line in display.refusal(caught.value.faults).splitlines()[1:]
    )
    both = display.refusal(caught.value.faults * 2)
    assert both.startswith("Refused, 2 faults:\n")


def test_names_are_neither_markup_nor_commands_for_the_terminal() -> None:
    combat = board(creature("[bold]x[/bold] :smile: \x1b[31m\n", 2, 2, attacking="B"))
    shown = "\n".join(lines(display.solution(solve_damage(combat, []))))
    assert r"[bold]x[/bold] :smile: \x1b[31m\n" in shown
    assert "\x1b" not in shown


def test_ascii_terminals() -> None:
    """Nothing but the rules of the tables is beyond ASCII, and rich replaces these."""
    combat = board(creature("bear", 2, 2, attacking="B"))
    shown = "\n".join(lines(display.solution(solve_damage(combat, ["max kills"]))))
    assert shown.replace("─", "-").isascii()


class TestMore:
    """A 4/4 tramples over a 1/1 and a 1/2: 1 through at most; what it kills is worth 2 and 3."""

    combat = board(
        creature("ox", 4, 4, "trample", attacking="B"),
        creature("elf", 1, 1, blocking=["ox"]),
        creature("ape", 1, 2, blocking=["ox"]),
    )

    def test_answers(self) -> None:
        found = best_answers(self.combat, ["max kills"])
        shown = lines(display_more.answers(found))
        assert shown[:5] == [
            "",
            "All 3 best answers",
            "Identical creatures count once; the first is shown above.",
            "   what they differ in: who assigns what",
            "────────────────────────────────────────",
        ]
        assert sorted(line[3:] for line in shown[5:]) == [
            "ox -> elf 1, ape 2, B 1", "ox -> elf 1, ape 3", "ox -> elf 2, ape 2",
        ]  # fmt: skip

    def test_how_many_answers(self) -> None:
        found = best_answers(self.combat, ["max kills"])
        one = replace(found, answers=found.answers[:1], total=1)
        more = replace(found, answers=found.answers[:2], total=2, is_complete=False)
        assert lines(display_more.answers(one)) == ["", "No other answer is as good"]
        assert lines(display_more.answers(more))[1] == "More than 2 best answers; the first 2"
        late = replace(more, is_cut_short=True)
        assert lines(display_more.answers(late))[1] == "2 best answers or more: the deadline passed"

    def test_only_what_differs_is_listed(self) -> None:
        """Copies that do the same share a line; what all answers have in common is left out."""
        combat = board(
            creature("ox", 4, 4, attacking="B"),
            creature("bear", 2, 2, attacking="B", count=2),
            creature("elf", 1, 1, blocking=["ox"], count=3),
            creature("ape", 1, 2, blocking=["ox"]),
        )
        one, other = (
            play(combat, [regular(*rows, ("bear#1", "B", 2), ("bear#2", "B", 2))])
            for rows in (
                [("ox", "elf#1", 1), ("ox", "elf#2", 1), ("ox", "ape", 2)],
                [("ox", "elf#1", 4)],
            )
        )
        assert list(map(str, display_more.differences([one, other]))) == [
            "ox -> elf#1-2 1 each, ape 2", "ox -> elf#1 4",
        ]  # fmt: skip
        assert str(display_more.differences([one])[0]).splitlines() == [
            "ox -> elf#1-2 1 each, ape 2", "bear#1-2 -> each: B 2",
        ]  # fmt: skip

    def test_next_best(self) -> None:
        found = next_best(self.combat, ["max kills", "max player_damage"])
        shown = lines(display_more.next_best(found, is_complete=True))
        assert shown[:6] == [
            "",
            "Next best: 1 worse in player_damage",
            "objective          best  next  worse by",
            "───────────────────────────────────────",
            "max kills             2     2         0",
            "max player_damage     1     0         1",
        ]
        assert "Combat damage" in shown
        assert "After combat" in shown
        unproven = lines(display_more.next_best(found, is_complete=False))
        assert unproven[1] == "Next best: 1 worse in player_damage, not proven"

    def test_no_next_best(self) -> None:
        for complete, words in (
            (True, "Every legal answer is as good"),
            (False, "The deadline passed before a next best answer was found"),
        ):
            shown = lines(display_more.next_best(None, is_complete=complete))
            assert shown == ["", words]

    def test_trade_offs(self) -> None:
        """1 through wastes nothing; 0 through may waste 3 of 4 on the elf, and spare the ape."""
        points = frontier(self.combat, "max player_damage", "max overkill")
        shown = lines(display_more.frontier(points, is_complete=True))
        assert set(shown.pop(9)) == {"─"}
        assert shown[:10] == [
            "2 trade-offs (all of them, proven)",
            "",
            "player_damage",
            "1 | *",
            "0 |             *",
            "  +--------------",
            "    0           3  overkill",
            "",
            "max player_damage  max overkill  where they differ",
            "                1             0  ox -> elf 1, ape 2, B 1",
        ]
        late = [*points[:-1], replace(points[-1], is_proven=False)]
        shown = lines(display_more.frontier(late, is_complete=False))
        assert shown[0] == "2 trade-offs (not proven to be all: the deadline passed)"
        assert shown[-1].split()[:4] == ["0", "?", "3", "?"]

    def test_one_point_needs_no_chart(self) -> None:
        points = frontier(self.combat, "max player_damage", "max kills")
        shown = lines(display_more.frontier(points, is_complete=True))
        assert shown[0] == "1 trade-off (all of them, proven)"
        assert len(shown) == 5

    def test_no_point(self) -> None:
        shown = lines(display_more.frontier((), is_complete=True))
        assert shown == ["No: no legal assignment meets every wish"]
        assert lines(display_more.frontier((), is_complete=False)) == ["The deadline passed first"]

    @pytest.mark.parametrize("most", [1, 7, 39, 40, 41, 1000, 10**9])
    def test_charts_of_any_size_fit(self, most: int) -> None:
        pairs = [(most - k * most // 5, k * most // 5) for k in range(6)]
        drawn = [str(line) for line in display_more.chart(pairs, "up", "right")]
        assert len(drawn) <= 15
        assert max(map(len, drawn)) <= 80
        assert drawn[1].split()[0] == str(most)
        assert drawn[-1].split() == ["0", str(most), "right"]
        assert 2 <= sum(line.count("*") for line in drawn) <= 6

    def test_a_chart_of_points_above_each_other(self) -> None:
        drawn = [str(line) for line in display_more.chart([(3, 5), (1, 5)], "up", "right")]
        assert drawn == ["up", "3 | *", "  |", "1 | *", "  +--", "    5  right"]
