"""The ``uses`` of an output document, read for a combat."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from engine.card import plain_name
from engine.cards import closest_names
from engine.combat import Combat
from engine.faults import DocumentError, Fault
from engine.limits import LIMIT
from engine.resources.use import Use, Way
from engine.window import Window

Amount = Annotated[int, Field(strict=True, ge=0, le=LIMIT)]


class _Given(BaseModel):
    """One use, as it stands there; what pays for it is worked out anew."""

    model_config = ConfigDict(extra="forbid")

    player: str
    card: str
    position: Amount | None = None
    way: Way
    window: Window
    targets: list[str] = []
    x: Amount = 0
    paid: dict[str, Amount] = {}
    life_paid: Amount = 0


_USES: TypeAdapter[list[_Given]] = TypeAdapter(list[_Given])


def read_uses(combat: Combat, given: object) -> tuple[Use, ...]:
    """Read uses of cards, which are named; the same name again is the next such card.

    Where cards of one name differ, ``position`` says which one is meant: its place in the zone.

    Raises
    ------
    DocumentError
        For everything that names no player, or no card that the player has in that zone. Whether a
        use is legal is a matter of `engine.resources.judging`.
    """
    try:
        entries = _USES.validate_python(given)
    except ValidationError as error:
        faults = [Fault(_path(one["loc"]), one["msg"]) for one in error.errors()]
        raise DocumentError(faults) from None
    faults = []
    found: list[Use] = []
    taken: set[tuple[str, str, int]] = set()
    for number, one in enumerate(entries):
        path = f"uses[{number}]"
        resources = combat.resources.get(one.player)
        if resources is None:
            faults.append(Fault(f"{path}.player", f"{one.player!r} has no cards in this combat"))
            continue
        zone = one.way.zone
        names = [card.name for card in resources.zone(zone)]
        wanted = plain_name(one.card)
        places = [k for k, name in enumerate(names) if name and plain_name(name) == wanted]
        if not places:
            near = closest_names(one.card, [name for name in names if name])
            hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
            what = f"{one.player} has no {one.card!r} in {zone}{hint}"
            faults.append(Fault(f"{path}.card", what))
            continue
        if one.position is not None:
            if one.position not in places:
                what = f"no {one.card!r} stands there, but at {', '.join(map(str, places))}"
                faults.append(Fault(f"{path}.position", what))
                continue
            places = [one.position]
        # One more than there are is judged as a card that was used already.
        free = [place for place in places if (one.player, zone, place) not in taken]
        place = (free or places)[0]
        taken.add((one.player, zone, place))
        targets = tuple(one.targets)
        found.append(Use(one.player, place, one.way, one.window, one.x, targets, one.life_paid))
    if faults:
        raise DocumentError(faults)
    return tuple(found)


def _path(location: Sequence[Any]) -> str:
    """Return the path of a place in the list."""
    return "uses" + "".join(
        f"[{part}]" if isinstance(part, int) else f".{part}" for part in location
    )
