"""The best blocks and the best attack on random boards, against trying everything."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine import read_combat
from optimizer import Declared, solve_attack, solve_blocks
from tests.conftest import COMPARED, Document
from tests.optimizer.test_requirements import Maker
from tests.oracle import is_legal, values
from tests.oracle.declaring import legal_attacks, legal_blocks
from tests.oracle.fighting import Fight, Vector, attacked, blocked

LISTS = (
    ["max player_damage", "max kill_value", "min own_loss_value"],
    ["min own_losses", "max kills"],
    ["max lethal", "max kill_value", "min own_losses"],
    ["max outcome", "max player_damage"],
    ["max 2*player_damage + kill_value - own_loss_value"],
    ["max planeswalker_damage + battle_damage", "max life_gained"],
    ["max planeswalkers_killed + 2*battles_defeated", "min overkill"],
    ["min own_loss_value", "max 3*kills - player_damage"],
    ["play"],
    ["play"],
)
FIGHTING = ("trample", "trample", "deathtouch", "lifelink", "indestructible", "wither", "infect")
STRIKES = ("first strike", "double strike")
FOR_BLOCKS = ((1, 1), (1, 2), (2, 1), (2, 2), (2, 2), (1, 3), (3, 1), (2, 3), (3, 2), (2, 4))


class Fighter(Maker):
    """Boards of `Maker`, restricted and required in every way, whose creatures can fight."""

    def creature(self, name: str, controller: str, keywords: tuple[str, ...]) -> Document:
        made = super().creature(name, controller, keywords)
        chance, pick = self.random.random, self.random.choice
        made["keywords"] += [pick(FIGHTING)] if chance() < 0.4 else []
        made["keywords"] += [pick(STRIKES)] if chance() < 0.15 else []
        made["power"] = self.random.randint(0, 4)
        made["toughness"] = self.random.randint(1, 4)
        made["value"] = self.random.randint(0, 6)
        if chance() < 0.1:
            made["damage"] = made["toughness"] - 1
        if chance() < 0.05:
            made["regeneration_shields"] = 1
        return made

    def document(self, creatures: list[Document]) -> Document:
        made = super().document(creatures)
        life = {"A": self.random.randint(1, 9), "B": self.random.randint(1, 9)}
        for name, player in made["players"].items():
            player["life"] = life["A" if player.get("team") == "x" else "B"]
            if "team" not in player:
                player["life"] = self.random.randint(1, 9) + 11 * (name == "A")
        for thing in (*made["planeswalkers"], *made["battles"]):
            thing["value"] = self.random.randint(0, 5)
        if self.random.random() < 0.5 and not _speaks_of_more(made):
            made |= {"players": {n: made["players"][n] for n in "AB"}}
            del made["planeswalkers"], made["battles"]
        return made

    def own_attacks(self, most: int) -> Document:
        """Return a board for the attack question, with creatures that may block."""
        document = self.attacks()
        blockers = self.blocks(1, self.random.randint(1, most), copies=1)["creatures"][1:]
        names = [creature["id"] for creature in document["creatures"]]
        for creature in blockers:
            for key in ("must_block", "cant_block"):
                if isinstance(creature.get(key), list):
                    creature[key] = self.random.sample(names, 1)
            creature["controller"] = self.random.choice(
                "BBC" if "C" in document["players"] else "B"
            )
        first, *more = document["creatures"]
        for creature in document["creatures"]:
            if self.random.random() < 0.6:
                for key in ("must_attack", "cant_attack", "summoning_sick", "tapped"):
                    creature.pop(key, None)
                creature["controller"] = "A"
        for creature in more:
            if self.random.random() < 0.3:  # alike, but for what others say of it
                name = creature["id"]
                creature.clear()
                creature |= first | {"id": name, "keywords": list(first["keywords"])}
        for creature in document["creatures"]:
            if self.random.random() < 0.15:
                creature["must_be_blocked"] = True
            if self.random.random() < 0.15:
                creature["keywords"].append(self.random.choice(("menace", "flying", "skulk")))
        return document | {"creatures": document["creatures"] + blockers}


def _speaks_of_more(document: Document) -> bool:
    """Say whether a board needs its third player, planeswalker or battle."""
    if any("team" in player for player in document["players"].values()):
        return True
    return any(
        creature["controller"] == "C"
        or creature.get("attacking", "B") != "B"
        or isinstance(creature.get("must_attack"), list)
        or isinstance(creature.get("cant_attack"), list)
        for creature in document["creatures"]
    )


def has_poison_for_several(document: Document, objectives: list[str]) -> bool:
    """Say whether ``play`` counts poison of several players, which the oracle cannot."""
    infects = any("infect" in c["keywords"] for c in document["creatures"])
    return infects and objectives == ["play"] and len(document["players"]) > 2


def judge(found: Declared, fight: Fight, document: Document) -> None:
    """Have the oracle confirm what an answer says: legal damage, worth what it claims."""
    fought = blocked(document, dict(found.blocks))
    answer: Any = found.to_document()
    if any("copies" in row for step in answer["steps"] for row in step["assignments"]):
        return  # the oracle reads rows of single creatures only
    prevented = [step.get("prevented", []) for step in answer["steps"]]
    assert is_legal(fought, answer["steps"], prevented)
    assert values(fought, answer["steps"], fight.objectives, prevented) == found.values


def ranked(found: Declared, fight: Fight) -> list[Vector]:
    return [fight.turned(v) for v in (found.values, *(other.values for other in found.others))]


def drawn(seed: int, make: Callable[[Fighter], Document]) -> tuple[Document, list[str]]:
    """Return a board and objectives for it."""
    fighter = Fighter(seed)
    document, objectives = make(fighter), fighter.random.choice(LISTS)
    if has_poison_for_several(document, objectives):
        objectives = LISTS[0]
    return document, objectives


@pytest.mark.parametrize("chunk", range(10))
def test_blocks(chunk: int, record_property: Callable[[str, object], None]) -> None:
    several = 0
    for seed in range(chunk * 120, chunk * 120 + 120):
        document, objectives = drawn(
            seed, lambda f: f.blocks(*f.random.choice(FOR_BLOCKS), need=0.15, copies=2)
        )
        fight = Fight(document, objectives)
        legal, expected = legal_blocks(document), fight.every_block()
        combat = read_combat(document)
        found = solve_blocks(combat, objectives, top=3)
        assert found.status == "optimal", seed
        assert found.blocks in legal, (seed, found.blocks)
        assert found.bounds == found.values
        assert ranked(found, fight) == expected[: len(found.others) + 1], seed
        if found.others_complete:
            assert len(found.others) + 1 == min(3, len(expected)), seed
        judge(found, fight, document)
        hasty = solve_blocks(combat, objectives, effort=1)
        assert hasty.blocks in legal, seed
        assert fight.turned(hasty.bounds) <= expected[0] <= fight.turned(hasty.values), seed
        again = solve_blocks(combat, objectives, effort=1)
        assert (again.blocks, again.values, again.bounds) == (
            hasty.blocks, hasty.values, hasty.bounds,
        )  # fmt: skip
        several += len(expected) > 1
    assert several > 30
    record_property(COMPARED, 120)


@pytest.mark.parametrize("chunk", range(10))
def test_attacks(chunk: int, record_property: Callable[[str, object], None]) -> None:
    several = 0
    for seed in range(chunk * 80, chunk * 80 + 80):
        document, objectives = drawn(seed, lambda f: f.own_attacks(2))
        fight = Fight(document, objectives)
        expected = fight.every_attack()
        combat = read_combat(document)
        found = solve_attack(combat, objectives, top=3)
        assert found.status == "optimal", seed
        assert found.attacks in legal_attacks(document), (seed, found.attacks)
        after = attacked(document, dict(found.attacks or {}))
        assert found.blocks in legal_blocks(after), (seed, found.blocks)
        assert found.bounds == found.values
        assert ranked(found, fight) == expected[:3], seed
        judge(found, fight, after)
        hasty = solve_attack(combat, objectives, effort=1)
        assert hasty.attacks in legal_attacks(document), seed
        assert expected[0] <= fight.turned(hasty.bounds), seed
        again = solve_attack(combat, objectives, effort=1)
        assert (again.attacks, again.blocks, again.values) == (
            hasty.attacks, hasty.blocks, hasty.values,
        )  # fmt: skip
        several += len(expected) > 1
    assert several > 30
    record_property(COMPARED, 80)


def test_the_random_objectives_are_all_of_the_lists() -> None:
    rng = random.Random(0)
    assert {str(rng.choice(LISTS)) for _ in range(200)} == {str(one) for one in LISTS}
