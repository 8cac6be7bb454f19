"""State-based actions that end creatures, planeswalkers, battles and players (704.5, 704.6).

What ends a creature or a player is data (`Fate`, `Defeat`), so that the encoding reads the same
numbers that are applied here.
"""

from dataclasses import dataclass, replace

from engine.combat import Combat
from engine.keywords import Keyword
from engine.state import State

COMMANDER_DAMAGE_TO_LOSE = 21
"""903.10a, 704.6c."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What removes a creature.

    Attributes
    ----------
    by_damage
        Damage (marked or as -1/-1 counters) that it can still take before it dies (704.5g), or
        None for an indestructible creature (702.12b).
    by_deathtouch
        Damage from a source with deathtouch destroys it (704.5h).
    by_counters
        -1/-1 counters that bring its toughness to 0 (704.5f); not even indestructible helps.
    """

    by_damage: int | None
    by_deathtouch: bool
    by_counters: int


@dataclass(frozen=True, slots=True)
class Defeat:
    """What makes a player lose: life to lose, poison counters and commander damage to get."""

    life: int
    poison: int
    commander_damage: dict[str, int]


def fate(state: State, creature: str) -> Fate:
    """Return what removes a creature from now on."""
    toughness = state.toughness(creature)
    if state.combat.creatures[creature].has(Keyword.INDESTRUCTIBLE):
        return Fate(None, False, toughness)
    return Fate(toughness - state.marked[creature], True, toughness)


def defeat(state: State, player: str) -> Defeat:
    """Return what makes a player lose from now on (704.5a, 704.5c, 903.10a)."""
    missing = {
        commander.id: COMMANDER_DAMAGE_TO_LOSE
        - state.commander_damage.get((player, commander.id), 0)
        for commander in state.combat.creatures.values()
        if commander.commander
    }
    return Defeat(state.life[player], poison_to_lose(state.combat) - state.poison[player], missing)


def poison_to_lose(combat: Combat) -> int:
    """Return how many poison counters make a player lose (704.5c)."""
    return 10


def apply(state: State, touched: frozenset[str]) -> State:
    """Return the state after state-based actions, all at once and until none applies (704.3).

    Parameters
    ----------
    state
        The state after the damage of a step was dealt.
    touched
        Creatures that a source with deathtouch has dealt damage to since the last check (704.5h).
    """
    died = set(state.died)
    for name in state.combat.creatures:
        if name not in state.gone:
            end = fate(state, name)
            destroyed = end.by_damage is not None and end.by_damage <= 0
            if destroyed or end.by_counters <= 0 or (end.by_deathtouch and name in touched):
                died.add(name)
    emptied = {name for name, left in {**state.loyalty, **state.defense}.items() if left <= 0}
    lost = set(state.lost)
    for player in state.combat.players:
        limits = defeat(state, player)
        if (
            limits.life <= 0
            or limits.poison <= 0
            or min(limits.commander_damage.values(), default=1) <= 0
        ):
            lost.add(player)
    gone = state.gone | died | emptied | _left_with(state.combat, lost)
    return replace(state, died=frozenset(died), lost=frozenset(lost), gone=gone)


def _left_with(combat: Combat, lost: set[str]) -> frozenset[str]:
    """Return what leaves combat with the players who lost: all they control or protect (800.4a)."""
    controlled = [*combat.creatures.values(), *combat.planeswalkers.values()]
    names = {permanent.id for permanent in controlled if permanent.controller in lost}
    for battle in combat.battles.values():
        if battle.controller in lost or battle.protector in lost:
            names.add(battle.id)
    return frozenset(names)
