"""A wish that nothing can meet, whatever is assigned by whom: which comparison can never hold."""

from collections.abc import Sequence

from engine.combat import Combat
from engine.measures import about, battles_of, creatures_of, walkers_of
from optimizer.reasons.facts import Fact
from optimizer.reasons.question import Question
from optimizer.reasons.words import listed
from optimizer.wishes import Comparison, Wish

_KINDS = {
    "kills": "creature",
    "kill_value": "creature",
    "own_losses": "creature",
    "own_loss_value": "creature",
    "planeswalker_damage": "planeswalker",
    "planeswalkers_killed": "planeswalker",
    "battle_damage": "battle",
    "battles_defeated": "battle",
}
_OF_KIND = {"creature": creatures_of, "planeswalker": walkers_of, "battle": battles_of}


def contradictions(combat: Combat, wishes: Sequence[Wish], limit: float | None) -> list[Fact]:
    """Return facts that say why these wishes cannot all hold, even if no rule stood in their way.

    One that can never hold alone, or else as few as can be that exclude each other.
    """
    needed = list(wishes)
    for wish in wishes:
        if len(needed) > 1:
            rest = [other for other in needed if other is not wish]
            if Question(combat, rest, limit).is_possible(()) is False:
                needed = rest
    if len(needed) > 1:
        texts = list(dict.fromkeys(wish.text for wish in needed))
        return [Fact("", f"{listed(texts)} can never hold together, whatever is assigned")]
    return [_never(combat, needed[0], limit)]


def _never(combat: Combat, wish: Wish, limit: float | None) -> Fact:
    if isinstance(wish, Comparison) and wish.weights:
        counted = _counted(combat, wish)
        if counted:
            return Fact("", f"{wish.text} can never hold: {counted}")
    return Fact("", f"{wish.text} can never hold, whatever is assigned")


def _counted(combat: Combat, wish: Comparison) -> str:
    """Say what there is of what is counted, if that rules it out."""
    if list(wish.weights.values()) != [1]:
        return ""
    base, players = about(combat, next(iter(wish.weights)))
    if base == "lethal":
        return "lethal is 0 or 1"
    if wish.low is None:
        return f"{base} is never below 0" if base != "outcome" else ""
    if base.startswith("own_"):
        players = sorted(combat.active_side)
    kind = _KINDS.get(base, "")
    if not kind:
        return ""
    names = _OF_KIND[kind](combat, players)
    there = f"there are {len(names)} {kind}s" if len(names) != 1 else f"there is 1 {kind}"
    if not names:
        return f"there is no {kind}"
    worth = sum(combat.creatures[n].value for n in names) if base.endswith("value") else 0
    if base.endswith("value") and worth < wish.low:
        return f"{listed(names)} {'is' if len(names) == 1 else 'are'} worth {worth}"
    counts = base in ("kills", "own_losses") or base.endswith(("killed", "defeated"))
    return f"{there} ({listed(names)})" if counts and len(names) < wish.low else ""
