"""What a combat may use and the damage question does not honour yet. It is refused, never ignored."""

from collections.abc import Iterator

from engine.combat import Combat
from engine.faults import DocumentError, Fault
from engine.keywords import Keyword
from engine.objects import Creature


def require_supported(combat: Combat) -> None:
    """Refuse a combat that uses what is not supported yet.

    Raises
    ------
    DocumentError
        With every use that was found.
    """
    faults = [*_unsupported(combat)]
    if faults:
        raise DocumentError(faults)


def _unsupported(combat: Combat) -> Iterator[Fault]:
    if combat.effects:
        yield _fault("effects", "damage modifiers", "614")
    if combat.resources:
        yield _fault("resources", "combat tricks", None)
    if combat.rules != "current":
        yield _fault("rules", "the damage assignment order", None)
    for name, player in combat.players.items():
        if player.team is not None:
            yield _fault(f"players.{name}.team", "teams", "810")
    for k, creature in enumerate(combat.groups):
        yield from _creature(
            f"creatures[{k}]", creature, combat.in_combat(combat.copies[creature.id][0])
        )
    for k, walker in enumerate(combat.planeswalkers.values()):
        path = f"planeswalkers[{k}]"
        if walker.prevent:
            yield _fault(f"{path}.prevent", "damage prevention", "615")
        if any(keyword.startswith("protection from") for keyword in walker.keywords):
            yield _fault(f"{path}.keywords", "protection", "702.16e")


def _creature(path: str, creature: Creature, fights: bool) -> Iterator[Fault]:
    for key, what, rule in (
        ("prevent", "damage prevention", "615"),
        ("shield_counters", "shield counters", "122.1c"),
        ("regeneration_shields", "regeneration", "701.19"),
        ("band", "bands", "702.22"),
        ("assigned_by", "damage divided by somebody else", "510.1"),
    ):
        if getattr(creature, key):
            yield _fault(f"{path}.{key}", what, rule)
    if creature.deals != 1:
        yield _fault(f"{path}.deals", "damage modifiers", "614")
    if fights and creature.has(Keyword.BANDING):
        yield _fault(f"{path}.keywords", "banding", "702.22")
    if any(keyword.startswith("protection from") for keyword in creature.keywords):
        yield _fault(f"{path}.keywords", "protection", "702.16e")


def _fault(path: str, what: str, rule: str | None) -> Fault:
    return Fault(path, f"{what}: not supported by this version", rule)
