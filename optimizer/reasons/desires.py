"""What would help a wish: more or less damage, deaths, other numbers to begin with.

A desire is a sign: 1 if more of something may help, -1 if less may. What no wish looks at has none,
and no fact about it is worth a word.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from engine.combat import Combat
from engine.keywords import Keyword
from engine.measures import Players, about, battles_of, creatures_of, walkers_of
from engine.state_actions import COMMANDER_DAMAGE_TO_LOSE, poison_to_lose
from optimizer.position import Position
from optimizer.reasons.variant import PLENTY
from optimizer.wishes import Comparison, Event, Wish

MOST_AWAY = 30
"""Where exactly one number is wished for, no number to begin with is tried further away."""

Signs = defaultdict[str, set[int]]


class Desires:
    """What would help some wishes.

    Attributes
    ----------
    damage, by
        Damage dealt to an object or player, and by a creature.
    death, lethal
        That a creature dies; that less damage than needed is lethal to it.
    starts
        What other numbers to begin with may help: by kind (``life``, ``poison``, ``loyalty``,
        ``defense``) and object, each with the reason: to ``lose``, or to ``have``.
    commanders
        The same for the combat damage that players were dealt by commanders before.
    """

    def __init__(self, combat: Combat, wishes: Iterable[Wish]) -> None:
        self.combat = combat
        self.damage: Signs = defaultdict(set)
        self.by: Signs = defaultdict(set)
        self.death: Signs = defaultdict(set)
        self.starts: dict[tuple[str, str], dict[int, str]] = defaultdict(dict)
        self.commanders: dict[tuple[str, str], set[int]] = defaultdict(set)
        for wish in wishes:
            if isinstance(wish, Event):
                self._event(wish)
            else:
                self._comparison(wish)
        self._add_two_steps()
        for name, signs in self.death.items():
            self.damage[name] |= signs

    def of_damage(self, source: str, target: str) -> set[int]:
        """Return whether more or less damage by a source to a target may help."""
        return self.damage[target] | self.by[source]

    def reach_own_side(self) -> bool:
        """Whether it matters what the other side's creatures do."""
        combat = self.combat
        own = {*combat.active_side, *creatures_of(combat, combat.active_side)}
        own.update(walkers_of(combat, combat.active_side))
        own.update(b.id for b in combat.battles.values() if b.protector in combat.active_side)
        theirs = creatures_of(combat, combat.defending_players)
        return any(self.damage[n] or self.death[n] for n in own) or any(self.by[n] for n in theirs)

    # --- wishes --------------------------------------------------------------------------------

    def _event(self, wish: Event) -> None:
        if wish.name == "no_damage":
            self.damage[wish.of].add(-1)
        else:
            self.death[wish.of].add(1 if wish.name == "destroys" else -1)

    def _comparison(self, wish: Comparison) -> None:
        for sign, bound in ((1, wish.low), (-1, wish.high)):
            if bound is None or (wish.stand and sign > 0 and bound <= 0 and wish.stand != "life"):
                continue
            if wish.stand:
                self._stand(wish, sign, bound)
            for name, weight in wish.weights.items():
                if weight:
                    self._measure(name, sign if weight > 0 else -sign)

    def _stand(self, wish: Comparison, sign: int, bound: int) -> None:
        kind, name = wish.stand, wish.of
        if wish.low is not None and wish.low == wish.high:
            for value in self._around(kind, bound):
                self._start(kind, name, value, "have")
        else:
            self._start(kind, name, self._value(kind, sign, bound), "have")
        for member in self.combat.team(name) if kind in ("life", "poison") else (name,):
            self.damage[member].add(sign if kind == "poison" else -sign)
            if kind == "life":
                self._lifelink((member,), sign)

    def _value(self, kind: str, sign: int, bound: int) -> int:
        if kind == "poison":
            return bound if sign > 0 else 0
        return bound + PLENTY if sign > 0 else max(1, bound)

    def _around(self, kind: str, bound: int) -> Iterable[int]:
        """Yield numbers that may lead to this one, the closest first."""
        damage = sum(max(0, c.power, c.toughness) for c in self.combat.creatures.values())
        for away in range(min(damage, MOST_AWAY) + 1):
            for value in dict.fromkeys((bound + away, bound - away)):
                if value > 0 or (kind == "poison" and value == 0):
                    yield value

    def _measure(self, name: str, sign: int) -> None:
        base, players = about(self.combat, name)
        combat = self.combat
        if base in ("player_damage", "poison", "commander_damage"):
            self._damage(players, sign)
        elif base in ("lethal", "outcome"):
            self._lose(players, sign)
            if base == "outcome":
                self._lose(sorted(combat.active_side), -sign)
        elif base in ("kills", "kill_value"):
            self._die(players, sign)
        elif base in ("own_losses", "own_loss_value"):
            self._die(sorted(combat.active_side), sign)
        elif base in ("planeswalker_damage", "planeswalkers_killed"):
            self._empty("loyalty", walkers_of(combat, players), base.endswith("killed"), sign)
        elif base in ("battle_damage", "battles_defeated"):
            self._empty("defense", battles_of(combat, players), base.endswith("defeated"), sign)
        elif base == "life_gained":
            self._lifelink(sorted(combat.active_side), sign)
        else:
            self._overkill(players, sign)

    def _damage(self, names: Iterable[str], sign: int) -> None:
        for name in names:
            self.damage[name].add(sign)

    def _lifelink(self, players: Players, sign: int) -> None:
        for creature in self.combat.creatures.values():
            if creature.controller in players and creature.has(Keyword.LIFELINK):
                self.by[creature.id].add(sign)

    def _die(self, players: Players, sign: int) -> None:
        for name in creatures_of(self.combat, players):
            self.death[name].add(sign)

    def _lose(self, players: Players, sign: int) -> None:
        self._damage(players, sign)
        self._lifelink(players, -sign)
        for player in players:
            limit = poison_to_lose(self.combat, player)
            self._start("life", player, 1 if sign > 0 else PLENTY, "lose")
            self._start("poison", player, limit - 1 if sign > 0 else 0, "lose")
            for creature in self.combat.creatures.values():
                if creature.commander and creature.controller not in self.combat.team(player):
                    value = COMMANDER_DAMAGE_TO_LOSE - 1 if sign > 0 else 0
                    self.commanders[player, creature.id].add(value)

    def _empty(self, kind: str, names: Sequence[str], for_good: bool, sign: int) -> None:
        self._damage(names, sign)
        for name in names if for_good else ():
            self._start(kind, name, 1 if sign > 0 else PLENTY, "lose")

    def _overkill(self, players: Players, sign: int) -> None:
        self._damage(creatures_of(self.combat, players), sign)
        self._die(players, sign)
        for kind, names in (
            ("loyalty", walkers_of(self.combat, players)),
            ("defense", battles_of(self.combat, players)),
        ):
            self._empty(kind, names, for_good=True, sign=sign)

    def _start(self, kind: str, name: str, value: int, why: str) -> None:
        if kind == "poison":  # nobody has lost before combat damage
            value = min(value, poison_to_lose(self.combat, name) - 1)
        self.starts[kind, name].setdefault(value, why)

    # --- two steps -----------------------------------------------------------------------------

    def _add_two_steps(self) -> None:
        """Who survives the first of two steps matters for the second: one's own rather should."""
        if len(self.combat.steps) < 2:
            return
        position = Position.beginning(self.combat)
        for active in (True, False):
            for division in position.divisions(active=active):
                for name in {r.id for o in division.options for r in o.recipients}:
                    if name in self.combat.creatures and not self.death[name]:
                        self.death[name].add(-1 if self._is_own(name) else 1)

    def _is_own(self, name: str) -> bool:
        return self.combat.creatures[name].controller in self.combat.active_side
