"""State-based actions that end creatures, planeswalkers, battles and players (704.5, 704.6).

What ends a creature or a player is data (`Fate`, `Defeat`), so that the encoding reads the same
numbers that are applied here.
"""

from typing import NamedTuple

from engine.combat import Combat
from engine.keywords import Keyword
from engine.state import State

COMMANDER_DAMAGE_TO_LOSE = 21
"""903.10a, 704.6c."""
POISON_TO_LOSE = 10
"""704.5c."""
TEAM_POISON_TO_LOSE = 15
"""704.6b, 810.8d."""


class Fate(NamedTuple):
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


class Defeat(NamedTuple):
    """What makes a player lose: life to lose, poison counters and commander damage to get."""

    life: int
    poison: int
    commander_damage: dict[str, int]


def fate(state: State, creature: str) -> Fate:
    """Return what removes a creature from now on; regeneration is not looked at."""
    toughness = state.toughness(creature)
    if state.creatures[creature].has(Keyword.INDESTRUCTIBLE):
        return Fate(None, False, toughness)
    return Fate(toughness - state.marked[creature], True, toughness)


def defeat(state: State, player: str) -> Defeat:
    """Return what makes a player lose from now on (704.5a, 704.5c, 704.6, 903.10a)."""
    dealers = dict.fromkeys(state.combat.commanders)
    dealers.update((name, None) for hit, name in state.commander_damage if hit == player)
    missing = {
        name: COMMANDER_DAMAGE_TO_LOSE - state.commander_damage.get((player, name), 0)
        for name in dealers
    }
    poison = poison_to_lose(state.combat, player) - state.poison[player]
    return Defeat(state.life[player], poison, missing)


def poison_to_lose(combat: Combat, player: str) -> int:
    """Return how many poison counters make a player lose."""
    return POISON_TO_LOSE if combat.players[player].team is None else TEAM_POISON_TO_LOSE


def apply(state: State, touched: frozenset[str]) -> State:
    """Return the state after state-based actions, all at once and until none applies (704.3).

    Parameters
    ----------
    state
        The state after the damage of a step was dealt.
    touched
        Creatures that a source with deathtouch has dealt damage to since the last check (704.5h).
    """
    died, regenerated = set[str](), set[str]()
    marked, counters, off = state.marked, state.counters, state.left
    for name, creature in state.creatures.items():
        toughness = creature.toughness - counters.get(name, 0) if counters else creature.toughness
        if (toughness > 0 and toughness > marked[name] and name not in touched) or name in off:
            continue  # nothing of its fate can be met
        end = fate(state, name)
        destroyed = end.by_damage is not None and end.by_damage <= 0
        if end.by_counters <= 0:
            died.add(name)
        elif destroyed or (end.by_deathtouch and name in touched):
            if state.regeneration.get(name, 0) > 0:
                regenerated.add(name)
            else:
                died.add(name)
    emptied = {name for name, left in state.loyalty.items() if left <= 0}
    emptied |= {name for name, left in state.defense.items() if left <= 0}
    lost = _losers(state)
    left = state.left | died | emptied
    if lost:
        left |= _left_with(state.combat, lost)
    gone = state.gone | regenerated | left
    return regenerate(state, frozenset(regenerated)).evolve(
        died=state.died | died,
        lost=lost,
        left=left,
        gone=gone | _unprotected(state.combat, lost) if lost else gone,
    )


def regenerate(state: State, names: frozenset[str]) -> State:
    """Return the state after these regenerate: a shield less, no damage, out of combat (701.19)."""
    if not names:
        return state
    shields = {n: left - (n in names) for n, left in state.regeneration.items()}
    marked = {n: 0 if n in names else damage for n, damage in state.marked.items()}
    return state.evolve(regeneration=shields, marked=marked, gone=state.gone | names)


def _losers(state: State) -> frozenset[str]:
    """Return the players who have lost; a team loses together (810.8)."""
    lost, life, poison = state.lost, state.life, state.poison
    for player in state.combat.players:
        if life[player] > 0 and not poison[player] and not state.commander_damage:
            continue  # nothing of it is near
        limits = defeat(state, player)
        if (
            limits.life <= 0
            or limits.poison <= 0
            or any(missing <= 0 for missing in limits.commander_damage.values())
        ):
            lost = lost.union(state.combat.team(player))
    return lost


def _left_with(combat: Combat, lost: frozenset[str]) -> frozenset[str]:
    """Return what leaves the game with the players who lost: all they own (800.4a)."""
    groups = (combat.creatures, combat.planeswalkers, combat.battles)
    return frozenset(
        name for group in groups for name, thing in group.items() if thing.controller in lost
    )


def _unprotected(combat: Combat, lost: frozenset[str]) -> frozenset[str]:
    """Return the battles whose protector has left, which nobody attacks any more (506.4)."""
    return frozenset(name for name, b in combat.battles.items() if b.protector in lost)
