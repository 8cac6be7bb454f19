"""The quantities of a combat that an objective may speak of, read off an outcome.

Each is a whole number; the names are the contract's. `player_damage:B` is the same for one player.
"""

from collections.abc import Callable, Iterable

from engine.combat import Combat
from engine.damage import DamageEvent
from engine.results import Verdict, verdict
from engine.steps import Outcome


def measure(outcome: Outcome, name: str) -> int:
    """Return one measure of an outcome.

    Parameters
    ----------
    outcome
        What an assignment leads to.
    name
        One of `MEASURES`, or ``player_damage:`` and a defending player's id.
    """
    base, _, player = name.partition(":")
    if player:
        return _damage_to(outcome, {player})
    return MEASURES[base](outcome)


def opposing_creatures(combat: Combat) -> list[str]:
    """Return the creatures that the defending players control."""
    return [c.id for c in combat.creatures.values() if c.controller not in combat.active_side]


def own_creatures(combat: Combat) -> list[str]:
    """Return the creatures that the active player's side controls."""
    return [c.id for c in combat.creatures.values() if c.controller in combat.active_side]


def opposing_walkers(combat: Combat) -> list[str]:
    """Return the planeswalkers that the defending players control."""
    return [w.id for w in combat.planeswalkers.values() if w.controller not in combat.active_side]


def _damage_to(outcome: Outcome, targets: Iterable[str]) -> int:
    chosen = set(targets)
    return sum(hit.amount for e in outcome.events for hit in e.dealt if hit.target in chosen)


def _player_damage(outcome: Outcome) -> int:
    return _damage_to(outcome, outcome.combat.defending_players)


def _lethal(outcome: Outcome) -> int:
    return int(verdict(outcome.final) in (Verdict.WIN, Verdict.DRAW))


def _kills(outcome: Outcome) -> int:
    return len(outcome.final.died.intersection(opposing_creatures(outcome.combat)))


def _own_losses(outcome: Outcome) -> int:
    return len(outcome.final.died.intersection(own_creatures(outcome.combat)))


def _value(outcome: Outcome, names: Iterable[str]) -> int:
    died = outcome.final.died.intersection(names)
    return sum(outcome.combat.creatures[name].value for name in died)


def _kill_value(outcome: Outcome) -> int:
    return _value(outcome, opposing_creatures(outcome.combat))


def _own_loss_value(outcome: Outcome) -> int:
    return _value(outcome, own_creatures(outcome.combat))


def _planeswalker_damage(outcome: Outcome) -> int:
    return _damage_to(outcome, opposing_walkers(outcome.combat))


def _planeswalkers_killed(outcome: Outcome) -> int:
    return sum(outcome.final.loyalty[name] == 0 for name in opposing_walkers(outcome.combat))


def _battle_damage(outcome: Outcome) -> int:
    return _damage_to(outcome, outcome.combat.battles)


def _battles_defeated(outcome: Outcome) -> int:
    return sum(defense == 0 for defense in outcome.final.defense.values())


def _poison(outcome: Outcome) -> int:
    """New counters; a team's are counted once (810.10)."""
    combat = outcome.combat
    teams = {combat.team(name) for name in combat.defending_players}
    return sum(outcome.final.poison[t[0]] - combat.players[t[0]].poison for t in teams)


def _commander_damage(outcome: Outcome) -> int:
    combat = outcome.combat
    return sum(
        hit.amount
        for event in outcome.events
        for hit in event.dealt
        if hit.target in combat.defending_players
        and combat.creatures[hit.source].commander
        and combat.creatures[hit.source].controller in combat.active_side
    )


def _life_gained(outcome: Outcome) -> int:
    side = outcome.combat.active_side
    return sum(
        amount
        for event in outcome.events
        for player, amount in event.gained.items()
        if player in side
    )


def _overkill(outcome: Outcome) -> int:
    return sum(_event_overkill(event) for event in outcome.events)


def _event_overkill(event: DamageEvent) -> int:
    """Damage beyond lethal damage, loyalty or defense as they were before the event (120.10)."""
    state, combat = event.before, event.before.combat
    total: dict[str, int] = {}
    for hit in event.dealt:
        total[hit.target] = total.get(hit.target, 0) + hit.amount
    needed = {name: state.loyalty[name] for name in opposing_walkers(combat)}
    needed.update(state.defense)
    for name in opposing_creatures(combat):
        if name in total:
            lethal = max(0, state.toughness(name) - state.marked[name])
            needed[name] = min(1, lethal) if name in event.touched else lethal
    return sum(max(0, amount - needed[name]) for name, amount in total.items() if name in needed)


MEASURES: dict[str, Callable[[Outcome], int]] = {
    "player_damage": _player_damage,
    "lethal": _lethal,
    "kills": _kills,
    "kill_value": _kill_value,
    "own_losses": _own_losses,
    "own_loss_value": _own_loss_value,
    "planeswalker_damage": _planeswalker_damage,
    "planeswalkers_killed": _planeswalkers_killed,
    "battle_damage": _battle_damage,
    "battles_defeated": _battles_defeated,
    "poison": _poison,
    "commander_damage": _commander_damage,
    "life_gained": _life_gained,
    "overkill": _overkill,
}
"""Every objective name of the contract, and how it is measured."""

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
