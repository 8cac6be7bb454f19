"""Boards with a bit of everything that bears on declarations, of any size, always the same."""

from random import Random
from typing import Any

from benchmarks.drawing import Document, board, draw

_EVASION = {
    "flying": 0.15,
    "menace": 0.12,
    "skulk": 0.05,
    "fear": 0.04,
    "intimidate": 0.04,
    "shadow": 0.03,
    "horsemanship": 0.03,
    "unblockable": 0.03,
    "protection from red": 0.05,
}
_ANSWERS = {"reach": 0.15, "flying": 0.15, "shadow": 0.03, "horsemanship": 0.03, "decayed": 0.03}
_STRIKES = {"first strike": 0.1, "double strike": 0.06}
_OTHERS = {
    "trample": 0.15,
    "deathtouch": 0.07,
    "lifelink": 0.07,
    "vigilance": 0.1,
    "haste": 0.1,
    "infect": 0.03,
    "wither": 0.03,
    "toxic 1": 0.04,
    "indestructible": 0.04,
    "defender": 0.05,
}
_FEATURES = (
    *("evasion", "numbers", "requirements", "restrictions", "extra blocks", "strikes", "others"),
    *("several players", "teams", "targets", "band", "modifiers", "tokens", "tapped"),
)


class _Drawing:
    def __init__(self, random: Random, most: int) -> None:
        self.random = random
        self.number = random.randint(1, most)
        self.others = random.randint(0, most)
        self.features = {name for name in _FEATURES if random.random() < 0.3}
        if random.random() < 0.15:
            self.features = set()
        self.defenders = ["B", "C", "D"] if {"several players", "teams"} & self.features else ["B"]
        self.attackers = [f"a{k}" for k in range(self.number)]
        self.blockers = [f"b{k}" for k in range(self.others)]

    def chance(self, chance: float, feature: str) -> bool:
        return feature in self.features and self.random.random() < chance

    def some(self, names: list[str]) -> Any:
        """Return true, or some of the names."""
        if not names or self.random.random() < 0.5:
            return True
        return self.random.sample(names, min(len(names), self.random.randint(1, 4)))

    def document(self) -> Document:
        walkers: list[Document] = []
        battles: list[Document] = []
        if "targets" in self.features:
            for k in range(self.random.randint(1, 3)):
                owner = self.random.choice(self.defenders)
                loyalty = self.random.randint(1, 6)
                walkers.append({"id": f"w{k}", "controller": owner, "loyalty": loyalty})
            protector = self.random.choice(self.defenders)
            siege = {"id": "siege", "controller": "A", "protector": protector, "defense": 4}
            battles.append(siege)
        targets = [*self.defenders * 3, *(thing["id"] for thing in (*walkers, *battles))]
        creatures = [
            *(self.attacker(name, targets) for name in self.attackers),
            *(self.blocker(name) for name in self.blockers),
        ]
        self.form_band(creatures)
        lives = {name: self.random.choice((2, 8, 20, 40)) for name in ("A", *self.defenders)}
        document = board(creatures, lives, planeswalkers=walkers, battles=battles)
        if "teams" in self.features:
            for name in self.defenders[:2]:
                document["players"][name] |= {"team": "two", "life": lives["B"]}
        if self.chance(0.5, "modifiers"):
            who = {"controller": self.random.choice(["A", *self.defenders])}
            document["effects"] = [
                {"kind": "multiply", "factor": 2, "sources": who}
                if self.random.random() < 0.5
                else {"kind": "prevent", "amount": 1, "targets": {"kind": "creature"}}
            ]
        return document

    def creature(self, name: str, controller: str, more: dict[str, float]) -> Document:
        more = dict(more) if "evasion" in self.features else {}
        more |= _STRIKES if "strikes" in self.features else {}
        more |= _OTHERS if "others" in self.features else {}
        without = () if "strikes" in self.features else tuple(_STRIKES)
        found = draw(self.random, name, controller, more, without)
        found["colors"] = self.random.sample("WUBRG", self.random.choice((0, 1, 1, 1, 2)))
        if self.chance(0.1, "tapped"):
            found["tapped"] = True
        if self.chance(0.1, "tapped"):
            found["summoning_sick"] = True
        if self.chance(0.1, "tokens"):
            found["count"] = self.random.randint(2, 4)
        if self.chance(0.08, "modifiers"):
            kinds = ("prevent", "regeneration_shields", "shield_counters")
            found[self.random.choice(kinds)] = self.random.randint(1, 2)
        return found

    def attacker(self, name: str, targets: list[str]) -> Document:
        found = self.creature(name, "A", _EVASION)
        found["attacking"] = self.random.choice(targets)
        if self.chance(0.12, "numbers"):
            found["min_blockers"] = self.random.randint(2, 3)
        if self.chance(0.12, "numbers"):
            found["max_blockers"] = self.random.randint(1, 3)
        if self.chance(0.1, "requirements"):
            found["must_be_blocked"] = self.some(self.blockers)
        if self.chance(0.1, "requirements"):
            found["must_attack"] = self.some(sorted({*targets}))
        if self.chance(0.08, "restrictions"):
            found["cant_be_blocked_by"] = self.some(self.blockers)
        if self.chance(0.08, "restrictions"):
            found["cant_attack"] = self.some(sorted({*targets}))
        return found

    def blocker(self, name: str) -> Document:
        found = self.creature(name, self.random.choice(self.defenders), _ANSWERS)
        if self.chance(0.1, "extra blocks"):
            found["max_blocks"] = self.random.choice((0, 2, 2, 3, 99))
        if self.chance(0.1, "requirements"):
            found["must_block"] = self.some(self.attackers)
        if self.chance(0.08, "restrictions"):
            found["cant_block"] = self.some(self.attackers)
        return found

    def form_band(self, creatures: list[Document]) -> None:
        """Have two or three attackers of the same thing attack as a band (702.22c)."""
        if "band" not in self.features:
            return
        target = creatures[0]["attacking"]
        alike = [c for c in creatures if c.get("attacking") == target and "count" not in c]
        for creature in alike[: self.random.randint(2, 3)]:
            creature["band"] = "one"
            creature.setdefault("keywords", []).append("banding")


def wild(random: Random, most: int) -> Document:
    """Draw a board with up to so many kinds of creatures a side, attacks given."""
    return _Drawing(random, most).document()
