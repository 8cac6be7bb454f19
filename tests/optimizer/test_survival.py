"""Own losses over two steps: whom an attacker kills first decides whether it lives (510.4)."""

import random
from collections import Counter

import pytest

from engine import read_combat
from optimizer import solve_damage
from optimizer.parts.survival import Saved, Survival
from optimizer.search import Search
from tests.conftest import Document, attacker, blocker, board
from tests.oracle import best
from tests.oracle.boards import Bias, random_board


def found(document: Document, *objectives: str) -> tuple[int, ...]:
    solution = solve_damage(read_combat(document), objectives)
    assert solution.statistics["method"] == "closed_form"
    assert solution.values == best(document, list(objectives))
    return solution.values


def gang(keyword: str, *more: str) -> Document:
    """3 damage against the one that strikes for 3, or the one that is worth 9."""
    words = ", ".join([keyword, *more])
    return board(
        attacker(f"a 3/3 {words}", value=5),
        blocker("big 3/3", "a", value=1),
        blocker("dear 0/3", "a", value=9),
    )


def test_702_7b_a_first_striker_saves_itself_by_killing_what_would_kill_it() -> None:
    document = gang("first strike")
    assert found(document, "min own_losses", "max kill_value") == (0, 1)
    assert found(document, "max kill_value", "min own_losses") == (9, 1)
    assert found(document, "max kill_value - own_loss_value") == (4,)
    assert found(document, "max kill_value - 2*own_loss_value") == (1,)


def test_702_4b_a_double_striker_kills_the_striker_first_and_the_other_then() -> None:
    document = gang("double strike")
    assert found(document, "max kills", "min own_losses") == (2, 0)
    assert found(document, "min own_losses", "max kill_value") == (0, 10)


def test_702_12b_what_cannot_die_strikes_all_the_same() -> None:
    document = gang("double strike")
    document["creatures"][1]["keywords"] = ["indestructible"]
    assert found(document, "min own_losses", "max kill_value") == (1, 9)


def test_what_strikes_in_the_first_step_is_not_stopped() -> None:
    document = gang("first strike")
    document["creatures"][1]["keywords"] = ["first strike"]
    assert found(document, "min own_losses", "max kill_value") == (1, 9)


def test_several_must_die_first() -> None:
    document = board(
        attacker("a 4/3 first strike, trample", value=5),
        blocker("b 2/2", "a"),
        blocker("c 2/2", "a"),
        blocker("d 2/1", "a", value=9),
    )
    # Two of three have to die: d and one of the others leave 1 damage, which finds nobody else.
    assert found(document, "min own_losses", "max kill_value") == (0, 13)
    assert found(document, "max kills", "min own_losses") == (2, 0)


def test_120_3d_counters_take_power_from_what_lives_so_the_solver_decides() -> None:
    document = gang("first strike", "wither")
    solution = solve_damage(read_combat(document), ["min own_losses", "max kill_value"])
    assert solution.statistics["method"] == "cp_sat"
    assert solution.values == best(document, ["min own_losses", "max kill_value"])


BASE = {
    "shared_blockers": 0.02, "gangs": 0.9, "strikes": 0.45, "planeswalkers": 0.1, "battles": 0.05,
    "special_assignment": 0.0, "near_lethal": 0.0,
}  # fmt: skip
FAMILIES = (
    Bias(**BASE, max_attackers=2, max_choices=2_000),  # type: ignore[arg-type]
    Bias(**BASE, deathtouch=0.4, indestructible=0.3, max_attackers=2, max_choices=2_000),  # type: ignore[arg-type]
    Bias(**BASE, blocker_strikes=0.3, marked_damage=0.6, max_attackers=2, max_choices=2_000),  # type: ignore[arg-type]
)
LISTS = (
    ["min own_losses", "max kill_value", "max player_damage"],
    ["max kills", "min own_loss_value"],
    ["max kill_value - 2*own_loss_value"],
    ["max player_damage - 3*own_losses", "max kills"],
    ["max own_losses", "max kills"],
)


@pytest.mark.parametrize("chunk", range(4))
def test_random_boards(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"survival {chunk}")
    used: Counter[str] = Counter()
    choose = Survival.best

    def counting(self: Survival, *args: object) -> Saved:
        saved = choose(self, *args)  # type: ignore[arg-type]
        used["chosen"] += 1
        used["early"] += bool(saved.early)
        return saved

    monkeypatch.setattr(Survival, "best", counting)
    solved = []
    for number in range(100):
        document = random_board(rng, steps=2, bias=FAMILIES[number % len(FAMILIES)])
        wanted = LISTS[number % len(LISTS)]
        before = used["chosen"]
        solution = solve_damage(read_combat(document), wanted)
        if used["chosen"] > before:
            assert solution.values == best(document, wanted), (document, wanted)
            solved.append((document, wanted, solution.values))
    assert len(solved) > 10
    assert used["early"]
    monkeypatch.setattr(Search, "_by_parts", lambda self, position: None)
    for document, wanted, values in solved[:20]:
        assert solve_damage(read_combat(document), wanted).values == values, (document, wanted)
