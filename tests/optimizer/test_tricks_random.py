"""`solve_tricks` against brute force over uses and assignments on random boards."""

import os
import random
from collections.abc import Callable, Sequence

import pytest

from engine import Combat
from engine.declarations import block_rules, with_blocks
from engine.measures import measure
from engine.objects import Creature
from engine.steps import Outcome
from optimizer.checking import judge_answer
from optimizer.declaring.blocks import solve_blocks
from optimizer.declaring.every import declarations
from optimizer.objectives import read_objectives
from optimizer.requirements import most_block_requirements
from optimizer.tricks.solve import solve_tricks
from tests.optimizer.brute import Vector, size
from tests.optimizer.tricks_boards import ONE_STEP, duel_board, plain_board, with_cards
from tests.optimizer.tricks_brute import AnswerBrute, BeforeBrute, TricksBrute

SEED = int(os.environ.get("OVERRUN_SEED", "20261130"))
MEASURES = (
    "player_damage", "player_damage", "kills", "kill_value", "own_losses", "own_loss_value",
    "life_gained", "overkill", "lethal", "outcome",
)  # fmt: skip
ADDING_UP = MEASURES[:-2]


def objectives_of(rng: random.Random, names: Sequence[str]) -> list[str]:
    found = []
    for name in dict.fromkeys(rng.choices(names, k=rng.choice((1, 2, 2, 3)))):
        is_bad = name in ("own_losses", "own_loss_value", "overkill")
        found.append(f"{'min' if is_bad is (rng.random() < 0.9) else 'max'} {name}")
    return found


def worth_of(combat: Combat, texts: Sequence[str]):  # type: ignore[no-untyped-def]
    objectives = read_objectives(combat, texts)

    def worth(outcome: Outcome, died: Sequence[Creature]) -> Vector:
        found = []
        for objective in objectives:
            total = 0
            for name, weight in objective.weights.items():
                total += weight * measure(outcome, name)
                for creature in died:
                    own = creature.controller == "A"
                    counted = {
                        "kills": not own, "kill_value": (not own) * creature.value,
                        "own_losses": own, "own_loss_value": own * creature.value,
                    }.get(name, 0)  # fmt: skip
                    total += weight * int(counted)
            found.append(objective.sense * total)
        return tuple(found)

    return worth


def compare(combat: Combat, player: str, texts: Sequence[str]) -> None:
    objectives = read_objectives(combat, texts)
    wanted = TricksBrute(combat, player, worth_of(combat, texts)).value()
    found = solve_tricks(combat, texts, side=player)
    turned = tuple(o.sense * v for o, v in zip(objectives, found.values, strict=True))
    context = f"{combat!r}\n{combat.resources}\n{texts} {player}\n{found.to_document()}"
    assert found.status == "optimal", context
    assert turned == wanted, f"{context}\nbrute force finds {wanted}"
    assert judge_answer(combat, found.to_document()) == (), context


@pytest.mark.parametrize("chunk", range(11))
def test_one_side_uses_cards(chunk: int) -> None:
    rng = random.Random(f"{SEED} tricks {chunk}")
    for number in range(50):
        most = 4 if number % 10 == 0 else rng.choice((2, 3))
        combat = plain_board(rng, strikes=0.15 if number % 2 else 0)
        while size(combat) > 40:
            combat = plain_board(rng, strikes=0.15 if number % 2 else 0)
        player = rng.choice("AAB")
        combat = with_cards(rng, combat, player, most)
        texts = objectives_of(rng, ADDING_UP if rng.random() < 0.6 else MEASURES)
        compare(combat, player, texts)


@pytest.mark.parametrize("chunk", range(3))
def test_who_loses(chunk: int) -> None:
    """Goals about a player's whole total, with cards that cost players life themselves."""
    rng = random.Random(f"{SEED} totals {chunk}")
    methods = set()
    for _ in range(30):
        combat = plain_board(rng, strikes=0)
        while size(combat) > 40:
            combat = plain_board(rng, strikes=0)
        player = rng.choice("AAB")
        pool = [one for one in ONE_STEP if one.name in ("shock", "blaze") or rng.random() < 0.5]
        combat = with_cards(rng, combat, player, 3, pool)
        texts = [rng.choice(("max lethal", "max outcome")), *objectives_of(rng, ADDING_UP)]
        if rng.random() < 0.3:
            rng.shuffle(texts)
        compare(combat, player, texts)
        methods.add(solve_tricks(combat, texts, side=player).statistics["method"])
    assert methods == {"parts", "whole"}


@pytest.mark.parametrize("chunk", range(4))
def test_the_other_side_answers(chunk: int) -> None:
    rng = random.Random(f"{SEED} answers {chunk}")
    for _ in range(30):
        combat = plain_board(rng, strikes=0)
        while size(combat) > 30:
            combat = plain_board(rng, strikes=0)
        player, other = rng.choice(("AB", "AB", "BA"))
        combat = with_cards(rng, combat, player, 2, ONE_STEP)
        combat = with_cards(rng, combat, other, 2, ONE_STEP)
        texts = objectives_of(rng, ADDING_UP if rng.random() < 0.7 else MEASURES)
        objectives = read_objectives(combat, texts)
        wanted = AnswerBrute(combat, player, other, worth_of(combat, texts)).value()
        found = solve_tricks(combat, texts, side=player, opponent="best")
        turned = tuple(o.sense * v for o, v in zip(objectives, found.values, strict=True))
        context = f"{combat!r}\n{combat.resources}\n{texts} {player}\n{found.to_document()}"
        assert found.status == "optimal", context
        assert turned == wanted, f"{context}\nbrute force finds {wanted}"
        assert judge_answer(combat, found.to_document()) == (), context


