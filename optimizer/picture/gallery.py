"""The example pictures of the README: ``python -m optimizer.picture.gallery`` draws them anew."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from engine import check_assignment, read_combat
from optimizer.damage import solve_damage
from optimizer.declaring.attack import solve_attack
from optimizer.declaring.blocks import solve_blocks
from optimizer.picture.drawing import picture

FOLDER = Path(__file__).resolve().parents[2] / ".github" / "gallery"
"""Where they are in the repository."""

SHARED = "4/4 <- X; 5/5 trample <- X; 4/4 <- Y; X: 0/4; Y: 5/4"


def damage(board: str, *objectives: str) -> Callable[[], str]:
    """Return what draws the best damage."""

    def draw() -> str:
        combat = read_combat(board)
        wanted = objectives or ("max player_damage", "max kill_value", "min own_loss_value")
        return picture(combat, solve_damage(combat, wanted))

    return draw


def _check() -> str:
    combat = read_combat("giant: 6/6 trample <- bear, wall; ogre: 4/4 -> B; bear: 2/2; wall: 0/5")
    rows = (("giant", "bear", 2), ("giant", "B", 4), ("ogre", "B", 4), ("bear", "giant", 2))
    keys = ("source", "target", "amount")
    assigned = [dict(zip(keys, row, strict=True)) for row in rows]
    steps = [{"step": "regular", "assignments": assigned}]
    return picture(combat, {"steps": steps}, check_assignment(combat, steps))


def _blocks() -> str:
    objectives = ["max player_damage", "min own_loss_value", "max kill_value"]
    combat = read_combat("wurm: 6/4 -> B; bear: 2/2; B: life 7; wall: 0/5; elk: 3/3; elf: 1/1")
    return picture(combat, solve_blocks(combat, objectives))


def _attack() -> str:
    creatures = [
        {"id": "token", "controller": "A", "power": 1, "toughness": 1, "count": 20},
        {"id": "wall", "controller": "B", "power": 0, "toughness": 4},
        {"id": "ogre", "controller": "B", "power": 3, "toughness": 3},
    ]
    players = {"A": {"life": 20}, "B": {"life": 15}}
    document = {"version": 1, "active_player": "A", "players": players, "creatures": creatures}
    combat = read_combat(document)
    return picture(combat, solve_attack(combat, ["max lethal", "max player_damage"]))


def _battles() -> str:
    players = {"A": {"life": 20}, "B": {"life": 5, "poison": 3}, "C": {"life": 12}}
    battle = {"id": "siege", "controller": "A", "protector": "C", "defense": 4}

    def creature(name: str, controller: str, size: int, **more: object) -> dict[str, object]:
        return {"id": name, "controller": controller, "power": size, "toughness": size} | more

    document = {
        "version": 1, "active_player": "A", "players": players, "battles": [battle],
        "creatures": [
            creature("knight", "A", 3, attacking="B"),
            creature("dragon", "A", 6, attacking="siege"),
            creature("boar", "A", 4, keywords=["trample"], attacking="siege"),
            creature("fox", "A", 2, attacking="C"),
            creature("guard", "B", 2, blocking=["knight"]),
            creature("squire", "C", 1, blocking=["boar"]),
        ],
    }  # fmt: skip
    combat = read_combat(document)
    return picture(combat, solve_damage(combat, ["max battles_defeated", "max player_damage"]))


GALLERY: Mapping[str, Callable[[], str]] = {
    "trampler": damage("giant: 8/8 trample lifelink <- bear: 2/2, rats: 3/3 deathtouch"),
    "shared-blocker": damage(SHARED),
    "planeswalker": damage(
        "wurm: 7/7 trample over planeswalkers -> jace; imp: 1/1 -> jace; jace: loyalty 3; B: life 5"
    ),
    "two-steps": damage(
        "knight: 3/3 first strike <- bear: 2/2, ox: 2/4; "
        "dragon: 4/4 double strike trample <- wall: 0/5"
    ),
    "tokens": damage(
        "Horta <- Grizzly Bears x2; token: 1/1 x20 -> B; Hill Giant <- soldier: 1/1 x4"
    ),
    "check": _check,
    "blocks": _blocks,
    "attack": _attack,
    "battles": _battles,
}
"""What each picture is drawn by, by its file's name."""


def main(folder: Path = FOLDER) -> None:
    """Draw all examples into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in GALLERY.items():
        (folder / f"{name}.svg").write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
