"""What is decided about a part before any search, as some assignments are never worse.

A death never hurts (`PartShape`), and damage of an attacker that can send none through has no
other use than lethal damage. So such an attacker that has enough for all its blockers gives each
what it can. A gate that cannot open, or through which nothing would be left to go, is forgotten; so
is a blocker that cannot be met, that has been met, or that nobody needs.
"""

from dataclasses import dataclass, replace

from optimizer.encoding.part_shape import Attacker, Blocker, PartShape
from optimizer.parts.vectors import Vector

Pair = tuple[str, str]


@dataclass(frozen=True)
class Reduced:
    """What is left of a part.

    Attributes
    ----------
    shape
        The part that is left to decide.
    amounts
        What is assigned by attackers that are decided.
    worth
        What the blockers that are met by it are worth.
    """

    shape: PartShape
    amounts: dict[Pair, int]
    worth: Vector


def reduced(shape: PartShape) -> Reduced:
    """Return a part without what is decided."""
    reduction = _Reduction(shape)
    while reduction.changed:
        reduction.changed = False
        reduction.blockers()
        reduction.attackers()
    return reduction.result()


class _Reduction:
    def __init__(self, shape: PartShape) -> None:
        self.shape = shape
        self.left: dict[str, Attacker] = {a.source: a for a in shape.attackers}
        self.needed = {blocker.name: blocker.needed for blocker in shape.blockers.values()}
        self.amounts: dict[Pair, int] = {}
        self.worth = [0] * shape.objectives
        self.changed = True

    def blockers(self) -> None:
        """Drop the blockers whose lethal damage is decided."""
        into: dict[str, list[Attacker]] = {name: [] for name in self.needed}
        for attacker in self.left.values():
            for name in attacker.blockers:
                into[name].append(attacker)
        gone: set[str] = set()
        shut: set[str] = set()
        for name, sources in into.items():
            needed, worth = self.needed[name], self.shape.blockers[name].worth
            if needed == 0:
                if self.shape.blockers[name].needed:
                    self._count(worth)
            elif self._cannot_be_met(needed, sources):
                shut.update(a.source for a in sources)
            elif any(worth) or any(a.targets for a in sources):
                continue
            gone.add(name)
        self._drop(gone)
        for source in shut:
            self.left[source] = replace(self.left[source], targets=())
        self.missing = self._missing({n: into[n] for n in into if n not in gone})

    @staticmethod
    def _cannot_be_met(needed: int, sources: list[Attacker]) -> bool:
        return sum(a.amount for a in sources) < needed and not any(a.deathtouch for a in sources)

    def _missing(self, into: dict[str, list[Attacker]]) -> dict[str, int]:
        """Return what each attacker has to give itself if all its blockers are to be met."""
        found = dict.fromkeys(self.left, 0)
        for name, sources in into.items():
            if not any(attacker.deathtouch for attacker in sources):
                most = sum(attacker.amount for attacker in sources)
                for attacker in sources:
                    found[attacker.source] += max(0, self.needed[name] - most + attacker.amount)
        return found

    def attackers(self) -> None:
        """Decide the attackers that have enough for all that they can do."""
        for source, attacker in list(self.left.items()):
            if attacker.targets and attacker.blockers:
                if self.missing[source] < attacker.amount:
                    continue
                attacker = self.left[source] = replace(attacker, targets=())
                self.changed = True
            if attacker.targets:
                continue
            useful = {
                name: min(self.needed[name], 1 if attacker.deathtouch else attacker.amount)
                for name in attacker.blockers
            }
            if sum(useful.values()) > attacker.amount:
                continue
            del self.left[source]
            for name, amount in useful.items():
                self.amounts[source, name] = amount
                self.needed[name] = 0 if attacker.deathtouch else self.needed[name] - amount
                self.changed = True

    def _count(self, worth: Vector) -> None:
        for k, entry in enumerate(worth):
            self.worth[k] += entry

    def _drop(self, gone: set[str]) -> None:
        for name in gone:
            del self.needed[name]
        for source, attacker in self.left.items():
            if not gone.isdisjoint(attacker.blockers):
                self.changed = True
                kept = tuple(name for name in attacker.blockers if name not in gone)
                self.left[source] = replace(attacker, blockers=kept)

    def result(self) -> Reduced:
        """Return what is left, with the blockers' lethal damage as it is now."""
        blockers = {
            name: Blocker(name, needed, self.shape.blockers[name].worth)
            for name, needed in self.needed.items()
        }
        shape = replace(self.shape, attackers=tuple(self.left.values()), blockers=blockers)
        return Reduced(shape, self.amounts, tuple(self.worth))
