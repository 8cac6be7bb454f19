"""The best blocks where the attackers do not depend on each other: a gang for each attacker.

Gangs are valued once (`gangs`), and the best choice of gangs is a dynamic program (`choosing`), or
where that has no room found by prices (`pricing`). If to take a player's life comes first, the
choice stays below that life if it can, and else is one of `lost`.
"""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from itertools import islice
from time import perf_counter

import numpy as np

from engine.combat import Combat
from engine.declarations import DeclarationRules
from optimizer.declaring.choosing import Chooser, Offer
from optimizer.declaring.found import Found, Way
from optimizer.declaring.gang_board import MOST_PLACES, PRICES_FROM, GangBoard
from optimizer.declaring.gang_tables import (
    NEVER,
    Table,
    counts_of,
    damage_table,
    gang_table,
    packing_for,
    place_of,
)
from optimizer.declaring.gangs import Gangs, Memory, OutOfTimeError
from optimizer.declaring.improving import improved, lowest
from optimizer.declaring.lost import Lost
from optimizer.declaring.pricing import Ceiling, best_by_prices
from optimizer.declaring.ways import ways
from optimizer.objectives import Objective

_ENTRY = 3e-7
"""About how many seconds an entry of a table of gangs takes."""


def by_gangs(
    combat: Combat,
    texts: Sequence[str],
    given: Sequence[Objective],
    rules: DeclarationRules,
    end: float | None,
    memory: Memory,
    top: int = 1,
    effort: int | None = None,
) -> Found | None:
    """Return the best blocks, or None if the attackers depend on each other.

    Parameters
    ----------
    effort
        How many moves to try at most, instead of a proof; None for a proof.
    """
    board = GangBoard.of(combat, texts, given, rules, memory)
    if board is None:
        return None
    found: Found | None = None
    if effort is not None:
        found = _bounded(board, improved(board, None, effort), 1)
    elif not board.is_small or (top == 1 and board.places >= PRICES_FROM):
        found = _priced(board, end)
    elif end is not None:
        found = _bounded(board, improved(board, _half(end)), 1)
    is_open = found is None or top > 1 or not found.proven
    if found is None or (board.is_small and effort is None and is_open):
        try:
            return _proven(board, end, top)
        except OutOfTimeError:
            assert found is not None  # there is a deadline
    return replace(found, is_complete=top == 1)


def _half(end: float) -> float:
    now = perf_counter()
    return now + (end - now) / 2


def _priced(board: GangBoard, end: float | None) -> Found:
    """Improve blocks, then prove by prices that they are the best, or find better ones.

    Of attackers that are alike some are unblocked in any case if there are more of them than
    blockers: what these are worth is added in the end.
    """
    gangs, places = board.gangs, board.places
    attackers = gangs.that_matter()
    keys = [gangs.likeness(name) for name in attackers]
    names = dict(zip(keys, attackers, strict=True))
    too_long = end is not None and perf_counter() + 2 * len(names) * places * _ENTRY > end
    if gangs.rules.requirements or places > MOST_PLACES or too_long:
        return _improved(board, end)
    pack = packing_for(gangs)
    if pack is None:
        return _improved(board, end)
    way = improved(board, end if end is None else _half(end), is_start=True)
    known: dict[Hashable, Table] = {}
    for key, name in names.items():
        is_late = end is not None and perf_counter() + places * _ENTRY > end
        table = None if is_late else gang_table(gangs, name, pack)
        if table is None:
            return _improved(board, end) if end is None else _bounded(board, way, 1)
        known[key] = table
    tables = [known[key] for key in keys]
    start = _start(gangs, way, keys)
    ceiling = None
    unblocked = set(gangs.attackers).difference(attackers)
    nobody = (0,) * len(gangs.kinds)
    if board.dealt is not None and board.total is not None:
        dealt = sum(board.dealt.gang(name, nobody).vector[0] for name in unblocked)
        most = board.total - 1 - dealt
        damage = {key: damage_table(board.dealt, name) for key, name in names.items()}
        ceiling = Ceiling(most, tuple(damage[key] for key in keys), board.slack)
        if way.vector is None:  # does anything save the player?
            only = {key: np.where(known[key] < NEVER, damage[key], NEVER) for key in names}
            least = best_by_prices([only[key] for key in keys], gangs.sizes, start, end)
            if least.value > most:
                return _bounded(board, way, 1, ahead=int(least.bound > most))
            start = list(least.places)
    found = best_by_prices(tables, gangs.sizes, start, end, ceiling)
    counts = [counts_of(gangs.sizes, place) for place in found.places]
    chosen = [gangs.gang(name, own) for name, own in zip(attackers, counts, strict=True)]
    ahead = () if board.total is None else (0,)
    always = sum(pack(gangs.gang(name, nobody).vector) for name in unblocked)
    value, low = (pack.unpacked(always + number) for number in (found.value, found.bound))
    best = Way(board.named(chosen, attackers), (*ahead, *value))
    bound = None if found.proven else (*ahead, *low)
    return Found((best,), found.proven, "gangs, by prices", len(tables), bound)