def bare_board(rng: random.Random) -> Combat:
    """Draw a board with attackers and no blocks, on which little can be declared."""
    combat = plain_board(rng, strikes=0)
    while size(combat) > 30 or len(combat.creatures) > 4:
        combat = plain_board(rng, strikes=0)
    return with_blocks(combat, {})


def worst_blocks(combat: Combat, value: Callable[[Combat], Vector]) -> Vector:
    """Return the least that any legal blocks leave the attacking side."""
    most = most_block_requirements(combat)
    every = declarations(block_rules(combat), most)
    return min(value(with_blocks(combat, blocks)) for blocks in every)


@pytest.mark.parametrize("chunk", range(3))
def test_blocks_where_somebody_has_cards(chunk: int) -> None:
    rng = random.Random(f"{SEED} blocks {chunk}")
    for _ in range(12):
        combat = bare_board(rng)
        player = rng.choice("AB")
        combat = with_cards(rng, combat, player, 2, ONE_STEP)
        texts = objectives_of(rng, ADDING_UP if rng.random() < 0.7 else MEASURES)
        objectives = read_objectives(combat, texts)
        worth = worth_of(combat, texts)
        wanted = worst_blocks(combat, lambda one, p=player, w=worth: TricksBrute(one, p, w).value())  # type: ignore[misc]
        found = solve_blocks(combat, texts)
        turned = tuple(o.sense * v for o, v in zip(objectives, found.values, strict=True))
        context = f"{combat!r}\n{combat.resources}\n{texts} {player}\n{found.to_document()}"
        assert (found.status, turned) == ("optimal", wanted), context


@pytest.mark.parametrize("chunk", range(3))
def test_cards_before_blocks(chunk: int) -> None:
    """The defending side blocks as is best without cards, or with its own ones in mind."""
    rng = random.Random(f"{SEED} before {chunk}")
    for _ in range(12):
        combat = bare_board(rng)
        player = rng.choice("AB")
        combat = with_cards(rng, combat, player, 2, ONE_STEP)
        texts = objectives_of(rng, ADDING_UP if rng.random() < 0.7 else MEASURES)
        objectives = read_objectives(combat, texts)
        wanted = BeforeBrute(combat, player, worth_of(combat, texts), texts).value()
        found = solve_tricks(combat, texts, side=player, before_blocks=True)
        turned = tuple(o.sense * v for o, v in zip(objectives, found.values, strict=True))
        context = f"{combat!r}\n{combat.resources}\n{texts} {player}\n{found.to_document()}"
        assert (found.status, turned) == ("optimal", wanted), context


@pytest.mark.parametrize("chunk", range(2))
def test_wishes(chunk: int) -> None:
    """What must become of creatures, for a player of either side."""
    rng = random.Random(f"{SEED} wishes {chunk}")
    statuses, methods = set(), set()
    for _ in range(40):
        combat = plain_board(rng, strikes=0)
        while size(combat) > 40:
            combat = plain_board(rng, strikes=0)
        player = rng.choice("AAB")
        combat = with_cards(rng, combat, player, 3, ONE_STEP)
        texts = objectives_of(rng, ADDING_UP)
        names = rng.choices(list(combat.creatures), k=rng.choice((1, 2)))
        events = {name: rng.choice(("destroys", "survives")) for name in names}
        plain = worth_of(combat, texts)

        def worth(outcome: Outcome, died: Sequence[Creature]) -> Vector:
            dead = {*outcome.final.died, *(creature.id for creature in died)}
            met = all((n in dead) is (w == "destroys") for n, w in events.items())  # noqa: B023
            return (int(met is (player == "A")), *plain(outcome, died))  # noqa: B023

        wanted = TricksBrute(combat, player, worth).value()
        wishes = [f"{event}({name})" for name, event in events.items()]
        found = solve_tricks(combat, texts, side=player, wishes=wishes)
        context = (
            f"{combat!r}\n{combat.resources}\n{texts} {wishes} {player}\n{found.to_document()}"
        )
        is_met = wanted[0] == int(player == "A")
        assert found.status == ("optimal" if is_met else "infeasible"), context
        objectives = read_objectives(combat, texts)
        turned = tuple(o.sense * v for o, v in zip(objectives, found.values, strict=False))
        assert turned == (wanted[1:] if is_met else ()), f"{context}\nbrute force finds {wanted}"
        statuses.add(found.status.value)
        methods.add(found.statistics["method"])
    assert (statuses, methods) == ({"optimal", "infeasible"}, {"parts", "whole"})


@pytest.mark.parametrize("chunk", range(2))
def test_an_answer_to_the_first_step_may_be_given_elsewhere(chunk: int) -> None:
    """The cards are given to the parts once it is seen how the first damage is divided."""
    rng = random.Random(f"{SEED} duels {chunk}")
    methods = set()
    for _ in range(10):
        combat = duel_board(rng)
        player = rng.choice("BBA")
        combat = with_cards(rng, combat, player, 2)
        texts = objectives_of(rng, ADDING_UP)
        compare(combat, player, texts)
        methods.add(solve_tricks(combat, texts, side=player).statistics["method"])
    assert "parts" in methods
