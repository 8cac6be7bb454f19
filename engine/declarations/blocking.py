"""Which blocks may be declared (509.1), and a combat with a declaration in place of its blocks.

A question about blocks takes no notice of `blocking` and `blocked` in the document. Each defending
player's creatures block for that player (802.4), team-mates' for each other (805.10d); no
restriction or requirement of a document goes beyond that, so one judgement covers all of them.

Naming a member of an attacking band has the whole band blocked (702.22h). Restrictions are asked
for the creature that is named [R]; a creature that is able to block a member of a band obeys the
requirement to do so by blocking another one [R].
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.combat import Combat, Step
from engine.declarations.evasion import evades
from engine.declarations.placing import placed
from engine.declarations.reading import read_blocks
from engine.declarations.rules import DeclarationRules, Limit, Pair, Requirement
from engine.faults import DocumentError, Fault
from engine.keywords import Keyword
from engine.lazy import kept
from engine.objects import Creature
from engine.objects import Requirement as Given
from engine.violation import Declaring, Violation


def may_block(combat: Combat, blocker: str, attacker: str) -> Violation | None:
    """Return why a creature may not be declared as a blocker of an attacker, if so (509.1a-b).

    How many creatures it blocks, or block the attacker, is a matter of `block_rules`.
    """
    found = _faces(combat, blocker, attacker)
    if found is None:
        creature = combat.creatures[blocker]
        found = _is_able(creature) or _is_restricted(combat, creature, attacker)
    return None if found is None else Violation(*found, Declaring.BLOCKERS, blocker)


def _faces(combat: Combat, blocker: str, attacker: str) -> tuple[str, str] | None:
    """Only creatures of the defending player, or of the team, may block an attacker (509.1a)."""
    creature, attacking = combat.creatures[blocker], combat.creatures[attacker]
    if not attacking.attacks:
        return "509.1a", f"{attacker} is not attacking, so {blocker} may not block it"
    if creature.controller in combat.active_side:
        return "509.1a", f"{blocker} is on the attacking side and may not block"
    player = combat.defending_player(attacker)
    if player is None:
        return "506.4c", f"whom {attacker} attacked is not known, so {blocker} may not block it"
    if creature.controller not in combat.team(player):
        rule = "310.9c" if attacking.attacking in combat.battles else "509.1a"
        return rule, (
            f"{blocker} is controlled by {creature.controller}, but {attacker} attacks {player}"
        )
    return None


def _is_able(creature: Creature) -> tuple[str, str] | None:
    name = creature.id
    if creature.tapped:
        return "509.1a", f"{name} is tapped and may not block"
    if "battle" in creature.types:
        return "509.1a", f"{name} is a battle and may not block"
    if creature.cant_block is True or creature.max_blocks < 1:
        return "509.1b", f"{name} can't block"
    if creature.has(Keyword.DECAYED):
        return "702.147a", f"{name} has decayed and can't block"
    return None


def _is_restricted(combat: Combat, blocker: Creature, attacker: str) -> tuple[str, str] | None:
    attacking = combat.creatures[attacker]
    if attacking.cant_be_blocked_by is True or attacking.max_blockers == 0:
        return "509.1b", f"{attacker} can't be blocked"
    if attacker in _single(combat, blocker.cant_block) or blocker.id in _single(
        combat, attacking.cant_be_blocked_by
    ):
        return "509.1b", f"{blocker.id} can't block {attacker}"
    return evades(attacking, blocker)


def _single(combat: Combat, named: Given) -> tuple[str, ...]:
    """Return the single creatures that a requirement or a restriction names."""
    if isinstance(named, bool):
        return ()
    return tuple(name for reference in named for name in combat.copies[reference])


def possible_blocks(combat: Combat) -> dict[str, tuple[str, ...]]:
    """Return for each creature that may block somebody the attackers that it may block."""
    found: dict[str, tuple[str, ...]] = {}
    faced: dict[str, list[Creature]] = {}
    is_restricted = _Restricted(combat)
    for name, creature in combat.creatures.items():
        side = creature.controller
        if side in combat.active_side or _is_able(creature):
            continue
        if side not in faced:
            faced[side] = [a for a in combat.attackers if not _faces(combat, name, a.id)]
        attackers = tuple([a.id for a in faced[side] if not is_restricted(creature, a)])
        if attackers:
            found[name] = attackers
    return found


class _Restricted:
    """Says which blocks a restriction forbids, once for all creatures that are alike in this."""

    def __init__(self, combat: Combat) -> None:
        self.combat = combat
        self.known: dict[tuple[int, int], bool] = {}
        numbers: dict[object, int] = {}
        self.numbers = {
            name: numbers.setdefault(
                (c.keywords, c.colors, c.types, c.power, c.max_blockers == 0), len(numbers)
            )
            for name, c in combat.creatures.items()
        }

    def __call__(self, blocker: Creature, attacker: Creature) -> bool:
        if blocker.cant_block or attacker.cant_be_blocked_by:  # these name single creatures
            return _is_restricted(self.combat, blocker, attacker.id) is not None
        key = self.numbers[blocker.id], self.numbers[attacker.id]
        if key not in self.known:
            self.known[key] = _is_restricted(self.combat, blocker, attacker.id) is not None
        return self.known[key]


@kept
def block_rules(combat: Combat) -> DeclarationRules:
    """Return all that a declaration of blockers must keep to (509.1a-c)."""
    possible = possible_blocks(combat)
    pairs = tuple((blocker, a) for blocker, attackers in possible.items() for a in attackers)
    limits = [
        *(_blocker_limit(combat, name, attackers) for name, attackers in possible.items()),
        *_attacker_limits(combat, pairs),
    ]
    return DeclarationRules(
        Declaring.BLOCKERS,
        pairs,
        tuple(limit for limit in limits if limit is not None),
        tuple(_requirements(combat, possible)),
    )


def _blocker_limit(combat: Combat, blocker: str, attackers: Sequence[str]) -> Limit | None:
    """Return how many attackers a creature may block; a band is one attacker (702.22h)."""
    most = combat.creatures[blocker].max_blocks
    if most >= len(attackers):
        return None
    units: dict[tuple[bool, str], list[Pair]] = {}
    creatures = combat.creatures
    for name in attackers:
        band = creatures[name].band
        units.setdefault((band is None, band or name), []).append((blocker, name))
    if most >= len(units):
        return None
    reason = f"{blocker} may block {_number(most)} at most"
    return Limit(blocker, tuple(map(tuple, units.values())), 1, most, "509.1a", reason)


def _attacker_limits(combat: Combat, pairs: Sequence[Pair]) -> list[Limit]:
    """Return how many creatures may block each attacker: menace, and what the document says."""
    facing: dict[str, list[tuple[Pair, ...]]] = {}
    for pair in pairs:
        facing.setdefault(pair[1], []).append((pair,))
    found = []
    for name, choices in facing.items():
        attacker = combat.creatures[name]
        fewest, most, rule = max(attacker.min_blockers, 1), attacker.max_blockers, "509.1b"
        if fewest < 2 and attacker.has(Keyword.MENACE):
            fewest, rule = 2, "702.111b"
        few = f"{name} must be blocked by {fewest} or more creatures or by none"
        if fewest > 1:
            found.append(Limit(name, tuple(choices), fewest, None, rule, few))
        if most is not None and most < len(choices):
            many = f"{name} may be blocked by {_number(most, 'creature')} at most"
            found.append(Limit(name, tuple(choices), 1, most, "509.1b", many))
    return found


def _number(number: int, what: str = "attacker") -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _requirements(combat: Combat, possible: Mapping[str, tuple[str, ...]]) -> list[Requirement]:
    """Return what must be blocked and who must block, if able (509.1c)."""
    found = []
    for name, creature in combat.creatures.items():
        if creature.must_be_blocked is True:
            able = [other for other, attackers in possible.items() if name in attackers]
            ways = [_ways(combat, possible, other, name) for other in able]
            met_by = tuple(pair for pairs in ways for pair in pairs)
            if met_by:
                found.append(Requirement(name, met_by, f"{name} must be blocked"))
        for other in _single(combat, creature.must_be_blocked):
            if name in possible.get(other, ()):
                met_by = _ways(combat, possible, other, name)
                found.append(Requirement(name, met_by, f"{name} must be blocked by {other}"))
        if creature.must_block is True and name in possible:
            met_by = tuple((name, attacker) for attacker in possible[name])
            found.append(Requirement(name, met_by, f"{name} must block"))
        for other in _single(combat, creature.must_block):
            if other in possible.get(name, ()):
                met_by = _ways(combat, possible, name, other)
                found.append(Requirement(name, met_by, f"{name} must block {other}"))
    return found


def _ways(
    combat: Combat, possible: Mapping[str, tuple[str, ...]], blocker: str, attacker: str
) -> tuple[Pair, ...]:
    """Return the pairs that have an able creature block an attacker: it, or one of its band."""
    band = combat.creatures[attacker].band
    return tuple(
        (blocker, name)
        for name in possible[blocker]
        if name == attacker or (band is not None and combat.creatures[name].band == band)
    )


def judge_blocks(
    combat: Combat, blocks: Mapping[str, Sequence[str]], most_requirements: int
) -> tuple[Violation, ...]:
    """Judge a declaration of blockers (509.1a-c).

    Parameters
    ----------
    combat
        The combat; what it says about blocks is not looked at.
    blocks
        For each blocker the attackers that it blocks. An id of a group stands for all its copies.
    most_requirements
        How many requirements can be met at once without breaking a restriction
        (`optimizer.requirements.most_block_requirements`).

    Returns
    -------
    tuple of Violation
        Every restriction that is broken; if none is, what is required and could have been done as
        well. Empty if the declaration is legal.

    Raises
    ------
    DocumentError
        If an id stands for nothing that could be named there.
    """
    rules = block_rules(combat)
    blocked = read_blocks(combat, blocks)
    declared = {(blocker, name) for blocker, names in blocked.items() for name in names}
    violations = [
        violation
        for blocker, names in blocked.items()
        for name in names
        if (violation := may_block(combat, blocker, name))
    ]
    allowed = declared.intersection(rules.pairs)
    unsure = {name for pair in declared - allowed for name in pair}
    violations += rules.broken_limits(allowed, unsure)
    return tuple(violations or rules.unmet(declared, most_requirements))


def with_blocks(combat: Combat, blocks: Mapping[str, Sequence[str]]) -> Combat:
    """Return the combat with these blocks in place of its own. Does not ask if they are legal.

    If nobody in it strikes first, nothing comes between the steps (510.4): `after_first_strike` is
    dropped.

    Raises
    ------
    DocumentError
        If an id stands for nothing that could be named there, or a creature would block what does
        not attack its controller or the team.
    """
    declared = read_blocks(combat, blocks)
    faults = [
        Fault(f"blocks.{blocker}", found[1], found[0])
        for blocker, attackers in declared.items()
        for attacker in attackers
        if (found := _faces(combat, blocker, attacker))
    ]
    if faults:
        raise DocumentError(faults)
    blocked = _blocked(combat, declared)
    if blocked.after_first_strike and Step.FIRST_STRIKE not in blocked.steps:
        return replace(blocked, after_first_strike={})
    return blocked


def before_blocks(combat: Combat) -> Combat:
    """Return the combat without its blocks, before any are declared."""
    return _blocked(combat, {})


def _blocked(combat: Combat, blocks: Mapping[str, tuple[str, ...]]) -> Combat:
    roles = {name: {"blocking": blocks.get(name, ()), "blocked": None} for name in combat.creatures}
    return placed(combat, roles)
