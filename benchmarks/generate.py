"""Writing the instance files anew: drawn with fixed seeds, or taken from the shared cases."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from benchmarks import boards
from benchmarks.drawing import Document
from benchmarks.eight_boards import EIGHT_BOARDS
from benchmarks.instances import DIRECTORY, Instance, read_instances, write_instances
from engine import DocumentError, read_combat
from engine.notation_writer import NotationError, write

DAMAGE_FIRST = ("max player_damage", "max kill_value")
KILLS_FIRST = ("max kill_value", "max player_damage")
ONE_SUM = ("max 1000*player_damage + kills",)
WALKERS_FIRST = ("max planeswalkers_killed", "max player_damage")

TRADE = ("max player_damage", "max kill_value", "min own_loss_value")

SHARED_BOARDS = {10: (2, 3, 4) * 2, 20: (2, 3, 4) * 2, 50: (3,) * 6, 100: (3,) * 6, 300: (4,) * 4}
"""How many attackers and blockers a board has, and for each board how many a blocker blocks."""

DECLARED_BOARDS = {
    "blocks": {4: 3, 5: 5, 6: 3, 8: 5, 12: 3, 20: 2},
    "attacks": {3: 2, 4: 5, 6: 3, 8: 3},
}
"""For each number of creatures a side how many boards there are."""

TRICKS_BOARDS = {4: (3, 4, 2), 8: (6, 5, 4)}
"""For each number of creatures a side how many cards and mana there are, and how many boards."""

TOKEN_NUMBERS = (10, 100, 1000, 10_000)


def generate(cases: Path | None, directory: Path = DIRECTORY) -> None:
    """Write all instance files; values known for a combat that stays the same are kept.

    Parameters
    ----------
    cases
        The folder of the shared cases; without it ``known`` is left as it is.
    directory
        Where the files are written.
    """
    families = {
        "limited": list(_drawn("limited", 60, 20)),
        "commander": list(_drawn("commander", 24, 4)),
        "shared": list(_shared()),
        "tokens": list(_tokens()),
        "two_steps": list(_drawn("two_steps", 36, 10)),
        "planeswalkers": list(_drawn("planeswalkers", 36, 10)),
        "blocks": list(_declared("blocks", "blocks")),
        "attacks": list(_declared("attacks", "attack")),
        "swarm": list(_swarm()),
        "tricks": list(_tricks()),
    }
    if cases is not None and cases.is_dir():
        families["known"] = list(_known(cases))
    directory.mkdir(parents=True, exist_ok=True)
    for family, instances in families.items():
        path = directory / f"{family}.jsonl"
        old = {i.id: i for i in read_instances(path)} if path.exists() else {}
        write_instances(path, [_with_values(i, old.get(i.id)) for i in instances])


def _with_values(new: Instance, old: Instance | None) -> Instance:
    if old is None or (new.combat, new.objectives) != (old.combat, old.objectives):
        return new
    return new if new.values is not None else old


def _text(document: Document) -> str | Document:
    """Return the short notation if it says the same, else the document."""
    try:
        return write(read_combat(document))
    except NotationError:
        return document


def _drawn(family: str, number: int, quick: int) -> Iterator[Instance]:
    draw = getattr(boards, family)
    choices = {
        "limited": (DAMAGE_FIRST, DAMAGE_FIRST, KILLS_FIRST),
        "planeswalkers": (DAMAGE_FIRST, WALKERS_FIRST, DAMAGE_FIRST),
    }
    for k in range(number):
        document = draw(Random(f"{family} {k}"))
        objectives = choices.get(family, (DAMAGE_FIRST,))
        yield Instance(
            id=f"{family}-{k:02}",
            family=family,
            source=f"benchmarks.boards.{family}, seed {k}",
            objectives=objectives[k % len(objectives)],
            combat=_text(document),
            size=len(document["creatures"]),
            suite="quick" if k < quick else "full",
        )


def _shared() -> Iterator[Instance]:
    for number, blocks in SHARED_BOARDS.items():
        for k, each in enumerate(blocks):
            document = boards.shared(Random(f"shared {number} {k}"), number, each)
            yield Instance(
                id=f"shared-{number}x{each}-{k}",
                family="shared",
                source=f"benchmarks.boards.shared, {number} x {number}, {each} blocks, seed {k}",
                objectives=ONE_SUM if number >= 50 else DAMAGE_FIRST,
                combat=_text(document),
                size=number,
                suite="quick" if (number <= 20 and k < 3) or (number == 50 and k < 2) else "full",
            )


def _tokens() -> Iterator[Instance]:
    for number in TOKEN_NUMBERS:
        for name, document in boards.tokens(number):
            yield Instance(
                id=f"tokens-{name}-{number}",
                family="tokens",
                source=f"benchmarks.boards.tokens, {name}",
                objectives=DAMAGE_FIRST,
                combat=_text(document),
                size=number,
                suite="quick" if number <= 100 else "full",
            )


def _declared(family: str, question: str) -> Iterator[Instance]:
    for number, boards_of_it in DECLARED_BOARDS[family].items():
        for k in range(boards_of_it):
            document = getattr(boards, family)(Random(f"{family} {number} {k}"), number)
            yield Instance(
                id=f"{family}-{number}-{k}",
                family=family,
                source=f"benchmarks.boards.{family}, {number} a side, seed {k}",
                objectives=TRADE,
                combat=_text(document),
                size=number,
                suite="quick" if number <= 12 and k < (2 if number <= 4 else 1) else "full",
                question=question,
            )


def _swarm() -> Iterator[Instance]:
    for name, question, document in boards.swarm():
        yield Instance(
            id=f"swarm-{name}",
            family="swarm",
            source=f"benchmarks.boards.swarm, {name}",
            objectives=TRADE,
            combat=_text(document),
            size=len(read_combat(document).creatures),
            suite="quick",
            question=question,
        )


def _tricks() -> Iterator[Instance]:
    for number, (options, mana, boards_of_it) in TRICKS_BOARDS.items():
        for k in range(boards_of_it):
            document = boards.tricks(Random(f"tricks {number} {k}"), number, options, mana)
            yield Instance(
                id=f"tricks-{number}x{options}-{k}",
                family="tricks",
                source=f"benchmarks.boards.tricks, {number} a side, {options} cards, seed {k}",
                objectives=TRADE,
                combat=document,
                size=number,
                suite="quick" if number <= 4 else "full",
                question="tricks",
            )


def _known(cases: Path) -> Iterator[Instance]:
    for name, text, best in EIGHT_BOARDS:
        yield Instance(
            id=f"known-{name}",
            family="known",
            source="design.md, what the peers get wrong",
            objectives=("max player_damage",),
            combat=text,
            size=len(read_combat(text).creatures),
            suite="quick",
            values=(best,),
            proven_by=("design.md",),
        )
    for path in sorted(cases.glob("*/*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        ask, expected = case["ask"], case["expect"]
        if "objectives" not in expected or ask.get("wishes"):
            continue
        try:
            combat = read_combat(case["combat"])
        except DocumentError:
            continue  # uses what this version does not know
        yield Instance(
            id=f"known-{path.parent.name}-{path.stem}",
            family="known",
            source=case["source"],
            objectives=tuple(ask["objectives"]),
            combat=_text(case["combat"]),
            size=len(combat.creatures),
            suite="quick",
            question=ask["question"],
            values=tuple(expected["objectives"]),
            proven_by=(f"cases/{path.parent.name}/{path.name}",),
        )
