"""The best blocks and the best attack: by hand, and against trying every declaration."""

import random
from collections.abc import Sequence
from itertools import product

import pytest

from engine import DocumentError, read_combat
from engine.combat import Combat
from engine.declarations import block_rules, judge_blocks, with_attacks, with_blocks
from optimizer import Declared, solve_attack, solve_blocks, solve_damage
from optimizer.declaring.choosing import Chooser, Offer
from optimizer.declaring.every import every_attack
from optimizer.declaring.gangs import Gang
from optimizer.declaring.ways import Chosen, ways
from optimizer.requirements import most_block_requirements
from tests.conftest import Document, attacker, board, creature, walker
from tests.oracle.boards import Bias, random_board

LISTS = (
    ["max player_damage", "max kill_value"],
    ["max player_damage", "min own_loss_value"],
    ["min own_losses", "max kills"],
    ["max lethal", "max player_damage"],
    ["max lethal", "max kill_value", "min own_losses"],
    ["max outcome", "max kill_value"],
    ["max 2*player_damage + kill_value - own_loss_value"],
    ["max planeswalker_damage", "max life_gained"],
    ["play"],
)
SMALL = Bias(
    shared_blockers=0, trample=0.5, deathtouch=0.2, max_attackers=3, max_blockers=3, strikes=0.2
)


def undeclared(rng: random.Random) -> Document:
    """Return a small board without blocks, sometimes with something that bears on them."""
    document: Document = random_board(rng, steps=rng.choice([1, 1, 2]), bias=SMALL)
    for entry in document["creatures"]:
        for key in ("blocking", "blocked", "damage_order"):
            entry.pop(key, None)
        keywords = entry.setdefault("keywords", [])
        keywords += ["menace"] * (rng.random() < 0.1) + ["flying"] * (rng.random() < 0.15)
        if rng.random() < 0.1:
            entry["must_be_blocked" if "attacking" in entry else "must_block"] = True
    for player in document["players"].values():
        player["life"] = rng.randint(1, 12)
    return document


def vector(combat: Combat, objectives: Sequence[str]) -> tuple[int, ...]:
    """Return what a combat is worth to the active side, everything to be maximised."""
    solved = solve_damage(combat, objectives)
    return tuple(o.sense * v for o, v in zip(solved.objectives, solved.values, strict=True))


def worth(found: Declared) -> tuple[int, ...]:
    return tuple(o.sense * v for o, v in zip(found.objectives, found.values, strict=True))


def other_worth(found: Declared, place: int) -> tuple[int, ...]:
    values = found.others[place].values
    return tuple(o.sense * v for o, v in zip(found.objectives, values, strict=True))


def least(combat: Combat, objectives: Sequence[str]) -> tuple[int, ...]:
    return every_worth(combat, objectives)[0]


def every_worth(combat: Combat, objectives: Sequence[str]) -> list[tuple[int, ...]]:
    """Try every set of pairs, and keep the legal ones that meet as much as any of them.

    Returns
    -------
    list
        All that a declaration is worth to the active side, the least first.
    """
    pairs = block_rules(combat).pairs
    most = most_block_requirements(combat)
    found = set()
    for chosen in product((False, True), repeat=len(pairs)):
        blocks: dict[str, tuple[str, ...]] = {}
        for (blocker, other), is_in in zip(pairs, chosen, strict=True):
            if is_in:
                blocks[blocker] = (*blocks.get(blocker, ()), other)
        if not judge_blocks(combat, blocks, most):
            found.add(vector(with_blocks(combat, blocks), objectives))
    return sorted(found)


