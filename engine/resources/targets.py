"""Finding what an effect may be about: hexproof, shroud and protection honoured (115, 702)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from engine.colors import COLOR_WORDS
from engine.modifiers import protects
from engine.objects import Creature, Player, SpellSource
from engine.resources.scopes import ROLES, Scope
from engine.state import State


@dataclass(frozen=True)
class Origin:
    """What has the effect: its player and its qualities (for hexproof and protection)."""

    player: str
    colors: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()


def matches(
    state: State, scope: Scope, player: str, among: Collection[str] | None = None
) -> tuple[str, ...]:
    """Return all that a scope is about for a player, whether it can be a target or not.

    Parameters
    ----------
    among
        Only these are looked at; None: everything.
    """
    combat = state.combat
    sources: list[tuple[str, Mapping[str, Any]]] = [
        ("creature", state.creatures),
        ("planeswalker", combat.planeswalkers),
        ("battle", combat.battles),
        ("player", combat.players),
    ]
    found = []
    for noun, things in sources:
        if noun not in scope.nouns:
            continue
        for name in things if among is None else [n for n in among if n in things]:
            thing = things[name]
            if name in state.left or name in state.lost:
                continue
            if scope.names and name not in scope.names:
                continue
            if scope.control and not _is_theirs(state, scope, thing, player):
                continue
            if noun == "creature" and not _fits(state, scope, thing):
                continue
            found.append(name)
    return tuple(found)


def _is_theirs(state: State, scope: Scope, thing: Any, player: str) -> bool:
    owner: str = thing.id if isinstance(thing, Player) else thing.controller
    if scope.control == "opponent":
        return not state.combat.same_side(owner, player)
    return owner == player


def target_sets(
    state: State, scope: Scope, origin: Origin, taken: Sequence[str] = ()
) -> Iterator[tuple[str, ...]]:
    """Yield what may be chosen for a scope: `Scope.most` names, empty ones for no target."""
    legal = legal_targets(state, scope, origin, taken)
    for count in range(scope.most, -1 if scope.optional else scope.most - 1, -1):
        for chosen in combinations(legal, count):
            yield (*chosen, *[""] * (scope.most - count))


def legal_targets(
    state: State,
    scope: Scope,
    origin: Origin,
    taken: Collection[str] = (),
    among: Collection[str] | None = None,
) -> tuple[str, ...]:
    """Return what may be targeted (115, 702.11 hexproof, 702.16 protection, 702.18 shroud).

    Parameters
    ----------
    taken
        The targets before, for ``another``.
    among
        Only these are looked at; None: everything.
    """
    return tuple(
        name
        for name in matches(state, scope, origin.player, among)
        if not (scope.another and name in taken) and _targetable(state, name, origin)
    )


def _targetable(state: State, name: str, origin: Origin) -> bool:
    thing = state.creatures.get(name) or state.combat.planeswalkers.get(name)
    if thing is None or not thing.keywords:
        return True
    if "shroud" in thing.keywords:
        return False
    source = SpellSource("", origin.player, 0, 0, 0, colors=origin.colors, types=origin.types)
    keywords = thing.keywords
    if not state.combat.same_side(thing.controller, origin.player):
        if "hexproof" in keywords:
            return False
        # 702.11d: hexproof from a quality is to opponents what protection is to everybody
        keywords = tuple(k.replace("hexproof from", "protection from") for k in keywords)
    return not protects(keywords, source)


def _fits(state: State, scope: Scope, creature: Creature) -> bool:
    name = creature.id
    for words in scope.conditions:
        if not any(_holds(state, creature, word) for word in words):
            return False
    if any(_has(creature, quality) for quality in scope.without):
        return False
    for which, number, how in scope.limits:
        now = getattr(creature, which) - state.counters.get(name, 0)
        if now < number if how == "greater" else now > number:
            return False
    return True


def _holds(state: State, creature: Creature, word: str) -> bool:
    if word in ROLES:
        return _has_role(state, creature.id, word)
    if word.startswith("non"):
        return not _has(creature, word.removeprefix("non").lstrip("-"))
    return _has(creature, word)


def _has(creature: Creature, quality: str) -> bool:
    if quality in COLOR_WORDS:
        return COLOR_WORDS[quality] in creature.colors
    if quality in ("colorless", "multicolored"):
        return len(creature.colors) == 0 if quality == "colorless" else len(creature.colors) > 1
    return (
        quality in creature.keywords
        or quality in creature.types
        or ("changeling" in creature.keywords and quality not in ("artifact", "enchantment"))
    )


def _has_role(state: State, name: str, role: str) -> bool:
    combat = state.combat
    if role in ("tapped", "untapped"):
        return state.creatures[name].tapped == (role == "tapped")
    if name in state.gone:
        return False
    if role == "blocking":
        return name in combat.blocks
    attacks = combat.creatures[name].attacks
    if role == "attacking":
        return attacks
    return attacks and combat.is_blocked(name) == (role == "blocked")
