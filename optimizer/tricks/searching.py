"""Boldwyr Heavyweights' question: what the opponents fetch, and the best attack against that.

As it enters, each opponent may search its library for a creature card and put it onto the
battlefield. All search at the same time and choose in turn order (101.4, 701.23i); nobody has to
find anything (701.23b). The opponents are on one side here: they choose so that the active player's
best attack is worth the least.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from time import perf_counter

from engine.combat import Combat
from engine.faults import DocumentError, Fault
from engine.resources.search import fetch, fetches
from engine.resources.table import find_trick
from optimizer.declaring.attack import solve_attack
from optimizer.declaring.solution import Declared
from optimizer.goals import ObjectiveGoal, bounds
from optimizer.objectives import read_objectives, turned
from optimizer.position import Position
from optimizer.solution import Status

CARD = "Boldwyr Heavyweights"


def solve_search(
    combat: Combat, objectives: Iterable[str], deadline: float | None = None
) -> Declared:
    """Find what each opponent fetches from its library, and the best attack against that.

    Parameters
    ----------
    combat
        The combat, with the ``library`` of each opponent in ``resources``; its attacks and blocks
        are not looked at.
    objectives
        From the active side's view, in order of importance (`optimizer.objectives`).
    deadline
        Seconds to spend on all of it; None waits for the proof.

    Returns
    -------
    Declared
        As of `optimizer.declaring.attack.solve_attack`, with what was ``fetched``; status
        ``feasible`` if the deadline passed before the proof.

    Raises
    ------
    DocumentError
        If an objective cannot be read, or no opponent has a library.
    """
    started = perf_counter()
    given = read_objectives(combat, objectives)
    texts = tuple([objectives] if isinstance(objectives, str) else objectives)
    ways = list(_ways(combat))
    if all(not resources.library for resources in combat.resources.values()):
        raise DocumentError([Fault("resources", "no opponent has a library to search")])
    best: tuple[tuple[int, ...], Declared] | None = None
    proven = True
    for k, chosen in enumerate(ways):
        left = None
        if deadline is not None:
            left = max(0.0, deadline - (perf_counter() - started)) / (len(ways) - k)
            if best is not None and not left:
                proven = False
                break
        board = fetch(combat, chosen)
        found = solve_attack(board, texts, left)
        proven = proven and found.status is Status.OPTIMAL
        worth = turned(given, found.values)
        if best is None or worth < best[0]:
            named = {
                player: None if place is None else combat.resources[player].library[place].name
                for player, place in chosen.items()
            }
            best = worth, replace(found, fetched=named)
    assert best is not None
    answer = best[1]
    statistics = {**answer.statistics, "fetches": len(ways)}
    statistics["milliseconds"] = round((perf_counter() - started) * 1000, 3)
    limits = answer.values
    if not proven:
        start = Position.beginning(replace(combat, resources={}))
        lows = tuple(low for low, _ in bounds(start, list(map(ObjectiveGoal, given))))
        limits = turned(given, lows)
    status = Status.OPTIMAL if proven else Status.FEASIBLE
    return replace(answer, status=status, bounds=limits, statistics=statistics)


def _ways(combat: Combat) -> Iterator[dict[str, int | None]]:
    """Yield what all opponents may fetch; of cards that are the same on the battlefield one."""
    card = find_trick(CARD)
    assert card is not None
    (effect,) = card.effects
    choices: list[list[tuple[str, int | None]]] = []
    for player, places in fetches(combat, combat.active_player, effect):
        seen: dict[object, int | None] = {}
        for place in places:
            key = None if place is None else combat.resources[player].library[place].as_creature()
            seen.setdefault(key, place)
        choices.append([(player, place) for place in seen.values()])
    for chosen in product(*choices):
        yield dict(chosen)
