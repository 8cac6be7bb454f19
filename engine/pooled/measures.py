"""The measures of `engine.measures` on the numbers of groups.

Those that add up are linear in the numbers of a `PooledResult`, so the optimizer reads what one
more unit of anything is worth off these functions.
"""

from collections.abc import Callable, Collection

from engine.keywords import Keyword
from engine.measures import Players, about, battles_of, creatures_of, walkers_of
from engine.pooled.result import PooledResult, losers


def measure(result: PooledResult, name: str) -> int:
    """Return one measure of a result; the name's base is in `MEASURES` or `ENDINGS`."""
    base, players = about(result.quotient.representative, name)
    return (MEASURES.get(base) or ENDINGS[base])(result, players)


def _damage_to(result: PooledResult, targets: Collection[str]) -> int:
    return sum(points for (_, target), points in result.dealt.items() if target in targets)


def _kills(result: PooledResult, players: Players) -> int:
    names = creatures_of(result.quotient.representative, players)
    return sum(result.died.get(name, 0) for name in names)


def _kill_value(result: PooledResult, players: Players) -> int:
    combat = result.quotient.representative
    return sum(
        result.died.get(name, 0) * combat.creatures[name].value
        for name in creatures_of(combat, players)
    )


def _emptied(result: PooledResult, names: Collection[str]) -> int:
    return len(result.emptied.intersection(names))


def _poison(result: PooledResult, players: Players) -> int:
    """New counters (120.3b, 120.3g); a team's are counted once (810.10)."""
    combat = result.quotient.representative
    found = 0
    for team in {combat.team(name) for name in players}:
        for (source, target), points in result.dealt.items():
            if target in team and combat.creatures[source].has(Keyword.INFECT):
                found += points
        for (source, target), copies in result.hits.items():
            found += copies * combat.creatures[source].toxic if target in team else 0
    return found


def _commander_damage(result: PooledResult, players: Players) -> int:
    creatures = result.quotient.representative.creatures
    side = result.quotient.representative.active_side
    return sum(
        points
        for (source, target), points in result.dealt.items()
        if target in players
        and creatures[source].commander
        and creatures[source].controller in side
    )


def _life_gained(result: PooledResult, players: Players) -> int:
    creatures = result.quotient.representative.creatures
    side = result.quotient.representative.active_side
    return sum(
        points
        for (source, _), points in result.dealt.items()
        if creatures[source].has(Keyword.LIFELINK) and creatures[source].controller in side
    )


def _side(result: PooledResult) -> Players:
    return result.quotient.representative.active_side


MEASURES: dict[str, Callable[[PooledResult, Players], int]] = {
    "player_damage": _damage_to,
    "kills": _kills,
    "kill_value": _kill_value,
    "own_losses": lambda r, p: _kills(r, _side(r)),
    "own_loss_value": lambda r, p: _kill_value(r, _side(r)),
    "planeswalker_damage": lambda r, p: _damage_to(r, walkers_of(r.quotient.representative, p)),
    "planeswalkers_killed": lambda r, p: _emptied(r, walkers_of(r.quotient.representative, p)),
    "battle_damage": lambda r, p: _damage_to(r, battles_of(r.quotient.representative, p)),
    "battles_defeated": lambda r, p: _emptied(r, battles_of(r.quotient.representative, p)),
    "poison": _poison,
    "commander_damage": _commander_damage,
    "life_gained": _life_gained,
}
"""The measures that add up over damage and deaths."""


def _outcome(result: PooledResult, players: Players) -> int:
    combat, lost = result.quotient.representative, losers(result)
    won = lost.issuperset(combat.defending_players)
    return int(won) - int(lost.issuperset(combat.active_side))


ENDINGS: dict[str, Callable[[PooledResult, Players], int]] = {
    "lethal": lambda r, p: int(losers(r).issuperset(p)),
    "outcome": _outcome,
}
"""The measures that ask who loses; overkill is not known for groups."""
