"""What holds of every picture: one arrow for each assignment, nothing overlaps, all is inside."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from xml.etree import ElementTree as ET

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Assigned, Combat, check_assignment, read_combat
from optimizer import Solution, solve_damage
from optimizer.picture import picture
from tests.conftest import Document, attacker, blocker, board, creature, siege, step, walker
from tests.groups import random_groups
from tests.optimizer.drawn import SVG, Rectangle, damage, having, members, place, rectangle, way

SEEDS = st.integers(0, 10**6)


def judge(combat: Combat, steps: Sequence[Iterable[Assigned]], svg: str) -> None:
    """Check that the last panels show these assignments, and what holds of all panels."""
    whole = ET.fromstring(svg)
    width, height = map(float, whole.attrib["viewBox"].split()[2:])
    panels = having(whole, "panel")
    assert len(panels) >= len(steps)
    for panel, rows in zip(panels[::-1], steps[::-1], strict=False):
        judge_arrows(combat, panel, rows)
    for panel in panels:
        left, top = place(panel)
        judge_places(panel, Rectangle(-left, -top, width - left, height - top))
        judge_ends(panel)


def judge_arrows(combat: Combat, panel: ET.Element, rows: Iterable[Assigned]) -> None:
    """Check that the arrows are the assignments; one of several copies stands for so many."""
    left = Counter(map(tuple, rows))
    for (source, target, amount), copies in damage(panel).items():
        sources, targets = members(source, combat.copies), members(target, combat.copies)
        fits = [row for row in left if row[0] in sources and row[1] in targets and row[2] == amount]
        assert len(fits) == copies
        for row in fits:
            del left[row]
    assert not left


def judge_places(panel: ET.Element, inside: Rectangle) -> None:
    """Check that cards and numbers are apart, and everything is where it can be seen."""
    cards = list(map(rectangle, having(panel, "face")))
    pills = list(map(rectangle, having(panel, "pill")))
    for one, other in combinations([*cards, *pills], 2):
        assert not one.meets(other)
    for one in (*cards, *pills):
        assert inside.holds(one)
    for line in having(panel, "line"):
        for x, y in way(line):
            assert inside.holds(Rectangle(x, y, x, y))
    for text in panel.iter(f"{SVG}text"):
        x, y = float(text.attrib["x"]), float(text.attrib["y"])
        assert inside.holds(Rectangle(x, y, x, y))


def judge_ends(panel: ET.Element) -> None:
    """Check that arrows begin and end at the edges of the cards that they are about."""
    boxes: dict[str, list[Rectangle]] = {}
    for one in having(panel, "card"):
        boxes.setdefault(one.attrib["data-id"], []).extend(map(rectangle, having(one, "face")))
    for arrow in having(panel, "arrow"):
        (line,), (tip,) = having(arrow, "line"), having(arrow, "tip")
        ends = way(line)[0], way(tip)[0]
        names = arrow.attrib["data-source"], arrow.attrib["data-target"]
        for name, (x, y) in zip(names, ends, strict=True):
            assert any(touches(box, x, y) for box in boxes[name])


def touches(box: Rectangle, x: float, y: float) -> bool:
    return box.left <= x <= box.right and min(abs(y - box.top), abs(y - box.bottom)) < 0.2


def judge_solution(combat: Combat, solution: Solution) -> None:
    assert solution.outcome is not None
    steps = [one.assignments for one in solution.outcome.steps]
    judge(combat, steps, picture(combat, solution))


@settings(max_examples=60)
@given(SEEDS)
def test_groups(seed: int) -> None:
    combat = read_combat(random_groups(random.Random(seed), most=6))
    judge_solution(combat, solve_damage(combat, ["max player_damage", "max kill_value"]))
    judge(combat, [], picture(combat))


@settings(max_examples=40)
@given(SEEDS, st.integers(1, 12))
def test_two_steps_and_everything_to_attack(seed: int, size: int) -> None:
    combat = read_combat(random_board(random.Random(seed), size))
    judge_solution(combat, solve_damage(combat, ["max player_damage"]))


@settings(max_examples=60)
@given(SEEDS, st.integers(1, 10))
def test_wrong_assignments(seed: int, size: int) -> None:
    rng = random.Random(seed)
    combat = read_combat(random_board(rng, size))
    sources = list(combat.creatures)
    targets = [*sources, *combat.players, *combat.planeswalkers, *combat.battles]
    pairs = {(rng.choice(sources), rng.choice(targets)) for _ in range(size * 2)}
    rows = [Assigned(*pair, rng.randint(1, 12)) for pair in sorted(pairs)]
    judge_given(combat, rows)


@settings(max_examples=6)
@given(SEEDS)
def test_forty_by_forty(seed: int) -> None:
    combat = read_combat(random_board(random.Random(seed), 40))
    rows = []
    for name in combat.roles.fighting:
        fights = combat.blocks.get(name) or combat.blockers.get(name, ())
        target = combat.creatures[name].attacking
        rows += [Assigned(name, other, 2) for other in fights or filter(None, [target])]
    judge_given(combat, rows)


def judge_given(combat: Combat, rows: Sequence[Assigned]) -> None:
    steps = [step(*rows)]
    violations = check_assignment(combat, steps)
    judge(combat, [rows], picture(combat, {"steps": steps}, violations))


def random_board(rng: random.Random, size: int) -> Document:
    """Draw a board with players, planeswalkers and battles to attack, and shared blockers."""
    targets = ["B", "C", "jace", "siege"]
    keywords = ["", "", "", "trample", "deathtouch", "first strike", "double strike, trample"]
    attackers = []
    aims: dict[str, list[str]] = {"B": [], "C": []}
    for k in range(size):
        target = rng.choice(targets)
        aims["C" if target in ("C", "siege") else "B"].append(f"a{k}")
        text = f"a{k} {rng.randint(0, 12)}/{rng.randint(1, 6)} {rng.choice(keywords)}"
        attackers.append(attacker(text.strip(), target))
    blockers = []
    for k in range(rng.randint(0, size)):
        player = rng.choice("BC")
        most = min(len(aims[player]), rng.choice([0, 1, 1, 1, 2, 3]))
        text = f"b{k} {rng.randint(0, 5)}/{rng.randint(1, 6)} {rng.choice(keywords)}".strip()
        blocked = rng.sample(aims[player], most)
        one = blocker(text, *blocked) if blocked else creature(f"B {text}")
        blockers.append(one | {"controller": player})
    players = {name: {"life": rng.randint(1, 40)} for name in "ABC"}
    return board(
        *attackers, *blockers, players=players, planeswalkers=[walker("jace", 4)],
        battles=[siege("siege", 3, "C")],
    )  # fmt: skip
