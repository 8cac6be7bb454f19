"""A part of a board in its last damage step, as numbers: who divides how much among whom.

`PartShape.of` reads it where the defending side has nothing to say and the goals add up
(`optimizer.parts.grouping`), and where lethal damage is all that matters to a blocker. Then an
assignment is worth what goes through to each thing attacked, and which thresholds are met.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.assignment import Assigned
from engine.divisions import Division, Option
from optimizer.parts.shapes import Shapes
from optimizer.parts.vectors import Vector

Amounts = Mapping[tuple[str, str], int]
"""What each source assigns to each recipient."""


@dataclass(frozen=True, slots=True)
class Blocker:
    """A creature that may be assigned damage.

    Attributes
    ----------
    needed
        Lethal damage; 0 if it has that already.
    worth
        What it is worth, objective by objective, that it is assigned lethal damage.
    """

    name: str
    needed: int
    worth: Vector


@dataclass(frozen=True, slots=True)
class Holder:
    """A planeswalker or battle: how many points empty it, and what that is worth."""

    name: str
    counters: int
    worth: Vector


@dataclass(frozen=True, slots=True)
class Target:
    """What an attacker may assign damage to once all its blockers have lethal damage.

    Attributes
    ----------
    point, first
        What each point is worth, and what it is worth besides that there is any (120.3g).
    past
        The planeswalker that must have been assigned its loyalty first (702.19c), or None.
    """

    name: str
    point: Vector
    first: Vector
    past: str | None


@dataclass(frozen=True, slots=True)
class Attacker:
    """One division: an amount, among blockers and behind them.

    Attributes
    ----------
    is_blocked
        What is left over may lie on a blocker; else all of it goes to the targets.
    """

    source: str
    amount: int
    deathtouch: bool
    blockers: tuple[str, ...]
    targets: tuple[Target, ...]
    is_blocked: bool


@dataclass(frozen=True, slots=True)
class PartShape:
    """A part."""

    attackers: tuple[Attacker, ...]
    blockers: Mapping[str, Blocker]
    holders: Mapping[str, Holder]
    objectives: int

    @classmethod
    def of(cls, makes: Shapes, part: Sequence[Division]) -> "PartShape | None":
        """Read a part, or return None where more matters than a shape says.

        A death must not hurt any objective: damage that is left over may lie on any blocker.
        """
        attackers: list[Attacker] = []
        blockers: dict[str, Blocker] = {}
        holders: dict[str, Holder] = {}
        for division in part:
            if len(division.options) != 1 or division.up_to:
                return None
            option = division.options[0]
            if not option.recipients:
                continue
            own = _own_blockers(makes, division, option)
            if own is None:
                return None
            for name in own:
                hit = makes.hit(division, name)
                if hit is None:
                    return None
                blockers[name] = Blocker(name, hit.counters, hit.emptied)
            targets = _targets(makes, division, option, own, holders)
            if targets is None:
                return None
            attackers.append(
                Attacker(
                    division.source, division.amount, division.deathtouch, own, targets, bool(own)
                )
            )
        if any(entry < 0 for blocker in blockers.values() for entry in blocker.worth):
            return None
        return cls(tuple(attackers), blockers, holders, len(makes.worths.none))

    def renamed(self, names: Mapping[str, str]) -> "PartShape":
        """Return the same part with other names."""

        def target(given: Target) -> Target:
            past = None if given.past is None else names[given.past]
            return replace(given, name=names[given.name], past=past)

        return PartShape(
            tuple([
                replace(
                    attacker,
                    source=names[attacker.source],
                    blockers=tuple([names[name] for name in attacker.blockers]),
                    targets=tuple(map(target, attacker.targets)),
                )
                for attacker in self.attackers
            ]),
            {names[n]: replace(one, name=names[n]) for n, one in self.blockers.items()},
            {names[n]: replace(one, name=names[n]) for n, one in self.holders.items()},
            self.objectives,
        )  # fmt: skip

    @property
    def names(self) -> dict[str, None]:
        """All names, each once, in the order in which the attackers come to them."""
        found: dict[str, None] = {}
        for attacker in self.attackers:
            found[attacker.source] = None
            found.update(dict.fromkeys(attacker.blockers))
            found.update((target.name, None) for target in attacker.targets)
        return found

    @property
    def open_blockers(self) -> list[Blocker]:
        """The blockers that have no lethal damage yet; what becomes of the others is decided."""
        return [blocker for blocker in self.blockers.values() if blocker.needed]

    def worth(self, amounts: Amounts) -> Vector:
        """Return what an assignment is worth."""
        found = [0] * self.objectives
        total: dict[str, int] = {}
        touched: set[str] = set()
        for attacker in self.attackers:
            for name in attacker.blockers:
                amount = amounts.get((attacker.source, name), 0)
                total[name] = total.get(name, 0) + amount
                if attacker.deathtouch and amount:
                    touched.add(name)
            for target in attacker.targets:
                amount = amounts.get((attacker.source, target.name), 0)
                total[target.name] = total.get(target.name, 0) + amount
                _add(found, target.point, amount)
                _add(found, target.first, int(amount > 0))
        for blocker in self.open_blockers:
            met = blocker.name in touched or total.get(blocker.name, 0) >= blocker.needed
            _add(found, blocker.worth, int(met))
        for holder in self.holders.values():
            _add(found, holder.worth, int(total.get(holder.name, 0) >= holder.counters))
        return tuple(found)

    def most(self) -> Vector:
        """Return more than any assignment is worth."""
        found = [0] * self.objectives
        for attacker in self.attackers:
            for k in range(self.objectives):
                ways = [max(0, t.point[k]) * attacker.amount for t in attacker.targets]
                found[k] += max(ways, default=0) + sum(max(0, t.first[k]) for t in attacker.targets)
        worths = [blocker.worth for blocker in self.open_blockers]
        worths += [holder.worth for holder in self.holders.values()]
        for worth in worths:
            for k, entry in enumerate(worth):
                found[k] += max(0, entry)
        return tuple(found)

    def complete(self, amounts: dict[tuple[str, str], int]) -> tuple[Assigned, ...]:
        """Return an assignment in full: what is left over lies on the attacker's first blocker."""
        found = []
        for attacker in self.attackers:
            names = [*attacker.blockers, *(target.name for target in attacker.targets)]
            given = [amounts.get((attacker.source, name), 0) for name in names]
            given[0] += attacker.amount - sum(given)
            found += [
                Assigned(attacker.source, name, amount)
                for name, amount in zip(names, given, strict=True)
                if amount
            ]
        return tuple(found)


