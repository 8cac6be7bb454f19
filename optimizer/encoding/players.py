"""What damage does to players, and who has lost by it (120.3a-b, 120.3g, 704.5a, 704.5c, 704.6)."""

from dataclasses import dataclass

from engine.keywords import Keyword
from engine.state import State
from engine.state_actions import defeat
from optimizer.encoding.events import Event
from optimizer.encoding.variables import Sum, Value, Variables


@dataclass
class Players:
    """Life, poison counters and commander damage of each player, and who has lost."""

    life: dict[str, Sum]
    poison: dict[str, Sum]
    commander_damage: dict[tuple[str, str], Sum]
    lost: dict[str, Value]


def after_damage(
    variables: Variables, state: State, now: Players, event: Event, label: str
) -> Players:
    """Return life, poison and commander damage, and who has lost (704.5a, 704.5c, 704.6)."""
    combat, creatures = state.combat, state.creatures
    lost_before = now.lost
    now = Players(dict(now.life), dict(now.poison), dict(now.commander_damage), {})
    touched: set[str] = set()
    for hit in event.rows:
        source = creatures[hit.source]
        if hit.target in now.life:
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
        reasons = [lost_before[player]]
        for member in team if touched.intersection(team) else ():
            reasons += _reasons(variables, state, member, now, label)
        lost = variables.any_of(reasons, f"{player} lost {label}")
        now.lost.update(dict.fromkeys(team, lost))
    return now


def _reasons(
    variables: Variables, state: State, player: str, now: Players, label: str
) -> list[Value]:
    limits = defeat(state, player)
    poison = limits.poison + state.poison[player]
    name = f"{player} lost {label} by"
    reasons = [
        variables.reaches(variables.sum((now.life[player], -1)), 0, f"{name} damage"),
        variables.reaches(now.poison[player], poison, f"{name} poison"),
    ]
    for commander, missing in limits.commander_damage.items():
        limit = missing + state.commander_damage.get((player, commander), 0)
        total = now.commander_damage.get((player, commander), Sum())
        reasons.append(variables.reaches(total, limit, f"{name} {commander}"))
    return reasons
