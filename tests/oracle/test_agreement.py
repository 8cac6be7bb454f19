"""The oracle against its own plain version, and its game against its judge, on random boards."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from tests.oracle import (
    UnsupportedError,
    best,
    count_choices,
    count_optimal,
    frontier,
    is_legal,
    read,
    values,
)
from tests.oracle.assigning import dividing, effect_of, options
from tests.oracle.boards import PRESETS, Bias, random_board, random_objectives, random_wishes
from tests.oracle.choosing import Turn
from tests.oracle.dealing import NO_EFFECT, interlude, merge
from tests.oracle.game import Game, first_step, is_over
from tests.oracle.judge import assignment, dealt, is_legal_step
from tests.oracle.reading import Board, State
from tests.oracle.scoring import parse

from .examples import Document, step

Rows = list[tuple[str, str, int]]

Played = list[tuple[str, Rows, Rows]]
"""The steps by name, what was assigned and what shields prevented."""

SMALL = [
    pytest.param(replace(bias, max_choices=250), seed, id=f"{name}-{seed}")
    for name, bias in PRESETS.items()
    for seed in range(25)
]


def random_steps(rng: random.Random, document: Document) -> list[dict[str, Any]]:
    """A division of its own for every creature: legal one by one, but perhaps not jointly."""
    board = read(document)
    name = first_step(board)
    made: Rows = []
    for active in (True, False):
        for fighter in dividing(board, board.start, name, active):
            division, _ = rng.choice(options(board, board.start, fighter))
            made += [(fighter.name, target, amount) for target, amount in division.items()]
    return [step(*made, name=name)]


@pytest.mark.parametrize("seed", range(150))
def test_savings_change_nothing(seed: int) -> None:
    rng = random.Random(seed)
    document = random_board(rng, bias=Bias(max_attackers=3, max_blockers=3, max_choices=400))
    objectives = random_objectives(rng, document)
    assert best(document, objectives) == best(document, objectives, plain=True)


@pytest.mark.parametrize(("bias", "seed"), SMALL)
def test_savings_change_nothing_in_any_family(bias: Bias, seed: int) -> None:
    rng = random.Random(seed)
    document = random_board(rng, bias=bias)
    objectives = random_objectives(rng, document)
    wishes = random_wishes(rng, document)
    assert best(document, objectives) == best(document, objectives, plain=True)
    assert best(document, objectives, wishes) == best(document, objectives, wishes, plain=True)


@pytest.mark.parametrize(("bias", "seed"), SMALL)
def test_the_line_of_best_play_ends_with_the_best(bias: Bias, seed: int) -> None:
    rng = random.Random(seed)
    document = random_board(rng, bias=bias)
    board = read(document)
    objectives = [parse(text) for text in random_objectives(rng, document)]
    for wishes in ([], random_wishes(rng, document)):
        game = Game(board, objectives, wishes)
        first = first_step(board)
        assert game.vector(game.line(board.start, first)) == game.value(board.start, first)


@pytest.mark.parametrize("seed", range(100))
def test_no_legal_one_step_assignment_beats_the_reply_to_it(seed: int) -> None:
    """With no choice for the defenders the value is the best over all legal assignments."""
    rng = random.Random(seed)
    document = random_board(rng, steps=1, bias=Bias(shared_blockers=0, gangs=0, max_choices=5_000))
    objectives = random_objectives(rng, document)
    value = best(document, objectives)
    signs = signs_of(objectives)
    for _ in range(30):
        steps = random_steps(rng, document)
        if is_legal(document, steps):
            played = values(document, steps, objectives)
            pairs = zip(signs, played, value, strict=True)
            differences = [sign * (ours - optimum) for sign, ours, optimum in pairs]
            assert differences <= [0] * len(differences)


def signs_of(objectives: Sequence[str]) -> list[int]:
    return [1 if objective.startswith("max") else -1 for objective in objectives]


def joint_rows(board: Board, state: State, name: str, active: bool) -> Iterator[Rows]:
    """All that one side may assign in a step, gates or not."""
    fighters = dividing(board, state, name, active)
    menus = [
        {tuple(division.items()) for division, _ in options(board, state, fighter)}
        for fighter in fighters
    ]
    for chosen in product(*menus):
        pairs = zip(fighters, chosen, strict=True)
        yield [(fighter.name, *item) for fighter, division in pairs for item in division]


def splits(board: Board, state: State, rows: Rows, own: bool) -> list[Rows]:
    """All that one side's shields may prevent of these assignments."""
    effect = NO_EFFECT
    for source, target, amount in rows:
        effect = merge(effect, effect_of(board, board.creatures[source], {target: amount}))
    found: list[Rows] = [[]]
    for target in sorted(board.shielded):
        hits = {slot[2]: n for slot, n in effect.items() if slot[:2] == ("pending", target)}
        prevented = min(state["shield", target], sum(hits.values()))
        if board.is_own(target) != own or not prevented:
            continue
        parts = [
            [(source, target, n) for source, n in zip(hits, points, strict=True) if n]
            for points in product(*(range(n + 1) for n in hits.values()))
            if sum(points) == prevented
        ]
        found = [one + part for one in found for part in parts]
    return found


