"""Ward (702.21): what targeting an opponent's permanent costs more."""

import re
from collections.abc import Iterable, Iterator

from engine.combat import Combat
from engine.resources.costs import Cost, parse_cost

_LIFE = re.compile(r"\s*[—-]\s*pay (\d{1,9}) life\.?")


def ward_costs(combat: Combat, player: str, targets: Iterable[str]) -> Iterator[Cost | None]:
    """Yield what a player pays for each ward that targets have; None for what no mana pays.

    Parameters
    ----------
    targets
        What is targeted; each is looked at once.
    """
    for name in dict.fromkeys(targets):
        thing = combat.creatures.get(name) or combat.planeswalkers.get(name)
        if thing is None or combat.same_side(thing.controller, player):
            continue
        for keyword in thing.keywords:
            if keyword == "ward" or keyword.startswith(("ward ", "ward—", "ward-")):
                yield _cost(keyword.removeprefix("ward"))


def _cost(text: str) -> Cost | None:
    if match := _LIFE.fullmatch(text):
        return Cost(life=int(match[1]))
    plain = text.strip().lstrip("—-").strip()
    try:
        return parse_cost(f"{{{plain}}}" if plain.isdecimal() else plain)
    except ValueError:
        return None
