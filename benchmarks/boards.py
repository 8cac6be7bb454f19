"""The drawn families: boards by size and random source, always the same for the same seed."""

from collections.abc import Iterator
from random import Random

from benchmarks.drawing import Document, board, draw

FIRST_STRIKE = ("first strike", "double strike")


def _attackers(
    random: Random, number: int, targets: tuple[str, ...], more: dict[str, float] | None = None
) -> list[Document]:
    """Return attackers that attack these targets; those of one step only, unless `more` says so."""
    without = () if more and FIRST_STRIKE[0] in more else FIRST_STRIKE
    found = []
    for k in range(number):
        creature = draw(random, f"a{k}", "A", more, without)
        creature["power"] = max(1, creature["power"])
        found.append(creature | {"attacking": random.choice(targets)})
    return found


def limited(random: Random) -> Document:
    """Draw a board of a game with 40-card decks: 2 to 8 creatures a side, few double blocks."""
    attackers = _attackers(random, random.randint(2, 8), ("B",))
    names = [creature["id"] for creature in attackers]
    blockers = []
    for k in range(random.randint(2, 8)):
        creature = draw(random, f"b{k}", "B", without=FIRST_STRIKE)
        if random.random() < 0.85:
            both = len(names) > 1 and random.random() < 0.05
            creature["blocking"] = random.sample(names, 2 if both else 1)
        blockers.append(creature)
    return board(attackers + blockers, {"A": 20, "B": 20})


def commander(random: Random) -> Document:
    """Draw a board of a game of four: 10 to 40 creatures a side, three players attacked."""
    defenders = ("B", "C", "D")[: random.randint(1, 3)]
    walkers = [
        {"id": f"w{k}", "controller": random.choice(defenders), "loyalty": random.randint(2, 6)}
        for k in range(random.randint(0, 3))
    ]
    targets = defenders * 3 + tuple(str(walker["id"]) for walker in walkers)
    attackers = _attackers(random, random.randint(10, 40), targets, {"trample": 0.15})
    attackers[0]["commander"] = True
    holder = {str(walker["id"]): str(walker["controller"]) for walker in walkers}
    facing: dict[str, list[str]] = {}
    for creature in attackers:
        target = str(creature["attacking"])
        facing.setdefault(holder.get(target, target), []).append(creature["id"])
    blockers = []
    for k in range(random.randint(10, 40)):
        player = random.choice(sorted(facing))
        creature = draw(random, f"b{k}", player, without=FIRST_STRIKE)
        if random.random() < 0.85:
            number = 2 if len(facing[player]) > 1 and random.random() < 0.15 else 1
            creature["blocking"] = random.sample(facing[player], number)
        blockers.append(creature)
    lives = dict.fromkeys(("A", *sorted({*defenders, *holder.values()})), 40)
    more = {"planeswalkers": walkers} if walkers else {}
    return board(attackers + blockers, lives, **more)


def shared(random: Random, number: int, blocks: int) -> Document:
    """Draw as many attackers as blockers that each block several: one hard part."""
    more = {"trample": 0.5, "deathtouch": 0.08}
    attackers = _attackers(random, number, ("B",), more)
    names = [creature["id"] for creature in attackers]
    blockers = [
        draw(random, f"b{k}", "B", without=FIRST_STRIKE)
        | {"blocking": random.sample(names, blocks), "max_blocks": blocks}
        for k in range(number)
    ]
    return board(attackers + blockers, {"A": 20, "B": 20})


def two_steps(random: Random) -> Document:
    """Draw a board where many strike first or twice, and each blocker blocks one attacker."""
    strikes = {"first strike": 0.2, "double strike": 0.25, "trample": 0.3}
    attackers = _attackers(random, random.randint(3, 12), ("B",), strikes)
    attackers[0]["keywords"] = ["double strike", "trample"]
    names = [creature["id"] for creature in attackers]
    blockers = [
        draw(random, f"b{k}", "B", {"first strike": 0.15})
        | {"blocking": [names[0] if k < 2 else random.choice(names)]}
        for k in range(random.randint(3, 14))
    ]
    return board(attackers + blockers, {"A": 20, "B": 400})


def planeswalkers(random: Random) -> Document:
    """Draw attackers at a player and several planeswalkers, some trampling past these."""
    walkers = [
        {"id": f"w{k}", "controller": "B", "loyalty": random.randint(1, 7)}
        for k in range(random.randint(1, 4))
    ]
    names = tuple(str(walker["id"]) for walker in walkers)
    more = {"trample": 0.25, "trample over planeswalkers": 0.25}
    attackers = _attackers(random, random.randint(4, 14), ("B", *names * 2), more)
    attacked = [creature["id"] for creature in attackers]
    blockers = []
    for k in range(random.randint(2, 12)):
        creature = draw(random, f"b{k}", "B", without=FIRST_STRIKE)
        number = random.choice((0, 1, 1, 1, 2))
        if number:
            creature["blocking"] = random.sample(attacked, number)
        blockers.append(creature)
    return board(attackers + blockers, {"A": 20, "B": 20}, planeswalkers=walkers)