def _own_blockers(makes: Shapes, division: Division, option: Option) -> tuple[str, ...] | None:
    """Return the blockers of a division, or None if not all of them are free."""
    names = [recipient.id for recipient in option.recipients]
    own = tuple(name for name in names if name in makes.state.creatures)
    free = all(not recipient.behind for recipient in option.recipients[: len(own)])
    if not option.in_combat or not free or tuple(names[: len(own)]) != own:
        return None
    return own


def _targets(
    makes: Shapes,
    division: Division,
    option: Option,
    own: tuple[str, ...],
    holders: dict[str, Holder],
) -> tuple[Target, ...] | None:
    """Return what lies behind the blockers, or None if it lies behind anything unknown."""
    found: list[Target] = []
    for recipient in option.recipients[len(own) :]:
        others = [name for name in recipient.behind if name not in own]
        past = others[0] if others else None
        known = [target.name for target in found]
        if recipient.sealed or len(others) > 1 or (past is not None and past not in known):
            return None
        if len(recipient.behind) - len(others) != len(own):
            return None
        hit = makes.hit(division, recipient.id)
        if hit is None:
            return None
        if recipient.id not in makes.position.combat.players:
            holders[recipient.id] = Holder(recipient.id, hit.counters, hit.emptied)
        found.append(Target(recipient.id, hit.point, hit.first, past))
    return tuple(found)


def _add(total: list[int], worth: Vector, times: int) -> None:
    if times:
        for k, entry in enumerate(worth):
            total[k] += entry * times