def _start(gangs: Gangs, way: Way, keys: Sequence[Hashable]) -> list[int]:
    """Return the places of the gangs of a declaration, given to the attackers that matter."""
    counts: dict[str, list[int]] = {}
    for kind, names in enumerate(gangs.kinds):
        for blocker in names:
            for attacker in way.blocks.get(blocker, ()):
                counts.setdefault(attacker, [0] * len(gangs.kinds))[kind] += 1
    left: dict[Hashable, list[int]] = {}
    for attacker, own in counts.items():
        place = place_of(gangs.sizes, tuple(own))
        left.setdefault(gangs.likeness(attacker), []).append(place)
    return [left[key].pop() if left.get(key) else 0 for key in keys]


def _improved(board: GangBoard, end: float | None) -> Found:
    return _bounded(board, improved(board, end), 1)


def _bounded(board: GangBoard, way: Way, number: int, ahead: int = 0) -> Found:
    """Return blocks with a bound.

    Parameters
    ----------
    ahead
        1 if it is known that nothing saves the player.
    """
    bound = lowest(board)
    if board.total is not None:
        bound = (ahead, *bound[1:])
    if way.vector is not None and way.vector == bound:
        return Found((way,), True, "gangs", number)
    return Found((way,), False, "gangs, step by step", number, bound)


def _proven(board: GangBoard, end: float | None, top: int) -> Found:
    """Return the best by the dynamic program.

    Raises
    ------
    OutOfTimeError
        If the deadline passes before.
    """
    attackers = board.gangs.attackers
    lists = _shared_lists(board, end)
    offers = [lists[name] for name in attackers]
    number = sum(map(len, offers))
    chooser = Chooser(offers, board.gangs.sizes, board.total, board.slack)
    tables = [chooser.first()]
    for own in offers:
        if end is not None and perf_counter() > end:
            raise OutOfTimeError
        tables.append(chooser.after(tables[-1], own))
    best: list[Way] = []
    for chosen in islice(ways(chooser, tables, offers), top):
        if chosen.met < board.most:
            break
        best.append(board.way(chosen, attackers))
    if board.total is None or len(best) == top:
        return Found(tuple(best), True, "gangs", number)
    lost = Lost(board, end, top - len(best))
    found = lost.found()
    if not best or lost.is_proven:
        return Found((*best, *found), lost.is_proven, "gangs", number, lost.bound)
    return Found(tuple(best), True, "gangs", number, is_complete=False)


def _shared_lists(board: GangBoard, end: float | None) -> dict[str, list[Offer]]:
    """Return the offers of each attacker, one list for those that are alike."""
    known: dict[int, list[Offer]] = {}
    found = {}
    for name in board.gangs.attackers:
        gangs = board.gangs.of(name, end)
        if id(gangs) not in known:
            known[id(gangs)] = board.offers(name, end)
        found[name] = known[id(gangs)]
    return found
