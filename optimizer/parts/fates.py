"""Who may lose in the last step, and by what (704.5a, 704.5c, 704.6)."""

from typing import NamedTuple

from engine.keywords import Keyword
from engine.modifiers import modifier
from engine.state_actions import defeat
from optimizer.position import Position


class Team(NamedTuple):
    """A defending player, or a team, that may or may not lose in this step.

    Attributes
    ----------
    needed
        The points that make it lose.
    by_poison
        They are poison counters; else they are damage that costs life.
    """

    members: tuple[str, ...]
    needed: int
    by_poison: bool


def active_side_may_lose(position: Position) -> bool:
    """Say whether the active side loses, which combat damage to others cannot make it do."""
    state = position.state
    for player in position.combat.active_side:
        limits = defeat(state, player)
        if player in state.lost or min(limits.life, limits.poison) <= 0:
            return True
        if any(missing <= 0 for missing in limits.commander_damage.values()):
            return True
    return False


def points(position: Position, source: str, player: str, amount: int, *, by_poison: bool) -> int:
    """Return how much an amount of damage brings a player nearer to the loss."""
    if position.state.creatures[source].has(Keyword.INFECT) != by_poison:
        return 0
    return modifier(position.state, source, player).dealt(amount)


def fate_of(position: Position, members: tuple[str, ...]) -> Team | bool | None:
    """Return a team whose fate is open, whether it loses if it is not, or None if unknown.

    Life that its blockers gain comes with the damage (120.3f), before it is looked at who loses.
    """
    state, combat = position.state, position.combat
    gained = 0
    for division in position.divisions(active=False):
        source = state.creatures[division.source]
        if source.has(Keyword.LIFELINK) and source.controller in members:
            if combat.has_modifiers:
                return None
            gained += division.amount if division.options[0].recipients else 0
    least = {False: 0, True: 0}  # by life, by poison
    most = {False: 0, True: 0}
    by_commander: dict[tuple[str, str], int] = {}
    toxic = 0
    for division in position.divisions(active=True):
        source = state.creatures[division.source]
        hits = {r.id for o in division.options for r in o.recipients if r.id in members}
        by_poison = source.has(Keyword.INFECT)
        for player in hits:
            toxic += source.toxic
            if source.commander:
                by_commander[player, source.id] = modifier(state, source.id, player).dealt(
                    division.amount
                )
        reach = [
            points(position, source.id, player, division.amount, by_poison=by_poison)
            for player in hits
        ]
        most[by_poison] += max(reach, default=0)
        least[by_poison] += sum(reach) if division.is_forced else 0
    life = min(defeat(state, player).life for player in members) + gained
    poison = min(defeat(state, player).poison for player in members)
    if poison <= 0 or least[False] >= life:
        return True
    for player in members:
        for name, missing in defeat(state, player).commander_damage.items():
            if missing <= 0:
                return True
            # Before the limit of a commander is met, its damage has cost all life.
            is_first = life <= missing and not state.creatures[name].has(Keyword.INFECT)
            if by_commander.get((player, name), 0) >= missing and not is_first:
                return None
    by_life, by_counters = most[False] >= life, most[True] + toxic >= poison
    if by_life and by_counters:
        return None
    if by_counters:
        return True if least[True] >= poison else None if toxic else Team(members, poison, True)
    return Team(members, life, by_poison=False) if by_life else False
