"""Wishes: conditions of the asker that must hold, whatever the other side does.

A wish is a comparison such as ``player_damage >= 3`` or ``loyalty(jace) == 0``, with a sum of
measures or one of ``life``, ``poison``, ``loyalty``, ``defense`` of an object at the end; or one of
``destroys(bear)``, ``survives(giant)``, ``no_damage(x)``.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.cards import closest_names
from engine.combat import Combat
from engine.faults import DocumentError, Fault
from engine.limits import LIMIT
from engine.measures import measure
from engine.steps import Outcome
from optimizer.objectives import LARGEST, read_sum

if TYPE_CHECKING:  # the encoding imports the solver
    from optimizer.encoding.leaf import Leaf
    from optimizer.encoding.variables import Sum, Value

_COMPARISON = re.compile(r"(?P<left>.*?)(?P<sign>>=|<=|==|>|<)(?P<right>\s*-?\d+\s*)", re.DOTALL)
_CALL = re.compile(r"\s*(?P<name>[a-z_]+)\s*\((?P<object>.*)\)\s*", re.DOTALL)
_STANDS = ("life", "poison", "loyalty", "defense")
_EVENTS = ("destroys", "survives", "no_damage")


@dataclass(frozen=True)
class Comparison:
    """A quantity that must lie between two bounds, either of which may be missing.

    Attributes
    ----------
    weights
        The measures that are summed, or empty.
    stand, of
        What an object has at the end (``life``, ``poison``, ``loyalty``, ``defense``), if it is
        about that.
    """

    text: str
    low: int | None
    high: int | None
    weights: Mapping[str, int]
    stand: str = ""
    of: str = ""

    @property
    def measures(self) -> frozenset[str]:
        """The measures that it looks at."""
        return frozenset(self.weights)

    def holds(self, outcome: Outcome) -> bool:
        """Say whether an outcome meets it."""
        if self.stand:
            total = getattr(outcome.final, self.stand)[self.of]
        else:
            total = sum(weight * measure(outcome, name) for name, weight in self.weights.items())
        return (self.low is None or total >= self.low) and (self.high is None or total <= self.high)

    def condition(self, leaf: "Leaf") -> "Value":
        """Return the condition that it is met at a leaf of a model."""
        variables, total = leaf.variables, self._total(leaf)
        if max(abs(total.low), abs(total.high)) > LARGEST:
            raise OverflowError(f"{self.text} can get too large to compute")
        parts = []
        if self.low is not None:
            parts.append(variables.reaches(total, self.low, f"{self.text} from below"))
        if self.high is not None:
            beyond = variables.reaches(total, self.high + 1, f"{self.text} from above")
            parts.append(variables.opposite(beyond))
        return variables.all_of(parts, self.text)

    def _total(self, leaf: "Leaf") -> "Sum":
        variables = leaf.variables
        if self.stand in ("loyalty", "defense"):
            return variables.excess(leaf.final.left[self.of], f"{self.text} left")
        if self.stand:
            players = leaf.final.players
            return players.life[self.of] if self.stand == "life" else players.poison[self.of]
        return variables.sum(*((leaf.measure(name), w) for name, w in self.weights.items()))


@dataclass(frozen=True)
class Event:
    """Something that must happen to one object, or must not."""

    text: str
    name: str
    of: str
    is_own: bool

    @property
    def measures(self) -> frozenset[str]:
        """The measures that change with it: which of the active side's creatures are hit."""
        return frozenset({"own_losses"} if self.is_own else ())

    def holds(self, outcome: Outcome) -> bool:
        """Say whether an outcome meets it."""
        if self.name == "no_damage":
            return all(hit.target != self.of for event in outcome.events for hit in event.dealt)
        return (self.of in outcome.final.died) is (self.name == "destroys")

    def condition(self, leaf: "Leaf") -> "Value":
        """Return the condition that it is met at a leaf of a model."""
        variables = leaf.variables
        if self.name == "no_damage":
            if not all(hit.target != self.of for e in leaf.before.events for hit in e.dealt):
                return 0
            return variables.opposite(variables.reaches(leaf.damage([self.of]), 1, self.text))
        dead = leaf.dead(self.of)
        return dead if self.name == "destroys" else variables.opposite(dead)


