"""Attacks that survive the reply: the next turn is set up and played by the oracle alone."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine import read_combat
from engine.declarations import with_attacks
from optimizer import Declared, solve_attack, solve_blocks
from tests.conftest import COMPARED, Document, board, creature
from tests.oracle import result
from tests.oracle.declaring import legal_attacks
from tests.oracle.fighting import Fight, attacked, blocked

LISTS = (["max player_damage"], ["max player_damage", "max kill_value"], ["max kills"], ["play"])
KEYWORDS = ("vigilance", "vigilance", "lifelink", "deathtouch", "first strike", "trample", "flying")


def drawn(rng: random.Random) -> Document:
    """Return a board on which lives are at stake in both turns."""

    def one(owner: str, name: str) -> Document:
        words = [rng.choice(KEYWORDS)] if rng.random() < 0.45 else []
        words += ["decayed"] if rng.random() < 0.05 else []
        made = creature(f"{owner} {name} {rng.randint(0, 4)}/{rng.randint(1, 4)}", keywords=words)
        made["value"] = rng.randint(0, 4)
        made |= {"tapped": True} if rng.random() < 0.15 else {}
        made |= {"summoning_sick": True} if rng.random() < 0.15 else {}
        made |= {"must_attack": True} if rng.random() < 0.1 else {}
        return made

    creatures = [one("A", f"a{k}") for k in range(rng.randint(1, 3))]
    creatures += [one("B", f"b{k}") for k in range(rng.randint(1, 3))]
    lives = {"A": {"life": rng.randint(1, 5)}, "B": {"life": rng.randint(3, 12)}}
    return board(*creatures, players=lives)


def survives(document: Document, found: Declared) -> bool:
    """Whether A lives after the next turn, in which B attacks as well as it can (302.6, 502.3)."""
    attacks = dict(found.attacks or {})
    steps: Any = found.to_document()["steps"]
    ended = result(blocked(attacked(document, attacks), dict(found.blocks)), steps)
    if ended["outcome"] != "undecided":
        return bool(ended["outcome"] == "win")
    following = []
    for before in document["creatures"]:
        name, own = before["id"], before["controller"] == "A"
        if name in ended["destroyed"] or (name in attacks and "decayed" in before["keywords"]):
            continue
        taps = name in attacks and "vigilance" not in before["keywords"]
        tapped = own and (before.get("tapped", False) or taps)
        following.append(before | {"tapped": tapped, "summoning_sick": False})
    lives = {name: {"life": player["life"]} for name, player in ended["players"].items()}
    again = board(*following, players=lives) | {"active_player": "B"}
    return Fight(again, ["max lethal"]).every_attack()[0] == (0,)


@pytest.mark.parametrize("chunk", range(5))
def test_the_best_attack_that_survives(
    chunk: int, record_property: Callable[[str, object], None]
) -> None:
    rng = random.Random(f"survive the reply {chunk}")
    seen: Counter[str] = Counter()
    for _ in range(70):
        document, objectives = drawn(rng), rng.choice(LISTS)
        combat = read_combat(document)
        senses = Fight(document, objectives)
        best = solve_attack(combat, objectives)
        found = solve_attack(combat, objectives, survive_reply=True)
        lines = [
            (senses.turned(answer.values), survives(document, answer))
            for attacks in legal_attacks(document)
            for answer in [_answered(document, attacks, objectives)]
        ]
        surviving = [worth for worth, is_alive in lines if is_alive]
        if found.outcome is None:
            assert (found.status, surviving) == ("infeasible", []), document
        else:
            assert found.status == "optimal"
            assert survives(document, found), document
            assert senses.turned(found.values) == max(surviving), document
            seen["another"] += found.values != best.values
        seen[found.status.value] += 1
    assert min(seen["optimal"], seen["infeasible"]) > 5, seen
    assert seen["another"] > 0
    record_property(COMPARED, 70)


def _answered(document: Document, attacks: dict[str, str], objectives: list[str]) -> Declared:
    """Return the best blocks against an attack, with the damage that follows."""
    combat = read_combat(document)
    texts = [*Fight(document, objectives).objectives]
    return replace(solve_blocks(with_attacks(combat, attacks), texts), attacks=attacks)
