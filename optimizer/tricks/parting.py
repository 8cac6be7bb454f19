"""The parts of a combat in which tricks are used, and the uses that belong to more than one.

A use belongs to the part of its targets. A *wide* one, such as "each creature you control", does
something in every part, or nothing in any. The few that tie parts (two targets in two of them, a
shield for a player) are *tying*; plans with those are tried on the whole combat.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from engine.combat import Combat
from engine.resources.effects import EffectKind
from engine.resources.resolving import choices
from engine.resources.uses import Use, Window
from engine.state import State
from optimizer.objectives import OWN_LOSS_MEASURES
from optimizer.parts.worths import ADDITIVE
from optimizer.tricks.apart import alone, groups, is_apart
from optimizer.tricks.choosing import Entry, Items
from optimizer.tricks.hand import Hand
from optimizer.tricks.losing import brings_two_steps, hits_players, may_lose, strikes_may_meet
from optimizer.tricks.table import Part
from optimizer.tricks.worth import Asked
from optimizer.wishes import Comparison, Wish

_ADDING_UP = ADDITIVE | OWN_LOSS_MEASURES | {"overkill"}


@dataclass(frozen=True)
class Parts:
    """A combat in parts.

    Attributes
    ----------
    parts
        What is decided alone.
    wide
        The numbers of the uses that are about every part.
    is_tying
        Says of a use whether it ties parts.
    may_tie
        Something may be used that does.
    """

    parts: tuple[Part, ...]
    wide: Items
    is_tying: Callable[[Use], bool]
    may_tie: bool

    @staticmethod
    def entries(part: Part) -> list[Entry]:
        """Return the rows of a part that meet its wishes, with the worth of everything else."""
        if not part.asked.wishes:
            return list(part.found.values())
        met = int(part.asked.by_active)  # what the other side's wishes are worth broken is negative
        return [
            Entry(entry.worth[1:], entry.rows)
            for entry in part.found.values()
            if entry.worth[0] == met
        ]

    @property
    def is_simple(self) -> bool:
        """Whether every use is about one part."""
        return not self.wide and not self.may_tie

    @classmethod
    def of(
        cls, combat: Combat, hand: Hand, asked: Asked, *others: Hand, counts_life: bool = False
    ) -> "Parts | None":
        """Return the parts, or None if the goals or the board do not fall apart.

        Parameters
        ----------
        others
            Who may use cards as well.
        counts_life
            What cards do to players themselves matters: that is a part, too; and a defending player
            may be lost by it.
        """
        measures = {n for o in asked.objectives for n, weight in o.weights.items() if weight}
        adds_up = {name.partition(":")[0] for name in measures} <= _ADDING_UP
        if not adds_up or not is_apart(combat):
            return None
        own = groups(combat)
        spared = combat.defending_players if counts_life and asked.by_active else ()
        if len(own) < 2 or may_lose(combat, hand, *others, spared=spared):
            return None
        if strikes_may_meet(combat, hand, *others):
            return None
        ties = _Ties(combat, hand, own, counts_life=counts_life)
        wishes = ties.wishes(asked.wishes)
        if wishes is None:
            return None
        parts = [
            Part(
                alone(combat, names),
                hand,
                replace(asked, wishes=wishes.get(k, ())),
                ties.filter(k),
                is_alone=False,
            )
            for k, names in enumerate(own)
        ]
        hands = (ties, *(_Ties(combat, other, own) for other in others))
        if counts_life or any(one.makes_creatures for one in hands):
            rest = _rest(combat, alone(combat, ()))
            plain = replace(asked, wishes=())
            parts.append(Part(rest, hand, plain, ties.filter(len(own)), is_alone=False))
        return cls(tuple(parts), ties.wide, ties.is_tying, ties.may_tie)


def _rest(combat: Combat, part: Combat) -> Combat:
    """Return the part without creatures, with what nobody attacks."""
    attacked = {creature.attacking for creature in combat.attackers}
    return replace(
        part,
        planeswalkers={n: w for n, w in combat.planeswalkers.items() if n not in attacked},
        battles={n: b for n, b in combat.battles.items() if n not in attacked},
    )


class _Ties:
    """Which part a use belongs to, if it is one.

    Attributes
    ----------
    wide
        The numbers of the uses that are about every part.
    makes_creatures
        A creature may enter the battlefield.
    may_tie
        Something may be used that is about several parts, but not about every one.
    """

    def __init__(
        self,
        combat: Combat,
        hand: Hand,
        parts: Sequence[Sequence[str]],
        *,
        counts_life: bool = False,
    ) -> None:
        self.hand = hand
        self.counts_life = counts_life
        self.place: dict[str, int] = {n: k for k, names in enumerate(parts) for n in names}
        self.rest = len(parts)
        for name in (*combat.planeswalkers, *combat.battles):
            attackers = [c.id for c in combat.attackers if c.attacking == name]
            self.place[name] = self.place[attackers[0]] if attackers else self.rest
        self.players = frozenset(combat.players)
        every = list(hand.every())
        wide = [use for use in every if hand.is_wide(use)]
        # Two of them could resolve in one order here and in another one there.
        self.has_one_wide = len({(use.player, use.way.zone, use.card) for use in wide}) < 2
        simple = [use for use in wide if not self._chooses(use)] if self.has_one_wide else []
        self.wide = frozenset(
            hand.number(use)
            for use in hand.possible(State.beginning(combat), Window.AFTER_BLOCKS)
            if self.has_one_wide and hand.is_wide(use) and not any(use.targets)
        )
        has_two_steps = len(combat.steps) > 1 or brings_two_steps(hand)
        self.makes_creatures = any(
            effect.kind is EffectKind.ENTER for use in every for effect in hand.effects(use)
        )
        self.may_tie = (
            len(simple) < len(wide)
            or (bool(wide) and has_two_steps)
            or any(self._chooses(use) > 1 or self._shields_a_player(use) for use in every)
        )

    def filter(self, part: int) -> Callable[[Use], bool]:
        """Return what says whether a use that is possible in a part belongs to it."""

        def is_mine(use: Use) -> bool:
            if self.is_tying(use):
                return False
            if self.hand.is_wide(use):
                return True
            things = [name for name in use.targets if name and name not in self.players]
            if things:  # what is not known has entered here
                return all(self.place.get(name, part) == part for name in things)
            enters = any(e.kind is EffectKind.ENTER for e in self.hand.effects(use))
            return part == self.rest and (enters or self.counts_life)

        return is_mine

    def is_tying(self, use: Use) -> bool:
        """Say whether a use is about several parts, but not about every one."""
        if self.hand.is_wide(use):
            is_simple = self.has_one_wide and not any(use.targets)
            return not is_simple or use.window is not Window.AFTER_BLOCKS
        places = {self.place[name] for name in use.targets if name in self.place}
        if len(places) > 1:
            return True
        hits_player = not self.players.isdisjoint(use.targets)
        return self._shields_a_player(use) and (hits_player or not any(use.targets))

    def wishes(self, wishes: Iterable[Wish]) -> dict[int, tuple[Wish, ...]] | None:
        """Return the wishes by the part that they are about, or None if one is about more."""
        found: dict[int, tuple[Wish, ...]] = {}
        for wish in wishes:
            if isinstance(wish, Comparison) or self.place.get(wish.of, self.rest) == self.rest:
                return None
            part = self.place[wish.of]
            found[part] = (*found.get(part, ()), wish)
        return found

    def _chooses(self, use: Use) -> int:
        return len(choices(self.hand.effects(use)))

    def _shields_a_player(self, use: Use) -> bool:
        return any(
            effect.kind is EffectKind.PREVENT and hits_players(effect)
            for effect in self.hand.effects(use)
        )
