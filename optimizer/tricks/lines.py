"""All ways in which a window may go: which cards one player uses in it, on what, in which order.

Of orders that make no difference only one is tried, and what leads to the same state is gone on
with once. The other side's uses, where they are given, resolve in their order with the player's own
anywhere between, as whoever has priority may answer (117.3, 405.5): what is answered resolves
after the answer.
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass

from engine.resources.effects import CardEffect, EffectKind
from engine.resources.playing import resolve
from engine.resources.uses import Use
from engine.state import State
from optimizer.tricks.choosing import Items
from optimizer.tricks.hand import Hand

_ADDING = frozenset({EffectKind.PUMP, EffectKind.GAIN})
_LOCAL = frozenset(
    {
        EffectKind.PUMP,
        EffectKind.GAIN,
        EffectKind.DOUBLE_POWER,
        EffectKind.DAMAGE,
        EffectKind.DESTROY,
        EffectKind.EXILE,
        EffectKind.RETURN,
        EffectKind.PREVENT,
        EffectKind.REGENERATE,
    }
)
_SHELTERING = ("protection from ", "hexproof", "shroud", "indestructible")


@dataclass(frozen=True)
class Line:
    """What has been used so far, and what has come of it.

    Attributes
    ----------
    uses
        Of both sides, as they resolve.
    items
        The numbers of the player's own.
    given
        How many of the other side's have resolved.
    before
        What the player could have used instead of the last use.
    """

    state: State
    uses: tuple[Use, ...] = ()
    items: Items = frozenset()
    given: int = 0
    before: Collection[Use] = ()


def lines(
    start: State,
    hand: Hand,
    possible: Callable[[State, Items], Sequence[Use]],
    given: Sequence[Use] = (),
    spent: Items = frozenset(),
    check: Callable[[], None] = lambda: None,
) -> Iterator[Line]:
    """Yield every way in which a window may go, those that end with all that is given.

    Parameters
    ----------
    start
        As the window begins.
    hand
        What the player has.
    possible
        The player's uses in a state, after some have been paid for.
    given
        The other side's uses.
    spent
        The numbers of what the player has used before.
    check
        Is called now and then; it may raise.
    """
    seen: set[Hashable] = set()
    open_lines = [Line(start)]  # the last one first
    while open_lines:
        line = open_lines.pop()
        check()
        if line.given == len(given):
            yield line
        following = []
        if line.given < len(given):
            use = given[line.given]
            state = resolve(line.state, [use])
            following.append(Line(state, (*line.uses, use), line.items, line.given + 1))
        now = possible(line.state, line.items | spent)
        for use in now:
            number = hand.number(use)
            items = line.items | {number}
            if number in line.items or number in spent or not hand.is_payable(items | spent):
                continue
            if not given and use in line.before and _may_be_swapped(hand, line.uses[-1], use):
                continue
            state = resolve(line.state, [use])
            following.append(Line(state, (*line.uses, use), items, line.given, now))
        for more in following:
            key = (more.items, more.given, signature(more.state))
            if key not in seen:
                seen.add(key)
                open_lines.append(more)


def signature(state: State) -> Hashable:
    """Return what states that are the same in everything that matters have in common."""
    combat = state.combat
    mappings = (
        state.marked, state.counters, state.loyalty, state.defense, state.life, state.poison,
        state.shields, state.shield_counters, state.regeneration,
    )  # fmt: skip
    return (
        tuple(state.creatures.values()),
        *(tuple(mapping.items()) for mapping in mappings),
        state.gone, state.died, state.left, state.lost,
        combat.groups, combat.effects,
    )  # fmt: skip


def _may_be_swapped(hand: Hand, last: Use, use: Use) -> bool:
    """Say whether a use could as well resolve before the last one, and comes first by name."""
    if _name(use) > _name(last):
        return False
    one, other = hand.effects(last), hand.effects(use)
    if all(map(_only_adds, (*one, *other))):
        return True
    if not all(effect.kind in _LOCAL for effect in (*one, *other)):
        return False
    if hand.is_wide(last) or hand.is_wide(use):
        return False
    return set(last.targets).isdisjoint(use.targets)


def _name(use: Use) -> tuple[object, ...]:
    return use.way.value, use.card, use.x, use.targets


def _only_adds(effect: CardEffect) -> bool:
    """Say whether an effect adds something, so that another one may add before or after."""
    if effect.kind is EffectKind.GAIN:
        return not any(keyword.startswith(_SHELTERING) for keyword in effect.keywords)
    if effect.kind is not EffectKind.PUMP:
        return False
    numbers = (effect.power, effect.toughness)
    return all(n == "X" or (isinstance(n, int) and n >= 0) for n in numbers)
