"""How everything stands between two damage steps, as expressions over a model.

`Standing.of` is a known state. `Standing.after` is what an event with unknown amounts makes of it:
results (120.3) and state-based actions (704.5), each a condition that holds exactly if the engine
would apply it. Parts that are known stay numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.divisions import Division, Option, Recipient, assigned_amount
from engine.keywords import Keyword
from engine.objects import Creature
from engine.state import State
from engine.state_actions import defeat
from optimizer.encoding.events import Event, Landed
from optimizer.encoding.variables import Sum, Value, Variables


@dataclass
class CreatureNow:
    """How one creature stands.

    Attributes
    ----------
    absent, off, dead
        It has left combat; it has left the battlefield; it has died.
    marked, counters
        Damage marked on it, and -1/-1 counters of this combat.
    regeneration
        Regeneration shields left.
    """

    absent: Value
    off: Value
    dead: Value
    marked: Sum
    counters: Sum
    regeneration: Sum


@dataclass
class Standing:
    """How everything stands; `state` has what is known, such as characteristics."""

    variables: Variables
    state: State
    label: str
    creatures: dict[str, CreatureNow]
    life: dict[str, Sum]
    poison: dict[str, Sum]
    commander_damage: dict[tuple[str, str], Sum]
    lost: dict[str, Value]
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
            life=sums(state.life),
            poison=sums(state.poison),
            commander_damage={key: Sum(n) for key, n in state.commander_damage.items()},
            lost={name: int(name in state.lost) for name in state.combat.players},
            left=sums({**state.loyalty, **state.defense}),
            shields=sums({n: s for n, s in state.shields.items() if isinstance(s, int)}),
            shield_counters=sums(state.shield_counters),
        )

    # --- what is there -------------------------------------------------------------------------

    def absent(self, name: str) -> Value:
        """Return the condition that something has left combat, or the game."""
        if name in self.creatures:
            return self.creatures[name].absent
        if name in self.lost:
            return self.lost[name]
        combat = self.state.combat
        owners = {(combat.planeswalkers.get(name) or combat.battles[name]).controller}
        if name in combat.battles:
            owners.add(combat.battles[name].protector)
        return self._once(
            ("absent", name), [self.emptied(name), *(self.lost[owner] for owner in sorted(owners))]
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
        lost = self._players(event)
        new = replace(
            self,
            state=following,
            label=f"{self.label}'",
            lost=lost.lost,
            life=lost.life,
            poison=lost.poison,
            commander_damage=lost.commander_damage,
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
            now = self._hurt(now, hits)
            if death is None:
                touched = [
                    hit.lands for hit in hits if creatures[hit.source].has(Keyword.DEATHTOUCH)
                ]
                now = self._settle(name, now, creatures[name], touched)
            else:
                now.dead = variables.any_of([now.dead, death], f"{name} dead {self.label}")
                now.absent = variables.any_of([now.absent, now.dead], f"{name} out {self.label}")
                now.off = variables.any_of([now.off, now.dead], f"{name} off {self.label}")
        later = new.state.creatures[name]
        if creatures[name].has(Keyword.INDESTRUCTIBLE) and not later.has(Keyword.INDESTRUCTIBLE):
            now = self._settle(name, now, later, [])
        lost = new.lost[later.controller]
        if not (isinstance(lost, int) and not lost):
            now = replace(
                now,
                absent=variables.any_of([now.absent, lost], f"{name} absent {self.label}"),
                off=variables.any_of([now.off, lost], f"{name} off {self.label}"),
            )
        return self._changed(name, now, new.state)

    def _hurt(self, now: CreatureNow, hits: Sequence[Landed]) -> CreatureNow:
        """Return a creature with the damage marked or the counters put (120.3d-e)."""
        creatures, variables = self.state.creatures, self.variables
        marked = [hit.amount for hit in hits if not creatures[hit.source].deals_counters]
        counters = [hit.amount for hit in hits if creatures[hit.source].deals_counters]
        return replace(
            now,
            marked=variables.sum(now.marked, *marked),
            counters=variables.sum(now.counters, *counters),
        )

    def _settle(
        self, name: str, now: CreatureNow, creature: Creature, touched: Sequence[Value]
    ) -> CreatureNow:
        """Return a creature after 704.5f-h and regeneration (701.19)."""
        variables = self.variables
        label = f"{name} {self.label} {creature.has(Keyword.INDESTRUCTIBLE)}"
        destroyed: Value = 0
        if not creature.has(Keyword.INDESTRUCTIBLE):
            taken = variables.sum(now.marked, now.counters)
            lethal = variables.reaches(taken, creature.toughness, f"{label} lethal")
            destroyed = variables.any_of([lethal, *touched], f"{label} destroyed")
        saved: Value = 0
        withered = variables.reaches(now.counters, creature.toughness, f"{label} withered")
        if now.regeneration.high > 0:
            has_shield = variables.reaches(now.regeneration, 1, f"{label} shield")
            here = variables.opposite(now.off)
            alive = variables.opposite(withered)
            saved = variables.all_of([destroyed, has_shield, alive, here], f"{label} regenerates")
            lethally = variables.all_of(
                [destroyed, variables.opposite(has_shield)], f"{label} unsaved"
            )
        else:
            lethally = destroyed
        dead = variables.any_of([now.dead, withered, lethally], f"{label} dead")
        return CreatureNow(
            absent=variables.any_of([now.absent, dead, saved], f"{label} absent"),
            off=variables.any_of([now.off, dead], f"{label} off"),
            dead=dead,
            marked=variables.product(variables.opposite(saved), now.marked, f"{label} marked"),
            counters=now.counters,
            regeneration=variables.sum(now.regeneration, (saved, -1)),
        )

    def _changed(self, name: str, now: CreatureNow, later: State) -> CreatureNow:
        """Return a creature after what changes between the steps (`after_first_strike`)."""
        change = later.combat.changes.get(name)
        if change is None or later.creatures is self.state.creatures:
            return now
        marked = Sum() if change.regenerated else now.marked
        absent = 1 if change.removed or change.regenerated else now.absent
        return replace(now, marked=marked, absent=absent)

    def _players(self, event: Event) -> "_Players":
        """Return life, poison and commander damage, and who has lost (704.5a, 704.5c, 704.6)."""
        variables, combat = self.variables, self.state.combat
        creatures = self.state.creatures
        now = _Players(dict(self.life), dict(self.poison), dict(self.commander_damage), {})
        touched: set[str] = set()
        for hit in event.rows:
            source = creatures[hit.source]
            if hit.target in self.life:
                touched.update(combat.team(hit.target))
                for member in combat.team(hit.target):
                    infects = source.has(Keyword.INFECT)
                    counted = now.poison if infects else now.life
                    sign = 1 if infects else -1
                    counted[member] = variables.sum(counted[member], (hit.amount, sign))
                    if source.toxic:
                        now.poison[member] = variables.sum(
                            now.poison[member], (hit.lands, source.toxic)
                        )
                if source.commander:
                    key = (hit.target, hit.source)
                    before = now.commander_damage.get(key, Sum())
                    now.commander_damage[key] = variables.sum(before, hit.amount)
            if source.has(Keyword.LIFELINK):
                for member in combat.team(source.controller):
                    now.life[member] = variables.sum(now.life[member], hit.amount)
        for player in combat.players:
            if player in now.lost:
                continue
            team = combat.team(player)
            before = self.lost[player]
            reasons = [before]
            for member in team if touched.intersection(team) else ():
                reasons += self._reasons(member, now)
            lost = variables.any_of(reasons, f"{player} lost {self.label}")
            now.lost.update(dict.fromkeys(team, lost))
        return now

    def _reasons(self, player: str, now: "_Players") -> list[Value]:
        variables, state = self.variables, self.state
        limits = defeat(state, player)
        poison = limits.poison + state.poison[player]
        name = f"{player} lost {self.label} by"
        reasons = [
            variables.reaches(variables.sum((now.life[player], -1)), 0, f"{name} damage"),
            variables.reaches(now.poison[player], poison, f"{name} poison"),
        ]
        for commander, missing in limits.commander_damage.items():
            limit = missing + state.commander_damage.get((player, commander), 0)
            total = now.commander_damage.get((player, commander), Sum())
            reasons.append(variables.reaches(total, limit, f"{name} {commander}"))
        return reasons


@dataclass
class _Players:
    life: dict[str, Sum]
    poison: dict[str, Sum]
    commander_damage: dict[tuple[str, str], Sum]
    lost: dict[str, Value]
