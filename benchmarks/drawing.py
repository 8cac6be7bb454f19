"""Drawing creatures as often as cards have them, and writing them into a combat document."""

import csv
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

Document = dict[str, Any]

TABLE = Path(__file__).parent / "creature-frequencies.csv"
"""Power, toughness, keywords and how many cards have them, in aggregate."""

_BEARING = frozenset(
    {
        "trample", "deathtouch", "first strike", "double strike", "lifelink", "flying", "reach",
        "indestructible",
    }
)  # fmt: skip
"""The keywords that are kept: what plays a part in damage, and what players look at."""


@cache
def _table() -> tuple[list[tuple[int, int, tuple[str, ...]]], list[int]]:
    """Return the kinds of creatures and how many cards there are of each."""
    kinds, weights = [], []
    with TABLE.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            keywords = tuple(word for word in row["keywords"].split(";") if word)
            if int(row["toughness"]) > 0 and not {"infect", "wither", "banding"} & set(keywords):
                kinds.append((int(row["power"]), int(row["toughness"]), keywords))
                weights.append(int(row["cards"]))
    return kinds, weights


def draw(
    random: Random,
    name: str,
    controller: str,
    more: dict[str, float] | None = None,
    without: tuple[str, ...] = (),
    also: frozenset[str] = frozenset(),
) -> Document:
    """Draw a creature.

    Parameters
    ----------
    more
        The chance to get each of these keywords in addition to what was drawn.
    without
        Keywords that it must not have.
    also
        Keywords that are kept besides those that bear on damage.
    """
    kinds, weights = _table()
    power, toughness, drawn = random.choices(kinds, weights)[0]
    kept = _BEARING | also
    keywords = [word for word in drawn if word in kept and word not in without]
    for word, chance in (more or {}).items():
        if random.random() < chance and word not in keywords:
            keywords.append(word)
    document: Document = {
        "id": name,
        "controller": controller,
        "power": power,
        "toughness": toughness,
    }
    return document | ({"keywords": keywords} if keywords else {})


def board(creatures: list[Document], lives: dict[str, int], **more: Any) -> Document:
    """Return a combat document of these creatures; A is the active player."""
    players = {name: {"life": life} for name, life in lives.items()}
    head = {"version": 1, "active_player": "A", "players": players}
    return head | {"creatures": creatures} | more
