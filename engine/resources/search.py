"""Searching a zone for cards (701.23)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from engine.colors import COLOR_WORDS
from engine.combat import Combat
from engine.resources.cards import ResourceCard
from engine.resources.effects import CardEffect, EffectKind
from engine.resources.entering import enter
from engine.resources.playing import settled
from engine.state import State

_LIMIT = re.compile(r"(power|toughness|mana value) (\d{1,9}) or (greater|less)")
_NEVER_THERE = frozenset(("instant", "sorcery"))
_HIDDEN = frozenset(("library", "hand"))


@dataclass(frozen=True)
class Search:
    """An instruction to search.

    Attributes
    ----------
    quality
        What the cards must be, such as ``creature`` or ``basic land``; None: any card.
    quantity
        How many cards.
    undefined
        The quality refers to something that is not defined (701.23c).
    zone
        ``library``, ``hand``, ``graveyard``, or ``outside`` the game (701.23j).
    top
        Only so many cards from the top are searched instead (701.23f).
    reveal
        The effect says that what is found is revealed (701.23e).
    """

    quality: str | None = None
    quantity: int = 1
    undefined: bool = False
    zone: Literal["library", "hand", "graveyard", "outside"] = "library"
    top: int | None = None
    reveal: bool = False


@dataclass(frozen=True)
class Searched:
    """What a player has done in one effect, for what watches searching (701.23f, h).

    Attributes
    ----------
    times
        How often the player has searched the library: once, even if the effect searches it several
        times before it is shuffled.
    shuffles
        The whole library is shuffled, even if only a part was searched.
    """

    times: int
    shuffles: bool


def looked_at(cards: Sequence[ResourceCard], search: Search) -> tuple[int, ...]:
    """Return the positions of all cards that the player looks at (701.23a, f)."""
    return tuple(range(len(cards) if search.top is None else min(search.top, len(cards))))


def findings(cards: Sequence[ResourceCard], search: Search) -> tuple[tuple[int, ...], ...]:
    """Return every set of positions that may be found, the largest first (701.23a-d, j).

    Parameters
    ----------
    cards
        The zone that is searched, top first; for ``outside`` the cards that the player owns there.
    """
    if search.undefined:  # 701.23c
        return ((),)
    quality = search.quality
    fitting = [k for k in looked_at(cards, search) if quality is None or has(cards[k], quality)]
    most = min(search.quantity, len(fitting))
    may_fail = search.zone == "outside" or (quality is not None and search.zone in _HIDDEN)
    least = 0 if may_fail else most  # 701.23b, d
    return tuple(
        found for count in range(most, least - 1, -1) for found in combinations(fitting, count)
    )


def revealed(found: Sequence[int], search: Search) -> tuple[int, ...]:
    """Return which of the cards found are revealed: none, unless the effect says so (701.23e)."""
    return tuple(found) if search.reveal else ()


def searched(searches: Iterable[Search]) -> Searched:
    """Return how the searches of one effect, shuffled once at the end, count (701.23f, h)."""
    of_library = any(search.zone == "library" for search in searches)
    return Searched(int(of_library), of_library)


def in_turn_order(combat: Combat, players: Iterable[str]) -> tuple[str, ...]:
    """Return players who search at the same time in the order in which they choose (701.23i).

    All of them have looked by then; the choices are made in turn order (101.4).
    """
    names = list(combat.players)
    start = names.index(combat.active_player)
    wanted = set(players)
    return tuple(name for name in names[start:] + names[:start] if name in wanted)


def searchers(combat: Combat, controller: str, effect: CardEffect) -> tuple[str, ...]:
    """Return who searches by an effect of a player's card, in the order of their choices."""
    assert effect.kind is EffectKind.SEARCH
    if effect.target in (None, "it", "you"):
        return (controller,)
    if effect.target == "each player":
        return in_turn_order(combat, combat.players)
    others = (name for name in combat.players if not combat.same_side(name, controller))
    return in_turn_order(combat, others)


def fetches(
    combat: Combat, controller: str, effect: CardEffect
) -> tuple[tuple[str, tuple[int | None, ...]], ...]:
    """Return who may fetch what by an effect, in turn order: positions in the library, or None.

    That is the question of Boldwyr Heavyweights: each opponent may search for a creature card and
    put it onto the battlefield. None is to find nothing, or not to search at all.
    """
    found = []
    for player in searchers(combat, controller, effect):
        resources = combat.resources.get(player)
        library = resources.library if resources else ()
        sets = findings(library, Search(effect.quality))
        choices: list[int | None] = [one[0] for one in sets if one]
        if effect.optional or () in sets:
            choices.append(None)
        found.append((player, tuple(choices)))
    return tuple(found)


def fetch(combat: Combat, chosen: Mapping[str, int | None]) -> Combat:
    """Return the combat after players have put cards from their libraries onto the battlefield.

    All enter at the same time. An instant or sorcery cannot and stays where it is, though it could
    be searched for (400.4a, 701.23g); of other cards only creatures matter in combat.

    Parameters
    ----------
    chosen
        For each player the position in the library, or None.
    """
    state = State.beginning(combat)
    resources = dict(combat.resources)
    for player in in_turn_order(combat, chosen):
        position = chosen[player]
        if position is None:
            continue
        library = resources[player].library
        card = library[position]
        if not _NEVER_THERE.isdisjoint(card.types):
            continue
        left = library[:position] + library[position + 1 :]
        resources[player] = replace(resources[player], library=left)
        if card.is_creature:
            state = enter(state, player, card.as_creature())
    return replace(settled(state), resources=resources)


def has(card: ResourceCard, quality: str) -> bool:
    """Say whether a card has a stated quality: types, colours, or a limit, with ``or`` between."""
    return (
        any(_has_all(card, one) for one in quality.split(" or ") if one)
        if (not _LIMIT.search(quality))
        else _has_all(card, quality)
    )


def _has_all(card: ResourceCard, quality: str) -> bool:
    words, _, limit = quality.partition(" with ")
    if limit:
        match = _LIMIT.fullmatch(limit)
        if match is None or not _within(card, match[1], int(match[2]), match[3]):
            return False
    return all(_has_word(card, word) for word in words.split() if word != "card")


def _within(card: ResourceCard, what: str, number: int, how: str) -> bool:
    if what == "mana value":
        value: int | None = card.mana_cost.mana_value if card.mana_cost else 0
    else:
        value = card.power if what == "power" else card.toughness
    return value is not None and (value >= number if how == "greater" else value <= number)


def _has_word(card: ResourceCard, word: str) -> bool:
    if word.startswith("non"):
        return not _has_word(card, word.removeprefix("non").lstrip("-"))
    if word in COLOR_WORDS:
        return COLOR_WORDS[word] in card.colors
    return word in card.types
