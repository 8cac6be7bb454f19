"""The end of a combat as expressions: the measures of `engine.measures`, and wishes."""

from collections.abc import Callable, Iterable, Sequence

from engine.keywords import Keyword
from engine.measures import (
    FLOWS,
    Players,
    about,
    battles_of,
    creatures_of,
    measure,
    walkers_of,
)
from engine.steps import Outcome
from optimizer.encoding.events import Event
from optimizer.encoding.standing import Standing
from optimizer.encoding.variables import Sum, Value


class Leaf:
    """Everything that has happened, one event after the other.

    Parameters
    ----------
    before
        What was played before the model begins; its damage counts as well.
    standings
        How everything stood before each event, and after the last.
    events
        The damage of each step.
    """

    def __init__(
        self, before: Outcome, standings: Sequence[Standing], events: Sequence[Event]
    ) -> None:
        self.before = before
        self.standings = standings
        self.events = events
        self.final = standings[-1]
        self.variables = self.final.variables
        self.combat = before.combat
        self._known: dict[str, Sum] = {}
        self._methods: dict[str, Callable[[Players], Sum]] = {
            "player_damage": self.damage,
            "lethal": self._lethal,
            "outcome": self._outcome,
            "kills": lambda p: self._dead(creatures_of(self.combat, p), lambda _: 1),
            "kill_value": lambda p: self._dead(creatures_of(self.combat, p), self._value),
            "own_losses": lambda _: self._dead(self._own(), lambda _: 1),
            "own_loss_value": lambda _: self._dead(self._own(), self._value),
            "planeswalker_damage": lambda p: self.damage(walkers_of(self.combat, p)),
            "planeswalkers_killed": lambda p: self._emptied(walkers_of(self.combat, p)),
            "battle_damage": lambda p: self.damage(battles_of(self.combat, p)),
            "battles_defeated": lambda p: self._emptied(battles_of(self.combat, p)),
            "poison": self._poison,
            "commander_damage": self._commander_damage,
            "life_gained": self._life_gained,
            "overkill": self._overkill,
        }

    def measure(self, name: str) -> Sum:
        """Return one measure, what was played before included."""
        if name not in self._known:
            base, players = about(self.combat, name)
            earlier = measure(self.before, name) if base in FLOWS else 0
            self._known[name] = self.variables.sum(self._methods[base](players), earlier)
        return self._known[name]

    def damage(self, targets: Iterable[str]) -> Sum:
        """Return the damage dealt to these in the model's steps."""
        names = list(targets)
        return self.variables.sum(*(event.total(name) for event in self.events for name in names))

    def _lethal(self, players: Players) -> Sum:
        lost = [self.final.players.lost[player] for player in players]
        return self.variables.sum(self.variables.all_of(lost, f"all of {players} lost"))

    def _outcome(self, players: Players) -> Sum:
        lost = self._lethal(sorted(self.combat.active_side))
        return self.variables.sum(self._lethal(players), (lost, -1))

    def _own(self) -> list[str]:
        return creatures_of(self.combat, self.combat.active_side)

    def _dead(self, names: Iterable[str], value: Callable[[str], int]) -> Sum:
        return self.variables.sum(*((self.final.creatures[n].dead, value(n)) for n in names))

    def _value(self, name: str) -> int:
        return self.combat.creatures[name].value

    def _emptied(self, names: Iterable[str]) -> Sum:
        return self.variables.sum(*(self.final.emptied(name) for name in names))

    def _poison(self, players: Players) -> Sum:
        """New counters; a team's are counted once (810.10)."""
        total = Sum()
        for team in sorted({self.combat.team(name) for name in players}):
            self.variables.add(total, self.final.players.poison[team[0]])
            self.variables.add(total, -self.combat.players[team[0]].poison)
        return total

    def _commander_damage(self, players: Players) -> Sum:
        creatures, side = self.combat.creatures, self.combat.active_side
        return self.variables.sum(
            *(
                hit.amount
                for event in self.events
                for hit in event.rows
                if hit.target in players
                and creatures[hit.source].commander
                and creatures[hit.source].controller in side
            )
        )

    def _life_gained(self, players: Players) -> Sum:
        total = Sum()
        for standing, event in zip(self.standings, self.events, strict=False):
            for hit in event.rows:
                source = standing.state.creatures[hit.source]
                if source.has(Keyword.LIFELINK) and source.controller in self.combat.active_side:
                    self.variables.add(total, hit.amount)
        return total

    # --- damage beyond lethal (120.10) ---------------------------------------------------------

    def _overkill(self, players: Players) -> Sum:
        total, variables = Sum(), self.variables
        for number, event in enumerate(self.events):
            standing = self.standings[number]
            for name in [*walkers_of(self.combat, players), *battles_of(self.combat, players)]:
                if event.towards(name):
                    left = variables.excess(standing.left[name], f"{name} left {number}")
                    beyond = variables.sum(event.total(name), (left, -1))
                    variables.add(total, variables.excess(beyond, f"{name} overkill {number}"))
            for name in creatures_of(self.combat, players):
                if event.towards(name):
                    variables.add(total, self._creature_overkill(name, standing, event, number))
        return total

    def _creature_overkill(self, name: str, standing: Standing, event: Event, number: int) -> Sum:
        """Lethal damage is what is missing, but 1 at most where a deathtouch source took part."""
        variables, now = self.variables, standing.creatures[name]
        creatures = standing.state.creatures
        label = f"{name} overkill {number}"
        missing = variables.sum(creatures[name].toughness, (now.marked, -1), (now.counters, -1))
        needed = variables.excess(missing, f"{label} needed")
        touched = variables.any_of(
            [h.lands for h in event.towards(name) if creatures[h.source].has(Keyword.DEATHTOUCH)],
            f"{label} touched",
        )
        spared = variables.excess(variables.sum(needed, -1), f"{label} spared")
        spared = variables.product(touched, spared, f"{label} touch spares")
        return variables.excess(variables.sum(event.total(name), (needed, -1), spared), label)

    # --- wishes --------------------------------------------------------------------------------

    def dead(self, name: str) -> Value:
        """Return the condition that a creature has died."""
        return self.final.creatures[name].dead