class TestBlocks:
    def test_a_chump_block_that_saves(self) -> None:
        found = solve_blocks(read_combat("a: 3/3 -> B; x: 0/1 of B; B: life 3"), ["max lethal"])
        assert (found.values, found.blocks) == ((0,), {"x": ("a",)})

    def test_two_together_kill_what_neither_does_alone(self) -> None:
        text = "w: 6/6 -> B; x: 3/3 of B; y: 3/3 of B"
        found = solve_blocks(read_combat(text), ["min own_losses", "max kills"])
        assert found.values == (1, 2)
        assert found.blocks == {"x": ("w",), "y": ("w",)}

    def test_menace_needs_two_702_111b(self) -> None:
        text = "a: 3/3 menace -> B; b: 2/2 -> B; x: 1/1 of B; y: 1/1 of B"
        assert solve_blocks(read_combat(text), ["max player_damage"]).values == (2,)

    def test_no_block_is_better_than_feeding_a_trampler(self) -> None:
        text = "t: 5/5 trample -> B; x: 0/1 of B value 9"
        objectives = ["max kill_value", "max player_damage"]
        found = solve_blocks(read_combat(text), objectives)
        assert (found.values, found.blocks) == ((0, 5), {})

    def test_identical_creatures_are_counted(self) -> None:
        text = "a: 2/2 x4 -> B; x: 1/1 x3 of B"
        found = solve_blocks(read_combat(text), ["max player_damage"])
        assert (found.values, found.statistics["method"]) == ((2,), "gangs")

    def test_blocks_in_the_document_are_not_looked_at(self) -> None:
        found = solve_blocks(read_combat("a: 3/3 <- x: 9/9; b: 5/5 -> B"), ["max player_damage"])
        assert found.blocks == {"x": ("b",)}

    def test_nobody_can_block(self) -> None:
        found = solve_blocks(read_combat("a: 3/3 flying -> B; x: 1/1 of B"), ["max player_damage"])
        assert (found.values, found.blocks, found.status) == ((3,), {}, "optimal")

    def test_no_time_gives_a_legal_declaration_with_a_bound(self) -> None:
        text = "a: 3/3 trample -> B; b: 3/3 -> B; x: 1/1 of B max blocks 2; y: 1/1 of B; B: life 9"
        found = solve_blocks(read_combat(text), ["max player_damage"], deadline=0)
        assert found.status == "feasible"
        assert found.bounds[0] <= found.values[0]

    def test_an_unknown_objective(self) -> None:
        with pytest.raises(DocumentError):
            solve_blocks(read_combat("a: 3/3 -> B; x: 1/1 of B"), ["max nothing"])

    def test_document(self) -> None:
        found = solve_blocks(read_combat("a: 3/3 -> B; x: 0/4 of B"), ["max player_damage"])
        document = found.to_document()
        assert document["blocks"] == {"x": ["a"]}
        assert document["objectives"] == [{"name": "player_damage", "value": 0, "bound": 0}]
        assert "attacks" not in document


class TestAttack:
    def test_stay_at_home(self) -> None:
        text = "a: 2/2 of A; x: 3/3 of B"
        objectives = ["min own_losses", "max player_damage"]
        assert solve_attack(read_combat(text), objectives).attacks == {}

    def test_more_attackers_than_blockers(self) -> None:
        text = "a: 2/2 of A; b: 3/3 of A; x: 0/4 of B; B: life 2"
        found = solve_attack(read_combat(text), ["max lethal", "max player_damage"])
        assert found.values == (1, 2)
        assert found.attacks == {"a": "B", "b": "B"}

    def test_defender_and_summoning_sickness_702_3b_302_6(self) -> None:
        text = "a: 2/2 defender of A; b: 3/3 summoning sick of A; c: 1/1 of A"
        found = solve_attack(read_combat(text), ["max player_damage"])
        assert found.attacks == {"c": "B"}

    def test_document(self) -> None:
        found = solve_attack(read_combat("a: 2/2 of A; x: 0/4 of B"), ["max player_damage"])
        assert {"attacks", "blocks", "steps"} <= found.to_document().keys()


def choose(offers: Sequence[Sequence[Offer]], total: int) -> Chosen | None:
    chooser = Chooser(offers, (1,), total)
    return next(ways(chooser, chooser.tables(offers), offers), None)


def test_the_total_stays_below_the_life() -> None:
    none, one = Gang((0,), 0, (5,)), Gang((1,), 0, (9,))
    offers = [[Offer(none, 5), Offer(one, 0)]] * 2
    chosen = choose(offers, 10)
    assert chosen is not None
    assert chosen.vector == (14,)
    assert choose(offers, 5) is None


@pytest.mark.parametrize("chunk", range(3))
def test_blocks_against_every_declaration(chunk: int) -> None:
    rng = random.Random(f"blocks {chunk}")
    methods = set()
    for _ in range(25):
        document, objectives = undeclared(rng), rng.choice(LISTS)
        combat = with_blocks(read_combat(document), {})
        found = solve_blocks(combat, objectives, top=3)
        assert found.status == "optimal"
        best = [worth(found), *(other_worth(found, k) for k in range(len(found.others)))]
        expected = every_worth(combat, objectives)[:3]
        if found.others_complete:
            assert best == expected, (document, objectives)
        else:
            assert best == expected[: len(best)], (document, objectives)
        methods.add(found.statistics["method"])
    assert "gangs" in methods


