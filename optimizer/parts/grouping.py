"""Parts of a board that may be decided on their own.

In the last step two attackers have to be decided together only if they may damage the same
creature, planeswalker or battle; a player ties nobody, as long as the objectives add up over the
parts. Then the best of the whole is the best of each part, objective by objective: adding the same
on both sides does not change which of two vectors comes first. What the defending side divides is
separate from all of it, as damage is dealt at the same time (510.2).
"""

from collections.abc import Sequence

from engine.divisions import Division
from optimizer.position import Position


def adds_up(position: Position) -> bool:
    """Say whether nothing ties the parts of a position but what its divisions share.

    What modifies damage, and divisions of the other side among its own creatures, tie everything.
    """
    combat, state = position.combat, position.state
    if combat.effects or state.shields or state.shield_counters or state.regeneration:
        return False
    if not (combat.roles.may_band or combat.roles.is_divided_by_others):
        return True
    return not any(
        _crosses_sides(position, division)
        for active in (True, False)
        for division in position.divisions(active=active)
    )


def _crosses_sides(position: Position, division: Division) -> bool:
    """Say whether one side divides the damage of the other side's creature (702.22j-k)."""
    source = position.combat.creatures[division.source]
    return not position.combat.same_side(source.controller, division.divider)


def grouped(position: Position, due: Sequence[Division]) -> list[list[Division]]:
    """Return divisions in groups that share no creature, planeswalker or battle.

    The groups and the divisions in them are in document order.
    """
    players = position.combat.players
    leader = list(range(len(due)))

    def find(number: int) -> int:
        while leader[number] != number:
            leader[number] = leader[leader[number]]
            number = leader[number]
        return number

    first: dict[str, int] = {}
    for number, division in enumerate(due):
        for option in division.options:
            for recipient in option.recipients:
                if recipient.id not in players:
                    other = first.setdefault(recipient.id, number)
                    if other != number:
                        one, two = sorted((find(other), find(number)))
                        leader[two] = one
    groups: dict[int, list[Division]] = {}
    for number, division in enumerate(due):
        groups.setdefault(find(number), []).append(division)
    return list(groups.values())