class Judged:
    """The value of a combat by `values` and the judge's verdict on every whole assignment."""

    def __init__(self, document: Document, objectives: Sequence[str]) -> None:
        self.document = document
        self.objectives = objectives
        self.board = read(document)

    def value(self, state: State, name: str, before: Played) -> list[int]:
        """The value of one step on, signed; `before` is what was played and told up to here."""
        board = self.board.in_step(name)
        found: list[int] | None = None
        for mine in joint_rows(board, state, name, active=True):
            answers = [
                max(
                    self.played(state, name, [*before, (name, mine + reply, theirs + ours)])
                    for ours in splits(board, state, mine + reply, own=True)
                )
                for reply in joint_rows(board, state, name, active=False)
                if is_legal_step(board, state, name, assignment(rows_of(mine + reply)))
                for theirs in splits(board, state, mine + reply, own=False)
            ]
            if answers:
                found = min(answers) if found is None else max(found, min(answers))
        assert found is not None
        return found

    def played(self, state: State, name: str, done: Played) -> list[int]:
        _, rows, told = done[-1]
        split = {(source, target): n for source, target, n in told}
        after = dealt(self.board.in_step(name), state, assignment(rows_of(rows)), split)
        if name == "first_strike" and not is_over(self.board, after):
            return self.value(interlude(self.board, after), "regular", done)
        steps = [step(*rows, name=name) for name, rows, _ in done]
        prevented = [rows_of(told) for *_, told in done]
        assert is_legal(self.document, steps, prevented)
        found = values(self.document, steps, self.objectives, prevented)
        pairs = zip(signs_of(self.objectives), found, strict=True)
        return [sign * number for sign, number in pairs]


def rows_of(rows: Rows) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = step(*rows)["assignments"]
    return found


@pytest.mark.parametrize(("bias", "seed"), SMALL)
def test_the_judge_agrees_with_the_game(bias: Bias, seed: int) -> None:
    rng = random.Random(seed)
    document = random_board(rng, steps=rng.choice((1, 2)), bias=replace(bias, max_choices=120))
    objectives = random_objectives(rng, document)
    board = read(document)
    found = Judged(document, objectives).value(board.start, first_step(board), [])
    pairs = zip(signs_of(objectives), found, strict=True)
    assert best(document, objectives) == tuple(sign * number for sign, number in pairs)


@pytest.mark.parametrize(("bias", "seed"), SMALL)
def test_counting_agrees_with_the_judge(bias: Bias, seed: int) -> None:
    rng = random.Random(seed)
    document = random_board(rng, steps=1, bias=bias)
    objectives = random_objectives(rng, document)
    board = read(document)
    turn = Turn(board, board.start, "regular")
    try:
        count = count_optimal(document, objectives)
    except UnsupportedError:
        return
    replies = list(joint_rows(board, board.start, "regular", active=False))
    if len(replies) > 1 or board.shielded:
        return  # equal in what they do, but not the same
    value = best(document, objectives)
    ours = joint_rows(board, board.start, "regular", active=True)
    made = {tuple(sorted(mine)) for mine in ours}
    legal = [rows for rows in made if is_legal(document, [step(*rows, *replies[0])])]
    optimal = [r for r in legal if values(document, [step(*r, *replies[0])], objectives) == value]
    assert count == len(optimal)
    assert len(turn.ours) <= len(legal)


@pytest.mark.parametrize(("bias", "seed"), SMALL)
def test_the_frontier_begins_and_ends_with_the_best(bias: Bias, seed: int) -> None:
    rng = random.Random(seed)
    document = random_board(rng, bias=bias)
    a, b = (random_objectives(rng, document)[0] for _ in range(2))
    try:
        pairs = frontier(document, a, b)
    except UnsupportedError:
        return
    assert pairs[0] == best(document, [a, b])
    assert pairs[-1] == best(document, [b, a])[::-1]
    for one, other in pairs:
        assert best(document, [b], [f"{a[4:]} == {one}"]) == (other,)


def test_presets_stay_within_their_choices_and_the_default_has_none_of_it() -> None:
    for bias in PRESETS.values():
        documents = [random_board(random.Random(seed), bias=bias) for seed in range(20)]
        assert max(map(count_choices, documents)) <= bias.max_choices
    keys = {"effects", "rules", "after_first_strike"}
    for seed in range(50):
        document = random_board(random.Random(seed))
        assert not keys & set(document)
        assert not any("band" in entry for entry in document["creatures"])