def test_attacks_against_every_declaration() -> None:
    rng = random.Random("attacks")
    for _ in range(12):
        document, objectives = undeclared(rng), rng.choice(LISTS)
        combat = read_combat(document)
        found = solve_attack(combat, objectives)
        bare = with_attacks(combat, {})
        names = [c.id for c in bare.creatures.values() if c.controller == "A"]
        targets = (None, *bare.defending_players, *bare.planeswalkers, *bare.battles)
        attacks = [
            dict(zip(names, chosen, strict=True)) for chosen in product(targets, repeat=len(names))
        ]
        best = max(
            least(with_attacks(bare, declared), objectives)
            for attack in attacks
            if (declared := {name: t for name, t in attack.items() if t is not None}) is not None
            and _is_legal(bare, declared)
        )
        assert worth(found) == best, (document, objectives)


def _is_legal(combat: Combat, attacks: dict[str, str]) -> bool:
    from engine.declarations import judge_attacks
    from optimizer.requirements import most_attack_requirements

    try:
        return not judge_attacks(combat, attacks, most_attack_requirements(combat))
    except DocumentError:
        return False


@pytest.mark.parametrize("name", ["a", "b"])
@pytest.mark.parametrize("walkers", [[], [walker("jace", 3)]])
def test_attackers_are_alike_only_if_the_same_is_said_of_them(
    name: str, walkers: list[Document]
) -> None:
    """509.1b-c: what x must or can't block is said of one of two identical attackers."""

    def solved(objectives: list[str], **said: object) -> Declared:
        creatures = creature("A a 2/2"), creature("A b 2/2"), creature("B x 1/1", **said)
        return solve_attack(read_combat(board(*creatures, planeswalkers=walkers)), objectives)

    found = solved(["max kills", "min player_damage + planeswalker_damage"], must_block=[name])
    assert found.values == (1, 0)
    assert set(found.attacks or {}) == {name}
    found = solved(["min kills", "max player_damage"], cant_block=[name])
    assert found.attacks == {name: "B"}


def test_what_comes_between_the_steps_counts_only_if_a_block_makes_two_510_4() -> None:
    """If x, which strikes first, blocks a, a is removed before it deals damage."""
    changes = {"after_first_strike": {"a": {"removed": True}}}
    x, objectives = creature("B x 1/1 first strike"), ["max kills", "max player_damage"]
    blocks = solve_blocks(read_combat(board(attacker("a 2/2"), x, **changes)), objectives)
    assert (blocks.values, blocks.blocks) == ((0, 0), {"x": ("a",)})
    attack = solve_attack(read_combat(board(creature("A a 2/2"), x, **changes)), objectives)
    assert attack.values == (0, 0)
    with pytest.raises(DocumentError, match="no first-strike step"):
        solve_damage(read_combat(board(attacker("a 2/2"), x, **changes)), objectives)


@pytest.mark.parametrize("is_effect", [True, False])
def test_who_loses_in_the_first_step_takes_no_more_damage_510_4(is_effect: bool) -> None:
    """a's 2 are doubled: B with 4 life is lost before b and c deal damage, unless x blocks a."""
    more: Document = {"effects": [{"kind": "multiply", "factor": 2}]} if is_effect else {}
    quick = attacker("a 2/2 first strike", deals=1 if is_effect else 2)
    lives = {"A": {"life": 20}, "B": {"life": 4}}
    others = attacker("b 3/3"), attacker("c 3/3"), creature("B x 0/1")
    found = solve_blocks(
        read_combat(board(quick, *others, players=lives, **more)), ["max player_damage"]
    )
    assert (found.values, found.status) == ((4,), "optimal")


def test_those_that_must_be_blocked_draw_the_blocker_away() -> None:
    text = "a: 2/2 must be blocked of A; b: 2/2 of A; c: 2/2 of A; x: 0/9 of B"
    found = solve_attack(read_combat(text), ["max player_damage", "min own_losses"])
    assert (found.values, found.attacks) == ((4, 0), dict.fromkeys("abc", "B"))


def test_copies_of_a_commander_that_have_dealt_different_damage() -> None:
    """903.10a: the one that has dealt 20 to B wins."""
    document = board(
        creature("A k 1/1", commander=True, count=2, must_attack=False),
        creature("A wall 0/9 defender"),
        players={"A": {"life": 20}, "B": {"life": 20, "commander_damage": {"k#1": 20}}},
        planeswalkers=[walker("jace", 3)],
    )
    found = solve_attack(read_combat(document), ["max lethal", "max planeswalker_damage"])
    assert (found.values, found.attacks) == ((1, 1), {"k#1": "B", "k#2": "jace"})


def test_identical_attackers_are_tried_once() -> None:
    from engine.declarations import attack_rules

    combat = with_attacks(read_combat("a: 2/2 x5 of A; x: 1/1 of B"), {})
    assert len(list(every_attack(combat, attack_rules(combat)))) == 6
