"""The quantities of a combat that an objective may speak of, read off an outcome.

Each is a whole number; the names are the contract's, and ``outcome``: 1 for a win, -1 for a loss,
else 0. Those that are about the defending players may be asked for one of them: ``kills:B``.
"""

from collections.abc import Callable, Collection

from engine.combat import Combat
from engine.damage import DamageEvent
from engine.results import Verdict, verdict
from engine.steps import Outcome

Players = Collection[str]
"""The defending players that a measure is about."""


def measure(outcome: Outcome, name: str) -> int:
    """Return one measure of an outcome.

    Parameters
    ----------
    outcome
        What an assignment leads to.
    name
        One of `MEASURES`; if it is one of `BY_PLAYER`, perhaps with ``:`` and a player's id behind.
    """
    known: dict[str, int] = outcome.__dict__.setdefault("_measures", {})
    if name not in known:  # what asks and what confirms ask for the same ones
        base, players = about(outcome.combat, name)
        known[name] = MEASURES[base](outcome, players)
    return known[name]


def about(combat: Combat, name: str) -> tuple[str, Players]:
    """Split a measure's name into what is measured and the defending players it is about."""
    base, _, player = name.partition(":")
    return base, (player,) if player else combat.defending_players


def creatures_of(combat: Combat, players: Players) -> list[str]:
    """Return the creatures that these players control."""
    return [creature.id for creature in combat.creatures.values() if creature.controller in players]


def walkers_of(combat: Combat, players: Players) -> list[str]:
    """Return the planeswalkers that these players control."""
    return [walker.id for walker in combat.planeswalkers.values() if walker.controller in players]


def battles_of(combat: Combat, players: Players) -> list[str]:
    """Return the battles that these players protect (310.9)."""
    return [battle.id for battle in combat.battles.values() if battle.protector in players]


def _damage_to(outcome: Outcome, targets: Collection[str]) -> int:
    chosen = set(targets)
    return sum([hit.amount for e in outcome.events for hit in e.dealt if hit.target in chosen])


def _lethal(outcome: Outcome, players: Players) -> int:
    return int(outcome.final.lost.issuperset(players))


def _outcome(outcome: Outcome, players: Players) -> int:
    return {Verdict.WIN: 1, Verdict.LOSS: -1}.get(verdict(outcome.final), 0)


def _killed(outcome: Outcome, players: Players) -> set[str]:
    creatures = outcome.combat.creatures
    return {name for name in outcome.final.died if creatures[name].controller in players}


def _value(outcome: Outcome, names: Collection[str]) -> int:
    return sum(outcome.combat.creatures[name].value for name in names)


def _own(outcome: Outcome) -> set[str]:
    return _killed(outcome, outcome.combat.active_side)


def _emptied(outcome: Outcome, names: Collection[str]) -> int:
    left = {**outcome.final.loyalty, **outcome.final.defense}
    return sum(left[name] == 0 for name in names)


def _poison(outcome: Outcome, players: Players) -> int:
    """New counters; a team's are counted once (810.10)."""
    combat = outcome.combat
    teams = {combat.team(name) for name in players}
    return sum(outcome.final.poison[t[0]] - combat.players[t[0]].poison for t in teams)


def _commander_damage(outcome: Outcome, players: Players) -> int:
    combat = outcome.combat
    return sum(
        hit.amount
        for event in outcome.events
        for hit in event.dealt
        if hit.target in players
        and combat.creatures[hit.source].commander
        and combat.creatures[hit.source].controller in combat.active_side
    )


def _life_gained(outcome: Outcome, players: Players) -> int:
    side = outcome.combat.active_side
    return sum(
        amount
        for event in outcome.events
        for player, amount in event.gained.items()
        if player in side
    )


def _overkill(outcome: Outcome, players: Players) -> int:
    return sum(_event_overkill(event, players) for event in outcome.events)


def _event_overkill(event: DamageEvent, players: Players) -> int:
    """Damage beyond lethal damage, loyalty or defense as they were before the event (120.10)."""
    state, combat = event.before, event.before.combat
    total: dict[str, int] = {}
    for hit in event.dealt:
        total[hit.target] = total.get(hit.target, 0) + hit.amount
    needed = {name: state.loyalty[name] for name in walkers_of(combat, players)}
    needed.update((name, state.defense[name]) for name in battles_of(combat, players))
    for name in creatures_of(combat, players):
        if name in total:
            lethal = max(0, state.toughness(name) - state.marked[name])
            needed[name] = min(1, lethal) if name in event.touched else lethal
    return sum(max(0, amount - needed[name]) for name, amount in total.items() if name in needed)


MEASURES: dict[str, Callable[[Outcome, Players], int]] = {
    "player_damage": _damage_to,
    "lethal": _lethal,
    "outcome": _outcome,
    "kills": lambda o, p: len(_killed(o, p)),
    "kill_value": lambda o, p: _value(o, _killed(o, p)),
    "own_losses": lambda o, p: len(_own(o)),
    "own_loss_value": lambda o, p: _value(o, _own(o)),
    "planeswalker_damage": lambda o, p: _damage_to(o, walkers_of(o.combat, p)),
    "planeswalkers_killed": lambda o, p: _emptied(o, walkers_of(o.combat, p)),
    "battle_damage": lambda o, p: _damage_to(o, battles_of(o.combat, p)),
    "battles_defeated": lambda o, p: _emptied(o, battles_of(o.combat, p)),
    "poison": _poison,
    "commander_damage": _commander_damage,
    "life_gained": _life_gained,
    "overkill": _overkill,
}
"""Every objective name, and how it is measured."""

BY_PLAYER = frozenset(MEASURES) - {"outcome", "own_losses", "own_loss_value", "life_gained"}
"""The measures that may be asked for one defending player."""

FLOWS = frozenset(
    [
        "player_damage",
        "planeswalker_damage",
        "battle_damage",
        "commander_damage",
        "life_gained",
        "overkill",
    ]
)
"""The measures that add up over the steps; the others look at the end."""