Wish = Comparison | Event


@dataclass(frozen=True)
class WishesGoal:
    """All wishes together: 1 if all of them hold, else 0."""

    wishes: tuple[Wish, ...]
    is_required: ClassVar[bool] = True

    @property
    def measures(self) -> frozenset[str]:
        """The measures that they look at."""
        return frozenset[str]().union(*(wish.measures for wish in self.wishes))

    def value(self, outcome: Outcome) -> int:
        """Return its value of an outcome."""
        return int(all(wish.holds(outcome) for wish in self.wishes))

    def expression(self, leaf: "Leaf") -> "Sum":
        """Return its value at a leaf of a model."""
        conditions = [wish.condition(leaf) for wish in self.wishes]
        return leaf.variables.sum(leaf.variables.all_of(conditions, "all wishes"))


def read_wishes(combat: Combat, texts: Iterable[str]) -> tuple[Wish, ...]:
    """Read wishes; one about a group is one about each of its copies.

    Raises
    ------
    DocumentError
        Naming every wish that cannot be read, with what was expected.
    """
    if isinstance(texts, str):
        texts = [texts]
    faults: list[Fault] = []
    found: list[Wish] = []
    for k, text in enumerate(texts):
        wishes = _read(combat, text) if isinstance(text, str) else "a wish is a text"
        if isinstance(wishes, str):
            faults.append(Fault(f"wishes[{k}]", f"{wishes} (in {text!r})"))
        else:
            found += wishes
    if faults:
        raise DocumentError(faults)
    return tuple(found)


def _read(combat: Combat, text: str) -> list[Wish] | str:
    comparison = _COMPARISON.fullmatch(text.strip())
    call = _CALL.fullmatch(comparison["left"] if comparison else text)
    if comparison:
        right = int(comparison["right"])
        if abs(right) > LIMIT:
            return f"{right} is beyond {LIMIT}"
        low, high = _range(comparison["sign"], right)
        if call:
            return _stands(combat, text.strip(), call["name"], call["object"].strip(), low, high)
        weights = read_sum(combat.defending_players, comparison["left"])
        return (
            weights if isinstance(weights, str) else [Comparison(text.strip(), low, high, weights)]
        )
    if call:
        return _events(combat, text.strip(), call["name"], call["object"].strip())
    return (
        "expected a comparison such as 'player_damage >= 3' or 'loyalty(jace) == 0', or one of "
        "destroys(x), survives(x), no_damage(x)"
    )


def _range(sign: str, right: int) -> tuple[int | None, int | None]:
    return {
        ">=": (right, None),
        ">": (right + 1, None),
        "<=": (None, right),
        "<": (None, right - 1),
        "==": (right, right),
    }[sign]


def _stands(
    combat: Combat, text: str, name: str, of: str, low: int | None, high: int | None
) -> list[Wish] | str:
    things: dict[str, Iterable[str]] = {
        "life": combat.players,
        "poison": combat.players,
        "loyalty": combat.planeswalkers,
        "defense": combat.battles,
    }
    if name not in _STANDS:
        return f"there is no {name}(...) to compare{_hint(name, _STANDS)}"
    if of not in things[name]:
        return f"nothing with the id {of!r} has {name}{_hint(of, things[name])}"
    return [Comparison(text, low, high, {}, name, of)]


def _events(combat: Combat, text: str, name: str, of: str) -> list[Wish] | str:
    if name in _STANDS:
        return f"{name}(...) needs a comparison, such as '{name}({of}) <= 0'"
    if name not in _EVENTS:
        return f"there is no wish {name}(...){_hint(name, _EVENTS)}"
    names = combat.copies.get(of, ())
    others = (combat.players, combat.planeswalkers, combat.battles)
    if name == "no_damage" and any(of in group for group in others):
        names = (of,)
    if not names:
        return f"there is no creature {of!r}{_hint(of, combat.copies)}"
    side = combat.active_side
    return [
        Event(text, name, one, one in combat.creatures and combat.creatures[one].controller in side)
        for one in names
    ]


def _hint(name: str, known: Iterable[str]) -> str:
    near = closest_names(name, [k for k in known if "#" not in k])
    return f"; did you mean {' or '.join(near)}?" if near else ""
