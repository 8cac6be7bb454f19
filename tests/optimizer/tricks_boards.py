"""Random small boards with cards in hand, for comparing with brute force."""

import random
from collections.abc import Sequence
from dataclasses import replace

from engine import Combat, read_combat
from engine.resources.cards import Cycling, ResourceCard, Resources
from engine.resources.effects import CardEffect, EffectKind, NewCreature
from engine.resources.mana import Mana, Source

K = EffectKind


def card(name: str, cost: str, *effects: CardEffect, **more: object) -> ResourceCard:
    """Return an instant."""
    return ResourceCard(name, cost, "instant", types=("instant",), effects=effects, **more)  # type: ignore[arg-type]


CARDS = (
    card("growth", "{G}", CardEffect(K.PUMP, "creature", 3, 3)),
    card("growth", "{1}", CardEffect(K.PUMP, "creature you control", 1, 2)),
    card("shrink", "{B}", CardEffect(K.PUMP, "creature", -2, -2)),
    card("trample", "{1}", CardEffect(K.GAIN, "creature", keywords=("trample",))),
    card(
        "first strike",
        "{W}",
        CardEffect(K.PUMP, "creature", 1, 0),
        CardEffect(K.GAIN, "it", keywords=("first strike",)),
    ),
    card("double strike", "{R}{W}", CardEffect(K.GAIN, "creature", keywords=("double strike",))),
    card("deathtouch", "{B}", CardEffect(K.GAIN, "creature you control", keywords=("deathtouch",))),
    card("indestructible", "{W}", CardEffect(K.GAIN, "creature", keywords=("indestructible",))),
    card("shock", "{R}", CardEffect(K.DAMAGE, "any", amount=2)),
    card("blaze", "{X}{R}", CardEffect(K.DAMAGE, "any", amount="X")),
    card("kill", "{1}{B}", CardEffect(K.DESTROY, "creature")),
    card("bounce", "{U}", CardEffect(K.RETURN, "creature")),
    card("exile", "{1}{W}", CardEffect(K.EXILE, "attacking or blocking creature")),
    card("berserk", "{G}", CardEffect(K.DOUBLE_POWER, "creature")),
    card("shield", "{W}", CardEffect(K.PREVENT, "creature", amount=2)),
    card("wall of grace", "{W}", CardEffect(K.PREVENT, "any", amount=2)),
    card("regrow", "{1}", CardEffect(K.REGENERATE, "creature")),
    card("rally", "{1}{W}", CardEffect(K.PUMP, "each creature you control", 1, 1)),
    card("fog", "{G}", CardEffect(K.FOG)),
    card("step aside", "{1}", CardEffect(K.REMOVE_FROM_COMBAT, "creature")),
    card("slip by", "{U}", CardEffect(K.BECOME_UNBLOCKED, "attacking creature")),
    card("in the way", "{U}", CardEffect(K.BECOME_BLOCKED, "attacking creature")),
    card(
        "ambush",
        "{1}{R}",
        CardEffect(K.ENTER, creature=NewCreature("Ambusher", 2, 1), attacking=True),
    ),
    card(
        "two at once",
        "{1}{R}",
        CardEffect(K.PUMP, "creature", 1, 1),
        CardEffect(K.DAMAGE, "another creature", amount=1),
    ),
    card("lose it", "{U}", CardEffect(K.LOSE, "creature", keywords=("all",))),
    ResourceCard(
        "cycler", "{5}{G}", cycling=Cycling("{1}", None, (CardEffect(K.PUMP, "creature", 1, 1),))
    ),
    ResourceCard(
        "foreseen",
        "{3}{R}",
        "instant",
        effects=(CardEffect(K.DAMAGE, "creature", amount=3),),
        foretell="{R}",
    ),
)


ONE_STEP = tuple(one for one in CARDS if one.name not in ("first strike", "double strike"))
"""Those that do not bring about a second damage step."""


def with_cards(
    rng: random.Random,
    combat: Combat,
    player: str,
    most: int,
    pool: Sequence[ResourceCard] = CARDS,
) -> Combat:
    """Return a combat in which a player has some cards and mana."""
    cards = rng.sample(pool, rng.randint(1, most))
    foretold = tuple(one for one in cards if one.foretell)
    hand = tuple(one for one in cards if not one.foretell)
    mana = Mana.of(
        Source((rng.choice(("any", "any", "any", "any", "W", "U", "B", "R", "G", "C")),))
        for _ in range(rng.randint(1, 4))
    )
    resources = dict(combat.resources) | {player: Resources(mana, hand, foretold)}
    return replace(combat, resources=resources)


def plain_board(rng: random.Random, *, strikes: float = 0.15) -> Combat:
    """Draw a small board, most blockers with one attacker."""
    creatures = []
    attackers = [f"a{k}" for k in range(rng.randint(1, 3))]
    creatures += [_creature(rng, name, "A", strikes) | {"attacking": "B"} for name in attackers]
    for k in range(rng.randint(0, 3)):
        blocker = _creature(rng, f"b{k}", "B", strikes)
        if rng.random() < 0.85:
            number = 2 if rng.random() < 0.15 and len(attackers) > 1 else 1
            blocker["blocking"] = rng.sample(attackers, number)
        creatures.append(blocker)
    life = {"A": {"life": rng.randint(1, 12)}, "B": {"life": rng.randint(1, 12)}}
    document = {"version": 1, "active_player": "A", "players": life, "creatures": creatures}
    if rng.random() < 0.15:
        document["planeswalkers"] = [{"id": "w", "controller": "B", "loyalty": rng.randint(1, 4)}]
        creatures[0]["attacking"] = "w"
    return read_combat(document)


def _creature(rng: random.Random, name: str, player: str, strikes: float) -> dict[str, object]:
    keywords = [
        keyword
        for keyword, chance in (
            ("trample", 0.35), ("deathtouch", 0.1), ("lifelink", 0.1), ("indestructible", 0.05),
            ("first strike", strikes), ("double strike", strikes / 2),
        )
        if rng.random() < chance
    ]  # fmt: skip
    return {
        "id": name,
        "controller": player,
        "power": rng.randint(0, 3),
        "toughness": rng.randint(1, 4),
        "keywords": keywords,
    }


def duel_board(rng: random.Random) -> Combat:
    """Draw a board where one attacker strikes twice with a choice, beside others of one step."""

    def creature(name: str, player: str, **more: object) -> dict[str, object]:
        power, toughness = rng.randint(0, 3), rng.randint(1, 3)
        return {"id": name, "controller": player, "power": power, "toughness": toughness, **more}

    twice = ["double strike", "trample"]
    creatures = [
        creature("k", "A", keywords=twice, attacking="B") | {"power": rng.randint(2, 3)},
        creature("x", "B", blocking=["k"]),
        creature("a", "A", attacking="B"),
        creature("y", "B", blocking=["a"]),
        creature("c", "A", attacking="B"),
    ]
    life = {"A": {"life": 30}, "B": {"life": 60}}
    return read_combat(
        {"version": 1, "active_player": "A", "players": life, "creatures": creatures}
    )
