"""How everything stands between two damage steps, as expressions over a model.

`Standing.of` is a known state. `Standing.after` is what an event with unknown amounts makes of it:
results (120.3) and state-based actions (704.5), each a condition that holds exactly if the engine
would apply it. Parts that are known stay numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.divisions import Division, Option, Recipient, assigned_amount
from engine.keywords import Keyword
from engine.state import State
from optimizer.encoding.creatures import CreatureNow, hurt, settle
from optimizer.encoding.events import Event, Landed
from optimizer.encoding.players import Players, after_damage
from optimizer.encoding.variables import Sum, Value, Variables


@dataclass
class Standing:
    """How everything stands; `state` has what is known, such as characteristics."""

    variables: Variables
    state: State
    label: str
    creatures: dict[str, CreatureNow]
    players: Players
    left: dict[str, Sum]
    """Loyalty and defense counters left."""
    shields: dict[str, Sum]
    shield_counters: dict[str, Sum]
    _made: dict[object, Value] = field(default_factory=dict)

    @classmethod
    def of(cls, variables: Variables, state: State, label: str) -> "Standing":
        """Return a known state."""

        def sums(numbers: Mapping[str, int]) -> dict[str, Sum]:
            return {name: Sum(number) for name, number in numbers.items()}

        return cls(
            variables,
            state,
            label,
            creatures={
                name: CreatureNow(
                    int(name in state.gone),
                    int(name in state.left),
                    int(name in state.died),
                    Sum(state.marked[name]),
                    Sum(state.counters.get(name, 0)),
                    Sum(state.regeneration.get(name, 0)),
                )
                for name in state.creatures
            },
            players=Players(
                sums(state.life),
                sums(state.poison),
                {key: Sum(n) for key, n in state.commander_damage.items()},
                {name: int(name in state.lost) for name in state.combat.players},
            ),
            left=sums({**state.loyalty, **state.defense}),
            shields=sums({n: s for n, s in state.shields.items() if isinstance(s, int)}),
            shield_counters=sums(state.shield_counters),
        )

    # --- what is there -------------------------------------------------------------------------

    def absent(self, name: str) -> Value:
        """Return the condition that something has left combat, or the game."""
        if name in self.creatures:
            return self.creatures[name].absent
        if name in self.players.lost:
            return self.players.lost[name]
        combat = self.state.combat
        owners = {(combat.planeswalkers.get(name) or combat.battles[name]).controller}
        if name in combat.battles:
            owners.add(combat.battles[name].protector)
        return self._once(
            ("absent", name),
            [self.emptied(name), *(self.players.lost[owner] for owner in sorted(owners))],
        )

    def emptied(self, name: str) -> Value:
        """Return the condition that a planeswalker or battle has no counters left."""
        key = ("emptied", name)
        if key not in self._made:
            spent = self.variables.sum((self.left[name], -1))
            self._made[key] = self.variables.reaches(spent, 0, f"{name} emptied {self.label}")
        return self._made[key]

    def closed(self, recipient: Recipient, option: Option) -> Value:
        """Return the condition that nothing may be assigned to a recipient, gates aside."""
        name = recipient.id
        if name in self.creatures and not option.in_combat:
            return self.creatures[name].off
        absent = self.absent(name)
        if not recipient.sealed:
            return absent
        open_ = self.nobody_of(recipient.behind)
        return self._once(
            ("closed", name, recipient.behind), [absent, self.variables.opposite(open_)]
        )

    def nobody_of(self, names: Sequence[str]) -> Value:
        """Return the condition that all of these have left combat."""
        key = ("nobody", tuple(names))
        if key not in self._made:
            gone = [self.absent(name) for name in names]
            self._made[key] = self.variables.all_of(gone, f"{key} {self.label}")
        return self._made[key]

    def some_open(self, closed: Sequence[Value], name: str) -> Value:
        """Return the condition that not all of these are closed."""
        if not closed:
            return 0
        if any(isinstance(condition, int) and not condition for condition in closed):
            return 1
        return self.variables.opposite(self.variables.all_of(closed, f"no {name}"))

    def holds(self, division: Division) -> Value:
        """Return the condition that a conditional division takes place."""
        parts = [self.variables.opposite(self.absent(division.source))]
        if division.while_there:
            parts.append(self.variables.opposite(self.nobody_of(division.while_there)))
        if division.unless_there:
            parts.append(self.nobody_of(division.unless_there))
        key = ("holds", division.source, division.divider, division.while_there)
        if key not in self._made:
            self._made[key] = self.variables.all_of(
                parts, f"{division.source} {self.label} divides"
            )
        return self._made[key]

    def amount(self, division: Division) -> Sum:
        """Return how much a division's source assigns if it is there (510.1a)."""
        counters = self.creatures[division.source].counters
        creature = self.state.creatures[division.source]
        if counters.is_constant or creature.assigns == "nothing":
            return Sum(assigned_amount(creature, counters.constant))
        name = f"{division.source} weakened {self.label}"
        return self.variables.excess(
            self.variables.sum(assigned_amount(creature), (counters, -1)), name
        )

    def _once(self, key: object, parts: Sequence[Value]) -> Value:
        if key not in self._made:
            self._made[key] = self.variables.any_of(parts, f"{key} {self.label}")
        return self._made[key]

    # --- what an event makes of it -------------------------------------------------------------

    def after(self, event: Event, deaths: Mapping[str, Value], following: State) -> "Standing":
        """Return how everything stands after an event and state-based actions.

        Parameters
        ----------
        event
            The damage of a step.
        deaths
            Conditions of death that are written already, for creatures that only die by damage.
        following
            The known part of the state from then on: characteristics may have changed.
        """
        new = replace(
            self,
            state=following,
            label=f"{self.label}'",
            players=after_damage(self.variables, self.state, self.players, event, self.label),
            left=self.left
            | {
                name: self.variables.sum(left, (event.total(name), -1))
                for name, left in self.left.items()
                if event.towards(name)
            },
            shields=self.shields
            | {
                name: self.variables.sum(self.shields[name], (used, -1))
                for name, used in event.used.items()
            },
            shield_counters=self.shield_counters
            | {
                name: self.variables.sum(self.shield_counters[name], (popped, -1))
                for name, popped in event.popped.items()
            },
            _made={},
        )
        new.creatures = {
            name: self._creature(name, now, event.towards(name), deaths.get(name), new)
            for name, now in self.creatures.items()
        }
        return new

    def _creature(
        self,
        name: str,
        now: CreatureNow,
        hits: Sequence[Landed],
        death: Value | None,
        new: "Standing",
    ) -> CreatureNow:
        variables, creatures = self.variables, self.state.creatures
        if hits:
            now = hurt(variables, creatures, now, hits)
            if death is None:
                touched = [
                    hit.lands for hit in hits if creatures[hit.source].has(Keyword.DEATHTOUCH)
                ]
                now = settle(variables, now, creatures[name], touched, self.label)
            else:
                now.dead = variables.any_of([now.dead, death], f"{name} dead {self.label}")
                now.absent = variables.any_of([now.absent, now.dead], f"{name} out {self.label}")
                now.off = variables.any_of([now.off, now.dead], f"{name} off {self.label}")
        later = new.state.creatures[name]
        if creatures[name].has(Keyword.INDESTRUCTIBLE) and not later.has(Keyword.INDESTRUCTIBLE):
            now = settle(variables, now, later, [], self.label)
        lost = new.players.lost[later.controller]
        if not (isinstance(lost, int) and not lost):
            now = replace(
                now,
                absent=variables.any_of([now.absent, lost], f"{name} absent {self.label}"),
                off=variables.any_of([now.off, lost], f"{name} off {self.label}"),
            )
        return self._changed(name, now, new.state)

    def _changed(self, name: str, now: CreatureNow, later: State) -> CreatureNow:
        """Return a creature after what changes between the steps (`after_first_strike`)."""
        change = later.combat.changes.get(name)
        if change is None or later.creatures is self.state.creatures:
            return now
        marked = Sum() if change.regenerated else now.marked
        absent = 1 if change.removed or change.regenerated else now.absent
        return replace(now, marked=marked, absent=absent)
