"""What a combat is worth once tricks have been used: the damage that follows, and who died before.

What a trick kills counts like what damage kills: as a kill or a loss, and for the wishes.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, ClassVar

from engine import state_actions
from engine.combat import Combat
from engine.keywords import Keyword
from engine.measures import about
from engine.objects import Creature
from engine.resources.playing import settled
from engine.state import State
from engine.steps import Outcome, next_step
from optimizer.goals import Goal, ObjectiveGoal
from optimizer.objectives import OWN_LOSS_MEASURES, Objective
from optimizer.parts.vectors import Vector, add
from optimizer.position import Position
from optimizer.search import Found, Search
from optimizer.wishes import Comparison, Event, Wish, WishesGoal

if TYPE_CHECKING:  # the encoding imports the solver
    from optimizer.encoding.leaf import Leaf
    from optimizer.encoding.variables import Sum

KILLS = frozenset({"kills", "kill_value"})


class TimeUpError(Exception):
    """The deadline passed before the proof."""


@dataclass(frozen=True)
class Asked:
    """What is wanted of a combat, from the active side's view.

    Attributes
    ----------
    objectives
        In order of importance.
    wishes
        What must hold.
    by_active
        Whether it is the active side that wishes; else it is the other one, and the active side
        would break a wish first of all.
    end
        The value of `time.perf_counter` at which to stop, or None.
    died
        The creatures that died in a window before, and count as well.
    """

    objectives: tuple[Objective, ...]
    wishes: tuple[Wish, ...] = ()
    by_active: bool = True
    end: float | None = None
    died: tuple[Creature, ...] = ()

    @property
    def is_late(self) -> bool:
        """Whether the time is up."""
        return self.end is not None and perf_counter() >= self.end

    def goals(
        self, combat: Combat, died: Iterable[Creature], left: Collection[str] = ()
    ) -> tuple[Goal, ...]:
        """Return the goals for a combat before which these creatures have died.

        Parameters
        ----------
        left
            What else of it has left the battlefield before.
        """
        goals: list[Goal] = list(map(ObjectiveGoal, self.objectives))
        if self.wishes:
            open_ones = still_wished(combat, self.wishes, (*self.died, *died), left)
            goals.insert(0, WishesGoal(open_ones) if self.by_active else BrokenGoal(open_ones))
        return tuple(goals)

    def found(self, position: Position, died: Sequence[Creature]) -> Found:
        """Return the best play from a position, proven.

        Raises
        ------
        TimeUpError
            If the deadline passes before.
        """
        left = None if self.end is None else self.end - perf_counter()
        if left is not None and left <= 0:
            raise TimeUpError
        goals = self.goals(position.combat, died, position.state.left)
        fights = (name not in position.state.gone for name in position.combat.roles.fighting)
        if not any(fights):
            outcome = position.outcome
            values = tuple([goal.value(outcome) for goal in goals])
            return Found(outcome, values, values, True, "forced")
        found = Search(position, goals, left).run()
        if not found.proven and not (self.by_active and self.wishes and not found.bounds[0]):
            raise TimeUpError
        return found

    def values(self, found: Found, combat: Combat, died: Sequence[Creature]) -> Vector:
        """Return the values of a play, to be maximised, with what died before it.

        Where the wishes cannot be met, nothing else counts.
        """
        if self.wishes and self.by_active and not found.values[0]:
            return (0,) * len(found.values)
        if not (died or self.died):
            return found.values
        return add(found.values, self.before(combat, died))

    def before(self, combat: Combat, died: Iterable[Creature]) -> Vector:
        """Return what it is worth that these creatures have died, by goals."""
        every = (*self.died, *died)
        shifts = [o.sense * tally(combat, o.weights, every) for o in self.objectives]
        return (0, *shifts) if self.wishes else tuple(shifts)


@dataclass(frozen=True)
class BrokenGoal:
    """1 if one of the other side's wishes does not hold, else 0."""

    wishes: tuple[Wish, ...]
    is_required: ClassVar[bool] = False

    @property
    def measures(self) -> frozenset[str]:
        """The measures that they look at."""
        return WishesGoal(self.wishes).measures

    def value(self, outcome: Outcome) -> int:
        """Return its value of an outcome."""
        return 1 - WishesGoal(self.wishes).value(outcome)

    def expression(self, leaf: "Leaf") -> "Sum":
        """Return its value at a leaf of a model."""
        variables = leaf.variables
        met = variables.all_of([wish.condition(leaf) for wish in self.wishes], "their wishes")
        return variables.sum(variables.opposite(met))


def damage_position(state: State) -> tuple[Position, tuple[Creature, ...]]:
    """Return the position before the damage of a combat in which cards have been used.

    Returns
    -------
    Position
        Of the combat as the state has it.
    tuple of Creature
        Who died before it; the position does not say that.
    """
    combat = settled(state)
    died = tuple(state.creatures[name] for name in sorted(state.died))
    if len(combat.steps) == 1 and any(group.regeneration_shields for group in combat.groups):
        combat = _lasting(combat)
    return beginning(combat), died


def _lasting(combat: Combat) -> Combat:
    """Return the same combat of a single damage step, without regeneration.

    A creature that regenerates when it would be destroyed (701.19) is in the end where one is that
    cannot be (702.12b), but for what matters in a later step only; and that has a closed form.
    """
    groups = [
        replace(group, keywords=(*group.keywords, Keyword.INDESTRUCTIBLE), regeneration_shields=0)
        if group.regeneration_shields
        else group
        for group in combat.groups
    ]
    return replace(combat, groups=tuple(groups))


def beginning(combat: Combat) -> Position:
    """Return the position before the damage of a combat in which somebody may have lost."""
    state = State.beginning(combat)
    if any(player.life <= 0 for player in combat.players.values()):
        state = state_actions.apply(state, frozenset())
    return Position(combat, (), (), state, next_step(state, None))


def tally(combat: Combat, weights: Mapping[str, int], died: Iterable[Creature]) -> int:
    """Return what creatures that have died count in a sum of measures."""
    total = 0
    gone = tuple(died)
    for name, weight in weights.items():
        base, players = about(combat, name)
        if base in KILLS:
            counted = [c for c in gone if c.controller in players]
        elif base in OWN_LOSS_MEASURES:
            counted = [c for c in gone if c.controller in combat.active_side]
        else:
            continue
        is_value = base.endswith("value")
        total += weight * sum(creature.value if is_value else 1 for creature in counted)
    return total


def still_wished(
    combat: Combat, wishes: Iterable[Wish], died: tuple[Creature, ...], left: Collection[str]
) -> tuple[Wish, ...]:
    """Return what must still hold in a combat from which creatures have died or gone."""
    found: list[Wish] = []
    names = {creature.id for creature in died}
    for wish in wishes:
        if isinstance(wish, Comparison):
            shift = tally(combat, wish.weights, died)
            low = None if wish.low is None else wish.low - shift
            high = None if wish.high is None else wish.high - shift
            found.append(replace(wish, low=low, high=high))
        elif wish.of not in names and wish.of not in left and _is_there(combat, wish):
            found.append(wish)
        elif wish.name != "no_damage" and (wish.name == "destroys") is not (wish.of in names):
            found.append(NEVER)
    return tuple(found)


def _is_there(combat: Combat, wish: Event) -> bool:
    things = (combat.creatures, combat.players, combat.planeswalkers, combat.battles)
    return any(wish.of in group for group in things)


NEVER = Comparison("never", 1, 0, {})
"""A wish that nothing meets any more."""
