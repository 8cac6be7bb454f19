"""Declarations on random boards, compared with trying all of them; the most that can be met."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine import read_combat
from engine.declarations import (
    attack_rules,
    attack_targets,
    block_rules,
    judge_attacks,
    judge_blocks,
    possible_blocks,
)
from engine.declarations.maximum import search
from engine.declarations.parts import parts
from engine.declarations.rules import DeclarationRules
from optimizer.requirements import (
    by_solver,
    most_attack_requirements,
    most_block_requirements,
)
from tests.conftest import Document, attacker, board, creature, siege, walker
from tests.oracle.declaring import every_attack, every_block, legal_attacks, legal_blocks

EVASION = (
    *("flying", "fear", "intimidate", "shadow", "horsemanship", "skulk", "unblockable"),
    *("menace", "menace", "menace", "protection from red", "protection from white"),
    *("protection from everything", "protection from creatures", "islandwalk", "vigilance"),
)
OVERCOMING = ("flying", "reach", "shadow", "horsemanship", "decayed")
SIZES = ((1, 1), (1, 3), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (1, 5))
WHOM = ("B", "B", "B", "C", "jace", "siege")


class Maker:
    """Random boards on which declarations are restricted and required in every way."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def some(self, chance: float, make: Callable[[], Any]) -> Any:
        """Return something with this chance, else None."""
        return make() if self.random.random() < chance else None

    def names(self, names: list[str]) -> Any:
        """Return true, or a list of some names."""
        if self.random.random() < 0.4:
            return True
        return self.random.sample(names, self.random.randint(1, len(names)))

    def creature(self, name: str, controller: str, keywords: tuple[str, ...]) -> Document:
        pick = self.random.choice
        given = {
            "keywords": [pick(keywords)] if self.random.random() < 0.4 else [],
            "colors": self.some(0.6, lambda: [pick("WBR")]),
            "types": self.some(0.15, lambda: [pick(("artifact", "artifact", "elf", "battle"))]),
            "tapped": self.some(0.07, lambda: True),
        }
        size = f"{self.random.randint(0, 3)}/{self.random.randint(1, 3)}"
        return creature(f"{controller} {name} {size}") | _without_none(given)

    def blocks(self, attackers: int, blockers: int, need: float = 0.3, copies: int = 2) -> Document:
        """Return a board for the declaration of blocks; one blocker may have copies."""
        us, them = [f"a{k}" for k in range(attackers)], [f"b{k}" for k in range(blockers)]
        number, pick = self.random.randint, self.random.choice
        is_wide = self.random.random() < 0.3
        creatures = []
        band = pick(WHOM) if self.random.random() < 0.2 else None
        for name in us:
            given = {
                "attacking": pick(WHOM) if is_wide else "B",
                "min_blockers": self.some(0.15, lambda: number(0, 3)),
                "max_blockers": self.some(0.15, lambda: number(0, 2)),
                "cant_be_blocked_by": self.some(0.1, lambda: self.names(them)),
                "must_be_blocked": self.some(need, lambda: self.names(them)),
            }
            if band and self.random.random() < 0.6:
                given |= {"band": "one", "attacking": band}
            made = self.creature(name, "A", EVASION) | _without_none(given)
            if "band" not in made and self.random.random() < 0.08:
                made["attacking"] = None  # 506.4c: its target has left combat
                made |= {"was_attacking_controller": pick("BC")} if is_wide else {}
            creatures.append(made)
        for name in them:
            given = {
                "max_blocks": self.some(0.3, lambda: number(0, 3)),
                "cant_block": self.some(0.1, lambda: self.names(us)),
                "must_block": self.some(need, lambda: self.names(us)),
            }
            controller = pick("BBC") if is_wide else "B"
            creatures.append(self.creature(name, controller, OVERCOMING) | _without_none(given))
        if self.random.random() < 0.3:
            creatures[-1]["count"] = copies
        return self.document(creatures)

    def attacks(self) -> Document:
        """Return a board for the declaration of attacks."""
        targets = ["B", "C", "jace", "siege"]
        creatures = []
        for name in ["a0", "a1", "a2"][: self.random.randint(1, 3)]:
            given = {
                "summoning_sick": self.some(0.3, lambda: True),
                "must_attack": self.some(0.4, lambda: self.names(targets)),
                "cant_attack": self.some(0.3, lambda: self.names(targets)),
            }
            controller = self.random.choice("AAAAB")
            keywords = ("haste", "haste", "defender", "vigilance")
            creatures.append(self.creature(name, controller, keywords) | _without_none(given))
        return self.document(creatures)

    def document(self, creatures: list[Document]) -> Document:
        """Return a board with everything that may be attacked."""
        players: dict[str, Any] = {name: {"life": 20} for name in "ABC"}
        if self.random.random() < 0.2:
            players = {name: {"life": 20, "team": team} for name, team in
                       zip("ADBC", "xxyy", strict=True)}  # fmt: skip
        walkers = [walker("jace", 3, "C")]
        return board(
            *creatures, players=players, planeswalkers=walkers, battles=[siege("siege", 3, "C")]
        )


