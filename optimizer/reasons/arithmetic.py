"""The sum that closes an explanation: what there is against what is needed.

It is added up from the facts' own numbers, and only said where these numbers settle it: every
creature that counts has a known amount, all of them stand behind the same thresholds, and what they
have together is less than what is needed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.combat import Combat
from engine.keywords import Keyword
from engine.measures import Players, about, battles_of, creatures_of, walkers_of
from engine.modifiers import modifier
from engine.state import State
from optimizer.reasons.facts import Candidate, Kind
from optimizer.reasons.words import listed, together
from optimizer.wishes import Comparison, Event, Wish

_PLAIN = {Kind.GATE, Kind.AMOUNT, Kind.RECIPIENTS, Kind.STEP, Kind.RESULT}
_FLOWS = {"player_damage", "planeswalker_damage", "battle_damage", "commander_damage"}
_COUNTS = {"kills", "planeswalkers_killed", "battles_defeated"}


@dataclass(frozen=True)
class _Need:
    """What must be assigned: numbers that add up, and to what."""

    numbers: tuple[int, ...]
    targets: tuple[str, ...]


def closing_sum(combat: Combat, wishes: Sequence[Wish], facts: Sequence[Candidate]) -> str | None:
    """Return the closing sum of an explanation, or None if there is none to give.

    Parameters
    ----------
    facts
        Those that together forbid the wishes.
    """
    amounts = [fact for fact in facts if fact.kind is Kind.AMOUNT]
    if len(wishes) != 1 or not amounts or any(fact.kind not in _PLAIN for fact in facts):
        return None
    need = _need(combat, wishes[0], facts)
    sources = [name for fact in amounts for name in fact.names]
    if need is None or not _is_plain(combat, sources, need.targets):
        return None
    if not _strike_as_given(combat, sources, facts):
        return None
    gates = _gates(combat, facts, sources)
    if gates is None:
        return None
    have = sum(fact.number for fact in amounts)
    parts = (*gates, *need.numbers)
    if not 0 <= have < sum(parts):
        return None
    return _in_words(combat, amounts, have, parts)


def _need(combat: Combat, wish: Wish, facts: Sequence[Candidate]) -> _Need | None:
    """Return what the wish needs, from its own number or from what the facts say is lethal."""
    results = {
        name: fact.number for fact in facts if fact.kind is Kind.RESULT for name in fact.names
    }
    if any(number < 0 for number in results.values()):
        return None
    if isinstance(wish, Event):
        is_all = wish.name == "destroys" and list(results) == [wish.of]
        return _Need((results[wish.of],), (wish.of,)) if is_all else None
    if wish.stand:
        return _need_of_stand(wish, results)
    if len(wish.weights) != 1 or wish.low is None or wish.low <= 0:
        return None
    ((name, weight),) = wish.weights.items()
    base, _, player = name.partition(":")
    if weight != 1:
        return None
    if base in _FLOWS and not results:
        return _Need((wish.low,), (player,) if player else combat.defending_players)
    if base == "lethal" and results:
        return _Need(tuple(results.values()), tuple(results))
    if base in _COUNTS and results:
        needed, free = _to_empty(combat, base, about(combat, name)[1]), _free(combat, facts)
        least = sorted(0 if name in free else number for name, number in needed.items())
        return _Need(tuple(number for number in least[: wish.low] if number), tuple(needed))
    return None


def _free(combat: Combat, facts: Sequence[Candidate]) -> set[str]:
    """Return what may be dealt any damage, by creatures of which the amount does not count."""
    counted = {name for fact in facts if fact.kind is Kind.AMOUNT for name in fact.names}
    found: set[str] = set()
    for fact in facts:
        if fact.kind is Kind.RECIPIENTS and not counted.issuperset(fact.names):
            found.update(fact.fact.creatures)
            found.update(combat.creatures[name].attacking or "" for name in fact.names)
            if any(combat.creatures[name].divides_among_defenders for name in fact.names):
                found.update(combat.creatures)
    return found


def _to_empty(combat: Combat, base: str, players: Players) -> dict[str, int]:
    """Return how much damage each creature, planeswalker or battle can take (704.5g, i, v)."""
    state = State.beginning(combat)
    if base == "planeswalkers_killed":
        return {name: state.loyalty[name] for name in walkers_of(combat, players)}
    if base == "battles_defeated":
        return {name: state.defense[name] for name in battles_of(combat, players)}
    names = creatures_of(combat, players)
    return {name: max(0, state.toughness(name) - state.marked[name]) for name in names}


def _need_of_stand(wish: Comparison, results: dict[str, int]) -> _Need | None:
    """Return what brings life, loyalty or defense down to the wish's number."""
    if wish.stand == "poison" or wish.high is None or list(results) != [wish.of]:
        return None
    if wish.low is not None and (wish.low > 0 or wish.stand == "life"):
        return None
    return _Need((results[wish.of] - wish.high,), (wish.of,))


def _is_plain(combat: Combat, sources: Iterable[str], targets: Iterable[str]) -> bool:
    """Say whether nothing adds to the damage, and no damage below the number is enough."""
    state = State.beginning(combat)
    touch = any(combat.creatures[source].has(Keyword.DEATHTOUCH) for source in sources)
    if touch and any(target in combat.creatures for target in targets):
        return False
    if any(combat.creatures[name].has(Keyword.INFECT) for name in sources):
        return False
    changes = (modifier(state, source, target) for source in sources for target in targets)
    return all(m.stops or (m.factor <= 1 and m.more <= 0) for m in changes)


def _strike_as_given(combat: Combat, sources: Iterable[str], facts: Sequence[Candidate]) -> bool:
    """Say whether the facts fix in how many damage steps each source deals its amount."""
    fixed = {name for fact in facts if fact.kind is Kind.STEP for name in fact.names}
    creatures = [combat.creatures[name] for name in sources]
    both = {c.id for c in creatures if c.strikes_first and c.strikes_last}
    return len(combat.steps) == 1 or all(c.id in fixed | both for c in creatures)


def _gates(
    combat: Combat, facts: Sequence[Candidate], sources: Iterable[str]
) -> tuple[int, ...] | None:
    """Return the thresholds that stand before all gated creatures alike, or None if they differ."""
    touch = any(combat.creatures[name].has(Keyword.DEATHTOUCH) for name in sources)
    by_source: dict[tuple[str, ...], dict[str, int]] = {}
    for fact in facts:
        if fact.kind is Kind.GATE and fact.behind is not None:
            easy = touch and fact.behind.deathtouch
            count = fact.number // fact.behind.needed
            number = count if easy else fact.number
            by_source.setdefault(fact.names, {})[fact.behind.recipient] = number
    found = list(by_source.values())
    if any(one != found[0] for one in found):
        return None
    return tuple(found[0].values()) if found else ()


def _in_words(combat: Combat, amounts: Sequence[Candidate], have: int, parts: Sequence[int]) -> str:
    sources = [name for fact in amounts for name in fact.names]
    first = f"{sources[0]} has {have}"
    if len(sources) > 1:
        groups = [together(combat, fact.names) for fact in amounts]
        first = f"{listed(groups)} together have {have}"
    needed = " + ".join(map(str, parts))
    return f"{first}; {needed} = {sum(parts)}" if len(parts) > 1 else f"{first}; {needed} is needed"
