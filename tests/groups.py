"""Random small boards with groups of identical creatures, of one damage step."""

import random

from tests.conftest import Document, attacker, blocker, board, siege, walker

KEYWORDS = (
    "trample",
    "trample",
    "deathtouch",
    "indestructible",
    "lifelink",
    "infect",
    "wither",
    "toxic 2",
    "trample over planeswalkers",
)


def random_groups(rng: random.Random, most: int = 4) -> Document:
    """Draw a board with at least one group; `most` copies in each."""
    targets = ["B"] + ["w"] * (rng.random() < 0.35) + ["s"] * (rng.random() < 0.2)
    attackers = [f"a{k}" for k in range(rng.randint(1, 3))]
    creatures = [
        attacker(
            _text(rng, name, rng.randint(0, 5), 0.2),
            rng.choice([*targets, "B", "B"]),
            count=rng.choice([1, rng.randint(2, most)]),
            commander=rng.random() < 0.15,
        )
        for name in attackers
    ]
    for k in range(rng.randint(0, 3)):
        creature = blocker(
            _text(rng, f"b{k}", rng.randint(0, 3), 0.1),
            *rng.sample(attackers, rng.randint(1, len(attackers))),
            count=rng.choice([1, rng.randint(2, most)]),
        )
        if rng.random() < 0.3:
            creature["damage"] = rng.randrange(creature["toughness"])
        if rng.random() < 0.1:
            creature["regeneration_shields"] = 1
        creatures.append(creature)
    if all(creature["count"] == 1 for creature in creatures):
        rng.choice(creatures)["count"] = rng.randint(2, most)
    more: Document = {}
    if "w" in targets:
        more["planeswalkers"] = [walker("w", rng.randint(1, 6))]
    if "s" in targets:
        more["battles"] = [siege("s", rng.randint(1, 6))]
    players = {"A": {"life": 20}, "B": {"life": rng.randint(1, 14)}}
    return board(*creatures, players=players, **more)


def _text(rng: random.Random, name: str, power: int, chance: float) -> str:
    keywords = sorted({keyword for keyword in KEYWORDS if rng.random() < chance})
    return f"{name} {power}/{rng.randint(1, 4)} {', '.join(keywords)}".strip()