def tokens(number: int) -> Iterator[tuple[str, Document]]:
    """Return the boards of a given number of identical creatures in few kinds, by name."""

    def token(name: str, size: str, keywords: str, count: int, **more: object) -> Document:
        power, toughness = map(int, size.split("/"))
        return {
            "id": name,
            "controller": "B" if "blocking" in more else "A",
            "power": power,
            "toughness": toughness,
            "keywords": keywords.split(", ") if keywords else [],
            "count": count,
            **more,
        }

    lives = {"A": 20, "B": 20}
    half = number // 2
    yield (
        "horde",
        board(
            [
                token("goblins", "1/1", "", number - 6, attacking="B"),
                token("rhinos", "4/4", "trample", 3, attacking="B"),
                token("walls", "0/3", "", 3, blocking=["rhinos"], max_blocks=3),
            ],
            lives,
        ),
    )
    yield (
        "stampede",
        board(
            [
                token("beasts", "3/3", "trample", half, attacking="B"),
                token("cats", "2/2", "", number - half - 4, attacking="B"),
                token("giants", "2/8", "", 2, blocking=["beasts", "cats"], max_blocks=number),
                token("ogres", "3/5", "", 2, blocking=["beasts"], max_blocks=number),
            ],
            lives,
        ),
    )
    yield (
        "swarm",
        board(
            [
                token("wurm", f"{number}/9", "trample", 1, attacking="B"),
                token("hydra", f"{half}/9", "trample, deathtouch", 1, attacking="B"),
                token("rats", "1/1", "", half, blocking=["wurm"]),
                token("bears", "2/2", "", number - half - 2, blocking=["wurm", "hydra"]),
            ],
            lives,
        ),
    )


def _distinct(random: Random, number: int, controller: str, prefix: str) -> list[Document]:
    """Draw creatures no two of which are alike, all of one step."""
    found: list[Document] = []
    seen = set()
    while len(found) < number:
        creature = draw(random, f"{prefix}{len(found)}", controller, without=FIRST_STRIKE)
        kind = creature["power"], creature["toughness"], tuple(creature.get("keywords", ()))
        if kind not in seen:
            seen.add(kind)
            found.append(creature)
    return found


def blocks(random: Random, number: int) -> Document:
    """Draw as many attackers as creatures that may block, no two alike."""
    document = attacks(random, number)
    for creature in document["creatures"][:number]:
        creature["attacking"] = "B"
    return document


def attacks(random: Random, number: int) -> Document:
    """Draw as many creatures a side before attackers are declared, no two alike."""
    own = _distinct(random, number, "A", "a")
    for creature in own:
        creature["power"] = max(1, creature["power"])
    others = _distinct(random, number, "B", "b")
    return board(own + others, {"A": 20, "B": 20})


TRICKS = (
    "Giant Growth", "Titanic Growth", "Brute Strength", "Colossal Might", "Ranger's Guile",
    "Mighty Leap", "Aim High", "Run Amok", "Adamant Will", "Fatal Frenzy", "Disfigure",
    "Last Gasp", "Grasp of Darkness", "Lightning Bolt", "Shock", "Lightning Strike", "Murder",
    "Infernal Grasp", "Terminate", "Unsummon", "Repulse", "Death Ward", "Mammoth Growth",
)  # fmt: skip
"""Cards on one creature each that bring about no second damage step."""


def tricks(random: Random, number: int, options: int, mana: int) -> Document:
    """Draw a board after blocks, no two creatures alike, with cards in the attacker's hand."""
    document = blocks(random, number)
    names = [creature["id"] for creature in document["creatures"][:number]]
    for creature in document["creatures"][number:]:
        creature["blocking"] = [random.choice(names)]
    hand = random.sample(TRICKS, options)
    return document | {"resources": {"A": {"mana": {"any": mana}, "hand": hand}}}


def swarm() -> Iterator[tuple[str, str, Document]]:
    """Return boards of many identical creatures: name, question, document."""
    few = [
        {"id": f"d{k}", "controller": "A", "power": k + 1, "toughness": k + 2, "attacking": "B"}
        for k in range(4)
    ]
    fliers = {
        "id": "fliers",
        "controller": "A",
        "power": 1,
        "toughness": 1,
        "keywords": ["flying", "deathtouch"],
        "attacking": "B",
        "count": 66,
    }
    able = [
        {
            "id": f"r{k}",
            "controller": "B",
            "power": k % 4,
            "toughness": 1 + k // 2,
            "keywords": ["reach"],
        }
        for k in range(10)
    ]
    lives = {"A": 20, "B": 20}
    yield "fliers-none", "blocks", board([*few, fliers], lives)
    yield "fliers-ten", "blocks", board([*few, fliers, *able], lives)
    yield (
        "tokens-50",
        "attack",
        board(
            [
                {
                    "id": f"tokens_{side}",
                    "controller": side,
                    "power": 1,
                    "toughness": 1,
                    "count": 50,
                }
                for side in ("A", "B")
            ],
            lives,
        ),
    )