def _without_none(given: Document) -> Document:
    return {key: value for key, value in given.items() if value is not None}


@pytest.mark.parametrize("part", range(4))
def test_509_1_every_block_on_random_boards(part: int) -> None:
    required = 0
    for seed in range(part * 300, part * 300 + 300):
        maker = Maker(seed)
        document = maker.blocks(*maker.random.choice(SIZES))
        combat = read_combat(document)
        most = most_block_requirements(combat)
        required += most > 0
        legal = legal_blocks(document)
        everything = list(every_block(document))
        sample = [b for b in everything if _may_be_legal(combat, b)]
        assert [b for b in sample if b in legal] == legal, seed
        sample += maker.random.sample(everything, min(len(everything), 30))
        for blocks in sample:
            violations = judge_blocks(combat, blocks, most)
            assert (not violations) == (blocks in legal), (seed, blocks, violations)
    assert required > 100


def _may_be_legal(combat: Any, blocks: dict[str, tuple[str, ...]]) -> bool:
    possible = possible_blocks(combat)
    return all(set(names) <= set(possible.get(b, ())) for b, names in blocks.items())


def test_508_1_every_attack_on_random_boards() -> None:
    required = 0
    for seed in range(700):
        maker = Maker(seed)
        document = maker.attacks()
        combat = read_combat(document)
        most = most_attack_requirements(combat)
        required += most > 0
        legal = legal_attacks(document)
        everything = list(every_attack(document))
        able = {name: attack_targets(combat, name) for name in combat.creatures}
        sample = [a for a in everything if all(t in able[name] for name, t in a.items())]
        assert [a for a in sample if a in legal] == legal, seed
        sample += maker.random.sample(everything, min(len(everything), 30))
        for attacks in sample:
            violations = judge_attacks(combat, attacks, most)
            assert (not violations) == (attacks in legal), (seed, attacks, violations)
    assert required > 150


def test_the_search_and_the_solver_find_the_same() -> None:
    compared = 0
    for seed in range(120):
        maker = Maker(seed)
        rules = block_rules(read_combat(maker.blocks(5, 6, need=0.5, copies=8)))
        for part in parts(rules):
            found = search(part)
            if found is not None:
                compared += len(part.requirements) > 2
                assert not part.broken_limits(found), seed
                assert part.met(by_solver(part)) == part.met(found), seed
    assert compared > 60


def test_the_solver_on_all_of_the_rules_finds_the_same_as_on_their_parts() -> None:
    for seed in range(40):
        combat = read_combat(Maker(1000 + seed).blocks(4, 5, need=0.6))
        blocks = block_rules(combat)
        assert blocks.met(by_solver(blocks)) == most_block_requirements(combat), seed
        rules = attack_rules(read_combat(Maker(seed).attacks()))
        if rules.pairs:  # the model lets a creature attack several things, which changes nothing
            found = [(part, search(part)) for part in parts(rules)]
            most = sum(part.met(own) for part, own in found if own is not None)
            assert rules.met(by_solver(rules)) == most, seed


def test_509_1c_what_is_too_large_for_the_search() -> None:
    """Sixteen creatures cover five attackers that need three blockers each, never six."""
    attackers = [attacker(f"a{k} 1/1", must_be_blocked=True, min_blockers=3) for k in range(8)]
    blockers = [creature(f"B b{k} 1/1") for k in range(16)]
    combat = read_combat(board(*attackers, *blockers))
    assert search(block_rules(combat)) is None
    assert most_block_requirements(combat) == 5


def test_509_1c_many_copies() -> None:
    """Forty copies must block one of two attackers, of which one allows a single blocker."""
    combat = read_combat(
        board(
            attacker("a 1/1", max_blockers=1),
            attacker("m 5/5 menace", must_be_blocked=True),
            creature("B b 1/1", count=40, must_block=["a"]),
        )
    )
    assert most_block_requirements(combat) == 2


def test_nothing_is_required() -> None:
    rules: DeclarationRules = block_rules(read_combat(board(attacker("a 1/1"))))
    assert parts(rules) == []
    assert most_block_requirements(read_combat(board(attacker("a 1/1")))) == 0
