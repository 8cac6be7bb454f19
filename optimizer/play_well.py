"""``play``: what "play well" means when nothing else is said, as objectives for one combat.

In order of importance:

1. the ``outcome``: to win, else not to lose;
2. the value of what is destroyed: the other side's creatures less one's own. A planeswalker or a
   battle of the other side counts as the most valuable one that there is;
3. the damage to players, weighed by how close each of them is to losing: a point of damage, a
   poison counter or a point of commander damage counts as the part, in hundredths and rounded up,
   that it is of what the player has left (704.5a, 704.5c, 903.10a). Life gained counts in the same
   way for the active player.
"""

from collections.abc import Mapping

from engine.combat import Combat
from engine.keywords import Keyword
from engine.state_actions import COMMANDER_DAMAGE_TO_LOSE, poison_to_lose

PLAY = "play"
"""What stands for these objectives wherever objectives are given."""

_WHOLE = 100


def play_objectives(combat: Combat) -> tuple[str, ...]:
    """Return the objectives of playing a combat well."""
    return "max outcome", _written(_destroyed(combat)), _written(_closer(combat))


def _destroyed(combat: Combat) -> dict[str, int]:
    weights = {"kill_value": 1}
    other = combat.defending_players
    walkers = [w.value for w in combat.planeswalkers.values() if w.controller in other]
    battles = [b.value for b in combat.battles.values() if b.protector in other]
    weights["planeswalkers_killed"] = max(walkers, default=0)
    weights["battles_defeated"] = max(battles, default=0)
    return weights | {"own_loss_value": -1}


def _closer(combat: Combat) -> dict[str, int]:
    weights: dict[str, int] = {}
    own = [c for c in combat.creatures.values() if c.controller in combat.active_side]
    for name in combat.defending_players:
        player = combat.players[name]
        about = f":{name}" if len(combat.defending_players) > 1 else ""
        weights[f"player_damage{about}"] = _part(player.life)
        if any(creature.toxic or creature.has(Keyword.INFECT) for creature in own):
            weights[f"poison{about}"] = _part(poison_to_lose(combat, name) - player.poison)
        if any(creature.commander for creature in own):
            most = max(player.commander_damage.values(), default=0)
            weights[f"commander_damage{about}"] = _part(COMMANDER_DAMAGE_TO_LOSE - most)
    if any(creature.has(Keyword.LIFELINK) for creature in own):
        weights["life_gained"] = _part(combat.players[combat.active_player].life)
    return weights


def _part(left: int) -> int:
    """Return which part one point is of what is left, in hundredths, rounded up."""
    return -(-_WHOLE // max(1, left))


def _written(weights: Mapping[str, int]) -> str:
    """Return a sum as an objective; terms that count nothing are left out."""
    terms = [
        f"{'-' if weight < 0 else '+'} {f'{abs(weight)}*' if abs(weight) > 1 else ''}{name}"
        for name, weight in weights.items()
        if weight
    ]
    return f"max {' '.join(terms).removeprefix('+ ')}"
