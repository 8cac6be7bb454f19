"""One random valid document, drawn piece by piece."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import extras
from .bias import Bias as Bias
from .extras import Entry

if TYPE_CHECKING:
    import random


class Maker:
    """One document in the making."""

    def __init__(self, rng: random.Random, bias: Bias, steps: int | None) -> None:
        self.rng = rng
        self.bias = bias
        self.steps = steps
        self.defenders = ["B", "C"] if self.chance(bias.third_player) else ["B"]
        self.own = ["A"]
        self.teams: dict[str, str] = {}
        if self.rare(bias.teams):
            self.defenders = ["B", "C"]
            self.own = rng.choice((["A"], ["A", "D"], ["A", "D"]))
            self.teams = dict.fromkeys(self.defenders, "two")
            self.teams |= dict.fromkeys(self.own, "one") if len(self.own) > 1 else {}
        self.planeswalkers: list[Entry] = []
        self.battles: list[Entry] = []
        self.faced: dict[str, list[str]] = {player: [] for player in self.defenders}
        """Defending player to the attackers that their creatures may block."""

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def rare(self, probability: float) -> bool:
        """Like `chance`, but 0 leaves the random numbers alone, so that seeds keep their boards."""
        return probability > 0 and self.chance(probability)

    def size(self, limit: int) -> int:
        """How many creatures of a kind: rather several than one."""
        return min(limit, self.rng.choice((1, 2, 2, 3, 3, 4)))

    def document(self) -> dict[str, Any]:
        self.make_planeswalkers()
        self.make_battles()
        attackers = [
            self.attacker(f"a{n}") for n in range(1, self.size(self.bias.max_attackers) + 1)
        ]
        if self.rare(self.bias.banding):
            extras.form_band(self, attackers)
        blockers = self.blockers()
        creatures = [*attackers, *blockers, *self.bystanders()]
        self.set_strikes(attackers + blockers)
        document: dict[str, Any] = {
            "version": 1,
            "active_player": "A",
            "players": self.players(attackers),
            "creatures": creatures,
        }
        if self.planeswalkers:
            document["planeswalkers"] = self.planeswalkers
        if self.battles:
            document["battles"] = self.battles
        extras.add_to_document(self, document)
        return document

    def players(self, attackers: list[Entry]) -> dict[str, Entry]:
        """810.9: the members of a team have the same life and poison."""
        players: dict[str, Entry] = {}
        for name in (*self.own, *self.defenders):
            players[name] = self.player(name, attackers)
            mates = [mate for mate in self.teams if self.teams[mate] == self.teams.get(name)]
            if mates:
                first = players[mates[0]]
                players[name] |= {key: first[key] for key in ("life", "poison") if key in first}
                if "poison" not in first:
                    players[name].pop("poison", None)
                players[name]["team"] = self.teams[name]
        return players

    def player(self, name: str, attackers: list[Entry]) -> Entry:
        low = name not in self.own and self.chance(self.bias.near_lethal)
        player: Entry = {"life": self.rng.randint(1, 9) if low else 20}
        if self.bias.shrinking + self.bias.toxic > 0 and self.chance(0.2):
            player["poison"] = self.rng.randint(1, 9)
        commanders = [entry["id"] for entry in attackers if entry.get("commander")]
        if name not in self.own and commanders and self.chance(0.6):
            player["commander_damage"] = {c: self.rng.randint(10, 20) for c in commanders}
        extras.shield_player(self, player)
        return player

    def make_planeswalkers(self) -> None:
        if self.chance(self.bias.planeswalkers):
            for n in range(1, self.rng.choice((1, 1, 2)) + 1):
                controller = self.rng.choice(self.defenders)
                loyalty = self.rng.randint(1, 5)
                walker = {"id": f"w{n}", "controller": controller, "loyalty": loyalty}
                extras.modify(self, walker)
                self.planeswalkers.append(walker)

    def make_battles(self) -> None:
        """310.9a, 310.12a: a Siege is protected by an opponent of its controller."""
        if not self.chance(self.bias.battles):
            return
        protector = self.rng.choice(self.defenders)
        controllers = ["A", *self.defenders]
        if self.teams:
            controllers = self.own
        controllers = [player for player in controllers if player != protector]
        battle = {
            "id": "s1",
            "controller": self.rng.choice(controllers),
            "protector": protector,
            "defense": self.rng.randint(1, 5),
        }
        if self.chance(0.2):  # without the type Siege its controller protects it
            battle.update(controller=protector, siege=False)
        self.battles.append(battle)

    def attacker(self, name: str) -> Entry:
        entry = self.creature(name, self.rng.choice(self.own) if self.teams else "A")
        if self.chance(self.bias.trample):
            over = self.chance(self.bias.trample_over)
            entry["keywords"].append("trample over planeswalkers" if over else "trample")
        if self.chance(self.bias.target_gone):
            entry["attacking"] = None
            player = self.rng.choice(self.defenders)
            if self.chance(0.7):
                entry["was_attacking_controller"] = player
            elif len(self.defenders) > 1:
                player = ""  # nobody is its defending player, nobody blocks it
        else:
            entry["attacking"], player = self.target()
        self.faced.setdefault(player, []).append(name)
        if self.chance(self.bias.blocked_without_blockers):
            entry["blocked"] = True
        if self.chance(self.bias.special_assignment):
            entry[self.rng.choice(("as_though_unblocked", "divides_among_defenders"))] = True
        if self.chance(self.bias.commanders):
            entry["commander"] = True
        return entry

    def target(self) -> tuple[str, str]:
        """Something to attack, and the defending player of that attack (508.5)."""
        targets = [(player, player) for player in self.defenders]
        permanents = [(entry["id"], entry["controller"]) for entry in self.planeswalkers]
        permanents += [(entry["id"], entry["protector"]) for entry in self.battles]
        return self.rng.choice(targets + permanents * 2)

    def blockers(self) -> list[Entry]:
        found = []
        count = 0 if self.chance(0.05) else self.size(self.bias.max_blockers)
        for n in range(1, count + 1):
            player = self.rng.choice(self.defenders)
            faced = self.faced_by(player)
            if not faced:
                continue
            entry = self.creature(f"b{n}", player)
            entry["blocking"] = self.blocked_by_one(faced)
            if len(entry["blocking"]) > 1:
                entry["max_blocks"] = len(entry["blocking"])
            if self.chance(self.bias.trample / 4):
                entry["keywords"].append("trample")  # 702.19a: does nothing
            if self.rare(self.bias.banding / 2):
                entry["keywords"].append("banding")
            found.append(entry)
        return found

    def faced_by(self, player: str) -> list[str]:
        """805.10d: any member of a team may block what attacks the team."""
        if not self.teams:
            return self.faced[player]
        return [name for mate in self.defenders for name in self.faced[mate]]

    def blocked_by_one(self, attackers: list[str]) -> list[str]:
        """One attacker or several; gangs gather at the first."""
        count = self.rng.randint(2, 3) if self.chance(self.bias.shared_blockers) else 1
        chosen = self.rng.sample(attackers, min(count, len(attackers)))
        if self.chance(self.bias.gangs) and attackers[0] not in chosen:
            chosen[0] = attackers[0]
        return chosen

    def bystanders(self) -> list[Entry]:
        if not self.chance(self.bias.bystanders):
            return []
        return [
            self.creature(f"c{n}", self.rng.choice((*self.own, *self.defenders)))
            for n in range(1, self.rng.randint(1, 2) + 1)
        ]

    def creature(self, name: str, controller: str) -> Entry:
        rng, bias = self.rng, self.bias
        entry: Entry = {
            "id": name,
            "controller": controller,
            "power": rng.randint(-1, 0)
            if self.chance(bias.odd_power)
            else rng.randint(1, bias.max_power),
            "toughness": rng.randint(1, 5),
            "keywords": self.keywords(),
        }
        if self.chance(bias.marked_damage):
            limit = 6 if "indestructible" in entry["keywords"] else entry["toughness"] - 1
            entry["damage"] = rng.randint(0, limit)
        if self.chance(bias.special_assignment / 2):
            entry["assigns"] = rng.choice(("toughness", "toughness", "nothing"))
        if entry["power"] + entry["toughness"] < 0 or self.chance(bias.values):
            entry["value"] = rng.randint(0, 9)
        extras.modify(self, entry)
        return entry

    def keywords(self) -> list[str]:
        bias = self.bias
        likely = {
            "deathtouch": bias.deathtouch,
            "lifelink": bias.lifelink,
            "infect": bias.shrinking / 2,
            "wither": bias.shrinking / 2,
            f"toxic {self.rng.randint(1, 3)}": bias.toxic,
            "toxic 1": bias.toxic / 4,
            "indestructible": bias.indestructible,
            "flying": 0.05,
        }
        return [keyword for keyword, probability in likely.items() if self.chance(probability)]

    def set_strikes(self, fighters: list[Entry]) -> None:
        """First strike and double strike, such that there are as many steps as asked for."""
        if self.steps == 1:
            return
        for entry in fighters:
            if self.chance(self.bias.strikes):
                entry["keywords"].append(self.rng.choice(("first strike", "double strike")))
        for entry in fighters:
            if "blocking" in entry and self.rare(self.bias.blocker_strikes):
                kinds = {"first strike", "double strike"} - set(entry["keywords"])
                entry["keywords"].append(self.rng.choice(sorted(kinds)))
        strikes = [key for entry in fighters for key in entry["keywords"] if "strike" in key]
        if self.steps == 2 and not strikes:
            self.rng.choice(fighters)["keywords"].append("double strike")
